package dev.pgstow.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pgstow.model.MachineCounters;
import dev.pgstow.model.MachineCounters.DeviceCounters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerMachineTest {
    @TempDir
    private Path root;

    private Path proc = Path.of("");
    private Path data = Path.of("");

    @BeforeEach
    void a_machine_with_a_server_of_two_backends() throws IOException {
        proc = root.resolve("proc");
        data = Files.createDirectories(root.resolve("data"));
        Files.writeString(data.resolve("postmaster.pid"), "100\n/data\n1700000000\n5432\n");
        Files.createDirectories(proc);
        Files.writeString(proc.resolve("stat"), "cpu  500 0 300 9000 200 0 10 0 0 0\ncpu0 1 2 3\n");
        process(100, "postgres", 1, 10, 20, 1000, 500);
        process(101, "postgres: a (b) c", 100, 40, 5, 7, 7);
        process(102, "postgres", 100, 60, 15, 0, 0);
        process(200, "java", 1, 9000, 9000, 0, 0);
    }

    @Test
    void the_time_of_a_server_is_that_of_its_processes_and_of_those_that_ended() {
        MachineCounters counters = new ServerMachine(data, Set.of(), proc).counters();

        // (10+20+1000+500) + (40+5) + (60+15) ticks of 10 ms
        assertThat(counters).isNotNull();
        assertThat(counters.serverSeconds()).isEqualTo(16.5);
        assertThat(counters.busySeconds()).isEqualTo(8.1);
        assertThat(counters.devices()).isEmpty();
    }

    @Test
    void disks_are_counted_in_requests_and_bytes() throws IOException {
        Path disk = Files.createDirectories(root.resolve("sys/vda"));
        Files.writeString(disk.resolve("stat"), "  11 1 80 5 22 2 160 6 0 7 8 0 0 0 0 0 0\n");

        MachineCounters counters = new ServerMachine(data, Set.of(disk), proc).counters();

        assertThat(counters).isNotNull();
        assertThat(counters.devices()).isEqualTo(Map.of("vda", new DeviceCounters(11, 80 * 512, 22, 160 * 512)));
    }

    @Test
    void nothing_is_told_of_a_server_that_is_not_here() {
        assertThat(new ServerMachine(root.resolve("elsewhere"), Set.of(), proc).counters())
                .isNull();
    }

    private void process(int pid, String name, int parent, long... ticks) throws IOException {
        Path folder = Files.createDirectories(proc.resolve(Integer.toString(pid)));
        Files.writeString(
                folder.resolve("stat"),
                pid + " (" + name + ") S " + parent + " 1 1 0 -1 4194560 1 2 3 4 " + ticks[0] + " " + ticks[1] + " "
                        + ticks[2] + " " + ticks[3] + " 20 0 1 0 100 0 0\n");
    }
}
