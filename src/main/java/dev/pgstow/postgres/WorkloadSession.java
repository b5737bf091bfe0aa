package dev.pgstow.postgres;

import dev.pgstow.verify.StatementList;
import dev.pgstow.verify.WeightedStatement;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.List;
import java.util.SplittableRandom;
import org.postgresql.PGConnection;

/**
 * One client's connection with the statements of a workload prepared on the server, so that none is parsed or planned twice
 * without need. Executing is all that the inner loop of a run does: its processor time is taken from the server's.
 */
final class WorkloadSession implements AutoCloseable {
    static final String APPLICATION_NAME = "pgstow workload";

    private final Connection connection;
    private final PreparedStatement[] statements;
    private final ParameterSource[][] sources;
    /** At each place the weights up to and with that statement. */
    private final int[] weights;

    private WorkloadSession(
            Connection connection, PreparedStatement[] statements, ParameterSource[][] sources, int[] weights) {
        this.connection = connection;
        this.statements = statements;
        this.sources = sources;
        this.weights = weights;
    }

    /**
     * Takes over a connection.
     *
     * @param sources for each statement one for each of its parameters
     * @throws SQLException when the driver cannot make sense of a statement
     */
    static WorkloadSession prepare(
            Connection connection, StatementList workload, ParameterSource[][] sources, boolean readOnly)
            throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("set default_transaction_read_only = " + (readOnly ? "on" : "off"));
        }
        connection.unwrap(PGConnection.class).setPrepareThreshold(1);
        List<WeightedStatement> list = workload.statements();
        PreparedStatement[] statements = new PreparedStatement[list.size()];
        int[] weights = new int[list.size()];
        int sum = 0;
        for (int i = 0; i < statements.length; i++) {
            statements[i] = connection.prepareStatement(list.get(i).sql());
            sum += list.get(i).weight();
            weights[i] = sum;
        }
        return new WorkloadSession(connection, statements, sources, weights);
    }

    void executeOne(SplittableRandom random) throws SQLException {
        int drawn = random.nextInt(weights[weights.length - 1]);
        int chosen = 0;
        while (drawn >= weights[chosen]) {
            chosen++;
        }
        execute(chosen, random);
    }

    /** Executes one of the statements; the driver has fetched all rows when it returns. */
    void execute(int index, SplittableRandom random) throws SQLException {
        PreparedStatement statement = statements[index];
        ParameterSource[] values = sources[index];
        for (int i = 0; i < values.length; i++) {
            // text of no type: the server decides, whatever the column is
            statement.setObject(i + 1, values[i].next(random), Types.OTHER);
        }
        statement.execute();
    }

    /** Cancels what this session executes right now, from another thread. */
    void cancel() {
        try {
            connection.unwrap(PGConnection.class).cancelQuery();
        } catch (SQLException e) {
            // the session is ending by itself
            return;
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
