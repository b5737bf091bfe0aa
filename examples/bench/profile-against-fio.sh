#!/usr/bin/env bash
# Compares pgstow's built-in prober with fio on the same directories: the same pattern, one after the other, A B A B, medians of
# all rounds. Ratios that are off by more than 5 % (IOPS, p50) or 15 % (p99) are marked with '!'. '+-%' says how far fio is
# from itself: half the distance between its best and its worst round. Needs fio, and a quiet machine: on two cores, a fast tier
# that is limited by the processors differs from run to run more than the two programs do.
#
#   examples/bench/profile-against-fio.sh ROUNDS MILLISECONDS TIER=DIRECTORY...
#
# such as: examples/bench/profile-against-fio.sh 5 2000 slow=/mnt/volume fast=/mnt/nvme
set -euo pipefail
if [[ $# -lt 3 ]]; then
  sed -n '2,9s/^# \{0,1\}//p' "$0" >&2
  exit 2
fi
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
mvn -q -B test-compile dependency:build-classpath -Dmdep.outputFile=target/bench.cp >/dev/null
echo "# $(date -u +%F), $(fio --version), $(nproc) processors, $(uname -sr)"
exec java -cp "target/test-classes:target/classes:$(cat target/bench.cp)" dev.pgstow.linux.ProfileAgainstFio "$@"
