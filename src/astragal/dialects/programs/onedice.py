"""OneDice, the standard of Chinese dice bots."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from astragal.dialects.dialect import Dialect
from astragal.dialects.loose import LooseReader
from astragal.dialects.reader import DialectReader
from astragal.dialects.words import Counts, Keeps, Made, Pending, Word, Worded
from astragal.die import FUDGE, Die, standard_die
from astragal.errors import NOWHERE, Span
from astragal.notation.conditions import Comparison
from astragal.notation.modifiers.count import Count, Tally
from astragal.notation.modifiers.explode import Explode
from astragal.notation.modifiers.keep import Keep
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.nodes.arithmetic import Negate, Product, Sum
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.node import Node
from astragal.notation.nodes.power import Power
from astragal.notation.nodes.values import Literal

_CROSS = "how many dice there are must stand before it as a number"
_SIDES = "how many sides a die has without a number depends on the game"
_FATE = 4
_TENS = Die(range(10))
_ONES = standard_die(10)


class Bonus(Pending):
    """``b2``: two more dice for the tens, of which the lowest counts; ``p2``: the highest."""

    number: int
    highest: bool
    span: Span = NOWHERE

    def percent(self, count: int) -> Node:
        """So many rolls of a hundred, added up."""
        tens = Dice(self.number + 1, _TENS, (Keep(1, self.highest),), span=self.span)
        parts = (
            ("+", Product((("*", tens), ("*", Literal(10))), span=self.span)),
            ("+", Dice(1, _ONES, span=self.span)),
        )
        return Sum(parts * count, span=self.span)


class Bonuses(Word):
    highest: bool = False

    def read(self, reader: DialectReader, start: int) -> Made:
        number = reader.operand()
        if number is None:
            number = 1
        if not isinstance(number, int) or number < 1:
            raise reader.unknown("so many bonus or penalty dice", reader.span(start))
        return (Bonus(number, self.highest, reader.span(start)),)


_BONUSES = {"b": Bonuses("b"), "p": Bonuses("p", highest=True)}


class OneDiceReader(LooseReader):
    """Dice that add dice, counted, beside ordinary ones; a sign stands only at the start."""

    __slots__ = ()

    def sides_ahead(self) -> bool:
        self.skip()
        return "0" <= self.here() <= "9" or self.here() == "("

    # Arithmetic

    def sum(self) -> Node:
        start = self.skip()
        sign = self.take("+", "-")
        first = self.product()
        terms = [("+", Negate(first, span=self.span(start)) if sign == "-" else first)]
        while sign := self.take("+", "-"):
            terms.append((sign, self.product()))
        return Sum(tuple(terms), span=self.span(start)) if len(terms) > 1 else terms[0][1]

    def unary(self) -> Node:
        return self.power()

    def power(self) -> Node:
        """From left to right, as everything else."""
        start = self.skip()
        node = self.primary()
        while self.take("^"):
            node = Power(node, self.primary(), span=self.span(start))
        return node

    def decimal(self, whole: int, start: int) -> Node | None:
        return None

    # Dice

    def primary(self) -> Node:
        start = self.skip()
        if self.take("df", "dF", "Df", "DF", "f", "F"):
            return Dice(_FATE, FUDGE, span=self.span(start))
        return self.bonus(start) or super().primary()

    def number(self) -> Node:
        start = self.skip()
        number = self.digits()
        assert number is not None
        if self.take("df", "dF", "Df", "DF", "f", "F"):
            return Dice(number, FUDGE, span=self.span(start))
        if self.take("a", "A"):
            return self.adding(number, start)
        if self.take("c", "C"):
            return self.crossing(number, start)
        if node := self.bonus(start):
            return node
        self.at = start
        return super().number()

    def bonus(self, start: int) -> Node | None:
        """``b2``; a number before it means nothing."""
        letter = self.take("b", "B", "p", "P").lower()
        if not letter:
            return None
        (bonus,) = _BONUSES[letter].read(self, start)
        assert isinstance(bonus, Bonus)
        return bonus.percent(1)

    def adding(self, count: int, start: int) -> Node:
        """``7a5k4m6``: from 5 on, dice bring more dice; those from 4 on are counted."""
        line = self.operand()
        if not isinstance(line, int) or line < 2:
            raise self.missing_number(start)
        sides, counted = 10, Comparison(">=", 8)
        seen = ""
        while letter := self.take("k", "K", "m", "M", "q", "Q").lower():
            number = self.operand()
            both = letter in "kq" and ("k" in seen or "q" in seen)
            if not isinstance(number, int) or both:
                raise self.unknown(f"`{letter}` here", self.span(start))
            seen += letter
            if letter == "m":
                sides = number
            else:
                counted = Comparison(">=" if letter == "k" else "<=", number)
        explode = Explode("!", Comparison(">=", line))
        modifiers = (*((explode,) if line <= sides else ()), Count((Tally(counted),)))
        return Dice(count, self.sides(sides, start), modifiers, span=self.span(start))

    def crossing(self, count: int, start: int) -> Node:
        """``3c8m10``: in each round dice from 8 on go on and 10 is added, in the last the best.

        A die that goes on counts as 10, whatever it shows, so each die can be followed by itself:
        the best of them went on longest, and was best in the last round.
        """
        line = self.operand()
        sides = self.operand() if self.take("m", "M") else 10
        place = self.span(start)
        if not isinstance(line, int) or line < 2 or not isinstance(sides, int) or count < 1:
            raise self.unknown("such rounds of dice", place)
        die = self.sides(sides, start)
        if line > sides:
            return Dice(count, die, (Keep(1),), span=place)
        if line < sides:
            self.limits.check("custom_faces", sides, place)
            die = Die([*range(1, line), *[sides] * (sides - line + 1)])
            self.remarks.append(f"a die from {line} on is shown as {sides}, which it counts for")
        return Dice(count, die, (Explode("!!"), Keep(1)), span=place)

    def dice(self, count: int | Node, start: int) -> Node:
        self.take(*self.dialect.letters)
        die = self.die(start)
        read = self.worded()
        place = self.span(start)
        if count == 0:
            raise self.error("no-dice", "OneDice rolls one die at least", place)
        if any(isinstance(each, Bonus) for each in read):
            (bonus,) = read if len(read) == 1 else (None,)
            if not isinstance(bonus, Bonus) or not isinstance(count, int):
                raise self.unknown("these words together", place)
            self.limits.check("results", count, place)
            return bonus.percent(count)
        modifiers = self.arranged(read, die if isinstance(die, Die) else None)
        for each in modifiers:
            if isinstance(each, Keep) and not _enough(count, each):
                raise self.error("too-many-dropped", "there are not so many dice", each.span)
        return Dice(count, die, modifiers, span=place)

    def arranged(self, read: Sequence[Worded], die: Die | None) -> tuple[Modifier, ...]:
        """``a5`` counts all dice, whatever stands beside it."""
        counts = [each for each in read if isinstance(each, Tally)]
        if len(read) > 1 and not counts:
            raise self.unknown("these words together", Span(self.at - 1, self.at))
        return super().arranged(counts or read, die)


def _enough(count: int | Node, keep: Keep) -> bool:
    known = isinstance(count, int) and isinstance(keep.number, int)
    return not known or keep.number <= count  # type: ignore[operator]


DIALECT = Dialect(
    "onedice",
    "OneDice",
    words=(
        Keeps("k", default=None),
        Keeps("kh", default=None),
        Keeps("q", highest=False, default=None),
        Keeps("kl", highest=False, default=None),
        Keeps("dh", drop=True, default=None),
        Keeps("dl", highest=False, drop=True, default=None),
        Counts("a", bare=">="),
        *_BONUSES.values(),
    ),
    comparisons=MappingProxyType({}),
    unsaid=MappingProxyType({"d": _SIDES, "c": _CROSS}),
    products=MappingProxyType({"x": "*", "X": "*", "*": "*", "/": "trunc"}),
    powers=("^",),
    signs=("+", "-"),
    dice=MappingProxyType({"f": FUDGE}),
    labels=False,
    reader=OneDiceReader,
    examples=(
        "4d6k3",
        "4d6q3",
        "4df",
        "7a5k4m6",
        "3d6a5",
        "3c8",
        "b2",
        "2^3^2",
        "7/2",
    ),
)
