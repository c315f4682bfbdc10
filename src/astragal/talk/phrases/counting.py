"""Dice that are counted: successes, sixes, 7 or more."""

from __future__ import annotations

from astragal.talk.changing import modified
from astragal.talk.conditions import face_condition
from astragal.talk.phrase import Heard, Level, NotHeardError, Phrase, Rewrite, Said
from astragal.talk.refusing import two_ways

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
    raise two_ways(exactly, f"is {number} of them", more, f"is {number} or more")


_ON = "on|in|with|from|among|of"

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
        "So many dice",
        Level.POOL,
        (f"{{n}} {{face}} {_ON} {{dice}}",),
        _that_many,
        (("odds of two sixes on 3d6", "`3d6c=6 = 2` is 2 of them, `3d6c=6 >= 2` is 2 or more"),),
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
