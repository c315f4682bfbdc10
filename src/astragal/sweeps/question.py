"""The question of a sweep, asked of every cell: a chance, a mean, or how many steps it takes."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from astragal.errors import Hints, OddsError
from astragal.experiment.choices import Decide
from astragal.experiment.solve.analysis import Analysis
from astragal.experiment.solve.memory import Memory
from astragal.limits import DEFAULT_LIMITS, Limits, check_limits
from astragal.notation.expression import Expression
from astragal.odds.checks import checked_count
from astragal.odds.distribution import Distribution
from astragal.odds.views import View, view_name
from astragal.outcome import show
from astragal.render.grid import Measure
from astragal.sweeps.subject import Cell


class Measured(NamedTuple):
    """The answer of one cell."""

    value: Fraction
    measure: Measure


class Question(NamedTuple):
    """What is asked of every cell."""

    of: View | None
    within: int | None
    steps: bool
    aim: View | None
    decide: Decide | None
    limits: Limits

    @classmethod
    def checked(
        cls,
        of: View | None,
        within: int | None,
        steps: bool,
        aim: View | None,
        decide: Decide | None,
        limits: Limits | None,
    ) -> Question:
        if within is not None and steps:
            raise OddsError("two-measures", "give within or steps, not both")
        allowed = DEFAULT_LIMITS if limits is None else check_limits(limits)
        within = None if within is None else checked_count(within, 0)
        return cls(of, within, steps, aim, decide, allowed)

    def label(self) -> str:
        """What is asked, in words."""
        seen = "" if self.of is None else view_name(self.of)
        if self.within is not None:
            return f"{seen or 'ended'} within {self.within} step{'' if self.within == 1 else 's'}"
        if self.steps:
            return f"steps, if {seen}" if seen else "steps"
        return seen

    def asked_of(self, cell: Cell, memory: Memory) -> Measured:
        """The answer of a cell, with what the memory knows from others."""
        if isinstance(cell.experiment, Expression) and self._is_about_rules:
            raise OddsError(
                "no-steps",
                "notation has no steps: within and steps are for rules",
            )
        analysis = Analysis(cell.experiment, None, self.aim, self.decide, self.limits, memory)
        if self.within is None and not self.steps:
            return _measured(analysis.odds() if self.of is None else analysis.odds_of(self.of))
        duration = analysis.duration()
        if self.of is not None:
            duration = duration.of(self.of)
        if self.within is not None:
            return Measured(duration.within(self.within), "chance")
        # The mean number of steps to an event is taken over the runs in which it happens.
        return Measured((duration if self.of is None else duration.if_it_ends()).mean, "mean")

    @property
    def _is_about_rules(self) -> bool:
        return self.within is not None or self.steps


def _measured(seen: Distribution) -> Measured:
    if seen.truth:
        return Measured(seen.probability(True), "chance")
    if not seen.numeric:
        raise OddsError(
            "not-numbers",
            "a sweep needs outcomes that are true, false or numbers, not such as "
            f"{show(next(iter(seen)))}",
            hint=Hints(
                "say what to measure: of=… (a field of the outcome, or a function of it)",
                "say what to measure: a field of the outcome, or e.g. outcome=won",
            ),
        )
    return Measured(seen.mean, "mean")
