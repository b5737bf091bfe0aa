package dev.pgstow.linux;

import dev.pgstow.model.AccessPattern;
import dev.pgstow.model.ByteSize;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The files that a tier is measured with, none of which has a name. Eight for random and sequential access, one for commits,
 * filled with random data, which no layer below can compress or share; and an empty one for appending.
 */
final class TestFiles implements AutoCloseable {
    static final int DATA_FILES = 8;

    private static final int MIB = 1 << 20;
    /** A tier on which filling takes longer is measured with smaller files. */
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private static final long SMALLEST = 9L * MIB;

    private final List<OpenFile> data;
    private final OpenFile commits;
    private final OpenFile appends;
    private final long appendLimit;
    private long filled;
    private boolean cold;

    private TestFiles(List<OpenFile> files, ByteSize size) {
        this.data = files.subList(0, DATA_FILES);
        this.commits = files.get(DATA_FILES);
        this.appends = files.get(DATA_FILES + 1);
        this.appendLimit = Math.max(AccessPattern.FLUSH.bytes(), size.bytes() / 4);
        this.cold = directIo();
    }

    /**
     * Makes the files and fills them.
     *
     * @param size of all together
     */
    static TestFiles create(Path directory, ByteSize size) throws IOException {
        List<OpenFile> files = new ArrayList<>();
        try {
            for (int number = 0; number < DATA_FILES + 2; number++) {
                files.add(OpenFile.create(Leftovers.own(directory, number)));
            }
            TestFiles all = new TestFiles(files, size);
            all.fill(size.bytes() - all.appendLimit);
            return all;
        } catch (IOException | RuntimeException e) {
            closeAll(files);
            throw e;
        }
    }

    boolean directIo() {
        return data.stream().allMatch(file -> file.direct() != null);
    }

    /** What of the data files is filled, past the page cache. */
    List<Span> spans() {
        return data.stream().map(file -> new Span(file.unbuffered(), 0, filled)).toList();
    }

    /** Some of them through the page cache. */
    List<Span> buffered(int from, int to) {
        return data.subList(from, to).stream()
                .map(file -> new Span(file.buffered(), 0, filled))
                .toList();
    }

    Span commits() {
        return new Span(commits.buffered(), 0, filled);
    }

    OpenFile appends() {
        return appends;
    }

    long appendLimit() {
        return appendLimit;
    }

    /** Links to the data files for another process, empty when there are none. */
    List<Path> links() {
        List<Path> links = Stream.concat(data.stream(), Stream.of(commits))
                .flatMap(file -> Stream.ofNullable(file.link()))
                .toList();
        return links.size() == DATA_FILES + 1 ? links : List.of();
    }

    /** How much of each is filled. */
    long filled() {
        return filled;
    }

    /** Makes the page cache forget the data files; false when it may still know them. */
    boolean chill() {
        boolean chilled = data.stream().allMatch(file -> PageCache.forget(file.link()));
        boolean result = chilled || cold;
        cold = false; // each cold step reads all it can, so only the first one after the filling gets them as direct
        // I/O left them
        return result;
    }

    @Override
    public void close() throws IOException {
        closeAll(Stream.concat(data.stream(), Stream.of(commits, appends)).toList());
    }

    /** Each a piece in turn, so that all have the same length whenever patience ends. */
    private void fill(long bytes) throws IOException {
        ByteBuffer buffer = Buffers.aligned(MIB);
        SplittableRandom random = new SplittableRandom();
        long since = System.nanoTime();
        List<OpenFile> files = Stream.concat(data.stream(), Stream.of(commits)).toList();
        long each = Math.max(1, bytes / files.size() / MIB) * MIB;
        while (filled < each) {
            boolean late = System.nanoTime() - since > PATIENCE.toNanos();
            if (late && filled * files.size() >= SMALLEST) {
                break;
            }
            for (OpenFile file : files) {
                Buffers.fill(buffer, random);
                Buffers.write(file.unbuffered(), buffer, filled);
            }
            filled += MIB;
        }
        for (OpenFile file : files) {
            file.unbuffered().force(true);
        }
    }

    private static void closeAll(List<OpenFile> files) throws IOException {
        @Nullable IOException failure = null;
        for (OpenFile file : files) {
            try {
                file.close();
            } catch (IOException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
