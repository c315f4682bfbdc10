"""The game, and the parameter types that its rules share."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated

from astragal.games.triumph.symbol_dice import CheckDice, Reroll
from astragal.mechanics.dice import more_or_less
from astragal.notation.expression import Expression
from astragal.rules.conventions import Conventions
from astragal.rules.game import Game
from astragal.rules.introductions import Words
from astragal.rules.ordered import Ordered
from astragal.rules.parameters import Bounds, Hideable, Names, OrText, ReadAs

ABILITIES = ("Strength", "Agility", "Vitality", "Erudition", "Intuition", "Presence")


def _conventions() -> Conventions:
    from astragal.games.triumph.conventions import CONVENTIONS

    return CONVENTIONS


game = Game(
    "triumph",
    "d20s with ▲ ▼ ! ♻, dominance and threat, triumph and disaster",
    short=(
        "A check is d20s + ability score + circumstance, over the DC; equal to it fails.",
        "Incompetence rolls 2d20▼, aptitude 1d20, mastery 2d20▲.",
        "▲ keeps the highest die, ▼ the lowest, ! explodes, ♻ may re-roll a 1 once.",
        "Dominance adds a d6, threat takes one away; they cancel one to one.",
        "A natural 20 is a triumph and succeeds; a natural 1 is a disaster and fails.",
        "In a contest two of a kind cancel out; a tie goes to the side that reacts.",
    ),
    sheet=ABILITIES,
    examples=(
        "check --ability 3 --dc 15 --proficiency aptitude",
        "check --ability 3 --dc Hard --proficiency mastery --dominance 1 --odds --of passes",
        'check --ability 3 --dc 15 --dice "1d20♻" --faces 1 --advise --aim passes',
        "check --ability 3 --proficiency aptitude --sweep dc=5..30/5 --of passes",
        "contest --ability 3 --opponent 2 --reactive them --odds --of wins",
        "attack --ability 3 --dc 12 --damage 2d6+3 --proficiency mastery",
        "ability --odds",
    ),
    conventions=_conventions,
)

BANDS = {
    "Trivial": 0,
    "Easy": 5,
    "Moderate": 10,
    "Hard": 15,
    "Punishing": 20,
    "Insane": 25,
    "Impossible": 30,
}
"""The lowest DC of each band, which its name stands for."""


def band_of(dc: int) -> str:
    """The name of a DC's band.

    >>> band_of(4), band_of(15), band_of(42)
    ('Trivial', 'Hard', 'Impossible')
    """
    return [name for name, least in BANDS.items() if dc >= least or not least][-1]


class Proficiency(Ordered):
    """A character's proficiency at a skill."""

    INCOMPETENCE = "incompetence"
    APTITUDE = "aptitude"
    MASTERY = "mastery"


DICE_OF = {
    Proficiency.INCOMPETENCE: CheckDice(2, lowest=1),
    Proficiency.APTITUDE: CheckDice(1),
    Proficiency.MASTERY: CheckDice(2, highest=1),
}

# Parameters


def against(dc: int) -> str:
    """A DC with its band, in the description of a roll."""
    return f"against DC {dc} ({band_of(dc)})"


Ability = Annotated[int, Words("{:+}"), "the ability score"]
Dc = Annotated[
    OrText[int] | None,
    Names(BANDS),
    Hideable(),
    Words(against, hidden="against a hidden DC"),
    "the difficulty class, a number or a band, once it is settled",
]
Skill = Annotated[OrText[Proficiency], Words("with {}"), "2d20▼, 1d20 or 2d20▲"]
Dominance = Annotated[
    int, Bounds(0, 100), Words("with {} dominance", one="with dominance"), "a d6 more each"
]
Threat = Annotated[
    int, Bounds(0, 100), Words("with {} threats", one="with a threat"), "a d6 less each"
]
Bonus = Annotated[
    OrText[int | Expression],
    Words(more_or_less),
    "other bonuses and penalties, a number or dice such as 1d4",
]
Dice = Annotated[
    OrText[CheckDice] | None, Words("with {}"), "instead of proficiency, such as 2d20▲♻"
]
Rerolls = Annotated[OrText[Reroll], Words("with ♻ {}"), "whether what ♻ covers is re-rolled"]
Called = Annotated[Sequence[str], Bounds(0, 2), "the names of those who roll, ours first"]

_RANGE = re.compile(r"\s*(\d{1,2})\s*(?:-|–|−|\.\.)\s*(\d{1,2})\s*", re.ASCII)


def _up_to_20(text: str) -> int | None:
    """The start of a range such as ``18-20``; None if it does not end at 20."""
    found = _RANGE.fullmatch(text)
    return int(found[1]) if found is not None and int(found[2]) == 20 else None


def _from_1(text: str) -> int | None:
    """The end of a range such as ``1-3``; None if it does not start at 1."""
    found = _RANGE.fullmatch(text)
    return int(found[2]) if found is not None and int(found[1]) == 1 else None


TriumphFrom = Annotated[
    OrText[int],
    Bounds(2, 20),
    ReadAs(_up_to_20),
    Words("with a triumph from {}"),
    "triumph from here to 20, or 18-20",
]
DisasterTo = Annotated[
    OrText[int],
    Bounds(1, 19),
    ReadAs(_from_1),
    Words("with a disaster up to {}"),
    "disaster from 1 to here, or 1-3",
]
