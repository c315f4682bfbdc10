"""Dice Maiden, the bot for Discord: sums from left to right, and short names for games' rolls."""

from __future__ import annotations

import re
from collections.abc import Sequence
from types import MappingProxyType

from astragal.dialects.arranging import counted_once
from astragal.dialects.dialect import Dialect
from astragal.dialects.loose import LooseReader
from astragal.dialects.programs.dicemaiden.aliases import (
    ALIASES,
    ALONE,
    LEGENDS,
    SAVAGE,
    UNSAID,
)
from astragal.dialects.programs.dicemaiden.games import GAMES, at_bottom, at_top
from astragal.dialects.programs.dicemaiden.words import Extra, Imploding, Middle, Noted, Twice
from astragal.dialects.running_sum import RunningSum
from astragal.dialects.whole import never_negative
from astragal.dialects.words import (
    Counts,
    Explodes,
    Keeps,
    Makes,
    Marks,
    Refuses,
    Rerolls,
    Worded,
)
from astragal.die import FUDGE, Die, standard_die
from astragal.errors import Span
from astragal.notation.conditions import Comparison
from astragal.notation.modifiers.count import Count, Tally
from astragal.notation.modifiers.explode import Explode
from astragal.notation.modifiers.keep import Keep
from astragal.notation.modifiers.keep_united import KeepUnited
from astragal.notation.modifiers.mark import Mark
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.modifiers.reroll import Reroll
from astragal.notation.modifiers.worth import Case, Worth
from astragal.notation.nodes.arithmetic import Product, Sum
from astragal.notation.nodes.call import FunctionCall
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.group import Group
from astragal.notation.nodes.labels import Labelled
from astragal.notation.nodes.node import Node
from astragal.notation.nodes.ranges import Ranges
from astragal.notation.nodes.repeat import Repeat
from astragal.notation.nodes.values import Literal
from astragal.notation.syntax.parser import parse as parse_notation
from astragal.notation.texts import is_label

_FLAGS = re.compile(r"(?:(?:p|s|nr|ul)\s+)+")
_SETS = re.compile(r"(\d+)\s+(?=[+\-(A-Za-z0-9])")
_LABEL = re.compile(r"\(\s*([^)]*?)\s*\)\s*")
_MOST_DICE = 500
_MOST_IMPLODING = 20


_DAMAGE = Worth(
    tuple(Case(Comparison("<=", n), points) for n, points in ((1, 0), (5, 1), (9, 2))), 4
)
"""Godbound's chart: what each die comes to."""


class DiceMaidenReader(LooseReader):
    """Sets, labels and flags before a roll; several rolls with ``;``."""

    __slots__ = ()

    def whole(self) -> Node:
        start = self.skip()
        self.passed(_FLAGS)
        found = _SETS.match(self.text, self.at)
        if found and not self.text[found.end() :].startswith(("+ ", "- ")):
            return self.set(int(found[1]), found.end(), start)
        return self.roll()

    def set(self, times: int, at: int, start: int) -> Node:
        self.at = at
        if not 2 <= times <= 20:
            raise self.error("bad-count", "a set has 2 to 20 rolls", self.span(start))
        named = len(self.bindings)
        body = self.roll()
        if body.repeats > 1:
            raise self.unknown("a set of sets", self.span(start))
        if len(self.bindings) > named:
            message = "dice that are looked at twice cannot be rolled in sets here"
            raise self.error("untranslatable", message, self.span(start))
        return Repeat(times, body, span=self.span(start))

    def roll(self) -> Node:
        """One roll with its label."""
        start = self.skip()
        label = _LABEL.match(self.text, self.at)
        if label:
            self.at = label.end()
        self.passed(_FLAGS)
        node = self.sum()
        self.remarked()
        named = bool(label and is_label(label[1]) and not isinstance(node, Repeat))
        return Labelled(node, (label[1],), span=self.span(start)) if label and named else node

    def remarked(self) -> None:
        """Pass a comment that ends at the next roll; the last one is the expression's."""
        end = self.text.find(";", self.at)
        if end >= 0 and self.peek() == "!":
            self.at = end

    def passed(self, pattern: re.Pattern[str]) -> None:
        self.skip()
        found = pattern.match(self.text, self.at)
        self.at = found.end() if found else self.at

    def sum(self) -> Node:
        """From left to right, whatever the signs."""
        start = self.skip()
        alone = ALONE.match(self.text, start)
        left = RunningSum(self.aliased(first=True))
        counts = left.alone is not None and _counts(left.alone)
        while sign := self.take("+", "-", "*", "/"):
            right = self.aliased(first=False)
            fixed = isinstance(right, Literal)
            so_far = left.alone
            if alone or isinstance(so_far, Ranges) or (_counts(right) or (counts and not fixed)):
                raise self.unknown("arithmetic with successes", self.span(start))
            if so_far is not None and (_charts(so_far) or so_far.repeats > 1):
                raise self.unknown("arithmetic with this roll", self.span(start))
            if sign in "+-":
                left.add(sign, right, self.span(start))
            else:
                left = RunningSum(self.multiplied_by(left.node, sign, right, start))
        return left.node

    def multiplied_by(self, left: Node, sign: str, right: Node, start: int) -> Node:
        place = self.span(start)
        if sign == "*" or (never_negative(left) and never_negative(right)):
            return Product((("*", left), ("*" if sign == "*" else "//", right)), span=place)
        quotient = Product((("*", left), ("/", right)), span=place)
        return FunctionCall("trunc", (quotient,), span=place)

    def aliased(self, *, first: bool) -> Node:
        """A value, or the name of a game's roll; only the first may be more than dice."""
        start = self.skip()
        savage = SAVAGE.match(self.text, start)
        if savage:
            self.at = savage.end()
            return _savage(int(savage[1]), self.span(start))
        legends = LEGENDS.match(self.text, start)
        if legends and first and int(legends[1]) > 1:
            self.at = legends.end()
            return self.legends(int(legends[1]), start)
        for pattern, text in ALIASES:
            found = pattern.match(self.text, self.at)
            if found:
                self.at = found.end()
                inside = DiceMaidenReader(found.expand(text), self.dialect, self.limits)
                node = inside.whole()
                self.bindings += inside.bindings
                if not first and not isinstance(node, Dice):
                    raise self.unknown("a game's name here", self.span(start))
                return node
        return self.game(start, first=first) or self.primary()

    def game(self, start: int, *, first: bool) -> Node | None:
        """The roll of a game that is said in our notation; None if no such name comes next."""
        for pattern, made in GAMES:
            found = pattern.match(self.text, start)
            text = made(found) if found else None
            if found and (text is None or not first):
                raise self.unknown(f"`{found[0]}` here", Span(start, found.end()))
            if found and text is not None:
                self.at = found.end()
                return self.noted(text, start)
        for name, why in UNSAID.items():
            found = re.compile(name + r"(?![A-Za-z0-9.])").match(self.text, start)
            if found:
                message = f"`{found[0]}`: {why}"
                raise self.error("untranslatable", message, Span(start, found.end()))
        return None

    def noted(self, text: str, start: int) -> Node:
        """What a text of our own notation is; a name in it may stand in one roll only."""
        read = parse_notation(text, limits=self.limits)
        if read.bindings and self.bindings:
            raise self.unknown("a second roll of this kind", self.span(start))
        self.bindings += read.bindings
        return read.body

    def legends(self, dice: int, start: int) -> Node:
        texts = (f"{dice - 1}d6 t4", "1d6 t4 f1 ie6")
        parts = [DiceMaidenReader(text, self.dialect, self.limits).whole() for text in texts]
        if self.peek() and self.peek() in "+-*/":
            raise self.unknown("arithmetic with successes", self.span(start))
        return Sum(tuple(("+", part) for part in parts), span=self.span(start))

    def decimal(self, whole: int, start: int) -> Node | None:
        return None

    def bracketed(self) -> Node:
        raise self.unexpected("dice were expected here")

    # Dice

    def sides_ahead(self) -> bool:
        char = self.here()
        return "0" <= char <= "9" or char in ("%", "f", "F")

    def dice(self, count: int | Node, start: int) -> Node:
        self.take(*self.dialect.letters)
        die = self.die(start)
        assert isinstance(count, int)
        assert isinstance(die, Die)
        read = self.doubled([self.settled(each, count) for each in self.worded()])
        if any(isinstance(each, Imploding) for each in read):
            return self.imploding(count, die, read, start)
        if len(read) > 1 and any(isinstance(each, KeepUnited) for each in read):
            raise self.unknown("the middle dice beside other words", self.span(start))
        level = sum(each.level for each in read if isinstance(each, Extra))
        if not 0 < count + abs(level) <= _MOST_DICE:
            message = f"Dice Maiden rolls 1 to {_MOST_DICE} dice"
            raise self.error("too-many-dice", message, self.span(start))
        first = (Keep(abs(level), highest=level < 0, drop=True),) if level else ()
        modifiers = (*first, *self.arranged(read, die))
        self.check_left(count, modifiers[len(first) :])
        return Dice(count + abs(level), die, modifiers, span=self.span(start))

    def imploding(self, count: int, die: Die, read: Sequence[Worded], start: int) -> Node:
        """Dice whose ones, and maybe whose highest faces, each roll one die more."""
        low = [each.number for each in read if isinstance(each, Imploding)]
        high = [each for each in read if isinstance(each, Explode) and each.burst == "!o"]
        if len(low) > 1 or len(high) > 1 or len(low) + len(high) < len(read):
            raise self.unknown("imploding dice beside other words", self.span(start))
        top = die.highest
        if high and isinstance(high[0].condition, Comparison):
            top = high[0].condition.operand
        if count == 1:
            more = f" + (p >= {top}){die}" if high else ""
            return self.noted(f"p = 1{die}; p{more} - (p <= {low[0]}){die}", start)
        if low[0] != 1 or top != die.highest or count > _MOST_IMPLODING:
            message = "how many of several dice implode can be said for ones only, and few dice"
            raise self.error("untranslatable", message, self.span(start))
        more = f" + ({at_top(count, die.highest)}){die}" if high else ""
        return self.noted(f"p = {count}{die}; p{more} - ({at_bottom(count)}){die}", start)

    def doubled(self, read: Sequence[Worded]) -> list[Worded]:
        """What counts twice, by the sign of the target before it."""
        found: list[Worded] = []
        for each in read:
            if not isinstance(each, Twice):
                found.append(each)
                continue
            target = found[-1] if found else None
            if not isinstance(target, Tally) or not isinstance(target.condition, Comparison):
                raise self.unknown("`ds` without a target before it", each.span)
            sign, first = target.condition.op, target.condition.operand
            number = each.number or first
            if not isinstance(first, int) or not isinstance(number, int):
                raise self.unknown("`ds` behind such a target", each.span)
            if number < first if sign == ">=" else number > first:
                raise self.unknown("`ds` for what is no success", each.span)
            found.append(Tally(Comparison(sign, number), 1))
        return found

    def settled(self, word: Worded, count: int) -> Worded:
        """The middle dice; of those that go, the odd one is the highest."""
        if not isinstance(word, Middle):
            return word
        below = (count - word.number) // 2
        above = count - word.number - below
        if below < 1 or word.number < 1:
            raise self.unknown("the middle of so many dice", word.span)
        parts = (Keep(below, highest=False, drop=True), Keep(above, drop=True))
        return KeepUnited(parts, span=word.span)

    def check_left(self, count: int, modifiers: Sequence[Modifier]) -> None:
        for each in modifiers:
            if isinstance(each, Keep) and isinstance(each.number, int):
                left = count - each.number if each.drop else min(each.number, count)
                if left < 1:
                    raise self.unknown("keeping or dropping so many dice", each.span)
                count = left

    def arranged(self, read: Sequence[Worded], die: Die | None) -> tuple[Modifier, ...]:
        """Explosions and re-rolls, then what is kept, then what is counted."""
        drawing = [each for each in read if isinstance(each, Explode | Reroll)]
        keeps = [each for each in read if isinstance(each, Keep | KeepUnited)]
        tallies = [each for each in read if isinstance(each, Tally)]
        marks = [each for each in read if isinstance(each, Mark)]
        charts = tuple(each for each in read if isinstance(each, Worth))
        if charts and (len(read) > 1 or die == FUDGE):
            raise self.unknown("`gb` beside other words", self.span(self.at - 1))
        if charts:
            return charts
        if die == FUDGE and read:
            raise self.unknown("words behind Fudge dice", self.span(self.at - 1))
        found: tuple[Modifier, ...] = (*drawing, *keeps, *marks)
        return (*found, self.counted(tallies, die)) if tallies else found

    def counted(self, tallies: Sequence[Tally], die: Die | None) -> Modifier:
        """Each target counts by itself; failures alone go below zero."""
        if all(each.points < 0 for each in tallies) and len(tallies) == 1:
            return counted_once(tallies, die)
        if all(each.points < 0 for each in tallies):
            raise self.unknown("several failures", self.span(self.at - 1))
        ordered = sorted(tallies, key=lambda each: -each.points)
        return Count(tuple(ordered))


def _savage(sides: int, place: Span) -> Group:
    """The better of a trait and a wild die, which both explode."""
    members = tuple(Dice(1, standard_die(each), (Explode(),)) for each in (sides, 6))
    return Group(members, (Keep(1),), span=place)


def _counts(node: Node) -> bool:
    return isinstance(node, Dice) and any(isinstance(each, Count) for each in node.modifiers)


def _charts(node: Node) -> bool:
    """Whether the bot reads each die off a chart, or takes each for a failure."""
    return isinstance(node, Dice) and any(
        each == _DAMAGE or (isinstance(each, Worth) and each.cases[0].points == -1)
        for each in node.modifiers
    )


DIALECT = Dialect(
    "dicemaiden",
    "Dice Maiden",
    words=(
        Explodes("e", bare=">=", burst="!o"),
        Explodes("ie", bare=">="),
        Noted("i", Imploding, default=1),
        Keeps("k", default=None),
        Keeps("kl", highest=False, default=None),
        Noted("km", Middle),
        Keeps("d", highest=False, drop=True, default=None),
        Rerolls("r", bare="<=", needed=True),
        Rerolls("ir", bare="<=", until=True, needed=True),
        Rerolls("rg", bare=">=", needed=True),
        Rerolls("irg", bare=">=", until=True, needed=True),
        Counts("t", bare=">="),
        Counts("tl", bare="<="),
        Noted("ds", Twice, default=0),
        Counts("f", bare="<=", points=-1),
        Marks("b", bare="<=", good=False),
        Refuses("c", "tens that cancel ones cannot be said here"),
        Makes("gb", (_DAMAGE,)),
        Makes("gbs"),
        Noted("adv", Extra),
        Noted("dis", Extra, sign=-1),
    ),
    comparisons=MappingProxyType({}),
    products=MappingProxyType({"*": "*", "/": "trunc"}),
    dice=MappingProxyType({"%": standard_die(100), "f": FUDGE, "F": FUDGE}),
    signs=(),
    commands=MappingProxyType({"/roll": "", "/r": ""}),
    comments=("!",),
    several=(";",),
    labels=False,
    repeats="{times} {roll}",
    reader=DiceMaidenReader,
    examples=(
        "4d6 k3",
        "4d6 ie6",
        "4d6 rg5",
        "6d10 t7 f1",
        "6d10 t7ds10",
        "2d6 ie6 adv1",
        "3d6 + 5 * 2",
        "6 4d6",
        "2d6 ; 3d8",
        "+d20 + 5",
        "4cod8",
        "ex5",
        "4d6 b1",
        "1d10 i1 e10",
        "mm 2e",
        "cs 3",
    ),
)
