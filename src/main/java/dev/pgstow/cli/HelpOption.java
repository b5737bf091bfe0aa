package dev.pgstow.cli;

import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** {@code -?} and {@code --help} for every command, as psql has them ({@code -h} is the host), and {@code -V}. */
final class HelpOption {
    private HelpOption() {}

    static void addTo(CommandLine commandLine) {
        commandLine
                .getCommandSpec()
                .addOption(option("show the version, then exit", "-V", "--version")
                        .versionHelp(true)
                        .build());
        addHelp(commandLine.getCommandSpec());
        commandLine.getSubcommands().values().forEach(command -> addHelp(command.getCommandSpec()));
    }

    private static void addHelp(CommandSpec spec) {
        spec.addOption(option("show this help, then exit", "-?", "--help")
                .usageHelp(true)
                .build());
    }

    private static OptionSpec.Builder option(String description, String... names) {
        return OptionSpec.builder(names).type(boolean.class).arity("0").description(description);
    }
}
