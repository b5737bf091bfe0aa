package dev.pgstow.model;

import java.util.Objects;

/**
 * Something a person can mend: shown as one message and a hint, without a stack trace. Messages are in lower case with
 * values in single quotes; a hint is a sentence that says what to do.
 */
public final class PgstowException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final ErrorCode code;
    private final String hint;

    public PgstowException(ErrorCode code, String message, String hint) {
        this(code, message, hint, null);
    }

    public PgstowException(
            ErrorCode code, String message, String hint, @org.jspecify.annotations.Nullable Throwable cause) {
        super(message, cause);
        this.code = Objects.requireNonNull(code, "code");
        this.hint = Objects.requireNonNull(hint, "hint");
    }

    public ErrorCode code() {
        return code;
    }

    /** What to do; empty when there is nothing to add. */
    public String hint() {
        return hint;
    }

    @Override
    public String getMessage() {
        return Objects.requireNonNullElse(super.getMessage(), code.word());
    }
}
