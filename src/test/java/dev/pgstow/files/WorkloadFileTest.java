package dev.pgstow.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.verify.Sampler;
import dev.pgstow.verify.StatementList;
import dev.pgstow.verify.WeightedStatement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WorkloadFileTest {
    @TempDir
    Path directory;

    @Test
    void statements_are_read_with_their_weights_and_samplers() throws IOException {
        Path file = file("""
                pgstow: workload/1
                statements:
                - name: by id
                  weight: 70
                  sql: select * from products where id = ?
                  parameters:
                  - uniform: {from: 1, to: 3000000}
                - name: by gtin
                  weight: 30
                  sql: select * from products where gtin = ? and state = ? and on_sale = ?
                  parameters:
                  - sample: select gtin from products tablesample system (1)
                    size: 500
                  - value: no
                  - value: true
                - name: count
                  sql: select count(*) from small
                """);

        assertThat(WorkloadFile.read(file))
                .isEqualTo(new StatementList(List.of(
                        new WeightedStatement(
                                "by id",
                                70,
                                "select * from products where id = ?",
                                List.of(new Sampler.Uniform(1, 3_000_000))),
                        new WeightedStatement(
                                "by gtin",
                                30,
                                "select * from products where gtin = ? and state = ? and on_sale = ?",
                                List.of(
                                        new Sampler.Sample("select gtin from products tablesample system (1)", 500),
                                        new Sampler.Constant("no"),
                                        new Sampler.Constant("true"))),
                        new WeightedStatement("count", 1, "select count(*) from small", List.of()))));
    }

    @Test
    void all_problems_are_told_at_once_with_their_lines() throws IOException {
        Path file = file("""
                pgstow: workload/1
                statements:
                - name: a
                  sql: select ?
                  wieght: 3
                  parameters:
                  - uniform: {from: 10, to: 1}
                - name: a
                  sql: select ?
                  weight: 0
                  parameters:
                  - {}
                """);

        assertThatThrownBy(() -> WorkloadFile.read(file))
                .isInstanceOfSatisfying(
                        PgstowException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.BAD_FILE))
                .hasMessageContaining(":5: statements/0: unknown key 'wieght'")
                .hasMessageContaining(":7: from 10 to 1 is no range of 64-bit integers")
                .hasMessageContaining(":8: another statement before it is called 'a' as well")
                .hasMessageContaining(":10: statements/1/weight: '0'")
                .hasMessageContaining(":12: a parameter is one of uniform, sample and value");
    }

    private Path file(String text) throws IOException {
        return Files.writeString(directory.resolve("workload.yaml"), text);
    }
}
