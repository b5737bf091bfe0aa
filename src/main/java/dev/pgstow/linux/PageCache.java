package dev.pgstow.linux;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Makes the kernel forget what it cached of a file. Java has no posix_fadvise; GNU dd has: with {@code iflag=nocache} and
 * {@code count=0} it gives up the cache of a whole file (coreutils manual, "dd invocation").
 */
final class PageCache {
    private PageCache() {}

    /** Returns whether it worked; dirty pages stay, so sync before. */
    static boolean forget(@Nullable Path file) {
        if (file == null) {
            return false;
        }
        try {
            Process dd = new ProcessBuilder("dd", "if=" + file, "iflag=nocache", "count=0", "status=none")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return dd.waitFor(10, TimeUnit.SECONDS) && dd.exitValue() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
