package dev.pgstow.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {
    @ParameterizedTest
    @CsvSource({
        "16384 x 8kB, 134217728",
        "2048 x kB, 2097152",
        "1024 x MB, 1073741824",
        "300 x B, 300",
        "128MB, 134217728",
        "8GB, 8589934592",
        "nonsense, 134217728"
    })
    void sizes_are_read_in_the_units_of_the_server(String value, double bytes) {
        assertThat(new Settings(Map.of("shared_buffers", value)).sharedBuffers())
                .isEqualTo(bytes);
    }

    @ParameterizedTest
    @CsvSource({"200 x ms, 0.2", "300 x s, 300", "5min, 300", "200ms, 0.2", "200, 0.2"})
    void times_are_in_seconds(String value, double seconds) {
        assertThat(new Settings(Map.of("bgwriter_delay", value)).seconds("bgwriter_delay", 1))
                .isEqualTo(seconds);
    }
}
