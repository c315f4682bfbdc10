"""A duel, as rules: a blow that may be struck again, and blows until one side falls.

astragal play examples/duel.py blow --bonus 3
astragal play examples/duel.py duel --odds
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from astragal import Asks, Bounds, choose, coin, d, note, rule


@dataclass(frozen=True)
class Blow:
    """What a blow comes to."""

    total: int
    hit: bool

    def __str__(self) -> str:
        return f"{self.total}, a {'hit' if self.hit else 'miss'}"


@rule
def blow(
    bonus: Annotated[int, Bounds(-5, 20), "added to the die"] = 0,
    armour: Annotated[int, "what must be reached"] = 12,
    lucky: Annotated[bool, "may roll again once"] = False,
) -> Asks[Blow]:
    """d20 + bonus hits if it reaches the armour. The lucky may roll again, and must keep that."""
    face = yield d(20)
    if lucky and (yield choose("roll again?", {"yes": True, "no": False}, face=face)):
        face = yield d(20)
    yield note("rolls {}, {:+} is {}", face, bonus, face + bonus)
    return Blow(face + bonus, face + bonus >= armour)


@rule
def duel(
    bonus: int = 3, opponent: int = 2, ours: Annotated[int, Bounds(1, 9)] = 3, theirs: int = 3
) -> Asks[str]:
    """Both strike in turn, whoever a coin says first, until one side has no wound left to take."""
    for striker in (yield coin(("we", "they"), ("they", "we"))):
        strike: Blow = yield blow(bonus if striker == "we" else opponent)
        if strike.hit and striker == "we":
            theirs -= 1
        elif strike.hit:
            ours -= 1
        if not (ours and theirs):
            return "won" if ours else "lost"
    return duel(bonus, opponent, ours, theirs)
