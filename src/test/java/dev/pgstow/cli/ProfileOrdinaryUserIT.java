package dev.pgstow.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The packaged program, run by a user that is not root: by another one when root runs the tests. */
class ProfileOrdinaryUserIT {
    private static final int NOBODY = 65534;

    @TempDir
    private Path directory;

    private Path jar;
    private List<String> asOrdinaryUser;

    @BeforeEach
    void become_ordinary() throws IOException {
        boolean root = (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid") == 0;
        asOrdinaryUser = root
                ? List.of("setpriv", "--reuid", "" + NOBODY, "--regid", "" + NOBODY, "--clear-groups", "--")
                : List.of();
        permit(directory, "rwxr-xr-x");
        jar = Files.copy(ProfileProcess.jar(), directory.resolve("pgstow.jar"));
        permit(jar, "r--r--r--");
    }

    @Test
    void a_user_measures_a_directory_of_its_own_and_leaves_nothing_there() throws Exception {
        Path measured = own("measured");
        Path results = own("results");

        ProfileProcess.Ended ended = ProfileProcess.run(
                asOrdinaryUser, jar, measured, results.resolve("tiers.yaml"), "--size", "16MiB", "--time", "0.1s");

        assertThat(ended.status()).as(ended.text()).isZero();
        assertThat(measured).isEmptyDirectory();
        assertThat(results.resolve("tiers.yaml")).content().contains("random-read");
    }

    @Test
    void a_directory_that_a_user_may_not_write_to_is_refused_with_what_to_do() throws Exception {
        Path measured = Files.createDirectory(directory.resolve("measured"));
        permit(measured, "r-xr-xr-x");
        Path results = own("results");

        ProfileProcess.Ended ended =
                ProfileProcess.run(asOrdinaryUser, jar, measured, results.resolve("tiers.yaml"), "--size", "16MiB");

        assertThat(ended.status()).isEqualTo(4);
        assertThat(ended.text())
                .isEqualTo("pgstow: error (not-permitted): not permitted to write to '" + measured + "'\n"
                        + "HINT: Run pgstow on the server's machine as the user that runs the server, such as: sudo -u postgres"
                        + " pgstow profile. If that is not possible, measure another directory on the same file system with"
                        + " --dir TIER=DIRECTORY, or read what fio measured there with --import FILE.\n");
        assertThat(measured).isEmptyDirectory();
        assertThat(results).isEmptyDirectory();
        permit(measured, "rwxr-xr-x");
    }

    private Path own(String name) throws IOException {
        Path path = Files.createDirectory(directory.resolve(name));
        if (!asOrdinaryUser.isEmpty()) {
            Files.setAttribute(path, "unix:uid", NOBODY);
        }
        return path;
    }

    private static void permit(Path path, String permissions) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }
}
