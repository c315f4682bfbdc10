"""``matters``: the effect of one step of each parameter on a chance or a mean."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TypedDict

from astragal.service import data
from astragal.service.fields import (
    AIM,
    OF,
    STEPS,
    SUBJECT,
    WITHIN,
    Field,
    by_name,
    number,
)
from astragal.service.question import AboutSubject, Given

if TYPE_CHECKING:
    from astragal.errors import AstragalError
    from astragal.limits import Limits
    from astragal.service.subject import Subject
    from astragal.sweeps.matters import Matters as Effects

_USUAL = 20
"""The default number of changes."""
_BY = Field(
    "by",
    by_name(number),
    "how much is one step of a number, such as {stat: 5}",
    {},
    shown="NAME=5",
    several=True,
    noun="a name and a number",
    example="str=3",
)


class Effect(TypedDict):
    parameter: str
    change: str
    to: Any
    then: data.Fraction
    difference: data.Fraction


class LeftOut(TypedDict):
    what: str
    reason: str


class Answer(TypedDict):
    version: int
    of: str
    kind: data.Kind
    now: data.Fraction
    effects: list[Effect]
    left_out: list[LeftOut]


class Matters(AboutSubject):
    """What does one step of each parameter change, the greatest difference first?"""

    name = "matters"
    example = '{"expression": "1d20+@n >= 15", "variables": {"n": 3}}'
    one_budget = True
    fields = (*SUBJECT, OF, AIM, WITHIN, STEPS, _BY)
    answers = Answer

    def parts(self, subject: Subject, given: Given) -> int:
        return _USUAL

    def refusals(self, found: Effects) -> Iterable[AstragalError]:
        return found.errors.values()

    def found(self, subject: Subject, given: Given, limits: Limits) -> Effects:
        from astragal.sweeps.matters import matters

        return matters(
            subject.experiment,
            fixed=subject.fixed,
            by=given["by"],
            aim=subject.aim(given["aim"]) or subject.experiment.own_aim,
            limits=limits,
            **{name: given[name] for name in ("of", "within", "steps")},
        )
