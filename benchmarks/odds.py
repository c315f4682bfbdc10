"""Exact odds: Astragal beside icepool and dyce, in one run, with equal results (see measuring.py).

``make bench`` prints the tables; ``--write`` also puts them into docs/benchmarks.md.
"""

from __future__ import annotations

import sys
from functools import partial

from flint import fmpz_poly

from benchmarks.first_call import first_call
from benchmarks.measuring import Row, rivals_table, seconds
from benchmarks.odds_by import astragal, dyce, icepool
from benchmarks.odds_by.astragal import notation
from benchmarks.pages import conditions, run

REPEATS = 20

UPTO = {"10d6!": 68}
"""The totals that are compared, where the others stop exploding at some point."""

ROWS = [
    Row(name, job, icepool.JOBS[name], dyce.JOBS.get(name), UPTO.get(name), code=True)
    for name, job in astragal.JOBS.items()
]

WARM_UPS = {"astragal": astragal.warm_up, "icepool": icepool.warm_up, "dyce": dyce.warm_up}


def bare_power(n: int, sides: int) -> list[int]:
    return [int(weight) for weight in (fmpz_poly([1] * sides) ** n).coeffs()]


def bare_table() -> list[str]:
    lines = [
        "| odds of | astragal, ms | FLINT's power and conversion, ms | share of that |",
        "| --- | ---: | ---: | ---: |",
    ]
    for n, sides in ((100, 6), (1000, 6), (10, 1000), (100, 100)):
        ours = seconds(notation(f"{n}d{sides}"), astragal.warm_up)
        bare = seconds(partial(bare_power, n, sides), astragal.warm_up)
        lines.append(
            f"| `{n}d{sides}` | {ours * 1000:.2f} | {bare * 1000:.2f} | {ours / bare:.2f} |"
        )
        print(lines[-1], file=sys.stderr)
    return lines


GROWTH = ("{n}d6", "{n}d10kh10", "{n}d6!", "largest_set({n}d10)", "longest_run({n}d20)")


def growth_table() -> list[str]:
    sizes = [25 * 2**doubled for doubled in range(5)]
    lines = [
        "| odds of | " + " | ".join(f"n = {n}" for n in sizes) + " |",
        "| --- |" + " ---: |" * len(sizes),
    ]
    for form in GROWTH:
        times = [seconds(notation(form.format(n=n)), astragal.warm_up) * 1000 for n in sizes]
        lines.append(
            f"| `{form.format(n='n')}` | " + " | ".join(f"{t:,.2f} ms" for t in times) + " |"
        )
        print(lines[-1], file=sys.stderr)
    return lines


def heavy_table() -> list[str]:
    lines = ["| what | ms | MiB, of the whole process |", "| --- | ---: | ---: |"]
    for name in astragal.HEAVY:
        call = first_call("astragal", name, runs=3)
        if call is None:
            raise SystemExit(f"{name} was not done in time")
        lines.append(f"| `{name}` | {call.seconds * 1000:,.0f} | {call.megabytes:,.0f} |")
        print(lines[-1], file=sys.stderr)
    return lines


def report() -> str:
    return "\n".join(
        [
            conditions(["astragal", "icepool", "dyce", "python-flint"]),
            "",
            *rivals_table("odds of", ROWS, WARM_UPS, REPEATS, first_calls=True),
            "",
            "Sums, against the bare power of a polynomial with its numbers turned into Python's:",
            "",
            *bare_table(),
            "",
            "How the time grows with the number of dice, doubled four times:",
            "",
            *growth_table(),
            "",
            "What takes long if it is done plainly, as the first call of a process:",
            "",
            *heavy_table(),
        ]
    )


if __name__ == "__main__":
    run("odds", __doc__, report)
