#!/usr/bin/env bash
# The whole loop against a server of yours: connection from PGHOST, PGPORT, PGUSER, PGDATABASE and ~/.pgpass as always.
#
#   examples/loop.sh LOAD.yaml [CAPACITY]
#
# LOAD.yaml   a workload as 'pgstow verify' takes it, such as examples/lookups.yaml; read-only statements
# CAPACITY    room on a tier, such as fast=20GiB, when it is not in tiers.yaml already
#
# Ends with a dry run: moving, and measuring again, are the two commands it prints. Needs at least two tablespaces on different
# devices, and to run on the server's machine as the server's user (or give profile --dir).
set -euo pipefail
load=${1:?usage: loop.sh LOAD.yaml [TIER=CAPACITY]}
capacity=${2:-}
pgstow() { java -jar "${PGSTOW_JAR:-target/pgstow.jar}" "$@"; }

pgstow profile -o tiers.yaml
pgstow collect --every "${EVERY:-10s}" --for "${FOR:-60s}" -o activity.snap &
pgstow verify --baseline --workload "$load" -c "${CLIENTS:-4}" -T "${SECONDS_A_RUN:-10}" --runs "${RUNS:-5}" -o baseline.yaml
wait
pgstow advise --tiers tiers.yaml --snapshots activity.snap --baseline baseline.yaml ${capacity:+--capacity "$capacity"} -o plan.yaml
pgstow migrate plan.yaml
echo
echo "If you agree:  pgstow migrate plan.yaml --execute --window 02:00-04:00"
echo "and then:      pgstow verify --against baseline.yaml --plan plan.yaml"
