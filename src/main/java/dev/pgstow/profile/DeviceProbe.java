package dev.pgstow.profile;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.PatternResult;
import dev.pgstow.model.PgstowException;
import java.util.List;

/** Port: measures the storage of a place, with a bounded test file that no outcome leaves behind, or by reading only. */
public interface DeviceProbe {
    /** Who measures, with its version: {@code fio 3.33}. */
    String engine();

    /**
     * Sees whether {@link #open} would be possible; writes nothing.
     *
     * @throws PgstowException (refused, not-permitted or no-space) when not
     */
    void check(Place place, ByteSize size);

    /**
     * Makes and fills the test file.
     *
     * @param size what it takes at most
     * @throws PgstowException (refused, not-permitted or no-space) when it cannot be made; nothing is left then
     */
    Session open(Place place, ByteSize size);

    /** A test file that exists; closing it removes it. */
    interface Session extends AutoCloseable {
        /** False when the file system refused direct I/O, so that the page cache is part of the figures. */
        boolean directIo();

        /** What a person should know about this place and this way of measuring before trusting the figures. */
        default List<String> notes() {
            return List.of();
        }

        /** Why the figures may be none of the device's, known once everything was measured; while there is one, nobody uses them. */
        default List<String> doubts() {
            return List.of();
        }

        /**
         * Keeps the device busy with one step until its rate is steady.
         *
         * @return a result for each of the step's patterns; none for a step that is beyond this way of measuring
         */
        List<PatternResult> measure(Step step, TimeLimit time);

        @Override
        void close();
    }
}
