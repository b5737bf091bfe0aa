package dev.pgstow.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationTextTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0s",
        "250, 0.25s",
        "1500, 1.5s",
        "95000, 95s",
        "130000, 2m 10s",
        "120000, 120s",
        "3600000, 1h",
        "86400000, 24h",
        "273600000, 3d 4h",
        "3600001, 1h 0.001s"
    })
    void durations_have_one_text_that_is_read_back(long millis, String text) {
        assertThat(DurationText.of(Duration.ofMillis(millis))).isEqualTo(text);
        assertThat(DurationText.parse(text)).isEqualTo(Duration.ofMillis(millis));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "5", "1s 2m", "-1s", "PT1S", "1m1m", "s"})
    void other_texts_are_refused(String text) {
        assertThatThrownBy(() -> DurationText.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void blanks_between_parts_do_not_matter() {
        assertThat(DurationText.parse(" 2m10s ")).isEqualTo(Duration.ofSeconds(130));
    }

    @ParameterizedTest
    @CsvSource({"200ms, 200", "5min, 300000", "1s 50ms, 1050", "2m, 120000"})
    void what_postgresql_settings_take_is_read(String text, long milliseconds) {
        assertThat(DurationText.parse(text)).isEqualTo(Duration.ofMillis(milliseconds));
    }
}
