"""A fast reader for the commonest texts: a sum of dice and numbers, alone or compared.

``1d20+5``, ``4d6kh3``, ``10d6! - 2``, ``8d10c>=7c=10``, ``d20+5 >= 15``. Its result equals that of
the full reader, including all spans; or it reads nothing: mistakes and all other texts are left to
the full reader.
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
"""Longer numbers are left to the full reader, which checks the number of digits."""

_SIGN = r"[<>]=?|="
_TALLY = rf"([cf])({_SIGN})(\d{{1,9}})"
_TALLIES = rf"c(?:{_SIGN})\d{{1,9}}(?:[cf](?:{_SIGN})\d{{1,9}})*"
_DICE = rf"(\d{{0,5}})d(%|\d{{1,9}})((?:k[hl]?|d[hl])\d{{0,5}}|!|{_TALLIES})?"
_NUMBER = r"\d{1,9}"
_ONE = re.compile(
    rf" *({_DICE})(?: *([-+]) *({_NUMBER}))? *(?:({_SIGN}) *({_NUMBER}) *)?\Z", re.ASCII
)
"""Dice with at most one modifier, optionally with a number added and a comparison."""
_TERM = re.compile(rf" *(?:({_DICE})|({_NUMBER})) *([-+]|{_SIGN}|[,;)}}&*/]|\Z)", re.ASCII)
"""Dice with at most one modifier, or a number; then the following sign or closing bracket."""

_KEEP = re.compile(r"(k[hl]?|d[hl])(\d{0,5}) *(?=[-+*/),;}]|\Z)", re.ASCII)
"""A keep followed by a sign that cannot be part of it."""

_NEVER_IN_A_SUM = frozenset("(){}[],;&*/@#")
"""Signs that rule out a sum of dice."""

_ADDED = ("+", "-")
_ENDS = (*_ADDED, "*", "/", ")", ",", "}", ";", "")
"""Signs that may follow dice with a modifier, but cannot be part of them."""
_MOST_SIDES = DEFAULT_LIMITS.sides

_Body: TypeAlias = tuple[Node, int, int]
"""The node of an expression, the number of dice it draws, and its work."""


def read_quickly(text: str, limits: Limits) -> Expression | None:
    """The expression for a text of one of the commonest shapes; None for all others."""
    found = _ONE.match(text)
    read = _read_sum(text) if found is None else _read_one(found)
    if read is None:
        return None
    body, dice, work = read
    if dice > limits.dice or work > limits.work:
        return None
    # None of the modifiers read here leaves a choice.
    fields = {"body": body, "text": text, "cost": Cost(dice, work), "leaves_choices": False}
    if limits is not DEFAULT_LIMITS:
        if not _as_wide(limits):
            return None
        fields["limits"] = limits
    return made(Expression, fields)


def _read_one(found: re.Match[str]) -> _Body | None:
    """Dice, optionally with a number added, and optionally compared with another number."""
    _, count, sides, modifier, sign, number, op, target = found.groups()
    place = start, end = found.span(1)
    dice = (_plain_dice if modifier is None else _modified_dice)(place, count, sides, modifier)
    if dice is None:
        return None
    body: Node = dice
    drawn, work = dice.cost()
    if number is not None:
        place = _, end = found.span(6)
        terms = (("+", dice), (sign, _literal(number, place)))
        body = made(Sum, {"terms": terms, "span": span_of((start, end))})
        work += 2
    if target is not None:
        if body is dice and _may_be_each(dice):
            return None
        place = _, end = found.span(8)
        right, span = _literal(target, place), span_of((start, end))
        body = made(Compare, {"op": op, "left": body, "right": right, "span": span})
        work += 2
    return body, drawn, work


def _read_sum(text: str) -> _Body | None:
    """A number, or several terms, optionally compared with a number."""
    if not _NEVER_IN_A_SUM.isdisjoint(text):
        return None
    terms: list[tuple[str, Node]] = []
    cost = _read_terms(text, terms)
    if cost is None:
        return None
    drawn, work = cost
    op, right = terms[-1]
    if op not in _ADDED:
        del terms[-1]
    body, last = terms[0][1], terms[-1][1]
    if body is not last:
        span = span_of((body.span.start, last.span.end))
        body = made(Sum, {"terms": tuple(terms), "span": span})
        work += 1
    if op not in _ADDED:
        if type(last) is Dice and _may_be_each(last):
            return None
        span = span_of((body.span.start, right.span.end))
        body = made(Compare, {"op": op, "left": body, "right": right, "span": span})
        work += 1
    return body, drawn, work


def _read_terms(text: str, terms: list[tuple[str, Node]]) -> tuple[int, int] | None:
    """Read the terms between signs; returns the dice drawn and the work."""
    drawn = work = at = 0
    sign = "+"
    while sign:
        found = _TERM.match(text, at)
        if found is None:
            return None
        _, count, sides, modifier, number, after = found.groups()
        if sign not in _ADDED and (number is None or after):
            return None
        if number is not None:
            terms.append((sign, _literal(number, found.span(5))))
            work += 1
        else:
            read = _plain_dice if modifier is None else _modified_dice
            dice = read(found.span(1), count, sides, modifier)
            if dice is None:
                return None
            terms.append((sign, dice))
            more, looks = dice.cost()
            drawn += more
            work += looks
        sign, at = after, found.end()
    return drawn, work


def read_value(text: str, at: int, limits: Limits) -> Dice | Literal | None:
    """The dice or number up to the next sign or closing bracket; None for other text."""
    found = _TERM.match(text, at)
    if found is None or (limits is not DEFAULT_LIMITS and not _as_wide(limits)):
        return None
    _, count, sides, modifier, number, after = found.groups()
    if after not in _ENDS and (modifier is not None or after != "&"):  # `kh1&kl1` joins two keeps
        return None
    if number is not None:
        return _literal(number, found.span(5))
    read = _plain_dice if modifier is None else _modified_dice
    return read(found.span(1), count, sides, modifier)


def _may_be_each(last: Dice) -> bool:
    """True if a comparison after dice may be meant for each die instead of the total."""
    return last.count != 1 or bool(last.modifiers)


def _literal(digits: str, place: tuple[int, int]) -> Literal:
    return made(Literal, {"n": int(digits), "span": span_of(place)})


def _plain_dice(
    place: tuple[int, int], count: str, sides: str, modifier: str | None = None
) -> Dice | None:
    """Dice typed at a place; None if the die is not valid."""
    faces = 100 if sides == "%" else int(sides)
    if not 0 < faces <= _MOST_SIDES:
        return None
    die, n = numbered_die(faces), int(count or 1)
    return made(Dice, {"count": n, "die": die, "settled": True, "span": span_of(place)})


@lru_cache(maxsize=1024)
def _modified_dice(place: tuple[int, int], count: str, sides: str, modifier: str) -> Dice | None:
    """The same with a modifier; None if the modifier is not valid.

    Cached, since most texts only differ in the numbers after the same dice.
    """
    plain = _plain_dice(place, count, sides)
    if plain is None:
        return None
    end = place[1]
    if modifier[0] in "kd":
        keep = _keep(modifier, end)
        if keep is None:
            return None
        fields = {"count": plain.count, "die": plain.die, "modifiers": (keep,)}
        return made(Dice, {**fields, "settled": True, "span": plain.span})
    try:
        found = _explode(end) if modifier == "!" else _count(modifier, end)
        return Dice(plain.count, plain.die, (found,), span=plain.span)
    except AstragalError:
        return None


def read_keep(text: str, at: int) -> Keep | None:
    """The next keep, if the following text leaves no doubt; else None."""
    found = _KEEP.match(text, at)
    return None if found is None else _keep(found[1] + found[2], found.end(2))


def _explode(end: int) -> Modifier:
    return _explode_class()(span=span_of((end - 1, end)))


def _keep(typed: str, end: int) -> Keep | None:
    """A keep that ends at ``end``; None if it keeps no dice."""
    drop, highest = typed[0] == "d", typed[1:2] != "l"
    digits = typed[2:] if typed[1:2] in ("h", "l") else typed[1:]
    number = int(digits or 1)
    if not (number or drop):
        return None
    fields = {"number": number, "highest": highest, "drop": drop, "literal": True, "operands": ()}
    return made(_keep_class(), {**fields, "span": span_of((end - len(typed), end))})


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
    """The class, imported once, since plain dice need no modifier."""
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


def _as_wide(limits: Limits) -> bool:
    """True if limits are at least as wide as those assumed here for dice and numbers."""
    return limits.sides >= DEFAULT_LIMITS.sides and limits.digits >= _DIGITS
