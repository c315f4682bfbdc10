"""Equal dice: doubles, triples."""

from __future__ import annotations

from astragal.talk.changing import dice_of
from astragal.talk.phrase import Heard, Level, NotHeardError, Phrase, Rewrite, Said


def _equal(count: int) -> Rewrite:
    def equal(said: Said) -> Heard:
        dice = said.dice.expression.body
        if dice_of(said.dice.text) != [dice]:
            raise NotHeardError
        return said.dice.changed(lambda text: f"largest_set({text}) >= {count}")

    return equal


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
)
