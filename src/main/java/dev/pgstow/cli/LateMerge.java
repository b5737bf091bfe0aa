package dev.pgstow.cli;

import dev.pgstow.files.TiersFile;
import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.model.Tiers;
import dev.pgstow.profile.TierMerge;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;

/**
 * Puts what was measured into the tiers file as it is after that: measuring takes minutes, in which its owner may edit it.
 *
 * @param before the tiers as they were before
 * @param now reads them again
 */
record LateMerge(Path file, Tiers before, Supplier<Tiers> now) {
    /**
     * All tiers, to be written. Those of before count when the file is gone.
     *
     * @throws PgstowException (bad-file) when the file can no longer be read; what was measured is then in a file beside it
     */
    Tiers of(TierMerge found) {
        if (!Files.exists(file)) {
            return found.into(before);
        }
        Tiers edited;
        try {
            edited = now.get();
        } catch (PgstowException e) {
            Path beside = TiersFile.writeBeside(file, found.into(before));
            throw new PgstowException(
                    ErrorCode.BAD_FILE,
                    "'" + file + "' was edited during the measurement and cannot be read any more: " + e.getMessage(),
                    "It is left as it is. What was measured is in '" + beside
                            + "': mend the one and copy 'measured' from the other, or put the other in its place.",
                    e);
        }
        return found.into(edited);
    }
}
