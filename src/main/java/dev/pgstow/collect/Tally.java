package dev.pgstow.collect;

import dev.pgstow.model.Counters;
import dev.pgstow.model.Relation;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What was counted of a relation so far, and its counters when it was last read.
 *
 * @param table of an index, null of anything else
 * @param sum on the primary
 * @param sumOnStandbys on all standbys together
 * @param lastOnStandbys by the name of the standby, each as that one was last read
 */
record Tally(
        Relation relation,
        @Nullable Key table,
        Counters sum,
        Counters last,
        Counters sumOnStandbys,
        Map<String, Counters> lastOnStandbys) {
    Tally {
        Objects.requireNonNull(relation, "relation");
        Objects.requireNonNull(sum, "sum");
        Objects.requireNonNull(last, "last");
        Objects.requireNonNull(sumOnStandbys, "sumOnStandbys");
        lastOnStandbys = Map.copyOf(lastOnStandbys);
    }

    /** One that is read for the first time. */
    static Tally begin(Relation relation) {
        return new Tally(relation, null, Counters.ZERO, Counters.ZERO, Counters.ZERO, Map.of());
    }

    /** With what was counted until it was read again, and how it was then. */
    Tally next(
            Relation now,
            @Nullable Key itsTable,
            Counters counted,
            Counters read,
            Counters countedOnStandbys,
            Map<String, Counters> readOnStandbys) {
        Map<String, Counters> standbys = readOnStandbys;
        if (!readOnStandbys.keySet().containsAll(lastOnStandbys.keySet())) {
            standbys = new HashMap<>(lastOnStandbys);
            standbys.putAll(readOnStandbys);
        }
        return new Tally(now, itsTable, sum.plus(counted), read, sumOnStandbys.plus(countedOnStandbys), standbys);
    }

    /** With what indexes add to their table. */
    Tally plus(Through indexes) {
        return new Tally(
                relation,
                table,
                sum.plus(indexes.onPrimary()),
                last,
                sumOnStandbys.plus(indexes.onStandbys()),
                lastOnStandbys);
    }

    /** What is read through indexes counts for their table as well. */
    record Through(Counters onPrimary, Counters onStandbys) {
        Through plus(Through other) {
            return new Through(onPrimary.plus(other.onPrimary), onStandbys.plus(other.onStandbys));
        }
    }

    /** By TRUNCATE, VACUUM FULL, CLUSTER, REINDEX or a move. */
    boolean isRewrittenAs(Relation now) {
        return relation.storage().fileNode() != now.storage().fileNode();
    }

    boolean isMovedAs(Relation now) {
        return !relation.tablespace().equals(now.tablespace());
    }

    /** Not when its database alone is called another way. */
    boolean isRenamedAs(Relation now) {
        return !relation.name().name().equals(now.name().name())
                || !relation.name().schema().equals(now.name().schema());
    }
}
