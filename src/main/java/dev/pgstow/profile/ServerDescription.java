package dev.pgstow.profile;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a server says of itself.
 *
 * @param version such as {@code 18.1}
 * @param settings that are not its defaults, without those that can hold a secret
 * @param dataDirectory null when the role may not see it
 * @param started when it started
 */
public record ServerDescription(
        String version,
        Map<String, String> settings,
        @Nullable Path dataDirectory,
        Instant started) {
    public ServerDescription {
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(started, "started");
        settings = Map.copyOf(settings);
    }
}
