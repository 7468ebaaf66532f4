"""The table on the terminal: the ratio first."""

HEADER = f"{'ratio':>9} {'at most':>8}  {'':6} {'name':20} {'ours':>10} {'theirs':>10}  unit"


def number(value):
    if value is None:
        return "-"
    return f"{value:.4g}" if abs(value) < 1000 else f"{value:.0f}"


def verdict(row, outcome):
    if row.limit is None:
        return ""
    return "MISSED" if row.is_missed(outcome) else "met"


def notes(row, outcome):
    """What stands behind the figures."""
    found = []
    if "ratio_low" in outcome:
        found.append(f"ratio {number(outcome['ratio_low'])}-{number(outcome['ratio_high'])}")
    if "ours_processor" in outcome:
        found.append(f"processor {number(outcome['ours_processor'])}/"
                     f"{number(outcome['theirs_processor'])}")
    if "ours_instructions" in outcome:
        found.append(f"instructions {number(outcome['ours_instructions'])}/"
                     f"{number(outcome['theirs_instructions'])}")
    if "pthread" in outcome:
        found.append(f"pthread pair {number(outcome['pthread'])}")
    if "clock" in outcome:
        found.append(f"reading the time {number(outcome['clock'])}")
    if "section" in outcome:
        found.append(f"section {number(outcome['section'])}; with a section of one addition "
                     f"{number(outcome['ours_at_once'])}/{number(outcome['theirs_at_once'])}")
    if "x" in outcome:
        found.append(f"at {number(outcome['x'])}")
    if outcome.get("calls"):
        found.append(", ".join(f"{n} {c}" for n, c in outcome["calls"].items()))
    return "; ".join(found)


def line(row, outcome):
    bound = "-" if row.limit is None else number(row.limit)
    rival = f"  against {outcome['rival']}" if outcome["rival"] else ""
    extra = notes(row, outcome)
    return (f"{number(outcome['ratio']):>9} {bound:>8}  {verdict(row, outcome):6} {row.name:20} "
            f"{number(outcome['ours']):>10} {number(outcome['theirs']):>10}  {outcome['unit']}{rival}"
            + (f" ({extra})" if extra else ""))
