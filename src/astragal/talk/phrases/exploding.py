"""Dice that explode."""

from __future__ import annotations

from astragal.talk.changing import modified
from astragal.talk.conditions import face_condition
from astragal.talk.phrase import Heard, Level, NotHeardError, Phrase, Said
from astragal.talk.unclear import two_ways

_EXPLODING = "exploding|explode|explodes|exploded|aces|acing"


def _explode(said: Said) -> Heard:
    count = f"{said['n']}" if "n" in said else ""
    dice = said.listener.hear(f"{count}{said['dice']}") if count else said.dice
    if "face" not in said:
        return modified(dice, "!")
    condition = face_condition(said["face"])
    if condition is None:
        raise NotHeardError
    return modified(dice, f"!{condition.tight}")


def _once(said: Said) -> Heard:
    condition = face_condition(said["face"]) if "face" in said else None
    if "face" in said and condition is None:
        raise NotHeardError
    return modified(said.dice, f"!o{condition.tight if condition else ''}")


def _twice(said: Said) -> Heard:
    condition = face_condition(said["face"]) if "face" in said else None
    if "face" in said and condition is None:
        raise NotHeardError
    on = condition.tight if condition else ""
    whole = f"2x({modified(said.dice, f'!{on}').text})"
    once = modified(said.dice, f"!o{on}").text
    raise two_ways(whole, "rolls it all 2 times", once, "explodes once only")


PHRASES = (
    Phrase(
        "Exploding once",
        Level.POOL,
        (
            f"{{dice}} [that|which|with|and|they] {_EXPLODING} [only|just] once",
            f"{{dice}} {_EXPLODING} [on] [a|an] {{face}} [only|just] once",
        ),
        _once,
        (("2d6 exploding once", "2d6!o"),),
    ),
    Phrase(
        "Exploding twice",
        Level.TITLE,
        (f"{{dice}} [that|which|with|and|they] {_EXPLODING} [on] [a|an] [{{face}}] twice",),
        _twice,
        (
            (
                "2d6 exploding twice",
                "`2x(2d6!)` rolls it all 2 times, `2d6!o` explodes once only",
            ),
        ),
    ),
    Phrase(
        "Exploding dice",
        Level.POOL,
        (
            f"{{dice}} [that|which|with|and|they] {_EXPLODING} [dice] on [a|an] {{face}}",
            f"{{dice}} [that|which|with|and|they] {_EXPLODING} [any|all|the] {{face}}",
            f"{{dice}} [that|which|with|and|they] {_EXPLODING} [dice]",
            f"{{n}} {_EXPLODING} {{dice}} on [a|an] {{face}}",
            f"{_EXPLODING} {{dice}} on [a|an] {{face}}",
            f"{{n}} {_EXPLODING} {{dice}}",
            f"{_EXPLODING} {{dice}}",
        ),
        _explode,
        (
            ("exploding d6", "1d6!"),
            ("roll 3d6!", "3d6!"),
            ("sneak attack 3d6!", "3d6! # sneak attack"),
            ("3 exploding d6", "3d6!"),
            ("5d10 exploding", "5d10!"),
            ("6d6 exploding on 5+", "6d6!>=5"),
            ("d10s that explode", "1d10!"),
        ),
    ),
)
