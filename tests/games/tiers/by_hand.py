"""The game tiers worked out by hand: every face of the d100."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any, NamedTuple

from astragal import Experiment
from tests.support.chains_by_hand import tally

OUTCOMES = ("Fumble", "Failure", "Success", "Critical")
"""the worst first"""


class Made(NamedTuple):
    """What a roll comes to: Fumble, Failure, Success or Critical, and its $."""

    outcome: str
    tiers: int


@cache
def made(face: int, stat: int) -> Made:
    """One d100 against a Stat, digit by digit."""
    shown = f"{face:02}"
    tens, ones = shown[0], shown[1]
    if face > stat or face in (96, 97, 98, 99):
        return Made("Fumble" if tens == ones else "Failure", 0)
    hundreds = int(f"{stat:03}"[-3])
    return Made("Critical" if tens == ones else "Success", int(tens) * (hundreds + 1))


def order(face: int, stat: int) -> tuple[int, int, int]:
    """By outcome; a success by its $ and then the higher roll, a failure by the lower roll."""
    outcome, tiers = made(face, stat)
    succeeds = outcome in ("Success", "Critical")
    return (OUTCOMES.index(outcome), tiers, face if succeeds else -face)


def picked(faces: Sequence[int], stat: int, edge: int) -> int:
    """The roll that counts: the best with Advantages, the worst with Disadvantages."""
    ranked = sorted(faces, key=lambda face: order(face, stat))
    return ranked[0] if edge < 0 else ranked[-1]


def dice_for(edge: int, reading: str) -> int:
    """How many d100 are rolled, in each of the three readings."""
    n = abs(edge)
    if n == 0:
        return 1
    return {"at least two": 2 if n < 2 else n, "n": n, "n + 1": n + 1}[reading]


def by_every_face(stat: int, edge: int, number: int) -> dict[Made, Fraction]:
    """The odds of one or two d100, face by face."""
    return tally(
        (made(picked(faces, stat, edge), stat), Fraction(1, 100**number))
        for faces in product(range(100), repeat=number)
    )


@cache
def rolled(stat: int, edge: int = 0, reading: str = "at least two") -> dict[Made, Fraction]:
    """The odds of any number of d100, by rank: no two faces are equally good."""
    number = dice_for(edge, reading)
    places = sorted(range(100), key=lambda face: order(face, stat), reverse=edge < 0)
    return tally(
        (made(face, stat), Fraction((place + 1) ** number - place**number, 100**number))
        for place, face in enumerate(places)
    )


# Help, and Checks


def help_from(helpers: Sequence[int], tier: int = 1) -> dict[int, Fraction]:
    """What helpers add to the Stat: 10 for a passed Check of the same tier, 20 for a Critical."""
    bonuses = {0: Fraction(1)}
    for stat in helpers:
        own = tally(
            ((20 if m.outcome == "Critical" else 10) if passes(m, tier) else 0, chance)
            for m, chance in rolled(stat).items()
        )
        bonuses = tally(
            (before + more, chance * share)
            for before, chance in bonuses.items()
            for more, share in own.items()
        )
    return bonuses


def passes(m: Made, tier: int) -> bool:
    """A full success: any success meets tier 1, a higher one needs as many $."""
    return m.outcome in ("Success", "Critical") and (tier == 1 or m.tiers >= tier)


def with_tags(m: Made, more: int) -> Made:
    """Other tags add $ after a success only; $ never drop below 0."""
    return Made(m.outcome, max(0, m.tiers + more)) if m.outcome in ("Success", "Critical") else m


def checked(
    stat: int,
    edge: int = 0,
    reading: str = "at least two",
    *,
    gold: int = 0,
    silver: int = 0,
    other: int = 0,
    helpers: Sequence[int] = (),
    tier: int = 1,
) -> dict[Made, Fraction]:
    """The odds of a roll with tags, of Tiers added up by metal, and help."""
    return tally(
        (with_tags(m, other), chance * share)
        for bonus, chance in help_from(helpers, tier).items()
        for m, share in rolled(stat + bonus + 10 * silver, edge + gold, reading).items()
    )


# What the engine says, in the same form


def outcome(experiment: Experiment[Any], *faces: int) -> Any:
    return experiment.roll(faces=faces).outcome


def made_of(check: Any) -> Made:
    return Made(check.grade.value, check.tiers)


def odds_of(experiment: Experiment[Any]) -> dict[Made, Fraction]:
    return tally((made_of(check), chance) for check, chance in experiment.odds().items())


def edged(edge: int, **more: Any) -> dict[str, Any]:
    return {"advantages": max(edge, 0), "disadvantages": max(-edge, 0), **more}
