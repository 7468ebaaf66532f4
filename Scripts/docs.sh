#!/usr/bin/env bash
# Builds the reference of the public API.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

usage() {
  cat <<'END'
usage: Scripts/docs.sh [FOLDER]

Builds the reference of all public symbols with DocC into FOLDER (default .build/docs), warnings
being errors: a link that leads nowhere, a parameter that is not described. To read it:

  python3 -m http.server --directory .build/docs    and open /documentation/gridlock
END
}

case "${1:-}" in
  -h | --help) usage; exit 0 ;;
  -*) usage >&2; exit 64 ;;
esac
folder=${1:-.build/docs}
if ! command -v docc >/dev/null; then
  echo "docs: docc is not to be found; it comes with the Swift toolchain" >&2
  exit 1
fi

swift build --quiet
place=$(swift build --show-bin-path)
graphs=$place/symbol-graphs
rm -rf "$graphs"
mkdir -p "$graphs"
target=$(swift -print-target-info | sed -n 's/.*"triple" *: *"\([^"]*\)".*/\1/p' | head -n 1)
for module in Gridlock GridlockLocks GridlockEvents GridlockAnalysis GridlockReporting \
  GridlockPlaying GridlockTesting GridlockXCTest; do
  swift symbolgraph-extract -module-name "$module" -I "$place/Modules" -I Sources/CGridlock/include \
    -output-dir "$graphs" -minimum-access-level public -target "$target"
done

log=$place/docs.log
if ! docc convert Sources/Gridlock/Gridlock.docc --additional-symbol-graph-dir "$graphs" \
  --output-dir "$folder" --fallback-display-name Gridlock \
  --fallback-bundle-identifier gridlock --warnings-as-errors >"$log" 2>&1; then
  cat "$log" >&2
  echo "docs: see above" >&2
  exit 1
fi
echo "docs: no warnings; the reference is in $folder"
