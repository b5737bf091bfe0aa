package dev.pgstow.files;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.model.Tier;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** Tiers that can be bought: common volume types of clouds, described in the resource {@code /presets.yaml}, with sources. */
public final class Presets {
    private static final String RESOURCE = "/presets.yaml";

    private Presets() {}

    /** All of them; each one's name is that of the preset. */
    public static List<Tier> all() {
        try (InputStream in = Objects.requireNonNull(Presets.class.getResourceAsStream(RESOURCE), RESOURCE)) {
            return new YAMLMapper()
                    .readTree(in).path("tiers").values().stream()
                            .map(TierNodes::tier)
                            .toList();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /**
     * The one of that name.
     *
     * @throws PgstowException (usage) when there is none
     */
    public static Tier named(String name) {
        List<Tier> all = all();
        return all.stream()
                .filter(tier -> tier.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new PgstowException(
                        ErrorCode.USAGE,
                        "no preset '" + name + "'",
                        "There are: " + all.stream().map(Tier::name).collect(Collectors.joining(", "))
                                + "; '--preset list' shows their figures."));
    }
}
