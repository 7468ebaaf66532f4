"""Counts instructions with callgrind: they repeat exactly, whatever else the machine does."""

import pathlib
import shutil
import subprocess
import tempfile

import profiles
import running

COUNT = 1000


def count(row, program):
    """Instructions of both sides by pair; nothing where the tools are missing."""
    result = {}
    for side in ("ours", "theirs"):
        profile = measure(row, program, side)
        if profile is not None:
            result[f"{side}_instructions"] = round(profile.total / COUNT, 1)
            result[f"{side}_profile"] = [
                [name, round(cost / COUNT, 1)] for name, cost in profile.heaviest(8)
                if cost >= COUNT]
    return result


def measure(row, program, side, count=COUNT):
    """What the measured part of a row does, by function."""
    if shutil.which("valgrind") is None or shutil.which("strip") is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        # Valgrind gives up on the debug information of Swift programs.
        stripped, out = pathlib.Path(folder) / "program", pathlib.Path(folder) / "callgrind"
        subprocess.run(["strip", "--strip-debug", "-o", stripped, program], check=True)
        command = [
            "valgrind", "--tool=callgrind", f"--callgrind-out-file={out}",
            "--toggle-collect=rival_measured", stripped, row.name, "--count", side, str(count)]
        done = subprocess.run(
            command, env=running.environment(row, folder), capture_output=True, text=True)
        if done.returncode != 0:
            raise running.Failure(f"callgrind: exit status {done.returncode}\n{done.stderr[-2000:]}")
        return profiles.Profile(out.read_text())
