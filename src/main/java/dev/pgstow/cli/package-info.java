/** The command line: options in, stages called, results printed. The only package that knows picocli. */
@NullMarked
package dev.pgstow.cli;

import org.jspecify.annotations.NullMarked;
