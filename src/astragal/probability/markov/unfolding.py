"""A chain unfolded in time: the probability of having ended within n steps."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from math import lcm
from threading import Lock
from typing import Any

from flint import fmpz, fmpz_mat

from astragal.probability.budget import Budget
from astragal.probability.generating.fractions import fraction_of
from astragal.probability.markov.chain import State
from astragal.probability.markov.elimination import cancelling_cost, product_cost

_AHEAD = 50
"""The number of steps that are computed together at first."""

_STEP, _LINK = 100, 90
"""The steps of advancing the chain once, and of following a link with a short weight."""

_FEW = 50
"""With fewer states than this, multiplying matrices is faster than looking up their entries."""

_OFTEN = 64
"""The power of the denominator that is cancelled against a weight; more is rarely in common."""


class Unfolding:
    """The weights of having ended, over powers of one denominator; computed on demand.

    They are found step by step, or by powers of the transition matrix if that is cheaper.
    """

    def __init__(self, states: Sequence[State]) -> None:
        self._states = states
        self._denominator = lcm(*(state.denominator for state in states))
        self._bits = self._denominator.bit_length()
        self._links = sum(len(state.onward) + 1 for state in states)
        self._ended: list[fmpz] = [fmpz(0 if states else 1)]
        self._few = len(states) < _FEW
        self._now: tuple[int, Any] | None = None
        """the number of chain steps computed so far, and the weights of the states after them"""
        self._powers: list[fmpz_mat] = []
        """the transition matrix, raised to the powers 1, 2, 4, …"""
        self._lock, self._squaring = Lock(), Lock()

    def within(self, n: int, budget: Budget) -> Fraction:
        """The probability of having ended within ``n`` steps."""
        weight = self._weight(n, budget)
        words = self._words(n)
        budget.spend(cancelling_cost(1 + _OFTEN * self._bits // 64, words))
        common = weight.gcd(fmpz(self._denominator) ** min(n, _OFTEN))
        weight, below = weight // common, fmpz(self._denominator) ** n // common
        if weight.gcd(self._denominator) != 1:
            budget.spend(cancelling_cost(words, words))
        return fraction_of(weight, below)

    def first_to_reach(self, share: Fraction, budget: Budget) -> int:
        """The lowest number of steps within which it has ended with at least this probability."""
        if self._reaches(self._ended[0], 0, share, budget):
            return 0
        n = 1
        while not self._reaches(self._weight(n, budget), n, share, budget):
            n *= 2
        return self._first_between(n // 2, n, share, budget)

    def _first_between(self, low: int, high: int, share: Fraction, budget: Budget) -> int:
        """The same, between powers of two: more than ``low`` steps and at most ``high``."""
        far = high >= len(self._ended)
        row = self._row_after(low, budget) if far else None
        stride = (high - low) // 2
        while stride:
            if row is None:
                weight = self._ended[low + stride]
            else:
                further = self._further(row, low, stride.bit_length() - 1, budget)
                weight = further[0, len(self._states)]
            if not self._reaches(weight, low + stride, share, budget):
                low += stride
                row = further if row is not None else None
            stride //= 2
        return low + 1

    def _reaches(self, weight: fmpz, n: int, share: Fraction, budget: Budget) -> bool:
        """True if a weight amounts to at least this probability; no fraction is reduced."""
        budget.spend(product_cost(self._words(n), 1 + share.denominator.bit_length() // 64))
        return bool(weight * share.denominator >= share.numerator * fmpz(self._denominator) ** n)

    def _words(self, n: int) -> int:
        """The length of the weights after ``n`` steps, in machine words."""
        return 1 + n * self._bits // 64

    def _weight(self, n: int, budget: Budget) -> fmpz:
        """The weight of having ended within ``n`` steps."""
        if n < len(self._ended):
            return self._ended[n]
        # A caller who asks about one step will probably ask about the next.
        ahead = max(n, _AHEAD)
        by_steps = self._cost_of_steps(ahead)
        if n > _AHEAD and self._few and self._cost_of_powers(n) < by_steps:
            return self._row_after(n, budget)[0, len(self._states)]
        budget.spend(by_steps)
        with self._lock:
            self._go_to(ahead, budget)
        return self._ended[n]

    # Step by step

    def _cost_of_steps(self, n: int) -> int:
        """Estimated cost of extending the weights to ``n`` steps one by one."""
        words = self._words(n)
        link = _LINK + words * (1 + self._bits // 64) // 3
        return (n + 1 - len(self._ended)) * (_STEP + self._links * link)

    def _go_to(self, n: int, budget: Budget) -> None:
        """Extend the known weights to ``n`` steps."""
        known = len(self._ended) - 1
        if self._now is None or self._now[0] != known:
            # It was interrupted, or never started.
            del self._ended[1:]
            known = 0
            self._now = (0, self._row_after(0, budget) if self._few else {0: fmpz(1)})
        now: Any = self._now[1]
        for _ in range(n - known):
            budget.look()
            if self._few:
                now = now * self._matrix(0, budget)
                ended = now[0, len(self._states)]
            else:
                now, ended = self._followed(now)
            self._ended.append(ended)
        self._now = (max(n, known), now)

    def _followed(self, now: dict[int, fmpz]) -> tuple[dict[int, fmpz], fmpz]:
        """The weights of the states one step later, and the weight of having ended by then."""
        after: dict[int, fmpz] = {}
        ended = self._ended[-1] * self._denominator
        for place, weight in now.items():
            onward, ends = self._transitions[place]
            ended += weight * ends
            for other, share in onward:
                before, more = after.get(other), weight * share
                after[other] = more if before is None else before + more
        return after, ended

    @cached_property
    def _transitions(self) -> list[tuple[list[tuple[int, fmpz]], fmpz]]:
        """The transitions of each state and the weight of its ends, over one common denominator."""
        transitions = []
        for state in self._states:
            factor = self._denominator // state.denominator
            onward = [(other, fmpz(weight * factor)) for other, weight in state.onward.items()]
            transitions.append((onward, fmpz(sum(state.ends.values()) * factor)))
        return transitions

    # By powers of the transition matrix

    def _cost_of_powers(self, n: int) -> int:
        """Estimated cost of ``n`` steps by matrix powers."""
        size, words = len(self._states) + 1, self._words(n)
        return 2 * size**3 * product_cost(words // 2, words // 2)

    def _row_after(self, n: int, budget: Budget) -> fmpz_mat:
        """The weights of all states and of the end after ``n`` steps."""
        size = len(self._states) + 1
        row, done = fmpz_mat(1, size, [int(not place) for place in range(size)]), 0
        for power in reversed(range(n.bit_length())):
            if n >> power & 1:
                row = self._further(row, done, power, budget)
                done += 1 << power
        return row

    def _further(self, row: fmpz_mat, done: int, power: int, budget: Budget) -> fmpz_mat:
        """The weights after another 2 ** ``power`` steps."""
        matrix = self._matrix(power, budget)
        size = len(self._states) + 1
        budget.spend(size**2 * product_cost(self._words(done), self._words(1 << power)))
        return row * matrix

    def _matrix(self, power: int, budget: Budget) -> fmpz_mat:
        """The transition matrix, squared ``power`` times."""
        size = len(self._states) + 1
        with self._squaring:
            while len(self._powers) <= power:
                words = self._words(1 << max(0, len(self._powers) - 1))
                budget.spend(size**3 * product_cost(words, words))
                budget.room(2 * size**2, 128 * words)
                squared = self._powers[-1] ** 2 if self._powers else self._first_matrix()
                self._powers.append(squared)
        return self._powers[power]

    def _first_matrix(self) -> fmpz_mat:
        """The transition matrix, with the end as an additional state."""
        size = len(self._states) + 1
        matrix = fmpz_mat(size, size)
        for place, (onward, ends) in enumerate(self._transitions):
            for other, weight in onward:
                matrix[place, other] = weight
            matrix[place, size - 1] = ends
        matrix[size - 1, size - 1] = self._denominator
        return matrix
