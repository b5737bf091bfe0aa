package dev.pgstow.linux;

import java.io.IOException;

/** The requests of one thread, one after the other. */
interface Requests {
    /** What must come before a request and is not timed. */
    default void prepare() throws IOException {}

    /**
     * One request, timed.
     *
     * @return which of the step's patterns it was
     */
    int issue() throws IOException;

    /** Whether there is nothing left to ask for. */
    default boolean exhausted() {
        return false;
    }

    /** After the last one, not timed. */
    default void end() throws IOException {}
}
