"""Night Watch: sentries on a wall, from dusk to dawn."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from astragal import (
    Asks,
    Bounds,
    Convention,
    Conventions,
    Die,
    Expression,
    Game,
    Names,
    OrText,
    Verdict,
    Words,
    choose,
)

game = Game(
    "night_watch",
    "sentries on a wall, from dusk to dawn: 2d6 to notice, a d12 for the hour",
    short=(
        "2d6 + skill notices what moves if it reaches the hour's number.",
        "A d12 is a clock: its 12 is midnight, and counts 0.",
        "Who stands watch may go on to the next hour; midnight takes all that was earned.",
    ),
    examples=(
        "spot 3 --hour deep --faces 4,5",
        "spot --sweep skill=0..5 --of noticed",
        "watch --faces 7,3,0 --decide on,on,on",
        "watch --earned 30 --advise",
        "blow 2d12+1 --odds",
    ),
    named=("spot", "skill"),
    sheet=("Listening", "Nerve"),
    conventions=Conventions(
        Convention.of_die(Die(12), Die(range(12)), "a d12 reads 0 to 11"),
    ),
)

HOURS = {"dusk": 7, "night": 9, "deep": 11}


class Sighting(NamedTuple):
    """What a sentry notices."""

    noticed: bool
    by: int

    @property
    def verdict(self) -> Verdict:
        return Verdict.SUCCESS if self.noticed else Verdict.FAILURE

    def __str__(self) -> str:
        return f"noticed by {self.by}" if self.noticed else f"missed by {-self.by}"


@game.rule(hides=["hour"], title="Sighting")
def spot(
    skill: Annotated[int, Bounds(-5, 10), Words("with {:+}"), "of the sentry"] = 0,
    hour: Annotated[
        OrText[int] | None,
        Names(HOURS),
        Words("at {}", hidden="at a hidden hour"),
        "by name or number",
    ] = 9,
) -> Asks[Sighting | int]:
    """2d6 + skill, at least the number of the hour; if that is hidden, the total alone."""
    total: int = yield f"2d6{skill:+}"
    return total if hour is None else Sighting(total >= hour, total - hour)


@game.rule(aim="outcome")
def watch(earned: Annotated[int, Bounds(0, 60), "coins so far"] = 0) -> Asks[int]:
    """Each hour earns a d12, but midnight takes it all. Go on, or go home? A purse holds 60."""
    if earned == 60 or (yield choose("go on?", ["on", "home"], earned=earned)) == "home":
        return earned
    hour: int = yield Die(range(12))
    return 0 if hour == 0 else watch(min(60, earned + hour))


@game.rule
def blow(dice: Expression, guard: Annotated[int, Bounds(0)] = 0) -> Asks[int]:
    """What dice come to, less what the guard takes off; never below 0."""
    rolled: int = yield dice
    return max(0, rolled - guard)
