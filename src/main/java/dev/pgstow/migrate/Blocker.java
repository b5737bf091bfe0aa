package dev.pgstow.migrate;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A session, or a prepared transaction, that keeps a move waiting or would.
 *
 * @param pid 0 for a prepared transaction
 * @param user empty when this role may not see it; likewise the next two
 * @param application for a prepared transaction its global identifier
 * @param age of its transaction, null when not to be seen
 */
public record Blocker(
        long pid,
        String user,
        String application,
        String state,
        @Nullable Duration age) {
    public Blocker {
        Objects.requireNonNull(user, "user");
        Objects.requireNonNull(application, "application");
        Objects.requireNonNull(state, "state");
    }

    /** Whether its transaction has run for longer than that, as far as can be seen. */
    boolean olderThan(Duration limit) {
        return age != null && age.compareTo(limit) > 0;
    }

    /** On one line, for people: {@code pid 4711 (user 'app', application 'report', idle in transaction, 35 s)}. */
    @Override
    public String toString() {
        if (pid == 0) {
            return "prepared transaction '" + application + "'" + (user.isEmpty() ? "" : " of user '" + user + "'");
        }
        StringBuilder text = new StringBuilder("pid " + pid + " (");
        text.append(user.isEmpty() ? "user not visible" : "user '" + user + "'");
        if (!application.isEmpty()) {
            text.append(", application '")
                    .append(application.replaceAll("\\p{Cntrl}", "?"))
                    .append("'");
        }
        if (!state.isEmpty()) {
            text.append(", ").append(state);
        }
        if (age != null) {
            text.append(", transaction began ").append(age.toSeconds()).append(" s ago");
        }
        return text.append(')').toString();
    }
}
