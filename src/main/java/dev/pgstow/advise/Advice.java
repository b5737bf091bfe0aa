package dev.pgstow.advise;

import dev.pgstow.plan.Plan;
import java.util.List;
import java.util.Objects;

/**
 * A plan, and what is worth knowing about how it came about. Findings are the plan's notes.
 *
 * @param stays all other user relations with storage, by name
 * @param bytesMoved share of the bytes of all user relations, 0 to 1
 * @param readsMoved share of the device reads per transaction, 0 to 1
 * @param bound the ratio of TPS to the present that no placement can exceed, by the model
 * @param exact whether every placement was looked at, so that none is better by the model
 */
public record Advice(Plan plan, List<Stay> stays, double bytesMoved, double readsMoved, double bound, boolean exact) {
    public Advice {
        Objects.requireNonNull(plan, "plan");
        stays = List.copyOf(stays);
    }

    public List<String> findings() {
        return plan.notes();
    }
}
