/** Measures a workload before and after, and judges the difference. */
@NullMarked
package dev.pgstow.verify;

import org.jspecify.annotations.NullMarked;
