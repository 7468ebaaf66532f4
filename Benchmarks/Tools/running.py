"""Runs one row in a process of its own."""

import json
import os
import pathlib
import subprocess
import tempfile

import rivals

PATIENCE = 300  # seconds


class Failure(Exception):
    """Why a row gave no figure."""


def environment(row, folder):
    """What the program of a row sees: nothing of the user's own settings of Gridlock."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("GRIDLOCK")}
    kept["GRIDLOCK"] = row.mode
    kept["GRIDLOCK_OUTPUT"] = str(pathlib.Path(folder) / "report")
    return kept


def run(row, program, options):
    """The outcomes of a row."""
    command = [str(program), row.name]
    if options.short:
        command.append("--short")
    patience = PATIENCE
    if options.long:
        command += ["--seconds", "600"]
        patience += 600
    if row.name in rivals.FACTORS:
        try:
            command += ["--theirs", str(rivals.factor(row.name, options.short))]
        except (OSError, subprocess.SubprocessError) as error:
            raise Failure(f"the rival can't be run: {error}") from None
    with tempfile.TemporaryDirectory() as folder:
        return outcomes(command, environment(row, folder), patience)


def outcomes(command, environment, patience=PATIENCE):
    """What the program printed."""
    try:
        done = subprocess.run(
            command, env=environment, capture_output=True, text=True, timeout=patience)
    except subprocess.TimeoutExpired:
        raise Failure(f"no figure in {patience} seconds") from None
    if done.returncode != 0:
        raise Failure(f"exit status {done.returncode}\n{done.stderr[-2000:]}")
    return [json.loads(line) for line in done.stdout.splitlines()]
