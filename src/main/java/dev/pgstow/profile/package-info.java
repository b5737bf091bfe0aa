/** Measures what each storage tier can do. Knows the tiers and a port to the devices, no files and no server. */
@NullMarked
package dev.pgstow.profile;

import org.jspecify.annotations.NullMarked;
