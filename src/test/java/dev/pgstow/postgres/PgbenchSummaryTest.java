package dev.pgstow.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.pgstow.model.PgstowException;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class PgbenchSummaryTest {
    @Test
    void the_first_generation_has_no_mean_latency_and_statement_latencies_at_the_end() {
        PgbenchSummary summary = PgbenchSummary.parse("""
                starting vacuum...end.
                transaction type: Custom query
                scaling factor: 1
                query mode: simple
                number of clients: 8
                number of threads: 1
                duration: 60 s
                number of transactions actually processed: 30120
                tps = 501.733104 (including connections establishing)
                tps = 502.012877 (excluding connections establishing)
                statement latencies in milliseconds:
                \t0.003101\t\\setrandom aid 1 :naccounts
                \t15.920044\tSELECT abalance FROM pgbench_accounts WHERE aid = :aid;
                """);

        assertThat(summary)
                .isEqualTo(new PgbenchSummary(502.012877, 30120, OptionalLong.empty(), OptionalDouble.empty()));
    }

    @Test
    void the_second_generation_has_two_lines_of_tps_of_which_the_one_without_connecting_counts() {
        PgbenchSummary summary = PgbenchSummary.parse("""
                progress: 30.0 s, 1203.1 tps, lat 6.640 ms stddev 2.012
                transaction type: lookups.sql
                scaling factor: 1
                query mode: prepared
                number of clients: 8
                number of threads: 2
                duration: 60 s
                number of transactions actually processed: 72210
                latency average = 6.645 ms
                latency stddev = 2.101 ms
                tps = 1203.112907 (including connections establishing)
                tps = 1203.640511 (excluding connections establishing)
                """);

        assertThat(summary.tps()).isEqualTo(1203.640511);
        assertThat(summary.transactions()).isEqualTo(72210);
        assertThat(summary.failures()).isEmpty();
        assertThat(summary.latencySeconds()).hasValueCloseTo(0.006645, within(1e-12));
    }

    @Test
    void the_third_generation_counts_failures_and_the_figures_of_single_scripts_are_not_the_total() {
        PgbenchSummary summary = PgbenchSummary.parse("""
                pgbench (16.4)
                transaction type: multiple scripts
                scaling factor: 1
                query mode: prepared
                number of clients: 8
                number of threads: 2
                maximum number of tries: 1
                duration: 60 s
                number of transactions actually processed: 90000
                number of failed transactions: 12 (0.013%)
                latency average = 5.333 ms (including failures)
                initial connection time = 11.902 ms
                tps = 1500.297101 (without initial connection time)
                SQL script 1: read.sql
                 - weight: 75 (targets 75.0% of total)
                 - 67510 transactions (75.0% of total, tps = 1125.389525)
                 - number of failed transactions: 0 (0.000%)
                 - latency average = 4.101 ms
                SQL script 2: write.sql
                 - weight: 25 (targets 25.0% of total)
                 - 22490 transactions (25.0% of total, tps = 374.907576)
                 - number of failed transactions: 12 (0.053%)
                 - latency average = 9.031 ms
                """);

        assertThat(summary.tps()).isEqualTo(1500.297101);
        assertThat(summary.failures()).hasValue(12);
        assertThat(summary.latencySeconds()).hasValueCloseTo(0.005333, within(1e-12));
    }

    @Test
    void figures_of_single_scripts_are_not_taken_when_the_total_has_none() {
        String output = """
                number of transactions actually processed: 0
                number of failed transactions: 0 (NaN%)
                SQL script 1: read.sql
                 - 0 transactions (NaN% of total, tps = NaN)
                tps = 12.5 (without initial connection time)
                """;

        assertThatThrownBy(() -> PgbenchSummary.parse(output))
                .isInstanceOf(PgstowException.class)
                .hasMessage("pgbench reports no transactions per second: no transaction ended");
    }
}
