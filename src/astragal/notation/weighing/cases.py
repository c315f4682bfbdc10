"""Odds case by case: the results of all cases, combined with their probabilities."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import product
from math import lcm, prod
from typing import Any, TypeVar

from astragal.errors import OddsError, RollError
from astragal.outcome import Number, Outcome
from astragal.probability.budget import FRACTION, Budget
from astragal.probability.laws.law import Law, union
from astragal.probability.long_numbers import steps_of_fraction, steps_of_product
from astragal.probability.weights import Weights

_ENTRY = 150
"""The steps of adding to the weight of an outcome."""

_SHORT, _BITS = 500, 16_000
"""The bits of a denominator that take no time; the product of two lengths that takes a step."""

Case = TypeVar("Case")
Result = TypeVar("Result")


class FailureError(Exception):
    """Some faces make the roll fail, with this probability."""

    def __init__(self, error: RollError, chance: Fraction) -> None:
        self.error = error
        self.chance = chance

    def with_probability(self) -> RollError:
        """The error of the roll, with its probability unless it is certain."""
        error, chance = self.error, self.chance
        if chance == 1:
            return error
        short = chance.denominator.bit_length() < 200
        probability = str(chance) if short else f"about {float(chance):.3g}"
        message = f"{error.message}; that happens with probability {probability}"
        return RollError(error.code, message, span=error.span, hint=error.hints)


def for_each(
    cases: Iterable[tuple[Number, Case]], then: Callable[[Case], Result]
) -> list[tuple[Number, Result]]:
    """The result of every case; a FailureError with the total probability if some cases fail."""
    results: list[tuple[Number, Result]] = []
    failed, first = Fraction(0), None
    for chance, case in cases:
        try:
            results.append((chance, then(case)))
        except FailureError as failure:
            failed += chance * failure.chance
            first = first or failure.error
        except RollError as error:
            failed += chance
            first = first or error
    if first is not None:
        raise FailureError(first, failed)
    return results


def mixed(results: Sequence[tuple[Number, Law]], budget: Budget) -> Law:
    """The mixture of several laws, each with its probability."""
    if len(results) == 1 and results[0][0] == 1:
        return results[0][1]
    _spend_on_one_denominator(results, budget)
    return union(law.weighted(chance) for chance, law in results)


def _spend_on_one_denominator(results: Sequence[tuple[Number, Law]], budget: Budget) -> None:
    """Count the products that bring the weights of finite laws to a common denominator."""
    sizes: dict[int, int] = defaultdict(int)
    for chance, law in results:
        if law.finite:
            sizes[chance.denominator * law.denominator] += law.size
    common = 1
    for denominator in sizes:
        own, bits = denominator.bit_length(), common.bit_length()
        if max(own, bits) > _SHORT:
            budget.spend(steps_of_fraction(max(own, bits), min(own, bits)))
        common = lcm(common, denominator)
    bits = common.bit_length()
    if bits > _SHORT:
        for denominator, size in sizes.items():
            own = denominator.bit_length()
            budget.spend(size * (_ENTRY + own * (bits - own) // _BITS))
        budget.room(sum(sizes.values()), bits)


def by_values(laws: Sequence[Law], compute: Callable[..., Number], budget: Budget) -> Law:
    """A function of independent finite numbers, value by value.

    If it fails for some values, a FailureError with their total probability.
    """
    entries, bits = prod(law.size for law in laws), sum(law.bits for law in laws)
    budget.spend(entries * (FRACTION + bits // 5))
    budget.room(entries, bits)
    results: dict[Number, int] = defaultdict(int)
    failed, first = 0, None
    for case in product(*(law.table().table.items() for law in laws)):
        weight = prod(weight for _, weight in case)
        try:
            results[compute(*(number for number, _ in case))] += weight
        except RollError as error:
            failed += weight
            first = first or error
    denominator = prod(law.table().denominator for law in laws)
    if first is not None:
        raise FailureError(first, Fraction(failed, denominator))
    return Law.of_table(results, denominator)


def finite_weights(found: Law | Weights) -> Weights:
    """Odds as a table of outcomes; refused if there are infinitely many."""
    if isinstance(found, Weights):
        return found
    if not found.finite:
        raise OddsError(
            "endless",
            "lists of rolls that explode without limit have infinitely many outcomes",
            hint="leave out the repeat, or write `!o`, which explodes once only",
        )
    table, denominator = found.table()
    return Weights({n: weight for n, weight in table.items() if weight}, denominator)


def whole_weights(chances: Mapping[Any, Fraction]) -> Weights:
    """Probabilities as weights over a common denominator."""
    denominator = lcm(*(chance.denominator for chance in chances.values()))
    table = {outcome: int(chance * denominator) for outcome, chance in chances.items() if chance}
    return Weights(table, denominator)


def merged(results: Sequence[tuple[Number, Law | Weights]], budget: Budget) -> Law | Weights:
    """The mixture of several odds, each with its probability."""
    laws = [(chance, result) for chance, result in results if isinstance(result, Law)]
    if laws:
        return mixed(laws, budget)
    tables = [(chance, found) for chance, found in results if isinstance(found, Weights)]
    return merged_weights(tables, budget)


def merged_weights(tables: Sequence[tuple[Number, Weights]], budget: Budget) -> Weights:
    """The same for tables, in whole numbers."""
    common = lcm(*(chance.denominator * found.denominator for chance, found in tables))
    steps = steps_of_product(common.bit_length() // 2)
    budget.spend(sum(len(found.table) for _, found in tables) * (_ENTRY + steps))
    weights: dict[Outcome, int] = defaultdict(int)
    for chance, (table, denominator) in tables:
        factor = common // (chance.denominator * denominator) * chance.numerator
        for outcome, weight in table.items():
            weights[outcome] += weight * factor
    return Weights(weights, common)
