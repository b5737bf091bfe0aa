/** Chooses a placement from what a workload did and what the tiers can do. Pure and deterministic: same input, same advice. */
@NullMarked
package dev.pgstow.advise;

import org.jspecify.annotations.NullMarked;
