"""The game, and the parameter types that its rules share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from astragal.games.tiers.clocks import Clock
from astragal.games.tiers.edges import Edges
from astragal.games.tiers.people import Turn
from astragal.games.tiers.roll_under import DiceCount
from astragal.games.tiers.tags import Tag
from astragal.mechanics.each_or_all import EACH_OR_ALL
from astragal.rules.conventions import Conventions
from astragal.rules.game import Game
from astragal.rules.introductions import Words
from astragal.rules.parameters import Bounds, Hideable, Names, Newer, OrText, Step, counted_in
from astragal.table.random_tables import RandomTable


def _conventions() -> Conventions:
    from astragal.games.tiers.conventions import CONVENTIONS

    return CONVENTIONS


game = Game(
    "tiers",
    "d100 equal to or under a Stat, Tiers of Success ($), Tests that accumulate",
    short=(
        "Roll d100, 00 to 99, equal to or under the Stat; 96 to 99 always fail.",
        "$ is the tens digit of a success. Doubles are Criticals, or Fumbles if they fail.",
        "A Check of a higher Tier needs as many $; a success that falls short is partial.",
        "A Test adds up $ over rounds until its Tier is met. A failed roll loses the opportunity, "
        "or it is benevolent, or it resets the Test; Clocks may count failures.",
        "/+/ picks the best of several rolls, /-/ the worst, by Critical, Success, Failure, "
        "Fumble.",
        "A Stat over 99 multiplies $ by its hundreds digit + 1.",
        "Tags: gold is an edge, silver +10 a Tier to the Stat, any other $ after a success.",
    ),
    sheet=("Climbing", "Stealth", "Persuasion"),
    examples=(
        "check --stat 43 --advantages 1",
        "check --stat 43 --advantages 3 --faces 96,21,11",
        "check --stat 45 --tier Normal --odds --of passes",
        'check --stat 45 --tags "gold eyes, silver rope +2, torch" --odds --of tiers',
        "test --stats 45 --tier Hard --on-failure reset --steps",
        "test --stats 45,60 --tier Hard --odds",
        'test --stats 45,60 --names Alice,Bob --tier Hard --clock "alarm 4: the guards come"',
        "test --stats 45,60 --names Alice,Bob --tier Hard --earned 3 --turn Bob",
        "test --stats 45 --sweep tier=1..6 --within 3",
        "opposed --stat 45 --opponent 60 --odds",
        "countdown --stats 45,45 --opponents 60 --clock 3/6 --odds",
    ),
    named=("check", "stat"),
    conventions=_conventions,
)

DIFFICULTIES = {
    "Very Easy": 1,
    "Easy": 2,
    "Normal": 3,
    "Challenging": 4,
    "Hard": 5,
    "Very Hard": 6,
    "Masterful": 10,
}

# Parameters

Stat = Annotated[int, Bounds(0, 999), Step(5), Words("against {}"), "rolled equal to or under"]


def dollars(tier: int) -> str:
    """A Tier with its name, in the description of a roll; empty for the lowest Tier."""
    if tier == 1:
        return ""
    names = [f" ({name})" for name, known in DIFFICULTIES.items() if known == tier]
    return f"for {tier} ${''.join(names)}"


Tier = Annotated[
    OrText[int] | None,
    Bounds(1, 1000),
    Names(DIFFICULTIES),
    counted_in("$"),
    Hideable(),
    Words(dollars, hidden="for a hidden number of $", always=True),
    "$ needed",
]
RoundsNow = Annotated[
    int | None,
    Bounds(1, 1000),
    Words("for {} rounds", one="for one round"),
    Newer(5),
    "rounds this time; then it goes on later",
]
Stats = Annotated[Sequence[Stat], Bounds(1, 20), "the Stats of those who roll, in turn"]
People = Annotated[Sequence[str], Bounds(0, 20), Words(""), "the names of those who roll, in turn"]
Next = Annotated[
    OrText[Turn] | None,
    Words("({} rolls next)"),
    "whose turn is next: a name, or a number (1 is the first)",
]
Advantages = Annotated[
    int, Bounds(0, 999), Words("with {} Advantages", one="with an Advantage"), "/+/"
]
Disadvantages = Annotated[
    int, Bounds(0, 999), Words("with {} Disadvantages", one="with a Disadvantage"), "/-/"
]
AdvantagesOfEach = Annotated[Sequence[Advantages], Bounds(0, 20), EACH_OR_ALL]
DisadvantagesOfEach = Annotated[Sequence[Disadvantages], Bounds(0, 20), EACH_OR_ALL]
BothEdges = Annotated[
    OrText[Edges], Words("with {}"), "more of both, as the game writes them: 2/+/"
]
Counting = Annotated[
    OrText[DiceCount],
    Words("with {} dice for n Advantages"),
    "d100 for n Advantages or Disadvantages",
]
Tags = Annotated[
    Sequence[OrText[Tag]], Bounds(0, 100), Words("with {}"), "gold, silver and other tags"
]
Helpers = Annotated[
    Sequence[Stat],
    Bounds(0, 20),
    Words("with help from {}"),
    "the Stats of those who help with every roll",
]
Location = Annotated[
    OrText[Sequence[Clock]],
    Bounds(0, 20),
    Hideable(),
    Words("with the location's Clock {}", hidden="with a hidden Clock of the location"),
    "the location's Clocks, ticked by each failed roll: fire 1/4, dawn 3/6",
]
OnCritical = Annotated[OrText[RandomTable] | None, Words(""), "consulted on a Critical"]
OnFumble = Annotated[OrText[RandomTable] | None, Words(""), "consulted on a Fumble"]

OpponentsAdvantages = Annotated[
    int,
    Bounds(0, 999),
    Words("with {} Advantages", one="with an Advantage"),
    "/+/ of the other side",
]
OpponentsDisadvantages = Annotated[
    int,
    Bounds(0, 999),
    Words("with {} Disadvantages", one="with a Disadvantage"),
    "/-/ of the other side",
]
OpponentsAdvantagesOfEach = Annotated[
    Sequence[OpponentsAdvantages], Bounds(0, 20), "/+/ of the other side, " + EACH_OR_ALL
]
OpponentsDisadvantagesOfEach = Annotated[
    Sequence[OpponentsDisadvantages], Bounds(0, 20), "/-/ of the other side, " + EACH_OR_ALL
]
OpponentsEdges = Annotated[OrText[Edges], Words("with {}"), "more of both of the other side"]
OpponentsTags = Annotated[
    Sequence[OrText[Tag]], Bounds(0, 100), Words("with {}"), "tags of the other side"
]
OpponentsHelpers = Annotated[
    Sequence[Stat],
    Bounds(0, 20),
    Words("with help from {}"),
    "the Stats of those who help the other side with every roll",
]
