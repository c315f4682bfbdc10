"""The question of a sweep, asked of every cell: a chance, a mean, all shares, or the steps."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from astragal.errors import Hints, OddsError
from astragal.experiment.choices import Decide
from astragal.experiment.solve.analysis import Analysis
from astragal.experiment.solve.memory import Memory
from astragal.limits import DEFAULT_LIMITS, Limits, check_limits
from astragal.notation.expression import Expression
from astragal.outcome import show
from astragal.probability.budget import Budget
from astragal.probability.checks import checked_count
from astragal.probability.distribution import Distribution
from astragal.probability.laws.law import Law
from astragal.probability.views import View, view_name
from astragal.render.grid import Measure
from astragal.sweeps.subject import Cell
from astragal.sweeps.words import Words, check_number, words_of


class Measured(NamedTuple):
    """The numeric answer of one cell."""

    value: Fraction
    measure: Measure


class Question(NamedTuple):
    """The measurement to make in every cell."""

    of: View | None
    within: int | None
    steps: bool
    aim: View | None
    decide: Decide | None
    limits: Limits
    shares: bool = False
    """whether to list the chance of each outcome, even of numbers and truth values"""

    @classmethod
    def checked(
        cls,
        of: View | None,
        within: int | None,
        steps: bool,
        aim: View | None,
        decide: Decide | None,
        limits: Limits | None,
        shares: bool = False,
    ) -> Question:
        if within is not None and steps:
            raise OddsError("two-measures", "give within or steps, not both")
        if shares and (within is not None or steps):
            raise OddsError("two-measures", "shares are of outcomes, not of steps")
        allowed = DEFAULT_LIMITS if limits is None else check_limits(limits)
        within = None if within is None else checked_count(within, 0)
        return cls(of, within, steps, aim, decide, allowed, bool(shares))

    def label(self) -> str:
        """The question in words."""
        seen = "" if self.of is None else view_name(self.of)
        if self.within is not None:
            return f"{seen or 'ended'} within {self.within} step{'' if self.within == 1 else 's'}"
        if self.steps:
            return f"steps, if {seen}" if seen else "steps"
        return seen

    def asked_of(self, cell: Cell, memory: Memory) -> Measured | Words:
        """Answer for a cell, reusing results in ``memory``."""
        if isinstance(cell.experiment, Expression) and self._is_about_rules:
            raise OddsError(
                "no-steps",
                "notation has no steps: within and steps are for rules",
            )
        analysis = Analysis(cell.experiment, None, self.aim, self.decide, self.limits, memory)
        if self.within is None and not self.steps:
            budget = analysis.memory.budget
            if self.of is not None:
                if not self.shares and (found := analysis.value_of(self.of)) is not None:
                    return Measured(found[0], "chance" if found[1] else "mean")
                return self._answer(analysis.odds_of(self.of), cell, budget)
            weighed = analysis.weighed()
            if isinstance(weighed, Law) and weighed.finite:
                budget.spend_entries(weighed.size, weighed.bits)
                if not self.shares:
                    return Measured(weighed.moments()[0], "mean")  # without listing outcomes
            return self._answer(analysis.listed(weighed), cell, budget)
        duration = analysis.duration()
        if self.of is not None:
            duration = duration.of(self.of)
        if self.within is not None:
            return Measured(duration.within(self.within), "chance")
        # The mean number of steps to an event counts only the runs in which the event happens.
        return Measured((duration if self.of is None else duration.if_it_ends()).mean, "mean")

    def _answer(self, seen: Distribution, cell: Cell, budget: Budget) -> Measured | Words:
        if seen.truth and not self.shares:
            return Measured(seen.probability(True), "chance")
        if seen.numeric and not self.shares:
            budget.spend_entries(len(seen), seen.denominator.bit_length())
            return Measured(seen.mean, "mean")
        check_number(len(seen), self.limits)
        budget.spend(len(seen) * steps_of_chance(seen.denominator))
        return words_of(seen, cell.experiment)

    @property
    def _is_about_rules(self) -> bool:
        return self.within is not None or self.steps


def steps_of_chance(denominator: int) -> int:
    """Steps of reducing a weight to a fraction in lowest terms."""
    words = denominator.bit_length() // 64
    return 400 + 20 * words + 3 * words**2


def no_number(answer: Words) -> OddsError:
    """The error for words where a chance or a mean is needed."""
    return OddsError(
        "not-numbers",
        "this needs outcomes that are true, false or numbers, not such as "
        f"{show(answer.words[0].word)}",
        hint=Hints(
            "say what to measure: of=… (a field of the outcome, or a function of it)",
            "say what to measure: a field of the outcome, or e.g. outcome=won",
        ),
    )
