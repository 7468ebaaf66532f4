"""Builds of the benchmark program."""

import pathlib
import subprocess
import sys

FLAGS = {
    "recording": ["-c", "release", "--traits", "Instrumentation"],
    "silent": ["-c", "release"],
    "debug": ["-c", "debug"],
    # Not the benchmarks: the command that users run.
    "command": ["-c", "release"],
}


def build(name):
    """Builds in one configuration; answers where the program is."""
    print(f"bench: building ({name})", file=sys.stderr, flush=True)
    package, product = (".", "gridlock") if name == "command" else ("Benchmarks", "gridlock-bench")
    command = [
        "swift", "build", "--package-path", package, "--scratch-path",
        f"Benchmarks/.build/{name}", *FLAGS[name], "--product", product]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        sys.stderr.write(done.stdout)
        print("bench: the build failed", file=sys.stderr)
        sys.exit(1)
    folder = "debug" if name == "debug" else "release"
    return pathlib.Path("Benchmarks/.build") / name / folder / product
