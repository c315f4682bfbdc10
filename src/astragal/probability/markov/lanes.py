"""Chains along lanes: how far a step leads depends on the lane alone, not on how far one is.

All weight in a lane at one time is a polynomial in how far one is; a step from one lane to another
multiplies it by the polynomial of how far that may lead. Nobody falls back behind the beginning.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from math import lcm
from typing import NamedTuple

from flint import fmpz_poly

from astragal.probability.budget import Budget
from astragal.probability.markov.chain import Absorbing
from astragal.probability.markov.forward import OUTCOME, Ended, Forward, Move
from astragal.probability.weights import Weights

_PRODUCT, _PLACE = 1_000, 5
"""The steps of any product, and for each place and word of it, by each weight of a step."""


class Lane(NamedTuple):
    """Where a step from a lane leads."""

    steps: Sequence[tuple[int, int, int]]
    """how far, with its weight, and to which lane"""
    denominator: int


class Lanes(Forward):
    """A chain that ends once it is ``goal`` far or farther, and at the latest after some steps.

    A place is how far it is, and the lane.
    """

    def __init__(
        self,
        start: tuple[int, int],
        move: Move,
        ended: Ended,
        budget: Budget,
        longest: int,
        goal: int,
        lanes: Mapping[int, Lane],
    ) -> None:
        """``move`` and ``lanes`` say the same: the former for questions about single states."""
        super().__init__(start, move, ended, budget, longest)
        self._begun = start
        self._goal = goal
        self._lanes = lanes
        self._back = max(0, -min(far for each in lanes.values() for far, _, _ in each.steps))

    @cached_property
    def _factors(self) -> dict[int, dict[int, tuple[fmpz_poly, int]]]:
        """For each lane what leads to others, and what it is shifted by: never back."""
        found = {}
        for lane, going in self._lanes.items():
            tables: dict[int, dict[int, int]] = {}
            for far, weight, to in going.steps:
                table = tables.setdefault(to, {})
                table[far] = table.get(far, 0) + weight
            found[lane] = {to: self._factor(table) for to, table in tables.items()}
        return found

    def _factor(self, table: Mapping[int, int]) -> tuple[fmpz_poly, int]:
        least = min(table)
        weights = [table.get(far, 0) for far in range(least, max(table) + 1)]
        return fmpz_poly(weights), self._back + least

    @cached_property
    def ends(self) -> Weights:
        """The weight of each end, time by time."""
        if self.at_once is not None:
            return Weights({self.at_once: 1}, 1)
        far, lane = self._begun
        rows, denominator = {lane: fmpz_poly([1]).left_shift(far)}, 1
        ended: list[tuple[dict[Absorbing, int], int]] = []
        for time in range(1, self._longest + 1):
            before = self.budget.spent
            rows, more = self._stepped(rows, denominator.bit_length())
            denominator *= more
            ends = self._taken_off(rows, time)
            ended.append((ends, denominator))
            # Rows and numbers get longer only: each step to come takes as long as this one.
            self.budget.expect((self._longest - time) * (self.budget.spent - before))
        return self._together(ended, denominator)

    def _stepped(
        self, rows: Mapping[int, fmpz_poly], bits: int
    ) -> tuple[dict[int, fmpz_poly], int]:
        """The rows a step later, and what their denominator is multiplied by."""
        common = lcm(*(self._lanes[lane].denominator for lane in rows))
        moved: dict[int, fmpz_poly] = {}
        for lane, row in rows.items():
            factor = common // self._lanes[lane].denominator
            for to, (weights, shift) in self._factors[lane].items():
                self._spend(len(row), len(weights), bits)
                more = (row * (weights * factor)).left_shift(shift)
                moved[to] = moved[to] + more if to in moved else more
        return {lane: self._held(row) for lane, row in moved.items()}, common

    def _spend(self, places: int, weights: int, bits: int) -> None:
        self.budget.spend(_PRODUCT + places * weights * (_PLACE + bits // 32))

    def _held(self, row: fmpz_poly) -> fmpz_poly:
        """The row from the beginning on, where all are that would fall back behind it."""
        if not self._back:
            return row
        held = row.right_shift(self._back)
        held[0] = sum(row[place] for place in range(self._back + 1))
        return held

    def _taken_off(self, rows: dict[int, fmpz_poly], time: int) -> dict[Absorbing, int]:
        """Take what has ended off the rows: the weight of each end."""
        ends: dict[Absorbing, int] = {}
        first = 0 if time == self._longest else self._goal
        for lane, row in rows.items():
            over = row.right_shift(first).coeffs()
            self.budget.spend_entries(OUTCOME * len(over))
            for far, weight in enumerate(over, first):
                if weight:
                    end = Absorbing.of(self._ended((far, lane), time))
                    ends[end] = ends.get(end, 0) + int(weight)
            rows[lane] = row.truncate(first)
        return ends
