package dev.pgstow.linux;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Reads that another thread does while this one sleeps, as an I/O worker of PostgreSQL 18 does them for a backend. */
final class HandedReads implements Requests {
    private final Requests reads;
    private final ExecutorService worker = Executors.newSingleThreadExecutor();

    HandedReads(Requests reads) {
        this.reads = reads;
    }

    @Override
    public void prepare() throws IOException {
        reads.prepare();
    }

    @Override
    public int issue() throws IOException {
        try {
            return worker.submit(reads::issue).get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new java.io.InterruptedIOException("interrupted while measuring");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException cause) {
                throw cause;
            }
            throw new IllegalStateException(e.getCause());
        }
    }

    @Override
    public void end() {
        worker.shutdown();
    }
}
