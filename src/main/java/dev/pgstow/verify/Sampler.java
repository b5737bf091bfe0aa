package dev.pgstow.verify;

import java.util.Objects;

/** Where the values of a statement's parameter come from. */
public sealed interface Sampler {
    /** Whole numbers, each as likely as the other, both ends included. */
    record Uniform(long from, long to) implements Sampler {
        public Uniform {
            // the width must fit a long as well
            if (from > to || to - from < 0 || to - from == Long.MAX_VALUE) {
                throw new IllegalArgumentException("no range: " + from + " to " + to);
            }
        }
    }

    /**
     * Values that a query finds before the first run, each row as likely as the other. Absent values are left out.
     *
     * @param query its first column is taken
     * @param size how many rows are taken at most
     */
    record Sample(String query, int size) implements Sampler {
        public Sample {
            Objects.requireNonNull(query, "query");
            if (size < 1) {
                throw new IllegalArgumentException("a sample of " + size + " values");
            }
        }
    }

    /** Always the same, as the text of a literal. */
    record Constant(String value) implements Sampler {
        public Constant {
            Objects.requireNonNull(value, "value");
        }
    }
}
