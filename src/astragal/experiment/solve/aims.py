"""Aims: what decisions are for. One after the other, if several decide."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, TypeAlias

from astragal._visible import in_short
from astragal.errors import OddsError
from astragal.probability.views import View, view_name, view_of

Appraisal: TypeAlias = Sequence[Fraction] | Sequence[tuple[Fraction, ...]]
"""What each option is worth; further numbers decide between equally good ones."""

_TRUTHS = (Fraction(0), Fraction(1))
"""What false and true are worth."""

_THEN = re.compile(r",?\s+then\s+")
_LEAST = re.compile(r"(?:least|not)\s+")


class Goal:
    """A number to maximise on average, or the chance that something is true."""

    def __init__(self, what: View) -> None:
        least = _LEAST.match(what) if isinstance(what, str) else None
        self._look = view_of(what[least.end() :] if least and isinstance(what, str) else what)
        self._turned = least is not None
        self.name = view_name(what)
        self.chance = True
        """whether it has been true or false for every outcome so far"""

    def worth(self, outcome: Any) -> Fraction:
        """More is better."""
        value = self._look(outcome)
        if not isinstance(value, int | Fraction):
            raise OddsError(
                "bad-aim",
                f"an aim must be true, false or a number for every outcome, not {in_short(value)}",
            )
        if isinstance(value, bool):
            return _TRUTHS[value != self._turned]
        self.chance = False
        return Fraction(-value if self._turned else value)

    def shown(self, worth: Fraction) -> Fraction:
        """The chance, or the mean, of which this is the worth."""
        return -worth if self._turned and not self.chance else worth


class Aim:
    """What to maximise on average. Of several goals each decides where those before it do not.

    In text they are joined by "then"; "least" and "not" turn a goal: ``passes, then least wounds``.
    """

    def __init__(self, what: View, *, own: bool = False) -> None:
        """``own``: it is what the rule that is played is for anyway, so nobody has to say it."""
        self.own = own
        self.settled = False
        """whether no option changes it, so that what decides between equals is shown instead"""
        parts = _THEN.split(what.strip()) if isinstance(what, str) else [what]
        self.goals = [Goal(part) for part in parts]
        self.view = what
        self.name = view_name(what)

    @property
    def chance(self) -> bool:
        """Whether the first goal has been true or false for every outcome so far."""
        return self.goals[0].chance

    def worth(self, outcome: Any) -> Fraction:
        """What the first goal makes of an outcome."""
        return self.goals[0].worth(outcome)

    def worths(self, outcome: Any) -> tuple[Fraction, ...]:
        """What every goal makes of it."""
        return tuple(goal.worth(outcome) for goal in self.goals)
