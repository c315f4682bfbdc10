"""Exact odds: Astragal beside icepool and dyce, in one run, with equal results (see measuring.py).

``make bench`` prints the tables; ``--write`` also puts them into docs/benchmarks.md.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import dyce
import icepool
from dyce import H, P
from flint import fmpz_poly

import astragal
from astragal.notation import weighing as _loaded_too  # noqa: F401
from astragal.odds import distribution as _loaded  # noqa: F401  (loaded when first used)
from benchmarks.measuring import Row, rivals_table, seconds
from benchmarks.pages import conditions, run

PAIRS = [(m, target) for m in range(40) for target in range(5, 30)]


def notation(text: str) -> Callable[[], astragal.Distribution]:
    """From text to odds, with every weight as a whole number of Python."""

    def run() -> astragal.Distribution:
        odds = astragal.parse(text).odds()
        len(odds)  # outcomes without end are listed when they are looked at
        return odds

    return run


def dice(n: int, sides: int) -> Any:
    return n @ P(sides)


def points(face: int) -> int:
    return (face >= 8) + (face == 10)


def pairs_by_astragal() -> dict[tuple[int, int], Fraction]:
    attack = astragal.parse("2d20kh1 + @m >= @target")
    return {
        (m, target): attack.odds(variables={"m": m, "target": target}).probability(True)
        for m, target in PAIRS
    }


def pairs_by_icepool() -> dict[tuple[int, int], Fraction]:
    return {
        (m, target): (icepool.d(20).highest(2) + m >= target).probability(True)
        for m, target in PAIRS
    }


def pairs_by_dyce() -> dict[tuple[int, int], Fraction]:
    results = {}
    for m, target in PAIRS:
        odds = ((2 @ P(20)).at(-1) + m).ge(target)
        results[m, target] = Fraction(odds.get(True, 0), odds.total)
    return results


def largest_set(state: int | None, _outcome: int, count: int) -> int:
    return max(state or 0, count)


def longest_run(
    state: tuple[int, int, int] | None, outcome: int, _count: int
) -> tuple[int, int, int]:
    last, current, longest = state or (outcome - 2, 0, 0)
    current = current + 1 if outcome == last + 1 else 1
    return outcome, current, max(longest, current)


def surveyed(n: int, sides: int, step: Callable[..., Any], end: Callable[[Any], int]) -> Any:
    return dice(n, sides).survey(accumulate=step, order=sorted, settle=end)


def against_by_icepool() -> Any:
    return icepool.d(6).highest(20, 5).cmp(icepool.d(8).highest(15, 4))


def against_by_dyce() -> Any:
    ours, theirs = dice(20, 6).at(slice(-5, None)), dice(15, 8).at(slice(-4, None))
    return (ours - theirs).apply(lambda margin: (margin > 0) - (margin < 0))


def against_by_astragal() -> dict[int, Fraction]:
    fares = astragal.parse("20d6kh5").odds().versus(astragal.parse("15d8kh4").odds())
    return {1: fares.win, 0: fares.tie, -1: fares.lose}


def exploded_by_dyce() -> Any:
    return 10 @ dyce.explode_n(H(6), n=9)


def kept(n: int, sides: int, k: int) -> Row:
    return Row(
        f"{n}d{sides}kh{k}",
        notation(f"{n}d{sides}kh{k}"),
        lambda: icepool.d(sides).highest(n, k),
        lambda: dice(n, sides).at(slice(-k, None)),
    )


def summed(n: int, sides: int) -> Row:
    return Row(
        f"{n}d{sides}",
        notation(f"{n}d{sides}"),
        lambda: n @ icepool.d(sides),
        lambda: n @ H(sides),
    )


ROWS = (
    summed(100, 6),
    summed(1000, 6),
    summed(10, 1000),
    summed(100, 100),
    kept(4, 6, 3),
    kept(20, 20, 5),
    kept(100, 10, 10),
    kept(40, 100, 20),
    # icepool and dyce stop after nine explosions, which changes totals from 69 on.
    Row(
        "10d6!",
        notation("10d6!"),
        lambda: 10 @ icepool.d(6).explode(depth=9),
        exploded_by_dyce,
        upto=68,
    ),
    Row(
        "30d10c>=8c=10",
        notation("30d10c>=8c=10"),
        lambda: 30 @ icepool.d(10).map(points),
        lambda: 30 @ H(10).apply(points),
    ),
    Row(
        "largest_set(20d10)",
        notation("largest_set(20d10)"),
        lambda: icepool.d(10).pool(20).largest_count(),
        lambda: surveyed(20, 10, largest_set, lambda state: state),
    ),
    Row(
        "longest_run(12d6)",
        notation("longest_run(12d6)"),
        lambda: icepool.d(6).pool(12).largest_straight(),
        lambda: surveyed(12, 6, longest_run, lambda state: state[2]),
    ),
    Row("20d6kh5 against 15d8kh4", against_by_astragal, against_by_icepool, against_by_dyce),
    Row(
        "50d20r",
        notation("50d20r"),
        lambda: 50 @ icepool.d(20).reroll([1], depth=1),
        lambda: 50 @ rerolled_by_dyce(),
    ),
    Row("2d20kh1 + m >= target, 1,000 pairs", pairs_by_astragal, pairs_by_icepool, pairs_by_dyce),
)


def rerolled_by_dyce() -> Any:
    return dyce.expand(lambda result: H(20) if result.outcome == 1 else result.outcome, H(20))


def warm_up_astragal() -> None:
    for text in (
        "3d3",
        "3d3kh2",
        "2d3!",
        "3d3c>=2",
        "largest_set(3d3)",
        "longest_run(3d3)",
        "2d3r",
    ):
        notation(text)()
    astragal.parse("1d3 + @m >= @target").odds(variables={"m": 1, "target": 2}).probability(True)
    astragal.parse("1d3").odds().versus(astragal.parse("2d3kh1").odds())


def warm_up_icepool() -> None:
    die = icepool.d(3)
    die.highest(3, 2)
    (3 @ die, 2 @ die.explode(depth=2), 3 @ die.map(points), 2 @ die.reroll([1], depth=1))
    (die.pool(3).largest_count(), die.pool(3).largest_straight(), die.cmp(2 @ die))
    (die + 1 >= 2).probability(True)


def warm_up_dyce() -> None:
    (3 @ H(3), dice(3, 3).at(slice(-2, None)), 3 @ H(3).apply(points), (H(3) + 1).ge(2).total)
    2 @ dyce.explode_n(H(3), n=2)
    dyce.expand(lambda result: H(3) if result.outcome == 1 else result.outcome, H(3))
    surveyed(3, 3, largest_set, lambda state: state)
    surveyed(3, 3, longest_run, lambda state: state[2])


WARM_UPS = {"astragal": warm_up_astragal, "icepool": warm_up_icepool, "dyce": warm_up_dyce}


def bare_power(n: int, sides: int) -> list[int]:
    return [int(weight) for weight in (fmpz_poly([1] * sides) ** n).coeffs()]


def bare_table() -> list[str]:
    lines = [
        "| odds of | astragal, ms | FLINT's power and conversion, ms | times as long |",
        "| --- | ---: | ---: | ---: |",
    ]
    for n, sides in ((100, 6), (1000, 6), (10, 1000), (100, 100)):
        ours = seconds(notation(f"{n}d{sides}"), warm_up_astragal)
        bare = seconds(partial(bare_power, n, sides), warm_up_astragal)
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
        times = [seconds(notation(form.format(n=n)), warm_up_astragal) * 1000 for n in sizes]
        lines.append(
            f"| `{form.format(n='n')}` | " + " | ".join(f"{t:,.2f} ms" for t in times) + " |"
        )
        print(lines[-1], file=sys.stderr)
    return lines


def report() -> str:
    return "\n".join(
        [
            conditions(["astragal", "icepool", "dyce", "python-flint"]),
            "",
            *rivals_table(
                "odds of", [row._replace(name=f"`{row.name}`") for row in ROWS], WARM_UPS
            ),
            "",
            "Sums, against the bare power of a polynomial with its numbers turned into Python's:",
            "",
            *bare_table(),
            "",
            "How the time grows with the number of dice, doubled four times:",
            "",
            *growth_table(),
        ]
    )


if __name__ == "__main__":
    run("odds", __doc__, report)
