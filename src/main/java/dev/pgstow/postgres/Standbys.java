package dev.pgstow.postgres;

import dev.pgstow.model.Cluster;
import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.model.RelationSample;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jooq.DSLContext;

/** The standbys that were named. */
final class Standbys {
    private final List<StandbyReader> named;

    Standbys(List<StandbyReader> named) {
        this.named = List.copyOf(named);
    }

    /** Those that answer, by name. Others that are connected to the primary are told as gaps. */
    Map<String, StandbyReader> answering(Cluster cluster, DSLContext sql, Consumer<String> gaps) {
        Map<String, StandbyReader> answering = new LinkedHashMap<>();
        List<String> unread = ConnectedStandbys.names(sql);
        for (StandbyReader standby : named) {
            try {
                unread.remove(standby.applicationName(cluster.systemIdentifier()));
                answering.put(standby.name(), standby);
            } catch (PgstowException e) {
                if (e.code() == ErrorCode.REFUSED) {
                    throw e;
                }
                gaps.accept("standby '" + standby.name() + "' was not read: " + e.getMessage());
            }
        }
        if (!unread.isEmpty()) {
            gaps.accept("what is read on " + unread.size() + " connected standby(s) is not counted: '"
                    + String.join("', '", unread) + "'; name them with --standby");
        }
        return answering;
    }

    /** A standby that was lost half-way is left out of the whole snapshot. */
    static List<RelationSample> only(Set<String> read, List<String> expected, List<RelationSample> relations) {
        if (read.size() == expected.size()) {
            return relations;
        }
        int[] kept = IntStream.range(0, expected.size())
                .filter(standby -> read.contains(expected.get(standby)))
                .toArray();
        return relations.stream()
                .map(sample -> new RelationSample(
                        sample.relation(),
                        sample.counters(),
                        Arrays.stream(kept).mapToObj(sample.onStandbys()::get).toList()))
                .toList();
    }
}
