"""Headlines of odds: the chances that players ask for first, in a few rows."""

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
"""Fields with more values are summed up by their mean."""


class _Row(NamedTuple):
    """A value of a field, with its heading and the positions of matching outcomes."""

    text: str
    field: str
    value: Any
    places: tuple[int, ...]


class Headline(Grid):
    """The chances that players ask for first; ``fields`` holds the field and value of each row."""

    fields: Mapping[str, tuple[str, Any]]
    """field and value of each row"""

    def _data_at(self, key: tuple[Any, ...]) -> dict[str, Any]:
        field, value = self.fields[key[0]]
        return {**super()._data_at(key), "field": field, "value": to_data(value)}


def headline_of(odds: Distribution) -> Headline | None:
    """The odds of the fields that the outcomes declare in ``headline``; None without any.

    A true-or-false field gets one row, any other field one per value. Rows that repeat an earlier
    one are left out, and so are impossible ones.
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
        except OddsError:  # only some outcomes have the field, or its odds cannot be listed
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
    """One row per value of a field, counting only the outcomes that the field applies to."""
    view, only_if, words = view_of(name), kind.only_if.get(name), kind.row_words.get(name)
    places: dict[Any, list[int]] = {}
    for place, outcome in enumerate(odds.weights):
        if only_if is None or getattr(outcome, only_if):
            places.setdefault(view(outcome), []).append(place)
    if all(type(value) is bool for value in places):
        places = {True: places.get(True, [])}
    elif not all(isinstance(value, str) for value in places):  # words keep outcome order
        places = {value: places[value] for value in odds.of(name) if value in places}
    for value, each in places.items():
        text = _called(name, value) if words is None else words.said(value, show(value))
        if text and value is not None:
            yield _Row(text, name, value, tuple(each))


def _called(name: str, value: Any) -> str:
    """Text of a row: the field with a number, the field alone for true, or the word alone."""
    if value is True:
        return _spaced(name)
    return f"{_spaced(name)} {show(value)}" if isinstance(value, int | Fraction) else show(value)


def _spaced(name: str) -> str:
    return name.replace("_", " ")


def _rounded(seen: Distribution) -> str:
    return f"{float(seen.mean):.2f}".rstrip("0").rstrip(".")
