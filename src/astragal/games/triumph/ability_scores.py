"""Rolls other than checks: ability scores, percentile dice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from astragal.experiment.experiment import Asks, Experiment
from astragal.experiment.notes import note
from astragal.games.triumph.about import (
    ABILITIES,
    game,
)
from astragal.mechanics.dice import two_dice
from astragal.notation.syntax.parser import parse
from astragal.outcome import Named
from astragal.rolling.counts import Rolled
from astragal.rules.requests.dice import InOrder


@game.rule
def ability() -> Asks[int]:
    """An ability score is rolled with 2d4▲-1d4."""
    score: int = yield parse("2d4▲-1d4")
    return score


class Scores(Named):
    """The six ability scores."""

    __slots__ = ()

    names: ClassVar[tuple[str, ...]] = tuple(map(str.lower, ABILITIES))

    if TYPE_CHECKING:  # properties, by their names
        strength: int
        agility: int
        vitality: int
        erudition: int
        intuition: int
        presence: int


_SCORES = ", ".join(f"{name} {{}}" for name in ABILITIES)


class _SixScores(InOrder):
    """Six ability scores, each rolled in the same way."""

    kind: ClassVar[Any] = Scores
    inline: ClassVar[bool] = True

    def steps(self) -> Asks[tuple[Any, ...]]:
        rolled = []
        for name, score in zip(ABILITIES, self.experiments, strict=True):
            rolled.append((yield score))
            yield note("", Rolled((), who=name))
        yield note(_SCORES, *rolled)
        return Scores(rolled)


@game.rule
def abilities() -> Asks[Scores]:
    """The six ability scores: Strength, Agility, Vitality, Erudition, Intuition, Presence."""
    six: Experiment[Any] = _SixScores((ability(),) * len(ABILITIES))
    return six
    yield


@game.rule
def percentile() -> Asks[int]:
    """d100 from two d10: the tens die, then the ones die; a total of 0 is 100."""
    return (yield from two_dice())
