/** What only Linux tells or does: mounts, block devices, direct I/O. */
@NullMarked
package dev.pgstow.linux;

import org.jspecify.annotations.NullMarked;
