package dev.pgstow.files;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.DurationText;
import dev.pgstow.model.Reserve;
import dev.pgstow.profile.Durability;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;

/** Finds what no schema can say about a tiers file. Works on a file with schema problems too, so that all show at once. */
final class TierProblems {
    private final YamlDocument document;
    private final Set<String> names = new HashSet<>();
    private final Map<String, String> tierOfTablespace = new HashMap<>();

    TierProblems(YamlDocument document) {
        this.document = document;
    }

    void find() {
        int index = 0;
        for (JsonNode tier : document.root().path("tiers").values()) {
            ofTier("/tiers/" + index, tier);
            index++;
        }
    }

    private void ofTier(String at, JsonNode tier) {
        String name = tier.path("name").asString("");
        if (!name.isEmpty() && !names.add(name)) {
            document.problem(at + "/name", "two tiers are named '" + name + "'");
        }
        tablespaces(at + "/tablespaces", name, tier.path("tablespaces"));
        parsed(at + "/capacity", tier.path("capacity"), ByteSize::parse);
        parsed(at + "/reserve", tier.path("reserve"), Reserve::parse);
        parsed(at + "/declared/burst_lasts", tier.path("declared").path("burst_lasts"), DurationText::parse);
        parsed(
                at + "/measured/environment/memory",
                tier.path("measured").path("environment").path("memory"),
                ByteSize::parse);
        parsed(at + "/measured/at", tier.path("measured").path("at"), Instant::parse);
        results(at + "/measured/results", tier.path("measured").path("results"));
        String device = tier.path("device").asString("");
        if (tier.path("durable").asBoolean(false) && !Durability.possible(device)) {
            document.problem(
                    at + "/durable", "tier '" + name + "' is on '" + device + "', memory, and cannot be durable");
        }
    }

    private void tablespaces(String at, String tier, JsonNode tablespaces) {
        int index = 0;
        for (JsonNode tablespace : tablespaces.values()) {
            String name = tablespace.asString("");
            String other = tierOfTablespace.putIfAbsent(name, tier);
            if (other != null) {
                document.problem(at + "/" + index, "tablespace '" + name + "' is " + twice(tier, other));
            }
            index++;
        }
    }

    private static String twice(String tier, String other) {
        return tier.equals(other)
                ? "twice in tier '" + tier + "'"
                : "in tier '" + tier + "' and in tier '" + other + "'";
    }

    private void results(String at, JsonNode results) {
        Set<String> seen = new HashSet<>();
        int index = 0;
        for (JsonNode result : results.values()) {
            String pause = result.path("pause_us").asString("");
            String key = result.path("pattern").asString("?") + " at depth "
                    + result.path("depth").asString("?")
                    + (pause.isEmpty() ? "" : " with pauses of " + pause + " us");
            if (!seen.add(key)) {
                document.problem(at + "/" + index, "two results for " + key);
            }
            index++;
        }
    }

    private void parsed(String at, JsonNode value, Consumer<String> parser) {
        if (!value.isString()) {
            return;
        }
        try {
            parser.accept(value.asString());
        } catch (IllegalArgumentException e) {
            document.problem(at, String.valueOf(e.getMessage()));
        } catch (DateTimeException e) {
            document.problem(at, "'" + value.asString() + "' is not an instant such as 2027-02-03T10:15:30Z");
        }
    }
}
