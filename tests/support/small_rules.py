"""Rules of the kind people write, used by several tests."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Annotated, Any, Literal

from astragal import (
    Asks,
    Bounds,
    Experiment,
    best,
    chain,
    choose,
    coin,
    d,
    dice,
    note,
    pool,
    rule,
    total,
    weighted,
    worst,
)


class Side(Enum):
    US = "us"
    THEM = "them"


@dataclass(frozen=True, order=True)
class Score:
    """What a test comes to."""

    score: int
    critical: bool = False

    @property
    def passes(self) -> bool:
        return self.score >= 7

    def __str__(self) -> str:
        return f"{self.score}{'!' if self.critical else ''}"


@rule
def score_test(
    modifier: Annotated[int, Bounds(-10, 10), "added to the die"] = 0,
    advantages: Annotated[int, Bounds(0, 3)] = 0,
) -> Asks[Score]:
    """d10 + modifier; a 10 is a Critical Roll, and a coin says whether it counts as 10 or as 0."""
    faces = yield dice(1 + advantages, 10)
    yield note("rolls {}", " and ".join(map(str, faces)))
    counted = []
    for face in faces:
        if face == 10:
            yield note("the 10 is a Critical Roll")
            won = yield coin()
            yield note("the coin says {}", "success" if won else "failure")
            counted.append(10 if won else 0)
        else:
            counted.append(face)
    kept = max(counted)
    yield note("keeps {}", kept)
    yield note("{} {} {} = {}", kept, "-" if modifier < 0 else "+", abs(modifier), kept + modifier)
    return Score(kept + modifier, kept in (0, 10))


@rule
def contest(modifier: int = 0, opponent: int = 0) -> Asks[Side]:
    """Both sides roll a test; the higher score wins and a tie is a coin toss."""
    ours = yield score_test(modifier)
    theirs = yield score_test(opponent)
    if ours.score != theirs.score:
        return Side.US if ours.score > theirs.score else Side.THEM
    side: Side = yield coin(Side.US, Side.THEM)
    return side


@rule
def pools(ours: int, theirs: int) -> Asks[str]:
    """Each side counts the dice of its pool that show 5 or more; the greater number wins."""
    our_hits = yield total(ours, hit())
    their_hits = yield total(theirs, hit())
    return "win" if our_hits > their_hits else "tie" if our_hits == their_hits else "lose"


@rule
def hit() -> Asks[int]:
    """1 for a d6 of 5 or more."""
    face = yield d(6)
    return int(face >= 5)


@rule
def yahtzee(kept: int = 0) -> Asks[bool]:
    """Three rolls for five of a kind, keeping the largest set."""
    value = yield pool(5, 6)
    for _ in range(2):
        most = max(set(value), key=value.count)
        again = 5 - value.count(most)
        if not again:
            return True
        more = yield pool(again, 6)
        value = (most,) * (5 - again) + more
    return len(set(value)) == 1


@rule
def round_of_test(earned: int, stat: int = 45) -> Asks[int]:
    """Add the tens of a d100 that is equal to or under the Stat; a failure loses everything."""
    roll = yield d(100)
    return earned + roll // 10 if roll <= stat else 0


def long_test(stat: int = 45, tier: int = 10) -> Experiment[int]:
    return chain(
        lambda earned: round_of_test(earned, stat),
        0,
        until=lambda earned: earned >= tier,
        name="test",
    )


@rule
def accumulating(
    stat: int,
    tier: int = 3,
    on_failure: Literal["benevolent", "lost", "reset"] = "benevolent",
    earned: int = 0,
) -> Asks[str]:
    """The same as a rule that goes on with itself; what a failure costs is a parameter."""
    roll = yield d(100)
    if roll > stat:
        yield note("rolls {}, a failure", roll)
        if on_failure == "lost":
            return "lost"
        return accumulating(stat, tier, on_failure, earned if on_failure == "benevolent" else 0)
    yield note("rolls {} and earns {}", roll, roll // 10)
    earned += roll // 10
    return "done" if earned >= tier else accumulating(stat, tier, on_failure, earned)


@rule
def pig(held: int = 0, goal: int = 40) -> Asks[int]:
    """Roll on and add up, or stop; a 1 loses everything."""
    decision = yield choose("roll on?", ["roll", "stop"], held=held)
    if decision == "stop":
        return held
    face = yield d(6)
    return 0 if face == 1 else pig(min(held + face, goal), goal)


@rule
def reroll(sides: int = 20) -> Asks[int]:
    """Roll a die; you may roll it again, and then the second counts."""
    face = yield d(sides)
    again = yield choose("roll again?", {"yes": True, "no": False}, by="player", face=face)
    if again:
        face = yield d(sides)
    number: int = face
    return number


@rule
def best_of_rerolls() -> Asks[int]:
    """The better of two dice, each of which may be rolled again."""
    number: int = yield best(2, reroll(4))
    return number


@rule
def treasure() -> Asks[str]:
    """A rare thing or a common one."""
    found: str = yield weighted({"gold": 1, "silver": 3, "nothing": 6})
    return found


SMALL: list[Experiment[Any]] = [
    score_test(),
    score_test(2, 2),
    contest(2, 1),
    pools(3, 2),
    hit(),
    treasure(),
    best(2, 100, key=lambda roll: (roll <= 43, roll)),
    worst([d(6), d(8)]),
    total([d(6), "2d4kh1"]),
    total(3, treasure().map(len)),
    pool(4, 5),
    dice(2, 6).map(max),
]
"""Experiments without choices that every face of can be tried."""

LARGE: list[Experiment[Any]] = [
    yahtzee(),
    accumulating(45, on_failure="lost"),
    accumulating(60, 4, on_failure="lost"),
    long_test(60, 4),
    best(5, 100),
    total(20, 6),
]
"""Experiments without choices that have too many faces for that, or no end of them."""
