"""Attacks, and the rolls that are not checks: ability scores, percentile dice."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from astragal.experiment.experiment import Asks
from astragal.experiment.notes import note
from astragal.games.triumph.about import (
    BANDS,
    DICE_OF,
    Ability,
    Bonus,
    Dice,
    DisasterTo,
    Dominance,
    Proficiency,
    Rerolling,
    Skill,
    Threat,
    TriumphFrom,
    game,
)
from astragal.games.triumph.checks import Fortune, checked, missing_dc, refused_dice
from astragal.games.triumph.symbol_dice import Reroll
from astragal.mechanics.arithmetic import rounded_down
from astragal.mechanics.dice import not_numbers, two_dice
from astragal.notation.expression import Expression
from astragal.notation.syntax.parser import parse
from astragal.outcome import Named
from astragal.rules.ordered import RankedOutcome
from astragal.rules.parameters import Names
from astragal.rules.requests.dice import InOrder


class Attack(RankedOutcome):
    """The result of an attack."""

    hits: bool
    fortune: Fortune = Fortune.NONE
    damage: int = 0

    @property
    def critical(self) -> bool:
        return self.fortune is Fortune.TRIUMPH

    def order(self) -> tuple[bool, int, int]:
        return (self.hits, self.damage, self.fortune.rank)

    def __str__(self) -> str:
        if self.hits:
            return f"{'critical hit' if self.critical else 'hit'}, {self.damage} damage"
        return "miss, disaster" if self.fortune is Fortune.DISASTER else "miss"


D6 = parse("1d6")


def _refuse(given: Any) -> str | None:
    return refused_dice(given) or not_numbers(given, ("damage", "critical")) or missing_dc(given)


@game.rule(refuse=_refuse, aim="hits")
def attack(
    ability: Ability = 0,
    dc: Annotated[int | None, Names(BANDS), "what the attack must beat"] = None,
    damage: Annotated[Expression, "rolled on a hit"] = D6,
    critical: Annotated[Expression | None, "rolled on a critical hit instead"] = None,
    proficiency: Skill = Proficiency.INCOMPETENCE,
    dominance: Dominance = 0,
    threat: Threat = 0,
    bonus: Bonus = 0,
    dice: Dice = None,
    reroll: Rerolling = Reroll.CHOOSE,
    triumph_from: TriumphFrom = 20,
    disaster_to: DisasterTo = 1,
) -> Asks[Attack]:
    """An attack: a check, and damage if it hits; a triumph is a critical hit.

    Damage under 0 counts as 0.
    """
    assert dc is not None
    rolled = dice or DICE_OF[proficiency]
    ranges = (triumph_from, disaster_to)
    made: Any = yield from checked(rolled, reroll, ability + bonus, dominance, threat, dc, ranges)
    if not made.passes:
        return Attack(False, made.fortune)
    done = yield (critical or damage) if made.triumph else damage
    return Attack(True, made.fortune, max(0, rounded_down(done)))


# Ability scores and percentile dice


@game.rule
def ability() -> Asks[int]:
    """An ability score is rolled with 2d4▲-1d4."""
    score: int = yield parse("2d4▲-1d4")
    return score


ABILITIES = ("Strength", "Agility", "Vitality", "Erudition", "Intuition", "Presence")


class Scores(Named):
    """The six ability scores."""

    __slots__ = ()

    names: ClassVar[tuple[str, ...]] = tuple(map(str.lower, ABILITIES))


_SCORES = ", ".join(f"{name} {{}}" for name in ABILITIES)


class _SixScores(InOrder):
    """Six ability scores, each rolled alike."""

    kind: ClassVar[Any] = Scores
    inline: ClassVar[bool] = True

    def steps(self) -> Asks[tuple[Any, ...]]:
        scores = Scores((yield InOrder(self.experiments)))
        yield note(_SCORES, *scores)
        return scores


@game.rule
def abilities() -> Asks[tuple[Any, ...]]:
    """The six ability scores: Strength, Agility, Vitality, Erudition, Intuition, Presence."""
    return _SixScores((ability(),) * len(ABILITIES))
    yield


@game.rule
def percentile() -> Asks[int]:
    """d100 from two d10: the tens die, then the ones die; a total of 0 is 100."""
    return (yield from two_dice())
