#!/usr/bin/env bash
# Builds everything with warnings as errors and runs the tests.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

usage() {
  cat <<'END'
usage: Scripts/test.sh [arguments for swift test]

Sets the machine up (Scripts/setup.sh), builds the package and the examples with warnings as
errors, and runs the tests. For a part of them: Scripts/test.sh --filter ConditionLock
END
}

case "${1:-}" in
  -h | --help) usage; exit 0 ;;
esac

strict=(-Xswiftc -warnings-as-errors)

Scripts/setup.sh
echo "test: building the package"
swift build --build-tests "${strict[@]}"
echo "test: building the examples"
swift build --package-path Examples --build-tests "${strict[@]}"
echo "test: running the tests of the examples"
swift test --package-path Examples --skip-build
echo "test: running the tests"
swift test "${strict[@]}" "$@"
