"""The headline of odds: what players ask of a game's outcomes first, in a few rows."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

from astragal.errors import OddsError, UndefinedError
from astragal.outcome import show
from astragal.render.grid import Grid

if TYPE_CHECKING:
    from astragal.probability.distribution import Distribution

_MOST = 12
"""A field with more values than that is summed up by its mean."""


def headline_of(odds: Distribution) -> Grid | None:
    """The odds of the fields that the outcomes declare as their ``headline``; None without one.

    A field that is true or false is a row, any other has a row for each of its values.
    """
    views = []
    for name in _declared(odds):
        try:
            views.append((name, odds.of(name)))
        except UndefinedError:
            continue
        except OddsError:  # a field that only some outcomes have, or odds that cannot be listed
            return None
    rows = {row: chance for name, seen in views for row, chance in _rows(name, seen)}
    if not rows:
        return None
    means = [f"mean {name} {_rounded(seen)}" for name, seen in views if _is_long(seen)]
    told = " · ".join(means)
    chances = {(row,): chance for row, chance in rows.items()}
    return Grid(odds.heading, {"": tuple(rows)}, chances, "chance", told)


def _declared(odds: Distribution) -> tuple[str, ...]:
    declared = {getattr(type(outcome), "headline", ()) for outcome in odds}
    return declared.pop() if len(declared) == 1 else ()


def _rows(name: str, seen: Distribution) -> list[tuple[str, Fraction]]:
    if all(type(value) is bool for value in seen):
        return [(name, seen.probability(True))]
    if _is_long(seen):
        return []
    return [(f"{name} {_shown(value)}", seen.probability(value)) for value in seen]


def _shown(value: Any) -> str:
    return "none" if value is None else show(value)


def _is_long(seen: Distribution) -> bool:
    return len(seen) > _MOST and seen.numeric


def _rounded(seen: Distribution) -> str:
    return f"{float(seen.mean):.2f}".rstrip("0").rstrip(".")
