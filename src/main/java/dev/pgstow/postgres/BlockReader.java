package dev.pgstow.postgres;

import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.table;
import static org.jooq.impl.DSL.val;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jooq.DSLContext;
import org.jooq.SQLDialect;
import org.jooq.impl.DSL;

/**
 * Reads random blocks of relations through one connection, each by the address of a row ({@code ctid}), and takes the time of
 * the read itself from EXPLAIN (ANALYZE, BUFFERS) with track_io_timing; without that setting the time of the whole scan.
 */
final class BlockReader implements AutoCloseable {
    /** From 17 on the time of shared buffers has a name of its own. */
    private static final Pattern READ_TIME = Pattern.compile("\"(?:Shared )?I/O Read Time\": ([0-9.]+)");

    private static final Pattern SCAN_TIME = Pattern.compile("\"Actual Total Time\": ([0-9.]+)");
    private static final Pattern BLOCKS = Pattern.compile("\"Shared Read Blocks\": ([0-9]+)");

    private final Connection connection;
    private final DSLContext sql;
    private final List<ReadableRelations.Readable> relations;
    private final long blocks;
    private final boolean timed;
    private final SplittableRandom random = new SplittableRandom();

    /**
     * What a statement read.
     *
     * @param seconds of all its reads together
     */
    record Read(long blocks, double seconds) {}

    BlockReader(Connector connector, List<ReadableRelations.Readable> relations) {
        this.relations = relations;
        this.blocks =
                relations.stream().mapToLong(ReadableRelations.Readable::blocks).sum();
        this.connection = connector.open(relations.get(0).database(), "pgstow profile");
        try {
            this.sql = DSL.using(connection, SQLDialect.POSTGRES);
            sql.execute("set default_transaction_read_only = on");
            sql.execute("set statement_timeout = '30s'");
            sql.execute("set lock_timeout = '1s'");
            this.timed = timed();
        } catch (RuntimeException e) {
            closeQuietly();
            throw e;
        }
    }

    /** Whether the server tells the time of a read alone. */
    boolean timesReads() {
        return timed;
    }

    /** Reads so many random blocks of one relation, chosen by its size, with one statement. */
    Read read(int count) {
        ReadableRelations.Readable relation = relation();
        StringBuilder rows = new StringBuilder("{");
        for (int i = 0; i < count; i++) {
            rows.append(i == 0 ? "" : ",")
                    .append("\"(")
                    .append(random.nextLong(relation.blocks()))
                    .append(",1)\"");
        }
        String plan = sql.fetchSingle(
                        "explain (analyze, buffers, format json) select from {0} where ctid = any ({1}::tid[])",
                        table(name(relation.schema(), relation.name())),
                        val(rows.append('}').toString()))
                .get(0, String.class);
        long read = (long) number(BLOCKS, plan);
        return new Read(read, number(timed ? READ_TIME : SCAN_TIME, plan) / 1000);
    }

    @Override
    public void close() {
        closeQuietly();
    }

    private ReadableRelations.Readable relation() {
        long at = random.nextLong(blocks);
        for (ReadableRelations.Readable relation : relations) {
            at -= relation.blocks();
            if (at < 0) {
                return relation;
            }
        }
        return relations.get(0);
    }

    /** Only a superuser, or who was granted it (15+), may switch it on. */
    private boolean timed() {
        try {
            sql.execute("set track_io_timing = on");
            return true;
        } catch (org.jooq.exception.DataAccessException e) {
            return "on".equals(sql.fetchSingle("show track_io_timing").get(0, String.class));
        }
    }

    /** The first is that of the topmost node, which contains all others; zero where there is none. */
    private static double number(Pattern pattern, String plan) {
        Matcher matcher = pattern.matcher(plan);
        return matcher.find() ? Double.parseDouble(matcher.group(1)) : 0;
    }

    private void closeQuietly() {
        try {
            connection.close();
        } catch (SQLException e) {
            // nothing was changed, and nothing can be done
        }
    }
}
