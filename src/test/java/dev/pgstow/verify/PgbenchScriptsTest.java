package dev.pgstow.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pgstow.verify.PgbenchScripts.Protocol;
import dev.pgstow.verify.PgbenchScripts.Script;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PgbenchScriptsTest {
    private static final String LOOKUP = "\\set id random(1, 100 * :scale)\nselect v::text from item where id = :id;\n";

    @Test
    void scale_that_nobody_set_is_pointed_out() {
        assertThat(scripts(Protocol.PREPARED, LOOKUP, Map.of()).warnings())
                .containsExactly("script 'a.sql' uses :scale, which is 1 unless -D scale=N says otherwise");
        assertThat(scripts(Protocol.PREPARED, LOOKUP, Map.of("scale", "50")).warnings())
                .isEmpty();
    }

    @Test
    void a_variable_that_nothing_sets_is_pointed_out_where_pgbench_would_send_null() {
        String text = "select '2026-11-30 02:00:00'::timestamp, :nosuch, :client_id;\n";

        assertThat(scripts(Protocol.PREPARED, text, Map.of()).warnings())
                .containsExactly(
                        "script 'a.sql' uses :nosuch, which nothing sets and the prepared protocol takes for NULL"
                                + " (-D nosuch=VALUE)");
        assertThat(scripts(Protocol.SIMPLE, text, Map.of()).warnings()).isEmpty();
        assertThat(scripts(Protocol.PREPARED, "select 1 as nosuch \\gset\n" + text, Map.of())
                        .warnings())
                .isEmpty();
    }

    @Test
    void whatever_changes_the_work_changes_the_hash() {
        String hash = scripts(Protocol.PREPARED, LOOKUP, Map.of("a", "1")).hash();

        assertThat(scripts(Protocol.PREPARED, LOOKUP, Map.of("a", "1")).hash()).isEqualTo(hash);
        assertThat(List.of(
                        scripts(Protocol.SIMPLE, LOOKUP, Map.of("a", "1")).hash(),
                        scripts(Protocol.PREPARED, LOOKUP + "\n", Map.of("a", "1"))
                                .hash(),
                        scripts(Protocol.PREPARED, LOOKUP, Map.of("a", "2")).hash(),
                        scripts(Protocol.PREPARED, LOOKUP, Map.of()).hash(),
                        new PgbenchScripts(
                                        List.of(new Script("a.sql", 2, false, LOOKUP)),
                                        Map.of("a", "1"),
                                        Protocol.PREPARED)
                                .hash()))
                .doesNotHaveDuplicates()
                .doesNotContain(hash);
    }

    private static PgbenchScripts scripts(Protocol protocol, String text, Map<String, String> variables) {
        return new PgbenchScripts(List.of(new Script("a.sql", 1, false, text)), variables, protocol);
    }
}
