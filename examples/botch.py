"""A pool of d10 with botches, as in the older storytelling games: ones take successes away.

astragal play examples/botch.py dice_pool --dice 5 --difficulty 7
astragal play examples/botch.py dice_pool --sweep dice=1..8 --of botch
"""

from dataclasses import dataclass
from typing import Annotated

from astragal import Asks, Bounds, note, pool, rule, weighted


@dataclass(frozen=True, order=True)
class Count:
    successes: int
    botch: bool = False

    def __str__(self) -> str:
        return "a botch" if self.botch else f"successes {self.successes}"


@rule
def dice_pool(
    dice: Annotated[int, Bounds(1, 20), "so many d10"] = 5,
    difficulty: Annotated[int, Bounds(3, 10), "what a die must reach"] = 6,
    willpower: Annotated[bool, "a success that no one takes away"] = False,
) -> Asks[Count]:
    """Dice that reach the difficulty succeed, less one for each 1. No success but a 1: a botch."""
    d10 = weighted({"one": 1, "blank": difficulty - 2, "success": 11 - difficulty})
    rolled = yield pool(dice, d10)
    ones, successes = rolled.count("one"), rolled.count("success")
    yield note("successes {}, ones {}", successes, ones)
    if ones and not successes and not willpower:
        return Count(0, botch=True)
    return Count(max(0, successes - ones) + willpower)
