"""Dice that are counted: successes, sixes, 7 or more."""

from __future__ import annotations

from astragal.notation.nodes.dice import Dice
from astragal.talk.changing import modified
from astragal.talk.conditions import face_condition
from astragal.talk.phrase import Heard, Level, NotHeardError, Phrase, Rewrite, Said
from astragal.talk.refusing import ambiguous, two_ways

_COUNT = "count|counting|counts"
_SUCCESSES = "success|successes|hit|hits"


def _count(said: Said) -> Heard:
    condition = face_condition(said["face"])
    if condition is None:
        raise NotHeardError
    return modified(said.dice, f"c{condition.tight}")


def _so_many(sign: str) -> Rewrite:
    return lambda said: _count(said).changed(lambda text: f"({text}) {sign} {said['n']}")


def _that_many(said: Said) -> Heard:
    count, number = _count(said).text, said["n"]
    exactly, more = f"({count}) = {number}", f"({count}) >= {number}"
    asked = (f"exactly {number} of them", f"{number} or more of them")
    raise two_ways(exactly, f"is {number} of them", more, f"is {number} or more", asked=asked)


def _every(said: Said) -> Heard:
    number = _how_many(said)
    return _count(said).changed(lambda text: f"({text}) = {number}")


def _how_many(said: Said) -> int:
    """How many dice there are; refused if they are not all of one kind."""
    body = said.dice.expression.body
    if not isinstance(body, Dice) or not isinstance(body.count, int) or body.count < 2:
        raise NotHeardError
    return body.count


def _in_a_row(said: Said) -> Heard:
    """``two 20s in a row``: the same face, time after time."""
    condition, number = face_condition(said["face"]), said.number()
    if condition is None or number < 2:
        raise NotHeardError
    if "dice" not in said:
        faces = condition.words.removeprefix("exactly ")
        example = f"odds of all {faces}s on {number}d{max(condition.low, 2)}"
        raise ambiguous("on which dice?", f"e.g. `{example}`")
    body = said.dice.expression.body
    if not isinstance(body, Dice) or body.count != 1 or body.modifiers:
        raise NotHeardError
    return Heard(f"({number}{body.die}c{condition.tight}) = {number}")


_ON = "on|in|with|from|among|of"
_SHOWING = "show|showing|are|being|come_up|coming_up|is|shows|comes_up"

PHRASES = (
    Phrase(
        "At least so many dice",
        Level.POOL,
        (f"at_least {{n}} {{face}} {_ON} {{dice}}", f"{{n}} or more {{face}} {_ON} {{dice}}"),
        _so_many(">="),
        (("chance of at least one six in 4d6", "the odds of 4d6c=6 >= 1"),),
    ),
    Phrase(
        "Exactly so many dice",
        Level.POOL,
        (f"exactly {{n}} {{face}} {_ON} {{dice}}",),
        _so_many("="),
        (("exactly two sixes in 5d6", "5d6c=6 = 2"),),
    ),
    Phrase(
        "No dice of a kind",
        Level.POOL,
        (f"no|0|not_any {{face}} {_ON} {{dice}}", f"none of {{dice}} {_SHOWING} {{face}}"),
        lambda said: _count(said).changed(lambda text: f"({text}) = 0"),
        (("odds of no ones on 5d6", "the odds of 5d6c=1 = 0"),),
    ),
    Phrase(
        "All dice of a kind",
        Level.POOL,
        (
            f"all {{face}} {_ON} {{dice}}",
            f"all [of] {{dice}} {_SHOWING} {{face}}",
            f"{{dice}} [{_SHOWING}] all {{face}}",
        ),
        _every,
        (("odds of all sixes on 3d6", "the odds of 3d6c=6 = 3"),),
    ),
    Phrase(
        "In a row",
        Level.POOL,
        ("{n} {face} in_a_row on|with|from {dice}", "{n} {face} in_a_row"),
        _in_a_row,
        (
            ("odds of three 6s in a row on a d6", "the odds of 3d6c=6 = 3"),
            ("odds of two 20s in a row", "e.g. `odds of all 20s on 2d20`"),
        ),
    ),
    Phrase(
        "So many dice",
        Level.POOL,
        (f"{{n}} {{face}} {_ON} {{dice}}",),
        _that_many,
        (
            ("two sixes on 3d6", "`3d6c=6 = 2` is 2 of them, `3d6c=6 >= 2` is 2 or more"),
            (
                "odds of two sixes on 3d6",
                "the odds of 3d6c=6: exactly 2 of them, 2 or more of them",
            ),
        ),
    ),
    Phrase(
        "Count dice",
        Level.POOL,
        (
            f"{{dice}} {_COUNT} [the|all|any|every] [{_SUCCESSES}] [on|at|of|as] {{face}}",
            f"{{dice}} [with|for|and] {_SUCCESSES} [is|are|on|at|of|being] [a] {{face}}",
            f"{{dice}} {{face}} is|are|counts_as|count_as [a] {_SUCCESSES}",
            f"{_COUNT} [the] [{_SUCCESSES}] [of|on] {{face}} in|on|of|from|with|among {{dice}}",
            "how many {face} in|on|of|from|with|among|are_in|are_there_in|do_i_get_on {dice}",
            "[the] number of {face} in|on|from|with|among {dice}",
        ),
        _count,
        (
            ("roll 8d10 count 7+", "8d10c>=7"),
            ("how many sixes in 6d6", "6d6c=6"),
            ("8d10 successes on 8 or higher", "8d10c>=8"),
            ("5d6 count the fives and sixes", "5d6c5..6"),
        ),
    ),
)
