package dev.pgstow.cli;

import dev.pgstow.files.Presets;
import dev.pgstow.model.Tier;
import dev.pgstow.model.Tiers;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Tiers that are described rather than measured. */
final class PresetOptions {
    @Option(
            names = "--preset",
            paramLabel = "[TIER=]PRESET",
            description = {
                "describe a tier that does not exist yet by a volume type that can be bought, such as aws-gp3; a wrong name lists all."
                        + " May be given several times; alone it measures nothing"
            })
    private List<String> presets = List.of();

    boolean given() {
        return !presets.isEmpty();
    }

    /** The tiers, each preset as one more, or as what an existing one declares. */
    Tiers into(Tiers known) {
        List<Tier> tiers = new ArrayList<>(known.tiers());
        for (String text : presets) {
            int equals = text.indexOf('=');
            Tier preset = Presets.named(text.substring(equals + 1));
            String name = equals < 0 ? preset.name() : text.substring(0, equals);
            int at = position(tiers, name);
            if (at < 0) {
                tiers.add(preset.withName(name));
            } else {
                tiers.set(at, tiers.get(at).withDeclared(preset.declared()));
            }
        }
        return new Tiers(tiers);
    }

    private static int position(List<Tier> tiers, String name) {
        for (int at = 0; at < tiers.size(); at++) {
            if (tiers.get(at).name().equals(name)) {
                return at;
            }
        }
        return -1;
    }
}
