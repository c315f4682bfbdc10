"""Dice that are counted: successes, sixes, 7 or more."""

from __future__ import annotations

from astragal.talk.changing import modified
from astragal.talk.conditions import face_condition
from astragal.talk.phrase import Heard, Level, NotHeardError, Phrase, Said

_COUNT = "count|counting|counts"
_SUCCESSES = "success|successes|hit|hits"


def _count(said: Said) -> Heard:
    condition = face_condition(said["face"])
    if condition is None:
        raise NotHeardError
    return modified(said.dice, f"c{condition.tight}")


PHRASES = (
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
