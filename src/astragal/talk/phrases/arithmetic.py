"""Sums and multiples in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

from astragal.talk.changing import dice_of, put
from astragal.talk.naming import is_label
from astragal.talk.phrase import (
    Heard,
    Level,
    NotHeardError,
    Phrase,
    Said,
    joined,
)
from astragal.talk.unclear import two_ways

_NAMED_NUMBER = re.compile(r"\d+ ([^\d]+)")
_SIGNS = {**dict.fromkeys(("more", "higher"), "+"), **dict.fromkeys(("less", "lower"), "-")}
_OPENING, _CLOSING = "([{", ")]}"
_AND = re.compile(r",? and |, ", re.IGNORECASE)


def number(heard: Heard) -> Heard:
    """The same, if it is a number; otherwise the phrase does not fit."""
    if not heard.is_number:
        raise NotHeardError
    return heard


def whole(said: Said, change: Callable[[str], str], at: int = 0) -> Heard:
    """Change a number; refuse a sum without brackets, since one of its terms may be meant.

    ``at`` is that term: the first (0) or the last (-1).
    """
    heard = number(said.dice)
    terms = split_terms(heard.text)
    if len(terms) > 1:
        sign, term = terms[at]
        terms[at] = sign, f"({change(term)})"
        part = added_up(terms)
        total = change(heard.expression.uncommented)
        raise two_ways(total, "is about all of it", part, "is about that part alone")
    return heard.changed(change)


def _double(said: Said) -> Heard:
    dice = str(number(said.dice).expression)
    raise two_ways(f"({dice})*2", "doubles the total", f"({dice}) + ({dice})", "rolls it all twice")


def _critical(said: Said) -> Heard:
    """``2d6+3 crit``: twice the dice, or twice the total."""
    heard = number(said.dice)
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
    return whole(said, lambda text: f"({text})*{said['n']}", at=-1)


def _more(said: Said) -> Heard:
    """``two more than 2d6``."""
    sign = _SIGNS.get(said["word"].lower())
    if sign is None or not said.dice.rolls:
        raise NotHeardError
    return number(said.dice).changed(lambda text: f"{text} {sign} {said['n']}")


def _added_or_more(said: Said) -> Heard:
    """``1d4 more than 2d6``: a sum, or a comparison."""
    more, dice = number(said.heard("more")), number(said.dice)
    if not (more.rolls and dice.rolls):
        raise NotHeardError
    added, compared = f"{dice.text} + {more.text}", f"({more.text}) > ({dice.text})"
    raise two_ways(added, "adds it", compared, "asks if it is higher")


def _commanded(said: Said) -> Heard:
    dice = number(said.dice)
    if not dice.rolls:
        raise NotHeardError
    for name, sign in (("more", "+"), ("less", "-")):
        if name in said:
            return joined([dice, number(said.heard(name))], f" {sign} ".join)
    return dice.changed(lambda text: f"({text}){said.meaning('sign')}{said['n']}")


def _total(said: Said) -> Heard:
    """``the sum of 2d6 and 1d8``."""
    parts = [number(said.listener.hear(part)) for part in _AND.split(said["parts"])]
    return joined(parts, lambda texts: " + ".join(texts))


def _difference(said: Said) -> Heard:
    one, other = number(said.dice).text, number(said.heard("other")).text
    raise two_ways(
        f"({one}) - ({other})",
        "takes the second from the first",
        f"abs(({one}) - ({other}))",
        "says how far apart they are",
    )


def _sum(said: Said) -> Heard:
    """Terms, each of which is a phrase of its own."""
    terms = _with_numbers(split_terms(said["terms"]), said.listener.names)
    if len(terms) < 2:
        raise NotHeardError
    signs = [sign for sign, _ in terms]
    parts = [number(said.listener.hear(term)) for _, term in terms]
    return joined(parts, lambda texts: _written(signs, texts))


def _written(signs: list[str], texts: list[str]) -> str:
    first = "-" if signs[0] == "-" else ""
    rest = (f" {sign} {text}" for sign, text in zip(signs[1:], texts[1:], strict=True))
    return first + texts[0] + "".join(rest)


def added_up(terms: list[tuple[str, str]]) -> str:
    """A sum, from its terms with the sign before each."""
    return _written([sign for sign, _ in terms], [text for _, text in terms])


def _with_numbers(terms: list[tuple[str, str]], names: Collection[str]) -> list[tuple[str, str]]:
    """``1d8 + 3 slashing`` is one part of a sum: the number belongs to the dice before it."""
    grouped: list[tuple[str, str]] = []
    for sign, term in terms:
        named = _NAMED_NUMBER.fullmatch(term)
        if grouped and named and is_label(named[1], names):
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
        (
            ("2d6 times 10", "2d6 * 10"),
            (
                "2d6+3 times 10",
                "`(2d6 + 3) * 10` is about all of it, `2d6 + 3 * 10` is about that part alone",
            ),
        ),
    ),
    Phrase(
        "Times as much",
        Level.REPEAT,
        ("twice as much as {dice}", "{n} times as much as {dice}"),
        lambda said: whole(said, lambda text: f"({text})*{said.number(2)}"),
        (("twice as much as 2d6", "2d6 * 2"),),
    ),
    Phrase(
        "More or less",
        Level.TARGET,
        ("{n} {word} than {dice}",),
        _more,
        (("two more than 2d6", "2d6 + 2"), ("three less than 2d6", "2d6 - 3")),
    ),
    Phrase(
        "Added, or compared",
        Level.TARGET,
        ("{more} more than {dice}",),
        _added_or_more,
        (("1d4 more than 2d6", "`2d6 + 1d4` adds it, `1d4 > 2d6` asks if it is higher"),),
    ),
    Phrase(
        "The sum of dice",
        Level.REPEAT,
        ("[the] sum|total of {parts}",),
        _total,
        (("the sum of 2d6 and 1d8", "2d6 + 1d8"), ("the total of 2d6", "2d6")),
    ),
    Phrase(
        "The difference of dice",
        Level.REPEAT,
        ("[the] difference of|between {dice} and {other}",),
        _difference,
        (
            (
                "the difference of 2d6 and 1d6",
                "`2d6 - 1d6` takes the second from the first, "
                "`abs(2d6 - 1d6)` says how far apart they are",
            ),
        ),
    ),
    Phrase(
        "Arithmetic as a command",
        Level.REPEAT,
        ("+ {more} to {dice}", "- {less} from {dice}", "{sign} {dice} by {n}"),
        _commanded,
        (
            ("add 1d4 to 2d6", "2d6 + 1d4"),
            ("subtract 2 from 2d6", "2d6 - 2"),
            ("divide 8d6 by 2", "8d6 / 2"),
        ),
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
