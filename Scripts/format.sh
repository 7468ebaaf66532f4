#!/usr/bin/env bash
# Checks the layout of the sources; with --fix, mends it.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

paths=(Sources Tests Plugins Fuzz Torture/Sources Torture/Package.swift Examples/Sources Examples/Tests Examples/Package.swift Package.swift
  Benchmarks/Sources Benchmarks/Package.swift)
case "${1:-}" in
  "")
    swift format lint --strict -r "${paths[@]}"
    echo "format: nothing to mend"
    ;;
  --fix) swift format -i -r "${paths[@]}" ;;
  -h | --help)
    echo "usage: Scripts/format.sh [--fix]"
    echo
    echo "Checks the layout of all Swift files against .swift-format; --fix mends what it can."
    ;;
  *) echo "usage: Scripts/format.sh [--fix]" >&2; exit 64 ;;
esac
