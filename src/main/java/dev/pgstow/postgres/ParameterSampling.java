package dev.pgstow.postgres;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.verify.Sampler;
import dev.pgstow.verify.StatementList;
import dev.pgstow.verify.WeightedStatement;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Turns the samplers of a workload into values; a sampling query that several parameters share is made once. */
final class ParameterSampling {
    private final Connector connector;
    private final String database;

    ParameterSampling(Connector connector, String database) {
        this.connector = Objects.requireNonNull(connector, "connector");
        this.database = Objects.requireNonNull(database, "database");
    }

    /** For each statement a source for each of its parameters. */
    ParameterSource[][] sources(StatementList workload) {
        List<WeightedStatement> statements = workload.statements();
        ParameterSource[][] sources = new ParameterSource[statements.size()][];
        Map<Sampler, ParameterSource> known = new HashMap<>();
        try (Connection connection = connector.open(database, WorkloadSession.APPLICATION_NAME)) {
            connection.setReadOnly(true);
            connection.setAutoCommit(false);
            for (int i = 0; i < sources.length; i++) {
                WeightedStatement statement = statements.get(i);
                List<ParameterSource> ofStatement = new ArrayList<>();
                for (Sampler sampler : statement.parameters()) {
                    if (!known.containsKey(sampler)) {
                        known.put(sampler, source(connection, statement.name(), sampler));
                    }
                    ofStatement.add(known.get(sampler));
                }
                sources[i] = ofStatement.toArray(ParameterSource[]::new);
            }
        } catch (SQLException e) {
            throw WorkloadFailure.statement("cannot draw the samples of the workload", e);
        }
        return sources;
    }

    private static ParameterSource source(Connection connection, String name, Sampler sampler) {
        if (sampler instanceof Sampler.Uniform uniform) {
            return ParameterSource.uniform(uniform.from(), uniform.to());
        }
        if (sampler instanceof Sampler.Sample sample) {
            return ParameterSource.oneOf(values(connection, name, sample));
        }
        return ParameterSource.always(((Sampler.Constant) sampler).value());
    }

    private static String[] values(Connection connection, String name, Sampler.Sample sample) {
        List<String> values = new ArrayList<>();
        try (Statement statement = connection.createStatement()) {
            statement.setMaxRows(sample.size());
            try (ResultSet rows = statement.executeQuery(sample.query())) {
                while (rows.next()) {
                    String value = rows.getString(1);
                    if (value != null) {
                        values.add(value);
                    }
                }
            }
        } catch (SQLException e) {
            throw WorkloadFailure.statement("the sample '" + sample.query() + "' of statement '" + name + "'", e);
        }
        if (values.isEmpty()) {
            throw new PgstowException(
                    ErrorCode.BAD_FILE,
                    "the sample '" + sample.query() + "' of statement '" + name + "' found no values",
                    "Its table may be empty, or 'tablesample' took too small a part of it.");
        }
        return values.toArray(String[]::new);
    }
}
