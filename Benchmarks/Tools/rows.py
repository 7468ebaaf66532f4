"""The rows there are, and what they must reach: Benchmarks/rows.txt."""

import pathlib
from dataclasses import dataclass

COUNTED = {"pair.silent", "pair.events", "pair.stacks", "pair.stacks.debug", "pair.nested", "create"}
# Rows without a rival: whether more is better.
ABSOLUTE = {
    "analyze": True, "report": False, "memory.threads": False, "memory.locks": False, "clean": False,
    "recorded.report": False,
}


@dataclass(frozen=True)
class Row:
    name: str
    build: str
    mode: str
    bound: float | None
    goal: float | None
    text: str

    @property
    def is_plot(self):
        return self.name.startswith("plot.")

    @property
    def is_counted(self):
        return self.name in COUNTED

    @property
    def limit(self):
        """What must be reached: the bound, or where there is none the goal."""
        return self.bound if self.bound is not None else self.goal

    def value(self, outcome):
        """What the limit is about."""
        return outcome["ours"] if self.name in ABSOLUTE else outcome["ratio"]

    def is_missed(self, outcome):
        value = self.value(outcome)
        if self.limit is None or value is None:
            return False
        return value < self.limit if ABSOLUTE.get(self.name, False) else value > self.limit


def load():
    def number(text):
        return float(text) if text else None

    found = []
    for line in (pathlib.Path("Benchmarks") / "rows.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            name, build, mode, bound, goal, text = line.split("|")
            found.append(Row(name, build, mode, number(bound), number(goal), text))
    return found


def listing(rows):
    return "\n".join(f"  {row.name:20} {row.text}" for row in rows)
