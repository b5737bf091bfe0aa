package dev.pgstow.advise;

import dev.pgstow.model.Activity;
import dev.pgstow.model.Database;
import dev.pgstow.model.DurationText;
import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.IndexFacts;
import dev.pgstow.model.Persistence;
import dev.pgstow.model.PgstowException;
import dev.pgstow.model.Relation;
import dev.pgstow.model.RelationActivity;
import dev.pgstow.model.RelationName;
import dev.pgstow.model.Tier;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Which relations may move, and where to; with a reason for each of the others. In the order of their names. */
final class Candidates {
    private static final double HARDLY_USED = 1e-4;
    private static final double TAKES_ROOM = 0.005;
    private static final int MOST = 300;

    private final Places places;
    private final Activity activity;
    private final Selection selection;
    private final Calibration calibration;
    private final double allOperations;
    private final List<Candidate> candidates = new ArrayList<>();
    private final Map<RelationName, Pin> tierPins = new HashMap<>();
    private final Map<RelationName, Tier> outOfReach = new HashMap<>();
    private final Map<RelationName, String> staying = new HashMap<>();

    Candidates(Activity activity, Places places, AdviseOptions options, Calibration calibration) {
        this.places = places;
        this.activity = activity;
        this.selection = options.selection();
        this.calibration = calibration;
        this.allOperations = activity.relations().stream()
                .mapToDouble(each -> demand(each.relation()).operations())
                .sum();
        selection.pins().forEach(this::check);
        activity.relations().stream().map(RelationActivity::relation).forEach(this::pinToTier);
        activity.relations().stream()
                .map(RelationActivity::relation)
                .filter(relation -> relation.kind().hasStorage() && !isSystem(relation.name()))
                .sorted(Comparator.comparing(Relation::name))
                .forEach(this::consider);
        dropLeastUsed();
    }

    List<Candidate> list() {
        return List.copyOf(candidates);
    }

    /** Why relations that are no candidates stay. */
    Map<RelationName, String> staying() {
        return Map.copyOf(staying);
    }

    /** Where a candidate goes on a tier. */
    String target(Candidate candidate, int tier) {
        Pin pin = pin(candidate.relation().name());
        return pin != null && pin.tablespace() != null
                ? pin.tablespace()
                : places.target(tier, candidate.relation().name()).orElseThrow();
    }

    boolean isPinned(RelationName name) {
        return pin(name) != null;
    }

    static boolean isSystem(RelationName name) {
        return name.schema().startsWith("pg_") || name.schema().equals("information_schema");
    }

    private void consider(Relation relation) {
        int present = places.tierOf(relation.tablespace());
        Optional<String> obstacle = obstacle(relation, present);
        if (obstacle.isPresent()) {
            staying.put(relation.name(), obstacle.get());
            return;
        }
        Pin pin = pin(relation.name());
        if (pin != null && pin.tablespace() != null) {
            pinned(relation, present, pin.tablespace());
            return;
        }
        requireInReach(relation.name());
        Set<Integer> allowed = new HashSet<>(Set.of(present));
        for (int t = 0; t < places.tiers().size(); t++) {
            if (places.tiers().get(t).durable()
                    && places.target(t, relation.name()).isPresent()) {
                allowed.add(t);
            }
        }
        Demand demand = demand(relation);
        if (allowed.size() == 1) {
            staying.put(relation.name(), "no other tier may hold it");
        } else if (demand.operations() <= HARDLY_USED * allOperations && staysCold(relation, present)) {
            staying.put(relation.name(), takesRoom(relation, present) ? tooYoung(relation) : Stay.HARDLY_USED);
        } else {
            candidates.add(new Candidate(relation, demand, present, allowed));
        }
    }

    private void pinned(Relation relation, int present, String tablespace) {
        int tier = places.tierOf(tablespace);
        if (!places.tiers().get(tier).durable() && relation.persistence() == Persistence.PERMANENT) {
            throw new PgstowException(
                    ErrorCode.REFUSED,
                    "'" + relation.name() + "' is pinned to tablespace '" + tablespace + "' of tier '"
                            + places.tiers().get(tier).name() + "', which does not survive a reboot",
                    "A lost tablespace can keep the whole cluster from starting. Use it for temp_tablespaces.");
        }
        if (tier == present) {
            staying.put(relation.name(), "pinned, and on that tier already");
        } else {
            candidates.add(new Candidate(relation, demand(relation), present, Set.of(tier)));
        }
    }

    private Optional<String> obstacle(Relation relation, int present) {
        IndexFacts index = relation.index();
        if (relation.extension() != null && !selection.extensions()) {
            return Optional.of("belongs to extension '" + relation.extension() + "', which a dump would put back");
        }
        if (index != null && !index.valid()) {
            return Optional.of("not valid: rebuild or drop it first");
        }
        if (present == Places.NOWHERE) {
            return Optional.of("tablespace '" + relation.tablespace() + "' is in no tier");
        }
        if (selection.excludes().stream().anyMatch(glob -> Glob.of(glob).matches(relation.name()))) {
            return Optional.of("excluded");
        }
        Pin pin = pin(relation.name());
        return pin != null && pin.tablespace() == null ? Optional.of("pinned where it is") : Optional.empty();
    }

    /** What is in nobody's way, and what short statistics have not shown at work yet. */
    private boolean staysCold(Relation relation, int present) {
        return !takesRoom(relation, present) || observed(relation).compareTo(selection.minimumInterval()) < 0;
    }

    private String tooYoung(Relation relation) {
        return Stay.HARDLY_USED + " in the "
                + DurationText.of(observed(relation).truncatedTo(ChronoUnit.SECONDS))
                + " that the counters are of, too short to call it cold";
    }

    /** What the counters of a relation stand for: a database may have been reset after the others. */
    private Duration observed(Relation relation) {
        return activity.databases().stream()
                .filter(database -> database.name().equals(relation.name().database()))
                .map(Database::statisticsReset)
                .filter(Objects::nonNull)
                .map(reset -> Duration.between(reset, activity.to()))
                .filter(age -> age.compareTo(activity.interval()) < 0)
                .findFirst()
                .orElse(activity.interval());
    }

    /** Cold, but in the way of others on a tier of limited size. */
    private boolean takesRoom(Relation relation, int present) {
        return places.tiers()
                .get(present)
                .usable()
                .map(usable -> relation.size().bytes() > TAKES_ROOM * usable.bytes())
                .orElse(false);
    }

    private void dropLeastUsed() {
        List<Candidate> least = candidates.stream()
                .filter(each -> !each.pinnedAway())
                .sorted(Comparator.comparingDouble(
                                (Candidate each) -> -each.demand().operations())
                        .thenComparing(each -> each.relation().name()))
                .skip(MOST)
                .toList();
        candidates.removeAll(least);
        least.forEach(each -> staying.put(each.relation().name(), "used less than " + MOST + " others"));
    }

    private @Nullable Pin pin(RelationName name) {
        return selection.pins().stream()
                .filter(pin -> Glob.of(pin.relations()).matches(name))
                .findFirst()
                .orElse(tierPins.get(name));
    }

    /** What the tiers file pins to a tier, the first one that does: a relation that lies there already stays on its tablespace. */
    private void pinToTier(Relation relation) {
        for (int t = 0; t < places.tiers().size(); t++) {
            Optional<String> glob = places.tiers().get(t).pins().stream()
                    .filter(each -> Glob.of(each).matches(relation.name()))
                    .findFirst();
            if (glob.isPresent()) {
                pinToTier(relation, t, glob.get());
                return;
            }
        }
    }

    private void pinToTier(Relation relation, int tier, String glob) {
        Optional<String> target = places.target(tier, relation.name());
        if (places.tierOf(relation.tablespace()) == tier) {
            tierPins.put(relation.name(), new Pin(glob, null));
        } else if (target.isPresent()) {
            tierPins.put(relation.name(), new Pin(glob, target.get()));
        } else {
            outOfReach.put(relation.name(), places.tiers().get(tier));
        }
    }

    /** Whoever names targets and pins to another place does not want the pin to mean that nothing moves. */
    private void requireInReach(RelationName name) {
        Tier tier = outOfReach.get(name);
        if (tier != null) {
            throw new PgstowException(
                    ErrorCode.USAGE,
                    "'" + name + "' is pinned to tier '" + tier.name() + "', and --target names no tablespace of that",
                    "Add --target " + String.join(" or ", tier.tablespaces()) + ", give --pin " + name
                            + "=stay, or change the pins in the tiers file.");
        }
    }

    private void check(Pin pin) {
        String tablespace = pin.tablespace();
        if (tablespace != null
                && (places.tierOf(tablespace) == Places.NOWHERE
                        || !places.sizes().containsKey(tablespace))) {
            throw new PgstowException(
                    ErrorCode.USAGE,
                    "'" + pin.relations() + "' is pinned to '" + tablespace
                            + "', which is no tablespace of this cluster in any tier",
                    "Name one that 'pgstow profile' put into the tiers file.");
        }
        if (tablespace != null && !places.targets().contains(tablespace)) {
            throw new PgstowException(
                    ErrorCode.USAGE,
                    "'" + pin.relations() + "' is pinned to '" + tablespace + "', which is not among the tablespaces of"
                            + " --target",
                    "Add --target " + tablespace + ", or leave out the one or the other.");
        }
    }

    private Demand demand(Relation relation) {
        return calibration.demands().apply(relation.name());
    }
}
