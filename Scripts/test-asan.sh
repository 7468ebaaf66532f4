#!/bin/sh
# Runs the tests under AddressSanitizer, in a build directory of its own.
# Usage: Scripts/test-asan.sh [filter | --all]
# Without an argument those of the locks; --all takes half an hour.
set -eu
cd "$(dirname "$0")/.."
filter="${1:-GridlockLocksTests}"
scratch=.build/asan
reports="$PWD/$scratch-reports"

# What measures or limits memory or time, and what compares whole stacks or names: the sanitizer has
# frames and memory of its own. Of these only its reports count.
strange='LeakTests|SignalTests|ReactionTests|WholeTextTests|CycleTests|HolderTests|FaultTests'
strange="$strange|MovedRecordingTests|DeadlockCheckTests"

# Leaks are not looked for: the process ends with threads and their records alive. Reports go to
# files, for a test may throw away what its child prints.
export ASAN_OPTIONS="detect_leaks=0 log_path=$reports/report ${ASAN_OPTIONS:-}"
rm -rf "$reports"
mkdir -p "$reports"

test="swift test --sanitize=address --scratch-path $scratch"
status=0
echo "== $filter under AddressSanitizer"
if [ "$filter" = --all ]; then
  $test --no-parallel --skip "$strange" || status=1
  echo "== What does not hold under a sanitizer; only reports count"
  $test --skip-build --no-parallel --filter "$strange" || true
else
  $test --filter "$filter" || status=1
fi
# A child with too little memory for the sanitizer itself is no error of ours.
for report in "$reports"/*; do
  if [ -e "$report" ] && ! grep -q "AddressSanitizer: out of memory" "$report"; then
    cat "$report" >&2
    echo "AddressSanitizer reported what is in $report" >&2
    status=1
  fi
done
[ "$status" = 0 ] || exit 1
echo "== AddressSanitizer: clean"
