package dev.pgstow.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pgstow.testing.Program;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How the packaged program starts. */
class StartIT {
    @ParameterizedTest
    @ValueSource(strings = {"--help", "collect --help"})
    void help_does_not_wait_for_the_libraries_of_the_database(String arguments) {
        Program help = Program.run(List.of("-verbose:class"), Map.of(), arguments.split(" "));

        assertThat(help.exitStatus()).isZero();
        assertThat(help.out()).contains("Usage: pgstow", " dev.pgstow.cli.Pgstow ");
        assertThat(help.out()
                        .lines()
                        .filter(line -> line.matches(".* (org\\.jooq|org\\.postgresql|tools\\.jackson)\\..*")))
                .isEmpty();
    }

    @Test
    void a_level_that_does_not_exist_is_told() {
        Program help = Program.run(List.of(), Map.of("PGSTOW_LOG", "verbose"), "--version");

        assertThat(help.exitStatus()).isZero();
        assertThat(help.out()).startsWith("pgstow ");
        assertThat(help.err())
                .isEqualTo("WARNING: PGSTOW_LOG is 'verbose', which is none of error, warn, info and debug\n");
    }
}
