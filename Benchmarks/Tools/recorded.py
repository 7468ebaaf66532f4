"""What recording to a file costs, and what a long recording takes to read."""

import os
import pathlib
import statistics
import subprocess
import tempfile
import time

import builds
import running

TURNS = 7
EVENTS = 10_000_000
# A recording never grows beyond this, whatever is recorded.
LARGEST = 62 * (1 << 20)


def check(row, program, options):
    if row.name == "recorded.pair":
        return pair(row, program, options)
    return report(row, program, options)


def pair(row, program, options):
    """A recorded pair with the rings in a file, against the same with the rings in memory."""
    ours, theirs = [], []
    for _ in range(3 if options.short else TURNS):
        ours.append(cost(row, program, recorded=True))
        theirs.append(cost(row, program, recorded=False))
    ratios = sorted(our / their for our, their in zip(ours, theirs))
    return {
        "name": row.name, "ours": statistics.median(ours), "theirs": statistics.median(theirs),
        "rival": "ours in memory", "ratio": round(statistics.median(ratios), 4), "unit": "ns",
        "ratio_low": round(ratios[0], 4), "ratio_high": round(ratios[-1], 4)}


def cost(row, program, recorded):
    with tempfile.TemporaryDirectory() as folder:
        environment = running.environment(row, folder)
        if recorded:
            environment["GRIDLOCK_RECORD"] = f"{folder}/run"
        return running.outcomes([str(program), "pair.stacks", "--short"], environment)[0]["ours"]


def report(row, program, options):
    """Seconds from a recording of a run of ten million events to its report."""
    command = builds.build("command")
    times = []
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "run"
        environment = running.environment(row, folder)
        running.outcomes(
            [str(program), row.name, "--count", "ours", str(EVENTS)],
            environment | {"GRIDLOCK_RECORD": str(path)})
        size = path.stat().st_size
        if size > LARGEST:
            raise running.Failure(f"a recording of {size} bytes; no more than {LARGEST} were promised")
        for _ in range(3 if options.short else TURNS):
            start = time.monotonic()
            done = subprocess.run(
                [str(command), "report", str(path)], stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE, text=True, env=os.environ)
            times.append(time.monotonic() - start)
            if done.returncode != 0:
                raise running.Failure(f"the report ended with {done.returncode}\n{done.stderr}")
    return {
        "name": row.name, "ours": round(statistics.median(times), 4), "theirs": None, "rival": None,
        "ratio": None, "unit": "s", "ours_low": min(times), "ours_high": max(times),
        "recording_bytes": size}
