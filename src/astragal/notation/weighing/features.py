"""Features of a named roll: its total, or the values that functions read from its pool.

If a name is used more than once, the joint odds of all its features are needed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from astragal.errors import OddsError, Span
from astragal.outcome import Number

if TYPE_CHECKING:
    from astragal.notation.functions.function import PoolFunction
    from astragal.probability.pools.pool import Pool
    from astragal.probability.walks.readings import Reading


class Feature(NamedTuple):
    """The total of a name, or a value that a function reads from it."""

    name: str
    function: PoolFunction | None = None
    number: int = 1
    symbol: str = ""
    """the symbol to count, if the name stands for symbols"""

    def reading(self, n: int) -> Reading:
        """The reading of this feature, to be combined with others, for ``n`` dice."""
        from astragal.probability.walks.readings import ranks

        return ranks(0, n) if self.function is None else self.function.reading(self.number, n)


_CASE = 2_000
"""The minimum steps for each value of a name, which is a separate case."""


def steps_of_chances(numbers: int, bits: int) -> int:
    """The steps of converting weights of ``bits`` bits to fractions and computing with them."""
    words = 1 + bits // 64
    return numbers * 6 * words**2


def read_features(
    pool: Pool, features: Sequence[Feature], name: str, span: Span
) -> dict[tuple[Number, ...], Fraction]:
    """The joint distribution of the features of a pool."""
    from astragal.probability.pools.identical import Identical
    from astragal.probability.walks.hands import Sized
    from astragal.probability.walks.readings import together
    from astragal.probability.walks.walk import walk

    total_alone = [each.function for each in features] == [None]
    if total_alone and isinstance(pool, Identical) and pool.law.finite:
        table, denominator = pool.total().table()
        pool.budget.spend(steps_of_chances(len(table), denominator.bit_length()))
        pool.budget.expect(_CASE * len(table))
        return {(number,): Fraction(weight, denominator) for number, weight in table.items()}
    try:
        hand = pool.hand()
        results: dict[tuple[Number, ...], Fraction] = defaultdict(Fraction)
        for size in hand.sizes:
            sized = hand if len(hand.sizes) == 1 else Sized(hand, size)
            readings = [feature.reading(size) for feature in features]
            weights, denominator = walk([sized], together(readings), pool.budget)
            pool.budget.spend(_CASE * len(weights))
            for found, weight in weights.items():
                results[found] += Fraction(weight, denominator)
    except OddsError:
        raise endless_name(name, span) from None
    return results


def endless_name(name: str, span: Span) -> OddsError:
    return OddsError(
        "endless",
        f"`{name}` explodes without limit and is used more than once, which has no exact odds here",
        span=span,
        hint="to explode once only, write `!o`",
    )
