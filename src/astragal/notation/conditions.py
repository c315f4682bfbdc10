"""Conditions on one die, as modifiers use them: ``>=5``, ``7..9``, ``=[2,4]``, ``=odd``."""

from __future__ import annotations

import operator
from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from astragal._value import Value, field, put
from astragal.die import Die
from astragal.errors import NOWHERE, NotationError, Span
from astragal.notation.operands import Operand, say, spell
from astragal.symbols import BLANK

if TYPE_CHECKING:
    from astragal.probability.laws.law import Law
    from astragal.probability.pools.effects import Split

Test: TypeAlias = Callable[[Any], bool]

Stretch: TypeAlias = tuple[int, int]
"""The lowest and the highest number of a range without gaps."""

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
"""The spelling of each comparison. Not ``!=``: directly after dice, it makes them explode."""

_WORDS = {
    "=": "{}",
    "!=": "anything but {}",
    "<": "less than {}",
    "<=": "{} or less",
    ">": "more than {}",
    ">=": "{} or more",
}


class Condition(Value, ABC):
    """The condition that a modifier tests for each die."""

    @abstractmethod
    def __str__(self) -> str:
        """The notation, as it follows a modifier's word."""

    @abstractmethod
    def describe(self) -> str:
        """The matching values in words: ``5 or more``."""

    @abstractmethod
    def test(self) -> Test:
        """A predicate for values."""

    def test_in_odds(self, die: Die | None) -> Test:
        """A predicate for the numbers that represent values in odds."""
        return self.test()

    @property
    def which(self) -> str:
        """The matching dice in words: ``each 5 or more``."""
        return f"each {self.describe()}"

    @property
    def by_rank(self) -> bool:
        """True if it looks at all dice together and chooses the highest or lowest."""
        return False

    def chosen(self, values: Sequence[Any]) -> list[int]:
        """The positions of the values that match."""
        matches = self.test()
        return [position for position, value in enumerate(values) if matches(value)]

    @abstractmethod
    def matches_every_face(self, die: Die) -> bool: ...

    @abstractmethod
    def split(self, die: Die | None) -> Split:
        """A function that splits a law into the values that match and the rest."""

    @property
    def steps(self) -> int:
        """The steps per number of splitting a long law."""
        return 1


class Comparison(Condition):
    """A comparison with a number, or with the range from ``operand`` to ``upto``.

    Operands may be nodes, but must be settled to numbers before tests and splits.
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
        """The ends of the range it compares with; equal for a single number."""
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
        from astragal.probability.laws.law import union

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


_LOOKED_AT = 150
"""The steps of looking at a number of a law, and of writing it into one of two tables."""

_FEW_STRETCHES = 8
"""Up to this many ranges are cut out one by one; for more, every number of the law is checked."""


class OneOf(Condition):
    """A list of numbers and ranges, or the numbers outside them: ``=[1,4..6]``.

    The ranges are sorted, and overlapping ones are merged.
    """

    stretches: tuple[Stretch, ...]
    wanted: bool = True
    span: Span = field(default=NOWHERE, compare=False)

    def __post_init__(self) -> None:
        if not self.stretches:
            raise NotationError("bad-condition", "this list is empty", span=self.span)
        for low, high in self.stretches:
            check_order(low, high, self.span)
        put(self, "stretches", _without_overlaps(self.stretches))

    def __str__(self) -> str:
        listed = (str(low) if low == high else f"{low}..{high}" for low, high in self.stretches)
        return f"{'=' if self.wanted else '≠'}[{','.join(listed)}]"

    def describe(self) -> str:
        said = [str(low) if low == high else f"{low} to {high}" for low, high in self.stretches]
        either = f"{', '.join(said[:-1])} or {said[-1]}" if len(said) > 1 else said[0]
        return either if self.wanted else f"anything but {either}"

    def test(self) -> Test:
        lows, highs = zip(*self.stretches, strict=True)
        wanted = self.wanted

        def matches(value: Any) -> bool:
            place = bisect_right(lows, value) - 1
            return (place >= 0 and value <= highs[place]) is wanted

        return matches

    def matches_every_face(self, die: Die) -> bool:
        if not isinstance(die.faces, range):
            return all(map(self.test(), die.faces))
        if not self.wanted:
            ends = (die.lowest, die.highest)
            return all(high < ends[0] or ends[1] < low for low, high in self.stretches)
        following = die.lowest
        for low, high in self.stretches:
            if low <= following <= high:
                following = high + 1
        return bool(following > die.highest)

    def split(self, die: Die | None) -> Split:
        from astragal.probability.laws.law import union
        from astragal.probability.laws.parting import part_table

        def listed(law: Law) -> tuple[Law, Law]:
            inside, outside, rest = [], [], law
            for low, high in self.stretches:
                below, rest = rest.cut(low)
                found, rest = rest.cut(high, past=True)
                inside.append(found)
                outside.append(below)
            parts = union(inside), union([*outside, rest])
            return parts if self.wanted else parts[::-1]

        def split(law: Law) -> tuple[Law, Law]:
            return part_table(law, self.test()) if self._many and law.finite else listed(law)

        return split

    @property
    def _many(self) -> bool:
        return len(self.stretches) > _FEW_STRETCHES

    @property
    def steps(self) -> int:
        return _LOOKED_AT if self._many else 2 * len(self.stretches)


def _without_overlaps(stretches: Sequence[Stretch]) -> tuple[Stretch, ...]:
    """The same numbers as sorted ranges without overlaps."""
    found: list[Stretch] = []
    for low, high in sorted(stretches):
        if found and low <= found[-1][1]:
            found[-1] = (found[-1][0], max(high, found[-1][1]))
        else:
            found.append((low, high))
    return tuple(found)


class Parity(Condition):
    """Even or odd numbers; a fraction is neither."""

    even: bool
    span: Span = field(default=NOWHERE, compare=False)

    def __str__(self) -> str:
        return f"={self.word}"

    @property
    def word(self) -> str:
        return "even" if self.even else "odd"

    def describe(self) -> str:
        return f"that is {self.word}"

    def test(self) -> Test:
        rest = 0 if self.even else 1
        return lambda value: bool(value % 2 == rest)

    def matches_every_face(self, die: Die) -> bool:
        return all(map(self.test(), die.faces))

    def split(self, die: Die | None) -> Split:
        from astragal.probability.laws.parting import part_by_remainder

        return partial(part_by_remainder, divisor=2, remainder=0 if self.even else 1)

    @property
    def steps(self) -> int:
        return _LOOKED_AT


class Ranked(Condition):
    """The highest or lowest dice: ``h2``, ``l1``.

    This needs all dice at once, so only re-rolls and explosions that happen once may aim at ranks.
    Of equal dice, those rolled first are chosen.
    """

    number: int
    highest: bool
    span: Span = field(default=NOWHERE, compare=False)

    def __post_init__(self) -> None:
        if self.number < 1:
            raise NotationError(
                "bad-count",
                f"`{self}` means {self.number} dice; it must be at least 1",
                span=self.span,
            )

    def __str__(self) -> str:
        return f"{'h' if self.highest else 'l'}{self.number}"

    def describe(self) -> str:
        end = "highest" if self.highest else "lowest"
        return f"the {end}" if self.number == 1 else f"the {end} {self.number}"

    @property
    def which(self) -> str:
        return self.describe() if self.number == 1 else f"each of {self.describe()}"

    @property
    def by_rank(self) -> bool:
        return True

    def chosen(self, values: Sequence[Any]) -> list[int]:
        ranked = sorted(range(len(values)), key=values.__getitem__, reverse=self.highest)
        return sorted(ranked[: self.number])

    def test(self) -> Test:
        raise self._of_one_die()

    def matches_every_face(self, die: Die) -> bool:
        raise self._of_one_die()

    def split(self, die: Die | None) -> Split:
        raise self._of_one_die()

    def _of_one_die(self) -> NotationError:
        return NotationError(
            "bad-condition",
            f"one die alone is not {self.describe()}: only `r` and `!o` can aim at ranks",
            span=self.span,
        )


class Shows(Condition):
    """Faces with or without a symbol; ``blank`` is a face without symbols."""

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
        """The indices of the matching faces, which represent the faces in odds."""
        assert die is not None
        matches = self.test()
        return [place for place, face in enumerate(die.faces) if matches(face)]


def split_faces(faces: Collection[int]) -> Split:
    """A function that splits a law into these faces and the rest."""
    from astragal.probability.laws.law import union

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
