package dev.pgstow.profile;

import java.util.regex.Pattern;

/** Which devices can be durable at all: memory never is, as a file system or as a disk, whatever anybody declares. */
public final class Durability {
    /**
     * The only device text in memory that a tier may call durable: a demonstration lets memory stand in for a fast disk,
     * in a cluster that is thrown away.
     */
    public static final String STAND_IN = "tmpfs (stand-in)";

    private static final Pattern MEMORY = Pattern.compile(
            "\\b(tmpfs|ramfs|devtmpfs|hugetlbfs)\\b|(/dev/|\\+ )z?ram[0-9]+\\b", Pattern.CASE_INSENSITIVE);

    private Durability() {}

    /** Whether files on such a device may survive a reboot, judged by the text that describes it. */
    public static boolean possible(String device) {
        return device.equals(STAND_IN) || !MEMORY.matcher(device).find();
    }
}
