package dev.pgstow.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoriesTest {
    @TempDir
    private Path directory;

    @Test
    void what_is_no_directory_is_called_what_it_is() throws Exception {
        Path file = Files.createFile(directory.resolve("file"));
        Path link = Files.createSymbolicLink(directory.resolve("link"), file);

        refused(Path.of("/dev/null"), "'/dev/null' is a character device, not a directory");
        refused(file, "'" + file + "' is a regular file, not a directory");
        refused(link, "'" + link + "' leads to '" + file.toRealPath() + "', which is a regular file, not a directory");
    }

    @Test
    void a_link_to_a_directory_is_followed() throws Exception {
        Path real = Files.createDirectory(directory.resolve("real"));
        Path link = Files.createSymbolicLink(directory.resolve("link"), real);

        assertThat(Directories.writable(link)).isEqualTo(real.toRealPath());
    }

    @Test
    void a_link_to_nothing_is_not_on_this_machine() throws Exception {
        Path link = Files.createSymbolicLink(directory.resolve("link"), directory.resolve("gone"));

        refused(link, "no directory '" + link + "' on this machine");
    }

    private static void refused(Path path, String message) {
        assertThatThrownBy(() -> Directories.real(path))
                .isInstanceOfSatisfying(
                        PgstowException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.REFUSED))
                .hasMessage(message);
    }
}
