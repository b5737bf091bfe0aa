package dev.pgstow.migrate;

import dev.pgstow.model.ServerVersion;
import dev.pgstow.plan.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Whether this is the server the plan is for, and one on which moves mean what they should. */
final class ServerCheck {
    private static final int NEWEST_TESTED = 18;
    /** Servers that answer like PostgreSQL and store otherwise. */
    private static final List<String> FORKS =
            List.of("yugabyte", "-yb-", "greenplum", "opengauss", "cockroach", "redshift", "gaussdb", "cloudberry");

    private final ServerFacts server;
    private final List<Finding> findings = new ArrayList<>();

    ServerCheck(ServerFacts server) {
        this.server = server;
    }

    List<Finding> findings(Plan plan) {
        product();
        if (!plan.cluster().systemIdentifier().equals(server.cluster().systemIdentifier())) {
            refuse(
                    "the plan is for cluster '" + plan.cluster().systemIdentifier() + "', this is '"
                            + server.cluster().systemIdentifier() + "'",
                    "Connect to the cluster it was made for, or make a plan for this one.");
        }
        if (server.inRecovery()) {
            refuse("the server is a standby: nothing can be moved on it", "Connect to the primary.");
        }
        if (!server.direct()) {
            refuse(
                    "a connection pooler hands each statement to another session: timeouts and the run's lock would not"
                            + " hold",
                    "Connect to the server directly, or to a pool in session mode.");
        }
        if (!server.overridden().isEmpty()) {
            findings.add(Finding.warning(
                    "our sessions do not follow what is set for this role or database: "
                            + String.join(", ", server.overridden()),
                    "Nothing to do: it is replaced in our sessions only."));
        }
        return findings;
    }

    private void product() {
        ServerVersion version = server.cluster().version();
        String product = server.product().toLowerCase(Locale.ROOT);
        FORKS.stream()
                .filter(product::contains)
                .findFirst()
                .ifPresent(fork -> refuse(
                        "this is not PostgreSQL: " + server.product(), "pgstow moves relations of PostgreSQL only."));
        if (version.number() < ServerVersion.OLDEST.number()) {
            refuse("PostgreSQL " + version + " is too old", "pgstow works with PostgreSQL 13 and later.");
        } else if (version.major() > NEWEST_TESTED) {
            findings.add(Finding.warning(
                    "PostgreSQL " + version + " is newer than what pgstow was tested with",
                    "Try the plan on a copy first."));
        }
    }

    private void refuse(String message, String hint) {
        findings.add(Finding.refusal(message, hint));
    }
}
