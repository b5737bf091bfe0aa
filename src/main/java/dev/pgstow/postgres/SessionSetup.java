package dev.pgstow.postgres;

import static dev.pgstow.postgres.catalog.Tables.PG_SETTINGS;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jooq.DSLContext;
import org.jooq.impl.DSL;

/**
 * Gives a session the settings a mover needs, each by a statement of its own, whatever is set for its role or database, and
 * reads back that they took. They stay in the session.
 */
final class SessionSetup {
    private final StatementRenderer renderer = new StatementRenderer();

    private static Map<String, String> settings(int major) {
        Map<String, String> settings = new LinkedHashMap<>();
        // first, since a role's own may cut off what follows
        settings.put("statement_timeout", "0");
        settings.put("lock_timeout", "0");
        settings.put("idle_in_transaction_session_timeout", "0");
        if (major >= 14) {
            settings.put("idle_session_timeout", "0");
        }
        if (major >= 17) {
            settings.put("transaction_timeout", "0");
        }
        settings.put("default_tablespace", "");
        settings.put("search_path", "pg_catalog");
        return settings;
    }

    /** @return what the role, the database or the server has set and is replaced, as {@code statement_timeout = 40 ms} */
    List<String> apply(Connection connection, DSLContext sql) throws SQLException {
        Map<String, String> settings = settings(connection.getMetaData().getDatabaseMajorVersion());
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            set(connection, sql, setting.getKey(), setting.getValue());
        }
        return sql.select(PG_SETTINGS.NAME, PG_SETTINGS.RESET_VAL, PG_SETTINGS.UNIT)
                .from(PG_SETTINGS)
                .where(PG_SETTINGS.NAME.in(settings.keySet()))
                .and(PG_SETTINGS.NAME.ne("search_path"))
                .and(PG_SETTINGS.RESET_VAL.ne(PG_SETTINGS.SETTING))
                .orderBy(PG_SETTINGS.NAME)
                .fetch(row -> row.value1() + " = " + row.value2() + (row.value3() == null ? "" : " " + row.value3()));
    }

    /** Sets a timeout in milliseconds. */
    void timeout(Connection connection, DSLContext sql, String name, long millis) throws SQLException {
        set(connection, sql, name, Long.toString(millis));
    }

    /** @throws PgstowException (refused) when the session does not have the value afterwards */
    private void set(Connection connection, DSLContext sql, String name, String value) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setEscapeProcessing(false);
            statement.execute(renderer.set(name, value));
        }
        String now = name.endsWith("_timeout")
                ? sql.select(PG_SETTINGS.SETTING)
                        .from(PG_SETTINGS)
                        .where(PG_SETTINGS.NAME.eq(name))
                        .fetchSingle(PG_SETTINGS.SETTING)
                : current(sql, name);
        if (!value.equals(now)) {
            throw new PgstowException(
                    ErrorCode.REFUSED,
                    "setting '" + name + "' is '" + now + "' after it was set to '" + value + "'",
                    "Connect to the server directly: a pooler in between hands statements to other sessions.");
        }
    }

    private static String current(DSLContext sql, String name) {
        return String.valueOf(sql.select(DSL.field("current_setting({0})", String.class, DSL.val(name)))
                .fetchSingle()
                .value1());
    }
}
