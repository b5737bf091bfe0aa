package dev.pgstow.files;

import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.DateTimeFeature;
import tools.jackson.databind.json.JsonMapper;

/** Results as JSON for programs: records become objects with the names of their components. */
public final class JsonText {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .disable(DateTimeFeature.WRITE_DATES_AS_TIMESTAMPS, DateTimeFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
            .build();

    private JsonText() {}

    public static String of(Object result) {
        return MAPPER.writeValueAsString(result);
    }
}
