package dev.pgstow.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.Cluster;
import dev.pgstow.model.Declared;
import dev.pgstow.model.IndexFacts;
import dev.pgstow.model.IndexRole;
import dev.pgstow.model.RelationKind;
import dev.pgstow.model.Reserve;
import dev.pgstow.model.ServerVersion;
import dev.pgstow.model.Tablespace;
import dev.pgstow.model.Tier;
import dev.pgstow.model.Tiers;
import dev.pgstow.plan.Method;
import dev.pgstow.plan.Move;
import dev.pgstow.plan.Plan;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PreflightTest {
    private final FakeTime time = new FakeTime();
    private final FakeSession session = new FakeSession(time);
    private Window window = Window.parse("2h", ZoneOffset.UTC, time.now);
    private Tiers tiers = new Tiers(List.of());

    private Findings check(Move... moves) {
        Plan plan = new Plan(new Cluster("7", new ServerVersion(180006)), null, null, List.of(), List.of(moves));
        return new Preflight(session, window, tiers).check(plan);
    }

    private static List<String> texts(Findings findings) {
        return findings.all().stream().map(Finding::toString).toList();
    }

    private static Move with(Move move, long oid) {
        return new Move(
                move.relation(),
                move.kind(),
                oid,
                move.from(),
                move.to(),
                move.method(),
                move.size(),
                move.estimate(),
                move.wal(),
                "");
    }

    private void index(String name, boolean valid, boolean exclusion, boolean deferrable) {
        session.relation(
                name,
                RelationKind.INDEX,
                "slow",
                new IndexFacts(FakeSession.name("t"), valid, roles(exclusion, deferrable)));
    }

    private static Set<IndexRole> roles(boolean exclusion, boolean deferrable) {
        Set<IndexRole> roles = EnumSet.of(IndexRole.UNIQUE);
        if (exclusion) {
            roles.add(IndexRole.EXCLUSION);
        }
        if (deferrable) {
            roles.add(IndexRole.DEFERRABLE);
        }
        return roles;
    }

    @Test
    void a_plan_that_fits_has_no_findings() {
        session.table("a", "slow");
        session.index("b", "slow");

        Findings findings = check(with(Moves.alter("a", "slow", "fast"), 100), Moves.reindex("b", "slow", "fast"));

        assertThat(findings.all()).isEmpty();
        assertThat(findings.pending()).hasSize(2);
    }

    @Test
    void all_refusals_of_all_moves_are_found_at_once() {
        session.table("stale", "slow");
        session.table("strayed", "pg_default");
        session.index("kind", "slow");
        session.table("nowhere", "slow");
        session.databases.add("other");

        Findings findings = check(
                with(Moves.alter("stale", "slow", "fast"), 99),
                Moves.alter("strayed", "slow", "fast"),
                Moves.alter("kind", "slow", "fast"),
                Moves.alter("nowhere", "slow", "warp"),
                Moves.alter("gone", "slow", "fast"));

        assertThat(texts(findings))
                .containsExactly(
                        "shop.public.stale: the plan is stale: it is OID 100 now, was 99",
                        "shop.public.strayed: it lies in 'pg_default', neither in 'slow' nor in 'fast'",
                        "shop.public.kind: it is of kind 'index', not 'table'",
                        "shop.public.nowhere: no tablespace 'warp'",
                        "shop.public.gone: no such relation");
        assertThat(findings.refusedMoves()).hasSize(5);
        assertThat(findings.all())
                .allSatisfy(finding -> assertThat(finding.hint()).endsWith("."));
    }

    @Test
    void another_cluster_a_standby_and_a_pooler_refuse_the_run() {
        session.systemIdentifier = "8";
        session.inRecovery = true;
        session.direct = false;
        session.table("a", "slow");

        Findings findings = check(Moves.alter("a", "slow", "fast"));

        assertThat(texts(findings))
                .containsExactly(
                        "the plan is for cluster '7', this is '8'",
                        "the server is a standby: nothing can be moved on it",
                        "a connection pooler hands each statement to another session: timeouts and the run's lock would"
                                + " not hold");
        assertThat(findings.of(Finding.Weight.REFUSES_RUN)).hasSize(3);
        assertThat(findings.pending()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "PostgreSQL 11.2-YB-2.20.1.0-b0 on x86_64, 180006",
        "PostgreSQL 12.12 (Greenplum Database 7.0.0), 180006",
        "PostgreSQL 12.22 on x86_64, 120022",
    })
    void forks_and_old_servers_are_refused(String product, int version) {
        session.product = product;
        session.version = new ServerVersion(version);

        assertThat(check().of(Finding.Weight.REFUSES_RUN)).hasSize(1);
    }

    /** Minor releases: 14.4 release notes; deferrable constraints since 14.24, 15.19, 16.15, 17.11 and 18.5. */
    @ParameterizedTest
    @CsvSource({
        "130023, false, false, 1",
        "140003, false, false, 1",
        "140004, false, false, 0",
        "180006, true, false, 1",
        "180006, false, true, 0",
        "180004, false, true, 1",
        "150018, false, true, 1",
        "150019, false, true, 0",
        "140023, false, true, 1",
        "140024, false, true, 0",
        "160014, false, true, 1",
        "160015, false, true, 0",
        "170010, false, true, 1",
        "170011, false, true, 0",
    })
    void a_concurrent_rebuild_is_refused_where_it_is_impossible_or_unsafe(
            int version, boolean exclusion, boolean deferrable, int refusals) {
        session.version = new ServerVersion(version);
        index("i", true, exclusion, deferrable);

        assertThat(check(Moves.reindex("i", "slow", "fast")).of(Finding.Weight.REFUSES_MOVE))
                .hasSize(refusals);
        assertThat(check(Moves.of("i", RelationKind.INDEX, "slow", "fast", Method.ALTER, 4))
                        .refuses())
                .as("alter is always possible")
                .isFalse();
    }

    @Test
    void a_partitioned_parent_moves_by_alter_only() {
        session.relation(
                "p", RelationKind.PARTITIONED_INDEX, "slow", new IndexFacts(FakeSession.name("t"), true, Set.of()));

        assertThat(texts(check(Moves.of("p", RelationKind.PARTITIONED_INDEX, "slow", "fast", Method.REINDEX, 4))))
                .containsExactly("shop.public.p: method 'reindex' is for indexes that have storage");
        assertThat(check(Moves.of("p", RelationKind.PARTITIONED_INDEX, "slow", "fast", Method.ALTER, 4))
                        .all())
                .isEmpty();
    }

    @Test
    void an_invalid_index_is_refused() {
        index("i", false, false, false);

        assertThat(texts(check(Moves.of("i", RelationKind.INDEX, "slow", "fast", Method.ALTER, 4))))
                .containsExactly("shop.public.i: the index is invalid: a concurrent build of it failed");
    }

    @Test
    void missing_rights_are_named_with_the_statement_that_gives_them() {
        session.table("a", "slow");
        session.rights = new Rights(false, true, false, false, false, "GRANT CREATE x", "GRANT CREATE y");

        Findings findings = check(Moves.alter("a", "slow", "fast"));

        assertThat(texts(findings))
                .containsExactly(
                        "shop.public.a: role 'mover' is not its owner",
                        "shop.public.a: role 'mover' may not use its schema",
                        "shop.public.a: role 'mover' may not create in tablespace 'fast'",
                        "shop.public.a: its owner may not create in tablespace 'fast'");
        assertThat(findings.all().get(2).hint()).isEqualTo("GRANT CREATE x;");
        assertThat(findings.of(Finding.Weight.WARNING)).hasSize(1);
    }

    @Test
    void maintain_is_enough_to_rebuild_an_index() {
        session.index("i", "slow");
        session.rights = new Rights(false, true, true, true, true, "", "");

        assertThat(check(Moves.reindex("i", "slow", "fast")).all()).isEmpty();
    }

    @Test
    void an_exclusive_lock_outside_a_window_is_a_hazard_to_be_accepted_by_name() {
        session.table("a", "slow");
        window = new OpenWindow();

        Findings findings = check(Moves.alter("a", "slow", "fast"));

        assertThat(findings.open(Set.of())).singleElement().satisfies(hazard -> {
            assertThat(hazard.hazard()).isEqualTo("exclusive-lock");
            assertThat(hazard.message())
                    .isEqualTo("1 move locks a table against everything, reads too, until it is done; the first is"
                            + " shop.public.a");
        });
        assertThat(findings.open(Set.of("exclusive-lock"))).isEmpty();
        assertThat(findings.refuses()).isFalse();
    }

    @Test
    void an_idle_replication_slot_is_a_hazard_also_inside_a_window() {
        session.table("a", "slow");
        session.idleSlots = List.of("old_standby");

        assertThat(check(Moves.alter("a", "slow", "fast")).open(Set.of("exclusive-lock")))
                .extracting(Finding::hazard)
                .containsExactly("idle-slot");
    }

    @Test
    void old_transactions_are_named_and_prepared_ones_refuse_concurrent_rebuilds() {
        session.index("a", "slow");
        session.index("b", "slow");
        session.old = List.of(
                new Blocker(12, "app", "report", "idle in transaction", Duration.ofHours(2)),
                new Blocker(0, "app", "gid-1", "prepared", null));

        Findings findings = check(Moves.reindex("a", "slow", "fast"), Moves.reindex("b", "slow", "fast"));

        assertThat(texts(findings))
                .containsExactly(
                        "concurrent rebuilds in database 'shop' wait for pid 12 (user 'app', application 'report', idle in"
                                + " transaction, transaction began 7200 s ago)",
                        "shop.public.a: a concurrent rebuild would wait without end for prepared transaction 'gid-1' of"
                                + " user 'app'",
                        "shop.public.b: a concurrent rebuild would wait without end for prepared transaction 'gid-1' of"
                                + " user 'app'");
    }

    @Test
    void space_is_checked_along_the_order_of_the_plan() {
        session.table("leaves", "fast");
        session.table("a", "slow");
        session.table("b", "slow");
        tiers = new Tiers(List.of(new Tier(
                "nvme",
                List.of("fast"),
                "",
                true,
                ByteSize.ofMiB(25),
                new Reserve(0, ByteSize.ZERO),
                null,
                Declared.NONE,
                List.of(),
                null)));
        session.tablespaces = List.of(new Tablespace("fast", 1, "", ByteSize.ofMiB(10)));
        Move leaves = Moves.alter("leaves", "fast", "slow");
        Move a = Moves.alter("a", "slow", "fast");
        Move b = Moves.alter("b", "slow", "fast");

        assertThat(check(leaves, a, b).refuses()).isFalse();
        assertThat(check(a, b, leaves).refusedMoves()).containsOnlyKeys(b.relation());
    }

    @Test
    void a_permanent_relation_does_not_go_to_a_tier_that_a_reboot_empties() {
        session.table("a", "slow");
        tiers = new Tiers(List.of(new Tier(
                "ram",
                List.of("fast"),
                "",
                false,
                null,
                new Reserve(0, ByteSize.ZERO),
                null,
                Declared.NONE,
                List.of(),
                null)));

        assertThat(texts(check(Moves.alter("a", "slow", "fast"))))
                .containsExactly(
                        "shop.public.a: tier 'ram' does not survive a reboot and this is a permanent relation");
    }

    @Test
    void without_tiers_it_says_that_space_was_not_checked() {
        session.table("a", "slow");
        tiers = null;

        assertThat(texts(check(Moves.alter("a", "slow", "fast"))))
                .containsExactly("space was not checked: PostgreSQL does not tell how much of a disk is free");
    }

    @Test
    void leftovers_of_others_are_named_with_the_statement_that_drops_them() {
        session.index("i", "slow");
        session.leftovers.add(new Leftover(FakeSession.name("i_ccnew"), 9, "fast"));

        assertThat(check(Moves.reindex("i", "slow", "fast")).all())
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.message())
                            .isEqualTo("a concurrent rebuild left the invalid index 'i_ccnew' in 'fast'");
                    assertThat(finding.hint()).isEqualTo("If nobody needs it: DROP i_ccnew;");
                });
    }
}
