"""Rivals that are tools of their own: their cost factor over a bare pthread pair."""

import pathlib
import statistics
import subprocess

FACTORS = {"tsan", "helgrind"}
FOLDER = pathlib.Path("Benchmarks/.build/rivals")


def factor(name, short):
    """Runs the pair bare and under the tool, in turns."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    bare = compile_pair("pair")
    if name == "tsan":
        command, count = [compile_pair("pair-tsan", "-fsanitize=thread")], "100000"
    else:
        command, count = ["valgrind", "-q", "--tool=helgrind", bare], "2000"
    ratios = []
    for _ in range(3 if short else 7):
        alone = measure([bare, "100000", "21"])
        ratios.append(measure(command + [count, "11"]) / alone)
    return round(statistics.median(ratios), 2)


def compile_pair(name, *flags):
    """Compiles the pair; links as Swift programs are, whose toolchain has what sanitizers need."""
    program = FOLDER / name
    compiler = ["clang", "-O2", "-c", *flags, "Benchmarks/Rivals/pair.c", "-o", f"{program}.o"]
    linker = ["swiftc", *(f.replace("-fs", "-s") for f in flags), f"{program}.o", "-o", program]
    for command in (compiler, linker):
        subprocess.run(command, check=True, capture_output=True)
    return str(program)


def measure(command):
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=120)
    return float(done.stdout)
