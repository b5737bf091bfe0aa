#!/usr/bin/env bash
# Takes a snapshot of very many relations on throw-away servers, and lets psql run the same queries into a file, A B A B; then
# shows what the last of them, idle, spends on being collected from for TIME (1h if not set). Needs psql and a quiet machine.
#
#   [TIME=DURATION] examples/bench/collect-at-scale.sh RELATIONS VERSION...
#
# such as: examples/bench/collect-at-scale.sh 100000 15 18
set -euo pipefail
if [[ $# -lt 2 ]]; then
  sed -n '2,7s/^# \{0,1\}//p' "$0" >&2
  exit 2
fi
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
mvn -q -B package -DskipTests >/dev/null
mvn -q -B test-compile dependency:build-classpath -Dmdep.outputFile=target/bench.cp >/dev/null
echo "# $(date -u +%F), $(psql --version), $(nproc) processors, $(java -version 2>&1 | head -1), $(uname -sr)"
exec java -Dload="${TIME:-1h}" -cp "target/test-classes:target/classes:$(cat target/bench.cp)" dev.pgstow.postgres.CollectAtScale "$@"
