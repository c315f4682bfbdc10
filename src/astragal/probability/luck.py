"""How lucky an outcome is, against its odds."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from astragal.outcome import show
from astragal.render.figures import percent
from astragal.rolling.phrases import outcome_phrase

if TYPE_CHECKING:
    from astragal.probability.distribution import Distribution

_FEW = Fraction(1, 20)
_HALF = Fraction(1, 2)


class Luck(NamedTuple):
    """The shares of rolls below, equal to and above an outcome; without order only ``equal``."""

    outcome: Any
    below: Fraction | None
    equal: Fraction
    above: Fraction | None

    @classmethod
    def of(cls, odds: Distribution, outcome: Any) -> Luck:
        if odds.numeric:
            equal = odds.probability(outcome)
            return cls(outcome, odds.less_than(outcome), equal, odds.more_than(outcome))
        if isinstance(outcome, tuple | bool | str):
            return cls(outcome, None, odds.probability(outcome), None)
        # Several outcomes may be displayed alike: the chance is that of the displayed text.
        told = outcome_phrase(outcome)
        return cls(outcome, None, odds.probability(lambda x: outcome_phrase(x) == told), None)

    @property
    def words(self) -> str:
        """A phrase about the outcome's luck; "" if it was certain.

        >>> import astragal
        >>> odds = astragal.odds("2d6")
        >>> Luck.of(odds, 12).words
        'the best there is: 2.78 % of rolls are that high'
        >>> Luck.of(odds, 11).words
        'among the best: only 2.78 % of rolls are higher'
        >>> Luck.of(odds, 9).words
        'higher than 72.22 % of rolls, lower than 16.67 %'
        >>> Luck.of(odds, 7).words
        'right in the middle: 41.67 % of rolls are lower, 41.67 % higher'
        """
        if self.equal == 1:
            return ""
        if self.below is None or self.above is None:
            return self._by_name()
        if not self.above:
            return f"the best there is: {percent(self.equal)} of rolls are that high"
        if not self.below:
            return f"the worst there is: {percent(self.equal)} of rolls are that low"
        return self._between(self.below, self.above)

    def _by_name(self) -> str:
        share = percent(self.equal)
        if not isinstance(self.outcome, str):
            return f"{share} of rolls end like this"
        rare = "a rare one: " if self.equal < _FEW else ""
        return f"{rare}{show(self.outcome)} comes up {share} of the time"

    @staticmethod
    def _between(below: Fraction, above: Fraction) -> str:
        lower, higher = percent(below), percent(above)
        if above < _FEW:
            return f"among the best: only {higher} of rolls are higher"
        if below < _FEW:
            return f"among the worst: only {lower} of rolls are lower"
        if max(below, above) < _HALF:
            return f"right in the middle: {lower} of rolls are lower, {higher} higher"
        return f"higher than {lower} of rolls, lower than {higher}"
