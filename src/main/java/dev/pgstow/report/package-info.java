/** Results drawn for people. */
@NullMarked
package dev.pgstow.report;

import org.jspecify.annotations.NullMarked;
