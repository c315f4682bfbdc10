"""The quick way to read the commonest texts: a sum of dice and numbers, alone or compared.

``1d20+5``, ``4d6kh3``, ``10d6! - 2``, ``8d10c>=7c=10``, ``d20+5 >= 15``. It reads what the full
reader would, to the last span, or it reads nothing: every mistake, and whatever else a text may
hold, is left to that.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING, TypeAlias

from astragal._value import made
from astragal.die import numbered_die
from astragal.errors import AstragalError, span_of
from astragal.limits import DEFAULT_LIMITS, Cost, Limits
from astragal.notation.expression import Expression
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.nodes.arithmetic import Sum
from astragal.notation.nodes.comparison import Compare
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.node import Node
from astragal.notation.nodes.values import Literal

if TYPE_CHECKING:
    from astragal.notation.conditions import Comparison
    from astragal.notation.modifiers.count import Count, Tally
    from astragal.notation.modifiers.explode import Explode
    from astragal.notation.modifiers.keep import Keep

_DIGITS = 9
"""Longer numbers are left to the full reader, which counts their digits."""

_SIGN = r"[<>]=?|="
_TALLY = rf"([cf])({_SIGN})(\d{{1,9}})"
_TALLIES = rf"c(?:{_SIGN})\d{{1,9}}(?:[cf](?:{_SIGN})\d{{1,9}})*"
_DICE = rf"(\d{{0,5}})d(%|\d{{1,9}})((?:k[hl]?|d[hl])\d{{0,5}}|!|{_TALLIES})?"
_TERM = re.compile(rf" *(?:({_DICE})|(\d{{1,9}})) *([-+]|[<>]=?|=|\Z)", re.ASCII)
"""Dice with one modifier at most, or a number; and the sign after it."""
_LAST_NUMBER = re.compile(r" *(\d{1,9}) *\Z", re.ASCII)

_Terms: TypeAlias = list[tuple[str, Node]]


def read_quickly(text: str, limits: Limits) -> Expression | None:
    """The expression that a text stands for, if it has one of the commonest shapes."""
    terms: _Terms = []
    read = _read_terms(text, terms)
    if read is None:
        return None
    dice, work, sign, at = read
    first, last = terms[0][1], terms[-1][1]
    total = first
    if first is not last:
        span = span_of((first.span.start, last.span.end))
        total = made(Sum, {"terms": tuple(terms), "span": span})
        work += 1
    body: Node | None = total
    if sign:
        body = _compared(total, last, sign, text, at)
        work += 2
    if body is None or dice > limits.dice or work > limits.work:
        return None
    cost = Cost(dice, work)
    # None of the modifiers read here leaves a choice.
    read_text = {"body": body, "text": text, "cost": cost, "leaves_choices": False}
    if limits is not DEFAULT_LIMITS:
        if not _as_wide(limits):
            return None
        read_text["limits"] = limits
    return made(Expression, read_text)


def _read_terms(text: str, terms: _Terms) -> tuple[int, int, str, int] | None:
    """Read the terms of a sum: what they cost, the sign of a comparison after them, and its end."""
    dice = work = at = 0
    sign = "+"
    while sign == "+" or sign == "-":
        found = _TERM.match(text, at)
        if found is None:
            return None
        typed, count, sides, modifier, number, after = found.groups()
        if typed is None:
            terms.append((sign, _literal(number, found.span(5))))
            work += 1
        else:
            read = _plain_dice if modifier is None else _modified_dice
            node = read(found.span(1), count, sides, modifier)
            if node is None:
                return None
            terms.append((sign, node))
            drawn, looks = node.cost()
            dice += drawn
            work += looks
        sign, at = after, found.end()
    return dice, work, sign, at


def _literal(digits: str, place: tuple[int, int]) -> Literal:
    return made(Literal, {"n": int(digits), "span": span_of(place)})


def _plain_dice(
    place: tuple[int, int], count: str, sides: str, modifier: str | None = None
) -> Dice | None:
    """Dice typed at some place; None if there cannot be such."""
    faces = 100 if sides == "%" else int(sides)
    if not 0 < faces <= DEFAULT_LIMITS.sides:
        return None
    fields = {"count": int(count or 1), "die": numbered_die(faces), "settled": True}
    return made(Dice, {**fields, "span": span_of(place)})


@lru_cache(maxsize=1024)
def _modified_dice(place: tuple[int, int], count: str, sides: str, modifier: str) -> Dice | None:
    """The same with a modifier; None if there is a mistake in it.

    Remembered, since most texts differ in the numbers that follow the same dice.
    """
    plain = _plain_dice(place, count, sides)
    if plain is None:
        return None
    try:
        return Dice(plain.count, plain.die, (_modifier(modifier, place[1]),), span=plain.span)
    except AstragalError:
        return None


def _modifier(typed: str, end: int) -> Modifier:
    if typed == "!":
        return _explode_class()(span=span_of((end - 1, end)))
    if typed[0] == "c":
        return _count(typed, end)
    return _keep(typed, end)


def _keep(typed: str, end: int) -> Keep:
    word = typed.rstrip("0123456789")
    number = int(typed[len(word) :] or 1)
    span = span_of((end - len(typed), end))
    return _keep_class()(number, word[-1] != "l", word[0] == "d", span=span)


def _count(typed: str, end: int) -> Count:
    count, tally, comparison = _count_classes()
    start = end - len(typed)
    tallies = []
    for found in re.finditer(_TALLY, typed, re.ASCII):
        letter, sign, number = found.groups()
        place = span_of((start + found.start(2), start + found.end()))
        condition = comparison(sign, int(number), span=place)
        tallies.append(tally(condition, 1 if letter == "c" else -1))
    return count(tuple(tallies), span=span_of((start, end)))


@cache
def _keep_class() -> type[Keep]:
    """Imported once, since plain dice need no modifier."""
    from astragal.notation.modifiers.keep import Keep

    return Keep


@cache
def _explode_class() -> type[Explode]:
    from astragal.notation.modifiers.explode import Explode

    return Explode


@cache
def _count_classes() -> tuple[type[Count], type[Tally], type[Comparison]]:
    from astragal.notation.conditions import Comparison
    from astragal.notation.modifiers.count import Count, Tally

    return Count, Tally, Comparison


def _compared(left: Node, last: Node, sign: str, text: str, at: int) -> Node | None:
    """A comparison with a number, if only the total can be meant."""
    found = _LAST_NUMBER.match(text, at)
    if found is None or (type(last) is Dice and (last.count != 1 or last.modifiers)):
        return None
    right = _literal(found[1], found.span(1))
    span = span_of((left.span.start, right.span.end))
    return made(Compare, {"op": sign, "left": left, "right": right, "span": span})


def _as_wide(limits: Limits) -> bool:
    """Whether limits are no tighter than those that dice and numbers are read with."""
    return limits.sides >= DEFAULT_LIMITS.sides and limits.digits >= _DIGITS
