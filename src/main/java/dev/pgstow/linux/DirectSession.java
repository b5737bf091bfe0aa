package dev.pgstow.linux;

import dev.pgstow.model.PatternResult;
import dev.pgstow.profile.Step;
import dev.pgstow.profile.TimeLimit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The test files of one place, measured by threads of this process. */
final class DirectSession extends TestFileSession {
    private final Gate gate;
    private final Processors processors;

    DirectSession(Path directory, TestFiles files, Gate gate, Processors processors) {
        super(directory, files);
        this.gate = gate;
        this.processors = processors;
    }

    @Override
    public List<PatternResult> measure(Step step, TimeLimit time) {
        if (step.cold() && !files().chill()) {
            return List.of();
        }
        try {
            return new ClosedLoop(step, time, gate, processors).run(thread -> requests(step, thread));
        } catch (IOException e) {
            throw DirectIoProbe.failure(directory(), e);
        }
    }

    private Requests requests(Step step, int thread) {
        int bytes = step.pattern().bytes();
        TestFiles files = files();
        List<Span> spans = files.spans();
        List<Span> buffered = files.buffered(0, TestFiles.DATA_FILES);
        return switch (step.pattern()) {
            case RANDOM_READ -> new RandomAccess(spans, 0);
            case HANDED_READ -> new HandedReads(new RandomAccess(spans, 0));
            case RANDOM_WRITE -> new RandomAccess(spans, 1);
            case FILE_WRITE -> new RandomAccess(spans.subList(0, 1), 1);
            case MIXED_70_READ, MIXED_70_WRITE -> new RandomAccess(spans, 0.3);
            case MIXED_50_READ, MIXED_50_WRITE -> new RandomAccess(spans, 0.5);
            case SEQUENTIAL_READ, LARGE_READ -> new Sequential(spans, bytes, false, false, thread, step.depth());
            case LARGE_WRITE -> new Sequential(spans, bytes, true, false, thread, step.depth());
            case SYNC_WRITE -> new SyncWrites(files.commits(), false);
            case FSYNC_WRITE -> new SyncWrites(files.commits(), true);
            case APPEND, FLUSH -> new Appends(files.appends().buffered(), files.appendLimit());
            case BUFFERED_READ, BUFFERED_LARGE_READ ->
                new Sequential(buffered, bytes, false, true, thread, step.depth());
            case BUFFERED_RANDOM_READ -> new ColdReads(buffered);
        };
    }
}
