package dev.pgstow.migrate;

import java.time.DateTimeException;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.zone.ZoneOffsetTransition;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A window by the clock on the wall, on the days of the week on which it opens. When clocks change it is never longer than
 * what the wall shows: an hour that is shown twice counts once, an hour that is left out is missing.
 *
 * @param length from its start on the wall to its end; at most 24 hours, so that it may end the next day
 */
record DailyWindow(Set<DayOfWeek> days, LocalTime start, Duration length, ZoneId zone, String text) implements Window {
    private static final Pattern TEXT =
            Pattern.compile("(?:([A-Za-z,\\- ]+?)\\s+)?(\\d{1,2}:\\d{2})\\s*-\\s*(\\d{1,2}:\\d{2})");
    private static final int DAYS_AHEAD = 8;

    DailyWindow {
        days = Collections.unmodifiableSet(EnumSet.copyOf(days));
        if (length.isNegative() || length.isZero() || length.compareTo(Duration.ofDays(1)) > 0) {
            throw new IllegalArgumentException("a window of " + length);
        }
    }

    private record Opening(Instant opens, Instant closes) {
        boolean contains(Instant now) {
            return !now.isBefore(opens) && now.isBefore(closes);
        }
    }

    /** Empty when the text is no such window; a start equal to the end is ambiguous and none either. */
    static Optional<Window> parse(String text, ZoneId zone) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        try {
            LocalTime start = time(matcher.group(2));
            Duration length = length(start, matcher.group(3));
            return length.isZero()
                    ? Optional.empty()
                    : Optional.of(new DailyWindow(days(matcher.group(1)), start, length, zone, text));
        } catch (DateTimeException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    @Override
    public Optional<Instant> closing(Instant now) {
        Optional<Instant> end = Optional.empty();
        for (Opening opening : openings(now)) {
            if (end.isEmpty() ? opening.contains(now) : opening.opens().equals(end.get())) {
                end = Optional.of(opening.closes());
            }
        }
        return end;
    }

    @Override
    public Optional<Instant> nextOpening(Instant now) {
        if (contains(now)) {
            return Optional.empty();
        }
        return openings(now).stream()
                .map(Opening::opens)
                .filter(opens -> opens.isAfter(now))
                .findFirst();
    }

    /** From yesterday's, which may still be open, on; in order. */
    private List<Opening> openings(Instant now) {
        LocalDate today = now.atZone(zone).toLocalDate();
        return Stream.iterate(today.minusDays(1), day -> day.plusDays(1))
                .limit(DAYS_AHEAD + 2)
                .filter(day -> days.contains(day.getDayOfWeek()))
                .map(this::opening)
                .filter(opening -> opening.opens().isBefore(opening.closes()))
                .toList();
    }

    private Opening opening(LocalDate day) {
        LocalDateTime start = day.atTime(this.start);
        Instant closes = shown(start.plus(length)).withEarlierOffsetAtOverlap().toInstant();
        Instant opens = shown(start).withLaterOffsetAtOverlap().toInstant();
        if (!opens.isBefore(closes)) {
            opens = shown(start).withEarlierOffsetAtOverlap().toInstant();
        }
        return new Opening(opens, closes);
    }

    /** A time that the clocks leave out is the instant at which they do. */
    private ZonedDateTime shown(LocalDateTime wall) {
        ZoneOffsetTransition transition = zone.getRules().getTransition(wall);
        return transition != null && transition.isGap()
                ? transition.getInstant().atZone(zone)
                : wall.atZone(zone);
    }

    private static LocalTime time(String text) {
        return LocalTime.parse(text.length() == 4 ? "0" + text : text);
    }

    private static Duration length(LocalTime start, String end) {
        if (end.equals("24:00")) {
            return Duration.ofDays(1).minusSeconds(start.toSecondOfDay());
        }
        Duration length = Duration.between(start, time(end));
        return length.isNegative() ? length.plusDays(1) : length;
    }

    private static Set<DayOfWeek> days(@org.jspecify.annotations.Nullable String text) {
        if (text == null) {
            return EnumSet.allOf(DayOfWeek.class);
        }
        Set<DayOfWeek> days = EnumSet.noneOf(DayOfWeek.class);
        for (String part : text.split(",", -1)) {
            String[] ends = part.split("-", -1);
            DayOfWeek last = day(ends[ends.length - 1]);
            DayOfWeek day = day(ends[0]);
            days.add(day);
            while (ends.length == 2 && day != last) {
                day = day.plus(1);
                days.add(day);
            }
            if (ends.length > 2) {
                throw new IllegalArgumentException(part);
            }
        }
        return days;
    }

    private static DayOfWeek day(String text) {
        String letters = text.strip().toUpperCase(Locale.ROOT);
        return Stream.of(DayOfWeek.values())
                .filter(day ->
                        letters.equals(day.name()) || letters.equals(day.name().substring(0, 3)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(text));
    }
}
