"""Results of phrases given by a pattern: notation, a modifier or a refusal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import cast

from astragal.die import Die
from astragal.notation.modifiers.keep import Keep
from astragal.talk.changing import dice_of, modified, put
from astragal.talk.phrase import Heard, NotHeardError, Said, also, number
from astragal.talk.terms import added_up, split_terms
from astragal.talk.unclear import ambiguous, two_ways
from astragal.talk.understood import Kind


def _notation(said: Said, pattern: str) -> Heard:
    return said.dice if pattern == "{dice}" else said.notation(pattern)


def whole(said: Said, change: Callable[[str], str], at: int = 0) -> Heard:
    """Change a number; refuse a sum without brackets, since only one of its terms may be meant.

    ``at`` is the index of that term: 0 for the first, -1 for the last.
    """
    heard = number(said.dice)
    terms = split_terms(heard.text)
    if len(terms) > 1:
        sign, term = terms[at]
        terms[at] = sign, f"({change(term)})"
        total = change(heard.expression.uncommented)
        part = added_up(terms)
        raise two_ways(total, "is about all of it", part, "is about that part alone")
    return heard.changed(change)


def _of_whole(at: int) -> Callable[[Said, str], Heard]:
    def of_whole(said: Said, pattern: str) -> Heard:
        filled = said.filled(pattern)
        return whole(said, lambda text: filled.replace("{dice}", text), at)

    return of_whole


def _alone(said: Said, pattern: str) -> Heard:
    if dice_of(said.dice.text) != [said.dice.expression.body]:
        raise NotHeardError
    return said.notation(pattern)


def _modifier(said: Said, modifier: str, other: str = "", effect: str = "") -> Heard:
    modifier = said.filled(modifier)
    heard = modified(said.dice, modifier)
    dice = dice_of(said.dice.text)
    if modifier[0] in _ROLLING and len(dice) == 1 and any(map(_leaves_out, dice[0].modifiers)):
        only = dice[0]
        changed = f"{only.count}{only.die}{modifier}{''.join(map(str, only.modifiers))}"
        first = put(said.dice.text, only, changed)
        it, that = f"{_ROLLING[modifier[0]]} first", "leaves dice out first"
        raise two_ways(first, it, heard.text, that)
    if not other:
        return heard
    text = modified(said.dice, said.filled(other)).text
    return heard._replace(alternatives=(also(text, effect),))


_ROLLING = {"!": "explodes", "r": "re-rolls"}
"""Modifiers that roll dice: their effect depends on whether dice were dropped before."""


def _leaves_out(modifier: object) -> bool:
    return isinstance(modifier, Keep)


def check_or_more(said: Said, modifier: str, does: str) -> None:
    """Refuse ``on 8``, which may mean 8 only or 8 and more, unless it is an end of the die."""
    dice, face = dice_of(number(said.dice).text), said["face"]
    die = dice[0].die if dice else None
    if face.isdecimal() and isinstance(die, Die) and die.lowest < int(face) < die.highest:
        one, more = (modified(said.dice, f"{modifier}{sign}{face}").text for sign in ("=", ">="))
        raise two_ways(one, f"{does} {face} alone", more, f"{does} {face} or more")


def _two_ways(said: Said, one: str, it: str, other: str, that: str) -> Heard:
    texts = [said.notation(pattern).text for pattern in (one, other)]
    raise two_ways(texts[0], said.filled(it), texts[1], said.filled(that))


def _refused(said: Said, message: str, hint: str) -> Heard:
    hint = said.filled(hint)
    for name in ("dice", "other"):
        if f"{{{name}}}" in hint:
            heard = said.heard(name)
            if not heard.rolls:
                raise NotHeardError
            hint = hint.replace(f"{{{name}}}", heard.expression.uncommented)
    raise ambiguous(said.filled(message), hint)


def _asked(said: Said, kind: str) -> Heard:
    return number(said.dice)._replace(kind=cast(Kind, said.filled(kind)))


MAKERS: Mapping[str, Callable[..., Heard]] = {
    "=": _notation,
    "first": _of_whole(0),
    "last": _of_whole(-1),
    "alone": _alone,
    "+": _modifier,
    "?": _two_ways,
    "!": _refused,
    "ask": _asked,
}
