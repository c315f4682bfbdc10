"""Delve, a game of our own: how deep do you dare to go?

astragal play examples/homebrew.py delve
astragal play examples/homebrew.py delve --nerve 3 --odds --aim gold
astragal play examples/homebrew.py delve --faces 6,1,5 --decide deeper,deeper --advise --aim gold
"""

from dataclasses import dataclass
from typing import Annotated

from astragal import Asks, Bounds, choose, d, note, rule

SACK = 20


@dataclass(frozen=True, order=True)
class Haul:
    gold: int
    wounds: int

    def __str__(self) -> str:
        return f"gold {self.gold}, wounds {self.wounds}"


@rule
def delve(
    nerve: Annotated[int, Bounds(1, 5), "so many wounds are too many"] = 2,
    gold: int = 0,
    wounds: int = 0,
) -> Asks[Haul]:
    """Each room is a d6: its gold, but a 1 is a wound. Many wounds lose all; a sack holds 20."""
    face = yield d(6)
    gold, wounds = (gold, wounds + 1) if face == 1 else (min(SACK, gold + face), wounds)
    yield note("a {}: gold {}, wounds {}", face, gold, wounds)
    if wounds == nerve or gold == SACK:
        return Haul(0 if wounds == nerve else gold, wounds)
    onward = yield choose("deeper?", ["deeper", "home"], gold=gold, wounds=wounds)
    return delve(nerve, gold, wounds) if onward == "deeper" else Haul(gold, wounds)
