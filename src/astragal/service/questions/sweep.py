"""``sweep``: a chance, a mean or all shares, for each value of some parameters."""

from __future__ import annotations

from collections.abc import Iterable
from math import prod
from typing import TYPE_CHECKING, Any

from astragal.service.fields import AIM, AXES, OF, STEPS, SUBJECT, WITHIN, switch
from astragal.service.question import AboutSubject, Given

if TYPE_CHECKING:
    from astragal.errors import AstragalError
    from astragal.limits import Limits
    from astragal.render.grid import Grid
    from astragal.service.subject import Subject

_SHARES = switch("shares", "the chance of each outcome, also of numbers")

SWEPT = (*SUBJECT, AXES, OF, AIM, WITHIN, STEPS)
"""The fields of a sweep: the subject, its axes, and the measure."""


class OverAxes(AboutSubject):
    """A question about each value of some parameters; ``work`` may name an ``executor``."""

    one_budget = True

    def found(self, subject: Subject, given: Given, limits: Limits, **work: Any) -> Any:
        axes = {name: subject.read_axis(name, values) for name, values in given["axes"].items()}
        what, fixed = subject.swept(axes, limits)
        measure = {name: given[name] for name in ("of", "within", "steps")}
        aim = subject.aim(given["aim"]) or subject.own_aim
        return self.search(
            what, axes, given, aim=aim, fixed=fixed, limits=limits, **measure, **work
        )

    def search(self, what: Any, axes: Any, given: Given, **measure: Any) -> Any:
        """The result over these axes."""
        raise NotImplementedError

    def parts(self, subject: Subject, given: Given) -> int:
        return prod(len(subject.read_axis(name, each)) for name, each in given["axes"].items())

    def refusals(self, found: Any) -> Iterable[AstragalError]:
        errors: Iterable[AstragalError] = found.grid().errors.values()
        return errors


class Sweep(OverAxes):
    """A chance or a mean for each value of one or two parameters; of words, every chance."""

    name = "sweep"
    example = '{"expression": "1d20+@n >= 15", "axes": {"n": "0..9"}}'
    fields = (*SWEPT, _SHARES)
    answers = "Grid | Shares"

    def search(self, what: Any, axes: Any, given: Given, **measure: Any) -> Grid:
        from astragal.sweeps.sweep import sweep

        return sweep(what, axes, shares=given["shares"], **measure)

    def data(self, found: Grid, limits: Limits) -> dict[str, Any]:
        from astragal.service.answers import grid_answer

        return grid_answer(found, limits)
