"""Writes docs/performance.md and its plots from what was measured."""

import pathlib

import machine
import plots
import rows
import table

DOCS = pathlib.Path("docs")
TITLES = {
    "plot.held": ("Cost of a pair by locks held", "locks held", "ns", False),
    "plot.waiters": ("A hand-off by threads waiting for other values", "threads waiting", "us", True),
    "plot.report": ("Signal to finished report by waiting threads", "threads", "s", False),
    "plot.memory": ("Resident memory over a run", "seconds", "MiB", False),
}
START = """<!-- Written by Scripts/bench.sh --markdown; change that, not this. -->
# Performance

Every figure is a median. Ours and the rival's were measured in turns within one run, so the
ratio, ours by theirs, is what to trust; times move with the machine. Instructions are counted by
callgrind and repeat exactly. To measure again: `Scripts/bench.sh`.

## Machine
"""


def write(outcomes, options):
    DOCS.mkdir(exist_ok=True)
    parts = [START, "\n".join(machine.lines()), "\n\n## Figures\n", figures(outcomes)]
    parts += ["\n## What the costs are\n", costs(outcomes), growth(outcomes), missed(outcomes)]
    (DOCS / "performance.md").write_text("".join(p for p in parts if p))


def figures(outcomes):
    lines = ["| ratio | at most | goal | row | ours | theirs | what is compared |",
             "| ---: | ---: | ---: | --- | ---: | ---: | --- |"]
    for row, outcome in outcomes:
        if row.is_plot:
            continue
        ratio, ours, theirs = (table.number(outcome[key]) for key in ("ratio", "ours", "theirs"))
        ours += f" {outcome['unit']}"
        if row.is_missed(outcome):
            ratio, ours = (ratio, f"**{ours}**") if row.name in rows.ABSOLUTE else (f"**{ratio}**", ours)
        extra = table.notes(row, outcome)
        lines.append(
            f"| {ratio} | {table.number(row.bound)} | {table.number(row.goal)} | `{row.name}` "
            f"| {ours} | {theirs} "
            f"| {row.text}{f' ({extra})' if extra else ''} |")
    return "\n".join(lines) + "\n\nWhat is in bold falls short of what it must be, or where there is no bound, of the goal.\n"


def costs(outcomes):
    parts = []
    for row, outcome in outcomes:
        if "ours_profile" not in outcome:
            continue
        lines = [f"`{row.name}`, instructions by function (of {table.number(outcome['ours_instructions'])} "
                 f"of ours and {table.number(outcome['theirs_instructions'])} of theirs):\n",
                 "| ours | | theirs | |", "| ---: | --- | ---: | --- |"]
        ours, theirs = outcome["ours_profile"], outcome.get("theirs_profile", [])
        for index in range(max(len(ours), len(theirs))):
            cells = []
            for side in (ours, theirs):
                name, cost = side[index] if index < len(side) else ("", None)
                cells += [table.number(cost) if name else "", f"`{name[:60]}`" if name else ""]
            lines.append("| " + " | ".join(cells) + " |")
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


def growth(outcomes):
    parts = []
    for name, (title, x_label, unit, logarithmic) in TITLES.items():
        points = [outcome for row, outcome in outcomes if row.name == name]
        if not points:
            continue
        series = {"Gridlock": [(p["x"], p["ours"]) for p in points]}
        if points[0]["theirs"] is not None:
            series["Foundation"] = [(p["x"], p["theirs"]) for p in points]
        file = name.replace(".", "-") + ".svg"
        (DOCS / file).write_text(plots.svg(title, x_label, unit, series, logarithmic))
        parts.append(f"![{title}]({file})\n")
    return "\n## How the costs grow\n" + "\n".join(parts) if parts else ""


def missed(outcomes):
    short = [(row, outcome) for row, outcome in outcomes if row.is_missed(outcome)]
    if not short:
        return ""
    lines = [", ".join(f"`{row.name}`" for row, _ in short) + ".\n"]
    for row, outcome in short:
        if row.build != "recording" or "clock" not in outcome:
            continue
        ours, theirs, clock = (table.number(outcome[key]) for key in ("ours", "theirs", "clock"))
        lines.append(
            f"- `{row.name}`: each event has its time, read from the processor's counter. Here one "
            f"reading takes {clock} ns, and a recorded pair of {ours} ns needs two; Foundation's whole "
            f"pair takes {theirs} ns.\n")
    return "\n## What falls short\n" + "\n".join([lines[0], "".join(lines[1:])]).rstrip("\n") + "\n"
