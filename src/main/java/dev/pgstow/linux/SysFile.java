package dev.pgstow.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads the one-line files of {@code /sys} and {@code /proc/sys}. */
final class SysFile {
    private SysFile() {}

    /** Its text without space around it; empty when there is no such file. */
    static String text(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException e) {
            return "";
        }
    }
}
