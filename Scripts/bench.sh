#!/usr/bin/env bash
# Measures Gridlock beside what it replaces. All the work is done by Benchmarks/Tools/bench.py.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if ! command -v python3 >/dev/null; then
  echo "bench: python3 is needed to run the rows and to print the table" >&2
  exit 1
fi
exec python3 -B Benchmarks/Tools/bench.py "$@"
