package dev.pgstow.cli;

import dev.pgstow.files.JsonText;
import dev.pgstow.files.Presets;
import dev.pgstow.model.PgstowException;
import dev.pgstow.model.Tier;
import dev.pgstow.model.Tiers;
import dev.pgstow.report.PresetTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Option;

/** Tiers that are described rather than measured. */
final class PresetOptions {
    /** What stands in place of a preset when its names are not known. */
    private static final Set<String> QUESTIONS = Set.of("list", "help");

    @Option(
            names = "--preset",
            paramLabel = "[TIER=]PRESET",
            description = {
                "describe a tier that does not exist yet by a volume type that can be bought, such as aws-gp3; 'list' shows all."
                        + " May be given several times; alone it measures nothing"
            })
    private List<String> presets = List.of();

    boolean given() {
        return !presets.isEmpty();
    }

    /** Whether all presets are to be shown, and nothing else done. */
    boolean asksForList() {
        return presets.stream().anyMatch(QUESTIONS::contains);
    }

    /** All presets, as a table or as JSON of tiers. */
    static String all(boolean json) {
        List<Tier> all = Presets.all();
        return json ? JsonText.of(new Tiers(all)) : String.join("\n", PresetTable.lines(all));
    }

    /**
     * The tiers, each preset as one more, or as what an existing one declares. The price of an existing one stays if it has any.
     *
     * @throws PgstowException (usage) when there is no preset of such a name
     */
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
                tiers.set(at, described(tiers.get(at), preset));
            }
        }
        return new Tiers(tiers);
    }

    private static Tier described(Tier known, Tier preset) {
        Double price = known.pricePerGibMonth();
        return known.withDeclared(preset.declared()).withPrice(price == null ? preset.pricePerGibMonth() : price);
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
