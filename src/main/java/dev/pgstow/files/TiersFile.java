package dev.pgstow.files;

import dev.pgstow.model.PgstowException;
import dev.pgstow.model.Tiers;
import java.nio.file.Files;
import java.nio.file.Path;

/** {@code tiers.yaml}, format {@code tiers/1}: partly a DBA's, partly rewritten by {@code pgstow profile}. */
public final class TiersFile {
    static final String FORMAT = "tiers/1";

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
        return tiers(document);
    }

    static Tiers tiers(YamlDocument document) {
        document.throwProblems();
        return new Tiers(document.root().path("tiers").values().stream()
                .map(TierNodes::tier)
                .toList());
    }

    /**
     * Writes the tiers in their order. A new file is commented; in an old one only what changed is replaced, so that a person's
     * comments and the form of what a person wrote stay. The same tiers written again change nothing. Figures that were measured keep
     * four digits.
     *
     * @throws PgstowException (bad-file) when the file cannot be written, or is there and holds no tiers; it is then untouched
     */
    public static void write(Path file, Tiers tiers) {
        AtomicFile.check(file);
        AtomicFile.write(file, Files.exists(file) ? TiersRewrite.of(file, tiers) : TiersText.of(tiers));
    }

    /**
     * Writes the tiers into a file of their own beside one that cannot take them: {@code tiers.yaml.new}, in place of whatever that
     * held.
     *
     * @return its name
     * @throws PgstowException (bad-file) when it cannot be written
     */
    public static Path writeBeside(Path file, Tiers tiers) {
        Path beside = file.resolveSibling(file.getFileName() + ".new");
        AtomicFile.write(beside, TiersText.of(tiers));
        return beside;
    }

    /**
     * Sees whether {@link #write} would work, for a caller with long work before that.
     *
     * @throws PgstowException (bad-file) when the file cannot be written
     */
    public static void checkWritable(Path file) {
        AtomicFile.check(file);
    }
}
