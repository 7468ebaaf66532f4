#!/usr/bin/env bash
# Checks the models of the locks' algorithms with spin.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

usage() {
  cat <<'END'
usage: Scripts/model.sh [--quick | --broken]

Searches every interleaving of the models in Models/ for a lost wake-up, two owners at once, a
waiter that sleeps though it could go, and a waiter passed over more often than the limit. Four
threads are searched as far as a bounded table of states reaches, all else completely; in all a few
minutes and 2 GB of memory. The exit status is 0 if nothing was found.

  --quick    only what takes seconds
  --broken   checks models with a part of the protocol left out instead; each must be refused

Needs spin (Debian: apt-get install spin) and a C compiler.
END
}

mode=${1:-}
case "$mode" in
  "" | --quick | --broken) ;;
  -h | --help) usage; exit 0 ;;
  *) usage >&2; exit 64 ;;
esac

for tool in spin cc; do
  if ! command -v "$tool" >/dev/null; then
    echo "model: $tool is not to be found; on Debian: apt-get install spin gcc" >&2
    exit 69
  fi
done

place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
trap 'exit 130' INT TERM
failed=0

# Searches one model: complete or sampled, its file, its bounds. Prints what spin counted.
search() {
  local kind=$1 model=$2
  shift 2
  rm -rf "${place:?}"/*
  cp Models/*.pml "$place"
  local table=(-DCOLLAPSE -DMEMLIM=2000)
  local bits=-w24
  if [ "$kind" = sampled ]; then table=(-DBITSTATE) bits=-w32; fi
  (
    cd "$place"
    spin "$@" -a "$model.pml" >spin.log || { cat spin.log; exit 1; }
    cc -O2 -w -DSAFETY "${table[@]}" -o pan pan.c
    # Sleeping for ever is judged by the model's own Watch, so spin's own notion of it is off.
    timeout "${limit:-600}" ./pan -E -n -m1000000 "$bits" ${hash:+"-h$hash"} >pan.log 2>&1 || true
  )
}

count() { sed -n 's/^ *\([0-9.e+]*\) states, stored.*/\1/p' "$place/pan.log"; }
was_refused() { grep -q 'assertion violated' "$place/pan.log"; }
was_searched() { grep -q 'errors: 0' "$place/pan.log"; }

holds() { # complete or sampled, model, bounds
  local began=$SECONDS
  search "$@"
  if was_searched && ! grep -q 'max search depth too small\|out of memory' "$place/pan.log"; then
    printf 'model: ok    %-9s %-8s %s: %s states, %d s\n' "$2" "$1" "${*:3}" "$(count)" \
      $((SECONDS - began))
  else
    printf 'model: FAIL  %-9s %-8s %s\n' "$2" "$1" "${*:3}"
    tail -n 30 "$place/pan.log"
    (cd "$place" && spin -t -p "${@:3}" "$2.pml" | tail -n 80) || true
    failed=1
  fi
}

refused() { # model, bounds
  search complete "$@"
  if was_refused; then
    printf 'model: ok    %-9s refused: %s\n' "$1" "${*:2}"
  else
    printf 'model: FAIL  %-9s not refused: %s\n' "$1" "${*:2}"
    tail -n 30 "$place/pan.log"
    failed=1
  fi
}

if [ "$mode" = --broken ]; then
  # A chosen waiter whose limit comes neither looks again nor passes the wake-up on.
  refused lock -DBROKEN_TIMEOUT -DN=3 -DV=2 -DCOARSE
  # Wakes a thread without having stored that it is chosen.
  refused lock -DBROKEN_STORE -DN=3 -DV=2 -DCOARSE
  # Stores the value of a release before it is sure that the lock is still held.
  refused lock -DBROKEN_VALUE -DN=2 -DV=2 -DOPS=2 -DFOREIGN
  # Never hands over.
  refused lock -DBROKEN_HANDOFF -DN=3 -DV=2 -DOPS=2 -DCOARSE
  refused monitor -DBROKEN_HANDOFF -DN=3 -DV=1 -DOPS=2 -DCOARSE
  # Takes a waiter out of the line of signals without telling it.
  refused monitor -DBROKEN_SIGNAL -DN=3 -DV=1 -DCOARSE
  # Takes the count down and leaves the rest to nobody.
  refused semaphore -DBROKEN_COUNT -DN=3 -DSIGNALS=3
else
  holds complete lock -DN=2 -DV=2 -DOPS=2
  holds complete lock -DN=2 -DV=2 -DOPS=2 -DFOREIGN
  holds complete semaphore -DN=3 -DSIGNALS=3
  holds complete monitor -DN=3 -DV=1 -DCOARSE
  if [ "$mode" != --quick ]; then
    holds complete lock -DN=3 -DV=2
    holds complete lock -DN=3 -DV=3 -DCOARSE -DFOREIGN
    # Either of two precautions against a time-out that eats a wake-up is enough.
    holds complete lock -DN=3 -DV=2 -DCOARSE -DFOREIGN -DNO_REWAKE
    holds complete lock -DN=3 -DV=2 -DCOARSE -DFOREIGN -DNO_LAST_LOOK
    holds complete monitor -DN=3 -DV=1
    holds complete semaphore -DN=4 -DSIGNALS=4
  fi
fi

if [ "$failed" != 0 ]; then
  echo "model: not as it should be" >&2
  exit 1
fi
echo "model: all as it should be"
