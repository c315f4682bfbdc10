"""Pools known face by face: every reading of them is a walk."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from astragal.outcome import Number
from astragal.probability.budget import Budget
from astragal.probability.laws.law import Law
from astragal.probability.pools.effects import Effect, Keep
from astragal.probability.pools.multisets import Multisets
from astragal.probability.pools.pool import Pool
from astragal.probability.walks import hands
from astragal.probability.walks.hands import Hand, Order
from astragal.probability.walks.rank_sums import total_of_ranks
from astragal.probability.walks.readings import EVERY_VALUE, total
from astragal.probability.walks.readings import total_of_ranks as ranked_total
from astragal.probability.walks.walk import walk

_ORDERS = tuple(Order)


class Handed(Pool):
    """A pool given as the hand of a walk."""

    def __init__(self, hand: Hand, budget: Budget) -> None:
        super().__init__(budget)
        self._hand = hand

    def hand(self) -> Hand:
        return self._hand

    def keep(self, effect: Keep) -> Handed:
        return Handed(hands.Ranked(self._hand, effect.stretches), self.budget)

    def unique(self) -> Pool:
        return Handed(hands.Distinct(self._hand), self.budget)

    def total(self, effects: Sequence[Effect] = ()) -> Law:
        faces = Law.of_table({face: 1 for lot in self._hand.lots for face in lot.faces}, 1)
        points = self.points(effects, [faces])
        return self.multisets().total(effects) if points is None else self.worth(points)

    def worth(self, points: Mapping[Number, Number]) -> Law:
        """The sum of the points of all values."""
        hand = self._hand
        if isinstance(hand, hands.Ranked):
            fixed = [(order, hand.fixed_ranks(order)) for order in _ORDERS]
            known = [
                (list(ranks[-1:]), order, ranks) for order, ranks in fixed if ranks is not None
            ]
            if len(known) > 1 and known[1][0] < known[0][0]:
                known.reverse()  # the order that ends first
            for _, order, ranks in known:
                if hand.hand.stateless:
                    found = total_of_ranks(hand.hand, ranks, points, order, self.budget)
                    if found is not None:
                        return found
                reading = ranked_total(ranks, points)._replace(order=order)
                return Handed(hand.hand, self.budget).read(reading)
        if hand.stateless:
            found = total_of_ranks(hand, [(0, max(hand.sizes))], points, Order.FALLING, self.budget)
            if found is not None:
                return found
        return self.read(total(points))

    def multisets(self) -> Multisets:
        found, denominator = walk([self._hand], EVERY_VALUE, self.budget)
        sets = {shown[::-1]: Fraction(ways, denominator) for shown, ways in found.items()}
        return Multisets(sets, self.budget)

    @property
    def least_size(self) -> int:
        return min(self._hand.sizes, default=0)
