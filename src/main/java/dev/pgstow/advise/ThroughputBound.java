package dev.pgstow.advise;

import java.util.Comparator;
import java.util.PriorityQueue;

/**
 * A throughput that no placement exceeds: that of the {@link Relaxation} without the cost of moves, and where that has a large relation in
 * parts, the highest of those with it whole on each tier.
 */
final class ThroughputBound {
    private static final int MOST_NODES = 16;
    /** Relations in all relaxations together. */
    private static final int MOST_RELATIONS = 400_000;
    /** A gap that is not worth another look. */
    private static final double CLOSE = 1.0005;

    private final int[] best;
    private final double reached;
    private final PriorityQueue<Node> open =
            new PriorityQueue<>(Comparator.comparingDouble((Node node) -> -node.relaxation.tps()));

    private record Node(Problem problem, Relaxation relaxation) {}

    private ThroughputBound(Problem problem, int[] best) {
        this.best = best;
        this.reached = problem.tps(best);
        add(problem);
    }

    /** @param best the best placement that is known */
    static double tps(Problem problem, int[] best) {
        ThroughputBound bound = new ThroughputBound(problem, best);
        int nodes = Math.min(MOST_NODES, MOST_RELATIONS / Math.max(1, best.length));
        while (nodes > 0 && bound.top() > CLOSE * bound.reached) {
            Node node = bound.open.remove();
            int divided = new Rounding(node.problem, node.relaxation).largestDivided();
            if (divided < 0) {
                bound.open.add(node);
                break;
            }
            for (int tier : node.problem.candidates().get(divided).allowed()) {
                bound.add(node.problem.withFixed(divided, tier));
                nodes--;
            }
        }
        return Math.max(bound.reached, bound.top());
    }

    private double top() {
        return open.isEmpty() ? reached : open.element().relaxation.tps();
    }

    private void add(Problem problem) {
        Relaxation relaxation = new Relaxation(problem, best, false);
        if (!relaxation.isForbidden()) {
            open.add(new Node(problem, relaxation));
        }
    }
}
