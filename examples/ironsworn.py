"""A move as in Ironsworn, where any of the three dice may be rolled once more.

astragal play examples/ironsworn.py move --faces 2,4,9 --advise --table
astragal play examples/ironsworn.py move --odds
"""

from itertools import product
from typing import Annotated

from astragal import Asks, Bounds, choose, d, rule

NAMES = ("action die", "first challenge die", "second challenge die")


@rule(aim="outcome")
def move(bonus: Annotated[int, Bounds(0, 5), "added to the action die"] = 1) -> Asks[int]:
    """d6 and a bonus, at most 10, against two d10s: how many of these it beats."""
    dice: list[int] = [(yield d(6)), (yield d(10)), (yield d(10))]
    ways = {
        way: "; ".join(name for name, again in zip(NAMES, way, strict=True) if again)
        for way in product([False, True], repeat=3)
    }
    again = yield choose(
        "roll which again?",
        {words or "none": way for way, words in ways.items()},
        action=dice[0],
        challenge=tuple(dice[1:]),
    )
    for place, sides in enumerate((6, 10, 10)):
        if again[place]:
            dice[place] = yield d(sides)
    score = min(dice[0] + bonus, 10)
    return sum(score > each for each in dice[1:])
