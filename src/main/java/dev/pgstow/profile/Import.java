package dev.pgstow.profile;

import dev.pgstow.model.AccessPattern;
import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.Limits;
import dev.pgstow.model.PatternResult;
import dev.pgstow.model.PgstowException;
import dev.pgstow.model.Profile;
import dev.pgstow.model.RequestLatency;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Makes the profile of a tier from results that other programs measured. Of two results of one pattern and depth the later one
 * counts, in the order of the files and of what is in them.
 */
public final class Import {
    /** A run of fio that fits. */
    private static final String COMMAND = "fio --name=read1 --filename=FILE --size=4g --rw=randread --bs=8k --iodepth=1"
            + " --ioengine=libaio --direct=1 --runtime=30 --time_based --output-format=json --output=read1.json";

    private static final String PG_TEST_FSYNC = "pg_test_fsync";

    private final Consumer<String> notices;
    private final Map<Key, ImportSample> samples = new LinkedHashMap<>();

    private record Key(AccessPattern pattern, int depth) {}

    private Import(Consumer<String> notices) {
        this.notices = notices;
    }

    /**
     * The profile that the files give together; its time is that of its oldest result.
     *
     * @param files at least one
     * @param notices is told what was left out and why, and what a person should know
     * @throws PgstowException (bad-file) when nothing in the files fits a pattern
     */
    public static Profile of(List<ImportedFile> files, Consumer<String> notices) {
        Import all = new Import(notices);
        files.forEach(all::add);
        return all.profile(files);
    }

    private void add(ImportedFile file) {
        file.notices().forEach(notice -> notices.accept("'" + file.name() + "': " + notice));
        file.runs().forEach(run -> new FioImport(file, run, notices).samples().forEach(this::add));
        boolean timeless = false;
        for (ImportedFile.SyncRate rate : file.syncRates()) {
            ImportSample sample = sample(file, rate);
            if (sample != null) {
                add(sample);
                timeless = true;
            }
        }
        if (timeless) {
            notices.accept("'" + file.name() + "': " + PG_TEST_FSYNC + " prints no time; that of the file counts, "
                    + file.modified());
        }
    }

    /** Null for methods and sizes that are no pattern. */
    private @Nullable ImportSample sample(ImportedFile file, ImportedFile.SyncRate rate) {
        AccessPattern pattern = switch (rate.method()) {
            case "fdatasync" -> AccessPattern.SYNC_WRITE;
            case "fsync" -> AccessPattern.FSYNC_WRITE;
            default -> null;
        };
        if (pattern == null) {
            return null;
        }
        if (rate.bytes() != pattern.bytes()) {
            notices.accept("'" + file.name() + "': " + rate.method() + " is left out: blocks of " + rate.bytes() / 1024
                    + " KiB are no pattern of pgstow's");
            return null;
        }
        PatternResult result =
                PatternResult.of(pattern, 1, rate.perSecond(), RequestLatency.ofMean(1 / rate.perSecond()));
        String doubt = ImportDoubts.tooFast(rate.method(), result);
        return new ImportSample(
                result,
                PG_TEST_FSYNC,
                file.modified(),
                true,
                doubt == null ? List.of() : List.of(doubt),
                rate.method() + " of '" + file.name() + "'");
    }

    private void add(ImportSample sample) {
        ImportSample other =
                samples.put(new Key(sample.result().pattern(), sample.result().depth()), sample);
        if (other != null) {
            notices.accept(sample.source() + " counts, and not " + other.source() + " which measured the same pattern");
        }
    }

    private Profile profile(List<ImportedFile> files) {
        if (samples.isEmpty()) {
            throw new PgstowException(
                    ErrorCode.BAD_FILE,
                    files.stream().map(file -> "'" + file.name() + "'").collect(Collectors.joining(", "))
                            + ": nothing in it is a pattern that pgstow uses",
                    "What fits: " + COMMAND + "; or the output of pg_test_fsync.");
        }
        List<ImportSample> all = new ArrayList<>(samples.values());
        all.sort(Comparator.comparing((ImportSample sample) -> sample.result().pattern())
                .thenComparing(sample -> sample.result().depth()));
        List<String> doubts = all.stream()
                .flatMap(sample -> sample.doubts().stream())
                .distinct()
                .toList();
        doubts.forEach(doubt -> notices.accept("in doubt: " + doubt));
        return new Profile(
                all.stream()
                        .map(ImportSample::measuredAt)
                        .min(Instant::compareTo)
                        .orElseThrow(),
                all.stream().map(ImportSample::engine).distinct().collect(Collectors.joining(", ")) + " (imported)",
                all.stream().allMatch(ImportSample::direct),
                doubts,
                Limits.NONE,
                List.of(),
                null,
                all.stream().map(ImportSample::result).toList());
    }
}
