"""The odds of lists of independently rolled results."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import TYPE_CHECKING

from astragal.errors import OddsError
from astragal.limits import readable
from astragal.outcome import Outcome
from astragal.probability.long_numbers import steps_of_product
from astragal.probability.weights import Weights

if TYPE_CHECKING:
    from astragal.notation.nodes.node import Node
    from astragal.notation.weighing.weigher import Weigher

_MOST_LISTS = 10_000_000
"""More lists than this would fill the memory."""
_MOST_RESULTS = 10_000
"""With more results than this, there are more lists than the memory could hold."""

_LIST, _SORTED = 300, 150
"""The steps of writing a list, and of counting the orders in which a sorted one can come up."""
_RESULT = 50
"""The steps of a whole number in a list."""
_FRACTION = 500
"""The additional steps of a fraction, as every look-up of a list hashes all its results."""


def every_list(each: Sequence[Weights], node: Node, hint: str, weigher: Weigher) -> Weights:
    """Every list of results, in the order rolled; ``each`` holds the odds of every result."""
    count = prod(len(one.table) for one in each[:_MOST_RESULTS])
    _spend(count, each, node, hint, weigher)
    lists: dict[tuple[Outcome, ...], int] = {(): 1}
    for one in each:
        lists = {
            (*before, outcome): weight * another
            for before, weight in lists.items()
            for outcome, another in one.table.items()
        }
    return Weights(lists, prod(one.denominator for one in each))


def every_sorted_list(
    one: Weights, times: int, node: Node, hint: str, weigher: Weigher, *, highest: bool
) -> Weights:
    """Every sorted list of ``times`` results with the same odds."""
    outcomes = sorted(one.table, reverse=highest)
    count = _sorted_lists(len(outcomes), times)
    _spend(count, [one] * times, node, hint, weigher)
    weigher.budget.spend(_SORTED * count)
    orders = factorial(times)
    weights = [one.table[outcome] for outcome in outcomes]
    lists: dict[tuple[Outcome, ...], int] = {}
    # Results are identified by index: hashing fractions is slow.
    for places in combinations_with_replacement(range(len(outcomes)), times):
        counts = [places.count(place) for place in set(places)]
        weight = prod(weights[place] for place in places)
        listed = tuple(outcomes[place] for place in places)
        lists[listed] = weight * (orders // prod(map(factorial, counts)))
    return Weights(lists, one.denominator**times)


def _sorted_lists(outcomes: int, times: int) -> int:
    return comb(outcomes + times - 1, times)


def _spend(lists: int, each: Sequence[Weights], node: Node, hint: str, weigher: Weigher) -> None:
    """Count the work of listing them; refused if there are more lists than anyone could read."""
    weigher.budget.span = node.span
    results = len(each)
    if lists > _MOST_LISTS:
        raise OddsError(
            "too-many-lists",
            f"there are {readable(lists)} different lists of {results} results",
            span=node.span,
            hint=hint,
        )
    bits = sum(one.denominator.bit_length() for one in each)
    steps = _LIST + sum(map(_steps_of_result, each)) + steps_of_product(bits // 2)
    weigher.budget.spend(steps * lists)
    # The weights exist twice, as computed and in lowest terms, and the lists once.
    weigher.budget.room(lists, 256 * results + 3 * bits)


def _steps_of_result(one: Weights) -> int:
    """The steps of adding one result to a list, including the hash of the list."""
    return _RESULT if all(map(_is_whole, one.table)) else _RESULT + _FRACTION


def _is_whole(outcome: Outcome) -> bool:
    return type(outcome) is int
