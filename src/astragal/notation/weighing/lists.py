"""The odds of lists of results, each rolled for itself."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement
from math import comb, factorial, prod
from typing import TYPE_CHECKING

from astragal.errors import OddsError
from astragal.limits import readable
from astragal.odds.weights import Weights
from astragal.outcome import Outcome

if TYPE_CHECKING:
    from astragal.notation.nodes.node import Node
    from astragal.notation.weighing.weigher import Weigher

_MOST_LISTS = 10_000_000
"""More lists than this would fill the memory."""
_MOST_RESULTS = 10_000
"""Enough results for more lists than anything could hold."""


def every_list(each: Sequence[Weights], node: Node, hint: str, weigher: Weigher) -> Weights:
    """Every list of results, in the order rolled; ``each`` has the odds of one result."""
    count = prod(len(one.table) for one in each[:_MOST_RESULTS])
    _spend(count, len(each), node, hint, weigher)
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
    """Every list of ``times`` results with the same odds, sorted."""
    outcomes = sorted(one.table, reverse=highest)
    _spend(_sorted_lists(len(outcomes), times), times, node, hint, weigher)
    orders = factorial(times)
    lists: dict[tuple[Outcome, ...], int] = {}
    for listed in combinations_with_replacement(outcomes, times):
        counts = [listed.count(outcome) for outcome in set(listed)]
        weight = prod(one.table[outcome] for outcome in listed)
        lists[listed] = weight * (orders // prod(map(factorial, counts)))
    return Weights(lists, one.denominator**times)


def _sorted_lists(outcomes: int, times: int) -> int:
    return comb(outcomes + times - 1, times)


def _spend(lists: int, results: int, node: Node, hint: str, weigher: Weigher) -> None:
    """Count the work of listing them all; refused if nobody could read the lists anyway."""
    weigher.budget.span = node.span
    if lists > _MOST_LISTS:
        raise OddsError(
            "too-many-lists",
            f"there are {readable(lists)} different lists of {results} results",
            span=node.span,
            hint=hint,
        )
    weigher.budget.spend((600 + 50 * results) * lists)
    weigher.budget.room(lists, 64 * results)
