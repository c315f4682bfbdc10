"""A trait roll as in Savage Worlds: a wild die, dice that explode, raises, and Bennies.

astragal play examples/wild_die.py trait --die d8
astragal play examples/wild_die.py trait --sweep die=d4,d6,d8,d10,d12 --bennies 0 --of success
"""

from dataclasses import dataclass
from typing import Annotated, Literal

from astragal import Asks, Bounds, choose, rule

NAMES = ("critical failure", "failure", "success", "raise", "two raises")


@dataclass(frozen=True, order=True)
class Result:
    rank: int

    @property
    def success(self) -> bool:
        return self.rank >= 2

    def __str__(self) -> str:
        return NAMES[self.rank]


@rule
def trait(
    die: Annotated[Literal["d4", "d6", "d8", "d10", "d12"], "of the trait"] = "d6",
    modifier: Annotated[int, Bounds(-10, 10), "added to the better die"] = 0,
    bennies: Annotated[int, Bounds(0, 5), "each rolls all again; the best stands"] = 1,
    before: Annotated[int, Bounds(0, 4), "what stands so far, from 0 to 4"] = 0,
) -> Asks[Result]:
    """The better of the trait die and a d6, both exploding: 4 succeeds, each 4 more is a raise."""
    need = 4 - modifier
    limits = [f"[1] {NAMES[0]} [..{need - 1}] {NAMES[1]}"]  # only two ones make a 1
    limits += [f"[{need + 4 * n}..] {NAMES[2 + n]}" for n in range(3)]
    found = yield f"{{1{die}!!, 1d6!!}}kh1 {' '.join(limits)}"
    rank = NAMES.index(found)
    if rank:  # a critical failure stands, whatever came before it
        rank = max(rank, before)
    if not (rank and bennies):
        return Result(rank)
    again = yield choose("spend a Benny?", ["spend", "keep"], rank=rank, bennies=bennies)
    return trait(die, modifier, bennies - 1, rank) if again == "spend" else Result(rank)
