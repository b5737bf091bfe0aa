/** The throw-away server of {@code pgstow demo}: the only package that knows the embedded binaries. */
@NullMarked
package dev.pgstow.demo;

import org.jspecify.annotations.NullMarked;
