package dev.pgstow.migrate;

import dev.pgstow.model.IndexFacts;
import dev.pgstow.model.Relation;
import dev.pgstow.model.ServerVersion;
import dev.pgstow.plan.Method;
import dev.pgstow.plan.Move;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Whether a move still fits what the catalog says, and whether its method is allowed on this server for this relation. */
final class MoveCheck {
    private static final Set<String> SYSTEM_SCHEMAS =
            Set.of("pg_catalog", "information_schema", "pg_toast", "_timescaledb_internal");
    /** The minor release of each major one from which a concurrent rebuild leaves deferrable constraints usable. */
    private static final Map<Integer, Integer> DEFERRABLE_FIXED = Map.of(14, 24, 15, 19, 16, 15, 17, 11, 18, 5);

    private final ServerVersion version;

    MoveCheck(ServerVersion version) {
        this.version = version;
    }

    /** What is wrong, and what to do. */
    record Problem(String message, String hint) {}

    /** Done already: it lies where it should and, as an index, is valid. */
    static boolean there(Move move, Optional<Relation> relation) {
        return relation.filter(found -> found.kind() == move.kind())
                .filter(found -> found.tablespace().equals(move.to()))
                .filter(found -> found.indexFacts().map(IndexFacts::valid).orElse(true))
                .isPresent();
    }

    /** Everything that speaks against making the move; empty when nothing does. */
    List<Problem> problems(Move move, Optional<Relation> found) {
        List<Problem> problems = new ArrayList<>();
        String schema = move.relation().schema();
        if (SYSTEM_SCHEMAS.contains(schema) || schema.startsWith("pg_temp_") || schema.startsWith("pg_toast_temp_")) {
            problems.add(new Problem("schema '" + schema + "' is the system's", "Take this move out of the plan."));
        }
        if (move.to().equals("pg_global")) {
            problems.add(new Problem("'pg_global' is only for shared catalogs", "Name another tablespace."));
        }
        if (found.isEmpty()) {
            problems.add(new Problem("no such relation", "It was dropped or renamed: make a new plan."));
            return problems;
        }
        Relation relation = found.get();
        identity(move, relation, problems);
        if (relation.kind() == move.kind()) {
            method(move, relation, problems);
        }
        return problems;
    }

    private static void identity(Move move, Relation relation, List<Problem> problems) {
        if (relation.kind() != move.kind()) {
            problems.add(new Problem(
                    "it is of kind '" + relation.kind().word() + "', not '"
                            + move.kind().word() + "'",
                    "Make a new plan."));
        } else if (move.oid() != null && move.oid() != relation.oid()) {
            problems.add(new Problem(
                    "the plan is stale: it is OID " + relation.oid() + " now, was " + move.oid(),
                    "It was made anew since, by DROP and CREATE or a concurrent rebuild: make a new plan."));
        }
        if (!relation.tablespace().equals(move.from()) && !relation.tablespace().equals(move.to())) {
            problems.add(new Problem(
                    "it lies in '" + relation.tablespace() + "', neither in '" + move.from() + "' nor in '" + move.to()
                            + "'",
                    "Somebody moved it since: make a new plan."));
        }
        if (!relation.indexFacts().map(IndexFacts::valid).orElse(true)) {
            problems.add(new Problem(
                    "the index is invalid: a concurrent build of it failed", "Drop it or REINDEX it first."));
        }
    }

    private void method(Move move, Relation relation, List<Problem> problems) {
        Method method = move.method();
        if (method == Method.ALTER) {
            return;
        }
        if (!relation.kind().isIndex() || !relation.kind().hasStorage()) {
            problems.add(new Problem(
                    "method '" + method.word() + "' is for indexes that have storage", "Use method 'alter'."));
            return;
        }
        if (!version.atLeast(14)) {
            problems.add(new Problem(
                    "method '" + method.word() + "' needs PostgreSQL 14; this is " + version,
                    "Use method 'alter', inside a window: the table's users wait while it runs."));
        }
        if (method == Method.REINDEX) {
            concurrently(relation.indexFacts().orElseThrow(), problems);
        }
    }

    private void concurrently(IndexFacts index, List<Problem> problems) {
        if (index.exclusion()) {
            problems.add(new Problem(
                    "an exclusion constraint's index cannot be rebuilt concurrently",
                    "Use method 'alter' or 'rebuild', inside a window."));
        }
        if (index.deferrable() && !deferrableFixed()) {
            problems.add(new Problem(
                    "on " + version + " a concurrent rebuild of a deferrable constraint's index breaks writes"
                            + " (spurious unique violations)",
                    "Use method 'alter' or 'rebuild', inside a window, or update the server."));
        }
        if (version.major() == 14 && version.minor() < 4) {
            problems.add(new Problem(
                    "on " + version + " a concurrent rebuild can lose index entries",
                    "Use method 'alter' or 'rebuild', or update the server to 14.4 or later."));
        }
    }

    private boolean deferrableFixed() {
        return version.major() > 18
                || version.minor() >= DEFERRABLE_FIXED.getOrDefault(version.major(), Integer.MAX_VALUE);
    }
}
