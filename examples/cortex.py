"""A pool of unlike dice, two for the total and one for the effect, as in Cortex Prime.

astragal play examples/cortex.py check --dice d6,d8,d10 --difficulty 9
astragal play examples/cortex.py check --dice d6,d8,d8,d10 --faces 5,3,7,2 --advise
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Literal

from astragal import Asks, choose, pool, rule

Dice = Annotated[Sequence[Literal["d4", "d6", "d8", "d10", "d12"]], "all that are rolled"]


@dataclass(frozen=True, order=True)
class Result:
    success: bool
    effect: int
    hitches: int

    def __str__(self) -> str:
        word = "success" if self.success else "failure"
        return f"{word}, effect d{self.effect}, hitches {self.hitches}"


@rule
def offers(dice: Dice) -> Asks[tuple[int, tuple[tuple[int, int], ...]]]:
    """The ones, and for each size that may be the effect the total of the best two others."""
    shown = []
    for size in sorted({int(each[1:]) for each in dice}):
        faces = yield pool(dice.count(f"d{size}"), size)
        shown += [(face, size) for face in faces if face > 1]
    found = {4: sum(sorted(face for face, _ in shown)[-2:])}
    for n, (_, size) in enumerate(shown if len(shown) > 2 else ()):
        others = sorted(face for face, _ in shown[:n] + shown[n + 1 :])
        found[size] = max(sum(others[-2:]), found.get(size, 0))
    return len(dice) - len(shown), tuple(sorted(found.items()))


@rule(aim="success, then effect")
def check(
    dice: Dice = ("d6", "d8", "d8", "d10"),
    difficulty: Annotated[int, "what the total has to reach"] = 9,
) -> Asks[Result]:
    """Two dice make the total, and the size of a third is the effect; ones are hitches."""
    hitches, totals = yield offers(dice)
    ways = {f"d{size} with a total of {total}": (size, total) for size, total in totals}
    effect, total = yield choose("which effect?", ways, hitches=hitches)
    return Result(total >= difficulty, effect, hitches)
