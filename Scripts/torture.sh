#!/usr/bin/env bash
# Runs random programs on real locks and tries to break them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

usage() {
  cat <<'END'
usage: Scripts/torture.sh [--sanitize address|thread] MINUTES [SEED]
       Scripts/torture.sh --agree COUNT [SEED]

Runs random programs that use every operation of every lock, in processes that are signalled every
two milliseconds, stopped, continued, read from outside, forked, and ended while they report.
Looks for two owners of one lock, values nobody set, waiters left behind, a dump that does not
parse, findings in correct programs, and planted hangs that are not found. What correct programs
have recorded is held against the specification of a lock, event by event. With the same seed the
same programs run; the seed is printed. The exit status is 0 if all was as it should be.

  --sanitize  runs under AddressSanitizer or ThreadSanitizer: a report of theirs fails it
  --agree     compares so many random call sequences with Foundation's class instead

example: Scripts/torture.sh 1
END
}

seed_or_random() { echo "${1:-$((RANDOM * 32768 + RANDOM))}"; }

build=(swift build --package-path Torture)
if [ "${1:-}" = --sanitize ]; then
  case "${2:-}" in
    # Leaks are not looked for: the process ends with threads and their records alive.
    address) export ASAN_OPTIONS="detect_leaks=0 ${ASAN_OPTIONS:-}" ;;
    # A child made by fork starts threads: TSan would end it, though what it runs is sound.
    thread) export TSAN_OPTIONS="exitcode=66 die_after_fork=0 ${TSAN_OPTIONS:-}" ;;
    *) usage >&2; exit 64 ;;
  esac
  build+=(--sanitize="$2" --scratch-path ".build/torture-$2")
  shift 2
fi

case "${1:-}" in
  -h | --help) usage; exit 0 ;;
  --agree)
    [[ "${2:-}" =~ ^[0-9]+$ && "${3:-0}" =~ ^[0-9]+$ ]] || { usage >&2; exit 64; }
    arguments=(agree "$2" "$(seed_or_random "${3:-}")")
    ;;
  *)
    [[ "${1:-}" =~ ^[0-9]+$ && "${2:-0}" =~ ^[0-9]+$ ]] || { usage >&2; exit 64; }
    arguments=(soak "$(($1 * 60))" "$(seed_or_random "${2:-}")")
    ;;
esac

# What the user has set for programs of their own must not change what is tried here.
for variable in $(compgen -e | grep '^GRIDLOCK' || true); do unset "$variable"; done

"${build[@]}" --quiet
place=$("${build[@]}" --show-bin-path)
if [ "${arguments[0]}" = soak ]; then
  swift build --quiet --product TraceCheck
  arguments+=("$place/gridlock" "$(swift build --show-bin-path)/TraceCheck")
else
  # Its misuse is on purpose.
  export GRIDLOCK_REACTION=ignore
fi
echo "torture: ${arguments[0]}, seed ${arguments[2]}"
exec "$place/Torture" "${arguments[@]}"
