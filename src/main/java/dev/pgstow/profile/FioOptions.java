package dev.pgstow.profile;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Options of a job of fio, by fio's names. Without any option fio's defaults are not assumed: an old fio does not print them. */
record FioOptions(Map<String, String> values) {
    /** Options that make fio do something else than requests of one size, back to back. */
    private static final List<String> ODD = List.of(
            "bssplit",
            "bsrange",
            "blocksize_range",
            "rate",
            "rate_iops",
            "thinktime",
            "latency_target",
            "read_iolog",
            "zonemode",
            "flow");

    private static final Pattern SIZE = Pattern.compile("(\\d{1,10})\\s*([kmg]?)i?b?");
    private static final Pattern TIME = Pattern.compile("(\\d{1,9})\\s*(us|ms|s|m|h|d|)");

    FioOptions {
        values = Map.copyOf(values);
    }

    boolean known() {
        return !values.isEmpty();
    }

    /** {@code randread} and so on, empty when not said. */
    String rw() {
        return values.getOrDefault("rw", values.getOrDefault("readwrite", "")).replace("readwrite", "rw");
    }

    /** Why its requests are of no pattern that pgstow has, whatever else it says; null when nothing speaks against it. */
    @Nullable
    String oddity() {
        for (String name : ODD) {
            if (!values.getOrDefault(name, "0").equals("0")
                    && !values.getOrDefault(name, "").equals("none")) {
                return name + "=" + values.get(name);
            }
        }
        boolean mixed = values.getOrDefault("unified_rw_reporting", "none").matches("1|mixed");
        return mixed && !rw().matches("(rand)?(read|write)") ? "unified_rw_reporting" : null;
    }

    /** Bytes of a request, null when not known. */
    @Nullable
    Long readBytes() {
        return bytes(0);
    }

    @Nullable
    Long writeBytes() {
        return bytes(1);
    }

    /** Whether requests pass the page cache; null when no option says so. */
    @Nullable
    Boolean direct() {
        String direct = values.get("direct");
        String buffered = values.get("buffered");
        if (direct != null) {
            return !direct.equals("0");
        }
        return buffered == null ? null : (Boolean) buffered.equals("0");
    }

    /** What is done after how many writes: {@code fdatasync} after each, {@code fsync} after each, never, or something else. */
    Sync sync() {
        int fsync = number("fsync", 0);
        int fdatasync = number("fdatasync", 0);
        String open = values.getOrDefault("sync", "0");
        boolean opened = !open.equals("0") && !open.equals("none");
        int kinds = (fsync > 0 ? 1 : 0) + (fdatasync > 0 ? 1 : 0) + (opened ? 1 : 0);
        if (kinds == 0 && values.getOrDefault("sync_file_range", "").isEmpty()) {
            return Sync.NONE;
        }
        if (kinds != 1 || fsync > 1 || fdatasync > 1) {
            return Sync.OTHER;
        }
        if (opened) {
            return open.equals("dsync") ? Sync.OPEN_DSYNC : Sync.OPEN_SYNC;
        }
        return fsync == 1 ? Sync.FSYNC : Sync.FDATASYNC;
    }

    /** How writes are made to last. */
    enum Sync {
        NONE,
        FDATASYNC,
        FSYNC,
        OPEN_DSYNC,
        OPEN_SYNC,
        OTHER;

        /** Whether there are calls of their own for it, whose latency fio reports apart from the writes. */
        boolean calls() {
            return this == FDATASYNC || this == FSYNC;
        }
    }

    /** Percent of reads in a mix. */
    int percentRead() {
        return values.containsKey("rwmixwrite") && !values.containsKey("rwmixread")
                ? 100 - number("rwmixwrite", 50)
                : number("rwmixread", 50);
    }

    int iodepth() {
        return Math.max(1, number("iodepth", 1));
    }

    int numjobs() {
        return Math.max(1, number("numjobs", 1));
    }

    /** How long it was to run; null when not said. */
    @Nullable
    Duration runtime() {
        Matcher matcher = TIME.matcher(values.getOrDefault("runtime", "").toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            return null;
        }
        long count = Long.parseLong(matcher.group(1));
        return switch (matcher.group(2)) {
            case "us" -> Duration.ofNanos(1000 * count);
            case "ms" -> Duration.ofMillis(count);
            case "m" -> Duration.ofMinutes(count);
            case "h" -> Duration.ofHours(count);
            case "d" -> Duration.ofDays(count);
            default -> Duration.ofSeconds(count);
        };
    }

    /** Whether both ask for the same requests; files, sizes and the like may differ. */
    boolean sameRequests(FioOptions other) {
        return rw().equals(other.rw())
                && sync() == other.sync()
                && percentRead() == other.percentRead()
                && iodepth() == other.iodepth()
                && Objects.equals(oddity(), other.oddity())
                && Objects.equals(readBytes(), other.readBytes())
                && Objects.equals(writeBytes(), other.writeBytes())
                && Objects.equals(direct(), other.direct());
    }

    /** {@code bs=8k} is for both directions, {@code bs=8k,16k} for reads and writes. */
    private @Nullable Long bytes(int direction) {
        String[] sizes =
                values.getOrDefault("bs", values.getOrDefault("blocksize", "")).split(",", -1);
        Matcher matcher = SIZE.matcher(
                sizes[Math.min(direction, sizes.length - 1)].strip().toLowerCase(Locale.ROOT));
        if (!matcher.matches()) {
            return null;
        }
        int shift = switch (matcher.group(2)) {
            case "k" -> 10;
            case "m" -> 20;
            case "g" -> 30;
            default -> 0;
        };
        return Long.parseLong(matcher.group(1)) << shift;
    }

    private int number(String name, int otherwise) {
        String value = values.getOrDefault(name, "");
        return value.matches("\\d{1,6}") ? Integer.parseInt(value) : otherwise;
    }
}
