package dev.pgstow.files;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.Declared;
import dev.pgstow.model.DurationText;
import dev.pgstow.model.Limits;
import dev.pgstow.model.Reserve;
import dev.pgstow.model.Tier;
import dev.pgstow.model.Tiers;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Tiers as YAML with the comments that tell a DBA which part is whose. */
final class TiersText {
    static final double BYTES_PER_MIB = 1 << 20;
    static final double MICROSECONDS = 1e6;

    private static final String HEAD = """
            The storage tiers of this cluster. A tier is a class of tablespaces with one speed, capacity, price and durability.

            Yours, kept by 'pgstow profile', comments too:
              name, durable, capacity, reserve, price_per_gib_month, declared, pins
            Rewritten by 'pgstow profile':    tablespaces it found, device, measured

              durable     whether the files survive a reboot; permanent relations go to no other tier
              capacity    what relations may take in all, such as "40 GiB"; without it the tier is unlimited
              reserve     what of the capacity stays free, "10%" or "5 GiB"; a full tier can never rebuild an index again
              price_per_gib_month   in your currency
              declared    what your provider promises. Caps count where they are below what was measured:
                          read_iops, write_iops, total_iops, read_mibps, write_mibps, total_mibps
                          a burst above them is for people only:  burst_iops, burst_mibps, burst_lasts
                          latencies count for a tier that was never measured:  read_us, write_us, sync_us
              pins        relations that must lie on this tier, such as ["shop.public.orders*"]
            """;

    private final YamlText yaml = new YamlText();

    private TiersText() {}

    static String of(Tiers tiers) {
        TiersText text = new TiersText();
        text.yaml.comment(HEAD).line("", "pgstow", TiersFile.FORMAT);
        text.yaml.line("", "tiers", tiers.tiers().isEmpty() ? "[]" : "");
        tiers.tiers().forEach(text::tier);
        return text.yaml.toString();
    }

    private void tier(Tier tier) {
        String indent = "    ";
        yaml.line("  - ", "name", YamlText.quoted(tier.name()));
        yaml.line(indent, "tablespaces", strings(tier.tablespaces()));
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
        if (!tier.pins().isEmpty()) {
            yaml.line(indent, "pins", strings(tier.pins()));
        }
        if (tier.profile() != null) {
            MeasuredText.append(yaml, indent, tier.profile());
        }
    }

    private void declared(String indent, Declared declared) {
        if (declared.equals(Declared.NONE)) {
            yaml.raw(indent + "# declared: {read_iops: 3000, write_iops: 3000, total_mibps: 125}");
            return;
        }
        yaml.line(indent, "declared", "");
        String deeper = indent + "  ";
        if (declared.source() != null) {
            yaml.line(deeper, "source", YamlText.quoted(declared.source()));
        }
        limits(yaml, deeper, declared.caps());
        number(yaml, deeper, "read_us", declared.readLatency(), 1 / MICROSECONDS);
        number(yaml, deeper, "write_us", declared.writeLatency(), 1 / MICROSECONDS);
        number(yaml, deeper, "sync_us", declared.syncLatency(), 1 / MICROSECONDS);
        if (declared.burst() != null) {
            number(yaml, deeper, "burst_iops", declared.burst().iops(), 1);
            number(yaml, deeper, "burst_mibps", declared.burst().bytesPerSecond(), BYTES_PER_MIB);
            if (declared.burst().lasts() != null) {
                yaml.line(
                        deeper,
                        "burst_lasts",
                        YamlText.quoted(DurationText.of(declared.burst().lasts())));
            }
        }
    }

    static void limits(YamlText yaml, String indent, Limits limits) {
        number(yaml, indent, "read_iops", limits.readIops(), 1);
        number(yaml, indent, "write_iops", limits.writeIops(), 1);
        number(yaml, indent, "total_iops", limits.totalIops(), 1);
        number(yaml, indent, "read_mibps", limits.readBytesPerSecond(), BYTES_PER_MIB);
        number(yaml, indent, "write_mibps", limits.writeBytesPerSecond(), BYTES_PER_MIB);
        number(yaml, indent, "total_mibps", limits.totalBytesPerSecond(), BYTES_PER_MIB);
    }

    private static void number(YamlText yaml, String indent, String key, @Nullable Double value, double unit) {
        if (value != null) {
            yaml.line(indent, key, plain(value / unit));
        }
    }

    static String strings(List<String> values) {
        return values.stream().map(YamlText::quoted).collect(Collectors.joining(", ", "[", "]"));
    }

    /** As many digits as a person means: twelve keep what was written through a division by its unit. */
    static String plain(double value) {
        BigDecimal exact = BigDecimal.valueOf(value).round(new java.math.MathContext(12));
        return exact.stripTrailingZeros().toPlainString();
    }

    private static String reserve(Reserve reserve) {
        return reserve.size().bytes() > 0 ? exact(reserve.size()) : reserve.toString();
    }

    /** A text that reads back to the same number of bytes. */
    static String exact(ByteSize size) {
        String text = size.toString();
        return ByteSize.parse(text).equals(size) ? text : size.bytes() + " B";
    }
}
