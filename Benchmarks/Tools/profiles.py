"""Reads a profile of callgrind."""

import re
import subprocess
from collections import Counter

COST = tuple("0123456789+-*")  # how the place of a cost begins
NAME = re.compile(r"\((\d+)\)(?: (.*))?$")


class Profile:
    """Own instructions and calls, by function."""

    def __init__(self, text):
        self.costs = Counter()
        self.calls = Counter()
        names = {}

        def name(part):
            number, given = NAME.match(part).groups()
            if given is not None:
                names[number] = given.split("'")[0]
            return names[number]

        function = called = None
        skips = False
        for line in text.splitlines():
            if line.startswith("fn="):
                function = name(line[3:])
            elif line.startswith("cfn="):
                called = name(line[4:])
            elif line.startswith("calls="):
                self.calls[called] += int(line[6:].split()[0])
                skips = True  # the next line has what the call cost
            elif line.startswith(COST):
                if not skips and function is not None:
                    self.costs[function] += int(line.split()[-1])
                skips = False

    @property
    def total(self):
        return sum(self.costs.values())

    def heaviest(self, count):
        """The functions that cost most, with names as in the source."""
        found = self.costs.most_common(count)
        return list(zip(readable([name for name, _ in found]), [cost for _, cost in found]))


def readable(names):
    try:
        done = subprocess.run(
            ["swift", "demangle", "--simplified", "--compact"], input="\n".join(names),
            capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return names
    return [re.sub(r"@@.*", "", line) for line in done.stdout.splitlines()]
