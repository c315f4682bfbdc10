"""Threes: roll five dice, keep at least one of each roll; a 3 counts nothing, and low is good.

astragal play examples/threes.py threes --odds
astragal play examples/threes.py threes 3 --faces 3,2,4 --advise
"""

from typing import Annotated

from astragal import Asks, Bounds, choose, pool, rule


@rule(aim="least outcome")
def threes(dice: Annotated[int, Bounds(0, 6), "dice that are left to roll"] = 5) -> Asks[int]:
    """The total of the kept dice, of which the lowest are kept first."""
    if not dice:
        return 0
    rolled = tuple(sorted(0 if face == 3 else face for face in (yield pool(dice, 6))))
    keep: int = yield choose("keep how many?", list(range(1, dice + 1)), rolled=rolled)
    rest: int = yield threes(dice - keep)
    return sum(rolled[:keep]) + rest
