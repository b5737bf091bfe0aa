/** Records what the workload does to every relation: snapshots, and the activity between two of them. */
@NullMarked
package dev.pgstow.collect;

import org.jspecify.annotations.NullMarked;
