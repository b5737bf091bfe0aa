package dev.pgstow.postgres;

import static dev.pgstow.postgres.catalog.Tables.PG_SETTINGS;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.profile.ServerDescription;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jooq.DSLContext;
import org.jooq.Field;
import org.jooq.Record3;
import org.jooq.SQLDialect;
import org.jooq.exception.DataAccessException;
import org.jooq.impl.DSL;

/** Reads what a server says of itself; any role may ask, and sees the settings that it may see. */
public final class ServerDescriptionReader {
    /**
     * Where a value comes from that somebody chose for the whole server (pg_settings.source). Those of a database, a role or a
     * client are of this session only.
     */
    private static final List<String> CHOSEN =
            List.of("configuration file", "command line", "environment variable", "global");

    /** Names of settings whose values can hold a secret: primary_conninfo, archive_command, ssl_passphrase_command, ... */
    private static final Pattern SECRET_NAME =
            Pattern.compile("pass|secret|token|credential|key|salt|conninfo|connstr|command", Pattern.CASE_INSENSITIVE);
    /** A value that holds one whatever its name is: a conninfo string, or a URI with a user and a password. */
    private static final Pattern SECRET_VALUE =
            Pattern.compile("passw|secret|://[^/\\s]*:[^/\\s]*@", Pattern.CASE_INSENSITIVE);

    private static final Field<String> SHOWN =
            DSL.field("pg_catalog.current_setting({0}, true)", String.class, PG_SETTINGS.NAME);

    private final Connector connector;

    public ServerDescriptionReader(Connector connector) {
        this.connector = Objects.requireNonNull(connector, "connector");
    }

    /**
     * Asks the server, through a connection of its own.
     *
     * @throws PgstowException (cannot-connect, not-permitted or unsupported) when it does not answer
     */
    public ServerDescription read() {
        try (Connection connection = connector.open(connector.database(), "pgstow profile")) {
            DSLContext sql = DSL.using(connection, SQLDialect.POSTGRES);
            Record3<String, OffsetDateTime, String> row = sql.select(
                            DSL.field("pg_catalog.current_setting('server_version')", String.class),
                            DSL.field("pg_catalog.pg_postmaster_start_time()", OffsetDateTime.class),
                            // no row for a role without pg_read_all_settings
                            DSL.field(sql.select(PG_SETTINGS.SETTING)
                                    .from(PG_SETTINGS)
                                    .where(PG_SETTINGS.NAME.eq("data_directory"))))
                    .fetchSingle();
            String directory = row.value3();
            return new ServerDescription(
                    row.value1().replaceFirst(" .*", ""),
                    settings(sql),
                    directory == null ? null : Path.of(directory),
                    row.value2().toInstant());
        } catch (DataAccessException e) {
            throw new PgstowException(
                    ErrorCode.UNSUPPORTED, "cannot ask the server for its settings: " + e.getMessage(), "", e);
        } catch (SQLException e) {
            throw new PgstowException(ErrorCode.CANNOT_CONNECT, "lost the connection: " + e.getMessage(), "", e);
        }
    }

    private static Map<String, String> settings(DSLContext sql) {
        Map<String, String> settings = new TreeMap<>();
        sql.select(PG_SETTINGS.NAME, SHOWN)
                .from(PG_SETTINGS)
                .where(PG_SETTINGS.SOURCE.in(CHOSEN))
                .forEach(row -> {
                    String value = Objects.requireNonNullElse(row.value2(), "");
                    if (!isSecret(row.value1(), value)) {
                        settings.put(row.value1(), value);
                    }
                });
        return settings;
    }

    static boolean isSecret(String name, String value) {
        return SECRET_NAME.matcher(name).find() || SECRET_VALUE.matcher(value).find();
    }
}
