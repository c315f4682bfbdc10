"""py-rolldice, a library for Python: one word after dice; large and small letters differ."""

from __future__ import annotations

import re
from math import isqrt
from types import MappingProxyType

from astragal.dialects.arranging import counted_once
from astragal.dialects.dialect import Dialect
from astragal.dialects.loose import LooseReader
from astragal.dialects.whole import is_whole, never_negative
from astragal.dialects.words import Adds, Counts, Explodes, Keeps, Refuses, Rerolls, Worded
from astragal.die import Die, standard_die
from astragal.errors import LimitError, Span
from astragal.limits import Limits
from astragal.notation.conditions import Comparison, OneOf
from astragal.notation.expression import Expression
from astragal.notation.modifiers.count import Count, Tally
from astragal.notation.modifiers.explode import Explode
from astragal.notation.modifiers.keep import Keep
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.group import Group
from astragal.notation.nodes.node import Node
from astragal.notation.nodes.power import Power
from astragal.outcome import Number

_DROPS = "py-rolldice adds up the dice that it should drop"
_MOST_FOR_PRIMES = 10_000
_MOST_PRIMES = 10_000
"""How many numbers all lists of primes in a text may have."""
_LOOKS = 30_000_000
"""The steps that may be taken to find out how far they go."""
_DIVISORS = "common divisors and multiples cannot be said here"
_MORE = re.compile(r" +([0-9]+)")


class RolldiceReader(LooseReader):
    """One word after dice, or a count of successes and one of failures."""

    __slots__ = ("looks", "primes")

    digits_only = True

    def __init__(self, text: str, dialect: Dialect, limits: Limits) -> None:
        super().__init__(text, dialect, limits)
        self.looks = limits.replaced(odds=min(limits.odds, _LOOKS)).shared()
        self.primes = 0

    def sides_ahead(self) -> bool:
        self.skip()
        return "0" <= self.here() <= "9" or self.here() == "%"

    def power(self) -> Node:
        """What dice come to takes their place in the text, so that a sign in it binds looser."""
        start = self.skip()
        node = super().power()
        rolled = isinstance(node, Power) and isinstance(node.base, Dice)
        if rolled and self.text[start] != "(" and not never_negative(node.base):  # type: ignore[attr-defined]
            raise self.cannot("the power of dice that may be below zero", node.span)
        return node

    def bracketed(self) -> Node:
        return self.inside()

    def digits(self) -> int | None:
        """Blanks may stand anywhere, even inside a number."""
        start = self.at
        found = super().digits()
        if found is None:
            return None
        typed = self.text[start : self.at]
        while more := _MORE.match(self.text, self.at):
            typed, self.at = typed + more[1], more.end()
        if len(typed) > self.limits.digits:
            raise self.limits.exceeded("digits", len(typed), self.span(start))
        return int(typed)

    def decimal(self, whole: int, start: int) -> Node | None:
        dot = self.at
        node = super().decimal(whole, start)
        if node is not None and " " in self.text[dot : self.at]:
            raise self.unknown("blanks behind the point", self.span(start))
        return node

    def word(self) -> Node:
        """``prime(2d6)`` is 1 if the total is a prime number."""
        start = self.at
        if self.word_ahead() != "prime" or self.text[start + 5 : start + 6] != "(":
            return super().word()
        self.at += 5
        body = self.inside()
        highest = self.highest(body)
        if highest is None or highest > _MOST_FOR_PRIMES:
            raise self.cannot("whether this is prime", self.span(start))
        found = primes_up_to(max(2, int(highest)))
        self.primes += len(found)
        if self.primes > _MOST_PRIMES:
            raise self.cannot("so many times whether something is prime", self.span(start))
        tally = Tally(OneOf(tuple((each, each) for each in found)))
        return Group((body,), (Count((tally,)),), span=self.span(start))

    def highest(self, node: Node) -> Number | None:
        """The most that whole numbers come to; None if there is no most, or it takes too long."""
        if not is_whole(node):
            return None
        try:
            return Expression(node, (), "", self.text, self.limits).odds(limits=self.looks).highest
        except LimitError:
            return None

    def worded(self) -> list[Worded]:
        start = self.at
        read = super().worded()
        tallies = [each for each in read if isinstance(each, Tally)]
        opposite = [each.condition.op for each in tallies]  # type: ignore[attr-defined]
        allowed = (1, 2) if read and len(tallies) == len(read) else (0, 1)
        points = [each.points for each in tallies]
        if (
            len(read) not in allowed
            or points not in ([], [1], [1, -1])
            or (len(tallies) == 2 and opposite[0] == opposite[1])
        ):
            place = Span(start, self.at)
            raise self.error("unexpected", "py-rolldice takes one word after dice", place)
        return read

    def dice(self, count: int | Node, start: int) -> Node:
        node = super().dice(count, start)
        assert isinstance(node, Dice)
        for each in node.modifiers:
            number = each.number if isinstance(each, Keep) else None
            if isinstance(number, int) and not (isinstance(count, int) and 0 < number < count):
                raise self.error("too-many-dropped", "some dice must go and some stay", each.span)
        penetrates = any(
            isinstance(each, Explode) and each.burst == "!p" for each in node.modifiers
        )
        if penetrates and self.text[start] in "dD":
            raise self.error("missing-number", "say how many dice: `1d6!p`", self.span(start))
        if count == 0:
            raise self.error("no-dice", "py-rolldice rolls one die at least", self.span(start))
        return node

    def arranged(self, read: list[Worded], die: Die | None) -> tuple[Modifier, ...]:  # type: ignore[override]
        assert die is not None
        for each in read:
            self.check(getattr(each, "condition", None), die)
        tallies = [each for each in read if isinstance(each, Tally)]
        return (counted_once(tallies, die),) if tallies else super().arranged(read, die)

    def check(self, condition: object, die: Die) -> None:
        """A condition must match some faces and not all."""
        if not isinstance(condition, Comparison):
            return
        number = condition.operand
        assert isinstance(number, int)
        lowest, highest = {">": (1, die.highest - 1), "<": (2, die.highest)}.get(
            condition.op, (1, die.highest)
        )
        if not lowest <= number <= highest:
            raise self.error("bad-condition", "py-rolldice refuses this number", condition.span)


def primes_up_to(highest: int) -> list[int]:
    """All primes up to a number."""
    prime = [True] * (highest + 1)
    for number in range(2, isqrt(highest) + 1):
        if prime[number]:
            prime[number * number :: number] = [False] * len(prime[number * number :: number])
    return [number for number in range(2, highest + 1) if prime[number]]


DIALECT = Dialect(
    "py-rolldice",
    "py-rolldice",
    words=(
        Keeps("K"),
        Keeps("k", highest=False),
        Refuses("X", _DROPS),
        Refuses("x", _DROPS),
        Explodes("!"),
        Explodes("!p", burst="!p"),
        Explodes("!P", burst="!p"),
        Rerolls("r"),
        Rerolls("R", until=True),
        Counts("", bare=None),
        Counts("f", bare=None, points=-1),
        Counts("F", bare=None, points=-1),
        Adds("a"),
        Adds("s", "-"),
        Adds("m", "*"),
    ),
    comparisons=MappingProxyType({">": ">", "<": "<"}),
    products=MappingProxyType({"*": "*", "//": "//", "/": "/", "%": "%"}),
    powers=("**", "^"),
    functions=MappingProxyType({"abs": "abs", "ceil": "ceil", "floor": "floor"}),
    unsaid=MappingProxyType({"gcd": _DIVISORS, "lcm": _DIVISORS}),
    dice=MappingProxyType({"%": standard_die(100)}),
    cased=True,
    labels=False,
    reader=RolldiceReader,
    examples=(
        "2d20k",
        "7d12K3",
        "2d6R<3",
        "4d20<5f>19",
        "6d4m3",
        "prime(2d6)",
    ),
)
