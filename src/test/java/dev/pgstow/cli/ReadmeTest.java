package dev.pgstow.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.pgstow.files.PlanFile;
import dev.pgstow.files.WorkloadFile;
import dev.pgstow.model.ErrorCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** What the README and the examples say is so. */
class ReadmeTest {
    private static final Path README = Path.of("README.md");
    private static final Pattern COMMAND =
            Pattern.compile("\\s*(?:\\$ )?(?:java -jar target/pgstow\\.jar|pgstow) ([a-z-].*)");

    /** Those within fences, whatever they are called as. */
    static Stream<String> commands() throws IOException {
        List<String> commands = new ArrayList<>();
        boolean fenced = false;
        for (String line : Files.readAllLines(README)) {
            fenced ^= line.startsWith("```");
            Matcher command = COMMAND.matcher(line.replaceFirst("\\s+#.*", "").replaceFirst("\\s*&$", ""));
            if (fenced && command.matches()) {
                commands.add(command.group(1));
            }
        }
        return commands.stream();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void every_command_shown_is_one_that_the_program_takes(String command) {
        assertThatCode(() -> commandLine().parseArgs(command.split("\\s+")))
                .as(command)
                .doesNotThrowAnyException();
    }

    @Test
    void commands_are_found_at_all() throws IOException {
        assertThat(commands()).hasSizeGreaterThan(8);
    }

    @Test
    void every_command_of_the_program_is_in_the_table() throws IOException {
        String readme = Files.readString(README);

        for (String command : commandLine().getSubcommands().keySet()) {
            assertThat(readme).contains("| `" + command + "` |");
        }
    }

    @Test
    void every_error_is_in_the_table_with_its_exit_status() throws IOException {
        List<String> rows = Files.readAllLines(README).stream()
                .filter(line -> line.matches("\\| [0-9]+ \\|.*"))
                .toList();

        for (ErrorCode code : ErrorCode.values()) {
            assertThat(rows)
                    .as(code.word())
                    .filteredOn(row -> row.contains("`" + code.word() + "`"))
                    .singleElement()
                    .asString()
                    .startsWith("| " + code.exitStatus() + " |");
        }
    }

    @Test
    void the_plan_and_the_workload_shown_as_examples_are_read_without_a_complaint() {
        assertThat(PlanFile.read(Path.of("plans/demo.yaml")).moves()).isNotEmpty();
        assertThatCode(() -> WorkloadFile.read(Path.of("examples/lookups.yaml")))
                .doesNotThrowAnyException();
        assertThatCode(() -> WorkloadFile.read(Path.of("src/main/resources/demo/workload.yaml")))
                .doesNotThrowAnyException();
    }

    @Test
    void an_unknown_command_is_refused_with_a_guess() {
        StringWriter err = new StringWriter();
        Console console = new Console(new PrintWriter(new StringWriter()), new PrintWriter(err, true));

        int status = Pgstow.commandLine(console).execute("colect");

        assertThat(status).isEqualTo(2);
        assertThat(err).hasToString("""
                pgstow: error (usage): unmatched argument at index 0: 'colect'
                HINT: Did you mean 'collect'?
                """);
    }

    @Test
    void each_command_has_a_help_of_its_own_that_fits_a_terminal() {
        for (CommandLine command : commandLine().getSubcommands().values()) {
            assertThat(Arrays.stream(command.getUsageMessage().split("\n", -1)))
                    .as(command.getCommandName())
                    .allMatch(line -> line.length() <= 100)
                    .anyMatch(line -> line.contains("--help"));
        }
    }

    private static CommandLine commandLine() {
        PrintWriter nowhere = new PrintWriter(new StringWriter());
        return Pgstow.commandLine(new Console(nowhere, nowhere));
    }
}
