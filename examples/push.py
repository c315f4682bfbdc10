"""A roll that may be pushed, as in games of the Year Zero Engine: more sixes, at a price.

astragal play examples/push.py effort --base 4 --skill 2
astragal play examples/push.py effort --faces 6,4,3,1,5,2 --advise --aim net
"""

from dataclasses import dataclass
from typing import Annotated

from astragal import Asks, Bounds, choose, note, pool, rule, weighted

D6 = weighted({"one": 1, "blank": 4, "six": 1})


@dataclass(frozen=True, order=True)
class Effort:
    successes: int
    damage: int

    @property
    def net(self) -> int:
        return self.successes - self.damage

    def __str__(self) -> str:
        return f"successes {self.successes}, damage {self.damage}"


@rule
def throw(base: int, skill: int) -> Asks[tuple[int, int, int]]:
    """The sixes and the ones of the base dice, and the sixes of the skill's."""
    faces = yield pool(base, D6)
    trained = yield f"{skill}d6c=6"
    return faces.count("six"), faces.count("one"), trained


@rule
def effort(
    base: Annotated[int, Bounds(1, 6), "dice of the attribute"] = 4,
    skill: Annotated[int, Bounds(0, 5), "dice of the skill"] = 2,
) -> Asks[Effort]:
    """Sixes succeed. A push rolls all again but sixes and the ones of the base dice, which hurt."""
    sixes, ones, trained = yield throw(base, skill)
    yield note("successes {}, ones {}", sixes + trained, ones)
    if (yield choose("push?", ["push", "stop"], successes=sixes + trained, ones=ones)) == "stop":
        return Effort(sixes + trained, 0)
    more, hurt, learnt = yield throw(base - sixes - ones, skill - trained)
    yield note("successes {} more, ones {} more", more + learnt, hurt)
    return Effort(sixes + trained + more + learnt, ones + hurt)
