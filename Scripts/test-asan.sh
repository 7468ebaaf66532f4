#!/bin/sh
# Runs the tests under AddressSanitizer, in a build directory of its own.
# Usage: Scripts/test-asan.sh [filter]
set -eu
cd "$(dirname "$0")/.."
filter="${1:-GridlockLocksTests}"

# Leaks are not looked for: the process ends with threads and their records alive.
export ASAN_OPTIONS="detect_leaks=0 ${ASAN_OPTIONS:-}"

echo "== $filter under AddressSanitizer"
swift test --sanitize=address --scratch-path .build/asan --filter "$filter"
echo "== AddressSanitizer: clean"
