package dev.pgstow.migrate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pgstow.model.PgstowException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WindowTest {
    private static final ZoneId UTC = ZoneId.of("UTC");
    private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

    private static Instant at(String local, ZoneId zone) {
        return LocalDateTime.parse(local).atZone(zone).toInstant();
    }

    private static Window window(String text, ZoneId zone) {
        return Window.parse(text, zone, Instant.EPOCH);
    }

    @ParameterizedTest
    @CsvSource({
        "2026-08-12T22:00:00, 22:00-04:00, 21600",
        "2026-08-12T23:59:59, 22:00-04:00, 14401",
        "2026-08-13T00:00:00, 22:00-04:00, 14400",
        "2026-08-13T03:59:30, 22:00-04:00, 30",
        "2026-12-31T23:30:00, 23:00-01:00, 5400",
        "2028-02-28T23:30:00, 23:00-01:00, 5400",
        "2028-02-29T00:30:00, 23:00-01:00, 1800",
        "2026-08-12T02:00:00, 02:00-04:00, 7200",
        "2026-08-12T03:59:59, 2:00-4:00, 1",
        "2026-08-12T23:00:00, 22:00-24:00, 3600",
    })
    void an_open_window_says_how_long_it_stays_open(String now, String text, long seconds) {
        Window window = window(text, UTC);

        assertThat(window.contains(at(now, UTC))).isTrue();
        assertThat(window.remaining(at(now, UTC))).isEqualTo(Duration.ofSeconds(seconds));
        assertThat(window.nextOpening(at(now, UTC))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "2026-08-12T21:59:59, 22:00-04:00, 2026-08-12T22:00:00",
        "2026-08-13T04:00:00, 22:00-04:00, 2026-08-13T22:00:00",
        "2026-08-12T01:59:59, 02:00-04:00, 2026-08-12T02:00:00",
        "2026-08-12T04:00:00, 02:00-04:00, 2026-08-13T02:00:00",
        "2026-12-31T04:00:00, 02:00-04:00, 2027-01-01T02:00:00",
    })
    void a_closed_window_says_when_it_opens_and_its_end_is_closed(String now, String text, String opens) {
        Window window = window(text, UTC);

        assertThat(window.contains(at(now, UTC))).isFalse();
        assertThat(window.remaining(at(now, UTC))).isZero();
        assertThat(window.nextOpening(at(now, UTC))).contains(at(opens, UTC));
    }

    /** 2026-08-15 is a Saturday. */
    @ParameterizedTest
    @CsvSource({
        "'Sat,Sun 01:00-05:00', 2026-08-15T01:00:00, true",
        "'Sat,Sun 01:00-05:00', 2026-08-16T04:59:59, true",
        "'Sat,Sun 01:00-05:00', 2026-08-17T01:00:00, false",
        "'sat 22:00-04:00', 2026-08-16T03:00:00, true",
        "'Sat 22:00-04:00', 2026-08-15T03:00:00, false",
        "'Mon-Fri 22:00-04:00', 2026-08-15T03:00:00, true",
        "'Mon-Fri 22:00-04:00', 2026-08-17T03:00:00, false",
        "'Fri-Mon 22:00-23:00', 2026-08-16T22:30:00, true",
        "'Saturday 22:00-23:00', 2026-08-15T22:30:00, true",
    })
    void days_are_those_on_which_it_opens(String text, String now, boolean open) {
        assertThat(window(text, UTC).contains(at(now, UTC))).isEqualTo(open);
    }

    @Test
    void a_weekly_window_opens_next_week() {
        assertThat(window("Sat 01:00-05:00", UTC).nextOpening(at("2026-08-15T05:00:00", UTC)))
                .contains(at("2026-08-22T01:00:00", UTC));
    }

    @Test
    void whole_days_that_follow_each_other_are_one_window() {
        Window window = window("Sat,Sun 00:00-24:00", UTC);

        assertThat(window.remaining(at("2026-08-15T12:00:00", UTC))).isEqualTo(Duration.ofHours(36));
        assertThat(window.contains(at("2026-08-17T00:00:00", UTC))).isFalse();
    }

    @Test
    void every_day_all_day_is_open() {
        assertThat(window("00:00-24:00", UTC).remaining(at("2026-08-13T12:00:00", UTC)))
                .isGreaterThanOrEqualTo(Duration.ofHours(12));
    }

    @Test
    void a_span_begins_now_and_ends_once() {
        Instant now = Instant.parse("2026-08-12T10:00:00Z");
        Window window = Window.parse("90m", UTC, now);

        assertThat(window.remaining(now.plusSeconds(60))).isEqualTo(Duration.ofMinutes(89));
        assertThat(window.contains(now.plusSeconds(5400))).isFalse();
        assertThat(window.nextOpening(now.plusSeconds(5400))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "03:00-03:00",
                "25:00-26:00",
                "24:00-02:00",
                "02:00",
                "0s",
                "",
                "soon",
                "Foo 01:00-02:00",
                "02:60-03:00",
                "Sat-Sun-Mon 01:00-02:00",
                "-5m",
                "02:00-04:00 extra"
            })
    void what_is_no_window_or_ambiguous_is_an_error(String text) {
        assertThatThrownBy(() -> window(text, UTC))
                .isInstanceOf(PgstowException.class)
                .hasMessage("'" + text + "' is not a window");
    }

    /** Berlin leaves out 02:00 to 03:00 on 2026-03-29. */
    @Test
    void an_hour_that_the_clocks_leave_out_is_missing() {
        Window window = window("01:00-04:00", BERLIN);

        assertThat(window.remaining(at("2026-03-29T01:00:00", BERLIN))).isEqualTo(Duration.ofHours(2));
        assertThat(window("02:15-02:45", BERLIN).nextOpening(at("2026-03-29T00:00:00", BERLIN)))
                .contains(at("2026-03-30T02:15:00", BERLIN));
        assertThat(window("02:30-04:00", BERLIN).remaining(at("2026-03-29T03:00:00", BERLIN)))
                .isEqualTo(Duration.ofHours(1));
    }

    /** Berlin shows 02:00 to 03:00 twice on 2026-10-25, first two hours before UTC, then one. */
    @Test
    void an_hour_that_the_clocks_show_twice_counts_once() {
        Window late = window("02:30-04:00", BERLIN);
        Window early = window("01:00-02:30", BERLIN);
        Window within = window("02:10-02:50", BERLIN);

        assertThat(late.contains(Instant.parse("2026-10-25T00:40:00Z"))).isFalse();
        assertThat(late.remaining(Instant.parse("2026-10-25T01:30:00Z"))).isEqualTo(Duration.ofMinutes(90));
        assertThat(early.remaining(Instant.parse("2026-10-25T00:20:00Z"))).isEqualTo(Duration.ofMinutes(10));
        assertThat(early.contains(Instant.parse("2026-10-25T01:20:00Z"))).isFalse();
        assertThat(within.remaining(Instant.parse("2026-10-25T00:10:00Z"))).isEqualTo(Duration.ofMinutes(40));
        assertThat(within.contains(Instant.parse("2026-10-25T01:20:00Z"))).isFalse();
    }

    @Test
    void a_window_is_read_in_its_own_zone() {
        assertThat(window("02:00-04:00", ZoneId.of("Asia/Tokyo")).contains(Instant.parse("2026-08-11T17:30:00Z")))
                .isTrue();
    }
}
