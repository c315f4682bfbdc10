"""The headline of odds: what players ask of a game's outcomes first, in a few rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from astragal.errors import OddsError, UndefinedError
from astragal.outcome import show, to_data
from astragal.probability.views import view_of
from astragal.render.grid import Grid

if TYPE_CHECKING:
    from astragal.probability.distribution import Distribution

_MOST = 12
"""A field with more values than that is summed up by its mean."""


class _Row(NamedTuple):
    """A value of a field: what it is called, and the places of the outcomes that have it."""

    text: str
    field: str
    value: Any
    places: tuple[int, ...]


class Headline(Grid):
    """The chances that players ask for first; ``fields`` are those that the rows are about."""

    fields: Mapping[str, tuple[str, Any]]
    """for each row, its field and the value of it"""

    def _data_at(self, key: tuple[Any, ...]) -> dict[str, Any]:
        field, value = self.fields[key[0]]
        return {**super()._data_at(key), "field": field, "value": to_data(value)}


def headline_of(odds: Distribution) -> Headline | None:
    """The odds of the fields that the outcomes declare as their ``headline``; None without one.

    A field that is true or false is a row, any other has a row for each of its values. What a row
    above tells already is left out, and so is what never happens.
    """
    classes = {type(outcome) for outcome in odds}
    kind = classes.pop() if len(classes) == 1 else None
    headline = getattr(kind, "headline", ())
    rows: dict[str, _Row] = {}
    means = []
    for name in headline:
        try:
            seen = odds.of(name)
        except UndefinedError:
            continue
        except OddsError:  # a field that only some outcomes have, or odds that cannot be listed
            return None
        many = len(seen) > _MOST
        if seen.numeric and (many or name in getattr(kind, "means", ())):
            means.append(f"mean {_spaced(name)} {_rounded(seen)}")
        if seen.numeric and many:
            continue
        told = {row.places for row in rows.values()} | ({()} if rows else set())
        for row in _rows(odds, name, kind):
            if row.places not in told:
                text = f"{_spaced(name)} {row.text}" if row.text in rows else row.text
                rows[text] = row
    if not rows:
        return None
    weights, total = [*odds.weights.values()], odds.denominator
    chances = {
        (text,): Fraction(sum(weights[place] for place in row.places), total)
        for text, row in rows.items()
    }
    found = Headline(odds.heading, {"": tuple(rows)}, chances, "chance", " · ".join(means))
    found.fields = {text: (row.field, row.value) for text, row in rows.items()}
    return found


def _rows(odds: Distribution, name: str, kind: Any) -> Iterator[_Row]:
    """A row for each value of a field, of the outcomes for which it means something."""
    view, only_if, words = view_of(name), kind.only_if.get(name), kind.row_words.get(name)
    places: dict[Any, list[int]] = {}
    for place, outcome in enumerate(odds.weights):
        if only_if is None or getattr(outcome, only_if):
            places.setdefault(view(outcome), []).append(place)
    if all(type(value) is bool for value in places):
        places = {True: places.get(True, [])}
    elif not all(isinstance(value, str) for value in places):  # words come as outcomes do
        places = {value: places[value] for value in odds.of(name) if value in places}
    for value, each in places.items():
        text = _called(name, value) if words is None else words.said(value, show(value))
        if text and value is not None:
            yield _Row(text, name, value, tuple(each))


def _called(name: str, value: Any) -> str:
    """What a row is called: a number after its field, true as its field, and words alone."""
    if value is True:
        return _spaced(name)
    return f"{_spaced(name)} {show(value)}" if isinstance(value, int | Fraction) else show(value)


def _spaced(name: str) -> str:
    return name.replace("_", " ")


def _rounded(seen: Distribution) -> str:
    return f"{float(seen.mean):.2f}".rstrip("0").rstrip(".")
