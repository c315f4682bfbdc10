"""Rollem, the bot for Discord, in version 1 of its syntax."""

from __future__ import annotations

import re
from collections.abc import Sequence
from types import MappingProxyType

from astragal.dialects.dialect import Dialect
from astragal.dialects.reader import DialectReader
from astragal.dialects.running_sum import RunningSum
from astragal.dialects.strict import StrictReader
from astragal.dialects.words import Explodes, Keeps, Made, Makes, Refuses, Word, Worded
from astragal.dialects.writer import Writer
from astragal.die import FUDGE, Die, standard_die
from astragal.errors import NotationError, Span
from astragal.notation.conditions import Comparison, Condition
from astragal.notation.modifiers.count import Count, Tally
from astragal.notation.modifiers.each import Each
from astragal.notation.modifiers.explode import Explode
from astragal.notation.modifiers.keep import Keep
from astragal.notation.modifiers.mark import Mark
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.nodes.arithmetic import Negate, Product, Sum
from astragal.notation.nodes.comparison import Compare
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.group import Group
from astragal.notation.nodes.node import Node
from astragal.notation.nodes.repeat import Repeat
from astragal.notation.nodes.values import Literal

_MOST_DICE = 100
_D6 = standard_die(6)
_WHEEL = {"B": 4, "G": 3, "W": 2}
_REPEAT = re.compile(r"\s*(\d+)#\s*")
_LABEL = re.compile(r"[^\W\d]\D*")
_OVER = "dice that roll over if all are the same cannot be said here"
_COMPARED = {"<=": "<=", ">=": ">=", "==": "=", "=": "=", "<": "<", ">": ">"}
_COUNTED = {"<<": "<=", ">>": ">="}


class MarksFrom(Word):
    """``c19``: marks what is that much or more."""

    def read(self, reader: DialectReader, start: int) -> Made:
        number = reader.digits()
        if number is None:
            raise reader.missing_number(start)
        return (Mark(Comparison(">=", number), span=reader.span(start)),)

    def write(self, worded: Worded, writer: Writer) -> str | None:
        match worded:
            case Mark(condition=Comparison(op=">=", operand=int(number)), good=True):
                return f"{self.word}{number}"
        return None


class Written(Word):
    """A sign of the grammar, which no word after dice is read from."""

    def read(self, reader: DialectReader, start: int) -> Made | None:
        return None

    def write(self, worded: Worded, writer: Writer) -> str | None:
        match worded:
            case Tally(condition=Comparison(op=op, operand=int(number)), points=1):
                return f" {self.word} {number}" if _COUNTED.get(self.word) == op else None
            case Each(sign="+" | "-" as sign, number=int(number)) if self.word == sign * 2:
                return f" {self.word} {number}"
        return None


class RollemReader(StrictReader):
    """Counts bind looser than sums, and a comparison is the last of all."""

    __slots__ = ()

    def rolls(self) -> Node:
        """``6#4d6d1``: a result each."""
        found = _REPEAT.match(self.text)
        if found is None:
            return self.comparison()
        self.at = found.end()
        return Repeat(int(found[1]), self.comparison(), span=self.span(0))

    def comparison(self) -> Node:
        start = self.skip()
        left = self.counter()
        at = self.at
        sign = self.take(*sorted(_COMPARED, key=len, reverse=True))
        if not sign or self.here() in ("<", ">"):
            self.at = at
            return left
        return Compare(_COMPARED[sign], left, self.counter(), span=self.span(start))

    def counter(self) -> Node:
        start = self.skip()
        left = self.sum()
        sign = self.take(*_COUNTED)
        return self.counted(left, _COUNTED[sign], self.sum(), start) if sign else left

    def counted(self, left: Node, op: str, right: Node, start: int) -> Node:
        """Dice are counted one by one."""
        place = self.span(start)
        if isinstance(left, Dice) and not any(isinstance(each, Count) for each in left.modifiers):
            number = right.n if isinstance(right, Literal) else right
            count = Count((Tally(Comparison(op, number)),), span=place)
            return left.replaced(modifiers=(*left.modifiers, count), span=place)
        if isinstance(left, Sum):
            raise self.by_version("a count of a sum", place)
        if isinstance(left, Literal):
            number = right.n if isinstance(right, Literal) else right
            return Group((left,), (Count((Tally(Comparison(op, number)),)),), span=place)
        raise self.unknown("a count of these", place)

    def by_version(self, what: str, place: Span) -> NotationError:
        """A sum is one value in some versions, and all values that it adds up in others."""
        message = f"what Rollem makes of {what} depends on its version"
        return self.error("not-known", message, place)

    def whole(self) -> Node:
        return self.sum()

    def sum(self) -> Node:
        """``++`` adds to each die."""
        start = self.skip()
        left = RunningSum(self.product())
        while sign := self.take("++", "--", "+", "-"):
            right = self.product()
            place, alone = self.span(start), left.alone
            if len(sign) == 2 and isinstance(alone, Dice):
                left = RunningSum(self.each(alone, sign[0], right, place))
            elif len(sign) == 2 and (alone is None or isinstance(alone, Sum)):
                raise self.by_version(f"`{sign}` after a sum", place)
            elif len(sign) == 2 and not isinstance(alone, Literal):
                raise self.unknown(f"`{sign}` here", place)
            else:
                left.add(sign[0], right, place)
        return left.node

    def each(self, dice: Dice, sign: str, right: Node, place: Span) -> Node:
        if any(isinstance(each, Count) for each in dice.modifiers):
            raise self.unknown("a number for each die of a count", place)
        number = right.n if isinstance(right, Literal) else right
        return dice.replaced(
            modifiers=(*dice.modifiers, Each(sign, number, span=place)), span=place
        )

    def unary(self) -> Node:
        """Only a number may have a sign."""
        start = self.skip()
        if not self.take("-"):
            return self.primary()
        number = self.digits()
        if number is None or self.dice_ahead():
            raise self.unexpected("a number was expected here")
        return Negate(Literal(number, span=self.span(start)), span=self.span(start))

    def product(self) -> Node:
        """Products of dice are lists too, so what is counted of them is not read."""
        node = super().product()
        if isinstance(node, Product) and self.text[self.skip() : self.at + 2] in ("<<", ">>"):
            raise self.unknown("a count of a product", node.span)
        return node

    def primary(self) -> Node:
        start = self.skip()
        letter = self.here()
        if letter not in _WHEEL or not "0" <= self.here(1) <= "9":
            return super().primary()
        self.at += 1
        count = self.digits()
        assert count is not None
        explode = (Explode(),) if self.take_here("!") else ()
        tally = Tally(Comparison(">=", _WHEEL[letter]))
        return Dice(count, _D6, (*explode, Count((tally,))), span=self.span(start))

    def bracketed(self) -> Node:
        return self.inside()

    def decimal(self, whole: int, start: int) -> Node | None:
        return None

    # Dice

    def sides_ahead(self) -> bool:
        return "0" <= self.here() <= "9" or self.here() in ("f", "F")

    def dice(self, count: int | Node, start: int) -> Node:
        node = super().dice(count, start)
        assert isinstance(node, Dice)
        if isinstance(count, int) and count > _MOST_DICE:
            message = f"Rollem rolls {_MOST_DICE} dice at most"
            raise self.error("too-many-dice", message, self.span(start))
        if isinstance(node.die, Die) and node.die.total < 2:
            raise self.error(
                "no-such-die", "Rollem's dice have two sides or more", self.span(start)
            )
        capped = tuple(_capped(each, count) for each in node.modifiers)
        return node.replaced(modifiers=capped)

    def condition(self, bare: str | None) -> Condition | None:
        """``d6!-3`` is no subtraction there, but a mistake: numbers have their sign."""
        if self.here() == "-" and "0" <= self.here(1) <= "9":
            message = "Rollem reads this as dice that explode on a number below zero"
            raise self.error(
                "unexpected", message, Span(self.at - 1, self.at + 1), "put a blank before the `-`"
            )
        return super().condition(bare)

    def arranged(self, read: Sequence[Worded], die: Die | None) -> tuple[Modifier, ...]:
        """Explosions first, then one word that keeps, drops or marks."""
        others = [each for each in read if not isinstance(each, Explode)]
        late = any(isinstance(each, Explode) for each in read[1:])
        if late or len(others) > 1 or (die == FUDGE and read):
            raise self.error(
                "unexpected", "Rollem takes `!`, then one word", self.span(self.at - 1)
            )
        return super().arranged(read, die)

    def comment(self) -> str:
        """Text behind a blank is a label."""
        if not self.text[self.at - 1 : self.at].isspace() and not self.here().isspace():
            return ""
        self.skip()
        rest = self.text[self.at :].strip()
        if not rest or not _LABEL.fullmatch(rest):
            return ""
        self.at = self.length
        return " ".join(rest.split())


def _capped(modifier: Modifier, count: int | Node) -> Modifier:
    """No more are kept or dropped than were rolled before any exploded."""
    if isinstance(modifier, Keep) and isinstance(count, int) and isinstance(modifier.number, int):
        return modifier.replaced(number=min(modifier.number, count))
    return modifier


DIALECT = Dialect(
    "rollem",
    "Rollem",
    words=(
        Explodes("!", bare=">="),
        Keeps("kh", default=None),
        Keeps("k", default=None),
        Keeps("kl", highest=False, default=None),
        Keeps("dl", highest=False, drop=True, default=None),
        Keeps("d", highest=False, drop=True, default=None),
        Keeps("dh", drop=True, default=None),
        MarksFrom("c"),
        Makes("ns"),
        Refuses("daro", _OVER),
        Refuses("aro", _OVER),
        Refuses("taro", _OVER),
        *map(Written, ("++", "--", "<<", ">>")),
    ),
    comparisons=MappingProxyType({}),
    dice=MappingProxyType({"F": FUDGE, "f": FUDGE}),
    compares=True,
    spaced=False,
    labels=False,
    repeats="{times}#{roll}",
    reader=RollemReader,
    examples=(
        "4d6d1",
        "4d6!5",
        "10d6 >> 4",
        "4d6++2",
        "1d20c19",
        "B5",
        "6#4d6d1",
        "2d6+3 >= 8",
    ),
)
