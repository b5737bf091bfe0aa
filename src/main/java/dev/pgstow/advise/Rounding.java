package dev.pgstow.advise;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/** From a mixture that has relations on several tiers in parts to a placement that is near to it in loads and bytes, and fits. */
final class Rounding {
    private static final int DIVES = 40;
    /** In shares of all loads and bytes. */
    private static final double LARGE = 5e-4;

    private static final double PART = 1e-4;
    private static final double NEARLY = 0.8;

    private final Problem problem;
    private final Relaxation relaxation;
    private final int[] placement;
    private final double[] room;
    private final double[] scales;

    Rounding(Problem problem, Relaxation relaxation) {
        this.problem = problem;
        this.relaxation = relaxation;
        this.placement = new int[problem.candidates().size()];
        this.room = problem.roomOrPresent();
        this.scales = scales();
    }

    static int[] of(Problem problem, Relaxation relaxation) {
        Rounding rounding = new Rounding(problem, relaxation);
        rounding.spread();
        rounding.makeFit();
        return rounding.placement;
    }

    /**
     * The same after the large relations that are in parts were put where most of them lies, and the rest was mixed anew, several times:
     * many small ones make up for one that is large.
     */
    static int[] dive(Problem problem, int[] start, Relaxation whole) {
        Problem rest = problem;
        Relaxation relaxation = whole;
        for (int dive = 0; dive < DIVES && !relaxation.isForbidden(); dive++) {
            Problem next = new Rounding(rest, relaxation).withLargeOnesFixed();
            if (next == rest) {
                break;
            }
            rest = next;
            relaxation = new Relaxation(rest, start, true);
        }
        return of(rest, relaxation);
    }

    /** With those fixed that are nearly decided, or else the one that is most; the same problem if none is large. */
    private Problem withLargeOnesFixed() {
        Problem fixed = problem;
        int most = -1;
        for (int i : divided()) {
            if (part(i) > NEARLY) {
                fixed = fixed.withFixed(i, largestPart(i));
            }
            most = most < 0 || part(i) > part(most) ? i : most;
        }
        return most < 0 ? problem : fixed.withFixed(most, largestPart(most));
    }

    /** The largest relation that is in parts, -1 if none of them is large. */
    int largestDivided() {
        return divided().stream()
                .max(Comparator.comparingDouble((Integer i) -> weight(i)))
                .orElse(-1);
    }

    private List<Integer> divided() {
        return IntStream.range(0, placement.length)
                .filter(i -> part(i) < 1 - PART && weight(i) > LARGE)
                .boxed()
                .toList();
    }

    private double part(int i) {
        return relaxation.parts(i)[largestPart(i)];
    }

    private int largestPart(int i) {
        double[] parts = relaxation.parts(i);
        int most = 0;
        for (int t = 1; t < parts.length; t++) {
            most = parts[t] > parts[most] ? t : most;
        }
        return most;
    }

    /** Large relations first, each where it makes up best for the errors of those before it. */
    private void spread() {
        double[] errors = new double[scales.length];
        List<Integer> largest = IntStream.range(0, placement.length)
                .boxed()
                .sorted(Comparator.comparingDouble((Integer i) -> -weight(i)).thenComparing(Comparator.naturalOrder()))
                .toList();
        for (int i : largest) {
            double[] parts = relaxation.parts(i);
            for (int t = 0; t < parts.length; t++) {
                add(errors, i, t, -parts[t]);
            }
            double least = Double.POSITIVE_INFINITY;
            for (int t = 0; t < parts.length; t++) {
                if (parts[t] > Relaxation.NOTHING) {
                    add(errors, i, t, 1);
                    double distance = Arrays.stream(errors).map(e -> e * e).sum();
                    add(errors, i, t, -1);
                    if (distance < least) {
                        least = distance;
                        placement[i] = t;
                    }
                }
            }
            add(errors, i, placement[i], 1);
        }
    }

    /** One over the sum of each load over all candidates, and of their bytes: errors are shares. */
    private double[] scales() {
        double[] scales = new double[problem.tiers() * TierLoads.KINDS + problem.tiers()];
        double[] sums = new double[TierLoads.KINDS];
        problem.candidates().forEach(each -> each.demand().addTo(sums, 0));
        for (int t = 0; t < problem.tiers(); t++) {
            for (int kind = 0; kind < TierLoads.KINDS; kind++) {
                scales[t * TierLoads.KINDS + kind] = sums[kind] > 0 ? 1 / sums[kind] : 0;
            }
            scales[problem.tiers() * TierLoads.KINDS + t] = 1.0 / problem.totalBytes();
        }
        return scales;
    }

    private double weight(int i) {
        Candidate each = problem.candidates().get(i);
        return each.demand().times(scales, 0) + each.bytes() * scales[scales.length - 1];
    }

    private void add(double[] errors, int i, int tier, double part) {
        if (part == 0) {
            return;
        }
        double[] loads = new double[TierLoads.KINDS];
        problem.candidates().get(i).demand().addTo(loads, 0);
        for (int kind = 0; kind < loads.length; kind++) {
            int at = tier * TierLoads.KINDS + kind;
            errors[at] += part * loads[kind] * scales[at];
        }
        int at = problem.tiers() * TierLoads.KINDS + tier;
        errors[at] += part * problem.candidates().get(i).bytes() * scales[at];
    }

    /** Takes from tiers that are too full what loses least for each byte. */
    private void makeFit() {
        long[] used = problem.used(placement);
        for (int t = 0; t < used.length; t++) {
            int tier = t;
            if (used[t] <= room[t]) {
                continue;
            }
            List<Integer> cheapest = IntStream.range(0, placement.length)
                    .filter(i -> placement[i] == tier && elsewhere(i, used) >= 0)
                    .boxed()
                    .sorted(Comparator.comparingDouble((Integer i) -> loss(i, elsewhere(i, used)))
                            .thenComparing(Comparator.naturalOrder()))
                    .toList();
            for (int i : cheapest) {
                int other = elsewhere(i, used);
                if (used[t] > room[t] && other >= 0) {
                    long bytes = problem.candidates().get(i).bytes();
                    used[t] -= bytes;
                    used[other] += bytes;
                    placement[i] = other;
                }
            }
        }
    }

    /** For each byte. */
    private double loss(int i, int tier) {
        double loss = relaxation.prices().of(i, tier) - relaxation.prices().of(i, placement[i]);
        return loss / Math.max(1, problem.candidates().get(i).bytes());
    }

    /** The cheapest other tier that has room for it, -1 if none has. */
    private int elsewhere(int i, long[] used) {
        Candidate each = problem.candidates().get(i);
        int best = -1;
        for (int t : each.allowed()) {
            boolean roomy = t != placement[i] && used[t] + each.bytes() <= room[t];
            if (roomy
                    && (best < 0
                            || relaxation.prices().of(i, t)
                                    < relaxation.prices().of(i, best))) {
                best = t;
            }
        }
        return best;
    }
}
