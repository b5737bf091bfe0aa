package dev.pgstow.report;

import dev.pgstow.model.Limits;
import dev.pgstow.model.Tier;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Volume types that can be bought, for people: what each promises, what it costs, and who says so. */
public final class PresetTable {
    private static final double MIB = 1 << 20;

    private PresetTable() {}

    /** Lines of a table; rates are those of a volume for as long as one likes, prices as its source has them. */
    public static List<String> lines(List<Tier> presets) {
        TextTable table = new TextTable("preset", "durable", "<IOPS", "<MiB/s", "<per GiB, month", "source");
        for (Tier preset : presets) {
            Limits caps = preset.declared().caps();
            Double price = preset.pricePerGibMonth();
            table.row(
                    preset.name(),
                    preset.durable() ? "yes" : "no",
                    rates(caps.totalIops(), caps.readIops(), caps.writeIops(), 1),
                    rates(caps.totalBytesPerSecond(), caps.readBytesPerSecond(), caps.writeBytesPerSecond(), MIB),
                    price == null ? "-" : String.format(Locale.ROOT, "%.3f USD", price),
                    Objects.requireNonNullElse(preset.declared().source(), "-"));
        }
        return table.lines();
    }

    /** One figure for both directions, or that of reads before that of writes. */
    private static String rates(@Nullable Double total, @Nullable Double reads, @Nullable Double writes, double unit) {
        if (total != null) {
            return rate(total, unit);
        }
        return reads == null && writes == null ? "-" : rate(reads, unit) + " / " + rate(writes, unit);
    }

    private static String rate(@Nullable Double rate, double unit) {
        return rate == null ? "-" : String.format(Locale.ROOT, "%,.0f", rate / unit);
    }
}
