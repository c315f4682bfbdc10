"""The duration of a chain: the number of steps until it ends."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

from astragal.errors import Hints, LimitError, OddsError
from astragal.outcome import show
from astragal.probability.budget import Budget
from astragal.probability.checks import checked_count, checked_share
from astragal.probability.markov.chain import Absorbing, Markov, State
from astragal.probability.markov.unfolding import Unfolding
from astragal.probability.moments import Moments
from astragal.probability.views import View, view_name, view_of
from astragal.render.grid import Grid, RenderedGrid
from astragal.render.rows import nice

if TYPE_CHECKING:
    from astragal.render.plots.picture import Picture

_ROWS = 20
_MOST_ROWS = 10_000
"""The most rows of step counts that are shown."""

_SHOWN = Fraction(99, 100)
"""Steps are shown until the chain has ended with this probability, given that it ends at all."""


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
    """the process that takes these steps, in words"""

    def __init__(self, markov: Markov, label: str = "", until: str = "it ends") -> None:
        self._markov = markov
        self.label = label
        self._until = until
        self._unfolding = Unfolding(markov.states)

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
        >>> def play(n: int) -> astragal.Experiment[int]:
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
        """The number of steps until the chain ends with an outcome for which a view is true.

        Ending with any other outcome counts as never ending.

        >>> import astragal
        >>> def step(n: int) -> astragal.Experiment[int]:
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
                hint=Hints("if_it_ends() is the number of steps under the condition that it ends"),
            )
        return self._markov.moments

    # Step by step

    def within(self, n: int) -> Fraction:
        """The probability that the chain ends within ``n`` steps."""
        return self._unfolding.within(checked_count(n, 0), self._question())

    def _question(self) -> Budget:
        """A budget for the answer to one question."""
        return self._markov.budget.anew()

    def exactly(self, n: int) -> Fraction:
        """The probability that the chain ends at step ``n``."""
        return self.within(n) - (self.within(n - 1) if n else 0)

    def quantile(self, share: Fraction | str) -> int:
        """The lowest number of steps within which the chain ends with at least this probability."""
        return self._quantile(checked_share(share), self._question())

    def _quantile(self, share: Fraction, question: Budget) -> int:
        if share > self.ends or (share == self.ends and not self._bounded(question)):
            raise OddsError(
                "never-reached",
                f"the chain ends with probability {self.ends}, so it never reaches {share}",
            )
        return self._unfolding.first_to_reach(share, question)

    def _bounded(self, question: Budget) -> bool:
        """True if the number of steps has an upper bound, provided the chain ends."""
        return self._unfolding.within(len(self._markov.states), question) == self.ends

    # As a table

    def table(self, most: int | None = None) -> Grid:
        """The probability of ending within 1, 2, … steps, up to ``most`` or until it is likely."""
        if most is not None:
            steps = list(range(1, checked_count(most, 1, _MOST_ROWS) + 1))
        elif (last := self._likely) is None:
            steps = list(range(1, _ROWS + 1))
        else:
            stride = int(nice(max(Fraction(1), Fraction(last, _ROWS))))
            steps = list(range(stride, last + stride, stride)) or [0]
        question = self._question()
        chances = {(n,): self._unfolding.within(n, question) for n in steps}
        return Grid(self.label, {"within": tuple(steps)}, chances, "chance", self.summary())

    @cached_property
    def _likely(self) -> int | None:
        """The number of steps until the end is likely; None if that is too costly to compute.

        Half of the budget left after mean and deviation is available; the table needs the rest.
        """
        if not self.ends:
            return 1
        question = self._question()
        spent = self._markov.budget.spent
        question.spent = spent + max(0, question.limits.odds - spent) // 2
        try:
            return self._quantile(_SHOWN * self.ends, question)
        except LimitError:
            return None

    def grid(self) -> Grid:
        return self.table()

    def picture(self) -> Picture:
        from astragal.render.plots.showing import picture_of_grid

        return picture_of_grid(self.grid(), axis_name="steps at most")

    def summary(self) -> str:
        """A line with mean and standard deviation, and the probability of never ending."""
        from astragal.render.figures import decimal, fraction, percent

        if self.ends < 1:
            never = f"{_NEVER[self._until]} {percent(1 - self.ends)}{fraction(1 - self.ends)}"
            if not self.ends:
                return never
            given = self.if_it_ends()
            spread = f"mean {decimal(given.mean)} steps · sd {decimal(given.sd)}"
            return f"{never} · if {self._until}: {spread}"
        spread = f"mean {decimal(self.mean)} steps · sd {decimal(self.sd)}"
        if self._likely is None:
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
