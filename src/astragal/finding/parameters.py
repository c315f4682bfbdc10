"""Families of what has open numbers: notation with letters, or a rule with parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any, NamedTuple

from astragal.errors import NOWHERE, AstragalError, StoppedError
from astragal.experiment.choices import Decide
from astragal.experiment.solve.analysis import Analysis
from astragal.finding.candidate import Candidate, features_of, off_of, value_of
from astragal.finding.offs import Off
from astragal.finding.templates import Template
from astragal.finding.wishes import Wish
from astragal.limits import Limits
from astragal.notation.expression import Expression
from astragal.notation.syntax.parser import parse
from astragal.odds.views import View
from astragal.outcome import show
from astragal.sweeps.axes import Axes, checked_axes
from astragal.sweeps.subject import Cell, Subject

_CANDIDATE = 30_000
"""The steps of making a candidate, where all share one limit."""


class Looking(NamedTuple):
    """How candidates are looked at."""

    wishes: Sequence[Wish]
    of: View | None
    aim: View | None
    decide: Decide | None
    limits: Limits
    near: Off


class Made(NamedTuple):
    """A candidate before its odds are known."""

    name: str
    at: dict[str, Any]
    cell: Cell

    @property
    def trouble(self) -> tuple[int, Fraction]:
        """How much there is to do for whoever rolls it; of rules, none is simpler than another."""
        if not isinstance(self.cell.experiment, Expression):
            return 0, Fraction(0)
        return self.cell.experiment.cost.dice, sum(map(abs, self.at.values()), Fraction(0))


Maker = Callable[[dict[str, Any]], Made]


def values_of(axes: Axes, limits: Limits) -> dict[str, tuple[Any, ...]]:
    """The values of each open number; refused before the work if there are too many together."""
    if not isinstance(axes, Mapping):
        return checked_axes(axes, 1, limits)  # which refuses it
    values = {
        name: each
        for axis in ({name: given} for name, given in axes.items())
        for name, each in checked_axes(axis, 1, limits).items()
    }
    limits.check("candidates", prod(map(len, values.values())), NOWHERE)
    return values


def maker_of(
    what: Any, names: Sequence[str], fixed: Mapping[str, Any] | None, limits: Limits
) -> Maker:
    """Makes candidates of notation with letters, or of whatever can be swept."""
    if isinstance(what, str):
        template = Template(what, [*names, *(fixed or {})])
        return lambda at: _of_notation(template, {**(fixed or {}), **at}, at, limits)
    subject = Subject(what, fixed, limits)
    return lambda at: Made(_parameters(at), at, subject.cell(at))


def _of_notation(
    template: Template, values: Mapping[str, Any], at: dict[str, Any], limits: Limits
) -> Made:
    text = template.filled(values)
    return Made(text, at, Cell(parse(text, limits=limits), {}))


def _parameters(at: Mapping[str, Any]) -> str:
    return ", ".join(f"{name}={show(value)}" for name, value in at.items())


class Tried(NamedTuple):
    """All candidates that could be looked at, best first, and what was refused."""

    candidates: list[Candidate]
    refused: list[AstragalError]


def tried(make: Maker, values: Mapping[str, tuple[Any, ...]], looking: Looking) -> Tried:
    """Every candidate, best first; if all are refused, the first error is raised."""
    found: list[tuple[Any, Candidate]] = []
    refused: list[AstragalError] = []
    for place, key in enumerate(product(*values.values())):
        try:
            made, candidate = _looked_at(make, dict(zip(values, key, strict=True)), looking)
        except StoppedError:
            raise
        except AstragalError as error:
            if _used_up(looking.limits):
                raise
            refused.append(copy(error))
        else:
            rank = Off() if candidate.off <= looking.near else candidate.off
            found.append(((rank, made.trouble, place), candidate))
    if not found:
        raise refused[0]
    found.sort(key=lambda pair: pair[0])
    return Tried([candidate for _, candidate in found], refused)


def _used_up(limits: Limits) -> bool:
    return limits.tally is not None and limits.tally.used_up


def _looked_at(make: Maker, at: dict[str, Any], looking: Looking) -> tuple[Made, Candidate]:
    if (tally := looking.limits.tally) is not None:
        tally.refuse()
        tally.spend(_CANDIDATE)
    made = make(at)
    analysis = Analysis(
        made.cell.experiment, made.cell.variables, looking.aim, looking.decide, looking.limits
    )
    odds = analysis.odds()
    goes_on = not isinstance(made.cell.experiment, Expression)
    steps = (lambda: analysis.duration().mean) if goes_on else None
    features = features_of(odds, looking.of, steps)
    values = tuple(value_of(wish, features) for wish in looking.wishes)
    shown = odds if looking.of is None else odds.of(looking.of)
    off = off_of(looking.wishes, features)
    return made, Candidate(made.name, shown.labelled(made.name), off, values, made.at)
