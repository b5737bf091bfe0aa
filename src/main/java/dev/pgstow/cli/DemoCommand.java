package dev.pgstow.cli;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code pgstow demo}: the whole loop on a throw-away server. */
@Command(
        name = "demo",
        description = {
            "Runs the whole loop on a throw-away PostgreSQL 18 that needs no installation, in two to three minutes.",
            "",
            "The server's volume is a directory on a disk; a directory in memory stands in for a local NVMe, which is for"
                    + " demonstration only: a tablespace in memory can lose a whole cluster. All figures are measured"
                    + " while you watch. The server and its directories are removed at the end and on Ctrl-C."
        })
final class DemoCommand implements Callable<Integer> {
    /** So many that neither the table nor its indexes fit into the server's 8 MB of shared buffers. */
    static final int PRODUCTS = 1000000;

    private final Console console;

    @Option(
            names = "--files",
            paramLabel = "DIRECTORY",
            defaultValue = "pgstow-demo",
            description = "where the tiers, the plan and the other files go; they stay (default: ${DEFAULT-VALUE})")
    private Path files = Path.of("pgstow-demo");

    @Option(
            names = "--directory",
            paramLabel = "DIRECTORY",
            description = "where on a disk the server is made (default: /var/tmp, or another place on a disk)")
    private @Nullable Path directory;

    @Option(
            names = "--memory",
            paramLabel = "DIRECTORY",
            defaultValue = "/dev/shm",
            description = "the place in memory that plays the fast disk (default: ${DEFAULT-VALUE})")
    private Path memory = Path.of("/dev/shm");

    @Option(names = "--keep", description = "leave the server running and its directories in place for a look")
    private boolean keep;

    @Option(
            names = "--products",
            paramLabel = "N",
            defaultValue = "" + PRODUCTS,
            description = "rows of the sample table; a smaller one may fit into the cache and show nothing"
                    + " (default: ${DEFAULT-VALUE})")
    private int products = PRODUCTS;

    DemoCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (products < 1000) {
            throw new PgstowException(
                    ErrorCode.USAGE,
                    "a table of " + products + " products is too small",
                    "Give --products 1000 or more.");
        }
        return new DemoRun(console, new DemoFiles(files), directory, memory, keep, products).run();
    }
}
