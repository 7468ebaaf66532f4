#!/usr/bin/env bash
# Feeds hostile bytes to the readers.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

usage() {
  cat <<'END'
usage: Scripts/fuzz.sh MINUTES [TARGET...]

Fuzzes with libFuzzer, so many minutes each, from the corpus in Fuzz/corpus:

  arena        the reader of a live process's memory
  recording    the reader of recordings, with all that is done with one
  rendering    the writers of all formats, with hostile names: HTML above all
  scenario     the parser of scenarios
  suppression  the reader of suppression files and baselines

With no TARGET all of them run, one after the other. An input that traps, takes over ten seconds or 2 GB is kept in
.build/fuzz/found: mend the reader and put the input into the corpus, which the tests replay.

Needs a Swift toolchain with libFuzzer: the ones for Linux have it. Without it, the tests
(Scripts/test.sh --filter Fuzz) mutate the corpus themselves.
END
}

case "${1:-}" in
  -h | --help) usage; exit 0 ;;
esac
[[ "${1:-}" =~ ^[0-9]+$ ]] || { usage >&2; exit 64; }
seconds=$(($1 * 60))
shift
known=(arena recording rendering scenario suppression)
targets=("$@")
[ $# -gt 0 ] || targets=("${known[@]}")
for target in "${targets[@]}"; do
  [[ " ${known[*]} " == *" $target "* ]] || { usage >&2; exit 64; }
done

scratch=.build/fuzz
# Optimised, but with the checks of a debug build; coverage is counted in every module.
flags=(--scratch-path "$scratch" -c release -Xswiftc -sanitize=fuzzer -Xswiftc -parse-as-library)
swift build --quiet "${flags[@]}" --target GridlockFuzzing
place=$(swift build "${flags[@]}" --show-bin-path)

modules=(CGridlock GridlockEvents GridlockLocks GridlockAnalysis GridlockScenarios
  GridlockReporting Gridlock GridlockFuzzing)
objects=()
for module in "${modules[@]}"; do
  while IFS= read -r object; do objects+=("$object"); done \
    < <(find "$place/$module.build" -name '*.o')
done

found=$scratch/found
mkdir -p "$found"
failed=0
for target in "${targets[@]}"; do
  program=$scratch/fuzz-$target
  swiftc -O -parse-as-library -sanitize=fuzzer -D "FUZZ_$(echo "$target" | tr a-z A-Z)" \
    -I "$place/Modules" -I Sources/CGridlock/include Fuzz/Main.swift "${objects[@]}" -o "$program"
  mkdir -p "$scratch/corpus/$target"
  echo "fuzz: $target, $seconds s"
  if "$program" "$scratch/corpus/$target" "Fuzz/corpus/$target" -max_total_time="$seconds" \
    -timeout=10 -rss_limit_mb=2048 -max_len=16384 -artifact_prefix="$found/$target-" \
    -print_final_stats=1 >"$scratch/$target.log" 2>&1; then
    grep -E 'number_of_executed_units|peak_rss_mb' "$scratch/$target.log"
    echo "fuzz: $target: clean"
  else
    tail -n 40 "$scratch/$target.log"
    echo "fuzz: $target: FAILED; the input is in $found" >&2
    failed=1
  fi
done
exit "$failed"
