"""Dice that are counted: successes, sixes, 7 or more."""

from __future__ import annotations

import re

from astragal.die import Die
from astragal.notation.nodes.dice import Dice
from astragal.talk.changing import dice_of, modified
from astragal.talk.conditions import face_condition, total_conditions
from astragal.talk.phrase import Heard, Level, NotHeardError, Phrase, Said
from astragal.talk.unclear import ambiguous, two_ways

_COUNT = "count|counting|counts"
_SUCCESSES = "success|successes|hit|hits"


_ALL = ("all", "every", "both")
_FEWER = {"not all": "<", "not both": "<"}
_NONE = ("no", "none", "neither", "not any", "not a single", "never any", "never a")
_BOTH = re.compile(r"both|neither|not both", re.IGNORECASE)


def _count(said: Said) -> Heard:
    condition = face_condition(said["face"])
    if condition is None or not said.dice.is_number:
        raise NotHeardError
    for dice in dice_of(said.dice.text):
        if isinstance(dice.die, Die) and not condition.may_show(dice.die.lowest, dice.die.highest):
            raise NotHeardError  # a 7 on d6s is no face, but a total
    return modified(said.dice, f"c{condition.tight}")


def _that_many(said: Said) -> Heard:
    """Compare the number of matching dice; a number alone may be meant exactly, or at least."""
    count, many = _count_alone(said), said["many"].lower()
    if _BOTH.fullmatch(many) and _how_many(said) != 2:
        raise NotHeardError
    if many[-1:].isdecimal() and said["face"].lower().startswith("a "):
        raise NotHeardError  # "a 1, a 2" is no number of twos
    body, number = said.dice.expression.body, re.search(r"\d+", many)
    most = body.count if isinstance(body, Dice) else None
    if number and isinstance(most, int) and int(number[0]) > most:
        raise NotHeardError  # seven of two dice: the number is a total
    if many in _ALL or many in _FEWER:
        sign = _FEWER.get(many, "=")
        return count.changed(lambda text: f"({text}) {sign} {_how_many(said)}")
    if many in _NONE:
        return count.changed(lambda text: f"({text}) = 0")
    if many == "any":
        return count.changed(lambda text: f"({text}) >= 1")
    if conditions := total_conditions(many):
        return count.changed(lambda text: f"({text}) {conditions[0].text}")
    exactly, more = f"({count.text}) = {many}", f"({count.text}) >= {many}"
    if many == "0":
        return Heard(exactly)
    asked = (f"exactly {many} of them", f"{many} or more of them")
    raise two_ways(exactly, f"is {many} of them", more, f"is {many} or more", asked=asked)


def _count_alone(said: Said) -> Heard:
    """A count to be compared: nothing may be added to it."""
    if not isinstance(said.dice.expression.body, Dice):
        raise NotHeardError
    return _count(said)


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


_ON = "on|in|with|from|among|of|out_of"
_SHOWING = (
    "show|showing|shows|are|being|is|come_up|coming_up|comes_up|land_on|landing_on|lands_on|rolling"
    "|roll"
)
_HAVING = "has|have|having|with|shows|show|showing|gives|rolls|rolling"

PHRASES = (
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
        (
            f"{{many}} [die|dice] {_SHOWING} [a|an] {{face}} {_ON} {{dice}}",
            f"{{many}} [die|dice] [of|in|on] [the] {{dice}} {_SHOWING} [a|an] {{face}}",
            f"{{many}} {{face}} {_ON} {{dice}}",
            f"{{dice}} [{_HAVING}] {{many}} {{face}}",
        ),
        _that_many,
        (
            ("chance of at least one six in 4d6", "the odds of 4d6c=6 >= 1"),
            ("exactly two sixes in 5d6", "5d6c=6 = 2"),
            ("odds of no ones on 5d6", "the odds of 5d6c=1 = 0"),
            ("odds of neither die showing a 6 on 2d6", "the odds of 2d6c=6 = 0"),
            ("odds of all sixes on 3d6", "the odds of 3d6c=6 = 3"),
            ("odds of less than two sixes on 5d6", "the odds of 5d6c=6 < 2"),
            ("two sixes on 3d6", "`3d6c=6 = 2` is 2 of them, `3d6c=6 >= 2` is 2 or more"),
            (
                "odds of two sixes on 3d6",
                "the odds of 3d6c=6: exactly 2 of them, 2 or more of them",
            ),
        ),
    ),
    Phrase(
        "At least once",
        Level.POOL,
        (
            f"[a|an] {{face}} at_least once {_ON} {{dice}}",
            "{dice} [shows|show] {face} at_least once",
        ),
        lambda said: _count_alone(said).changed(lambda text: f"({text}) >= 1"),
        (("odds of rolling a 1 at least once on 4d6", "the odds of 4d6c=1 >= 1"),),
    ),
    Phrase(
        "Without any",
        Level.POOL,
        (
            "{dice} without|avoiding [rolling|getting|showing] a|any|an {face}",
            f"never [rolling|getting|roll|get] a|any|an {{face}} {_ON} {{dice}}",
        ),
        lambda said: _count_alone(said).changed(lambda text: f"({text}) = 0"),
        (("odds of 4d6 without a 6", "the odds of 4d6c=6 = 0"),),
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
