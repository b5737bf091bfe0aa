package dev.pgstow.postgres;

import static org.jooq.impl.DSL.field;
import static org.jooq.impl.DSL.name;
import static org.jooq.impl.DSL.sum;
import static org.jooq.impl.DSL.table;

import java.math.BigDecimal;
import org.jooq.DSLContext;
import org.jooq.Record;
import org.jspecify.annotations.Nullable;

/**
 * Bytes that statements read from devices, as the kernel counts them for each process (getrusage(2)) and the extension
 * pg_stat_kcache adds up.
 */
final class KernelReads {
    private static final String VIEW = "pg_stat_kcache";
    /** The view raises an error where the library was not preloaded. Up to version 2.1 the column was called reads. */
    private static final String FIND = """
            select n.nspname, a.attname
            from pg_catalog.pg_extension e
            join pg_catalog.pg_namespace n on n.oid = e.extnamespace
            join pg_catalog.pg_class c on c.relnamespace = n.oid and c.relname = e.extname
            join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attname in ('exec_reads', 'reads')
            where e.extname = 'pg_stat_kcache'
            and exists (select from pg_catalog.pg_settings s
                where s.name = 'shared_preload_libraries' and s.setting like '%pg_stat_kcache%')""";

    private KernelReads() {}

    /** The sum over all databases; null where the extension is not at work, or not in the database connected to. */
    static @Nullable Long bytes(DSLContext sql) {
        Record found = sql.fetchOptional(FIND).orElse(null);
        if (found == null) {
            return null;
        }
        return sql.select(sum(field(name(found.get(1, String.class)), BigDecimal.class)))
                .from(table(name(found.get(0, String.class), VIEW)))
                .fetchSingle(0, Long.class);
    }
}
