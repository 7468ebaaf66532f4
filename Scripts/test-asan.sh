#!/bin/sh
# Runs the tests under AddressSanitizer, in a build directory of its own.
# Usage: Scripts/test-asan.sh [filter | --all]
# Without an argument those of the locks; --all takes half an hour.
set -eu
cd "$(dirname "$0")/.."
filter="${1:-GridlockLocksTests}"

# Leaks are not looked for: the process ends with threads and their records alive.
export ASAN_OPTIONS="detect_leaks=0 ${ASAN_OPTIONS:-}"

test="swift test --sanitize=address --scratch-path .build/asan"
echo "== $filter under AddressSanitizer"
if [ "$filter" = --all ]; then
  # Left out: what measures or limits memory or time, and what compares whole stacks or names,
  # which have frames of the sanitizer's.
  strange='LeakTests|SignalTests|ReactionTests|WholeTextTests|CycleTests|HolderTests|FaultTests'
  $test --no-parallel --skip "$strange|MovedRecordingTests|DeadlockCheckTests"
else
  $test --filter "$filter"
fi
echo "== AddressSanitizer: clean"
