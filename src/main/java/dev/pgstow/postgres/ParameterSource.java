package dev.pgstow.postgres;

import java.util.SplittableRandom;

/** The values of one parameter, as text whose type the server infers, as it does for pgbench. */
interface ParameterSource {
    String next(SplittableRandom random);

    static ParameterSource uniform(long from, long to) {
        return random -> Long.toString(from + random.nextLong(to - from + 1));
    }

    static ParameterSource oneOf(String... values) {
        return random -> values[random.nextInt(values.length)];
    }

    static ParameterSource always(String value) {
        return random -> value;
    }
}
