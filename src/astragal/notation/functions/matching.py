"""Dice matched one for one by other dice: the others of a pool, or only those."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from astragal.notation.functions.function import PoolsFunction, Values
from astragal.notation.operation import Chapter, Example

if TYPE_CHECKING:
    from astragal.probability.walks.hands import Hand


def _matched(one: Values, other: Values) -> set[int]:
    """The positions of values matched one for one; of equal values, the first ones."""
    left = Counter(other)
    found = set()
    for position, value in enumerate(one):
        if left[value]:
            left[value] -= 1
            found.add(position)
    return found


class Without(PoolsFunction):
    name = "without"
    words = "{0}, without those that {1} match one for one"
    chapter = Chapter.POOLS
    examples = (
        Example(
            "without(5d6,2d6)",
            "each of the other dice takes away one that shows the same",
            (6, 6, 5, 3, 1, 6, 3),
            "12",
        ),
        Example(
            "largest_set(without(5d6,1d6))",
            "it is a pool again, for every function",
            (6, 6, 6, 3, 1, 6),
            "2",
        ),
    )

    def compute(self, one: Values, other: Values) -> list[int]:
        matched = _matched(one, other)
        return [position for position in range(len(one)) if position not in matched]

    def hand(self, one: Hand, other: Hand) -> Hand:
        from astragal.probability.walks import hands

        return hands.Without(one, other)


class Common(PoolsFunction):
    name = "common"
    words = "those of {0} that {1} match one for one"
    chapter = Chapter.POOLS
    examples = (
        Example(
            "common(5d6,3d6)",
            "only dice that the others match, one for one",
            (6, 6, 5, 3, 1, 6, 3, 3),
            "9",
        ),
        Example(
            "common(4d6,4d6)kh1",
            "`kh`, `kl`, `dh` and `dl` may follow",
            (6, 5, 4, 1, 5, 5, 1, 1),
            "5",
        ),
    )

    def compute(self, one: Values, other: Values) -> list[int]:
        return sorted(_matched(one, other))

    def hand(self, one: Hand, other: Hand) -> Hand:
        from astragal.probability.walks import hands

        return hands.Common(one, other)
