package dev.pgstow.cli;

import dev.pgstow.files.ImportFile;
import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.model.Profile;
import dev.pgstow.model.Tiers;
import dev.pgstow.profile.Import;
import dev.pgstow.profile.TierImport;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Results that were measured before, by another program, in place of a measurement. */
final class ImportOptions {
    /** All that makes sense beside it. */
    private static final Set<String> BESIDE = Set.of("--import", "--tier", "--tiers", "--output");

    @Option(
            names = "--import",
            paramLabel = "FILE",
            arity = "1..*",
            description =
                    "measure nothing: take the results in these files, JSON of fio or output of pg_test_fsync, as those"
                            + " of the tier that --tier names; needs no server")
    private List<Path> files = List.of();

    @Option(names = "--tier", paramLabel = "NAME", description = "the tier that --import is for; a new one is added")
    private @Nullable String tier;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec = CommandSpec.create();

    /**
     * Whether results are to be imported.
     *
     * @throws PgstowException (usage) when other options contradict it
     */
    boolean given() {
        if (files.isEmpty() && tier == null) {
            return false;
        }
        if (files.isEmpty()) {
            throw usage("--tier is for --import alone", "Measure a directory as a tier with --dir TIER=DIRECTORY.");
        }
        if (tier == null || tier.isBlank()) {
            throw usage("--import needs a tier to put the figures into", "Name it with --tier.");
        }
        for (OptionSpec option : spec.commandLine().getParseResult().matchedOptions()) {
            if (!BESIDE.contains(option.longestName())) {
                throw usage(
                        option.longestName() + " and --import exclude each other: an import measures nothing",
                        "Give --import, --tier, --tiers and --output only.");
            }
        }
        return true;
    }

    /**
     * The tiers with the figures of the files as those of the tier named. Warns of what is odd about the files, and notes what
     * is still to be done.
     *
     * @throws PgstowException (bad-file) when a file cannot be used
     */
    Tiers into(Tiers known, Console console) {
        Profile profile = Import.of(files.stream().map(ImportFile::read).toList(), console::warn);
        return TierImport.into(known, java.util.Objects.requireNonNull(tier), profile, console::note);
    }

    private static PgstowException usage(String message, String hint) {
        return new PgstowException(ErrorCode.USAGE, message, hint);
    }
}
