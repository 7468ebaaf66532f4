#!/bin/sh
# Checks that a package can depend on a tagged version of this one: SwiftPM refuses some settings
# there that it allows in a package of its own. Needs a commit; looks at the latest.
set -eu
cd "$(dirname "$0")/.."
case "${1:-}" in
  "") ;;
  -h | --help) echo "usage: Scripts/test-dependency.sh"; exit 0 ;;
  *) echo "usage: Scripts/test-dependency.sh" >&2; exit 64 ;;
esac
scratch="$(mktemp -d)"
trap 'rm -rf "$scratch"' EXIT

git clone --quiet --depth 1 --no-tags "file://$PWD" "$scratch/gridlock"
git -C "$scratch/gridlock" tag 1.0.0
mkdir -p "$scratch/client/Sources/client"
cat >"$scratch/client/Package.swift" <<END
// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "client",
  dependencies: [.package(url: "file://$scratch/gridlock", exact: "1.0.0")],
  targets: [
    .executableTarget(name: "client", dependencies: [.product(name: "Gridlock", package: "gridlock")])
  ])
END
echo 'import Gridlock' >"$scratch/client/Sources/client/main.swift"
if ! swift package --package-path "$scratch/client" show-dependencies >"$scratch/said" 2>&1; then
  cat "$scratch/said" >&2
  echo "dependency: a tagged version can't be depended on" >&2
  exit 1
fi
echo "dependency: a tagged version can be depended on"
