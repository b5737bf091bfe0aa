package dev.pgstow.collect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.Checkpoints;
import dev.pgstow.model.DeviceReads;
import dev.pgstow.model.DeviceReads.Source;
import dev.pgstow.model.MachineCounters;
import dev.pgstow.model.MachineCounters.DeviceCounters;
import dev.pgstow.model.Settings;
import dev.pgstow.model.WorkloadCounters;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReachedDeviceTest {
    private static final Settings TIMED = new Settings(Map.of("track_io_timing", "on"));

    /** 1,000 blocks were read, in a second. */
    private static WorkloadCounters counted(@Nullable Long kernelBytes, @Nullable Long diskBytes) {
        MachineCounters machine = diskBytes == null
                ? null
                : new MachineCounters(2, ByteSize.ZERO, 0d, 0, Map.of("sda", new DeviceCounters(1, diskBytes, 0, 0)));
        return new WorkloadCounters(
                1,
                0,
                1000,
                0,
                1,
                0,
                null,
                0,
                new WorkloadCounters.Wal(0, 0, 0, 0, null),
                0,
                0,
                Checkpoints.NONE,
                List.of(),
                kernelBytes,
                machine);
    }

    @Test
    void what_tells_best_is_asked_first() {
        Settings direct = new Settings(Map.of("debug_io_direct", "data,wal"));
        assertThat(ReachedDevice.of(counted(8192L, 8192L), direct))
                .isEqualTo(new DeviceReads(Source.DIRECT_IO, 1d, null));
        assertThat(ReachedDevice.of(counted(8192L * 300, 8192L * 500), TIMED))
                .isEqualTo(new DeviceReads(Source.KCACHE, 0.3, 0.001));
        assertThat(ReachedDevice.of(counted(null, 8192L * 500), TIMED))
                .isEqualTo(new DeviceReads(Source.DISKSTATS, 0.5, 0.001));
        assertThat(ReachedDevice.of(counted(null, null), TIMED)).isEqualTo(new DeviceReads(Source.TIMING, null, 0.001));
        assertThat(ReachedDevice.of(counted(null, null), new Settings(Map.of())))
                .isEqualTo(DeviceReads.UNKNOWN);
    }

    @Test
    void no_share_is_above_one_and_counters_that_went_down_tell_nothing() {
        assertThat(ReachedDevice.of(counted(8192L * 4000, null), TIMED).share()).isEqualTo(1);
        assertThat(ReachedDevice.of(counted(null, 8192L * 4000), TIMED).share()).isEqualTo(1);
        assertThat(ReachedDevice.of(counted(-1L, 8192L * 500), TIMED).source()).isEqualTo(Source.DISKSTATS);
    }

    @Test
    void only_what_was_counted_for_the_server_alone_is_more_than_a_bound() {
        assertThat(new DeviceReads(Source.KCACHE, 0.3, null).counted()).isEqualTo(0.3);
        assertThat(new DeviceReads(Source.DISKSTATS, 0.3, null).counted()).isNull();
    }
}
