"""An expression: what a text parses to, ready to be rolled, told and printed."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from astragal._value import Value, field
from astragal.errors import AstragalError, LimitError, NotationError, RollError
from astragal.limits import DEFAULT_LIMITS, Cost, Limits
from astragal.notation.arithmetic import DIVISION_BY_ZERO, checked
from astragal.notation.cost import cost_of
from astragal.notation.nodes import Binding, Node
from astragal.rolling.frame import Frame
from astragal.rolling.outcome import Number, Outcome
from astragal.rolling.paths import TooManyPathsError, every_path
from astragal.rolling.roll import NO_VARIABLES, Line, Roll
from astragal.rolling.sources import SYSTEM, HandSource, Source
from astragal.rolling.trace import Trace

_TRIED_FACES = 20_000
"""How many faces may be tried, a few milliseconds' worth, to say how likely a division by zero is."""


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
        nodes = [*(binding.node for binding in self.bindings), self.body]
        object.__setattr__(self, "cost", cost_of(nodes, self.limits))
        if self.comment and self.comment != " ".join(self.comment.split()):
            raise NotationError("bad-comment", "a comment is one line of words")

    def __str__(self) -> str:
        parts = "; ".join([*map(str, self.bindings), str(self.body)])
        return f"{parts} # {self.comment}" if self.comment else parts

    def roll(
        self, source: Source | None = None, *, variables: Mapping[str, Number] = NO_VARIABLES
    ) -> Roll:
        """Roll it once, with faces from ``source`` (by default the system's secure generator).

        >>> import astragal
        >>> print(astragal.parse("1d20 + @str").roll(astragal.SeededSource(7), variables={"str": 3}))
        1d20 + @str → (8) + 3 = 11
        """
        if variables is not NO_VARIABLES:
            variables = self._checked(variables)
        frame = Frame(SYSTEM if source is None else source, variables, self.limits, self.cost)
        outcome = self._run(frame)
        return Roll(self, tuple(frame.faces), outcome, variables)

    def sample(
        self,
        n: int,
        source: Source | None = None,
        *,
        variables: Mapping[str, Number] = NO_VARIABLES,
    ) -> list[Outcome]:
        """The outcomes of ``n`` rolls, without records: for simulation and tests.

        >>> import astragal
        >>> astragal.parse("2d6").sample(5, astragal.SeededSource(1))
        [3, 3, 7, 9, 3]
        """
        if n < 0:
            raise RollError("bad-count", f"a sample cannot have {n} rolls")
        if variables is not NO_VARIABLES:
            variables = self._checked(variables)
        source = SYSTEM if source is None else source
        limits, cost = self.limits, self.cost
        return [self._run(Frame(source, variables, limits, cost)) for _ in range(n)]

    def trace(self, roll: Roll) -> Trace:
        """What happened to every die of a roll, by replaying its faces."""
        trace = Trace()
        self._run(Frame(HandSource(roll.faces), roll.variables, self.limits, self.cost, trace))
        return trace

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

    def _with_odds(self, error: AstragalError, variables: Mapping[str, Number]) -> AstragalError:
        """A division by zero that only some faces lead to, said with how likely they are."""

        def fails(source: Source) -> bool:
            try:
                self._evaluate(Frame(source, variables, self.limits, self.cost))
            except AstragalError as failure:
                return failure.code == DIVISION_BY_ZERO
            return False

        try:
            paths = every_path(fails, _TRIED_FACES)
            odds = sum((chance for failed, chance in paths if failed), Fraction(0))
        except TooManyPathsError:
            message = f"{error.message}, as some faces make it do"
        else:
            if odds == 1:
                return error
            message = f"{error.message}; that happens with probability {odds}"
        return RollError(error.code, message, span=error.span, hint=error.hint)

    def _checked(self, variables: Mapping[str, Number]) -> Mapping[str, Number]:
        for name, value in variables.items():
            if isinstance(value, bool) or not isinstance(value, int | Fraction):
                raise RollError(
                    "bad-variable", f"@{name} must be a whole number or a Fraction, not {value!r}"
                )
        return {
            name: checked(value, self.limits, self.body.span) for name, value in variables.items()
        }
