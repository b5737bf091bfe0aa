package dev.pgstow.postgres;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What pgbench prints at the end of a run, in the forms of 9.3 to 18. What a version does not report is absent, never 0.
 *
 * @param tps without the time to connect
 * @param transactions that succeeded
 * @param failures from 15 on
 * @param latencySeconds the mean; not before 9.4
 */
record PgbenchSummary(double tps, long transactions, OptionalLong failures, OptionalDouble latencySeconds) {
    private static final List<Pattern> TPS = List.of(
            Pattern.compile("tps = ([0-9.]+) \\(without initial connection time\\)"),
            Pattern.compile("tps = ([0-9.]+) \\(excluding connections establishing\\)"),
            Pattern.compile("tps = ([0-9.]+) \\(including reconnection times\\)"));
    private static final Pattern TRANSACTIONS =
            Pattern.compile("number of transactions actually processed: ([0-9]+)(?:/[0-9]+)?");
    private static final Pattern FAILURES = Pattern.compile("number of failed transactions: ([0-9]+) \\(.*\\)");
    private static final Pattern LATENCY =
            Pattern.compile("latency average(?: =|:) ([0-9.]+) ms(?: \\(including failures\\))?");

    /** From here on lines are about one script or one statement. */
    private static final Pattern DETAILS = Pattern.compile("SQL script [0-9]+: .*|statement latencies in .*");

    /**
     * Reads the summary.
     *
     * @throws PgstowException (refused) when there is none, because no transaction ended
     */
    static PgbenchSummary parse(String output) {
        List<String> lines = output.lines()
                .map(String::strip)
                .takeWhile(line -> !DETAILS.matcher(line).matches())
                .toList();
        double tps = TPS.stream()
                .flatMap(pattern -> first(lines, pattern).stream())
                .mapToDouble(Double::parseDouble)
                .findFirst()
                .orElseThrow(() -> withoutResult());
        long transactions = first(lines, TRANSACTIONS).map(Long::parseLong).orElseThrow(PgbenchSummary::withoutResult);
        if (!(tps > 0) || transactions == 0) {
            throw withoutResult();
        }
        return new PgbenchSummary(
                tps,
                transactions,
                first(lines, FAILURES)
                        .map(text -> OptionalLong.of(Long.parseLong(text)))
                        .orElse(OptionalLong.empty()),
                first(lines, LATENCY)
                        .map(text -> OptionalDouble.of(Double.parseDouble(text) / 1000))
                        .orElse(OptionalDouble.empty()));
    }

    private static Optional<String> first(List<String> lines, Pattern pattern) {
        return lines.stream()
                .map(pattern::matcher)
                .filter(Matcher::matches)
                .map(matcher -> matcher.group(1))
                .findFirst();
    }

    private static PgstowException withoutResult() {
        return new PgstowException(
                ErrorCode.REFUSED,
                "pgbench reports no transactions per second: no transaction ended",
                "Make the runs longer with -T, and look at what the script waits for.");
    }
}
