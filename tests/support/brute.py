"""The brute-force twin of exact odds: every face of every die, one after another."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

from astragal import AstragalError, Distribution, Expression, LimitError, Limits, parse
from astragal.experiment.experiment import Variables
from astragal.outcome import Outcome
from astragal.rolling.frame import Frame
from astragal.rolling.sources import Source
from tests.support.paths import every_path

Odds = dict[tuple[type, Outcome], Fraction]
"""By type and value: True and 1 are equal in Python and different outcomes here."""


class CannotRollError(Exception):
    """Some faces make the roll impossible."""


def brute_odds(
    expression: Expression,
    variables: Variables | None = None,
    *,
    extra_dice: int = 100,
    most_paths: int = 200_000,
) -> tuple[Odds, Fraction]:
    """The odds by enumeration, and the probability of all paths with more extra dice than that."""
    limits = Limits(extra_dice=extra_dice)

    def run(source: Source) -> Outcome | None:
        try:
            return expression.play(Frame(source, variables or {}, limits))
        except LimitError as error:
            if error.code == "too-many-extra-dice":
                return None
            raise CannotRollError from error
        except AstragalError as error:
            raise CannotRollError from error

    odds: Odds = defaultdict(Fraction)
    missing = Fraction(0)
    for outcome, chance in every_path(run, most_paths=most_paths, most_faces=20 * most_paths):
        if outcome is None:
            missing += chance
        else:
            odds[kind_of(outcome), outcome] += chance
    return odds, missing


def kind_of(outcome: Outcome) -> type:
    return bool if isinstance(outcome, bool) else object


def check_odds(text: str) -> Distribution:
    """Odds of notation, which must be those of every face."""
    expression = parse(text)
    twin, missing = brute_odds(expression)
    assert not missing
    exact = expression.odds()
    assert {(kind_of(outcome), outcome): chance for outcome, chance in exact.items()} == twin
    return exact


def check_endless_odds(
    text: str, *, extra_dice: int = 5, most_missing: Fraction = Fraction(1, 5)
) -> Distribution:
    """Odds without end, which must be exact as far as enumeration reaches.

    What takes more extra dice than that can add no more to the outcomes than it weighs.
    """
    expression = parse(text)
    twin, missing = brute_odds(expression, extra_dice=extra_dice)
    assert 0 < missing < most_missing
    exact = expression.odds()
    more = [exact.probability(outcome) - chance for (_, outcome), chance in twin.items()]
    assert min(more) >= 0
    assert sum(more) <= missing
    return exact
