"""An expression: what a text parses to, ready to be rolled, told and printed."""

from __future__ import annotations

import json
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from astragal._value import Value, field
from astragal.errors import (
    AstragalError,
    FacesError,
    LimitError,
    NotationError,
    RecordError,
    RollError,
)
from astragal.limits import DEFAULT_LIMITS, Cost, Limits
from astragal.notation.arithmetic import DIVISION_BY_ZERO
from astragal.notation.conditions import Variables
from astragal.notation.cost import cost_of, names_used
from astragal.notation.nodes import Binding, Kind, Node, checked, is_visible
from astragal.outcome import Outcome, to_data
from astragal.rolling.frame import Frame
from astragal.rolling.roll import NO_VARIABLES, RECORD_VERSION, Line, Roll
from astragal.rolling.sources import SYSTEM, HandSource, Source, trusted
from astragal.rolling.trace import RolledGroup, Trace

if TYPE_CHECKING:
    from astragal.odds.distribution import Distribution

_PLACES = {"missing-variable": "variables", "not-whole": "variables"}
"""Which part of a record an error in its replay is about."""

_QUICKLY = 10_000_000
"""How many steps may be taken, some hundredths of a second's worth, to say how likely an error is."""


class Expression(Value):
    """An immutable tree that knows how to roll itself.

    ``str`` gives its canonical notation, which parses back to an equal expression.

    >>> import astragal
    >>> expression = astragal.parse("4D6 ▲▲▲ + 2")
    >>> str(expression)
    '4d6kh3 + 2'
    >>> astragal.parse(str(expression)) == expression
    True
    """

    body: Node
    bindings: tuple[Binding, ...] = ()
    comment: str = ""
    text: str = field(default="", compare=False)
    limits: Limits = field(default=DEFAULT_LIMITS, compare=False)
    cost: Cost = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "cost", cost_of(self.bindings, self.body, self.limits))
        comment = self.comment
        if comment and (comment != " ".join(comment.split()) or not is_visible(comment)):
            raise NotationError("bad-comment", "a comment is one line of visible characters")

    def __str__(self) -> str:
        return f"{self.uncommented} # {self.comment}" if self.comment else self.uncommented

    @cached_property
    def uncommented(self) -> str:
        """The canonical notation without the comment."""
        return "; ".join([*map(str, self.bindings), str(self.body)])

    @cached_property
    def variables(self) -> set[str]:
        """The names of the values it needs from its caller: those with an @."""
        return names_used(self.bindings, self.body)

    def roll(self, source: Source | None = None, *, variables: Variables | None = None) -> Roll:
        """Roll it once, with faces from ``source`` (by default the system's secure generator).

        >>> import astragal
        >>> print(astragal.parse("1d20 + @str").roll(astragal.SeededSource(7), variables={"str": 3}))
        1d20 + @str → (8) + 3 = 11
        """
        given = NO_VARIABLES if variables is None else self._checked(variables)
        source = SYSTEM if source is None else trusted(source)
        frame = Frame(source, given, self.limits, self.cost)
        outcome = self._run(frame)
        return Roll(self, tuple(frame.faces), outcome, given)

    def sample(
        self, n: int, source: Source | None = None, *, variables: Variables | None = None
    ) -> list[Outcome]:
        """The outcomes of ``n`` rolls, without records: for simulation and tests.

        >>> import astragal
        >>> astragal.parse("2d6").sample(5, astragal.SeededSource(1))
        [3, 3, 7, 9, 3]
        """
        if n < 0:
            raise RollError("bad-count", f"a sample cannot have {n} rolls")
        given = NO_VARIABLES if variables is None else self._checked(variables)
        source = SYSTEM if source is None else trusted(source)
        limits, cost = self.limits, self.cost
        return [self._run(Frame(source, given, limits, cost)) for _ in range(n)]

    def odds(
        self,
        *,
        variables: Variables | None = None,
        limits: Limits | None = None,
        tail: Fraction | None = None,
    ) -> Distribution:
        """The exact odds of every outcome.

        Outcomes without end are listed until the others weigh less than ``tail``, by default 10⁻¹². What it
        costs is counted against ``limits.odds`` before the work is done.

        >>> import astragal
        >>> odds = astragal.parse("2d20kh1 + @bonus").odds(variables={"bonus": 5})
        >>> odds.at_least(20)
        Fraction(51, 100)
        """
        from astragal.notation.odds import odds_of
        from astragal.odds.budget import Budget
        from astragal.odds.checks import checked_tail
        from astragal.odds.distribution import TAIL, Distribution
        from astragal.odds.laws.law import Law
        from astragal.odds.listing import listing_cost

        given = NO_VARIABLES if variables is None else self._checked(variables)
        tail = TAIL if tail is None else checked_tail(tail)
        budget = Budget(limits or self.limits)
        try:
            found = odds_of(self.bindings, self.body, given, budget)
            if isinstance(found, Law) and not found.finite:
                budget.span = self.body.span
                budget.spend(listing_cost(found, tail))
        except AstragalError as error:
            raise error.about(self.text) from None
        except RecursionError:
            raise LimitError("too-deep", "too many brackets inside brackets for odds") from None
        label = self.uncommented
        if isinstance(found, Law):
            truth = self.body.kind is Kind.TRUTH
            return Distribution.of_law(found, truth=truth, label=label, tail=tail)
        return Distribution(found.weights, label=label)

    def trace(self, roll: Roll) -> Trace:
        """What happened to every die of a roll, by replaying its faces; a RecordError if they differ."""
        trace = Trace()
        source = HandSource(roll.faces, recorded=True)
        try:
            outcome = self._run(Frame(source, roll.variables, self.limits, self.cost, trace))
            source.finish()
        except AstragalError as error:
            place = _PLACES.get(
                error.code, "faces" if isinstance(error, FacesError) else "expression"
            )
            raise RecordError("bad-replay", f"{place}: {error.message}") from error
        claimed, replayed = (json.dumps(to_data(each)) for each in (roll.outcome, outcome))
        if claimed != replayed:
            message = f"outcome: the record says {claimed}, its faces give {replayed}"
            raise RecordError("wrong-outcome", message)
        return trace

    def groups(self, roll: Roll) -> list[RolledGroup]:
        return self.trace(roll).groups

    def record(self, roll: Roll) -> dict[str, Any]:
        return {
            "version": RECORD_VERSION,
            "expression": roll.expression,
            "variables": {name: to_data(value) for name, value in roll.variables.items()},
            "faces": list(roll.faces),
            "outcome": to_data(roll.outcome),
            "groups": [group.to_data() for group in roll.groups],
        }

    def line(self, roll: Roll) -> Line:
        from astragal.notation.telling import tell_line

        return tell_line(self, roll)

    def explain(self, roll: Roll) -> list[str]:
        from astragal.notation.telling import tell_steps

        return tell_steps(self, roll)

    def describe(self) -> str:
        """What the expression means, in words.

        >>> import astragal
        >>> astragal.parse("4d6kh3 + 2").describe()
        'four six-sided dice, keep the highest 3; plus 2'
        """
        from astragal.notation.wording import describe

        return describe(self)

    def _run(self, frame: Frame) -> Outcome:
        try:
            return self._evaluate(frame)
        except AstragalError as error:
            if error.code == DIVISION_BY_ZERO:
                error = self._with_odds(error, frame.variables)
            raise error.about(self.text) from None
        except RecursionError:
            raise LimitError("too-deep", "too many brackets inside brackets to roll") from None

    def _evaluate(self, frame: Frame) -> Outcome:
        for binding in self.bindings:
            binding.bind(frame)
        return self.body.value(frame)

    def _with_odds(self, error: AstragalError, variables: Variables) -> AstragalError:
        """A division by zero that only some faces lead to, said with how likely they are."""

        limits = Limits(odds=_QUICKLY)
        try:
            self.odds(variables=variables, limits=limits)
        except RollError as failure:
            if failure.code == DIVISION_BY_ZERO:
                return failure
        except AstragalError:
            pass
        message = f"{error.message}, as some faces make it do"
        return RollError(error.code, message, span=error.span, hint=error.hint)

    def _checked(self, variables: Variables) -> Variables:
        """The caller's values, copied; refused where one is no number or its name cannot be meant."""
        for name, value in variables.items():
            if not isinstance(name, str) or name.startswith("@"):
                raise RollError("bad-variable", f"{name!r}: a name is text, without the @")
            if isinstance(value, bool) or not isinstance(value, int | Fraction):
                raise RollError(
                    "bad-variable", f"@{name} must be a whole number or a Fraction, not {value!r}"
                )
        return MappingProxyType(
            # Looked up by the names used: a sheet knows them in whatever case they are written.
            {
                name: checked(variables[name], self.limits, self.body.span)
                for name in sorted(self.variables)
                if name in variables
            }
        )
