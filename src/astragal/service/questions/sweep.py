"""``sweep``: a chance, a mean or the shares of all words, for each value of some parameters."""

from __future__ import annotations

from typing import Any

from astragal.service.answers import grid_answer
from astragal.service.fields import AIM, AXES, OF, STEPS, SUBJECT, WITHIN, switch
from astragal.service.question import Given, Question
from astragal.service.schemas import either, ref
from astragal.service.service import Service
from astragal.service.subject import read_subject
from astragal.sweeps.sweep import sweep

_SHARES = switch("shares", "the chance of each outcome, also of numbers")

SWEPT = (*SUBJECT, AXES, OF, AIM, WITHIN, STEPS)
"""What is swept, over which values, and what is measured of it."""


class Sweep(Question):
    """A chance or a mean for each value of one or two parameters; of words, every chance."""

    name = "sweep"
    fields = (*SWEPT, _SHARES)
    answers = either(ref("Grid"), ref("Shares"))

    def answer(self, given: Given, service: Service) -> dict[str, Any]:
        what, axes, measure = swept(given, service)
        grid = sweep(what, axes, shares=given["shares"], **measure)
        return grid_answer(grid, measure["limits"])


def swept(given: Given, service: Service) -> tuple[Any, dict[str, tuple[Any, ...]], dict[str, Any]]:
    """What is swept, over which values, and what is measured of it: all cells share one limit."""
    limits = service.limits.shared()
    subject = read_subject(given, limits)
    axes = {name: subject.read_axis(name, values) for name, values in given["axes"].items()}
    what, fixed = subject.swept(axes, limits)
    measure = {name: given[name] for name in ("of", "within", "steps")}
    aim = subject.aim(given["aim"]) or subject.own_aim
    return what, axes, {**measure, "aim": aim, "fixed": fixed, "limits": limits}
