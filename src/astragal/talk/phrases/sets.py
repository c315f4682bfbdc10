"""Equal dice: doubles, triples."""

from __future__ import annotations

from astragal.die import Die
from astragal.notation.nodes.dice import Dice
from astragal.talk.changing import dice_of
from astragal.talk.conditions import face_condition
from astragal.talk.phrase import Heard, Level, NotHeardError, Phrase, Rewrite, Said
from astragal.talk.unclear import ambiguous


def _equal(count: int) -> Rewrite:
    def equal(said: Said) -> Heard:
        dice = said.dice.expression.body
        if dice_of(said.dice.text) != [dice]:
            raise NotHeardError
        return said.dice.changed(lambda text: f"largest_set({text}) >= {count}")

    return equal


def _run(said: Said) -> Heard:
    body = said.dice.expression.body
    if not isinstance(body, Dice) or not isinstance(body.count, int):
        raise NotHeardError
    count = said.number(body.count)
    return said.dice.changed(lambda text: f"longest_run({text}) >= {count}")


def _double_faces(said: Said) -> Heard:
    """``double sixes``: both of two dice."""
    condition = face_condition(said["face"])
    dice = said.dice if "dice" in said else Heard("2d6")
    body = dice.expression.body
    if condition is None or not said["face"].endswith("s") or not isinstance(body, Dice):
        raise NotHeardError
    if body.count != 2 or not isinstance(body.die, Die):
        raise NotHeardError
    if not condition.fits(body.die.lowest, body.die.highest):
        raise NotHeardError
    return Heard(f"({dice.text}c{condition.tight}) = 2")


def _of_what(said: Said) -> Heard:
    raise ambiguous("on which dice?", "e.g. `odds of doubles on 2d6`, or `a straight on 5d6`")


_ON = "on|with|in|from"

PHRASES = (
    Phrase(
        "Doubles",
        Level.POOL,
        (f"[a|any] doubles|double|pair|pairs {_ON} {{dice}}",),
        _equal(2),
        (
            ("odds of doubles on 2d6", "the odds of largest_set(2d6) >= 2"),
            ("a pair in 5d6", "largest_set(5d6) >= 2"),
        ),
    ),
    Phrase(
        "Triples",
        Level.POOL,
        (f"[a|any] triples|triple|3_of_a_kind {_ON} {{dice}}",),
        _equal(3),
        (("three of a kind with 5d6", "largest_set(5d6) >= 3"),),
    ),
    Phrase(
        "Of a kind",
        Level.POOL,
        (f"{{n}} of_a_kind {_ON} {{dice}}",),
        lambda said: _equal(said.number())(said),
        (("4 of a kind on 5d6", "largest_set(5d6) >= 4"),),
    ),
    Phrase(
        "Straight",
        Level.POOL,
        (
            f"[a|any] [large|full] straight|run {_ON} {{dice}}",
            f"[a|any] straight|run of {{n}} {_ON} {{dice}}",
        ),
        _run,
        (
            ("odds of a straight with 5d6", "the odds of longest_run(5d6) >= 5"),
            ("a run of 3 on 5d6", "longest_run(5d6) >= 3"),
        ),
    ),
    Phrase(
        "Double sixes",
        Level.POOL,
        ("double {face}", f"double {{face}} {_ON} {{dice}}"),
        _double_faces,
        (("odds of double sixes", "the odds of 2d6c=6 = 2"),),
    ),
    Phrase(
        "Snake eyes",
        Level.WORD,
        ("snake eyes", "snake-eyes"),
        "2d6c=1 = 2",
        (("odds of snake eyes", "the odds of 2d6c=1 = 2"),),
    ),
    Phrase(
        "Boxcars",
        Level.WORD,
        ("boxcars|boxcar", "box cars"),
        "2d6c=6 = 2",
        (("odds of boxcars", "the odds of 2d6c=6 = 2"),),
    ),
    Phrase(
        "Equal dice, without dice",
        Level.WORD,
        ("[a|any] doubles|pair|pairs|triples|straight", "[a|any] {n} of_a_kind"),
        _of_what,
        (("odds of doubles", "e.g. `odds of doubles on 2d6`"),),
    ),
)
