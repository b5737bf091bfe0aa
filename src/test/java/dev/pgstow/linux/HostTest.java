package dev.pgstow.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.Environment;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostTest {
    @TempDir
    private Path proc;

    @Test
    void kernel_processors_and_memory_are_read() throws Exception {
        Files.createDirectories(proc.resolve("sys/kernel"));
        Files.writeString(proc.resolve("sys/kernel/ostype"), "Linux\n");
        Files.writeString(proc.resolve("sys/kernel/osrelease"), "6.1.0-18-amd64\n");
        Files.writeString(proc.resolve("meminfo"), "MemTotal:       65746944 kB\nMemFree:         1234567 kB\n");

        Environment environment = new Host(proc, 16).environment().orElseThrow();

        assertThat(environment.kernel()).isEqualTo("Linux 6.1.0-18-amd64");
        assertThat(environment.cpus()).isEqualTo(16);
        assertThat(environment.memory()).isEqualTo(new ByteSize(65746944L * 1024));
        assertThat(environment.server()).isNull();
        assertThat(environment.settings()).isEmpty();
    }

    @Test
    void where_the_kernel_tells_nothing_there_is_no_environment() {
        assertThat(new Host(proc, 16).environment()).isEmpty();
    }

    @Test
    void this_machine_tells() {
        assertThat(new Host().environment()).hasValueSatisfying(environment -> {
            assertThat(environment.kernel()).startsWith("Linux ").endsWith(System.getProperty("os.version"));
            assertThat(environment.memory()).isGreaterThan(ByteSize.ofMiB(256));
        });
    }
}
