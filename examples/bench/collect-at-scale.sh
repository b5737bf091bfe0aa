#!/usr/bin/env bash
# Takes a snapshot of very many relations on throw-away servers, and lets psql run the same queries into a file, A B A B; then
# shows what an idle server spends on being collected from for ten minutes. Needs psql and a quiet machine; takes half an hour.
#
#   examples/bench/collect-at-scale.sh RELATIONS VERSION...
#
# such as: examples/bench/collect-at-scale.sh 100000 15 18
set -euo pipefail
if [[ $# -lt 2 ]]; then
  sed -n '2,7s/^# \{0,1\}//p' "$0" >&2
  exit 2
fi
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
mvn -q -B package -DskipTests dependency:build-classpath -Dmdep.outputFile=target/bench.cp >/dev/null
echo "# $(date -u +%F), $(psql --version), $(nproc) processors, $(java -version 2>&1 | head -1), $(uname -sr)"
exec java -cp "target/test-classes:target/classes:$(cat target/bench.cp)" dev.pgstow.postgres.CollectAtScale "$@"
