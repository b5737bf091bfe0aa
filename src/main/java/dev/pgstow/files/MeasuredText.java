package dev.pgstow.files;

import dev.pgstow.model.AccessPattern;
import dev.pgstow.model.Environment;
import dev.pgstow.model.LimitedBy;
import dev.pgstow.model.Limits;
import dev.pgstow.model.PatternResult;
import dev.pgstow.model.Profile;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The measured part of a tier as YAML. Figures keep four digits. */
final class MeasuredText {
    private static final MathContext DIGITS = new MathContext(4);

    private final YamlText yaml;
    private final String indent;

    private MeasuredText(YamlText yaml, String indent) {
        this.yaml = yaml;
        this.indent = indent;
    }

    static void append(YamlText yaml, String indent, Profile profile) {
        yaml.line(indent, "measured", "");
        new MeasuredText(yaml, indent + "  ").profile(profile);
    }

    /** As the file names a value of an enumeration: {@code random-read}. */
    static String word(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private void profile(Profile profile) {
        yaml.line(indent, "at", YamlText.quoted(profile.measuredAt().toString()));
        yaml.line(indent, "engine", YamlText.quoted(profile.engine()));
        yaml.line(indent, "direct_io", Boolean.toString(profile.directIo()));
        if (!profile.doubts().isEmpty()) {
            yaml.line(indent, "doubts", TiersText.strings(profile.doubts()));
        }
        if (!profile.caps().equals(Limits.NONE)) {
            yaml.line(indent, "caps", "");
            TiersText.limits(yaml, indent + "  ", rounded(profile.caps()));
        }
        if (!profile.neighbours().isEmpty()) {
            yaml.line(
                    indent,
                    "beside",
                    profile.neighbours().stream()
                            .map(each -> YamlText.quoted(each.tier()) + ": " + digits(each.share()))
                            .collect(Collectors.joining(", ", "{", "}")));
        }
        if (profile.environment() != null) {
            environment(profile.environment());
        }
        yaml.line(indent, "results", profile.results().isEmpty() ? "[]" : "");
        profile.results().forEach(result -> yaml.raw(indent + "  - " + result(result)));
    }

    private void environment(Environment environment) {
        String deeper = indent + "  ";
        yaml.line(indent, "environment", "");
        yaml.line(deeper, "kernel", YamlText.quoted(environment.kernel()));
        yaml.line(deeper, "cpus", Integer.toString(environment.cpus()));
        yaml.line(deeper, "memory", YamlText.quoted(TiersText.exact(environment.memory())));
        yaml.line(deeper, "file_system", YamlText.quoted(environment.fileSystem()));
        yaml.line(deeper, "mount_options", YamlText.quoted(environment.mountOptions()));
        yaml.line(deeper, "devices", TiersText.strings(environment.devices()));
        if (environment.server() != null) {
            yaml.line(deeper, "server", YamlText.quoted(environment.server()));
            yaml.line(deeper, "settings", environment.settings().isEmpty() ? "{}" : "");
            environment
                    .settings()
                    .forEach((name, value) -> yaml.line(deeper + "  ", YamlText.quoted(name), YamlText.quoted(value)));
        }
    }

    private static String result(PatternResult result) {
        StringBuilder text = new StringBuilder("{pattern: ").append(YamlText.quoted(word(result.pattern())));
        text.append(", depth: ").append(result.depth());
        if (!result.pause().isZero()) {
            text.append(", pause_us: ").append(microseconds(result.pause().toNanos() / 1e9));
        }
        String iops = digits(result.operationsPerSecond());
        text.append(", iops: ").append(iops);
        // of the rounded rate: the same when it was read from the file
        double bytes = Double.parseDouble(iops) * result.pattern().bytes();
        text.append(", mibps: ").append(digits(bytes / TiersText.BYTES_PER_MIB));
        latency(text, "mean_us", result.latency().mean());
        latency(text, "p50_us", result.latency().p50());
        latency(text, "p95_us", result.latency().p95());
        latency(text, "p99_us", result.latency().p99());
        latency(text, "p999_us", result.latency().p999());
        if (result.cpu() != null) {
            text.append(", cpu_us: ").append(microseconds(result.cpu()));
        }
        if (result.course().steady() != null) {
            text.append(", steady: ").append(result.course().steady());
        }
        if (result.course().burst() != null) {
            text.append(", burst_iops: ").append(digits(result.course().burst()));
        }
        if (result.limitedBy() != LimitedBy.UNKNOWN) {
            text.append(", limited_by: ").append(YamlText.quoted(word(result.limitedBy())));
        }
        return text.append('}').toString();
    }

    private static void latency(StringBuilder text, String key, @Nullable Double seconds) {
        if (seconds != null) {
            text.append(", ").append(key).append(": ").append(microseconds(seconds));
        }
    }

    private static Limits rounded(Limits limits) {
        return new Limits(
                rounded(limits.readIops(), 1),
                rounded(limits.writeIops(), 1),
                rounded(limits.totalIops(), 1),
                rounded(limits.readBytesPerSecond(), TiersText.BYTES_PER_MIB),
                rounded(limits.writeBytesPerSecond(), TiersText.BYTES_PER_MIB),
                rounded(limits.totalBytesPerSecond(), TiersText.BYTES_PER_MIB));
    }

    private static @Nullable Double rounded(@Nullable Double value, double unit) {
        return value == null
                ? null
                : (Double) (BigDecimal.valueOf(value / unit).round(DIGITS).doubleValue() * unit);
    }

    private static String microseconds(double seconds) {
        return digits(seconds * TiersText.MICROSECONDS);
    }

    private static String digits(double value) {
        return BigDecimal.valueOf(value).round(DIGITS).stripTrailingZeros().toPlainString();
    }

    /** The pattern that a word of the file names. */
    static AccessPattern pattern(String word) {
        return AccessPattern.valueOf(constant(word));
    }

    static String constant(String word) {
        return word.toUpperCase(Locale.ROOT).replace('-', '_');
    }
}
