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
from astragal.odds.generating.fractions import fraction_of
from astragal.odds.markov.chain import Absorbing, Markov, State
from astragal.odds.moments import Moments
from astragal.odds.views import View, view_name, view_of
from astragal.outcome import show
from astragal.render.grid import Grid, RenderedGrid
from astragal.render.rows import nice

_ROWS = 20
_MOST_ROWS = 10_000
"""How many numbers of steps are shown."""

_AHEAD = 50
"""How many steps are computed at once, at first."""

_LOOK_UP = 100
"""A look-up in Python, in steps of the budget."""

_FEW = 50
"""With fewer states a matrix is multiplied faster than its entries are looked up."""

_SHOWN = Fraction(99, 100)
"""Steps are shown until the chain has ended with this probability, if it ends at all."""


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
    """what takes these steps, in words"""

    def __init__(self, markov: Markov, label: str = "", until: str = "it ends") -> None:
        self._markov = markov
        self.label = label
        self._until = until
        self._denominator = lcm(*(state.denominator for state in markov.states))
        self._ended: list[int] = [0 if markov.states else 1]
        self._far: dict[int, int] = {}
        self._bits = self._denominator.bit_length()
        self._size = sum(len(state.onward) + 1 for state in markov.states)
        self._now: tuple[int, Any] | None = None
        self._lock = Lock()

    def __reduce__(self) -> tuple[object, ...]:
        return (Duration, (self._markov, self.label, self._until))

    # Whether and when it ends

    @cached_property
    def ends(self) -> Fraction:
        """The probability that the chain ever ends."""
        if self._markov.certainly_ends:
            return Fraction(1)
        ends, denominator = self._markov.ends
        return Fraction(sum(ends.values()), denominator)

    def if_it_ends(self) -> Duration:
        """The number of steps, given that it ends.

        >>> import astragal
        >>> def play(n):
        ...     return astragal.coin(n + 1, n - 1) if n < 3 else astragal.coin(3, 3)
        >>> ruin = astragal.chain(play, 1, until=lambda n: n == 0)
        >>> ruin.duration().ends, ruin.duration().if_it_ends().mean
        (Fraction(2, 3), Fraction(5, 3))
        """
        if self.ends == 0:
            raise OddsError("never-ends", f"{self.label} never ends")
        if self._markov.certainly_ends:
            return self
        return Duration(self._markov.if_it_ends(), f"{self.label}, if it ends")

    def of(self, what: View) -> Duration:
        """The number of steps until the chain ends with an outcome of which a view is true.

        A chain that ends with another outcome counts as never ending.

        >>> import astragal
        >>> def step(n):
        ...     return astragal.coin(n + 1, n - 1)
        >>> climb = astragal.chain(step, 1, until=lambda n: n in (0, 3))
        >>> climb.duration().of("outcome=3").ends, climb.duration().of("outcome=3").within(2)
        (Fraction(1, 3), Fraction(1, 4))
        """
        look = view_of(what)

        def holds(end: Absorbing) -> bool:
            held = look(end.outcome)
            if not isinstance(held, bool):
                raise OddsError(
                    "not-true",
                    f"{view_name(what)} must be true or false of an outcome, not {show(held)}",
                )
            return held

        chain = self._markov
        states = [
            State(
                step.onward,
                {end: ways for end, ways in step.ends.items() if holds(end)},
                step.denominator,
            )
            for step in chain.states
        ]
        at_once = chain.at_once
        if at_once is not None and not holds(at_once):
            states, at_once = [State({}, {}, 1)], None
        label = f"{self.label}: {view_name(what)}"
        return Duration(Markov(states, chain.budget, at_once), label, "it comes to that")

    @cached_property
    def _moments(self) -> tuple[Fraction, Fraction]:
        if self.ends < 1:
            raise OddsError(
                "may-never-end",
                f"{self.label} never ends with probability {1 - self.ends}, "
                "so its number of steps has no mean",
                hint="if_it_ends() is the number of steps under the condition that it ends",
            )
        return self._markov.moments

    # Step by step

    def within(self, n: int) -> Fraction:
        """The probability that the chain ends within ``n`` steps."""
        return fraction_of(self._weight(checked_count(n, 0)), self._denominator**n)

    def _weight(self, n: int) -> int:
        """The weight of ending within ``n`` steps, over the n-th power of the denominator."""
        if n < len(self._ended):
            return self._ended[n]
        known = self._far.get(n)
        if known is not None:
            return known
        # A caller who asks about one step will ask about the next.
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
        """About the cost of ``n`` steps one by one, and by a power of the matrix."""
        words = 1 + n * self._bits // 64
        new = n + 1 - len(self._ended)
        by_steps = new * (_LOOK_UP + self._size * words)
        size = len(self._markov.states) + 1
        by_matrix = size**3 * words * n.bit_length()
        return by_steps, by_matrix if size <= _FEW else by_steps + 1

    def exactly(self, n: int) -> Fraction:
        """The probability that the chain ends with step ``n``."""
        return self.within(n) - (self.within(n - 1) if n else 0)

    def quantile(self, share: Fraction | str) -> int:
        """The least number of steps within which the chain ends with at least this probability."""
        share = checked_share(share)
        if share > self.ends or (share == self.ends and not self._bounded):
            raise OddsError(
                "never-reached",
                f"the chain ends with probability {self.ends}, so it never reaches {share}",
            )
        n = 1
        while not self._enough(n, share):
            n *= 2
        return bisect_left(range(n + 1), True, key=lambda k: self._enough(k, share))

    def _enough(self, n: int, share: Fraction) -> bool:
        """Whether ``n`` steps are enough for this probability, without reducing fractions."""
        goal = share.numerator * self._denominator**n
        return bool(self._weight(n) * share.denominator >= goal)

    @cached_property
    def _bounded(self) -> bool:
        """Whether there is a number of steps that it never exceeds, if it ends at all."""
        return self.within(len(self._markov.states)) == self.ends

    def _go_to(self, n: int) -> None:
        """Extend the known weights to ``n`` steps."""
        known = len(self._ended) - 1
        if self._now is not None and self._now[0] != known:
            # It was interrupted on the way: start again.
            self._now = None
            del self._ended[1:]
            known = 0
        now = None if self._now is None else self._now[1]
        few = len(self._markov.states) < _FEW
        after = self._by_matrix(now, n - known) if few else self._by_transitions(now, n - known)
        self._now = (n, after)

    @cached_property
    def _matrix(self) -> fmpz_mat:
        """The transition matrix, with the end as one more state."""
        states = self._markov.states
        size = len(states) + 1
        matrix = fmpz_mat(size, size)
        for place, state in enumerate(states):
            factor = self._denominator // state.denominator
            for other, weight in state.onward.items():
                matrix[place, other] = weight * factor
            matrix[place, size - 1] = sum(state.ends.values()) * factor
        matrix[size - 1, size - 1] = self._denominator
        return matrix

    def _by_matrix(self, now: fmpz_mat | None, steps: int) -> fmpz_mat:
        """By the transition matrix: fast for few states."""
        matrix, ended = self._matrix, self._ended
        last = matrix.ncols() - 1
        if now is None:
            now = fmpz_mat(1, last + 1, [int(not place) for place in range(last + 1)])
        for _ in range(steps):
            now = now * matrix
            ended.append(int(now[0, last]))
        return now

    def _by_transitions(self, now: dict[int, int] | None, steps: int) -> dict[int, int]:
        """State by state, along the transitions."""
        now = {0: 1} if now is None else now
        for _ in range(steps):
            after: dict[int, int] = {}
            ended = self._ended[-1] * self._denominator
            for place, weight in now.items():
                onward, ends = self._transitions[place]
                ended += weight * ends
                for other, share in onward:
                    after[other] = after.get(other, 0) + weight * share
            now = after
            self._ended.append(ended)
        return now

    @cached_property
    def _transitions(self) -> list[tuple[list[tuple[int, int]], int]]:
        """Each state's transitions and the weight of its ends, over one denominator for all."""
        transitions = []
        for state in self._markov.states:
            factor = self._denominator // state.denominator
            onward = [(other, weight * factor) for other, weight in state.onward.items()]
            transitions.append((onward, sum(state.ends.values()) * factor))
        return transitions

    # As a table

    def table(self, most: int | None = None) -> Grid:
        """The probability of ending within 1, 2, … steps, up to ``most`` or until it is likely."""
        if most is None and self._far_off:
            steps = list(range(1, _ROWS + 1))
        elif most is None:
            last = self.quantile(_SHOWN * self.ends) if self.ends else 1
            stride = int(nice(max(Fraction(1), Fraction(last, _ROWS))))
            steps = list(range(stride, last + stride, stride)) or [0]
        else:
            steps = list(range(1, checked_count(most, 1, _MOST_ROWS) + 1))
        chances = {(n,): self.within(n) for n in steps}
        return Grid(self.label, {"within": tuple(steps)}, chances, "chance", self.summary())

    @cached_property
    def _far_off(self) -> bool:
        """Whether too many steps to compute are needed before the end becomes likely."""
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
        """Mean and standard deviation in a line, and whether it may never end."""
        from astragal.render.figures import decimal, fraction, percent

        if self.ends < 1:
            never = f"{_NEVER[self._until]} {percent(1 - self.ends)}{fraction(1 - self.ends)}"
            if not self.ends:
                return never
            given = self.if_it_ends()
            spread = f"mean {decimal(given.mean)} steps · sd {decimal(given.sd)}"
            return f"{never} · if {self._until}: {spread}"
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
