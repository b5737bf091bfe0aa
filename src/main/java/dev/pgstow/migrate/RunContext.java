package dev.pgstow.migrate;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.DurationText;
import dev.pgstow.plan.Move;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/** What the moves of one run share: its ports, its terms, its time, and what it learnt. */
final class RunContext {
    private final MoveSession session;
    private final Journal journal;
    private final MigrateTerms terms;
    private final RunTime time;
    private final RunLog log;
    private final Pace pace = new Pace();

    RunContext(MoveSession session, Journal journal, MigrateTerms terms, RunTime time, RunLog log) {
        this.session = Objects.requireNonNull(session, "session");
        this.journal = Objects.requireNonNull(journal, "journal");
        this.terms = Objects.requireNonNull(terms, "terms");
        this.time = Objects.requireNonNull(time, "time");
        this.log = Objects.requireNonNull(log, "log");
    }

    MoveSession session() {
        return session;
    }

    Journal journal() {
        return journal;
    }

    MigrateTerms terms() {
        return terms;
    }

    /** Asked to stop. */
    boolean stopped() {
        return time.stopped().getAsBoolean();
    }

    RunLog log() {
        return log;
    }

    Instant now() {
        return time.clock().instant();
    }

    boolean windowOpen() {
        return terms.window().contains(now());
    }

    /** Whether a lock that is asked for now is given up before the window closes. */
    boolean windowOpenForLock() {
        return terms.window().remaining(now()).compareTo(terms.lockTimeout()) > 0;
    }

    /** When moves must be over so that there is time to clean up; past or now when the window is closed. */
    Instant workEnd() {
        return terms.window()
                .closing(now())
                .map(end -> end.equals(Instant.MAX) ? end : end.minus(terms.margin()))
                .orElse(Instant.MIN);
    }

    /** Why a move that takes so long at most cannot start now. */
    Optional<String> notNow(Duration atMost) {
        if (stopped()) {
            return Optional.of("the run was asked to stop");
        }
        if (!windowOpen()) {
            return Optional.of("the window is closed");
        }
        Instant end = workEnd();
        if (!end.equals(Instant.MAX) && now().plus(atMost).isAfter(end)) {
            Duration rest = Duration.between(now(), end);
            return Optional.of("it may take " + DurationText.of(atMost) + " and "
                    + (rest.isNegative() ? "nothing" : DurationText.of(rest)) + " of the window is left");
        }
        return Optional.empty();
    }

    Duration upperBound(Move move, ByteSize size) {
        return pace.upperBound(move, size);
    }

    void learn(Move move, ByteSize size, Attempt attempt) {
        pace.learn(move, size, attempt.elapsed().minus(attempt.waited()));
    }

    /** 5 to 10 times the lock timeout, so that others run undisturbed for most of the time. */
    void pauseBetweenTries() {
        time.pause().of(jittered(5));
    }

    void pauseBetweenDrops() {
        // not cut short by a wish to stop: what is left behind costs others more than these seconds
        time.cleanupPause().of(jittered(1));
    }

    private Duration jittered(int times) {
        double factor = times * (1 + time.random().nextDouble());
        return Duration.ofMillis(Math.round(terms.lockTimeout().toMillis() * factor));
    }
}
