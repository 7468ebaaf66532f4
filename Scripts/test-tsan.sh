#!/bin/sh
# Runs the tests under ThreadSanitizer, in a build directory of its own, then checks that it sees
# our locks as locks: memory they guard is silent, memory they don't guard is reported.
# Usage: Scripts/test-tsan.sh [filter | --all]
# Without an argument those of the locks; --all takes half an hour.
set -eu
cd "$(dirname "$0")/.."
filter="${1:-GridlockLocksTests}"
scratch=.build/tsan
reports="$PWD/$scratch-reports"

# What compares whole stacks or how sure a finding is, or needs a limit on memory or threads: the
# sanitizer has frames, a thread and memory of its own. Of these only its reports count.
strange='LeakTests|SignalTests|ReactionTests|WholeTextTests|CycleTests|HolderTests|FaultTests'
strange="$strange|DumpTests|BadRecordingTests|MergeTests|MovedRecordingTests|RecordTests"
strange="$strange|RobustnessTests|VerbTests|WatchTests"

# A child made by fork starts threads: TSan would end it, though what it runs is sound. Reports go to
# files, for a test may throw away what its child prints.
export TSAN_OPTIONS="halt_on_error=0 exitcode=66 die_after_fork=0 log_path=$reports/report \
${TSAN_OPTIONS:-}"
rm -rf "$reports"
mkdir -p "$reports"

test="swift test --sanitize=thread --scratch-path $scratch"
status=0
echo "== $filter under ThreadSanitizer"
if [ "$filter" = --all ]; then
  $test --no-parallel --skip "$strange" || status=1
  echo "== What does not hold under a sanitizer; only reports count"
  $test --skip-build --no-parallel --filter "$strange" || true
else
  $test --filter "$filter" || status=1
fi
if grep -l "WARNING: ThreadSanitizer" "$reports"/* 2>/dev/null; then
  echo "ThreadSanitizer reported what is in these files" >&2
  exit 1
fi
[ "$status" = 0 ] || exit 1

echo "== A program with guarded and with unguarded memory"
unset TSAN_OPTIONS
fixture=Tests/Fixtures/Sanitized
swift build --sanitize=thread --package-path "$fixture" --scratch-path "$scratch-fixture"
program="$scratch-fixture/debug/Sanitized"
"$program" guarded || { echo "guarded memory was reported" >&2; exit 1; }
if "$program" unguarded 2>"$scratch-fixture/report"; then
  echo "unguarded memory was not reported" >&2
  exit 1
fi
grep -q "ThreadSanitizer: .*race" "$scratch-fixture/report"
echo "== ThreadSanitizer: clean"
