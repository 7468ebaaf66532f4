#!/bin/sh
# Runs the tests under ThreadSanitizer, in a build directory of its own, then checks that it sees
# our locks as locks: memory they guard is silent, memory they don't guard is reported.
# Usage: Scripts/test-tsan.sh [filter]
set -eu
cd "$(dirname "$0")/.."
filter="${1:-GridlockLocksTests}"
scratch=.build/tsan

# A child made by fork starts threads: TSan would end it, though what it runs is sound.
export TSAN_OPTIONS="halt_on_error=0 exitcode=66 die_after_fork=0 ${TSAN_OPTIONS:-}"

echo "== $filter under ThreadSanitizer"
swift test --sanitize=thread --scratch-path "$scratch" --filter "$filter"

echo "== A program with guarded and with unguarded memory"
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
