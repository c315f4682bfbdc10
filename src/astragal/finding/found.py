"""Search results: the best candidates, their distance from the wishes, and a plot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from astragal._visible import visible
from astragal.finding.candidate import Candidate, missed_by
from astragal.finding.wishes import Wish
from astragal.limits import bounded
from astragal.outcome import show
from astragal.outcome import to_data as outcome_data
from astragal.probability.distribution import Distribution
from astragal.probability.moments import root
from astragal.render.figures import decimal, percent
from astragal.render.grid import place_data
from astragal.render.lengths import check_length
from astragal.render.report import Cell, Column, Report, Reported, Table

if TYPE_CHECKING:
    from astragal.limits import Limits
    from astragal.render.formats import Layout
    from astragal.render.plots.picture import Picture

_BARS = 16
"""The most bars in a sparkline."""


class Found(Reported):
    """The best candidates of a family, best first.

    Each of the ``candidates`` has a ``name`` (notation, or the parameters of a rule), its ``odds``,
    its distance ``off`` the wishes, one of ``values`` per wish, and ``at``: its open numbers.

    >>> import astragal
    >>> axes = {"X": range(1, 5), "Y": [4, 6, 8]}
    >>> found = astragal.find("XdY", axes, wishes={"mean": 10}, show=2)
    >>> [each.name for each in found.candidates], found.tried
    (['4d4', '3d6'], 12)
    """

    def __init__(
        self,
        wishes: Sequence[Wish],
        candidates: Sequence[Candidate],
        tried: int,
        refusals: Sequence[str] = (),
        of: str = "",
    ) -> None:
        self.wishes = tuple(wishes)
        self.candidates = tuple(candidates)
        self.tried = tried
        """the size of the family"""
        self.refusals = tuple(refusals)
        """why some candidates have no odds, or no value for a wish"""
        self.of = of

    def __iter__(self) -> Iterator[Candidate]:
        return iter(self.candidates)

    def __len__(self) -> int:
        return len(self.candidates)

    def report(self, layout: Layout) -> Report:
        title = f"wished for: {' · '.join(map(str, self.wishes))}"
        about = f" (of {visible(self.of)})" if self.of else ""
        shown = f"the best {len(self):,} of {self.tried:,}{about}, best first"
        return Report(title, (shown,), (self._table(),), self.refusals)

    def _table(self) -> Table:
        unwished = [of for of in ("mean", "sd") if self._adds(of)]
        columns = [Column(""), Column("found", left=True), Column("off")]
        columns += [Column(wish.of) for wish in self.wishes]
        columns += [Column(of) for of in unwished]
        rows = [
            (
                Cell(str(place)),
                Cell(each.name),
                Cell(_off(float(each.off))),
                *(_value(wish, v) for wish, v in zip(self.wishes, each.values, strict=True)),
                *(_moment(each.odds, of) for of in unwished),
                Cell("", bars=bars_of(each.odds)),
            )
            for place, each in enumerate(self.candidates, 1)
        ]
        return Table((*columns, Column("chances", left=True)), tuple(rows), keys=2)

    def _adds(self, of: str) -> bool:
        """True if a moment is shown although it was not wished for."""
        wished = any(wish.of == of for wish in self.wishes)
        return not wished and all(each.odds.numeric for each in self.candidates)

    @bounded
    def to_data(self, *, limits: Limits | None = None) -> dict[str, Any]:
        from astragal.render.data import DATA_VERSION

        check_length([each.odds for each in self.candidates], limits)
        return {
            "version": DATA_VERSION,
            "wishes": [_wish_data(wish) for wish in self.wishes],
            "tried": self.tried,
            "refusals": list(self.refusals),
            "found": [self._candidate_data(each, limits) for each in self.candidates],
        }

    def _candidate_data(self, each: Candidate, limits: Limits | None) -> dict[str, Any]:
        from astragal.render.data import in_json

        pairs = zip(self.wishes, each.values, strict=True)
        return {
            "name": each.name,
            "at": {name: place_data(value) for name, value in each.at.items()},
            "off": in_json(float(each.off)),
            "wishes": [_value_data(wish, value) for wish, value in pairs],
            "odds": each.odds.to_data(limits=limits),
        }

    def picture(self) -> Picture:
        from astragal.render.plots.showing import picture_of_odds

        return picture_of_odds([each.odds for each in self.candidates])


def _wish_data(wish: Wish) -> dict[str, Any]:
    return {"of": wish.of, "target": str(wish.target), "weight": str(wish.weight)}


def _value_data(wish: Wish, value: Any) -> dict[str, Any]:
    from astragal.render.data import approximately, fraction_data, in_json

    off = in_json(float(missed_by(wish, value)))
    if wish.of == "range":
        return {
            "value": None,
            "exact": None,
            "ends": [outcome_data(end) for end in value],
            "off": off,
        }
    if wish.of == "sd":
        return {"value": in_json(root(value)), "exact": None, "ends": None, "off": off}
    exact = fraction_data(value)["exact"]
    return {"value": in_json(approximately(value)), "exact": exact, "ends": None, "off": off}


def _value(wish: Wish, value: Any) -> Cell:
    if wish.of == "range":
        low, high = value
        return Cell(f"{show(low)} to {show(high)}")
    if wish.of == "sd":
        return Cell(decimal(root(value)))
    return Cell(percent(value) if wish.is_chance else decimal(value), value)


def _moment(odds: Distribution, of: str) -> Cell:
    return Cell(decimal(odds.mean), odds.mean) if of == "mean" else Cell(decimal(odds.sd))


def _off(off: float) -> str:
    return "0" if off == 0 else f"{off:.2g}" if off < 0.1 else decimal(off)


def bars_of(odds: Distribution) -> tuple[Fraction, ...]:
    """A small plot: the probability of each outcome, or of intervals if there are too many.

    >>> from astragal import odds
    >>> [str(each) for each in bars_of(odds("2d4"))]
    ['1/16', '1/8', '3/16', '1/4', '3/16', '1/8', '1/16']
    """
    if not odds.numeric:
        return tuple(chance for _, chance in list(odds.items())[:_BARS])
    low, high = odds.quantile(Fraction(1, 1000)), odds.quantile(Fraction(999, 1000))
    width = -(-int(high - low + 1) // _BARS)
    count = -(-int(high - low + 1) // width)
    ends = [low + width * place for place in range(count + 1)]
    return tuple(odds.less_than(end) - odds.less_than(start) for start, end in pairwise(ends))
