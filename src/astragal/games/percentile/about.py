"""The game, and the parameter types that its rules share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from astragal.mechanics.arithmetic import Rounding
from astragal.mechanics.modifiers import Modifiers
from astragal.rules.conventions import Conventions
from astragal.rules.game import Game
from astragal.rules.introductions import Words
from astragal.rules.parameters import Bounds, Hideable, Names, OrText, Step


def _conventions() -> Conventions:
    from astragal.games.percentile.conventions import CONVENTIONS

    return CONVENTIONS


game = Game(
    "percentile",
    "only ten-sided dice: d10, d5 and d100; fractions round up",
    short=(
        "Dice are d10, d5 (a d10 halved, rounded up) and d100 (two zeros are 100).",
        "A result under 0 counts as 0. Fractions round up; multipliers add up: ×2 ×2 is ×3.",
        "A test succeeds on d100 equal to or under the target; 1 always does, 100 never.",
        "Degrees are 1 and the difference of the tens digits.",
        "Difficulties go from Trivial +60 to Hellish -60; all modifiers together are held to ±60.",
        "Opposed: the only success wins, else more degrees, then the bonus, then the lower roll.",
        "A natural 10 on a damage die is Fury: 1d5 more.",
        "A re-roll is a choice; its second result stands, even if it is worse.",
    ),
    sheet=(
        "Weapon Skill",
        "Ballistic Skill",
        "Strength",
        "Toughness",
        "Agility",
        "Intelligence",
        "Perception",
        "Willpower",
        "Fellowship",
    ),
    examples=(
        "test --target 45 --faces 23",
        "test --target 45 --difficulty Hard --odds --of level",
        "test --sweep target=20..80/10 --sweep difficulty=-20,0,20 --of passes",
        "opposed --target 45 --opponent 38 --odds",
        "extended --target 45 --needed Taxing --steps",
        "roll --dice 2d10+5",
        "damage --dice 1d10+5 --tearing --odds",
        "attack --target 45 --damage 1d10+5 --tearing --faces 32,4,10,9",
        "test --target 45 --reroll --faces 71 --advise",
        "extended --target 45 --needed Taxing --now 1 --earned 3 --step 1 --made 1",
    ),
    named=("test", "target"),
    conventions=_conventions,
)

DIFFICULTIES = {
    "Trivial": 60,
    "Elementary": 50,
    "Simple": 40,
    "Easy": 30,
    "Routine": 20,
    "Ordinary": 10,
    "Challenging": 0,
    "Difficult": -10,
    "Hard": -20,
    "Very Hard": -30,
    "Arduous": -40,
    "Punishing": -50,
    "Hellish": -60,
}
NAMES = {number: name for name, number in DIFFICULTIES.items()}
MOST = 60
"""The largest total of a test's modifiers, positive or negative."""

LENGTHS = {"Simple": 3, "Taxing": 6, "Involved": 12}

# Parameters


def difficulty_text(difficulty: int) -> str:
    """A difficulty with its name, if it has one: ``Hard (-20)``, ``-15``."""
    name = NAMES.get(difficulty)
    return f"{name} ({difficulty:+})" if name else f"{difficulty:+}"


def difficult(difficulty: int) -> str:
    """A difficulty, in the description of a roll."""
    return f"at {difficulty_text(difficulty)}"


def degrees_needed(needed: int) -> str:
    """The required degrees, in the description of a roll."""
    names = [f" ({name})" for name, length in LENGTHS.items() if length == needed]
    return f"for {needed} degree{'' if needed == 1 else 's'}{''.join(names)}"


def eased(steps: int) -> str:
    """How much easier or harder the next test is.

    >>> eased(2), eased(-1)
    ('the next test 20 easier', 'the next test 10 harder')
    """
    return f"the next test {10 * abs(steps)} {'easier' if steps > 0 else 'harder'}"


def with_step(steps: int) -> str:
    """The ease of the next test, in the description of a roll."""
    return f"with {eased(steps)}"


def multiplied_by(multipliers: Sequence[int]) -> str:
    """Several multipliers, in the description of a roll."""
    return " ".join(f"×{each}" for each in multipliers)


Target = Annotated[
    int,
    Bounds(0, 1000),
    Step(10),
    Words("against {}"),
    "the characteristic or skill tested",
]
Difficulty = Annotated[
    OrText[int],
    Bounds(-MOST, MOST),
    Step(10),
    Names(DIFFICULTIES),
    Words(difficult),
    "by name or number",
]
HideableDifficulty = Annotated[
    OrText[int] | None,
    Bounds(-MOST, MOST),
    Step(10),
    Names(DIFFICULTIES),
    Hideable(),
    Words(difficult, hidden="at a hidden difficulty"),
    "by name or number",
]
Added = Annotated[OrText[Modifiers], Step(10), Words("with {}"), "further modifiers, which add up"]
Helpers = Annotated[int, Bounds(0, 2), Words("with {} helpers", one="with a helper"), "+10 each"]

Divide = Annotated[int, Bounds(1), Words("divided by {}"), "fractions round up"]
HowToRound = Annotated[
    Rounding,
    Words("rounding {}"),
    "of fractions, where a rule says so; halves go up",
]
TwoNames = Annotated[Sequence[str], "the names of both who roll: ours, then the opponent's"]

NO_MODIFIERS = Modifiers()
