#!/usr/bin/env bash
# Links the examples with a static standard library and looks whether hangs are still explained.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

case "${1:-}" in
  "") ;;
  -h | --help) echo "usage: Scripts/test-static.sh"; exit 0 ;;
  *) echo "usage: Scripts/test-static.sh" >&2; exit 64 ;;
esac

scratch=.build/static
build=(swift build --package-path Examples --scratch-path "$scratch" --static-swift-stdlib
  --product gridlock-examples)
"${build[@]}" --quiet
program=$("${build[@]}" --show-bin-path)/gridlock-examples
if ldd "$program" | grep libswiftCore; then
  echo "static: the standard library is not linked statically" >&2
  exit 1
fi
# A hang never ends: the report is what is waited for.
report=$scratch/report
: >"$report"
"$program" relay --broken >/dev/null 2>"$report" &
child=$!
trap 'kill -9 $child 2>/dev/null || true' EXIT
for _ in $(seq 300); do
  if grep -q 'Finding id' "$report"; then break; fi
  sleep 0.1
done
for line in 'error: broken-chain (certain): "runner 3" waits for 3 on "baton"' \
  'relay(broken:) (Examples/Sources/GridlockExamples/Relay.swift:' 'Finding id: broken-chain-'; do
  grep -qF "$line" "$report" || { cat "$report" >&2; echo "static: no line $line" >&2; exit 1; }
done
echo "static: a hang is explained, with functions and lines"
