"""Caith, a library for Rust: large letters keep and drop the highest, small ones the lowest."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from astragal.dialects.arranging import counted, counted_once
from astragal.dialects.dialect import Dialect
from astragal.dialects.loose import LooseReader
from astragal.dialects.reader import DialectReader
from astragal.dialects.running_sum import RunningSum
from astragal.dialects.words import Counts, Explodes, Keeps, Made, Pending, Rerolls, Word, Worded
from astragal.dialects.writer import Writer
from astragal.die import FUDGE, Die
from astragal.errors import Span
from astragal.notation.conditions import Comparison, OneOf
from astragal.notation.modifiers.count import Tally
from astragal.notation.modifiers.explode import Explode
from astragal.notation.modifiers.keep import Keep
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.modifiers.reroll import Reroll
from astragal.notation.modifiers.sort import Sort
from astragal.notation.modifiers.worth import Case, Worth
from astragal.notation.nodes.arithmetic import Product, Sum
from astragal.notation.nodes.call import FunctionCall
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.node import Node
from astragal.notation.nodes.repeat import Repeat
from astragal.notation.nodes.sorted import Sorted
from astragal.notation.nodes.values import Decimal


class CountsListed(Word):
    """``t[2,4,6]``: these faces are successes."""

    def read(self, reader: DialectReader, start: int) -> Made:
        numbers = [reader.operand()]
        while reader.take(","):
            numbers.append(reader.operand())
        if None in numbers or not reader.take("]"):
            raise reader.missing_number(start)
        stretches = tuple((each, each) for each in sorted({*numbers}))  # type: ignore[type-var]
        return (Tally(OneOf(stretches, span=reader.span(start))),)  # type: ignore[arg-type]

    def write(self, worded: Worded, writer: Writer) -> str | None:
        condition = worded.condition if isinstance(worded, Tally) and worded.points == 1 else None
        if not isinstance(condition, OneOf) or not condition.wanted:
            return None
        if any(low != high for low, high in condition.stretches):
            return None
        return f"{self.word}{','.join(str(low) for low, _ in condition.stretches)}]"


class Twice(Pending):
    """Two successes."""

    condition: Comparison
    points: int = 2


class CountsTwice(Word):
    """``tt10``: two successes from a number on."""

    def read(self, reader: DialectReader, start: int) -> Made:
        number = reader.operand()
        if number is None:
            raise reader.missing_number(start)
        return (Twice(Comparison(">=", number, span=reader.span(start))),)


class CaithReader(LooseReader):
    """Arithmetic is cut to whole numbers at every step; a text may be repeated."""

    __slots__ = ()

    digits_only = True

    def rolls(self) -> Node:
        start = self.skip()
        node = super().rolls()
        if not self.take("^"):
            return node
        if self.text[start] != "(" or self.text[: self.at - 1].rstrip()[-1] != ")":
            raise self.error("unexpected", "only brackets can be repeated", self.span(start))
        kind = self.take("+", "#")
        self.skip()
        times = self.digits()
        if not times:
            raise self.missing_number(start)
        self.limits.check("results", times, self.span(start))
        if kind == "+":
            return Sum((("+", node),) * times, span=self.span(start)) if times > 1 else node
        repeat = Repeat(times, node, span=self.span(start))
        return Sorted(repeat, Sort(), span=self.span(start)) if kind else repeat

    def sum(self) -> Node:
        """Decimals are cut as soon as something is added to them."""
        start = self.skip()
        left = RunningSum(self.product())
        while sign := self.take("+", "-"):
            right = self.product()
            rough = isinstance(left.alone, Decimal) or isinstance(right, Decimal)
            place = self.span(start)
            left.add(sign, right, place)
            if rough:
                left = RunningSum(FunctionCall("trunc", (left.node,), span=place))
        return left.node

    def times(
        self, factors: list[tuple[str, Node]], sign: str, factor: Node, start: int, *, plain: bool
    ) -> list[tuple[str, Node]]:
        if not isinstance(factors[0][1], Decimal) and not isinstance(factor, Decimal):
            return super().times(factors, sign, factor, start, plain=plain)
        place = self.span(start)
        both = (("*", self.multiplied(factors, start)), ("*" if sign == "*" else "/", factor))
        return [("*", FunctionCall("trunc", (Product(both, span=place),), span=place))]

    def bracketed(self) -> Node:
        return self.inside()

    def dice(self, count: int | Node, start: int) -> Node:
        node = super().dice(count, start)
        assert isinstance(node, Dice)
        for each in node.modifiers:
            if isinstance(each, Keep) and not (0 < each.number <= count):  # type: ignore[operator]
                raise self.error("too-many-dropped", "there are not so many dice", each.span)
        if count == 0:
            raise self.error("no-dice", "Caith rolls one die at least", self.span(start))
        return node

    def sides_ahead(self) -> bool:
        self.skip()
        return "0" <= self.here() <= "9" or self.here() in ("f", "F")

    def arranged(self, read: Sequence[Worded], die: Die | None) -> tuple[Modifier, ...]:
        """Fate dice take no words; what others do together was not written down."""
        if die == FUDGE:
            return ()
        counts = [each for each in read if isinstance(each, Tally | Twice)]
        asked = [each for each in counts if getattr(each.condition, "operand", 1) != 0]
        read = [each for each in read if each not in counts or each in asked] if asked else read
        counts = asked or counts
        if counts and len(counts) == len(read):
            return (self.counted(counts, die),)
        kinds = [type(each) for each in read]
        drawing = [kind for kind in kinds if kind in (Explode, Reroll)]
        if counts or kinds.count(Keep) > 1 or len(drawing) > 1 or Keep in kinds[:-1]:
            raise self.unknown("these words together", Span(self.at - 1, self.at))
        return super().arranged(read, die)

    def counted(self, counts: Sequence[Tally | Twice], die: Die | None) -> Modifier:
        """Two successes go before one, and both before failures; 0 is no condition at all."""
        points = [each.points for each in counts]
        listed = any(isinstance(each.condition, OneOf) for each in counts)
        numbers = [getattr(each.condition, "operand", 1) for each in counts]
        if len({*points}) < len(points) or (listed and len(points) > 1) or 0 in numbers:
            raise self.unknown("these counts together", Span(self.at - 1, self.at))
        ordered = sorted(counts, key=lambda each: -each.points)
        if ordered[0].points < 2:
            return counted_once([each for each in ordered if isinstance(each, Tally)], die)
        if (
            len(points) == 2
            and -1 not in points
            and max(numbers) == getattr(ordered[0].condition, "operand", 0)
        ):
            return counted([Tally(each.condition) for each in reversed(ordered)])
        return Worth(tuple(Case(each.condition, each.points) for each in ordered), 0)


DIALECT = Dialect(
    "caith",
    "Caith",
    words=(
        Explodes("e", bare=">=", burst="!o"),
        Explodes("ie", bare=">="),
        Explodes("!", bare=">="),
        Rerolls("r", bare="<=", needed=True),
        Rerolls("ir", bare="<=", until=True, needed=True),
        Keeps("K", default=None),
        Keeps("k", highest=False, default=None),
        Keeps("D", drop=True, default=None),
        Keeps("d", highest=False, drop=True, default=None),
        Counts("t", bare=">="),
        CountsTwice("tt"),
        CountsListed("t["),
        Counts("f", bare="<=", points=-1),
    ),
    comparisons=MappingProxyType({}),
    products=MappingProxyType({"*": "*", "/": "trunc"}),
    signs=(),
    unsaid=MappingProxyType(
        {
            "ova": "the best sum of equal dice cannot be said here",
            "cde": "dice that are sorted by element cannot be said here",
        }
    ),
    dice=MappingProxyType({"F": FUDGE, "f": FUDGE}),
    comments=(":",),
    cased=True,
    labels=False,
    repeats="({roll}) ^ {times}",
    reader=CaithReader,
    examples=(
        "4d10 k3",
        "3d10 D1",
        "3d6 e6",
        "4d6 ir2",
        "5d10 t8 f1",
        "5d10 t8 tt10",
        "3d6 t[2,4,6]",
        "3d6 * 1.5",
        "(2d6 + 6) ^ 3",
    ),
)
