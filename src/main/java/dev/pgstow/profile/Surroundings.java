package dev.pgstow.profile;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Tells a person what is odd about places before they are measured; none of it keeps from measuring. */
final class Surroundings {
    /** A device that has something to do for this share of the time is not idle. */
    private static final double BUSY = 0.10;

    private final DeviceLookup devices;
    private final ProfileProgress progress;

    Surroundings(DeviceLookup devices, ProfileProgress progress) {
        this.devices = devices;
        this.progress = progress;
    }

    void look(List<Group> groups, ProfileRequest request) {
        sharing(groups);
        Set<String> watched = new HashSet<>();
        groups.forEach(group -> {
            one(group);
            group.places().forEach(place -> nested(place, groups, request.dataDirectory()));
            if (watched.add(group.device().text())) {
                busy(group);
            }
        });
    }

    private void one(Group group) {
        List<String> tablespaces = group.tablespaces();
        if (tablespaces.size() > 1) {
            progress.note("tablespaces " + quoted(tablespaces) + " are on one device, '"
                    + group.device().text() + "': moving between them makes nothing faster");
        }
    }

    /** File systems of their own can lie on one disk, and a person can make two tiers of one file system. */
    private void sharing(List<Group> groups) {
        Map<String, List<String>> tiers = new LinkedHashMap<>();
        groups.forEach(group -> tiers.computeIfAbsent(group.device().text(), device -> new ArrayList<>())
                .add(group.tier()));
        tiers.forEach((device, names) -> {
            if (names.size() > 1) {
                progress.note("tiers " + quoted(names) + " are on one device, '" + device
                        + "', and share its limits: moving between them makes nothing faster");
            }
        });
    }

    private void nested(Place place, List<Group> groups, @Nullable Path dataDirectory) {
        boolean ownPart = place.name().equals("pg_default");
        if (!ownPart && dataDirectory != null && devices.inside(place, dataDirectory)) {
            progress.note("'" + place.directory() + "' of '" + place.name()
                    + "' is inside the data directory, which PostgreSQL warns of: backups can copy it twice");
        }
        groups.stream()
                .flatMap(group -> group.places().stream())
                .filter(other -> !other.equals(place) && !other.name().equals("pg_default"))
                .filter(other -> devices.inside(place, other.directory()))
                .forEach(other -> progress.note("'" + place.directory() + "' of '" + place.name()
                        + "' is inside the directory of '" + other.name() + "'"));
    }

    private void busy(Group group) {
        Busy busy = devices.busy(group.device());
        if (busy != null && busy.share() >= BUSY) {
            progress.note(String.format(
                    Locale.ROOT,
                    "'%s' is busy: %,.0f reads/s and %,.0f writes/s of others, %.0f %% of the time; the figures will be too low, and"
                            + " others wait longer meanwhile (--max-iops limits the profile)",
                    group.device().text(),
                    busy.readsPerSecond(),
                    busy.writesPerSecond(),
                    100 * busy.share()));
        }
    }

    private static String quoted(List<String> names) {
        return "'" + String.join("', '", names) + "'";
    }
}
