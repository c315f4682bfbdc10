"""The odds of sums of symbol bags, by generating functions in several variables.

A form gives each symbol a value. The value of a bag is then a number, and the value of a sum of
bags is the sum of their values, so reading symbols comes down to the law of a number. Only the
symbols that are read are tracked. Several readings are packed into one form: each has its own range
of places in the number, like the digits of a number (Kronecker's substitution).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from math import prod
from typing import Any, TypeAlias

from astragal.errors import OddsError
from astragal.probability.budget import Budget
from astragal.probability.laws.law import Law, union
from astragal.probability.weights import Weights
from astragal.symbols import Pairs, Symbols

Form: TypeAlias = Pairs
"""The worth of each symbol, by name; symbols that are left out are worth nothing."""


def form_of(worths: Mapping[str, int]) -> Form:
    return tuple(sorted([(name, worth) for name, worth in worths.items() if worth]))


def worth(bag: Symbols, form: Mapping[str, int]) -> int:
    """The value of a bag under a form."""
    return sum([n * form.get(name, 0) for name, n in bag.items()])


_READINGS = 10_000
"""The minimum steps of reading one number from a bag."""


class Random(ABC):
    """A random bag."""

    @abstractmethod
    def most(self) -> Mapping[str, int]:
        """The greatest possible number of each symbol; an OddsError if one is unbounded."""

    @abstractmethod
    def law(self, form: Form) -> Law:
        """The law of the bag's value under a form."""


class SumOfBags(Random):
    """The sum of independent bags: pairs of the odds of a bag and how often it is added."""

    def __init__(self, parts: Sequence[tuple[Weights, int]], budget: Budget) -> None:
        self._parts = parts
        self._budget = budget

    def most(self) -> dict[str, int]:
        most: dict[str, int] = defaultdict(int)
        for one, times in self._parts:
            self._budget.spend_entries(len(one.table))
            largest: dict[str, int] = {}
            for name, n in (pair for bag in one.table for pair in bag.items()):
                largest[name] = max(n, largest.get(name, 0))
            for name, n in largest.items():
                most[name] += n * times
        return most

    def law(self, form: Form) -> Law:
        total = Law.certain(0)
        for one, times in self._parts:
            several = self._law_of(one, dict(form)).power(times, self._budget)
            total = total.plus(several, self._budget)
        return total

    def _law_of(self, one: Weights, form: Mapping[str, int]) -> Law:
        self._budget.spend_entries(2 * len(one.table))
        table: dict[Any, int] = defaultdict(int)
        for bag, weight in one.table.items():
            table[worth(bag, form)] += weight
        return Law.of_table(table, one.denominator)


class Readings:
    """Several numbers read from one random bag, packed into a single number."""

    def __init__(self, forms: Sequence[Form], bag: Random, budget: Budget) -> None:
        self._budget = budget
        budget.spend(_READINGS * (1 + len(forms)))
        most = bag.most()
        self.lows = [sum(min(0, each) * most.get(name, 0) for name, each in form) for form in forms]
        highs = [sum(max(0, each) * most.get(name, 0) for name, each in form) for form in forms]
        self.sizes = [high - low + 1 for low, high in zip(self.lows, highs, strict=True)]
        self._law = bag.law(forms[0] if len(forms) == 1 else self._packed(forms))

    def _packed(self, forms: Sequence[Form]) -> Form:
        """Pack the forms into one whose digits are their values; each digit has its own size."""
        worths: dict[str, int] = defaultdict(int)
        place = 1
        for form, size in zip(forms, self.sizes, strict=True):
            for name, each in form:
                worths[name] += each * place
            place *= size
        return form_of(worths)

    def told(self, tell: Sequence[Tell]) -> Weights:
        """The weights of all combinations of numbers, as concatenated tuples by ``tell``.

        Different combinations must give different tuples.
        """
        table, denominator = self._law.table()
        self._budget.spend_entries((3 + len(tell) // 8) * len(table), denominator.bit_length())
        digits = [*zip(self.lows, self.sizes, tell, strict=True)]
        start, place = 0, 1
        for low, size, _ in digits:
            start += low * place
            place *= size
        told = _Told(digits)
        found: dict[Any, int] = {told.of(number - start): w for number, w in table.items()}
        return Weights(found, denominator)

    def each(self) -> Weights:
        """Every list of numbers, as a tuple, with its weight."""
        return self.told([lambda number: (number,)] * len(self.sizes))


Tell: TypeAlias = Callable[[int], tuple[Any, ...]]


class _Told(dict[int, tuple[Any, ...]]):
    """Tuples for packed numbers: both halves of the digits are converted and cached separately."""

    def __init__(self, digits: Sequence[tuple[int, int, Tell]]) -> None:
        half = len(digits) // 2
        self._one = digits[0] if len(digits) == 1 else None
        self._cut = prod(size for _, size, _ in digits[:half])
        if self._one is None:
            self._low, self._high = _Told(digits[:half]), _Told(digits[half:])

    def of(self, number: int) -> tuple[Any, ...]:
        if self._one is not None:
            low, _, tell = self._one
            return tell(number + low)
        above, below = divmod(number, self._cut)
        return self._low[below] + self._high[above]

    def __missing__(self, number: int) -> tuple[Any, ...]:
        told = self[number] = self.of(number)
        return told


CancelledPair: TypeAlias = tuple[str, str]


def bag_weights(
    bag: Random, symbols: Sequence[str], pairs: Sequence[CancelledPair], budget: Budget
) -> Weights:
    """The odds of a random bag of these symbols after cancelling some of them in pairs."""
    paired = {name for pair in pairs for name in pair}
    forms: list[Form] = [((name, 1),) for name in symbols if name not in paired]
    tell = [_teller(name) for name in symbols if name not in paired]
    for one, other in pairs:
        forms.append(form_of({one: 1, other: -1}))
        tell.append(_teller(one, other))
    if not forms:
        return Weights({Symbols(): 1}, 1)
    told, denominator = Readings(forms, bag, budget).told(tell)
    budget.spend_entries(2 * len(told))
    order = sorted if pairs else tuple
    bags = {Symbols.of_pairs(tuple(order(each))): weight for each, weight in told.items()}
    return Weights(bags, denominator)


def _teller(one: str, other: str = "") -> Callable[[int], Pairs]:
    """A function that turns a number into symbols; negative numbers give the other symbol."""

    def tell(number: int) -> Pairs:
        if not number:
            return ()
        return ((one, number),) if number > 0 else ((other, -number),)

    return tell


def cancelled_law(bag: Random, form: Form, pairs: Sequence[CancelledPair], budget: Budget) -> Law:
    """The law of a random bag's value after some symbols cancel in pairs."""
    linear, bent = dict(form), []
    for one, other in pairs:
        gain, loss = linear.pop(one, 0), linear.pop(other, 0)
        if gain == -loss:
            # The remaining count of one minus that of the other is their difference.
            linear |= {one: gain, other: loss}
        else:
            bent.append((form_of({one: 1, other: -1}), gain, loss))
    straight = form_of(linear)
    if not bent:
        return bag.law(straight)
    if len(bent) == 1 and not straight:
        difference, gain, loss = bent[0]
        below, above = bag.law(difference).cut(0)
        return union([below.scaled(-loss), above.scaled(gain)])
    readings = Readings([straight, *(each for each, _, _ in bent)], bag, budget)
    table, denominator = readings.each()
    budget.spend_entries(len(table) * len(bent))
    worths: dict[Any, int] = defaultdict(int)
    for (total, *differences), weight in table.items():
        for left, (_, gain, loss) in zip(differences, bent, strict=True):
            total += left * gain if left > 0 else -left * loss
        worths[total] += weight
    return Law.of_table(worths, denominator)


def endless_symbols() -> OddsError:
    return OddsError(
        "endless",
        "symbols of dice that explode without limit have infinitely many totals",
        hint="count one symbol, as in `count(2d{hit,miss}!=hit, hit)`, or explode once only: `!o`",
    )
