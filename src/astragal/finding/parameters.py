"""Families with open numbers: notation with letters, or a rule with parameters."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from fractions import Fraction
from itertools import product
from math import prod
from operator import itemgetter
from typing import Any, NamedTuple

from astragal.errors import NOWHERE, AstragalError, OddsError, StoppedError
from astragal.experiment.choices import Decide
from astragal.experiment.solve.analysis import Analysis
from astragal.finding.candidate import Candidate, features_of, off_of
from astragal.finding.candidate import values_of as values_of_wishes
from astragal.finding.offs import Off
from astragal.finding.templates import Template
from astragal.finding.wishes import Wish
from astragal.limits import Limits
from astragal.notation.expression import Expression
from astragal.notation.syntax.parser import parse
from astragal.outcome import show
from astragal.probability.budget import Budget
from astragal.probability.distribution import Distribution
from astragal.probability.views import View
from astragal.sweeps.axes import Axes, checked_axes
from astragal.sweeps.question import steps_of_chance
from astragal.sweeps.subject import Cell, Subject

_TABLED = 4
"""After a table of the odds, an outcome takes this many thirds of a number's memory."""
_CANDIDATE = 18_000
"""Steps for building a candidate."""
_CHARACTER = 500
"""Steps for reading a character of notation."""
_WISH = 2_000
"""Steps for the value of a wish, however short the odds are."""
_OUTCOME = 60
"""Steps per outcome for means and chances."""
_SEEN = 300
"""Steps per outcome for applying a view."""
_MOST_OPEN = 20
"""The most open numbers in a search."""


class Looking(NamedTuple):
    """Settings for evaluating candidates."""

    wishes: Sequence[Wish]
    of: View | None
    aim: View | None
    decide: Decide | None
    limits: Limits
    near: Off
    wanted: int
    """how many of the best to keep"""


class Made(NamedTuple):
    """A candidate before its odds are known."""

    name: str
    at: dict[str, Any]
    cell: Cell

    @property
    def trouble(self) -> tuple[int, Fraction]:
        """How laborious it is to roll: dice, then size of the numbers. The same for all rules."""
        if not isinstance(self.cell.experiment, Expression):
            return 0, Fraction(0)
        return self.cell.experiment.cost.dice, sum(map(abs, self.at.values()), Fraction(0))


Maker = Callable[[dict[str, Any]], Made]


def values_of(axes: Axes, limits: Limits) -> dict[str, tuple[Any, ...]]:
    """Values of each open number; refused up front if there are too many combinations."""
    if not isinstance(axes, Mapping):
        return checked_axes(axes, 1, limits)  # this refuses it
    if len(axes) > _MOST_OPEN:
        raise OddsError(
            "bad-axes", f"{len(axes):,} numbers are open, and at most {_MOST_OPEN} may be"
        )
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
    """A function that makes candidates from notation with letters, or from a sweep subject."""
    if isinstance(what, str):
        template = Template(what, [*names, *(fixed or {})], limits)
        return lambda at: _of_notation(template, {**(fixed or {}), **at}, at)
    subject = Subject(what, fixed, limits)
    return lambda at: Made(_parameters(at), at, subject.cell(at))


def _of_notation(template: Template, values: Mapping[str, Any], at: dict[str, Any]) -> Made:
    limits = template.limits
    spend(limits, len(template.text) * _CHARACTER)
    text = template.filled(values)
    return Made(text, at, Cell(parse(text, limits=limits), {}))


def spend(limits: Limits, steps: int) -> None:
    """Count steps towards the limit of the whole search."""
    assert limits.tally is not None, "all candidates share one limit"
    limits.tally.spend(steps)


def _parameters(at: Mapping[str, Any]) -> str:
    return ", ".join(f"{name}={show(value)}" for name, value in at.items())


class Tried:
    """Evaluated candidates: the best ones, best first, and the refusals."""

    def __init__(self, looking: Looking) -> None:
        self.count = 0
        """number of candidates considered, including those refused"""
        self._looking = looking
        self._best: list[tuple[Any, Candidate]] = []
        self._refused: dict[str, tuple[int, AstragalError]] = {}
        """the count and the first error of each kind; keeping every error would fill the memory"""

    def keep(self, made: Made, candidate: Candidate) -> None:
        """Keep a candidate if it is among the best."""
        self.count += 1
        looking = self._looking
        rank = Off() if candidate.off <= looking.near else candidate.off
        key = (rank, made.trouble, self.count)
        place = bisect(self._best, key, key=itemgetter(0))
        if place < looking.wanted:
            self._best[place:] = [(key, candidate), *self._best[place : looking.wanted - 1]]
            self._check_memory()

    def _check_memory(self) -> None:
        """Count the memory of the odds kept, plus room for the next at the size of the largest."""
        budget = Budget(self._looking.limits)
        sizes = [(len(each.odds), each.odds.denominator.bit_length()) for each in self.candidates]
        for outcomes, bits in (*sizes, max(sizes)):
            budget.keep(outcomes * _TABLED // 3, bits)

    def refuse(self, error: AstragalError) -> None:
        self.count += 1
        number, first = self._refused.get(error.code, (0, None))
        self._refused[error.code] = number + 1, first or copy(error)

    @property
    def candidates(self) -> list[Candidate]:
        return [candidate for _, candidate in self._best]

    @property
    def refusals(self) -> list[str]:
        """Each kind of refusal once, with the number of candidates refused."""
        return [f"left out {many:,}: {error.message}" for many, error in self._refused.values()]

    def check_any(self) -> None:
        """Raise the first error if all candidates were refused."""
        if not self._best:
            raise next(iter(self._refused.values()))[1]


def tried(make: Maker, values: Mapping[str, tuple[Any, ...]], looking: Looking) -> Tried:
    """Evaluate every candidate; if all are refused, raise the first error."""
    found = Tried(looking)
    for key in product(*values.values()):
        try:
            made, candidate = _looked_at(make, dict(zip(values, key, strict=True)), looking)
        except StoppedError:
            raise
        except AstragalError as error:
            if _used_up(looking.limits):
                raise
            found.refuse(error)
        else:
            found.keep(made, candidate)
    found.check_any()
    return found


def _used_up(limits: Limits) -> bool:
    return limits.tally is not None and limits.tally.used_up


def _looked_at(make: Maker, at: dict[str, Any], looking: Looking) -> tuple[Made, Candidate]:
    spend(looking.limits, _CANDIDATE)
    made = make(at)
    analysis = Analysis(
        made.cell.experiment, made.cell.variables, looking.aim, looking.decide, looking.limits
    )
    odds = analysis.odds()
    _count_wishes(odds, looking)
    goes_on = not isinstance(made.cell.experiment, Expression)
    steps = (lambda: analysis.duration().mean) if goes_on else None
    values = values_of_wishes(looking.wishes, features_of(odds, looking.of, steps))
    shown = odds if looking.of is None else odds.of(looking.of)
    off = off_of(looking.wishes, values)
    return made, Candidate(made.name, shown.labelled(made.name), off, values, made.at)


def _count_wishes(odds: Distribution, looking: Looking) -> None:
    """Count the steps of measuring how far odds are from the wishes."""
    views = 2 * (looking.of is not None) + sum(
        wish.is_chance and wish.condition is None for wish in looking.wishes
    )
    denominator = odds.denominator
    budget = Budget(looking.limits)
    each = _OUTCOME + denominator.bit_length() // 64 + views * _SEEN
    budget.spend(len(odds) * each)
    budget.spend(len(looking.wishes) * (_WISH + steps_of_chance(denominator)))
