"""Dice that are rolled again."""

from __future__ import annotations

from astragal.talk.changing import modified
from astragal.talk.conditions import Condition, face_condition
from astragal.talk.phrase import Heard, Level, NotHeardError, Phrase, Rewrite, Said, also
from astragal.talk.unclear import ambiguous

_REROLL = "reroll|re-roll|rerolling|re-rolling|rerolls|re-rolls"


def _again(word: str, *, sure: bool) -> Rewrite:
    def again(said: Said) -> Heard:
        condition = face_condition(said["face"])
        if condition is None:
            raise NotHeardError
        once = modified(said.dice, f"{word}{condition.tight}")
        if sure:
            return once
        until = modified(said.dice, f"rr{condition.tight}")
        return once._replace(alternatives=(also(until.text, "re-rolls until none is left"),))

    return again


def _which(said: Said) -> Heard:
    condition = face_condition(said["face"])
    if condition is None:
        raise NotHeardError
    raise ambiguous("on which dice?", f"e.g. `{_spoken(condition)} on 2d6`")


def _spoken(condition: Condition) -> str:
    exact = condition.sign == "=" and condition.high is None
    return f"reroll {f'{condition.low}s' if exact else condition.words}"


PHRASES = (
    Phrase(
        "Re-roll, without dice",
        Level.QUESTION,
        (f"{_REROLL} [any|all|the] {{face}}",),
        _which,
        (("reroll ones", "e.g. `reroll 1s on 2d6`"),),
    ),
    Phrase(
        "Re-roll until",
        Level.POOL,
        (
            f"{{dice}} keep {_REROLL} [any|all|the] {{face}}",
            f"{{dice}} always {_REROLL} [any|all|the] {{face}}",
            f"{{dice}} {_REROLL} [any|all|the] {{face}} until|indefinitely|repeatedly|always "
            "[gone|none_is_left|none_are_left]",
        ),
        _again("rr", sure=True),
        (("3d6 keep rerolling 1s", "3d6rr=1"),),
    ),
    Phrase(
        "Re-roll once",
        Level.POOL,
        (f"{{dice}} {_REROLL} [any|all|the] {{face}} once",),
        _again("r", sure=True),
        (("2d6 rerolling 1s and 2s once", "2d6r1..2"),),
    ),
    Phrase(
        "Re-roll",
        Level.POOL,
        (
            f"{{dice}} [and] {_REROLL} [any|all|the] {{face}}",
            f"{_REROLL} [any|all|the] {{face}} on|in|of|with {{dice}}",
        ),
        _again("r", sure=False),
        (
            ("d6 reroll ones", "1d6r=1"),
            ("3d6 rerolling 1s", "3d6r=1"),
            ("reroll 1s on 2d6", "2d6r=1"),
            ("8d6 reroll 2 or less", "8d6r<=2"),
        ),
    ),
)
