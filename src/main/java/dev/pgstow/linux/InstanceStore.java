package dev.pgstow.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Tells disks that a cloud lends only as long as a machine runs on one host, by what they say of themselves in {@code /sys}. */
final class InstanceStore {
    /**
     * Whole model names. Each cloud's network volumes have others: "Amazon Elastic Block Store", "nvme_card-pd" and
     * "PersistentDisk", "MSFT NVMe Accelerator v1.0".
     */
    private static final Map<Pattern, String> MODELS = Map.of(
            // as nvme-cli lists them; EC2 User Guide, "SSD instance store volumes": for the life of the instance only
            Pattern.compile("Amazon EC2 NVMe Instance Storage"),
            "an instance store of Amazon EC2, empty after the instance was stopped or its host failed",
            // GoogleCloudPlatform/guest-configs, 65-gce-disk-naming.rules; machines with many of them number them
            Pattern.compile("nvme_card[0-9]*|EphemeralDisk"),
            "a local SSD of Google Compute Engine, empty after the instance was stopped or its host failed",
            // Azure/azure-vm-utils, 80-azure-disk.rules, type "local"
            Pattern.compile("Microsoft NVMe Direct Disk( v[0-9]+)?"),
            "a local disk of Azure, empty after the machine was deallocated or moved to another host");

    /** The SCSI disk beside the machine's own, on its first controller: the same rules, type "resource". */
    private static final String FIRST_GENERATION = "{00000000-0001-";

    private static final String SECOND_GENERATION = "{f8b3781a-1e82-4818-a1c3-63d806ec15bb}";
    private static final String AZURE_TEMPORARY =
            "the temporary disk of an Azure machine, empty after it was deallocated or moved to another host";

    private InstanceStore() {}

    /**
     * Why files on a disk are lost, null when nothing is known against it.
     *
     * @param folder of the disk in {@code /sys}
     */
    static @Nullable String loss(Path folder, String model) {
        for (Map.Entry<Pattern, String> each : MODELS.entrySet()) {
            if (each.getKey().matcher(model).matches()) {
                return each.getValue();
            }
        }
        return model.equals("Virtual Disk") && isAzureTemporary(folder) ? AZURE_TEMPORARY : null;
    }

    private static boolean isAzureTemporary(Path folder) {
        String controller = controller(folder);
        return controller.startsWith(FIRST_GENERATION)
                || (controller.equals(SECOND_GENERATION) && logicalUnit(folder).equals("1"));
    }

    /** The identifier of the virtual controller that a disk hangs on; empty when it hangs on none of Hyper-V. */
    private static String controller(Path folder) {
        for (Path above = folder.getParent(); above != null; above = above.getParent()) {
            String identifier = SysFile.text(above.resolve("device_id"));
            if (!identifier.isEmpty()) {
                return identifier;
            }
        }
        return "";
    }

    /** The last of the four numbers in the name of a SCSI device, {@code 0:0:0:1}. */
    private static String logicalUnit(Path folder) {
        try {
            String address = String.valueOf(
                    Files.readSymbolicLink(folder.resolve("device")).getFileName());
            return address.substring(address.lastIndexOf(':') + 1);
        } catch (IOException e) {
            return "";
        }
    }
}
