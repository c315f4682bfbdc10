"""Outputs as AnyDice's users know them: bars, a table and a summary; normal, at least, at most."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import TypeAlias

from astragal.anydice.outputs import Output
from astragal.odds.distribution import Distribution
from astragal.render.grid import Grid

Chances: TypeAlias = Mapping[int, Fraction]
_NONE = Fraction(0)


def _normal(odds: Distribution[int]) -> Chances:
    return dict(odds.items())


def _at_least(odds: Distribution[int]) -> Chances:
    reach = list(accumulate(list(odds.weights.values())[::-1]))[::-1]
    return _over(odds, reach)


def _at_most(odds: Distribution[int]) -> Chances:
    return _over(odds, list(accumulate(odds.weights.values())))


def _over(odds: Distribution[int], weights: Sequence[int]) -> Chances:
    pairs = zip(odds.weights, weights, strict=True)
    return {outcome: Fraction(weight, odds.denominator) for outcome, weight in pairs}


DATA: Mapping[str, Callable[[Distribution[int]], Chances]] = {
    "normal": _normal,
    "at least": _at_least,
    "at most": _at_most,
}
"""What may be shown of each outcome."""


def bars(output: Output, data: str) -> Grid | None:
    """A row with a bar for each outcome; None if nothing can come out."""
    odds = output.odds
    if odds is None:
        return None
    chances = DATA[data](odds)
    heading = "outcome" if data == "normal" else data
    cells = {(outcome,): chance for outcome, chance in chances.items()}
    return Grid(output.label, {heading: tuple(chances)}, cells, "chance", figures(odds))


def figures(odds: Distribution[int]) -> str:
    """Mean, deviation, lowest and highest outcome, in a line."""
    from astragal.render.figures import summary

    return summary(odds)


def table(outputs: Sequence[Output], data: str) -> Grid | None:
    """The outcomes down, the outputs across."""
    shown = {
        name: (each.odds, DATA[data](each.odds)) for name, each in _named(outputs) if each.odds
    }
    if not shown:
        return None
    outcomes = sorted({outcome for _, chances in shown.values() for outcome in chances})
    cells = {
        (outcome, name): _at(outcome, odds, chances, data)
        for outcome in outcomes
        for name, (odds, chances) in shown.items()
    }
    axes = {"outcome" if data == "normal" else data: tuple(outcomes), "output": tuple(shown)}
    return Grid("", axes, cells, "chance")


def _at(outcome: int, odds: Distribution[int], chances: Chances, data: str) -> Fraction:
    """The chance at an outcome of another output, too."""
    if outcome in chances or data == "normal":
        return chances.get(outcome, _NONE)
    return odds.at_least(outcome) if data == "at least" else odds.at_most(outcome)


def summary(outputs: Sequence[Output]) -> Grid | None:
    """The outputs down, their figures across."""
    shown = {name: each.odds for name, each in _named(outputs) if each.odds}
    if not shown:
        return None
    columns = ("mean", "deviation", "minimum", "maximum")
    cells = {
        (name, column): figure
        for name, odds in shown.items()
        for column, figure in zip(columns, _figures(odds), strict=True)
    }
    return Grid("", {"output": tuple(shown), "figure": columns}, cells, "mean")


def _figures(odds: Distribution[int]) -> tuple[Fraction, ...]:
    lowest, highest = odds.outcomes[0], odds.outcomes[-1]
    deviation = Fraction(odds.sd).limit_denominator(10**6)
    return Fraction(odds.mean), deviation, Fraction(lowest), Fraction(highest)


def _named(outputs: Sequence[Output]) -> list[tuple[str, Output]]:
    """The outputs under their labels, with a number where a label stands there already."""
    seen: dict[str, int] = {}
    named = []
    for each in outputs:
        seen[each.label] = seen.get(each.label, 0) + 1
        again = seen[each.label]
        named.append((each.label if again == 1 else f"{each.label} ({again})", each))
    return named
