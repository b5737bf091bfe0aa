package dev.pgstow.migrate;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.Relation;
import dev.pgstow.model.Tiers;
import dev.pgstow.plan.Lock;
import dev.pgstow.plan.Method;
import dev.pgstow.plan.Move;
import dev.pgstow.plan.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The checks before the first lock: all of them, whatever the first ones find. Changes nothing. */
public final class Preflight {
    /** WAL of a copy over its size (17 and newer 1.005, older 1.010); of a rebuilt index it is less. */
    private static final double COPIED_WAL = 1.01;

    /** Accepts that users of a table wait while it, or an index of it, is copied or rebuilt, at any time of the day. */
    public static final String EXCLUSIVE_LOCK = "exclusive-lock";
    /** Accepts that all WAL of the moves stays in pg_wal because nobody reads a replication slot. */
    public static final String IDLE_SLOT = "idle-slot";

    private final MoveSession session;
    private final Window window;
    private final @Nullable Tiers tiers;
    private final List<Finding> findings = new ArrayList<>();

    /** @param tiers for the space they have; without them space is not checked, and the findings say so */
    public Preflight(MoveSession session, Window window, @Nullable Tiers tiers) {
        this.session = session;
        this.window = window;
        this.tiers = tiers;
    }

    /**
     * The plan with the sizes that the relations have now, and the WAL of their moves as much larger or smaller: what a file says
     * of them may be old, edited or missing.
     */
    public static Plan measured(MoveSession session, Plan plan) {
        List<Move> moves = plan.moves().stream()
                .map(move -> move.relation().database().isEmpty()
                                || !session.server()
                                        .databases()
                                        .contains(move.relation().database())
                        ? move
                        : session.find(move.relation())
                                .map(relation -> measured(move, relation.size()))
                                .orElse(move))
                .toList();
        return new Plan(plan.cluster(), plan.basis(), plan.prediction(), plan.notes(), moves);
    }

    private static Move measured(Move move, ByteSize size) {
        ByteSize wal = move.size().bytes() == 0
                ? size.times(COPIED_WAL)
                : move.wal().times((double) size.bytes() / move.size().bytes());
        return new Move(
                move.relation(),
                move.kind(),
                move.oid(),
                move.from(),
                move.to(),
                move.method(),
                size,
                move.estimate(),
                wal,
                move.reason());
    }

    /** Everything found about a plan. What concerns the cluster as a whole comes first and, if it refuses the run, alone. */
    public Findings check(Plan plan) {
        ServerFacts server = session.server();
        List<Move> pending = List.of();
        findings.addAll(new ServerCheck(server).findings(plan));
        if (findings.stream().noneMatch(finding -> finding.weight() == Finding.Weight.REFUSES_RUN)) {
            pending = moves(plan, server);
            lockHazard(pending);
            slotHazard(pending, server);
            oldTransactions(pending);
        }
        return new Findings(findings, pending);
    }

    /** Checks each move that is not made yet, and returns those. */
    private List<Move> moves(Plan plan, ServerFacts server) {
        MoveCheck check = new MoveCheck(server.cluster().version());
        Space space = tiers == null ? null : new Space(tiers, session.tablespaces());
        List<Move> pending = new ArrayList<>();
        for (Move move : plan.moves()) {
            if (!server.databases().contains(move.relation().database())) {
                refuse(
                        move,
                        "no database '" + move.relation().database() + "' that takes connections",
                        "Make a new plan.");
                pending.add(move);
                continue;
            }
            Optional<Relation> found = session.find(move.relation());
            if (MoveCheck.there(move, found)) {
                continue;
            }
            pending.add(move);
            check.problems(move, found).forEach(problem -> refuse(move, problem.message(), problem.hint()));
            boolean known = tablespaces(move, server);
            found.ifPresent(relation -> relation(move, relation, known, space));
        }
        if (space == null && !pending.isEmpty()) {
            findings.add(Finding.warning(
                    "space was not checked: PostgreSQL does not tell how much of a disk is free",
                    "Add --tiers tiers.yaml with the capacity of each tier, or look yourself."));
        }
        return pending;
    }

    private boolean tablespaces(Move move, ServerFacts server) {
        if (!server.tablespaces().contains(move.to())) {
            refuse(move, "no tablespace '" + move.to() + "'", "Create it, or correct 'to'.");
            return false;
        }
        return true;
    }

    private void relation(Move move, Relation relation, boolean targetKnown, @Nullable Space space) {
        if (targetKnown) {
            rights(move, session.rights(relation, move.to()));
        }
        if (space != null) {
            space.problem(move, relation)
                    .ifPresent(problem -> refuse(move, problem, "Take it out of the plan, or make room first."));
            space.make(move, relation);
        }
        if (relation.extension() != null) {
            findings.add(Finding.warning(
                    move.relation(),
                    "belongs to extension '" + relation.extension() + "'",
                    "pg_dump does not write where it lies: a restored copy has it in the default tablespace."));
        }
        if (move.method() == Method.REINDEX) {
            for (Leftover leftover : session.leftovers(move.relation())) {
                findings.add(Finding.warning(
                        move.relation(),
                        "a concurrent rebuild left the invalid index '"
                                + leftover.name().name() + "' in '" + leftover.tablespace() + "'",
                        "If nobody needs it: " + session.dropStatement(leftover)));
            }
        }
    }

    private void rights(Move move, Rights rights) {
        boolean mayMove = rights.owns() || (move.method() != Method.ALTER && rights.maintains());
        String role = session.server().role();
        if (!mayMove) {
            refuse(move, "role '" + role + "' is not its owner", "Connect as its owner or as a member of the owner.");
        }
        if (!rights.seesSchema()) {
            refuse(move, "role '" + role + "' may not use its schema", "Grant it USAGE on the schema.");
        }
        if (!rights.creates()) {
            refuse(move, "role '" + role + "' may not create in tablespace '" + move.to() + "'", rights.grant() + ";");
        }
        if (!rights.ownerCreates()) {
            findings.add(Finding.warning(
                    move.relation(),
                    "its owner may not create in tablespace '" + move.to() + "'",
                    "New partitions and copies (LIKE ... INCLUDING ALL) would fail: " + rights.grantOwner() + ";"));
        }
    }

    private void lockHazard(List<Move> pending) {
        List<Move> locking = pending.stream()
                .filter(move -> move.lock() == Lock.ACCESS_EXCLUSIVE)
                .toList();
        if (!locking.isEmpty() && !window.bounded()) {
            findings.add(Finding.hazard(
                    EXCLUSIVE_LOCK,
                    locking.size() + (locking.size() == 1 ? " move locks" : " moves lock")
                            + " a table against everything, reads too, until it is done; the first is "
                            + locking.get(0).relation(),
                    "Run it inside a --window, or accept it with --accept " + EXCLUSIVE_LOCK + "."));
        }
    }

    private void slotHazard(List<Move> pending, ServerFacts server) {
        ByteSize wal = pending.stream().map(Move::wal).reduce(ByteSize.ZERO, ByteSize::plus);
        if (!pending.isEmpty() && !server.idleSlots().isEmpty()) {
            findings.add(Finding.hazard(
                    IDLE_SLOT,
                    "nobody reads replication slot '" + String.join("', '", server.idleSlots())
                            + "': all WAL stays in pg_wal, " + wal + " of this plan; a full pg_wal stops the server",
                    "Drop the slot or start its reader, or accept it with --accept " + IDLE_SLOT + "."));
        }
    }

    private void oldTransactions(List<Move> pending) {
        Map<String, List<Move>> rebuilds = pending.stream()
                .filter(move -> move.method() == Method.REINDEX)
                .collect(Collectors.groupingBy(move -> move.relation().database(), TreeMap::new, Collectors.toList()));
        rebuilds.forEach((database, moves) -> {
            for (Blocker blocker : session.oldTransactions(database)) {
                if (blocker.pid() == 0) {
                    moves.forEach(move -> refuse(
                            move,
                            "a concurrent rebuild would wait without end for " + blocker,
                            "COMMIT PREPARED or ROLLBACK PREPARED it, or use method 'alter' or 'rebuild'."));
                } else {
                    findings.add(Finding.warning(
                            "concurrent rebuilds in database '" + database + "' wait for " + blocker,
                            "They wait for every older snapshot, whatever table it reads; end it if it is forgotten."));
                }
            }
        });
    }

    private void refuse(Move move, String message, String hint) {
        findings.add(Finding.refusal(move.relation(), message, hint));
    }
}
