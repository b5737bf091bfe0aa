/** pgstow decides on which tablespace each PostgreSQL table and index belongs, moves it there, and proves what that changed. */
@NullMarked
package dev.pgstow;

import org.jspecify.annotations.NullMarked;
