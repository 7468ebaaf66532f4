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
echo "== ThreadSanitizer: clean"
