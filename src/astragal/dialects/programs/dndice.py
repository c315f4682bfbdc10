"""dndice, a library for Python: a letter after dice has its number, and dice their count."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import factorial
from types import MappingProxyType

from astragal.dialects.dialect import Dialect
from astragal.dialects.loose import LooseReader
from astragal.dialects.words import Clamps, Counts, Keeps, Rerolls, Worded
from astragal.die import FUDGE, Die
from astragal.errors import Span
from astragal.notation.modifiers.count import Count, Tally
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.nodes.arithmetic import Product, Sum
from astragal.notation.nodes.comparison import Compare
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.logic import And, Or
from astragal.notation.nodes.node import Kind, Node
from astragal.notation.nodes.values import Decimal, Literal

_COMPARED = {
    ">=": ">=", "<=": "<=", ">": ">", "<": "<", "=": "=",
    "ge": ">=", "le": "<=", "gt": ">", "lt": "<",
}  # fmt: skip


_CERTAIN: Mapping[str, Callable[[Die], Fraction]] = {
    "da": lambda die: Fraction(sum(die.faces), len(die.faces)),
    "dm": lambda die: Fraction(die.highest),
}
_MOST_FACTORIAL = 20


class DndiceReader(LooseReader):
    """Faces in square brackets, and comparisons from left to right."""

    __slots__ = ()

    def comparison(self) -> Node:
        start = self.skip()
        left = self.sum()
        while sign := self.take(*_COMPARED, "&", "|"):
            right = self.sum()
            place = self.span(start)
            if sign in _COMPARED:
                left = Compare(_COMPARED[sign], left, right, span=place)
            else:
                left = (self.both if sign == "&" else self.either)(left, right, place)
        return left

    def both(self, left: Node, right: Node, place: Span) -> Node:
        """``a & b`` is b if a is not 0, as in Python."""
        if Kind.TRUTH == left.kind == right.kind:
            return And((left, right), span=place)
        holds = left if left.kind is Kind.TRUTH else Compare("!=", left, Literal(0), span=place)
        return Product((("*", holds), ("*", right)), span=place)

    def either(self, left: Node, right: Node, place: Span) -> Node:
        """``a | b`` is a, or b if a is 0."""
        if Kind.TRUTH == left.kind == right.kind:
            return Or((left, right), span=place)
        if left.kind is Kind.TRUTH:
            raise self.cannot("a number or what is true", place)
        first = self.named("first", left)
        none = Compare("=", first, Literal(0), span=place)
        return Sum((("+", first), ("+", Product((("*", none), ("*", right))))), span=place)

    def decimal(self, whole: int, start: int) -> Node | None:
        return None

    def primary(self) -> Node:
        if self.dice_ahead():
            raise self.error(
                "missing-number", "say how many dice: `1d6`", Span(self.at, self.at + 1)
            )
        return super().primary()

    def sides_ahead(self) -> bool:
        self.skip()
        return "0" <= self.here() <= "9" or self.here() in ("F", "[", "(")

    def lettered(self, letter: str, start: int) -> Die | Node:
        self.skip()
        if self.here() == "(" and letter in _CERTAIN:
            raise self.cannot("the mean or the most of a rolled number of sides", self.span(start))
        return self.faces(start) if self.take_here("[") else self.die(start)

    def faces(self, start: int) -> Die:
        faces: list[int] = []
        while True:
            self.skip()
            face = self.digits()
            if face is None or self.here() == ".":
                raise self.error("bad-face", "a whole number was expected here", self.span(start))
            faces.append(face)
            if not self.take(","):
                break
        self.close("]", Span(start, self.at), (",",))
        return Die(faces)

    def dice(self, count: int | Node, start: int) -> Node:
        """``2dc6``: a critical hit rolls twice as many dice."""
        letter = self.take(*self.dialect.letters)
        if letter != "d" and not isinstance(count, int):
            raise self.unknown("a rolled number of dice here", self.span(start))
        die = self.lettered(letter, start)
        if letter in _CERTAIN:
            assert isinstance(die, Die)
            assert isinstance(count, int)
            number = self.certain(count * _CERTAIN[letter](die), start)
            at = self.at
            if self.worded():
                raise self.cannot("a word behind a mean or the most", Span(at, self.at))
            return number
        if letter == "dc":
            assert isinstance(count, int)
            count *= 2
        read = self.worded()
        modifiers = self.arranged(read, die if isinstance(die, Die) else None)
        return Dice(count, die, modifiers, span=self.span(start))

    def certain(self, number: Fraction, start: int) -> Node:
        """``2da6`` is the mean, ``2dm6`` the most that the dice can show."""
        whole = int(number)
        span = self.span(start)
        return Literal(whole, span=span) if number == whole else Decimal(number, span=span)

    def number(self) -> Node:
        """``3!`` is a factorial."""
        node = super().number()
        if self.peek() != "!":
            return node
        if not isinstance(node, Literal) or node.n > _MOST_FACTORIAL:
            raise self.cannot("a factorial like this", node.span)
        self.at += 1
        return Literal(factorial(node.n), span=self.span(node.span.start))

    def bracketed(self) -> Node:
        """``(2d6)h1``: a word may follow brackets with dice in them."""
        node = super().bracketed()
        if not isinstance(node, Dice) or any(isinstance(each, Count) for each in node.modifiers):
            return node
        read = self.arranged(self.worded(), node.die if isinstance(node.die, Die) else None)
        return node.replaced(modifiers=(*node.modifiers, *read))

    def modifier(self) -> Sequence[Worded] | None:
        """``lt`` and ``le`` are comparisons."""
        ahead = self.text[self.skip() : self.at + 2]
        return None if ahead in ("lt", "le") else super().modifier()

    def arranged(self, read: Sequence[Worded], die: Die | None) -> tuple[Modifier, ...]:
        if any(isinstance(each, Tally) for each in read[:-1]):
            raise self.cannot("a word behind a count", self.span(self.at - 1))
        return super().arranged(read, die)


DIALECT = Dialect(
    "dndice",
    "dndice",
    words=(
        Keeps("h", default=None),
        Keeps("l", highest=False, default=None),
        Clamps("f"),
        Clamps("c", raises=False),
        Rerolls("r", needed=True),
        Rerolls("R", until=True, needed=True),
        Rerolls("r<", bare="<", needed=True),
        Rerolls("rl", bare="<", needed=True),
        Rerolls("R<", bare="<", until=True, needed=True),
        Rerolls("Rl", bare="<", until=True, needed=True),
        Rerolls("r>", bare=">", needed=True),
        Rerolls("rh", bare=">", needed=True),
        Rerolls("R>", bare=">", until=True, needed=True),
        Rerolls("Rh", bare=">", until=True, needed=True),
        Counts("t", bare=">="),
        Counts("T", bare="<="),
    ),
    comparisons=MappingProxyType({}),
    products=MappingProxyType({"*": "*", "/": "/", "%": "%"}),
    powers=("^",),
    signs=("+", "-"),
    dice=MappingProxyType({"F": FUDGE}),
    letters=("da", "dc", "dm", "d"),
    compares=True,
    cased=True,
    labels=False,
    reader=DndiceReader,
    examples=(
        "4d6h3",
        "4d6f2",
        "4d6r<3",
        "2d6R1",
        "8d10t7",
        "2dc6",
        "2da6",
        "1d[1,2,5]",
        "1d20+5>=15",
    ),
)
