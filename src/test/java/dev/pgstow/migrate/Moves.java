package dev.pgstow.migrate;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.DurationRange;
import dev.pgstow.model.RelationKind;
import dev.pgstow.plan.Method;
import dev.pgstow.plan.Move;
import java.time.Duration;

/** Moves of 10 MiB that take 1 to 4 seconds. */
final class Moves {
    private Moves() {}

    static Move alter(String name, String from, String to) {
        return of(name, RelationKind.TABLE, from, to, Method.ALTER, 4);
    }

    static Move reindex(String name, String from, String to) {
        return of(name, RelationKind.INDEX, from, to, Method.REINDEX, 4);
    }

    static Move of(String name, RelationKind kind, String from, String to, Method method, long highSeconds) {
        return new Move(
                FakeSession.name(name),
                kind,
                null,
                from,
                to,
                method,
                ByteSize.ofMiB(10),
                new DurationRange(Duration.ZERO, Duration.ofSeconds(1), Duration.ofSeconds(highSeconds)),
                ByteSize.ofMiB(10),
                "");
    }
}
