package dev.pgstow.model;

/** Space of a tier that stays free: a share of the capacity (0 to 1) or a size, whichever was given; the other is zero. */
public record Reserve(double share, ByteSize size) {
    /** A tier filled to the brim can never rebuild an index in place again. */
    public static final Reserve DEFAULT = new Reserve(0.10, ByteSize.ZERO);

    public Reserve {
        if (!(share >= 0 && share < 1)) {
            throw new IllegalArgumentException("a reserve of " + share * 100 + " % leaves nothing");
        }
    }

    /**
     * Reads {@code 10%} or {@code 5 GiB}.
     *
     * @throws IllegalArgumentException when the text is neither
     */
    public static Reserve parse(String text) {
        String trimmed = text.strip();
        if (trimmed.matches("[0-9]{1,2}(\\.[0-9]+)?\\s*%")) {
            return new Reserve(
                    Double.parseDouble(
                                    trimmed.substring(0, trimmed.length() - 1).strip())
                            / 100,
                    ByteSize.ZERO);
        }
        return new Reserve(0, ByteSize.parse(text));
    }

    public ByteSize of(ByteSize capacity) {
        return capacity.times(share).plus(size);
    }

    @Override
    public String toString() {
        double percent = Math.round(share * 10000) / 100d;
        String share = percent == Math.rint(percent) ? Long.toString((long) percent) : Double.toString(percent);
        return size.bytes() > 0 ? size.toString() : share + "%";
    }
}
