package dev.pgstow.profile;

import dev.pgstow.model.PgstowException;

/** Port: reads what fio printed. */
@FunctionalInterface
public interface FioReader {
    /**
     * Reads a report with JSON in it.
     *
     * @param source what to call it in messages
     * @throws PgstowException (bad-file) when there is no report of fio in the text
     */
    FioRun read(String source, String text);
}
