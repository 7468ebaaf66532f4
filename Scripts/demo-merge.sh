#!/usr/bin/env bash
# Makes recordings as of many machines, merges them, and asks a database about them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

usage() {
  cat <<'END'
usage: Scripts/demo-merge.sh [COUNT]

Runs a program that waits for locks some times with GRIDLOCK_RECORD, lays the recordings out as if
COUNT (default 1000) processes on ten machines had made them, merges them with `gridlock merge`, and
has DuckDB (installed from PyPI into .build/venv) answer which lock made most long waits on each.
END
}

case "${1:-}" in
  -h | --help) usage; exit 0 ;;
esac
count=${1:-1000}
[[ "$count" =~ ^[0-9]+$ && "$count" -ge 10 ]] || { usage >&2; exit 64; }

swift build --quiet --product gridlock
swift build --quiet --product LiveFixture
place=$(swift build --show-bin-path)
venv=.build/venv
[ -x "$venv/bin/python" ] || python3 -m venv "$venv"
"$venv/bin/python" -c 'import duckdb' 2>/dev/null || "$venv/bin/pip" install --quiet duckdb

folder=$(mktemp -d .build/merge-XXXXXX)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/made"
# Real runs, twenty of them; each then stands for many.
for run in $(seq 20); do
  GRIDLOCK_RECORD="$folder/made/run-$run.gridlock" "$place/LiveFixture" contended >/dev/null
done
for number in $(seq "$count"); do
  host="host-$((number % 10))"
  mkdir -p "$folder/recordings/$host"
  # Another name of the same file: a recording takes 62 MiB.
  ln "$folder/made/run-$((number % 10 * 2 + number / 10 % 2 + 1)).gridlock" \
    "$folder/recordings/$host/$number.gridlock"
done

echo "demo: $count recordings"
time "$place/gridlock" merge "$folder/recordings" --by-folder --lines --long 2 -o "$folder/lines.jsonl" || [ $? -eq 1 ]
wc -l <"$folder/lines.jsonl" | sed 's/^/demo: lines: /'
"$venv/bin/python" - "$folder/lines.jsonl" <<'END'
import sys, duckdb
print(duckdb.sql(open("docs/merging.md").read().split("```sql\n")[1].split("```")[0].replace("lines.jsonl", sys.argv[1])))
END
