"""How long a chain goes on: the number of steps until it ends."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import repeat
from math import lcm
from typing import Any

from flint import fmpz_mat

from astragal.errors import OddsError
from astragal.exact.checks import checked_count, checked_share
from astragal.exact.distribution import root
from astragal.exact.grid import Grid, RenderedGrid
from astragal.exact.markov import Markov, State, as_fraction
from astragal.exact.rows import nice

_ROWS = 20
"""So many numbers of steps are shown."""

_FEW = 50
"""So few states are a matrix that is multiplied faster than its entries are looked up."""

_SHOWN = Fraction(99, 100)
"""Steps are shown until it has ended with this probability, of all the times it ends."""


class Duration(RenderedGrid):
    """The number of steps a chain takes, exactly.

    >>> from fractions import Fraction
    >>> import astragal
    >>> sixes = astragal.chain(lambda _: "d6", 0, until=lambda face: face == 6)
    >>> duration = sixes.duration()
    >>> duration.mean, duration.variance, duration.within(4)
    (Fraction(6, 1), Fraction(30, 1), Fraction(671, 1296))
    >>> duration.quantile(Fraction(9, 10))
    13
    """

    label: str
    """what takes so long, in words"""

    def __init__(self, markov: Markov | None, label: str = "") -> None:
        """``markov`` is None where it is over before the first step."""
        self._markov = markov
        self.label = label
        self._ended: list[int] = [0 if markov is not None else 1]
        self._below = 1 if markov is None else lcm(*(state.below for state in markov.states))
        self._powers = [1]
        self._going = self._go()

    # Whether, and after how long

    @cached_property
    def ends(self) -> Fraction:
        """The probability that it ends at all."""
        if self._markov is None or self._markov.surely_ends:
            return Fraction(1)
        return sum(map(as_fraction, self._markov.ends.values()), Fraction(0))

    def if_it_ends(self) -> Duration:
        """The number of steps, given that it ends.

        >>> import astragal
        >>> ruin = astragal.chain(lambda n: astragal.coin(n + 1, n - 1) if n < 3 else astragal.coin(3, 3),
        ...                       1, until=lambda n: n == 0)
        >>> ruin.duration().ends, ruin.duration().if_it_ends().mean
        (Fraction(2, 3), Fraction(5, 3))
        """
        if self.ends == 0:
            raise OddsError("never-ends", f"{self.label} never ends")
        if self._markov is None or self._markov.surely_ends:
            return self
        return Duration(self._markov.if_it_ends(), f"{self.label}, if it ends")

    @property
    def mean(self) -> Fraction:
        """The expected number of steps."""
        return self._moments[0]

    @property
    def variance(self) -> Fraction:
        """The expected square of the distance from the mean."""
        mean, square = self._moments
        return square - mean * mean

    @property
    def sd(self) -> float:
        """The standard deviation; its exact square is ``variance``."""
        return root(self.variance)

    @cached_property
    def _moments(self) -> tuple[Fraction, Fraction]:
        if self._markov is None:
            return Fraction(0), Fraction(0)
        if self.ends < 1:
            raise OddsError(
                "may-never-end",
                f"{self.label} never ends with probability {1 - self.ends}, "
                "so there is no mean number of steps",
                hint="if_it_ends() is about the times it ends",
            )
        return self._markov.moments

    # Step by step

    def within(self, n: int) -> Fraction:
        """The probability to have ended within ``n`` steps."""
        while len(self._ended) <= checked_count(n, 0):
            self._ended.append(next(self._going))
            self._powers.append(self._powers[-1] * self._below)
        return Fraction(self._ended[n], self._powers[n])

    def exactly(self, n: int) -> Fraction:
        """The probability to end with step ``n``."""
        return self.within(n) - (self.within(n - 1) if n else 0)

    def quantile(self, share: Fraction | str) -> int:
        """The least number of steps within which it has ended with at least this probability."""
        share = checked_share(share)
        if share > self.ends or (share == self.ends and not self._bounded):
            raise OddsError(
                "never-reached",
                f"no number of steps is enough for {share}: it ends with {self.ends}",
            )
        n = 1
        while self.within(n) < share:
            n *= 2
        return bisect_left(range(n + 1), share, key=self.within)

    @cached_property
    def _bounded(self) -> bool:
        """Whether there is a number of steps after which it has surely ended."""
        if self._markov is None:
            return True
        return self.within(len(self._markov.states)) == self.ends

    def _go(self) -> Iterator[int]:
        """The weight of having ended within 1, 2, … steps, over the denominator to that power."""
        if self._markov is None:
            return repeat(1)
        states = self._markov.states
        return self._go_full(states) if len(states) <= _FEW else self._go_sparse(states)

    def _go_full(self, states: Sequence[State]) -> Iterator[int]:
        """By matrices, in which the end is one more state: quick where there are few."""
        size = len(states) + 1
        matrix = fmpz_mat(size, size)
        for place, state in enumerate(states):
            factor = self._below // state.below
            for other, weight in state.onward.items():
                matrix[place, other] = weight * factor
            matrix[place, size - 1] = sum(state.ends.values()) * factor
        matrix[size - 1, size - 1] = self._below
        now = fmpz_mat(1, size, [1] + [0] * (size - 1))
        while True:
            now *= matrix
            yield int(now[0, size - 1])

    def _go_sparse(self, states: Sequence[State]) -> Iterator[int]:
        """State by state, along the edges there are."""
        below = self._below
        rows = [
            ([(other, w * (below // s.below)) for other, w in s.onward.items()],
             sum(s.ends.values()) * (below // s.below))
            for s in states
        ]  # fmt: skip
        now = {0: 1}
        ended = 0
        while True:
            ended *= below
            after: dict[int, int] = {}
            for state, weight in now.items():
                onward, ends = rows[state]
                ended += weight * ends
                for other, share in onward:
                    after[other] = after.get(other, 0) + weight * share
            now = after
            yield ended

    # As a table

    def table(self, most: int | None = None) -> Grid:
        """The chance to have ended within 1, 2, … steps, up to ``most``; by default as far as it matters."""
        if most is None:
            last = self.quantile(_SHOWN * self.ends) if self.ends else 1
            stride = int(nice(max(Fraction(1), Fraction(last, _ROWS))))
            steps = list(range(stride, last + stride, stride)) or [0]
        else:
            steps = list(range(1, checked_count(most, 1) + 1))
        chances = {(n,): self.within(n) for n in steps}
        return Grid(self.label, {"within": tuple(steps)}, chances, "chance", self.summary())

    _grid = table

    def summary(self) -> str:
        """Mean and spread in a line, and whether it may never end."""
        from astragal.exact.figures import decimal, fraction, percent

        if self.ends < 1:
            never = f"never ends {percent(1 - self.ends)}{fraction(1 - self.ends)}"
            if not self.ends:
                return never
            given = self.if_it_ends()
            return (
                f"{never} · if it ends: mean {decimal(given.mean)} steps · sd {decimal(given.sd)}"
            )
        half = self.quantile(Fraction(1, 2))
        return (
            f"mean {decimal(self.mean)} steps · sd {decimal(self.sd)} · half the time within {half}"
        )

    def to_data(self) -> dict[str, Any]:
        from astragal.exact.data import fraction_data

        data = self.table().to_data()
        sure = self.ends == 1
        return data | {
            "ends": fraction_data(self.ends),
            "mean": fraction_data(self.mean) if sure else None,
            "variance": fraction_data(self.variance) if sure else None,
        }
