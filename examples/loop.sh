#!/usr/bin/env bash
# The whole loop against a server of yours: connection from PGHOST, PGPORT, PGUSER, PGDATABASE and ~/.pgpass as always.
#
#   examples/loop.sh LOAD.yaml [TIER=CAPACITY]
#
# LOAD.yaml      a workload as 'pgstow verify' takes it, such as examples/lookups.yaml; read-only statements
# TIER=CAPACITY  room on a tier, such as nvme0n1-ext4=20GiB, when it is not in tiers.yaml already
#
# Ends with a dry run: moving, and measuring again, are the two commands it prints. Needs at least two tablespaces on different
# devices, and to run on the server's machine as the server's user. Writes into the current directory; with a tiers.yaml there it
# does not measure the tiers again.
set -euo pipefail
load=${1:?usage: loop.sh LOAD.yaml [TIER=CAPACITY]}
capacity=${2:-}
pgstow() { java -jar "${PGSTOW_JAR:-target/pgstow.jar}" "$@"; }
for file in activity.snap baseline.yaml plan.yaml plan.journal; do
  [[ ! -e $file ]] || { echo "loop.sh: there is a '$file' of an earlier loop: move it away" >&2; exit 5; }
done

[[ -e tiers.yaml ]] || pgstow profile -o tiers.yaml
pgstow collect --every "${EVERY:-10s}" --for "${FOR:-60s}" -o activity.snap &
collect=$!
trap 'kill -INT "$collect" 2>/dev/null || true' EXIT
pgstow verify --baseline --workload "$load" -c "${CLIENTS:-4}" -T "${SECONDS_A_RUN:-10}" --runs "${RUNS:-5}" -o baseline.yaml
wait "$collect"
pgstow advise --tiers tiers.yaml --snapshots activity.snap --baseline baseline.yaml ${capacity:+--capacity "$capacity"} -o plan.yaml
pgstow migrate plan.yaml --tiers tiers.yaml
echo
echo "If you agree:  pgstow migrate plan.yaml --tiers tiers.yaml --execute --window 02:00-04:00"
echo "and then:      pgstow verify --against baseline.yaml --plan plan.yaml"
