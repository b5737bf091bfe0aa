package dev.pgstow.linux;

import java.nio.channels.FileChannel;

/**
 * A filled part of a file.
 *
 * @param to first byte after it
 */
record Span(FileChannel channel, long from, long to) {
    long blocks(int bytes) {
        return (to - from) / bytes;
    }
}
