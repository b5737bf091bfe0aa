package dev.pgstow.files;

import dev.pgstow.model.AccessPattern;
import dev.pgstow.model.ByteSize;
import dev.pgstow.model.Limits;
import dev.pgstow.model.PatternResult;
import dev.pgstow.model.Profile;
import dev.pgstow.model.Reserve;
import dev.pgstow.model.Tier;
import dev.pgstow.model.Tiers;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Tiers as YAML with the comments that tell a DBA which part is whose. */
final class TiersText {
    private static final String HEAD = """
            The storage tiers of this cluster. A tier is a class of tablespaces with one speed, capacity, price and durability.

            Yours, kept by 'pgstow profile':  name, durable, capacity, reserve, price_per_gib_month, declared
            Rewritten by 'pgstow profile':    device, measured

              durable     whether the files survive a reboot; permanent relations go to no other tier
              capacity    what relations may take in all, such as "40 GiB"; without it the tier is unlimited
              reserve     what of the capacity stays free, "10%" or "5 GiB"; a full tier can never rebuild an index again
              price_per_gib_month   in your currency
              declared    the caps your provider promises; they count where they are below what was measured:
                          read_iops, write_iops, total_iops, read_mibps, write_mibps, total_mibps
            """;
    private static final MathContext MEASURED = new MathContext(4);
    private static final double BYTES_PER_MIB = 1 << 20;

    private final YamlText yaml = new YamlText();

    private TiersText() {}

    static String of(Tiers tiers) {
        TiersText text = new TiersText();
        text.yaml.comment(HEAD).line("", "pgstow", TiersFile.FORMAT);
        text.yaml.line("", "tiers", tiers.tiers().isEmpty() ? "[]" : "");
        tiers.tiers().forEach(text::tier);
        return text.yaml.toString();
    }

    /** As the file names a pattern: {@code random-read}. */
    static String word(AccessPattern pattern) {
        return pattern.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private void tier(Tier tier) {
        String indent = "    ";
        yaml.line("  - ", "name", YamlText.quoted(tier.name()));
        yaml.line(
                indent,
                "tablespaces",
                tier.tablespaces().stream().map(YamlText::quoted).collect(Collectors.joining(", ", "[", "]")));
        yaml.line(indent, "device", YamlText.quoted(tier.device()));
        yaml.line(indent, "durable", Boolean.toString(tier.durable()));
        if (tier.capacity() == null) {
            yaml.raw(indent + "# capacity: \"40 GiB\"");
        } else {
            yaml.line(indent, "capacity", YamlText.quoted(exact(tier.capacity())));
        }
        yaml.line(indent, "reserve", YamlText.quoted(reserve(tier.reserve())));
        if (tier.pricePerGibMonth() == null) {
            yaml.raw(indent + "# price_per_gib_month: 0.10");
        } else {
            yaml.line(indent, "price_per_gib_month", plain(tier.pricePerGibMonth()));
        }
        declared(indent, tier.declared());
        if (tier.profile() != null) {
            measured(indent, tier.profile());
        }
    }

    private void declared(String indent, Limits limits) {
        if (limits.equals(Limits.NONE)) {
            yaml.raw(indent + "# declared: {read_iops: 3000, write_iops: 3000, total_mibps: 125}");
            return;
        }
        yaml.line(indent, "declared", "");
        limit(indent, "read_iops", limits.readIops(), 1);
        limit(indent, "write_iops", limits.writeIops(), 1);
        limit(indent, "total_iops", limits.totalIops(), 1);
        limit(indent, "read_mibps", limits.readBytesPerSecond(), BYTES_PER_MIB);
        limit(indent, "write_mibps", limits.writeBytesPerSecond(), BYTES_PER_MIB);
        limit(indent, "total_mibps", limits.totalBytesPerSecond(), BYTES_PER_MIB);
    }

    private void limit(String indent, String key, @Nullable Double value, double unit) {
        if (value != null) {
            yaml.line(indent + "  ", key, plain(value / unit));
        }
    }

    private void measured(String indent, Profile profile) {
        yaml.line(indent, "measured", "");
        yaml.line(indent + "  ", "at", YamlText.quoted(profile.measuredAt().toString()));
        yaml.line(indent + "  ", "engine", YamlText.quoted(profile.engine()));
        yaml.line(indent + "  ", "direct_io", Boolean.toString(profile.directIo()));
        yaml.line(indent + "  ", "results", profile.results().isEmpty() ? "[]" : "");
        profile.results().forEach(result -> yaml.raw(indent + "    - " + result(result)));
    }

    private static String result(PatternResult result) {
        return "{pattern: " + YamlText.quoted(word(result.pattern())) + ", depth: " + result.depth()
                + ", iops: " + measured(result.operationsPerSecond())
                + ", mibps: " + measured(result.bytesPerSecond() / BYTES_PER_MIB)
                + ", mean_us: " + microseconds(result.mean())
                + ", p50_us: " + microseconds(result.p50())
                + ", p95_us: " + microseconds(result.p95())
                + ", p99_us: " + microseconds(result.p99()) + "}";
    }

    private static String microseconds(double seconds) {
        return measured(seconds * 1e6);
    }

    private static String measured(double value) {
        return BigDecimal.valueOf(value).round(MEASURED).stripTrailingZeros().toPlainString();
    }

    private static String plain(double value) {
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }

    private static String reserve(Reserve reserve) {
        return reserve.size().bytes() > 0 ? exact(reserve.size()) : reserve.toString();
    }

    /** A text that reads back to the same number of bytes. */
    private static String exact(ByteSize size) {
        String text = size.toString();
        return ByteSize.parse(text).equals(size) ? text : size.bytes() + " B";
    }
}
