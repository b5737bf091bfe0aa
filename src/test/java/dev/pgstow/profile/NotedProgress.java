package dev.pgstow.profile;

import dev.pgstow.model.PatternResult;
import java.time.Duration;
import java.util.List;

/** Keeps what a person is told beside the figures. */
record NotedProgress(List<String> notes) implements ProfileProgress {
    @Override
    public void begins(String tier, Place place, Device device) {}

    @Override
    public void measuring(String tier, Step step, Duration left) {}

    @Override
    public void measured(String tier, Step step, List<PatternResult> results) {}

    @Override
    public void note(String sentence) {
        notes.add(sentence);
    }
}
