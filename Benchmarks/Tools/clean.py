"""Proves that the recording path neither allocates nor counts references, locks or calls the
system: by the functions it calls, and by the system calls of the process."""

import re
import shutil
import subprocess
import tempfile

import counting
import profiles
import running

OPERATIONS = 12  # in one turn of the row
FORBIDDEN = re.compile(
    r"^_*(malloc|calloc|realloc|free|posix_memalign|aligned_alloc|int_malloc|int_free"
    r"|swift_(bridgeObject)?(retain|release).*|swift_alloc.*|swift_dealloc.*|swift_slow.*"
    r"|pthread_(mutex|rwlock|spin|cond)_.*|sem_.*|syscall|futex.*|sched_yield|nanosleep"
    r"|mmap|munmap|mprotect|madvise|read|write|open.*|close)(@@.*)?$")


def check(row, program):
    """What was counted in the row's turns, by operation; nothing may be."""
    outcome = {"name": row.name, "ours": 0, "theirs": None, "rival": None, "ratio": None,
               "unit": "forbidden calls an operation"}
    few, many = (counting.measure(row, program, "ours", n) for n in (counting.COUNT, 2 * counting.COUNT))
    if few is None or many is None:
        raise running.Failure("valgrind is needed to count calls")
    # What more turns make more of: the harness itself calls a few functions once.
    calls = many.calls - few.calls
    found = {n: c for n, c in calls.items() if FORBIDDEN.match(n)}
    outcome["functions"] = profiles.readable(sorted(calls))
    outcome["calls"] = found
    extra = system_calls(row, program)
    if extra is not None:
        outcome["system_calls"] = extra
    operations = counting.COUNT * OPERATIONS
    outcome["ours"] = round((sum(found.values()) + max(0, extra or 0)) / operations, 4)
    return outcome


def system_calls(row, program):
    """System calls that more turns make more of; None where strace is missing or may not trace."""
    if shutil.which("strace") is None:
        return None
    few, many = (count_system_calls(row, program, n) for n in (1000, 101_000))
    if few is None or many is None:
        return None
    # The threads of the detector wake now and then.
    more = many - few
    return more if more > 100 else 0


def count_system_calls(row, program, turns):
    with tempfile.TemporaryDirectory() as folder:
        command = ["strace", "-f", "-c", "-o", f"{folder}/calls", str(program), row.name, "--count",
                   "ours", str(turns)]
        done = subprocess.run(
            command, env=running.environment(row, folder), capture_output=True, text=True)
        if done.returncode != 0:
            return None
        last = open(f"{folder}/calls").read().splitlines()[-1].split()
    return int(last[2] if last[2].isdigit() else last[3])
