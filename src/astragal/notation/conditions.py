"""Conditions on one die, as modifiers use them: ``>=5``, ``=3``, ``7..9``, ``≠1``, ``=hit``."""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from astragal._value import Value, field
from astragal.die import Die
from astragal.errors import NOWHERE, NotationError, Span
from astragal.notation.operands import Operand, say, spell
from astragal.symbols import BLANK

if TYPE_CHECKING:
    from astragal.odds.laws.law import Law
    from astragal.odds.pools.effects import Split

Test: TypeAlias = Callable[[Any], bool]

_MIRRORED = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.gt,
    "<=": operator.ge,
    ">": operator.lt,
    ">=": operator.le,
}
"""Each comparison with its sides swapped: ``value < n`` is ``n > value``."""

_SIGNS = {"=": "=", "!=": "≠", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
"""How each comparison is spelt. Not ``!=``: directly after dice that makes them explode."""

_WORDS = {
    "=": "{}",
    "!=": "anything but {}",
    "<": "less than {}",
    "<=": "{} or less",
    ">": "more than {}",
    ">=": "{} or more",
}


class Condition(Value, ABC):
    """What a modifier asks of each die."""

    @abstractmethod
    def __str__(self) -> str:
        """Its notation, straight behind a modifier's word."""

    @abstractmethod
    def describe(self) -> str:
        """What matches, in words: ``5 or more``."""

    @abstractmethod
    def test(self) -> Test:
        """A function that tells whether a value matches."""

    def test_in_odds(self, die: Die | None) -> Test:
        """A function that tells whether a number matches that stands for a value in odds."""
        return self.test()

    @abstractmethod
    def matches_every_face(self, die: Die) -> bool: ...

    @abstractmethod
    def split(self, die: Die | None) -> Split:
        """A function that splits a law into the values that match and the rest."""


class Comparison(Condition):
    """A comparison with a number, or with the range from ``operand`` to ``upto``.

    Operands may be nodes, but must be numbers before values are tested or odds split.
    """

    op: str
    operand: Operand
    upto: Operand | None = None
    span: Span = field(default=NOWHERE, compare=False)

    def __post_init__(self) -> None:
        if self.op not in _WORDS or (self.upto is not None and self.op not in ("=", "!=")):
            raise NotationError("bad-condition", f"no such comparison: {self.op}", span=self.span)
        if isinstance(self.operand, int) and isinstance(self.upto, int):
            check_order(self.operand, self.upto, self.span)

    def __str__(self) -> str:
        low = spell(self.operand)
        if self.upto is not None:
            between = f"{low}..{spell(self.upto)}"
            bare = isinstance(self.operand, int) and self.operand >= 0
            return between if self.op == "=" and bare else f"{_SIGNS[self.op]}{between}"
        return _SIGNS[self.op] + low

    def describe(self) -> str:
        low = say(self.operand)
        return _WORDS[self.op].format(low if self.upto is None else f"{low} to {say(self.upto)}")

    @property
    def _bounds(self) -> tuple[int, int]:
        """The ends of the range it compares with; a single number is both."""
        low, high = self.operand, self.operand if self.upto is None else self.upto
        assert isinstance(low, int)
        assert isinstance(high, int)
        return low, high

    def test(self) -> Test:
        low, high = self._bounds
        if self.upto is None:
            return cast("Test", partial(_MIRRORED[self.op], low))
        if self.op == "=":
            return lambda value: bool(low <= value <= high)
        return lambda value: not low <= value <= high

    def matches_every_face(self, die: Die) -> bool:
        if self.op != "!=":
            matches = self.test()
            return matches(die.lowest) and matches(die.highest)
        low, high = self._bounds
        if isinstance(die.faces, range):
            return bool(high < die.lowest or die.highest < low)
        return not any(low <= face <= high for face in die.faces)

    def split(self, die: Die | None) -> Split:
        from astragal.odds.laws.law import union

        op, (low, high) = self.op, self._bounds

        def split(law: Law) -> tuple[Law, Law]:
            match op:
                case "<":
                    return law.cut(low)
                case "<=":
                    return law.cut(low, past=True)
                case ">":
                    return law.cut(low, past=True)[::-1]
                case ">=":
                    return law.cut(low)[::-1]
            below, rest = law.cut(low)
            inside, above = rest.cut(high, past=True)
            outside = union([below, above])
            return (inside, outside) if op == "=" else (outside, inside)

        return split


class Shows(Condition):
    """Whether a face shows a symbol, or does not; ``blank`` is a face that shows none."""

    symbol: str
    wanted: bool = True
    span: Span = field(default=NOWHERE, compare=False)

    def __str__(self) -> str:
        return f"{'=' if self.wanted else '≠'}{self.symbol}"

    def describe(self) -> str:
        if self.symbol == BLANK:
            return "blank" if self.wanted else "that is not blank"
        return f"that shows {self.symbol}" if self.wanted else f"without {self.symbol}"

    def test(self) -> Test:
        symbol, wanted = self.symbol, self.wanted
        if symbol == BLANK:
            return lambda face: (not face) is wanted
        return lambda face: (symbol in face) is wanted

    def test_in_odds(self, die: Die | None) -> Test:
        return frozenset(self._places(die)).__contains__

    def matches_every_face(self, die: Die) -> bool:
        return len(self._places(die)) == len(die.faces)

    def split(self, die: Die | None) -> Split:
        return split_faces(self._places(die))

    def _places(self, die: Die | None) -> Sequence[int]:
        """The places of the faces that match: in odds they stand for the faces."""
        assert die is not None
        matches = self.test()
        return [place for place, face in enumerate(die.faces) if matches(face)]


def split_faces(faces: Collection[int]) -> Split:
    """A function that splits a law into these faces and the rest."""
    from astragal.odds.laws.law import union

    def split(law: Law) -> tuple[Law, Law]:
        found, left = [], law
        for face in faces:
            below, rest = left.cut(face)
            same, above = rest.cut(face, past=True)
            found.append(same)
            left = union([below, above])
        return union(found), left

    return split


def check_order(low: int, high: int, span: Span) -> None:
    """Refuse a range that runs backwards."""
    if low > high:
        raise NotationError(
            "backwards-range",
            f"this range runs backwards: {low} is more than {high}",
            span=span,
            hint=f"write `{high}..{low}`",
        )
