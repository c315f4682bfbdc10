"""The headline of odds: what players ask of a game's outcomes first, in a few rows."""

from __future__ import annotations

from collections.abc import Iterable
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
    only_if = _declared(odds, "only_if") or {}
    rows = {
        row: chance
        for name, seen in views
        for row, chance in _rows(name, _where(odds, name, seen, only_if.get(name)))
    }
    if not rows:
        return None
    means = [f"mean {name} {_rounded(seen)}" for name, seen in views if _is_long(seen)]
    told = " · ".join(means)
    chances = {(row,): chance for row, chance in rows.items()}
    return Grid(odds.heading, {"": tuple(rows)}, chances, "chance", told)


def _declared(odds: Distribution, what: str = "headline") -> Any:
    classes = {type(outcome) for outcome in odds}
    return getattr(classes.pop(), what, ()) if len(classes) == 1 else ()


def _where(
    odds: Distribution, name: str, seen: Distribution, only_if: str | None
) -> Iterable[tuple[Any, Fraction]]:
    """The values of a field with their chances, of outcomes for which it means something."""
    if only_if is None or _is_long(seen):
        return list(seen.items())
    chances: dict[Any, Fraction] = {}
    for outcome, chance in odds.items():
        if getattr(outcome, only_if):
            value = getattr(outcome, name)
            chances[value] = chances.get(value, Fraction(0)) + chance
    return sorted(chances.items())


def _rows(name: str, values: Iterable[tuple[Any, Fraction]]) -> list[tuple[str, Fraction]]:
    known = list(values)
    if all(type(value) is bool for value, _ in known):
        return [(name, sum((chance for value, chance in known if value), Fraction(0)))]
    if len(known) > _MOST and all(type(value) in (int, Fraction) for value, _ in known):
        return []
    return [(f"{name} {_shown(value)}", chance) for value, chance in known]


def _shown(value: Any) -> str:
    return "none" if value is None else show(value)


def _is_long(seen: Distribution) -> bool:
    return len(seen) > _MOST and seen.numeric


def _rounded(seen: Distribution) -> str:
    return f"{float(seen.mean):.2f}".rstrip("0").rstrip(".")
