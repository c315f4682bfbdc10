"""How long a chain goes on: the number of steps until it ends."""

from __future__ import annotations

from bisect import bisect_left
from fractions import Fraction
from functools import cached_property
from math import lcm
from threading import Lock
from typing import Any

from flint import fmpz_mat

from astragal.errors import LimitError, OddsError
from astragal.odds.budget import Budget
from astragal.odds.checks import checked_count, checked_share
from astragal.odds.markov.chain import Ended, Markov, State, as_fraction, fraction_of
from astragal.odds.moments import Moments
from astragal.odds.views import View, view_name, view_of
from astragal.outcome import show
from astragal.render.grid import Grid, RenderedGrid
from astragal.render.rows import nice

_ROWS = 20
"""So many numbers of steps are shown."""

_AHEAD = 50
"""So many steps are gone at once, at first."""

_LOOK_UP = 100
"""One step in Python, in steps of the budget."""

_FEW = 50
"""So few states are a matrix that is multiplied faster than its entries are looked up."""

_SHOWN = Fraction(99, 100)
"""Steps are shown until it has ended with this probability, of all the times it ends."""


_NEVER = {"it ends": "never ends", "it comes to that": "never comes to that"}


class Duration(Moments, RenderedGrid):
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

    def __init__(self, markov: Markov, label: str = "", until: str = "it ends") -> None:
        self._markov = markov
        self.label = label
        self._until = until
        self._below = lcm(*(state.below for state in markov.states))
        self._ended: list[int] = [0 if markov.states else 1]
        self._far: dict[int, int] = {}
        self._bits = self._below.bit_length()
        self._edges = sum(len(state.onward) + 1 for state in markov.states)
        self._now: tuple[int, Any] | None = None
        self._lock = Lock()

    def __reduce__(self) -> tuple[object, ...]:
        return (Duration, (self._markov, self.label, self._until))

    # Whether, and after how long

    @cached_property
    def ends(self) -> Fraction:
        """The probability that it ends at all."""
        if self._markov.surely_ends:
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
        if self._markov.surely_ends:
            return self
        return Duration(self._markov.if_it_ends(), f"{self.label}, if it ends")

    def of(self, what: View) -> Duration:
        """The number of steps until it ends in a way that a view holds of; where it ends otherwise, it never does.

        >>> import astragal
        >>> climb = astragal.chain(lambda n: astragal.coin(n + 1, n - 1), 1, until=lambda n: n in (0, 3))
        >>> climb.duration().of("outcome=3").ends, climb.duration().of("outcome=3").within(2)
        (Fraction(1, 3), Fraction(1, 4))
        """
        look = view_of(what)

        def holds(end: Ended) -> bool:
            held = look(end.outcome)
            if not isinstance(held, bool):
                raise OddsError(
                    "not-true", f"until what? {view_name(what)} is {show(held)}, not true or false"
                )
            return held

        chain = self._markov
        states = [
            State(
                step.onward,
                {end: ways for end, ways in step.ends.items() if holds(end)},
                step.below,
            )
            for step in chain.states
        ]
        over = chain.over
        if over is not None and not holds(over):
            states, over = [State({}, {}, 1)], None
        label = f"{self.label}: {view_name(what)}"
        return Duration(Markov(states, chain.budget, over), label, "it comes to that")

    @cached_property
    def _moments(self) -> tuple[Fraction, Fraction]:
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
        return fraction_of(self._weight(checked_count(n, 0)), self._below**n)

    def _weight(self, n: int) -> int:
        """The weight of having ended within ``n`` steps, over the denominator to that power."""
        if n < len(self._ended):
            return self._ended[n]
        known = self._far.get(n)
        if known is not None:
            return known
        # Whoever asks for one step asks for the next.
        ahead = max(n, _AHEAD)
        by_steps, at_once = self._cost(ahead)
        Budget(self._markov.budget.limits).spend(min(by_steps, at_once))
        if at_once < by_steps and n > _AHEAD:
            self._far[n] = int((self._matrix**n)[0, len(self._markov.states)])
            return self._far[n]
        with self._lock:
            if n >= len(self._ended):
                self._go_to(ahead)
        return self._ended[n]

    def _cost(self, n: int) -> tuple[int, int]:
        """About what it costs to go there step by step, and by a power of the matrix."""
        words = 1 + n * self._bits // 64
        new = n + 1 - len(self._ended)
        by_steps = new * (_LOOK_UP + self._edges * words)
        size = len(self._markov.states) + 1
        by_matrix = size**3 * words * n.bit_length()
        return by_steps, by_matrix if size <= _FEW else by_steps + 1

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
        while not self._enough(n, share):
            n *= 2
        return bisect_left(range(n + 1), True, key=lambda k: self._enough(k, share))

    def _enough(self, n: int, share: Fraction) -> bool:
        """Whether so many steps are enough; long fractions need not be cancelled for that."""
        goal = share.numerator * self._below**n
        return bool(self._weight(n) * share.denominator >= goal)

    @cached_property
    def _bounded(self) -> bool:
        """Whether there is a number of steps after which it has surely ended."""
        return self.within(len(self._markov.states)) == self.ends

    def _go_to(self, n: int) -> None:
        """Go on, step by step, from where the weights are that have not ended."""
        known = len(self._ended) - 1
        if self._now is not None and self._now[0] != known:
            # Somebody interrupted it on the way: begin again.
            self._now = None
            del self._ended[1:]
            known = 0
        now = None if self._now is None else self._now[1]
        few = len(self._markov.states) < _FEW
        after = self._by_matrix(now, n - known) if few else self._by_edges(now, n - known)
        self._now = (n, after)

    @cached_property
    def _matrix(self) -> fmpz_mat:
        """One step, in which the end is one more state."""
        states = self._markov.states
        size = len(states) + 1
        matrix = fmpz_mat(size, size)
        for place, state in enumerate(states):
            factor = self._below // state.below
            for other, weight in state.onward.items():
                matrix[place, other] = weight * factor
            matrix[place, size - 1] = sum(state.ends.values()) * factor
        matrix[size - 1, size - 1] = self._below
        return matrix

    def _by_matrix(self, now: fmpz_mat | None, steps: int) -> fmpz_mat:
        """Quick where there are few states."""
        matrix, ended = self._matrix, self._ended
        last = matrix.ncols() - 1
        if now is None:
            now = fmpz_mat(1, last + 1, [int(not place) for place in range(last + 1)])
        for _ in range(steps):
            now = now * matrix
            ended.append(int(now[0, last]))
        return now

    def _by_edges(self, now: dict[int, int] | None, steps: int) -> dict[int, int]:
        """State by state, along the edges there are."""
        now = {0: 1} if now is None else now
        for _ in range(steps):
            after: dict[int, int] = {}
            ended = self._ended[-1] * self._below
            for place, weight in now.items():
                onward, ends = self._edges_of[place]
                ended += weight * ends
                for other, share in onward:
                    after[other] = after.get(other, 0) + weight * share
            now = after
            self._ended.append(ended)
        return now

    @cached_property
    def _edges_of(self) -> list[tuple[list[tuple[int, int]], int]]:
        """Each state's edges and what ends there, over one denominator for all."""
        edges = []
        for state in self._markov.states:
            factor = self._below // state.below
            onward = [(other, weight * factor) for other, weight in state.onward.items()]
            edges.append((onward, sum(state.ends.values()) * factor))
        return edges

    # As a table

    def table(self, most: int | None = None) -> Grid:
        """The chance to have ended within 1, 2, … steps, up to ``most``; by default as far as it matters."""
        if most is None and self._far_off:
            steps = list(range(1, _ROWS + 1))
        elif most is None:
            last = self.quantile(_SHOWN * self.ends) if self.ends else 1
            stride = int(nice(max(Fraction(1), Fraction(last, _ROWS))))
            steps = list(range(stride, last + stride, stride)) or [0]
        else:
            steps = list(range(1, checked_count(most, 1) + 1))
        chances = {(n,): self.within(n) for n in steps}
        return Grid(self.label, {"within": tuple(steps)}, chances, "chance", self.summary())

    @cached_property
    def _far_off(self) -> bool:
        """Whether the end is so far off that it cannot be followed step by step to where it matters."""
        if not self.ends:
            return False
        try:
            self.quantile(_SHOWN * self.ends)
        except LimitError:
            return True
        return False

    def grid(self) -> Grid:
        return self.table()

    def summary(self) -> str:
        """Mean and spread in a line, and whether it may never end."""
        from astragal.render.figures import decimal, fraction, percent

        if self.ends < 1:
            never = f"{_NEVER[self._until]} {percent(1 - self.ends)}{fraction(1 - self.ends)}"
            if not self.ends:
                return never
            given = self.if_it_ends()
            return f"{never} · if {self._until}: mean {decimal(given.mean)} steps · sd {decimal(given.sd)}"
        spread = f"mean {decimal(self.mean)} steps · sd {decimal(self.sd)}"
        if self._far_off:
            return spread
        return f"{spread} · half the time within {self.quantile(Fraction(1, 2))}"

    def to_data(self) -> dict[str, Any]:
        from astragal.render.data import fraction_data

        data = self.table().to_data()
        sure = self.ends == 1
        return data | {
            "ends": fraction_data(self.ends),
            "mean": fraction_data(self.mean) if sure else None,
            "variance": fraction_data(self.variance) if sure else None,
        }
