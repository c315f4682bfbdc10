"""Cards drawn from a deck without replacement."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar

from astragal.die import Die
from astragal.notation.functions.function import Function
from astragal.notation.operation import Chapter, Example

if TYPE_CHECKING:
    from astragal.probability.walks.hands import Hand


class Deal(Function):
    name = "deal"
    words = "{0} cards of {1}"
    least, most = 2, 2
    leaves_pool: ClassVar[bool] = True
    reads_deck: ClassVar[bool] = True
    reserved: ClassVar[bool] = False  # rolls may have had this name before the function existed
    chapter = Chapter.CARDS
    examples = (
        Example(
            "deal(3,{1..10,1..10})",
            "cards, drawn without replacement from two of each",
            (10, 3, 10),
            "23",
        ),
        Example("largest_set(deal(4,{1..3,1..3}))", "a pool, as dice are", (1, 3, 1, 2), "2"),
    )

    def compute(self, number: int, deck: Die, draw: Callable[[Die], int]) -> list[int]:
        left = {card: deck.weight(card) for card in deck.faces}
        dealt = []
        for _ in range(number):
            card = draw(Die(left))
            left[card] -= 1
            if not left[card]:
                del left[card]
            dealt.append(card)
        return dealt

    def hand(self, number: int, deck: Die) -> Hand:
        """The cards as a hand for walks."""
        from astragal.probability.walks.hands import Plain
        from astragal.probability.walks.lots import Cards

        return Plain(Cards({card: deck.weight(card) for card in deck.faces}, number))
