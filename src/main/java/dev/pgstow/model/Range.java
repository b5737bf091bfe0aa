package dev.pgstow.model;

/** A predicted number: low, likely and high, in this order, in the unit of its place. */
public record Range(double low, double likely, double high) {
    public Range {
        if (!(low <= likely && likely <= high)) {
            throw new IllegalArgumentException("not a range: " + low + ", " + likely + ", " + high);
        }
    }
}
