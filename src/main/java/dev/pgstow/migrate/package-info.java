/**
 * Executes a plan: preflight, then one relation at a time under a short lock timeout, inside the window, written to the
 * journal before and after. Knows the server and the disk only through {@link dev.pgstow.migrate.MoveSession} and
 * {@link dev.pgstow.migrate.Journal}.
 */
@NullMarked
package dev.pgstow.migrate;

import org.jspecify.annotations.NullMarked;
