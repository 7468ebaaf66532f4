"""Draws the growth of a cost as SVG."""

import math

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 360, 70, 20, 40, 50
COLOURS = {"Gridlock": "#1f6feb", "Foundation": "#d1242f"}


def ticks(low, high, logarithmic):
    if logarithmic:
        return [10.0 ** e for e in range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)]
    step = 10.0 ** math.floor(math.log10(max(high - low, 1e-9)))
    for part in (0.2, 0.25, 0.5, 1):
        if (high - low) / (step * part) <= 7:
            step *= part
            break
    first = math.floor(low / step)
    return [step * i for i in range(first, math.ceil(high / step) + 1)]


def svg(title, x_label, y_label, series, logarithmic=False):
    """One drawing of some lines: `series` has points by name."""
    points = [p for line in series.values() for p in line]
    xs = ticks(0, max(x for x, _ in points), False)
    low = min(y for _, y in points) if logarithmic else 0
    ys = ticks(low, max(y for _, y in points), logarithmic)

    def place(value, marks, start, length, is_log=False):
        if is_log:
            value, marks = math.log10(value), [math.log10(m) for m in marks]
        return start + (value - marks[0]) / (marks[-1] - marks[0]) * length

    def x_of(x):
        return place(x, xs, LEFT, WIDTH - LEFT - RIGHT)

    def y_of(y):
        return place(y, ys, HEIGHT - BOTTOM, TOP + BOTTOM - HEIGHT, logarithmic)

    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>',
        f'<text x="{LEFT}" y="22" font-size="15">{title}</text>']
    for y in ys:
        at = f"{y_of(y):.1f}"
        out.append(f'<path d="M{LEFT} {at}H{WIDTH - RIGHT}" stroke="#d8dee4"/>')
        out.append(f'<text x="{LEFT - 6}" y="{at}" dy="4" text-anchor="end">{y:g}</text>')
    for x in xs:
        out.append(f'<text x="{x_of(x):.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{x:g}</text>')
    out.append(f'<text x="{(WIDTH + LEFT) / 2:g}" y="{HEIGHT - 10}" text-anchor="middle">{x_label}</text>')
    out.append(f'<text transform="translate(16 {HEIGHT / 2:g}) rotate(-90)" text-anchor="middle">{y_label}</text>')
    for index, (name, line) in enumerate(series.items()):
        colour = COLOURS.get(name, "#57606a")
        path = "L".join(f"{x_of(x):.1f} {y_of(y):.1f}" for x, y in line)
        out.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        out += [f'<circle cx="{x_of(x):.1f}" cy="{y_of(y):.1f}" r="3" fill="{colour}"/>' for x, y in line]
        out.append(f'<text x="{WIDTH - RIGHT}" y="{22 + 14 * index}" text-anchor="end" fill="{colour}">{name}</text>')
    return "\n".join(out + ["</svg>", ""])
