package dev.pgstow.cli;

import dev.pgstow.files.JsonText;
import dev.pgstow.files.TiersFile;
import dev.pgstow.linux.DirectIoProbe;
import dev.pgstow.model.ByteSize;
import dev.pgstow.model.DurationText;
import dev.pgstow.model.ErrorCode;
import dev.pgstow.model.PgstowException;
import dev.pgstow.model.Tablespace;
import dev.pgstow.model.Tiers;
import dev.pgstow.postgres.SqlProbe;
import dev.pgstow.profile.DeviceProbe;
import dev.pgstow.profile.Effort;
import dev.pgstow.profile.Place;
import dev.pgstow.profile.ProfileRequest;
import dev.pgstow.profile.Profiler;
import dev.pgstow.profile.TierMerge;
import dev.pgstow.report.ProfileTable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code pgstow profile}: measures the tiers and writes what they can do into the tiers file. */
@Command(
        name = "profile",
        description = {
            "Measures what each storage tier can do, on the server's machine.",
            "",
            "Finds the tablespaces and the devices under them, measures each device for less than a minute with test"
                    + " files that no outcome leaves behind, and writes the tiers file. What you wrote there is kept. Run it as the user that runs the"
                    + " server. While it measures, whoever uses the same device is slower.",
            ""
        })
final class ProfileCommand implements Callable<Integer> {
    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final ByteSize USUAL_SIZE = ByteSize.ofMiB(256);

    private final Console console;

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private OutputOption output = new OutputOption();

    @Mixin
    private EngineOptions engine = new EngineOptions();

    @Mixin
    private PresetOptions presets = new PresetOptions();

    @Mixin
    private ImportOptions imported = new ImportOptions();

    @Option(
            names = {"-o", "--tiers"},
            paramLabel = "FILE",
            defaultValue = "tiers.yaml",
            description = "tiers file to write; made if it is not there (default: ${DEFAULT-VALUE})")
    private Path file = Path.of("tiers.yaml");

    @Option(
            names = "--tablespace",
            paramLabel = "NAME",
            description = "measure only this tablespace; may be given several times")
    private List<String> tablespaces = List.of();

    @Option(
            names = "--dir",
            paramLabel = "TIER=DIRECTORY",
            description = "measure this directory as that tier; alone it needs no server")
    private Map<String, Path> directories = new LinkedHashMap<>();

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            converter = SizeConverter.class,
            description = "size of the test file, at least 16MiB (default: 256MiB, or less where that does not fit)")
    private @Nullable ByteSize size;

    @Option(
            names = "--time",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description =
                    "measure each pattern for at most this long; it ends earlier when its rate is steady (default: 1.5s, less"
                            + " with many tiers; 20s with --thorough)")
    private @Nullable Duration time;

    @Option(
            names = "--thorough",
            description = "more patterns, longer, each three times, of which the middle result counts")
    private boolean thorough;

    /**
     * For the demonstration only, where a directory in memory plays a fast disk under a throw-away server: the tiers file
     * says so in the device's text, the only one in memory that may be durable.
     */
    @Option(names = "--stand-in", paramLabel = "NAME", hidden = true, description = "memory that plays a disk")
    private List<String> standIns = List.of();

    ProfileCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        if (presets.asksForList()) {
            console.print(PresetOptions.all(output.json()));
            return 0;
        }
        TiersFile.checkWritable(file);
        Tiers tiers = imported.given() ? imported.into(known(), console) : describesOnly() ? known() : measured();
        TiersFile.write(file, tiers);
        console.note("wrote '" + file + "'");
        console.print(output.json() ? JsonText.of(tiers) : ProfileTable.of(tiers));
        return 0;
    }

    private Tiers measured() {
        ProfileRequest request = request();
        DeviceProbe probe = engine.probe(connection::connector);
        Profiler profiler = new Profiler(engine.devices(), probe, Clock.systemUTC(), new ProfileNotes(console));
        TierMerge found = profiler.measure(
                probe instanceof SqlProbe sql ? request.with(readable(sql, request.places())) : request);
        return new LateMerge(file, request.known(), this::known).of(found);
    }

    /** The tablespaces with something to read; of the others the person is told. */
    private List<Place> readable(SqlProbe sql, List<Place> places) {
        places.stream()
                .filter(place -> !sql.canRead(place))
                .forEach(place -> console.warn("tablespace '" + place.name()
                        + "' is left out: no table of at least 4096 KiB in it that this role may read"));
        List<Place> readable = places.stream().filter(sql::canRead).toList();
        if (readable.isEmpty()) {
            sql.check(places.get(0), ProfileRequest.SMALLEST);
        }
        return readable;
    }

    private boolean describesOnly() {
        return presets.given() && directories.isEmpty() && tablespaces.isEmpty();
    }

    /** As they were described before, and are now by presets. */
    private Tiers known() {
        return presets.into(Files.exists(file) ? TiersFile.read(file) : new Tiers(List.of()));
    }

    private ProfileRequest request() {
        requireSense();
        boolean asksServer = directories.isEmpty() || !tablespaces.isEmpty();
        MeasuredServer server = asksServer ? MeasuredServer.of(connection.connector()) : MeasuredServer.NONE;
        boolean here = !engine.throughServer();
        List<Place> places = places(here ? server.here() : server);
        ByteSize file = size == null ? here ? fitting(places) : ProfileRequest.SMALLEST : size;
        return new ProfileRequest(
                places,
                known(),
                Set.copyOf(standIns),
                file,
                new Effort(thorough, time),
                here ? server.environment() : null,
                here ? server.dataDirectory() : null);
    }

    private void requireSense() {
        if (engine.throughServer() && !directories.isEmpty()) {
            throw new PgstowException(
                    ErrorCode.USAGE,
                    "--dir and --engine sql exclude each other: the server reads tables, not directories",
                    "Leave out one of them.");
        }
        if (engine.maxIops() != null && !(engine.maxIops() > 0)) {
            throw new PgstowException(
                    ErrorCode.USAGE, "--max-iops must be above 0", "Leave it out to measure what a tier can do.");
        }
        ByteSize wished = Objects.requireNonNullElse(size, USUAL_SIZE);
        if (wished.compareTo(ProfileRequest.SMALLEST) < 0 || (time != null && time.compareTo(SHORTEST) < 0)) {
            throw new PgstowException(
                    ErrorCode.USAGE,
                    "a test file of " + wished + (time == null ? "" : " measured for " + DurationText.of(time))
                            + " says nothing",
                    "Give --size of at least 16MiB and --time of at least 0.1s.");
        }
    }

    private ByteSize fitting(List<Place> places) {
        ByteSize fitting = DirectIoProbe.fitting(places, USUAL_SIZE);
        if (!fitting.equals(USUAL_SIZE)) {
            console.note("measuring with test files of " + fitting + ": more would leave too little room");
        }
        return fitting;
    }

    private List<Place> places(MeasuredServer server) {
        List<Place> places = new ArrayList<>();
        chosen(server.tablespaces()).stream().map(this::place).forEach(places::add);
        directories.forEach((tier, directory) -> places.add(new Place(tier, false, directory, ByteSize.ZERO)));
        return places;
    }

    private List<Tablespace> chosen(List<Tablespace> all) {
        for (String name : tablespaces) {
            if (all.stream().noneMatch(tablespace -> tablespace.name().equals(name))) {
                throw new PgstowException(
                        ErrorCode.USAGE,
                        "no tablespace '" + name + "' in this cluster",
                        "There are: "
                                + String.join(
                                        ", ", all.stream().map(Tablespace::name).toList()) + ".");
            }
        }
        return all.stream()
                .filter(tablespace -> tablespaces.isEmpty() || tablespaces.contains(tablespace.name()))
                .toList();
    }

    private Place place(Tablespace tablespace) {
        if (tablespace.location().isEmpty() && !engine.throughServer()) {
            throw new PgstowException(
                    ErrorCode.NOT_PERMITTED,
                    "this role may not see where tablespace '" + tablespace.name() + "' lies",
                    "Connect as a member of pg_monitor, name others with --tablespace, or give --dir TIER=DIRECTORY.");
        }
        return new Place(tablespace.name(), true, Path.of(tablespace.location()), tablespace.used());
    }
}
