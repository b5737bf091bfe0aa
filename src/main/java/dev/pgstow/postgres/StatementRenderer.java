package dev.pgstow.postgres;

import dev.pgstow.migrate.Leftover;
import dev.pgstow.model.RelationKind;
import dev.pgstow.model.RelationName;
import dev.pgstow.plan.Move;
import org.jooq.DSLContext;
import org.jooq.Name;
import org.jooq.SQL;
import org.jooq.SQLDialect;
import org.jooq.conf.Settings;
import org.jooq.impl.DSL;

/**
 * Renders every statement with which pgstow's moves change something. Identifiers are always quoted, each exactly once, and
 * schema-qualified, so that no search_path and no name can make a statement mean another relation.
 */
public final class StatementRenderer {
    private final DSLContext sql = DSL.using(SQLDialect.POSTGRES, new Settings().withRenderFormatted(false));

    /** The statement that makes a move. */
    public String move(Move move) {
        Name relation = name(move.relation());
        Name target = DSL.name(move.to());
        return switch (move.method()) {
            case ALTER -> render("ALTER " + alterWord(move.kind()) + " {0} SET TABLESPACE {1}", relation, target);
            case REINDEX -> render("REINDEX (TABLESPACE {1}, CONCURRENTLY) INDEX {0}", relation, target);
            case REBUILD -> render("REINDEX (TABLESPACE {1}) INDEX {0}", relation, target);
        };
    }

    /** Drops an invalid index under a lock that the caller bounds with a short lock_timeout. */
    public String drop(Leftover leftover) {
        return render("DROP INDEX {0}", name(leftover.name()));
    }

    /** The same for people, who have no lock_timeout set: it waits without making others wait. */
    public String dropConcurrently(Leftover leftover) {
        return render("DROP INDEX CONCURRENTLY {0}", name(leftover.name()));
    }

    public String grantCreate(String tablespace, String role) {
        return render("GRANT CREATE ON TABLESPACE {0} TO {1}", DSL.name(tablespace), DSL.name(role));
    }

    /** A setting of the session. */
    String set(String name, String value) {
        return sql.render(DSL.sql("SET {0} = {1}", DSL.name(name), DSL.inline(value)));
    }

    private static String alterWord(RelationKind kind) {
        return switch (kind) {
            case TABLE, PARTITIONED_TABLE -> "TABLE";
            case INDEX, PARTITIONED_INDEX -> "INDEX";
            case MATERIALIZED_VIEW -> "MATERIALIZED VIEW";
        };
    }

    private static Name name(RelationName relation) {
        return DSL.name(relation.schema(), relation.name());
    }

    private String render(String template, Name first) {
        return render(DSL.sql(template, first));
    }

    private String render(String template, Name first, Name second) {
        return render(DSL.sql(template, first, second));
    }

    private String render(SQL statement) {
        return sql.render(statement);
    }
}
