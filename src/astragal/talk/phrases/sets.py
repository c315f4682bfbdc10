"""Equal dice: doubles, triples."""

from __future__ import annotations

from astragal.die import Die
from astragal.talk.changing import die_alone
from astragal.talk.phrase import Heard, NotHeardError, Said, phrases

ROWS = """
<on> = on|with|in|from

# Doubles | pool | alone largest_set({dice}) >= 2
[a|any] doubles|double|pair|pairs <on> {dice}
odds of doubles on 2d6 => the odds of largest_set(2d6) >= 2
a pair in 5d6 => largest_set(5d6) >= 2

# Doubles, after dice | pool | ! to ask, or to count? :: `largest_set({dice}) >= 2` asks for a pair
{dice} [any] doubles|pair|pairs
5d6 pairs => `largest_set(5d6) >= 2` asks for a pair

# Yahtzee | word | ! in one roll? :: `odds of 5 of a kind on 5d6` is about one roll
[a] yahtzee
[a] yahtzee <on> {dice}
odds of yahtzee => `odds of 5 of a kind on 5d6` is about one roll

# Triples | pool | alone largest_set({dice}) >= 3
[a|any] triples|triple|3_of_a_kind <on> {dice}
three of a kind with 5d6 => largest_set(5d6) >= 3

# Of a kind | pool | alone largest_set({dice}) >= {n}
{n} of_a_kind <on> {dice}
4 of a kind on 5d6 => largest_set(5d6) >= 4

# Straight | pool | straight
[a|any] [large|full] straight|run <on> {dice}
[a|any] straight|run of {n} <on> {dice}
odds of a straight with 5d6 => the odds of longest_run(5d6) >= 5
a run of 3 on 5d6 => longest_run(5d6) >= 3

# Double sixes | pool | double_faces
double {face}
double {face} <on> {dice}
odds of double sixes => the odds of 2d6c=6 = 2

# Snake eyes | word | = 2d6c=1 = 2
snake eyes
snake-eyes
odds of snake eyes => the odds of 2d6c=1 = 2

# Boxcars | word | = 2d6c=6 = 2
boxcars|boxcar
box cars
odds of boxcars => the odds of 2d6c=6 = 2

# Equal dice, without dice | word | ! on which dice? :: \
e.g. `odds of doubles on 2d6`, or `a straight on 5d6`
[a|any] doubles|pair|pairs|triples|straight
[a|any] {n} of_a_kind
odds of doubles => e.g. `odds of doubles on 2d6`
"""


def straight(said: Said) -> Heard:
    count = said.number(die_alone(said.dice)[1])
    return said.dice.changed(lambda text: f"longest_run({text}) >= {count}")


def double_faces(said: Said) -> Heard:
    """``double sixes``: both of two dice."""
    dice = said.dice if "dice" in said else Heard("2d6")
    body, count = die_alone(dice)
    if not said["face"].endswith("s") or count != 2 or not isinstance(body.die, Die):
        raise NotHeardError
    if not said.face.fits(body.die.lowest, body.die.highest):
        raise NotHeardError
    return Heard(f"({dice.text}c{said.face.tight}) = 2")


PHRASES = phrases(ROWS, globals())
