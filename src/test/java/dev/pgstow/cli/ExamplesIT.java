package dev.pgstow.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pgstow.files.PlanFile;
import dev.pgstow.testing.TestServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example is run as it is, with the packaged program. */
class ExamplesIT {
    @TempDir
    private Path directory;

    @Test
    void the_loop_of_the_example_ends_with_a_plan_and_a_dry_run() throws Exception {
        TestServer server = TestServer.of(18);
        String database = server.newDatabase();
        server.execute(
                database,
                "set default_tablespace = ts_slow",
                "create table products (id int primary key, gtin text not null, title text not null)",
                "insert into products select n, md5(n::text), repeat('x', 150) from generate_series(1, 100000) n",
                "create index products_gtin on products (gtin)",
                "vacuum analyze products");
        TwoTiers.write(directory.resolve("tiers.yaml"), "2 GiB");
        Path log = directory.resolve("log");
        ProcessBuilder loop = new ProcessBuilder(
                        Path.of("examples/loop.sh").toAbsolutePath().toString(),
                        Path.of("examples/lookups.yaml").toAbsolutePath().toString(),
                        "fast=1GiB")
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        loop.environment().keySet().removeIf(name -> name.startsWith("PG"));
        loop.environment()
                .putAll(Map.of(
                        "PGHOST", "localhost",
                        "PGPORT", Integer.toString(server.port()),
                        "PGUSER", "postgres",
                        "PGDATABASE", database,
                        "PGSTOW_JAR",
                                Path.of(System.getProperty("pgstow.jar", "target/pgstow.jar"))
                                        .toAbsolutePath()
                                        .toString(),
                        "EVERY", "1s",
                        "FOR", "4s",
                        "CLIENTS", "1",
                        "SECONDS_A_RUN", "1"));

        Process process = loop.start();

        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(log)).isZero();
        assertThat(Files.readString(log)).contains("Nothing was changed; add --execute.", "If you agree:");
        assertThat(PlanFile.read(directory.resolve("plan.yaml"))
                        .cluster()
                        .version()
                        .major())
                .isEqualTo(18);
        assertThat(server.value(
                        database,
                        "select count(*) from pg_class where reltablespace ="
                                + " (select oid from pg_tablespace where spcname = 'ts_fast')"))
                .isEqualTo("0");
    }
}
