/** Everything that speaks SQL or JDBC, and PostgreSQL's own programs. */
@NullMarked
package dev.pgstow.postgres;

import org.jspecify.annotations.NullMarked;
