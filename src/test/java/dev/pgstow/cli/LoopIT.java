package dev.pgstow.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pgstow.files.PlanFile;
import dev.pgstow.plan.Method;
import dev.pgstow.plan.Move;
import dev.pgstow.plan.Plan;
import dev.pgstow.testing.TestServer;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The loop on real servers, by its commands: collect under load, advise with room for the indexes but not for the table,
 * migrate, undo. Both tablespaces lie on one disk here, so the tiers file is written by hand; what the moves bring is the
 * demo's to show.
 */
class LoopIT {
    private static final int ROWS = 300_000;
    private static final String CONTENT =
            "select count(*) || ' ' || md5(string_agg(md5(items::text), '' order by id)) from items";
    private static final String PLACES = "select c.relname || ' ' || coalesce(s.spcname, ds.spcname) from pg_class c"
            + " left join pg_tablespace s on s.oid = c.reltablespace"
            + " join pg_database d on d.datname = current_database()"
            + " join pg_tablespace ds on ds.oid = d.dattablespace"
            + " where c.relname like 'items%' and c.relkind in ('r', 'i') order by 1";

    @TempDir
    private Path directory;

    private TestServer server = TestServer.of(18);
    private String database = "";

    @ParameterizedTest
    @ValueSource(ints = {13, 15, 18})
    void what_advise_plans_is_where_migrate_puts_it_and_undo_takes_it_back(int major) throws Exception {
        server = TestServer.of(major);
        database = server.newDatabase();
        server.execute(
                database,
                "set default_tablespace = ts_slow",
                "create table items (id int primary key, code text not null, pad text not null)",
                "insert into items select n, md5(n::text), repeat('x', 200) from generate_series(1, " + ROWS + ") n",
                "create index items_code on items (code)",
                "vacuum analyze items",
                "alter database " + database + " set track_io_timing = off");
        List<String> placesBefore = server.values(database, PLACES);
        String contentBefore = server.value(database, CONTENT);
        Path plan = directory.resolve("plan.yaml");

        collectUnderLoad();
        succeed(
                "advise",
                "--tiers",
                TwoTiers.write(directory.resolve("tiers.yaml"), "60 MiB").toString(),
                "--snapshots",
                file("activity.snap"),
                "--clients",
                "1",
                "-o",
                plan.toString());

        List<Move> moves = onlyOurs(plan);
        assertThat(moves)
                .extracting(move -> move.relation().name() + " " + move.from() + " " + move.to())
                .containsExactlyInAnyOrder("items_pkey ts_slow ts_fast", "items_code ts_slow ts_fast");
        assertThat(moves).extracting(Move::method).containsOnly(major == 13 ? Method.ALTER : Method.REINDEX);

        succeed("migrate", connected(plan.toString(), "--execute", "--accept", "exclusive-lock"));
        assertThat(server.values(database, PLACES))
                .containsExactly("items ts_slow", "items_code ts_fast", "items_pkey ts_fast");
        assertThat(server.value(database, CONTENT)).isEqualTo(contentBefore);

        succeed("undo", connected(plan.toString(), "--execute", "--accept", "exclusive-lock"));
        assertThat(server.values(database, PLACES)).isEqualTo(placesBefore);
        assertThat(server.value(database, CONTENT)).isEqualTo(contentBefore);
        assertThat(server.values(database, "select indexrelid::regclass from pg_index where not indisvalid"))
                .isEmpty();
    }

    private void collectUnderLoad() throws Exception {
        CompletableFuture<Void> collecting = CompletableFuture.runAsync(
                () -> succeed("collect", connected("--every", "1s", "--for", "4s", "-o", file("activity.snap"))));
        try (Connection connection = server.connect(database);
                PreparedStatement byId = connection.prepareStatement("select pad from items where id = ?");
                PreparedStatement byCode =
                        connection.prepareStatement("select pad from items where code = md5(?::text)")) {
            while (!collecting.isDone()) {
                for (PreparedStatement statement : List.of(byId, byCode)) {
                    statement.setInt(1, ThreadLocalRandom.current().nextInt(1, ROWS + 1));
                    statement.execute();
                }
            }
        }
        collecting.join();
    }

    /** As a person would edit the plan: the server has databases of other tests. */
    private List<Move> onlyOurs(Path file) {
        Plan plan = PlanFile.read(file);
        List<Move> moves = plan.moves().stream()
                .filter(move -> move.relation().database().equals(database))
                .toList();
        PlanFile.write(file, new Plan(plan.cluster(), plan.basis(), plan.prediction(), plan.notes(), moves));
        return moves;
    }

    private String file(String name) {
        return directory.resolve(name).toString();
    }

    private String[] connected(String... options) {
        List<String> all =
                new ArrayList<>(List.of("-h", "localhost", "-p", "" + server.port(), "-U", "postgres", "-d", database));
        all.addAll(List.of(options));
        return all.toArray(String[]::new);
    }

    private static void succeed(String command, String... options) {
        StringWriter text = new StringWriter();
        PrintWriter all = new PrintWriter(text, true);
        List<String> arguments = new ArrayList<>(List.of(command));
        arguments.addAll(List.of(options));

        int status = Pgstow.commandLine(new Console(all, all)).execute(arguments.toArray(String[]::new));

        assertThat(status).as(text.toString()).isZero();
    }
}
