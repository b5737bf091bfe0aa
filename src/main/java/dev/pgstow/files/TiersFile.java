package dev.pgstow.files;

import dev.pgstow.model.AccessPattern;
import dev.pgstow.model.ByteSize;
import dev.pgstow.model.Limits;
import dev.pgstow.model.PatternResult;
import dev.pgstow.model.PgstowException;
import dev.pgstow.model.Profile;
import dev.pgstow.model.Reserve;
import dev.pgstow.model.Tier;
import dev.pgstow.model.Tiers;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** {@code tiers.yaml}, format {@code tiers/1}: partly a DBA's, partly rewritten by {@code pgstow profile}. */
public final class TiersFile {
    static final String FORMAT = "tiers/1";

    private static final double BYTES_PER_MIB = 1 << 20;
    private static final double MICROSECONDS = 1e6;

    private TiersFile() {}

    /**
     * Reads the tiers.
     *
     * @throws PgstowException (bad-file) with every problem and its line: of the schema, a tablespace in two tiers, two tiers
     *     of one name, sizes that are none, a tier in memory that claims to be durable
     */
    public static Tiers read(Path file) {
        YamlDocument document = YamlDocument.read(file, FORMAT);
        new TierProblems(document).find();
        document.throwProblems();
        return new Tiers(list(document.root().path("tiers")).stream()
                .map(TiersFile::tier)
                .toList());
    }

    /**
     * Writes the tiers, commented, in their order. The same tiers give the same text. Figures that were measured keep four
     * digits.
     *
     * @throws PgstowException (bad-file) when the file cannot be written
     */
    public static void write(Path file, Tiers tiers) {
        AtomicFile.write(file, TiersText.of(tiers));
    }

    /**
     * Sees whether {@link #write} would work, for a caller with long work before that.
     *
     * @throws PgstowException (bad-file) when the file cannot be written
     */
    public static void checkWritable(Path file) {
        AtomicFile.check(file);
    }

    private static Tier tier(JsonNode node) {
        return new Tier(
                node.path("name").asString(),
                list(node.path("tablespaces")).stream().map(JsonNode::asString).toList(),
                node.path("device").asString(""),
                node.path("durable").asBoolean(),
                node.has("capacity") ? ByteSize.parse(node.path("capacity").asString()) : null,
                node.has("reserve") ? Reserve.parse(node.path("reserve").asString()) : Reserve.DEFAULT,
                number(node, "price_per_gib_month", 1),
                declared(node.path("declared")),
                node.has("measured") ? measured(node.path("measured")) : null);
    }

    private static Limits declared(JsonNode node) {
        return new Limits(
                number(node, "read_iops", 1),
                number(node, "write_iops", 1),
                number(node, "total_iops", 1),
                number(node, "read_mibps", BYTES_PER_MIB),
                number(node, "write_mibps", BYTES_PER_MIB),
                number(node, "total_mibps", BYTES_PER_MIB));
    }

    private static Profile measured(JsonNode node) {
        return new Profile(
                Instant.parse(node.path("at").asString()),
                node.path("engine").asString(),
                node.path("direct_io").asBoolean(),
                list(node.path("results")).stream().map(TiersFile::result).toList());
    }

    private static PatternResult result(JsonNode node) {
        return new PatternResult(
                pattern(node.path("pattern").asString()),
                node.path("depth").asInt(),
                node.path("iops").asDouble(),
                node.path("mibps").asDouble() * BYTES_PER_MIB,
                node.path("mean_us").asDouble() / MICROSECONDS,
                node.path("p50_us").asDouble() / MICROSECONDS,
                node.path("p95_us").asDouble() / MICROSECONDS,
                node.path("p99_us").asDouble() / MICROSECONDS);
    }

    private static AccessPattern pattern(String word) {
        return List.of(AccessPattern.values()).stream()
                .filter(pattern -> TiersText.word(pattern).equals(word))
                .findFirst()
                .orElseThrow();
    }

    private static @Nullable Double number(JsonNode node, String key, double unit) {
        return node.has(key) ? node.path(key).asDouble() * unit : null;
    }

    private static List<JsonNode> list(JsonNode node) {
        return List.copyOf(node.values());
    }
}
