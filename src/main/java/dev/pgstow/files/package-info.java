/** The formats on disk, and nothing else: the only package that knows Jackson. */
@NullMarked
package dev.pgstow.files;

import org.jspecify.annotations.NullMarked;
