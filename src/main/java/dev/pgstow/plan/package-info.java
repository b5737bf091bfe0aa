/** A plan as values: ordered moves with what they cost others, and what they were planned from. */
@NullMarked
package dev.pgstow.plan;

import org.jspecify.annotations.NullMarked;
