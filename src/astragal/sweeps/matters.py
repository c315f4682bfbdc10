"""Sensitivity: how much one step of each parameter changes a chance or a mean."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy
from fractions import Fraction
from types import MappingProxyType
from typing import Any, NamedTuple

from astragal.errors import NOWHERE, AstragalError, StoppedError
from astragal.experiment.choices import Decide
from astragal.limits import Limits, bounded
from astragal.outcome import Number
from astragal.probability.views import View
from astragal.render.columns import Columns, RenderedColumns, exact_cells
from astragal.render.figures import figure, signed
from astragal.render.grid import Grid, Kind, Measure, place_data
from astragal.sweeps.answers import Asking
from astragal.sweeps.changing import changing_of
from astragal.sweeps.question import Measured, Question, no_number
from astragal.sweeps.subject import Cell
from astragal.sweeps.sweep import one_measure


class Effect(NamedTuple):
    """The effect of changing one parameter by one step."""

    parameter: str
    change: str
    """in words: ``+5``, ``on``, the name of another choice"""
    to: Any
    """the parameter's new value"""
    then: Fraction
    """the chance or mean after the change"""
    difference: Fraction

    def __str__(self) -> str:
        return f"{self.parameter} {self.change}"


class Matters(RenderedColumns):
    """The effects of one step of each parameter, largest difference first.

    >>> import astragal
    >>> found = astragal.matters("1d20 + @bonus >= @dc", fixed={"bonus": 3, "dc": 15})
    >>> found.now, str(found.effects[0]), found.effects[0].difference
    (Fraction(9, 20), 'bonus +1', Fraction(1, 20))
    """

    def __init__(
        self,
        label: str,
        kind: Measure,
        now: Fraction,
        effects: tuple[Effect, ...],
        left_out: Mapping[str, str],
        errors: Mapping[str, AstragalError],
    ) -> None:
        self.label = label
        self.kind = kind
        self.now = now
        """the chance or mean before any change"""
        self.effects = tuple(sorted(effects, key=lambda each: -abs(each.difference)))
        self.left_out = MappingProxyType(dict(left_out))
        """parameters that cannot change, each with the reason"""
        self.errors = MappingProxyType(dict(errors))
        """changes that were refused, each with its error"""

    @property
    def _difference(self) -> Kind:
        return "points" if self.kind == "chance" else "difference"

    def _points(self, difference: Fraction) -> Fraction:
        return 100 * difference if self.kind == "chance" else difference

    def sentence(self) -> str:
        """The present value in words."""
        return f"{self.kind} {figure(self.now, self.kind)} as it is"

    def grid(self) -> Grid:
        """The difference made by each change; for chances, in percentage points."""
        cells = {(str(each),): self._points(each.difference) for each in self.effects}
        changes = tuple(change for (change,) in cells)
        return Grid(self.label, {"change": changes}, cells, self._difference, self.sentence())

    @property
    def refuses(self) -> bool:
        return False

    def columns(self) -> Columns:
        kind, difference = self.kind, self._difference
        rows = [
            [str(each), signed(self._points(each.difference)), figure(each.then, kind)]
            for each in self.effects
            if each.difference
        ]
        exact = [
            [each.parameter, each.change, *exact_cells(each.difference), *exact_cells(each.then)]
            for each in self.effects
        ]
        headings = [
            *("parameter", "change", "difference_numerator", "difference_denominator"),
            *("difference", "numerator", "denominator", kind),
        ]
        same = ", ".join(str(each) for each in self.effects if not each.difference)
        notes = [f"no difference: {same}"] if same else []
        notes += [f"left out: {names} ({reason})" for reason, names in self._reasons().items()]
        shown = ["one step", difference, f"{kind} then"]
        return Columns(self.label, self.sentence(), shown, rows, headings, exact, notes)

    def _reasons(self) -> dict[str, str]:
        """The names left out, grouped by reason."""
        named: dict[str, list[str]] = {}
        for name, reason in self._all_left_out().items():
            named.setdefault(reason, []).append(name)
        return {reason: ", ".join(names) for reason, names in named.items()}

    def _all_left_out(self) -> dict[str, str]:
        refused = {name: error.message for name, error in self.errors.items()}
        return {**self.left_out, **refused}

    def to_data(self) -> dict[str, Any]:
        from astragal.render.data import DATA_VERSION, fraction_data

        return {
            "version": DATA_VERSION,
            "of": self.label,
            "kind": self.kind,
            "now": fraction_data(self.now),
            "effects": [
                {
                    "parameter": each.parameter,
                    "change": each.change,
                    "to": place_data(each.to),
                    "then": fraction_data(each.then),
                    "difference": fraction_data(each.difference),
                }
                for each in self.effects
            ],
            "left_out": [
                {"what": name, "reason": reason} for name, reason in self._all_left_out().items()
            ],
        }

    def __reduce__(self) -> tuple[object, ...]:
        left_out, errors = dict(self.left_out), dict(self.errors)
        return (Matters, (self.label, self.kind, self.now, self.effects, left_out, errors))


@bounded
def matters(
    what: Any,
    *,
    of: View | None = None,
    within: int | None = None,
    steps: bool = False,
    fixed: Mapping[str, Any] | None = None,
    by: Mapping[str, Number] | None = None,
    aim: View | None = None,
    decide: Decide | None = None,
    limits: Limits | None = None,
) -> Matters:
    """How much one step of each parameter changes a chance or a mean, sorted by size.

    ``what`` is a rule with its parameters filled in, a rule with ``fixed`` parameters, or notation
    with ``fixed`` values of its variables. Numbers go up and down by a step: 1, the `Step` that the
    parameter declares, or the step in ``by``: ``{"stat": 5}``. A parameter that is true or false is
    switched, and for a parameter with few choices every other choice is tried. Parameters that
    cannot change are left out, with the reason. All other arguments work as in ``sweep``.

    >>> import astragal
    >>> from astragal.games import scores
    >>> astragal.matters(scores.test(2), of="passes", by={"modifier": 2})
    scores.test(modifier=2): passes
      chance 55.00 % as it is
    <BLANKLINE>
              one step  points  chance then
         advantages +1  +24.75      79.75 %
      disadvantages +1  -24.75      30.25 %
           modifier +2  +20.00      75.00 %
           modifier -2  -20.00      35.00 %
    <BLANKLINE>
    no difference: critical_from -1, criticals second roll, criticals d10ish,
      criticals d20
    left out: ranges (it has no next value)
    """
    question = Question.checked(of, within, steps, aim, decide, limits)
    changing = changing_of(what, fixed, question.limits, by)
    question.limits.check("cells", 1 + len(changing.changes), NOWHERE)
    asking = Asking(question)
    now = _measured(asking, changing.now)
    effects, errors = [], {}
    for name, change, to, cell in changing.changes:
        try:
            then = _measured(asking, cell)
        except StoppedError:
            raise
        except AstragalError as error:
            errors[f"{name} {change}"] = copy(error)
            continue
        one_measure({now.measure, then.measure})
        effects.append(Effect(name, change, to, then.value, then.value - now.value))
    label = ": ".join(filter(None, (changing.label, question.label())))
    return Matters(label, now.measure, now.value, tuple(effects), changing.left_out, errors)


def _measured(asking: Asking, cell: Callable[[], Cell]) -> Measured:
    answer = asking.counted(cell)
    if isinstance(answer, Measured):
        return answer
    raise no_number(answer)
