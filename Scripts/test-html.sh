#!/usr/bin/env bash
# Opens the HTML report of every example in a browser and looks for errors on its console.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

usage() {
  cat <<'END'
usage: Scripts/test-html.sh [--install] [FILE.html ...]

Runs the broken form of each example, has gridlock dump write its report as HTML, and opens each in
headless Chromium: it must build its whole page, keep its title, load nothing, and say nothing on
the console. With files, opens those instead.

  --install  install Chromium with apt-get when it is missing (as root)

Without Chromium it says so and ends with 0.
END
}

install=false
files=()
for argument in "$@"; do
  case "$argument" in
    -h | --help) usage; exit 0 ;;
    --install) install=true ;;
    -*) usage >&2; exit 64 ;;
    *) files+=("$argument") ;;
  esac
done

find_browser() {
  local name
  for name in chromium chromium-browser google-chrome; do
    if command -v "$name"; then return 0; fi
  done
  return 1
}

if ! browser=$(find_browser); then
  if $install && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "test-html: installing chromium"
    (apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q \
      --no-install-recommends chromium) </dev/null >/dev/null
  fi
  if ! browser=$(find_browser); then
    echo "test-html: SKIPPED: Chromium is not to be found; --install installs it where that is allowed"
    exit 0
  fi
fi

child=
work=$(mktemp -d)
clean_up() {
  if [ -n "$child" ]; then kill -KILL "$child" 2>/dev/null || true; fi
  rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

make_reports() {
  local program gridlock name log end
  for variable in $(compgen -e | grep '^GRIDLOCK' || true); do unset "$variable"; done
  echo "test-html: building the command and the examples"
  swift build --product gridlock
  swift build --package-path Examples
  gridlock=$(swift build --show-bin-path)/gridlock
  program=$(swift build --package-path Examples --show-bin-path)/gridlock-examples
  for name in $("$program" --help | sed -n 's/^  \([a-z-]*\)  .*/\1/p'); do
    log=$work/$name.log
    : >"$log"
    "$program" "$name" --broken >"$log" 2>&1 </dev/null &
    child=$!
    end=$((SECONDS + 20))
    until grep -q '^Gridlock: error: ' "$log"; do
      if [ "$SECONDS" -ge "$end" ]; then
        echo "test-html: $name: no finding in 20 seconds" >&2
        exit 1
      fi
      sleep 0.1
    done
    # 1 says that an error was found, which is as it should be.
    "$gridlock" dump "$child" --format html -o "$work/$name.html" && status=0 || status=$?
    kill -KILL "$child" 2>/dev/null || true
    wait "$child" 2>/dev/null || true
    child=
    if [ "$status" != 1 ]; then
      echo "test-html: $name: gridlock dump ended with $status" >&2
      exit 1
    fi
    files+=("$work/$name.html")
  done
}

[ "${#files[@]}" -gt 0 ] || make_reports

options=(--headless --disable-gpu --enable-logging=stderr --virtual-time-budget=5000
  "--user-data-dir=$work/profile")
[ "$(id -u)" != 0 ] || options+=(--no-sandbox)
failed=0
for file in "${files[@]}"; do
  name=$(basename "$file")
  "$browser" "${options[@]}" --dump-dom "file://$(realpath "$file")" \
    >"$work/page" 2>"$work/console" </dev/null || true
  complaints=()
  if grep -q 'CONSOLE' "$work/console"; then complaints+=("$(grep -m 3 'CONSOLE' "$work/console")"); fi
  grep -q '<title>Gridlock report' "$work/page" || complaints+=("the title is another")
  grep -q '<svg id="lanes"\|Nothing was kept of waits' "$work/page" || complaints+=("no timeline")
  grep -q '<tr><td>' "$work/page" || complaints+=("no threads")
  if [ "${#complaints[@]}" = 0 ]; then
    echo "ok    $name"
  else
    echo "FAIL  $name: $(printf '%s; ' "${complaints[@]}")"
    failed=$((failed + 1))
  fi
done
if [ "$failed" = 0 ]; then
  echo "test-html: all ${#files[@]} as expected"
else
  echo "test-html: $failed of ${#files[@]} not as expected"
  exit 1
fi
