"""``worth(>=8: 1, =1: -1, else: 0)``: the points of each die."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar, Literal, Self, TypeAlias

from astragal._value import Value
from astragal.die import Die
from astragal.errors import NotationError, Span
from astragal.notation.conditions import Condition, Test
from astragal.notation.modifiers.modifier import Modifier, Values
from astragal.notation.operation import Chapter, Example
from astragal.outcome import Number
from astragal.rolling.frame import Frame
from astragal.rolling.trace import Did, GroupLog, Step, joined, show_die

if TYPE_CHECKING:
    from astragal.notation.syntax.reader import Reader
    from astragal.probability.laws.law import Law
    from astragal.probability.pools.effects import Effect
    from astragal.rolling.rows import Rows

Points: TypeAlias = int | Literal["face", "-face"]
"""The worth of a die: a whole number, its face, or minus its face."""

_FEW = 1000
"""Up to this many values are looked at one by one."""

_SIGNS: dict[Points, int] = {"face": 1, "-face": -1}
_WORDS: dict[Points, str] = {"face": "its face", "-face": "minus its face"}

_STEPS = 20
"""The steps per number of a long law, in addition to those of the condition."""


class Case(Value):
    """One case: a die that matches is worth ``points``."""

    condition: Condition
    points: Points

    def __str__(self) -> str:
        return f"{self.condition}: {self.points}"

    def describe(self) -> str:
        return f"each {self.condition.describe()} is worth {_said(self.points)}"


class Worth(Modifier):
    """Replace each die by the points of the first case it matches, or else by ``otherwise``."""

    cases: tuple[Case, ...]
    otherwise: Points = "face"

    chapter = Chapter.CHANGE
    words = ("worth",)
    samples = (
        "worth(<3: -face)",
        "worth(>=5: 1, =1: -1, else: 0)",
        "worth(=@{n}: 7, else: -face)",
        "worth(<(1d4): 0)",
    )
    examples = (
        Example("3d6worth(<3: -face)", "what is less than 3 is taken away", (1, 2, 6), "3"),
        Example(
            "4d10worth(=10: 2, >=8: 1, =1: -1, else: 0)",
            "the first case that a die matches says what it is worth; without `else`, the others "
            "stay as they are",
            (10, 8, 1, 5),
            "2",
        ),
    )
    keeps_all: ClassVar[bool] = True

    @classmethod
    def read(cls, reader: Reader, word: str, start: int, before: Sequence[Modifier]) -> Self:
        opening = reader.skip()
        if not reader.take("("):
            raise reader.error(
                "missing-brackets", "which dice are worth what?", reader.span(start), _EXAMPLE
            )
        place = Span(opening, opening + 1)
        reader.enter(place)
        cases = [_read_case(reader)]
        otherwise: Points | None = None
        while otherwise is None and reader.take(","):
            if reader.take_word("else"):
                otherwise = _read_points(reader)
            else:
                cases.append(_read_case(reader))
        reader.close(")", place, (",",) if otherwise is None else ())
        reader.leave()
        otherwise = "face" if otherwise is None else otherwise
        return cls(tuple(cases), otherwise, span=reader.span(start))

    def __post_init__(self) -> None:
        if not self.cases:
            raise NotationError(
                "missing-condition", "which dice are worth what?", span=self.span, hint=_EXAMPLE
            )
        for points in (*(case.points for case in self.cases), self.otherwise):
            if type(points) is not int and points not in _SIGNS:
                raise NotationError(
                    "bad-modifier", f"a die cannot be worth {points}", span=self.span
                )

    def __str__(self) -> str:
        parts = [*map(str, self.cases)]
        if self.otherwise != "face":
            parts.append(f"else: {self.otherwise}")
        return f"worth({', '.join(parts)})"

    @property
    def leaves_alike(self) -> bool:
        return True

    def describe(self) -> str:
        first, *rest = [case.describe() for case in self.cases]
        parts = [first, *(f"of the others {case}" for case in rest)]
        if self.otherwise != "face":
            parts.append(f"any other is worth {_said(self.otherwise)}")
        return ", ".join(parts)

    def _points_of(self, test_of: Callable[[Condition], Test]) -> Callable[[Number], Number]:
        """A function giving the points of a value, by tests of the conditions."""
        tests = [(test_of(case.condition), case.points) for case in self.cases]

        def points_of(value: Number) -> Number:
            found = next((points for test, points in tests if test(value)), self.otherwise)
            return found if isinstance(found, int) else value * _SIGNS[found]

        return points_of

    def apply(self, values: Values, die: Die | None, frame: Frame, log: GroupLog | None) -> Values:
        result = list(map(self._points_of(lambda condition: condition.test()), values))
        if log is not None:
            for position, (value, points) in enumerate(zip(values, result, strict=True)):
                if points != value:
                    log.change(position, Did.CHANGED, points)
        return result

    def on_rows(self, rows: Rows) -> Rows | None:
        points_of = self._points_of(lambda condition: condition.test())
        return rows.mapped(lambda value: int(points_of(value)))

    def cost(self, values: int) -> int:
        return values * len(self.cases)

    def tell(self, step: Step) -> str:
        first, *rest = step.changes
        moved = [f"{show_die(first.before)} count as {show_die(first.after)}"]
        moved += [f"{show_die(each.before)} as {show_die(each.after)}" for each in rest]
        return f"makes {joined(moved)}"

    def effect(self, die: Die | None, face: Law | None) -> Effect:
        from astragal.probability.laws.law import Law, union
        from astragal.probability.pools import effects

        points_of = self._points_of(lambda condition: condition.test_in_odds(die))
        splits = [(case.condition.split(die), case.points) for case in self.cases]

        def worth(part: Law, points: Points) -> Law:
            if isinstance(points, int):
                return Law.certain(points).weighted(part.mass)
            return part.scaled(_SIGNS[points])

        def change(law: Law) -> Law:
            if law.finite and law.size <= _FEW:
                return law.map(points_of)
            parts = []
            for split, points in splits:
                hit, law = split(law)
                parts.append(worth(hit, points))
            return union([*parts, worth(law, self.otherwise)])

        steps = _STEPS + sum(case.condition.steps for case in self.cases)
        return effects.Each(change, steps=steps)


_EXAMPLE = "e.g. `10d10worth(>=8: 1, =1: -1, else: 0)`"


def _said(points: Points) -> str:
    return _WORDS.get(points, str(points))


def _read_case(reader: Reader) -> Case:
    start = reader.skip()
    condition = reader.needed_condition()
    if condition is None:
        end = max(start + 1, start + len(reader.word_ahead()))
        raise reader.error(
            "missing-condition", "which dice are worth that?", Span(start, end), _EXAMPLE
        )
    return Case(condition, _read_points(reader))


def _read_points(reader: Reader) -> Points:
    """Read ``: 1``, ``: face`` or ``: -face``."""
    if not reader.take(":"):
        raise reader.unexpected("`:` was expected here")
    start = reader.skip()
    number = reader.integer()
    if number is not None:
        return number
    minus = reader.take("-", "−", "–")
    if reader.take_word("face"):
        return "-face" if minus else "face"
    raise reader.error(
        "missing-number",
        "what is it worth?",
        Span(start, max(start + 1, reader.at)),
        "a number, `face` or `-face`",
    )
