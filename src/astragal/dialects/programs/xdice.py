"""xdice, a library for Python: it drops dice, explodes once, and calculates as Python does."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from astragal.dialects.dialect import DICE, Dialect
from astragal.dialects.loose import LooseReader
from astragal.dialects.whole import is_whole, never_negative
from astragal.dialects.words import Explodes, Keeps, Worded
from astragal.die import FUDGE, Die, standard_die
from astragal.errors import Span
from astragal.notation.modifiers.explode import Explode
from astragal.notation.modifiers.keep import Keep
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.nodes.arithmetic import Sum
from astragal.notation.nodes.call import FunctionCall
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.node import Node
from astragal.notation.nodes.power import Power

_DEFAULT = standard_die(20)


class XdiceReader(LooseReader):
    """``R3(1d6)`` adds up repeats; the total is cut to a whole number."""

    __slots__ = ()

    digits_only = True

    def finished(self, body: Node) -> Node:
        return body if is_whole(body) else FunctionCall("trunc", (body,), span=body.span)

    def sides_ahead(self) -> bool:
        """Without sides, a die has twenty."""
        return True

    def die(self, start: int) -> Die | Node:
        self.skip()
        plain = self.special_die() or "0" <= self.here() <= "9"
        return super().die(start) if plain else _DEFAULT

    def power(self) -> Node:
        """What dice come to takes their place in the text, so that a sign in it binds looser."""
        start = self.skip()
        node = super().power()
        if isinstance(node, Power) and self.text[start] != "(" and not never_negative(node.base):
            raise self.cannot("the power of dice that may be below zero", node.span)
        return node

    def bracketed(self) -> Node:
        return self.inside()

    def number(self) -> Node:
        """Python takes no zeros before a number."""
        start = self.at
        node = super().number()
        typed = self.text[start : self.at]
        if not isinstance(node, Dice) and typed[0] == "0" and typed[1:2].isdecimal():
            message = "Python takes no zero before a number"
            raise self.error("unexpected", message, self.span(start))
        return node

    def items(self, closing: str) -> tuple[Node, ...]:
        """``max([1,2,3])``: the values may stand in a list."""
        opening = Span(self.at, self.at + 1)
        self.at += 1
        if self.peek() != "[":
            self.at = opening.start
            return super().items(closing)
        found = super().items("]")
        self.close(closing, opening)
        return found

    def word(self) -> Node:
        start = self.at
        if not self.take_here("r", "R"):
            return super().word()
        times = self.digits()
        if not times or self.peek() != "(":
            raise self.error("missing-number", "a repeat is `R3(…)`", self.span(start))
        self.limits.check("results", times, self.span(start))
        body = self.inside()
        if ")" in self.text[self.at :]:
            raise self.unknown("brackets behind a repeat", self.span(start))
        if times == 1:
            return body
        return Sum((("+", body),) * times, span=self.span(start))

    def worded(self) -> list[Worded]:
        """The lowest are dropped first, then the highest; then dice explode."""
        start = self.at
        read = super().worded()
        order = [_place(each) for each in read]
        if sorted(set(order)) != order:
            place = Span(start, self.at)
            raise self.error("unexpected", "xdice takes `l`, then `h`, then `!`, once each", place)
        return read

    def dice(self, count: int | Node, start: int) -> Node:
        node = super().dice(count, start)
        assert isinstance(node, Dice)
        dropped = sum(each.number for each in node.modifiers if isinstance(each, Keep))  # type: ignore[misc]
        if isinstance(count, int) and dropped > count:
            raise self.error("too-many-dropped", "there are not so many dice", self.span(start))
        return node

    def arranged(self, read: Sequence[Worded], die: Die | None) -> tuple[Modifier, ...]:
        """Fate dice never show a number of sides, so they do not explode."""
        modifiers = super().arranged(read, die)
        if die == FUDGE:
            return tuple(each for each in modifiers if not isinstance(each, Explode))
        return modifiers


def _place(word: Worded) -> int:
    return 2 if isinstance(word, Explode) else int(isinstance(word, Keep) and word.highest)


DIALECT = Dialect(
    "xdice",
    "xdice",
    words=(
        Keeps("l", highest=False, drop=True),
        Keeps("h", drop=True),
        Explodes("!", bare=None, burst="!o"),
        Explodes("x", bare=None, burst="!o"),
    ),
    comparisons=MappingProxyType({}),
    products=MappingProxyType({"*": "*", "//": "//", "/": "/", "%": "%"}),
    powers=("**",),
    functions=MappingProxyType({"abs": "abs", "max": "max", "min": "min"}),
    dice=DICE,
    labels=False,
    reader=XdiceReader,
    examples=(
        "3d6l2",
        "6d6l2h2",
        "3d6!",
        "2d+3",
        "R3(1d6+1)",
    ),
)
