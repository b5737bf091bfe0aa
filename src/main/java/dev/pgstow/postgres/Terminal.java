package dev.pgstow.postgres;

import java.util.Optional;

/** The person at the terminal, if there is one, while a connection is made. */
public interface Terminal {
    /** Shows a line about something that should not be overlooked. */
    void warn(String message);

    /** Asks without an echo; empty where there is no terminal. */
    Optional<String> askSecret(String prompt);
}
