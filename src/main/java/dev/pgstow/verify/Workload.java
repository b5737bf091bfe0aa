package dev.pgstow.verify;

import java.util.List;

/** What the clients of a run do, complete: nothing outside of it is needed to do the same again. */
public sealed interface Workload permits StatementList, PgbenchScripts {
    /** Two workloads with the same hash do the same: SHA-256 of everything in it, in hexadecimal. */
    String hash();

    /** Its parts by name, for people. */
    String summary();

    /** What its author may have overlooked, one sentence each. */
    List<String> warnings();
}
