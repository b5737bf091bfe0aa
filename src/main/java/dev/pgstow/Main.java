package dev.pgstow;

import dev.pgstow.cli.Pgstow;

/** The program's entry. Nothing else ends the process. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        System.exit(Pgstow.run(arguments));
    }
}
