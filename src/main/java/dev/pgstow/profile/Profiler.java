package dev.pgstow.profile;

import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.model.Profile;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Measures tiers one after the other, then together. */
public final class Profiler {
    private final DeviceLookup devices;
    private final DeviceProbe probe;
    private final Clock clock;
    private final ProfileProgress progress;

    public Profiler(DeviceLookup devices, DeviceProbe probe, Clock clock, ProfileProgress progress) {
        this.devices = Objects.requireNonNull(devices, "devices");
        this.probe = Objects.requireNonNull(probe, "probe");
        this.clock = Objects.requireNonNull(clock, "clock");
        this.progress = Objects.requireNonNull(progress, "progress");
    }

    /**
     * Measures the places asked for, once for each tier and device. Nothing is written anywhere before every one of them was
     * found measurable.
     *
     * @return what was found, to be merged with what a person wrote about the tiers by then
     * @throws PgstowException (refused, not-permitted, no-space, unsupported) when a place cannot be measured
     */
    public TierMerge measure(ProfileRequest request) {
        List<Group> groups = new Groups(devices, request.known(), progress).of(request.places());
        checkStandIns(request, groups);
        groups.forEach(group -> probe.check(group.place(), request.size()));
        new Surroundings(devices, progress).look(groups, request);
        Measurement measurement = new Measurement(probe, clock, progress, request, groups.size());
        Map<Group, Profile> profiles = new LinkedHashMap<>();
        groups.forEach(group -> profiles.put(group, measurement.of(group)));
        new Neighbours(probe, progress, request).addTo(profiles);
        return new TierMerge(request, progress, profiles);
    }

    private static void checkStandIns(ProfileRequest request, List<Group> groups) {
        for (String name : request.standIns()) {
            Device device = groups.stream()
                    .filter(group -> group.isCalled(name))
                    .map(Group::device)
                    .findFirst()
                    .orElseThrow(() -> new PgstowException(
                            ErrorCode.USAGE, "no tier or tablespace '" + name + "' to stand in", "Check --stand-in."));
            if (Durability.possible(device.text())) {
                throw new PgstowException(
                        ErrorCode.REFUSED,
                        "'" + name + "' is on '" + device.text() + "', which is not memory",
                        "A stand-in is memory that plays a disk in a demonstration; leave out --stand-in.");
            }
        }
    }
}
