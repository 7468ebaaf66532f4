#!/usr/bin/env bash
# Shows hung programs and what Gridlock says about them.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

usage() {
  cat <<'END'
usage: Scripts/demo.sh [--brief] [example ...]

Builds the examples for debugging. Runs the broken twin of each in a process of its own, waits for
Gridlock to explain the hang, prints the explanation and ends the process; asks one of them for a
whole report with kill -USR1. Then runs the correct forms, which must end by themselves with no
finding. A table sums up, and the exit status is 0 if all was as expected.

  --brief   print the first lines of each explanation, not all of it

Needs a Swift toolchain and nothing else; leaves no process and, but for .build, no file behind.
END
}

# For each example: the kind of its finding, the file, the line on which a thread is stuck, and a
# line that the report must name beside it.
expectations() {
  cat <<'END'
tasks-in-order|orphan-wait|TasksInOrder.swift|turn.lock(whenCondition: 1)|let turn = NSConditionLock(condition: 0)
producer-consumer|self|ProducerConsumer.swift|slot.lock()|let text = broken ? peek() : letter.value
bounded-buffer|nested-monitor|BoundedBuffer.swift|parcels.lock(whenCondition: capacity)|logbook.lock()
two-producers|drift|TwoProducers.swift|board.lock(whenCondition: note.rawValue)|board.unlock(withCondition: note.rawValue)
opposite-order|cycle|OppositeOrder.swift|second.lock()|first.lock()
other-lock|cycle|OtherLock.swift|disk.lock()|index.withLock { photos in
relay|broken-chain|Relay.swift|baton.lock(whenCondition: number)|baton.unlock()
startup-plan|cycle|StartupPlan.swift|state.lock(whenCondition: State.ready.rawValue)|for need in needs { need.waitUntilReady() }
END
}

dumped=opposite-order
patience=20 # seconds, for what takes milliseconds
brief=false
chosen=()
for argument in "$@"; do
  case "$argument" in
    -h | --help) usage; exit 0 ;;
    --brief) brief=true ;;
    -*) usage >&2; exit 64 ;;
    *)
      if ! expectations | grep -q "^$argument|"; then
        echo "demo: there is no example $argument; there are:" >&2
        expectations | sed 's/|.*//; s/^/  /' >&2
        exit 64
      fi
      chosen+=("$argument")
      ;;
  esac
done

# What the user has set for programs of their own must not change what is shown here.
for variable in $(compgen -e | grep '^GRIDLOCK' || true); do unset "$variable"; done

child=
output=$(mktemp -d)
clean_up() {
  if [ -n "$child" ]; then kill -KILL "$child" 2>/dev/null || true; fi
  rm -rf "$output"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP

Scripts/setup.sh
echo "demo: building the examples for debugging; this takes a few minutes the first time"
swift build --package-path Examples
program=$(swift build --package-path Examples --show-bin-path)/gridlock-examples

passed=0
failed=0
table=()
note() { # result, example, form, what was seen
  table+=("$(printf '%-5s %-18s %-8s %s' "$1" "$2" "$3" "$4")")
  if [ "$1" = ok ]; then passed=$((passed + 1)); else failed=$((failed + 1)); fi
}

is_chosen() {
  local name
  [ "${#chosen[@]}" = 0 ] && return 0
  for name in "${chosen[@]}"; do [ "$name" = "$1" ] && return 0; done
  return 1
}

# Waits for a line in a file while the child lives: the line, the file.
wait_for() {
  local end=$((SECONDS + patience))
  while ! grep -q -- "$1" "$2"; do
    if ! kill -0 "$child" 2>/dev/null || [ "$SECONDS" -ge "$end" ]; then return 1; fi
    sleep 0.05
  done
}

end_child() {
  kill -KILL "$child" 2>/dev/null || true
  wait "$child" 2>/dev/null || true
  child=
}

# The number of the first line of a file with this text in it; nothing if there is none.
line_of() {
  awk -v text="$2" 'index($0, text) { print NR; exit }' "Examples/Sources/GridlockExamples/$1"
}

heading() { printf '\n=== %s\n\n' "$1"; }

show() {
  if $brief; then sed -n '1,12p' "$1"; else cat "$1"; fi
}

run_broken() { # example, kind, file, stuck line, other line
  local log=$output/$1.broken text=$output/$1.text first missing=() line
  heading "$1 --broken: a hang"
  : >"$log"
  "$program" "$1" --broken >>"$log" 2>&1 </dev/null &
  child=$!
  if ! wait_for '^  All threads and locks of this process' "$log"; then
    cat "$log"
    note FAIL "$1" broken "no finding in $patience seconds"
    end_child
    return
  fi
  awk '/^Gridlock: / { inside = 1 } inside { print } /^  All threads and locks/ { exit }' \
    "$log" >"$text"
  show "$text"
  if [ "$1" = "$dumped" ]; then dump "$1" "$log"; fi
  end_child

  first=$(head -n 1 "$text")
  case "$first" in
    "Gridlock: error: $2 "*) ;;
    *) missing+=("a finding $2") ;;
  esac
  for line in "$4" "$5"; do
    line=$(line_of "$3" "$line")
    if [ -z "$line" ] || ! grep -q "$3:$line[:)]" "$text"; then missing+=("$3:$line"); fi
  done
  if [ "$(grep -c '^Gridlock: ' "$log")" != "$(grep -c "^Gridlock: error: $2 " "$log")" ]; then
    missing+=("nothing but $2")
  fi
  if [ "${#missing[@]}" = 0 ]; then
    note ok "$1" broken "$2, at $3:$(line_of "$3" "$4")"
  else
    note FAIL "$1" broken "not seen: $(printf '%s; ' "${missing[@]}")"
  fi
}

dump() { # example, its output
  heading "kill -USR1: everything about the same process"
  echo "(Asked of a program that is built for debugging and uses a Gridlock lock. Of another one the"
  echo "signal is the end; gridlock dump PID looks first.)"
  echo
  kill -USR1 "$child"
  if wait_for "^End of Gridlock's report" "$2"; then
    sed '1,/^  All threads and locks of this process/d' "$2" >"$output/dump"
    if $brief; then sed -n '/^--- Threads/,$p' "$output/dump" | sed -n '1,12p'; else cat "$output/dump"; fi
    note ok "$1" "USR1" "a whole report"
    # The report tells the finding again.
    sed -i.old '/^  All threads and locks of this process/q' "$2"
  else
    note FAIL "$1" "USR1" "no report in $patience seconds"
  fi
}

run_correct() { # example
  local log=$output/$1.correct end=$((SECONDS + patience)) status=0
  heading "$1: ends by itself"
  "$program" "$1" >"$log" 2>&1 </dev/null &
  child=$!
  while kill -0 "$child" 2>/dev/null; do
    if [ "$SECONDS" -ge "$end" ]; then
      cat "$log"
      note FAIL "$1" correct "still runs after $patience seconds"
      end_child
      return
    fi
    sleep 0.05
  done
  wait "$child" || status=$?
  child=
  cat "$log"
  if [ "$status" != 0 ]; then
    note FAIL "$1" correct "exit status $status"
  elif grep -q '^Gridlock' "$log"; then
    note FAIL "$1" correct "a finding, where nothing is wrong"
  else
    note ok "$1" correct "no finding"
  fi
}

while IFS='|' read -r name kind file stuck other; do
  if is_chosen "$name"; then run_broken "$name" "$kind" "$file" "$stuck" "$other"; fi
done < <(expectations)
while IFS='|' read -r name _; do
  if is_chosen "$name"; then run_correct "$name"; fi
done < <(expectations)

heading "summary"
printf '%s\n' "${table[@]}"
echo
if [ "$failed" = 0 ]; then
  echo "demo: all $passed as expected"
else
  echo "demo: $failed of $((passed + failed)) not as expected"
  exit 1
fi
