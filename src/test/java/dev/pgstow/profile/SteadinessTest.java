package dev.pgstow.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import dev.pgstow.model.Course;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class SteadinessTest {
    private static final double WINDOW = 0.05;

    private final Random random = new Random(11);

    @Test
    void an_even_rate_with_some_noise_is_steady() {
        for (int seed = 0; seed < 50; seed++) {
            assertThat(Steadiness.of(windows(2, t -> 3000 * noise(0.05))).course())
                    .isEqualTo(Course.STEADY);
        }
    }

    @Test
    void few_requests_in_whole_numbers_are_no_noise() {
        // 90 a second: 4 or 5 in each window
        assertThat(Steadiness.of(windows(2, t -> 90)).course()).isEqualTo(Course.STEADY);
    }

    @Test
    void a_rate_that_keeps_falling_is_not_steady() {
        Course course = Steadiness.of(windows(2, t -> 3000 * (1 - 0.12 * t))).course();

        assertThat(course.steady()).isFalse();
        assertThat(course.burst()).isNull();
    }

    @Test
    void a_rate_that_jumps_about_is_not_steady() {
        assertThat(Steadiness.of(windows(2, t -> 3000 * noise(0.6))).course().steady())
                .isFalse();
    }

    @Test
    void a_drop_is_a_burst_with_both_levels_and_the_lower_counts() {
        for (double at : new double[] {0.4, 1.0, 1.5}) {
            Steadiness.Judgement judgement = Steadiness.of(windows(2, t -> (t < at ? 9000 : 3000) * noise(0.03)));

            assertThat(judgement.course().burst()).as("at " + at).isCloseTo(9000d, withPercentage(4));
            assertThat(judgement.from() * WINDOW).as("at " + at).isBetween(at - 0.1, at + 0.1);
        }
    }

    @Test
    void a_rise_is_no_burst() {
        assertThat(Steadiness.of(windows(2, t -> t < 1 ? 3000 : 9000)).course().burst())
                .isNull();
    }

    @Test
    void a_short_dip_is_no_burst() {
        assertThat(Steadiness.of(windows(2, t -> t > 0.9 && t < 1.1 ? 1000 : 3000))
                        .course()
                        .burst())
                .isNull();
    }

    @Test
    void it_is_reached_only_when_the_window_is_full() {
        List<Steadiness.Window> windows = windows(0.4, t -> 3000);

        assertThat(Steadiness.reached(windows, 0.5)).isFalse();
        assertThat(Steadiness.reached(windows, 0.4)).isTrue();
    }

    @Test
    void it_looks_at_the_last_windows_only() {
        List<Steadiness.Window> settled = windows(2, t -> t < 1 ? 500 + 2500 * t : 3000);

        assertThat(Steadiness.reached(settled, 0.8)).isTrue();
        assertThat(Steadiness.reached(settled, 2)).isFalse();
    }

    private double noise(double deviation) {
        return Math.max(0.05, 1 + deviation * random.nextGaussian());
    }

    /** Whole requests, the rest carried over to the next window. */
    private static List<Steadiness.Window> windows(double seconds, DoubleUnaryOperator rate) {
        List<Steadiness.Window> windows = new ArrayList<>();
        double open = 0;
        for (int i = 0; i < Math.round(seconds / WINDOW); i++) {
            open += rate.applyAsDouble(i * WINDOW) * WINDOW;
            windows.add(new Steadiness.Window(WINDOW, (long) open));
            open -= (long) open;
        }
        return windows;
    }
}
