"""GNOLL: whole dice are re-rolled and explode, dice from zero, several statements."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

from astragal.dialects.dialect import Dialect
from astragal.dialects.loose import LooseReader
from astragal.dialects.normal import REMAINDER
from astragal.dialects.reader import DialectReader
from astragal.dialects.scoring import opposite
from astragal.dialects.whole import never_negative
from astragal.dialects.words import (
    Conditional,
    Explodes,
    Filters,
    Keeps,
    Made,
    Refuses,
    Rerolls,
    Word,
    Worded,
    unique,
)
from astragal.dialects.writer import Writer
from astragal.die import FUDGE, Die, standard_die
from astragal.errors import Span
from astragal.limits import Limits
from astragal.notation.conditions import Comparison, Condition, Parity
from astragal.notation.modifiers.count import Tally
from astragal.notation.modifiers.explode import Explode
from astragal.notation.modifiers.keep import Keep
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.modifiers.reroll import Reroll
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.node import Node
from astragal.notation.nodes.repeat import Repeat
from astragal.notation.nodes.several import Several
from astragal.notation.nodes.values import Literal

_COIN = standard_die(2)
_PARITIES = {"is_even": True, "is_odd": False}
_MOST_DICE = 1_000_000
Result = tuple[int, Node]
"""How often something is rolled, with a result each time."""
Macro = tuple[bool, Node]
"""Whether its die is only shown, and the die."""
_MACRO = re.compile(r"[A-Z_]+")
_FACES = re.compile(r"\d*\s*d\s*[{fF]")
_FATE = {1: Die([-1, 0, 0, 0, 0, 1]), 2: FUDGE, 3: Die([-1, 1])}
_ADDED = "GNOLL only shows dice with faces of their own; it adds nothing to them"
_SIGNS = "GNOLL's `+` and `-` are 1 and -1 here"
_ALL = "GNOLL re-rolls and explodes all dice together, which cannot be said here"


class CountsDice(Word):
    """``c``: how many dice are left."""

    def read(self, reader: object, start: int) -> Made:
        return (Tally(Comparison(">=", 0)),)

    def write(self, worded: Worded, writer: Writer) -> str | None:
        return self.word if worded == Tally(Comparison(">=", 0)) else None


class RerollsUntil(Conditional):
    """``rr>4``: re-rolls until the die is more than 4."""

    bare = None
    needed = True

    def read(self, reader: DialectReader, start: int) -> Made:
        condition = self.condition(reader, start)
        assert condition is not None
        wrong = opposite(condition)
        if isinstance(condition, Parity) or wrong is None:
            raise reader.unknown("`is_even` and `is_odd` here", reader.span(start))
        return (Reroll(wrong, until=True, span=reader.span(start)),)


class GnollReader(LooseReader):
    """Words apply as written; explosions and re-rolls stand right behind the sides."""

    __slots__ = ("macros",)

    digits_only = True

    def __init__(self, text: str, dialect: Dialect, limits: Limits) -> None:
        super().__init__(text, dialect, limits)
        self.macros: dict[str, Macro] = {}

    # Statements

    def rolls(self) -> Node:
        """``d6;d4``: a result each; dice with faces of their own have a result each, too."""
        start = self.skip()
        found = self.statement()
        while self.take(";") and self.peek():
            found += self.statement()
        if not found:
            raise self.missing_value()
        place = self.span(start)
        total = sum(times for times, _ in found)
        self.limits.check("results", total, place)
        if len(found) == 1:
            return found[0][1] if total == 1 else Repeat(total, found[0][1], span=place)
        return Several(tuple(node for times, node in found for _ in range(times)), span=place)

    def statement(self) -> list[Result]:
        """What a statement shows: nothing, if it says what a macro stands for."""
        start = self.skip()
        if self.take("#"):
            self.define(start)
            return []
        if not self.faces_ahead():
            return [(1, self.whole())]
        found = [self.shown()]
        while self.take("+"):
            if not self.faces_ahead():
                raise self.error("untranslatable", _ADDED, self.span(start))
            found.append(self.shown())
        if self.peek() not in ("", ";"):
            raise self.error("untranslatable", _ADDED, self.span(start))
        return found

    def define(self, start: int) -> None:
        """``#COIN=d{HEADS,TAILS}``: a name for one die, which is rolled anew wherever it stands."""
        name = self.macro_name()
        if not self.take("="):
            raise self.missing_value()
        shown = self.faces_ahead()
        times, die = self.shown() if shown else (1, self.whole())
        if times != 1 or not _is_plain(die):
            raise self.unknown("a macro that is more than one die", self.span(start))
        self.macros[name] = shown, die

    def macro_name(self) -> str:
        start = self.skip()
        found = _MACRO.match(self.text, start)
        if found is None:
            raise self.unexpected("a name in capital letters was expected here")
        self.at = found.end()
        return found[0]

    def macro(self) -> Node:
        start = self.at
        self.at += 1
        name = self.macro_name()
        if name not in self.macros:
            message = f"nothing says what `@{name}` stands for"
            raise self.error("no-macros", message, self.span(start), f"e.g. `#{name}=d6;@{name}`")
        return self.macros[name][1]

    def primary(self) -> Node:
        if self.peek() == "#":
            raise self.unexpected("a macro is defined at the start of a statement")
        return self.macro() if self.here() == "@" else super().primary()

    # Dice with faces of their own

    def faces_ahead(self) -> bool:
        """Whether dice come next that are shown, and never added up."""
        start = self.skip()
        if found := _MACRO.match(self.text, start + 1) if self.here() == "@" else None:
            return found[0] in self.macros and self.macros[found[0]][0]
        return _FACES.match(self.text, start) is not None

    def shown(self) -> Result:
        """``2d{A,B}``: how many dice, and what one of them is."""
        start = self.skip()
        if self.here() == "@":
            return 1, self.macro()
        count = self.digits()
        if count == 0:
            raise self.unknown("no dice with faces of their own", self.span(start))
        self.take("d")
        die = self.fate_die() if self.take("f", "F") else self.listed(start)
        return count or 1, Dice(1, die, span=self.span(start))

    def fate_die(self) -> Die:
        """``dF``, or ``dF.1`` with four blanks, or ``dF.3`` with none."""
        if _SIGNS not in self.remarks:
            self.remarks.append(_SIGNS)
        number = self.digits_behind(".")
        return _FATE.get(2 if number is None else number, _FATE[3])

    def listed(self, start: int) -> Die:
        """``d{10..40}``, ``d{2,3,5}``, ``d{HIT,MISS}``."""
        opening = Span(self.skip(), self.at + 1)
        self.at += 1
        faces: list[int | str] = []
        while True:
            faces += self.face(start)
            if not self.take(","):
                break
        self.close("}", opening, (",",))
        if len({type(face) for face in faces}) > 1:
            raise self.cannot("a die with numbers and symbols", self.span(start))
        return Die(faces)

    def face(self, start: int) -> Sequence[int | str]:
        self.skip()
        low = self.digits()
        if low is None:
            return [self.macro_name()]
        high = self.digits_behind("..")
        if high is None:
            return [low]
        if high < low:
            raise self.error("bad-face", "the lower end must stand first", self.span(start))
        self.limits.check("sides", high - low + 1, self.span(start))
        return range(low, high + 1)

    def digits_behind(self, sign: str) -> int | None:
        found = bool(self.take(sign))
        self.skip()
        return self.digits() if found else None

    # Other dice

    def lettered(self, letter: str, start: int) -> Die | Node:
        self.skip()
        if self.take_here("c"):
            return _COIN if letter == "d" else Die([0, 1])
        if self.here() in ("{", "f", "F"):
            raise self.error("untranslatable", _ADDED, self.span(start))
        sides = self.die(start)
        if letter == "d" or not isinstance(sides, Die):
            return sides
        if self.text[self.at - 1] == "%":
            raise self.unknown("`z%`", self.span(start))
        return Die(range(sides.total))

    def sides_ahead(self) -> bool:
        self.skip()
        char = self.here()
        return "0" <= char <= "9" or char in ("%", "{", "f", "F") or char == "c"

    def sides(self, sides: int, start: int) -> Die:
        """A die without sides shows nothing."""
        return Die([0]) if sides == 0 else super().sides(sides, start)

    def bracketed(self) -> Node:
        return self.inside()

    def rounded(self, name: str, left: Node, right: Node, place: Span) -> Node:
        positive = isinstance(right, Literal) and right.n > 0
        if name == "ceil" and not (never_negative(left) and positive):
            raise self.unknown("`\\` of what may be below zero", place)
        return super().rounded(name, left, right, place)

    # What follows dice

    def condition(self, bare: str | None) -> Condition | None:
        start = self.skip()
        for word, even in _PARITIES.items():
            if self.take_here(word):
                return Parity(even, span=self.span(start))
        return super().condition(None)

    def dice(self, count: int | Node, start: int) -> Node:
        node = super().dice(count, start)
        assert isinstance(node, Dice)
        if node.count == 0 or node.die == Die([0]):
            return Literal(0, span=node.span)
        self.check_count(node, start)
        return node

    def check_count(self, node: Dice, start: int) -> None:
        """What is done to all dice together, or to more dice than there are."""
        assert isinstance(node.count, int)
        place = self.span(start)
        if node.count > _MOST_DICE:
            message = f"GNOLL rolls {_MOST_DICE:,} dice at most"
            raise self.error("too-many-dice", message, place)
        left = node.count
        for each in node.modifiers:
            if isinstance(each, Explode | Reroll) and node.count > 1:
                raise self.error("untranslatable", _ALL, place)
            if isinstance(each, Keep):
                if not isinstance(each.number, int) or not 0 < each.number <= left - each.drop:
                    raise self.unknown("keeping or dropping so many dice", each.span)
                left = left - each.number if each.drop else each.number
            elif not isinstance(each, Explode | Reroll):
                left = 0

    def arranged(self, read: Sequence[Worded], die: Die | None) -> tuple[Modifier, ...]:
        for place, each in enumerate(read):
            early = isinstance(each, Explode | Reroll)
            if isinstance(each, Reroll) and isinstance(each.condition, Parity):
                raise self.unknown("`is_even` and `is_odd` here", each.span)
            if early and (place or die is None or die.lowest != 1):
                assert isinstance(each, Modifier)
                raise self.unknown("this word here", each.span)
        return super().arranged(read, die)


def _is_plain(node: Node) -> bool:
    """Whether a node is one die that GNOLL rolls in a macro as it does elsewhere."""
    if not isinstance(node, Dice) or node.count != 1 or not isinstance(node.die, Die):
        return False
    explodes = all(isinstance(each, Explode) for each in node.modifiers)
    return explodes and (node.die.symbolic or node.die.lowest > 0)


class GnollWriter(Writer):
    """Dice from zero have a letter of their own."""

    def dice(self, node: Dice) -> str:
        die = node.die
        if not isinstance(die, Die) or die != Die(range(die.total)):
            return super().dice(node)
        return f"{node.count}z{die.total}{self.modifiers(node.modifiers, node)}"

    def condition(self, condition: Condition, bare: str | None) -> str | None:
        if isinstance(condition, Parity):
            return "is_even" if condition.even else "is_odd"
        return super().condition(condition, bare)

    methods: ClassVar[dict[type[Node], Callable[[Any, Any], str]]] = {**Writer.methods, Dice: dice}


DIALECT = Dialect(
    "gnoll",
    "GNOLL",
    words=(
        Keeps("kh"),
        Keeps("kl", highest=False),
        Keeps("dh", drop=True),
        Keeps("dl", highest=False, drop=True),
        Filters("f", bare=None),
        Explodes("!", bare=None),
        Explodes("e", bare=None),
        Explodes("!o", bare=None, burst="!o"),
        Refuses("!p", "GNOLL's dice get smaller as they explode, which cannot be said here"),
        Rerolls("r", bare=None, needed=True),
        RerollsUntil("rr"),
        unique("u"),
        CountsDice("c"),
    ),
    comparisons=MappingProxyType(
        {"==": "=", "!=": "!=", "<=": "<=", ">=": ">=", "<": "<", ">": ">"}
    ),
    products=MappingProxyType({"*": "*", "/": "trunc", "\\": "ceil", "%": REMAINDER}),
    functions=MappingProxyType({"max": "max", "min": "min", "abs": "abs"}),
    dice=MappingProxyType({"%": standard_die(100)}),
    letters=("d", "z"),
    signs=("-",),
    several=(";",),
    cased=True,
    labels=False,
    reader=GnollReader,
    writer=GnollWriter,
    examples=(
        "z4",
        "dc",
        "d20r==1",
        "6d6f>=4c",
        "4d6fis_even",
        "4d10uc",
        "3d20dl1dh1",
        "d3!",
        "7\\2",
        "d6;d4",
        "2d{HIT,MISS}",
        "#COIN=d{HEADS,TAILS};@COIN;@COIN",
        "d10rr>4",
    ),
)
