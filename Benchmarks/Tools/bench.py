"""Builds the benchmarks, runs rows, and prints what came of it."""

import argparse
import json
import sys

import builds
import clean
import counting
import markdown
import recorded
import rows
import running
import table

EPILOG = """
A row is measured in a process of its own, ours and the rival's side by side in turns after a
warm-up. Figures are medians; the ratio, ours by theirs, is the median over the rounds. Where
valgrind is installed, instructions are counted as well. With no NAME all rows run.
The exit status is 1 if a row failed or the recording path is not clean, 2 for a wrong argument.
"""


def arguments(known):
    parser = argparse.ArgumentParser(
        prog="Scripts/bench.sh", description=__doc__,
        epilog=EPILOG + "\nrows:\n" + rows.listing(known),
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help="a row, or a prefix of some: pair")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.add_argument("--short", action="store_true", help="fewer rounds: all rows in a few minutes")
    parser.add_argument("--long", action="store_true", help="memory over ten minutes, not 20 seconds")
    parser.add_argument("--check", action="store_true", help="exit status 1 if a ratio is missed")
    parser.add_argument("--no-counts", action="store_true", help="count no instructions")
    parser.add_argument(
        "--markdown", action="store_true", help="also write docs/performance.md and its plots")
    return parser.parse_args()


def chosen(known, options):
    if not options.names:
        return [r for r in known if options.markdown or not r.is_plot]
    picked, unknown = [], []
    for name in options.names:
        found = [r for r in known if r.name == name or r.name.startswith(name + ".")]
        picked += [r for r in found if r not in picked]
        if not found:
            unknown.append(name)
    if unknown:
        print(f"bench: no row {', '.join(unknown)}; there are:", file=sys.stderr)
        print(rows.listing(known), file=sys.stderr)
        sys.exit(2)
    return picked


def main():
    known = rows.load()
    options = arguments(known)
    picked = chosen(known, options)
    programs = {name: builds.build(name) for name in dict.fromkeys(r.build for r in picked)}
    outcomes, failed = [], []
    if not options.json:
        print(table.HEADER, flush=True)
    for row in picked:
        try:
            if row.name == "clean":
                found = [clean.check(row, programs[row.build])]
            elif row.name.startswith("recorded."):
                found = [recorded.check(row, programs[row.build], options)]
            else:
                found = running.run(row, programs[row.build], options)
                if row.is_counted and not options.no_counts:
                    found[0].update(counting.count(row, programs[row.build]))
        except running.Failure as failure:
            failed.append(row.name)
            print(f"bench: {row.name}: {failure}", file=sys.stderr)
            continue
        for outcome in found:
            outcomes.append((row, outcome))
            text = json.dumps(outcome) if options.json else table.line(row, outcome)
            print(text, flush=True)
        if row.name == "clean" and found[0]["ours"] > 0:
            failed.append(row.name)
    if options.markdown:
        markdown.write(outcomes, options)
    if options.check:
        failed += [r.name for r, outcome in outcomes if r.is_missed(outcome)]
    if failed:
        print(f"bench: not as it should be: {', '.join(failed)}", file=sys.stderr)
    sys.exit(1 if failed else 0)


main()
