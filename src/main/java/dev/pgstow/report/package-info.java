/** Results as tables and text for people. */
@NullMarked
package dev.pgstow.report;

import org.jspecify.annotations.NullMarked;
