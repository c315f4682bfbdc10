"""Sums, halves and doubles in words."""

from __future__ import annotations

import re

from astragal.talk.changing import dice_of, put
from astragal.talk.naming import is_free
from astragal.talk.phrase import Heard, Level, NotHeardError, Phrase, Rewrite, Said, joined
from astragal.talk.refusing import two_ways

_NAMED_NUMBER = re.compile(r"\d+ ([^\d]+)")
_OPENING, _CLOSING = "([{", ")]}"


def _number(heard: Heard) -> Heard:
    if not heard.is_number:
        raise NotHeardError
    return heard


def _divided(before: str, after: str) -> Rewrite:
    def divided(said: Said) -> Heard:
        return _number(said.dice).changed(lambda text: f"{before}({text}){after}")

    return divided


def _half(said: Said) -> Heard:
    dice = str(_number(said.dice).expression)
    raise two_ways(f"({dice})//2", "rounds down", f"({dice})/2", "keeps the half")


def _double(said: Said) -> Heard:
    dice = str(_number(said.dice).expression)
    raise two_ways(f"({dice})*2", "doubles the total", f"({dice}) + ({dice})", "rolls it all twice")


def _critical(said: Said) -> Heard:
    """``2d6+3 crit``: twice the dice, or twice the total."""
    heard = _number(said.dice)
    more = heard.expression.uncommented
    if not dice_of(more):
        raise NotHeardError
    for dice in reversed(dice_of(more)):
        if not isinstance(dice.count, int) or dice.modifiers or str(dice.die) == "d20":
            raise NotHeardError  # a d20 is rolled to hit: nothing of it is doubled
        more = put(more, dice, f"{2 * dice.count}{dice.die}")
    total = f"({heard.expression.uncommented})*2"
    raise two_ways(more, "doubles the dice", total, "doubles the total")


def _times(said: Said) -> Heard:
    return _number(said.dice).changed(lambda text: f"({text})*{said['n']}")


def _sum(said: Said) -> Heard:
    """Terms, each of which is a phrase of its own."""
    terms = _with_numbers(split_terms(said["terms"]))
    if len(terms) < 2:
        raise NotHeardError
    signs = [sign for sign, _ in terms]
    parts = [_number(said.listener.hear(term)) for _, term in terms]
    return joined(parts, lambda texts: _written(signs, texts))


def _written(signs: list[str], texts: list[str]) -> str:
    first = "-" if signs[0] == "-" else ""
    rest = (f" {sign} {text}" for sign, text in zip(signs[1:], texts[1:], strict=True))
    return first + texts[0] + "".join(rest)


def _with_numbers(terms: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """``1d8 + 3 slashing`` is one part of a sum: the number belongs to the dice before it."""
    grouped: list[tuple[str, str]] = []
    for sign, term in terms:
        named = _NAMED_NUMBER.fullmatch(term)
        if grouped and named and is_free(named[1]):
            before, dice = grouped.pop()
            grouped.append((before, f"{dice} {sign} {term}"))
        else:
            grouped.append((sign, term))
    return grouped


def split_terms(text: str) -> list[tuple[str, str]]:
    """What stands between the signs of a sum, with the sign before it; brackets are not opened."""
    terms, depth, start, sign = [], 0, 0, "+"
    for at, char in enumerate(text):
        depth += (char in _OPENING) - (char in _CLOSING)
        if char in "+-" and depth == 0 and _joins(text, at):
            if text[start:at].strip():
                terms.append((sign, text[start:at].strip()))
            sign, start = char, at + 1
    return [*terms, (sign, text[start:].strip())] if text[start:].strip() else []


def _joins(text: str, at: int) -> bool:
    """Whether a dash is a minus: in ``re-roll`` it is none."""
    return not (text[at] == "-" and text[at - 1 : at].isalpha() and text[at + 1 : at + 2].isalpha())


PHRASES = (
    Phrase(
        "Half, rounded down",
        Level.POOL,
        ("half [of] {dice} rounded|rounding|round down", "half [of] {dice} down"),
        _divided("", "//2"),
        (("half of 8d6 rounded down", "8d6 // 2"),),
    ),
    Phrase(
        "Half, rounded up",
        Level.POOL,
        ("half [of] {dice} rounded|rounding|round up", "half [of] {dice} up"),
        _divided("ceil(", "/2)"),
        (("half 8d6, rounded up", "ceil(8d6 / 2)"),),
    ),
    Phrase(
        "Half",
        Level.POOL,
        ("half [of] {dice}", "{dice} halved"),
        _half,
        (("half of 8d6", "`8d6 // 2` rounds down, `8d6 / 2` keeps the half"),),
    ),
    Phrase(
        "Double",
        Level.POOL,
        ("double {dice}", "{dice} doubled"),
        _double,
        (("double 2d6", "`2d6 * 2` doubles the total, `2d6 + 2d6` rolls it all twice"),),
    ),
    Phrase(
        "Critical damage",
        Level.TITLE,
        (
            "{dice} [on|with|as|for] [a] crit|crits|critical [hit|damage]",
            "crit|crits|critical [hit] [damage] [for|of|on|with] {dice}",
            "{dice} crit|critical damage",
        ),
        _critical,
        (("2d6+3 crit", "`4d6 + 3` doubles the dice, `(2d6 + 3) * 2` doubles the total"),),
    ),
    Phrase(
        "Times a number",
        Level.REPEAT,
        ("{dice} times {n}",),
        _times,
        (("2d6 times 10", "2d6 * 10"),),
    ),
    Phrase(
        "Sums",
        Level.SUM,
        ("{terms}",),
        _sum,
        (
            ("2d6 plus 3", "2d6 + 3"),
            ("two d6 minus one", "2d6 - 1"),
            ("1d8+3 slashing + 1d6 fire", "(1d8 + 3)[slashing] + 1d6[fire]"),
            ("4d6 drop lowest plus a d4", "4d6dl1 + 1d4"),
        ),
    ),
)
