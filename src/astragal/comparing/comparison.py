"""A comparison: several odds side by side, and pair by pair."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from astragal._visible import visible
from astragal.limits import DEFAULT_LIMITS, Limits, bounded
from astragal.outcome import Outcome, in_order, show
from astragal.outcome import to_data as outcome_data
from astragal.probability.distribution import Distribution, Versus
from astragal.probability.dominance import Dominance, Lead, dominance
from astragal.render.lengths import check_length
from astragal.render.report import Reported

if TYPE_CHECKING:
    from astragal.render.formats import Layout
    from astragal.render.plots.picture import Picture
    from astragal.render.report import Report


_WIDE = 640
"""Width of the plot in a notebook, in pixels."""


class Pair(NamedTuple):
    """The comparison of two numeric odds, identified by their positions."""

    left: int
    right: int
    versus: Versus
    """chances that the left one is higher than, equal to and lower than the right one"""
    dominance: Dominance
    mean_difference: Fraction
    """mean of the right one minus mean of the left one"""


class Comparison(Reported):
    """Several odds compared: probabilities, differences, and every pair against each other.

    ``odds`` holds the odds themselves. ``pairs`` holds one entry for every two that give numbers:
    how often one is higher, which is never worse, and where their probabilities cross. Differences
    are relative to the first.

    >>> import astragal
    >>> compared = astragal.compare("1d8", "1d6")
    >>> compared.pairs[0].versus.win, compared.pairs[0].dominance.never_worse
    (Fraction(9, 16), 'left')
    >>> compared.differences(8)
    (Fraction(-1, 8),)
    """

    def __init__(self, odds: Sequence[Distribution], *, limits: Limits | None = None) -> None:
        self.odds = tuple(odds)
        self.pairs = tuple(
            _pair(self.odds, left, right, limits)
            for left, right in combinations(range(len(self.odds)), 2)
            if self.odds[left].numeric and self.odds[right].numeric
        )

    @cached_property
    def outcomes(self) -> tuple[Outcome, ...]:
        """All outcomes listed by any of the odds, sorted if all are numbers."""
        listed = dict.fromkeys(each for odds in self.odds for each in odds)
        return tuple(in_order(set(listed)) if self.numeric else listed)

    @property
    def numeric(self) -> bool:
        """True if all give numbers; words are only compared by their probabilities."""
        return all(odds.numeric for odds in self.odds)

    def differences(self, outcome: Any) -> tuple[Fraction, ...]:
        """Difference in probability from the first, for each of the others."""
        first, *others = (odds.probability(outcome) for odds in self.odds)
        return tuple(each - first for each in others)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(odds.heading for odds in self.odds)

    def report(self, layout: Layout) -> Report:
        from astragal.comparing.telling import report_of

        return report_of(self, layout)

    def sentences(self) -> list[str]:
        """Sentences: for each pair, who wins how often, which is never worse, and the crossings."""
        from astragal.comparing.telling import sentences

        return list(sentences(self))

    @bounded
    def to_data(self, *, limits: Limits | None = None) -> dict[str, Any]:
        check_length([*self.odds, *self.odds[1:]], limits)  # chances, and their differences
        return {
            "odds": [odds.to_data(limits=limits) for odds in self.odds],
            "pairs": [pair_data(pair) for pair in self.pairs],
            "differences": [self._difference_data(each) for each in self.outcomes],
            "sentences": self.sentences(),
        }

    def _difference_data(self, outcome: Outcome) -> dict[str, Any]:
        from astragal.render.data import fraction_data

        return {
            "outcome": outcome_data(outcome),
            "text": visible(show(outcome)),
            "to_first": [fraction_data(each) for each in self.differences(outcome)],
        }

    def picture(self) -> Picture:
        from astragal.render.plots.showing import picture_of_odds

        return picture_of_odds(self.odds)

    def _repr_html_(self) -> str:
        """The notebook view: the plot with the tables below it."""
        from astragal.render.plots.inline import inline_chart

        return inline_chart(self.picture(), _WIDE) + self.render("html")


def _pair(odds: Sequence[Distribution], left: int, right: int, limits: Limits | None) -> Pair:
    ours, theirs = odds[left], odds[right]
    return Pair(
        left,
        right,
        ours.versus(theirs, limits=limits),
        dominance(ours, theirs, limits=limits or DEFAULT_LIMITS),
        theirs.mean - ours.mean,
    )


def pair_data(pair: Pair) -> dict[str, Any]:
    """A pair as JSON-ready data."""
    from astragal.render.data import fraction_data

    win, tie, lose = map(fraction_data, pair.versus)
    return {
        "left": pair.left,
        "right": pair.right,
        "above": win,
        "equal": tie,
        "below": lose,
        "never_worse": pair.dominance.never_worse,
        "leads": [_lead_data(lead) for lead in pair.dominance.leads],
        "crossings": [outcome_data(each) for each in pair.dominance.crossings],
        "mean_difference": fraction_data(pair.mean_difference),
    }


def _lead_data(lead: Lead) -> dict[str, Any]:
    return {
        "ahead": lead.ahead,
        "from": outcome_data(lead.low),
        "to": outcome_data(lead.high),
    }
