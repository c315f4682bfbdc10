"""Elimination of states from linear equations, in whole numbers.

The equation of a state: its own coefficient times its value equals a constant plus coefficients
times the values of other states. Fractions would be reduced in every operation, and reducing long
numbers takes ten times as long as multiplying them; here it is done once per equation.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import lcm
from typing import NamedTuple, TypeAlias

from flint import fmpq, fmpz, fmpz_mat

from astragal.probability.budget import Budget

_STEP = 400
"""The minimum steps of handling one coefficient."""

_LONG = 4
"""Coefficients of up to this many machine words are not cancelled: they share few factors."""


class Quotient(NamedTuple):
    """A fraction that may not be in lowest terms."""

    p: fmpz
    q: fmpz


Value: TypeAlias = fmpq | Quotient


class Equations:
    """The equations of a set of states linked to one another."""

    def __init__(
        self, rows: Mapping[int, Mapping[int, fmpq]], right: Mapping[int, fmpq], budget: Budget
    ) -> None:
        """Set up the equations ``x = right + rows · x``."""
        budget.spend(_STEP * sum(1 + len(row) for row in rows.values()))
        self._below = fmpz(lcm(*(int(each.q) for each in right.values())))
        self.own: dict[int, fmpz] = {}
        self.constant: dict[int, fmpz] = {}
        self.others: dict[int, dict[int, fmpz]] = {}
        self._sources: dict[int, set[int]] = {state: set() for state in rows}
        self._order: list[int] = []
        for state, row in rows.items():
            scale = fmpz(lcm(*(int(weight.q) for weight in row.values())))
            others = {other: _whole(weight * scale) for other, weight in row.items()}
            self.own[state] = scale - others.pop(state, fmpz(0))
            self.constant[state] = _whole(right[state] * self._below) * scale
            self.others[state] = others
            for other in others:
                self._sources[other].add(state)

    def eliminate(self, state: int, budget: Budget) -> None:
        """Substitute a state's equation into every other equation that contains the state."""
        self._order.append(state)
        for source in self._sources.pop(state):
            self._replace(state, source, budget)
        for other in self.others[state]:
            self._sources[other].discard(state)

    def _replace(self, state: int, source: int, budget: Budget) -> None:
        """Substitute a state's equation into that of ``source``."""
        own, others = self.own[state], self.others[state]
        target = self.others[source]
        factor = target.pop(state)
        budget.spend(self._cost_of_replacing(state, source, factor))
        common = own.gcd(factor)
        if common != 1:
            own, factor = own // common, factor // common
        mine = self.own[source] * own
        for other in target:
            target[other] *= own
        for other, weight in others.items():
            if other == source:
                mine -= factor * weight
            elif other in target:
                target[other] += factor * weight
            else:
                target[other] = factor * weight
                self._sources[other].add(source)
        self.own[source] = mine
        self.constant[source] = self.constant[source] * own + self.constant[state] * factor
        if min(_words(factor), _words(own)) > _LONG:
            self._cancel(source, budget)

    def _cost_of_replacing(self, state: int, source: int, factor: fmpz) -> int:
        own, mine, by = _words(self.own[state]), _words(self.own[source]), _words(factor)
        return (
            (1 + len(self.others[source])) * product_cost(own, mine)
            + (1 + len(self.others[state])) * product_cost(own, by)
            + product_cost(own, _words(self.constant[source]))
            + product_cost(by, _words(self.constant[state]))
            + cancelling_cost(min(own, by), max(own, by))
        )

    def _cancel(self, state: int, budget: Budget) -> None:
        """Divide an equation by the common divisor of its numbers."""
        own, others = self.own[state], self.others[state]
        words = _words(own)
        budget.spend(cancelling_cost(words, words) + (len(others) + 2) * product_cost(words, words))
        common = own
        for each in (*others.values(), self.constant[state]):
            common = common.gcd(each)
            if common == 1:
                return
        self.own[state] = own // common
        self.constant[state] //= common
        self.others[state] = {other: weight // common for other, weight in others.items()}

    # Remaining states

    def solve_densely(self, states: Sequence[int], budget: Budget) -> Solution:
        """Solve the remaining equations as one dense system."""
        solution = Solution()
        if states:
            size = len(states)
            budget.spend(self._dense_cost(states))
            place = {state: index for index, state in enumerate(states)}
            matrix, right = fmpz_mat(size, size), fmpz_mat(size, 1)
            for state, index in place.items():
                matrix[index, index] = self.own[state]
                right[index, 0] = self.constant[state]
                for other, weight in self.others[state].items():
                    matrix[index, place[other]] = -weight
            solved = matrix.solve(right)
            for state, index in place.items():
                found = solved[index, 0]
                solution.add(state, found.p, found.q)
        return solution

    def _dense_cost(self, states: Sequence[int]) -> int:
        """The cost of a dense system of these states, in budget steps.

        Its determinant is about as long as all rows together.
        """
        size = len(states)
        length = _words_of_all(self.own[state] for state in states)
        entries = _words_of_all(each for s in states for each in self.others[s].values())
        return size**3 + length * (size**2 + 2 * entries + 300 * size) + size * length**2 // 20

    def values(self, rest: Solution, budget: Budget) -> Iterable[tuple[int, Quotient]]:
        """The values of all states, given those of the states that were not eliminated."""
        solution = rest
        for state in reversed(self._order):
            terms = self.others[state]
            words, own = _words(solution.below), _words(self.own[state])
            budget.spend(
                sum(product_cost(_words(weight), words) for weight in terms.values())
                + product_cost(_words(self.constant[state]), words)
                + 2 * product_cost(own, words)
            )
            above = self.constant[state] * solution.below
            for other, weight in terms.items():
                above += weight * solution.scaled(other)
            quotient, left = divmod(above, self.own[state])
            if left == 0:
                solution.add(state, quotient, solution.below)
            else:
                budget.spend(cancelling_cost(own, words + own))
                common = above.gcd(self.own[state])
                solution.add(state, above // common, solution.below * (self.own[state] // common))
        below = solution.below * self._below
        for state in solution.above:
            yield state, Quotient(solution.scaled(state), below)


class Solution:
    """Known values as fractions, and their common denominator."""

    def __init__(self) -> None:
        self.above: dict[int, tuple[fmpz, fmpz]] = {}
        self.below = fmpz(1)

    def add(self, state: int, above: fmpz, below: fmpz) -> None:
        self.above[state] = (above, below)
        if below != self.below:
            self.below *= below // self.below.gcd(below)

    def scaled(self, state: int) -> fmpz:
        """A value multiplied by the common denominator."""
        above, below = self.above[state]
        return above if below == self.below else above * (self.below // below)


def _whole(number: fmpq) -> fmpz:
    assert number.q == 1
    return number.p


def _words(number: fmpz) -> int:
    return 1 + int(number.bit_length()) // 64


def _words_of_all(numbers: Iterable[fmpz]) -> int:
    return 1 + sum(int(number.bit_length()) for number in numbers) // 64


def product_cost(one: int, other: int) -> int:
    """The steps of a product or division of two numbers with these lengths in machine words."""
    short, long = (one, other) if one < other else (other, one)
    return _STEP + long * min(1 + short // 8, 60)


def cancelling_cost(short: int, long: int) -> int:
    """The steps of finding and cancelling a common divisor of two numbers."""
    return _STEP + short * (70 + min(short // 2, 1_400)) + product_cost(short, long)
