"""Sorted dice paired against each other, as in Risk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from astragal.notation.functions.function import PairFunction
from astragal.notation.operation import Chapter, Example

if TYPE_CHECKING:
    from astragal.probability.walks.readings import Reading


class Beats(PairFunction):
    name = "beats"
    words = "the pairs that {0} wins, sorted, against {1}, less those it loses"
    chapter = Chapter.POOLS
    examples = (
        Example(
            "beats(3d6,2d6)",
            "sorted dice face each other: pairs won less pairs lost; ties count for neither",
            (6, 1, 4, 5, 4),
            "1",
        ),
    )

    @property
    def reading(self) -> Reading:
        from astragal.probability.walks.readings import PAIRS_WON

        return PAIRS_WON
