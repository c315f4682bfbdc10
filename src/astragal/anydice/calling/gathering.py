"""Collecting the results of many runs into one die."""

from __future__ import annotations

from astragal.anydice.budget import Budget
from astragal.anydice.calling.open_number import OpenNumber
from astragal.anydice.calling.unknown import Unknown
from astragal.anydice.dice import EMPTY, EMPTY_ONE, Dice, count_table, die, mixture
from astragal.anydice.values import Amount

_ENTRY = 30
"""The steps of adding one outcome of a result that is a die."""


class Gathered:
    """Weighted results. Numbers and dice are kept apart until all are known."""

    __slots__ = ("_budget", "_dice", "_lost", "_numbers")

    def __init__(self, budget: Budget) -> None:
        self._budget = budget
        self._numbers: dict[int, int] = {}
        self._dice: dict[Dice, int] = {}
        self._lost = 0

    def add(self, result: Amount | None, weight: int) -> None:
        """Add the result of a run: a sequence by its sum, None like the empty die."""
        if type(result) is int:
            self._numbers[result] = self._numbers.get(result, 0) + weight
        elif type(result) is tuple:
            self.add(self._budget.summed(result), weight)
        elif type(result) is OpenNumber:
            self.add(result.known(), weight)
        elif type(result) is Unknown:
            self.add(result.total(self._budget), weight)
        elif result is None or result.empty:  # type: ignore[union-attr]
            self._lost += weight
        else:
            assert isinstance(result, Dice)
            one = result.total(self._budget)
            self._budget.spend(_ENTRY * len(one.table))
            self._dice[one] = self._dice.get(one, 0) + weight

    def die(self, doubt: int) -> Dice:
        """The mixture of all results, except those without outcomes."""
        parts = list(self._dice.items())
        numbers = self._numbers
        weight = sum(numbers.values())
        count_table(len(numbers), weight.bit_length(), self._budget)
        if not parts and not self._lost and numbers:
            return die(numbers, weight, doubt)
        if numbers:
            parts.append((die(numbers, weight), weight))
        if self._lost:
            parts.append((EMPTY_ONE, self._lost))
        found = mixture(parts, self._budget, doubt)
        return EMPTY if found.empty else found
