#!/usr/bin/env bash
# Checks the models of the locks' algorithms: with spin, and with relacy under C++'s memory model.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

usage() {
  cat <<'END'
usage: Scripts/model.sh [--quick | --broken | --weak]

Searches every interleaving of the models in Models/ for a lost wake-up, two owners at once, a
waiter that sleeps though it could go, and a waiter passed over more often than the limit. Four
threads on a lock with three values are searched for a minute, all else completely; in all about
five minutes and at most 2 GB of memory. The exit status is 0 if nothing was found.

  --quick    only what takes seconds
  --broken   checks models with a part of the protocol left out instead; each must be refused
  --weak     runs the tests in Models/Weak, where atomics have the orderings they have in the
             sources, and again with one ordering left out: where it matters that must be refused

Needs spin and a C compiler; --weak needs relacy and a C++ compiler instead. Scripts/setup.sh
--models installs what is missing; this script installs nothing.
END
}

mode=${1:-}
case "$mode" in
  "" | --quick | --broken | --weak) ;;
  -h | --help) usage; exit 0 ;;
  *) usage >&2; exit 64 ;;
esac

missing() {
  echo "model: $1 is not to be found; Scripts/setup.sh --models, or on Debian: apt-get install $2" >&2
  exit 69
}
if [ "$mode" = --weak ]; then
  command -v c++ >/dev/null || missing c++ g++
  echo '#include <relacy/relacy.hpp>' | c++ -E -w -x c++ - >/dev/null 2>&1 || missing relacy relacy-dev
else
  command -v spin >/dev/null || missing spin spin
  command -v cc >/dev/null || missing cc gcc
fi

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
    timeout -s INT "${limit:-600}" ./pan -E -n -m1000000 "$bits" >pan.log 2>&1 || true
  )
}

count() { sed -n 's/^ *\([0-9.e+]*\) states, stored.*/\1/p' "$place/pan.log"; }
was_refused() { grep -q 'assertion violated' "$place/pan.log"; }
was_searched() { grep -q 'errors: 0' "$place/pan.log"; }

holds() { # complete or sampled, model, bounds
  local began=$SECONDS
  search "$@"
  if was_searched && ! grep -q 'max search depth too small\|MEMLIM bound\|out of memory' "$place/pan.log"; then
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

# One test of Models/Weak in so many random schedules, each load among what it may see.
weak() { # test, access
  "$place/weak" "$1" 300000 "${@:2}" 2>"$place/weak.log" || [ $? = 1 ]
}

orders() { # test, accesses whose orderings it does not need
  local access outcome
  for access in "" "${@:2}"; do
    outcome=$(weak "$1" ${access:+"$access"})
    if [[ "$outcome" = SUCCESS* ]]; then
      printf 'model: ok    %-15s %s%s\n' "$1" "$outcome" "${access:+, spared: $access}"
    else
      printf 'model: FAIL  %-15s %s%s\n' "$1" "$outcome" "${access:+, without: $access}"
      head -n 80 "$place/weak.log"
      failed=1
    fi
  done
}

needs() { # test, accesses whose orderings it needs
  local access outcome
  for access in "${@:2}"; do
    outcome=$(weak "$1" "$access")
    case "$outcome" in
      "DATA RACE"* | DEADLOCK* | "USER ASSERT FAILED"*)
        printf 'model: ok    %-15s refused without %s: %s\n' "$1" "$access" "$outcome"
        ;;
      *)
        printf 'model: FAIL  %-15s not refused without %s: %s\n' "$1" "$access" "$outcome"
        failed=1
        ;;
    esac
  done
}

if [ "$mode" = --weak ]; then
  c++ -O1 -w -std=c++17 -o "$place/weak" Models/Weak/weak.cpp
  orders take "take: load" "take: swap"
  needs take "free: swap"
  orders take-value "take: swap" "free: swap with a value"
  needs take-value "take: load" "free: store"
  orders value-moves-on "take: swap"
  needs value-moves-on "take: load" "free: store"
  orders foreign-release
  orders queue
  needs queue "queue: swap" "queue: store"
  orders wait-chosen "park: chosen" "park: load"
  needs wait-chosen "queue: swap" "queue: store" "park: fence" "wake: fence"
  # Of the two loads of the park word that acquire, either is enough for a thread that slept.
  orders wait-handed "park: load" "turn: load"
  needs wait-handed "queue: swap" "queue: store" "park: handed" "park: fence" "wake: fence"
  orders limit-chosen
  needs limit-chosen "queue: swap" "queue: store"
  orders limit-handed
  needs limit-handed "queue: swap" "queue: store" "park: handed" "turn: load"
  orders both-block
  needs both-block "wait: fence"
  orders ring
  needs ring "ring: load" "ring: number" "ring: fence of the reader" "ring: fence of the writer"
  orders version
  needs version "version: load" "version: store" "version: fence of the reader" \
    "version: fence of the writer"
  orders intern
  needs intern "intern: load" "intern: swap"
  orders fork-count
  needs fork-count "fork: load" "fork: store"
elif [ "$mode" = --broken ]; then
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
    holds complete semaphore -DN=4 -DSIGNALS=3 -DCOARSE
    limit=60 holds sampled lock -DN=4 -DV=3 -DCOARSE -DCOARSEST
  fi
fi

if [ "$failed" != 0 ]; then
  echo "model: not as it should be" >&2
  exit 1
fi
echo "model: all as it should be"
