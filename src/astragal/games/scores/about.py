"""The game, and the parameter types that its rules share."""

from __future__ import annotations

from typing import Annotated

from astragal.games.scores.critical_dice import Criticals
from astragal.games.scores.score_ranges import ScoreRanges
from astragal.rules.conventions import Conventions
from astragal.rules.game import Game
from astragal.rules.introductions import Words
from astragal.rules.parameters import Bounds, Hideable, OrText


def _conventions() -> Conventions:
    from astragal.games.scores.conventions import CONVENTIONS

    return CONVENTIONS


game = Game(
    "scores",
    "d10 + Modifier read against Score Ranges, with Critical Rolls",
    short=(
        "A Test is d10 + Modifier = Score: [..6] Low, [7..9] Mixed, [10..] High; [7..] passes.",
        "A 10 is a Critical Roll: a coin makes it a Critical Success or a Critical Failure, the "
        "best or the lowest Score there is, whatever the Modifier.",
        "Each Advantage rolls one more d10 and keeps the highest, each Disadvantage the lowest; "
        "they cancel one to one, and what remains counts up to 3.",
        "In a Contest the higher Score wins, and a tie is a coin toss.",
        "In a Group Test a first Score of [7..] gives one Advantage to another player, [10..] two; "
        "such a late Advantage cancels a Disadvantage or is one more d10. The lowest final Score "
        "counts for the group.",
    ),
    sheet=("Focus Save", "Sneaking", "History"),
    examples=(
        "test --modifier 2 --advantages 1",
        "test --modifier 1 --advantages 1 --faces 4,10,2",
        "test --modifier 2 --odds",
        'test --modifier 2 --ranges "[..6] 1 missile [7..9] 2 missiles [10..] 3 missiles" '
        "--faces 6",
        "test --sweep modifier=-2..5 --sweep advantages=0..3 --of passes",
        "contest --modifier 2 --opponent 1 --odds --of wins",
        'contest --modifier 2 --effects "[Win] you grab it [Lose] you drop it" --faces 9,7',
        "group_test --modifiers 2,1,0,0 --faces 6,9,5,6 --advise --aim passes",
        "group_test --modifiers 3,2,2,1,1,0 --odds --of passes",
    ),
    named=("test", "modifier"),
    conventions=_conventions,
)

CAP = 3
"""The most Advantages or Disadvantages that count, after they have cancelled."""

# Parameters

Advantages = Annotated[
    int,
    Bounds(0, 1000),
    Words("with {} Advantages", one="with an Advantage"),
    "Advantages",
]
Disadvantages = Annotated[
    int,
    Bounds(0, 1000),
    Words("with {} Disadvantages", one="with a Disadvantage"),
    "Disadvantages",
]
Threshold = Annotated[
    int,
    Bounds(2, 10),
    Words("with a Critical Success from {}"),
    "a natural roll from here on is a Critical Success",
]
HideableRanges = Annotated[
    OrText[ScoreRanges] | None,
    Hideable(),
    Words("on {}", hidden="on hidden ranges"),
    "the names of Scores",
]
_SETTLED_BY = {
    Criticals.COIN: "a coin",
    Criticals.SECOND_ROLL: "a second roll",
    Criticals.D10ISH: "a d10ish",
    Criticals.D20: "a d20",
}


def settled_by(criticals: Criticals) -> str:
    """The way to settle Critical Rolls, in the description of a roll."""
    return f"with Critical Rolls by {_SETTLED_BY[criticals]}"


Settling = Annotated[
    OrText[Criticals],
    Words(settled_by),
    "how a Critical Roll is settled",
]
