package dev.pgstow.postgres;

import static dev.pgstow.postgres.catalog.Tables.PG_AM;
import static dev.pgstow.postgres.catalog.Tables.PG_CLASS;
import static dev.pgstow.postgres.catalog.Tables.PG_CONSTRAINT;
import static dev.pgstow.postgres.catalog.Tables.PG_DATABASE;
import static dev.pgstow.postgres.catalog.Tables.PG_DEPEND;
import static dev.pgstow.postgres.catalog.Tables.PG_EXTENSION;
import static dev.pgstow.postgres.catalog.Tables.PG_INDEX;
import static dev.pgstow.postgres.catalog.Tables.PG_INHERITS;
import static dev.pgstow.postgres.catalog.Tables.PG_NAMESPACE;
import static dev.pgstow.postgres.catalog.Tables.PG_TABLESPACE;
import static org.jooq.impl.DSL.coalesce;
import static org.jooq.impl.DSL.currentCatalog;
import static org.jooq.impl.DSL.function;
import static org.jooq.impl.DSL.inline;
import static org.jooq.impl.DSL.min;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.nullif;
import static org.jooq.impl.DSL.select;
import static org.jooq.impl.DSL.selectDistinct;

import dev.pgstow.model.ByteSize;
import dev.pgstow.model.IndexFacts;
import dev.pgstow.model.IndexRole;
import dev.pgstow.model.Persistence;
import dev.pgstow.model.Relation;
import dev.pgstow.model.RelationKind;
import dev.pgstow.model.RelationName;
import dev.pgstow.model.Storage;
import dev.pgstow.postgres.catalog.tables.PgClass;
import dev.pgstow.postgres.catalog.tables.PgNamespace;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jooq.Condition;
import org.jooq.Field;
import org.jooq.Record;
import org.jooq.Table;
import org.jooq.impl.DSL;
import org.jspecify.annotations.Nullable;

/** What the catalog says of relations, but for their sizes: the columns, where they come from, and how a row becomes a relation. */
final class RelationQuery {
    private static final PgClass TABLE = PG_CLASS.as("t");
    private static final PgNamespace TABLE_SCHEMA = PG_NAMESPACE.as("tn");
    private static final PgNamespace SYSTEM = PG_NAMESPACE.as("system");
    private static final PgClass PARENT = PG_CLASS.as("p");
    private static final PgNamespace PARENT_SCHEMA = PG_NAMESPACE.as("pn");
    /** A table's members of an extension name the table alone: its indexes belong to it as well. */
    private static final Table<?> MEMBERS = select(
                    PG_DEPEND.OBJID, min(PG_EXTENSION.EXTNAME).as("extension"))
            .from(PG_DEPEND)
            .join(PG_EXTENSION)
            .on(PG_EXTENSION.OID.eq(PG_DEPEND.REFOBJID))
            .where(ofExtensions())
            .groupBy(PG_DEPEND.OBJID)
            .asTable("members");

    private static final Table<?> REFERENCED = selectDistinct(PG_CONSTRAINT.CONINDID)
            .from(PG_CONSTRAINT)
            .where(PG_CONSTRAINT.CONTYPE.eq(inline("f")))
            .asTable("referenced");

    private static final Field<String> OWNER =
            function(name("pg_catalog", "pg_get_userbyid"), String.class, PG_CLASS.RELOWNER);
    private static final Field<String> OPTIONS = function(
                    name("pg_catalog", "array_to_string"), String.class, PG_CLASS.RELOPTIONS, inline(","))
            .as("options");
    private static final Field<String> EXTENSION = Objects.requireNonNull(MEMBERS.field("extension", String.class));
    private static final Field<Long> REFERENCED_INDEX =
            Objects.requireNonNull(REFERENCED.field("conindid", Long.class));
    private static final Pattern FILLFACTOR = Pattern.compile("(?:^|,)fillfactor=([0-9]+)");
    /** PostgreSQL documentation, "CREATE INDEX", storage parameters; tables have 100. */
    private static final Map<String, Integer> FILLFACTORS = Map.of("btree", 90, "hash", 75, "gist", 90, "spgist", 80);

    private static final String LARGE_OBJECTS = "pg_largeobject";

    private final String database;
    /** Of a hundred thousand relations nearly all share their schema, tablespace, owner and what they belong to. */
    private final Map<Object, Object> shared = new HashMap<>();

    RelationQuery(String database) {
        this.database = database;
    }

    static List<Field<?>> fields() {
        return List.of(
                PG_CLASS.OID,
                PG_CLASS.RELNAME,
                PG_NAMESPACE.NSPNAME,
                PG_CLASS.RELKIND,
                PG_CLASS.RELPERSISTENCE,
                PG_CLASS.RELPAGES,
                PG_CLASS.RELTUPLES,
                PG_CLASS.RELFILENODE,
                OPTIONS,
                PG_TABLESPACE.SPCNAME,
                OWNER,
                PG_AM.AMNAME,
                EXTENSION,
                PARENT.RELNAME,
                PARENT_SCHEMA.NSPNAME);
    }

    static List<Field<?>> indexFields() {
        return List.of(
                TABLE.RELNAME,
                TABLE_SCHEMA.NSPNAME,
                PG_INDEX.INDISVALID,
                PG_INDEX.INDISPRIMARY,
                PG_INDEX.INDISUNIQUE,
                PG_INDEX.INDISEXCLUSION,
                PG_INDEX.INDIMMEDIATE,
                PG_INDEX.INDISREPLIDENT,
                PG_INDEX.INDISCLUSTERED,
                REFERENCED_INDEX);
    }

    /** {@code reltablespace} 0 is the database's default, which need not be {@code pg_default}. */
    static Table<?> tables() {
        return placed().leftJoin(MEMBERS).on(member(PG_CLASS.OID));
    }

    static Table<?> indexes() {
        return placed().join(PG_INDEX)
                .on(PG_INDEX.INDEXRELID.eq(PG_CLASS.OID))
                .join(TABLE)
                .on(TABLE.OID.eq(PG_INDEX.INDRELID))
                .join(TABLE_SCHEMA)
                .on(TABLE_SCHEMA.OID.eq(TABLE.RELNAMESPACE))
                .leftJoin(REFERENCED)
                .on(REFERENCED_INDEX.eq(PG_CLASS.OID))
                .leftJoin(MEMBERS)
                .on(member(PG_INDEX.INDRELID));
    }

    /** Not temporary and not of the system, but for large objects, which are data of users. */
    static Condition ofUsers() {
        return PG_CLASS.RELNAMESPACE
                .notIn(select(SYSTEM.OID)
                        .from(SYSTEM)
                        .where(SYSTEM.NSPNAME.in(
                                inline("pg_catalog"), inline("information_schema"), inline("pg_toast"))))
                .or(PG_CLASS.RELNAME.in(inline(LARGE_OBJECTS), inline("pg_largeobject_loid_pn_index")))
                .and(PG_CLASS.RELPERSISTENCE.ne(inline("t")));
    }

    /** @param size null when it could not be read: then it is what the last VACUUM or ANALYZE saw */
    Relation relation(Record row, @Nullable ByteSize size, ByteSize toast) {
        RelationKind kind = RelationKind.of(row.get(PG_CLASS.RELKIND));
        String method = shared(Objects.requireNonNullElse(row.get(PG_AM.AMNAME), ""));
        return new Relation(
                relationName(row.get(PG_NAMESPACE.NSPNAME), row.get(PG_CLASS.RELNAME)),
                kind,
                row.get(PG_CLASS.OID),
                shared(row.get(PG_TABLESPACE.SPCNAME)),
                size == null ? ByteSize.ofBlocks(Math.max(0, row.get(PG_CLASS.RELPAGES))) : size,
                size != null || !kind.hasStorage(),
                Persistence.of(row.get(PG_CLASS.RELPERSISTENCE)),
                shared(row.get(OWNER)),
                method,
                row.get(PG_CLASS.RELTUPLES),
                kind.isIndex() ? indexFacts(row) : null,
                row.get(EXTENSION),
                new Storage(
                        row.get(PG_CLASS.RELFILENODE),
                        toast,
                        fillfactor(row.get(OPTIONS), method),
                        row.get(PARENT.RELNAME) == null
                                ? null
                                : relationName(row.get(PARENT_SCHEMA.NSPNAME), row.get(PARENT.RELNAME))));
    }

    private IndexFacts indexFacts(Record row) {
        Set<IndexRole> roles = EnumSet.noneOf(IndexRole.class);
        add(roles, IndexRole.PRIMARY, row.get(PG_INDEX.INDISPRIMARY));
        add(roles, IndexRole.UNIQUE, row.get(PG_INDEX.INDISUNIQUE));
        add(roles, IndexRole.EXCLUSION, row.get(PG_INDEX.INDISEXCLUSION));
        add(roles, IndexRole.DEFERRABLE, !row.get(PG_INDEX.INDIMMEDIATE));
        add(roles, IndexRole.REFERENCED, row.get(REFERENCED_INDEX) != null);
        add(roles, IndexRole.REPLICA_IDENTITY, row.get(PG_INDEX.INDISREPLIDENT));
        add(roles, IndexRole.CLUSTERED, row.get(PG_INDEX.INDISCLUSTERED));
        return new IndexFacts(
                relationName(row.get(TABLE_SCHEMA.NSPNAME), row.get(TABLE.RELNAME)),
                row.get(PG_INDEX.INDISVALID),
                roles);
    }

    private static void add(Set<IndexRole> roles, IndexRole role, boolean has) {
        if (has) {
            roles.add(role);
        }
    }

    private RelationName relationName(String schema, String relation) {
        return shared(new RelationName(database, shared(schema), relation));
    }

    @SuppressWarnings("unchecked")
    private <T> T shared(T value) {
        Object before = shared.putIfAbsent(value, value);
        return before == null ? value : (T) before;
    }

    private static int fillfactor(@Nullable String options, String method) {
        Matcher matcher = FILLFACTOR.matcher(Objects.requireNonNullElse(options, ""));
        return matcher.find() ? Integer.parseInt(matcher.group(1)) : FILLFACTORS.getOrDefault(method, 100);
    }

    private static Table<?> placed() {
        return PG_CLASS.join(PG_NAMESPACE)
                .on(PG_NAMESPACE.OID.eq(PG_CLASS.RELNAMESPACE))
                .join(PG_DATABASE)
                .on(PG_DATABASE.DATNAME.eq(currentCatalog()))
                .join(PG_TABLESPACE)
                .on(PG_TABLESPACE.OID.eq(
                        coalesce(nullif(PG_CLASS.RELTABLESPACE, inline(0L)), PG_DATABASE.DATTABLESPACE)))
                .leftJoin(PG_AM)
                .on(PG_AM.OID.eq(PG_CLASS.RELAM))
                .leftJoin(PG_INHERITS)
                .on(PG_INHERITS.INHRELID.eq(PG_CLASS.OID).and(PG_CLASS.RELISPARTITION))
                .leftJoin(PARENT)
                .on(PARENT.OID.eq(PG_INHERITS.INHPARENT))
                .leftJoin(PARENT_SCHEMA)
                .on(PARENT_SCHEMA.OID.eq(PARENT.RELNAMESPACE));
    }

    /** The rows of {@code pg_depend} by which a relation is a member of an extension. */
    static Condition ofExtensions() {
        return PG_DEPEND
                .CLASSID
                .eq(regclass("pg_class"))
                .and(PG_DEPEND.OBJSUBID.eq(inline(0)))
                .and(PG_DEPEND.REFCLASSID.eq(regclass("pg_extension")))
                .and(PG_DEPEND.DEPTYPE.eq(inline("e")));
    }

    private static Condition member(Field<Long> oid) {
        return Objects.requireNonNull(MEMBERS.field(PG_DEPEND.OBJID)).eq(oid);
    }

    private static Field<Long> regclass(String catalog) {
        return DSL.field("{0}::pg_catalog.regclass", Long.class, inline("pg_catalog." + catalog));
    }
}
