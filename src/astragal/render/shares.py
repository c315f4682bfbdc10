"""Shares: the chance of every word, for each value of one or two parameters."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from heapq import nlargest
from itertools import product
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeAlias

from astragal.outcome import show
from astragal.render.grid import Grid, Kind

if TYPE_CHECKING:
    from astragal.errors import AstragalError
    from astragal.render.plots.picture import Picture

_MOST = 12
"""The most words with a column of their own; of more, the least likely share one."""


_Chances: TypeAlias = Mapping[tuple[Any, ...], Fraction]
"""Chances by the values of the parameters."""


class Shares(Grid):
    """Chances of words along one or two parameters; the words are the last axis.

    ``shares[3, "hit"]`` is one chance, ``shares.at(3)`` holds all words at that position, and
    ``shares.word("hit")`` is the grid of one word. Words are in their natural order: ranges as
    written, members of an enumeration as declared, numbers in ascending order. The chances at a
    position add up to one, unless there are infinitely many outcomes.

    >>> import astragal
    >>> shares = astragal.sweep("1d20+@b [..9] miss [10..] hit", {"b": range(3)})
    >>> assert isinstance(shares, astragal.Shares)
    >>> shares.words, shares[2, "hit"], shares.at(2)["miss"]
    (('miss', 'hit'), Fraction(13, 20), Fraction(7, 20))
    """

    def __init__(
        self,
        label: str,
        axes: Mapping[str, tuple[Any, ...]],
        cells: Mapping[tuple[Any, ...], Fraction],
        kind: Kind = "chance",
        summary: str = "",
        errors: Mapping[tuple[Any, ...], AstragalError] | None = None,
    ) -> None:
        super().__init__(label, axes, cells, kind, summary, errors)
        *parameters, (self.outcome, self.words) = self.axes.items()
        self.parameters = MappingProxyType(dict(parameters))
        """all axes except the words"""

    def at(self, *place: Any) -> dict[Any, Fraction]:
        """The chance of every word at a position; raises the error of a refused one."""
        return {word: self[(*place, word)] for word in self.words}

    def word(self, word: Any) -> Grid:
        """The chances of one word along the parameters."""
        return self._grid(show(word), self._chances(word))

    def refused(self) -> Mapping[tuple[Any, ...], AstragalError]:
        return {key[:-1]: error for key, error in self.errors.items()}

    def tables(self, *, every: bool = False) -> list[Grid]:
        """With one parameter, one table with a column per word; with two, a table per word.

        Unless ``every`` is set, the least likely of many words are combined as others.
        """
        columns = self._columns(every)
        if len(self.parameters) == 1:
            return [self._side_by_side(columns)]
        return [self._grid(name, chances) for name, chances in columns.items()]

    def _side_by_side(self, columns: Mapping[str, _Chances]) -> Grid:
        axes = {**self.parameters, self.outcome: tuple(columns)}
        cells = {
            (*place, name): chance
            for name, chances in columns.items()
            for place, chance in chances.items()
        }
        errors = {(*key, name): error for key, error in self.refused().items() for name in columns}
        return Shares(self.label, axes, cells, self.kind, self.summary_line, errors)

    def _grid(self, name: str, chances: _Chances) -> Grid:
        label = ": ".join(filter(None, (self.label, name)))
        return Grid(label, self.parameters, chances, self.kind, errors=self.refused())

    def _columns(self, every: bool) -> dict[str, _Chances]:
        """The chances in each column; the last column combines the remaining words, if any."""
        own = {show(word): self._chances(word) for word in self._listed(every)}
        left = dict.fromkeys(self._answered(), Fraction(1))
        for chances in own.values():
            left = {place: rest - chances[place] for place, rest in left.items()}
        if not any(left.values()):
            return own
        endless = any(sum(self.at(*place).values()) < 1 for place in left)
        number = len(self.words) - len(own)
        return {**own, "all others" if endless else f"{number:,} others": left}

    def _listed(self, every: bool) -> list[Any]:
        """The words with columns of their own."""
        if every or len(self.words) <= _MOST:
            return list(self.words)
        likely = set(nlargest(_MOST - 1, self.words, key=lambda w: sum(self._chances(w).values())))
        return [word for word in self.words if word in likely]

    def _chances(self, word: Any) -> _Chances:
        """The chance of a word at each position that was not refused."""
        return {place: self.cells[*place, word] for place in self._answered()}

    def _answered(self) -> list[tuple[Any, ...]]:
        refused = self.refused()
        return [place for place in product(*self.parameters.values()) if place not in refused]

    def picture(self) -> Picture:
        """A plot with one column per position, stacked from the shares of the words."""
        from astragal.render.plots.showing import picture_of_shares

        columns = self._columns(every=False)
        chances = {
            place: {name: column[place] for name, column in columns.items()}
            for place in self._answered()
        }
        return picture_of_shares(
            self.label or self.outcome,
            self.parameters,
            columns,
            {**chances, **dict.fromkeys(self.refused())},
            summary=self.summary_line,
            note=" · ".join(self.refusals()),
        )

    def to_data(self) -> dict[str, Any]:
        return super().to_data() | {"words": self.outcome}
