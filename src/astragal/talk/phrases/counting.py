"""Counting dice: successes, sixes, 7 or more."""

from __future__ import annotations

import re

from astragal.die import Die
from astragal.notation.nodes.dice import Dice
from astragal.talk.changing import dice_of, die_alone, modified
from astragal.talk.conditions import total_conditions
from astragal.talk.phrase import Heard, NotHeardError, Said, number, phrases
from astragal.talk.results import check_or_more
from astragal.talk.unclear import ambiguous, two_ways

ROWS = """
<count> = count|counting|counts|looking_for|look_for
<successes> = success|successes|hit|hits|hitting|succeed|succeeding
<in> = on|in|with|from|among|of|out_of
<showing> = show|showing|shows|are|being|is|come_up|coming_up|comes_up|land_on|landing_on\
|lands_on|rolling|roll
<having> = has|have|having|with|shows|show|showing|gives|rolls|rolling

# In a row | pool | in_a_row
{n} {face} in_a_row on|with|from {dice}
{n} {face} in_a_row
odds of three 6s in a row on a d6 => the odds of 3d6c=6 = 3
odds of two 20s in a row => e.g. `odds of all 20s on 2d20`

# So many dice | pool | so_many
{many} [die|dice] <showing> [a|an] {face} <in> {dice}
{many} [die|dice] [of|in|on] [the] {dice} <showing> [a|an] {face}
{many} {face} <in> {dice}
{dice} [<having>] {many} {face}
chance of at least one six in 4d6 => the odds of 4d6c=6 >= 1
exactly two sixes in 5d6 => 5d6c=6 = 2
odds of no ones on 5d6 => the odds of 5d6c=1 = 0
odds of neither die showing a 6 on 2d6 => the odds of 2d6c=6 = 0
odds of all sixes on 3d6 => the odds of 3d6c=6 = 3
odds of less than two sixes on 5d6 => the odds of 5d6c=6 < 2
two sixes on 3d6 => `3d6c=6 = 2` is 2 of them, `3d6c=6 >= 2` is 2 or more
odds of two sixes on 3d6 => the odds of 3d6c=6: exactly 2 of them, 2 or more of them

# At least once | pool | at_least_once
[a|an] {face} at_least once <in> {dice}
{dice} [shows|show] {face} at_least once
odds of rolling a 1 at least once on 4d6 => the odds of 4d6c=1 >= 1

# Without any | pool | without_any
{dice} without|avoiding [rolling|getting|showing] a|any|an {face}
never [rolling|getting|roll|get] a|any|an {face} <in> {dice}
odds of 4d6 without a 6 => the odds of 4d6c=6 = 0

# Successes | pool | successes
{dice} [with|for|and] <successes> [is|are|on|at|of|being] [a] {face}
8d10 successes on 8 or higher => 8d10c>=8
8d10 hits on 8 => `8d10c=8` counts 8 alone, `8d10c>=8` counts 8 or more

# Less the ones | pool | less_the
{dice} -|minus|subtract|subtracting [the] {face}
5d10 successes on 7+ minus ones => 5d10c>=7f=1

# Heads | pool | heads
{many} {side} in|on|from|with|out_of {n} coin|coins|flips|coin_flips|tosses|coin_tosses
how many {side} in|on|from|with {n} coin|coins|flips|coin_flips|tosses|coin_tosses
flip {n} coins [count] [the] {side}
odds of three heads in five flips => the odds of 5d2c=1: exactly 3 of them, 3 or more of them
how many heads in 5 coin flips => 5d2c=1

# Heads alone | word | = 1d2 = {side}
{side} [on] [a] [coin] [flip|toss]
what's the chance of heads => the odds of 1d2 = 1

# In several rolls, without dice | pool | ! on which dice? :: e.g. `odds of at least one 6 on {n}d6`
{face} in {n} rolls|throws|tries|attempts
odds of a 6 in 4 rolls => e.g. `odds of at least one 6 on 4d6`

# In several rolls | pool | in_several
[{many}] {face} in|on {n} rolls|throws|tries|attempts of|on|with [a] {dice}
odds of at least one 6 in four rolls of a d6 => the odds of 4d6c=6 >= 1

# Of each die | pool | ! how many of them, or all? :: e.g. `{dice}c{face}` counts them
{dice} each|every [1|die] [of_them] {face}
{dice} each|every [1|die] <successes> on {face}
5d6 each 5 or more => e.g. `5d6c>=5` counts them

# Critical faces | pool | critical_on
{dice} [that] [with] [a] crit|crits|critical|critting|threat [range] [on|at|of] [a] {face}
d20+5 crits on 19-20 => 1d20crit19..20 + 5

# Count dice | pool | count
{dice} <count> [the|all|any|every] [<successes>] [on|at|of|as] {face}
{dice} <count> anything|everything {face}
{dice} how many {face}
<count> [the] [<successes>] [of|on] {face} in|on|of|from|with|among {dice}
{dice} {face} is|are|counts_as|count_as [a] <successes>
how many {face} in|on|of|from|with|among|are_in|are_there_in|do_i_get_on {dice}
[the] number of {face} in|on|from|with|among {dice}
roll 8d10 count 7+ => 8d10c>=7
how many sixes in 6d6 => 6d6c=6
5d6 count the fives and sixes => 5d6c5..6
"""
_ALL = ("all", "every", "both")
_FEWER = {"not all": "<", "not both": "<"}
_NONE = ("no", "none", "neither", "not any", "not a single", "never any", "never a")
_BOTH = re.compile(r"both|neither|not both", re.IGNORECASE)


def count(said: Said) -> Heard:
    for dice in dice_of(number(said.dice).text):
        ends = (dice.die.lowest, dice.die.highest) if isinstance(dice.die, Die) else None
        if ends and not said.face.may_show(*ends):
            raise NotHeardError  # a 7 on d6s can only be a total
    return modified(said.dice, f"c{said.face.tight}")


def successes(said: Said) -> Heard:
    """``hits on 8``: 8 only, or 8 and more."""
    check_or_more(said, "c", "counts")
    return count(said)


def critical_on(said: Said) -> Heard:
    """``crits on 19``: 19 only, or 19 and more; marked without changing the total."""
    check_or_more(said, "crit", "marks")
    face = said.face.tight
    return modified(said.dice, f"crit={face}" if face[0].isdecimal() else f"crit{face}")


def less_the(said: Said) -> Heard:
    """``successes on 7+ minus ones``: failures taken away from a count."""
    if not said["face"].endswith("s") or "c" not in said.dice.text:
        raise NotHeardError
    return modified(said.dice, f"f{said.face.tight}")


def heads(said: Said) -> Heard:
    dice = f"{said['n']}d2"
    if "many" not in said:
        return Heard(f"{dice}c={said.meaning('side')}")
    return said.retold(f"{said['many']} {said.meaning('side')}s on {dice}")


def in_several(said: Said) -> Heard:
    """``a 6 in four rolls of a d6``: at least once."""
    dice, once = die_alone(said.dice)
    if once != 1 or dice.modifiers:
        raise NotHeardError
    many = said.get("many", "at least 1")
    return said.retold(f"{many} {said['face'].removeprefix('a ')} on {said['n']}{dice.die}")


def _count_alone(said: Said, sign: str) -> Heard:
    """A count to compare; refused if something is added to it."""
    if not isinstance(said.dice.expression.body, Dice):
        raise NotHeardError
    return count(said).changed(lambda text: f"({text}) {sign}")


def at_least_once(said: Said) -> Heard:
    return _count_alone(said, ">= 1")


def without_any(said: Said) -> Heard:
    return _count_alone(said, "= 0")


def so_many(said: Said) -> Heard:
    """Compare the number of matching dice; a bare number is ambiguous: exactly, or at least."""
    many, dice = said["many"].lower(), said.dice.expression.body
    if _BOTH.fullmatch(many) and die_alone(said.dice)[1] != 2:
        raise NotHeardError
    if many[-1:].isdecimal() and said["face"].lower().startswith("a "):
        raise NotHeardError  # in "a 1, a 2" the 1 does not count twos
    wanted, most = re.search(r"\d+", many), dice.count if isinstance(dice, Dice) else None
    if wanted and isinstance(most, int) and int(wanted[0]) > most:
        raise NotHeardError  # "seven" of two dice is a total, not a count
    if many in _ALL or many in _FEWER:
        every = die_alone(said.dice)[1]
        if every < 2:
            raise NotHeardError
        return _count_alone(said, f"{_FEWER.get(many, '=')} {every}")
    if many in _NONE:
        return _count_alone(said, "= 0")
    if many == "any":
        return _count_alone(said, ">= 1")
    if conditions := total_conditions(many):
        return _count_alone(said, conditions[0].text)
    exactly, more = (_count_alone(said, f"{sign} {many}").text for sign in ("=", ">="))
    if many == "0":
        return Heard(exactly)
    asked = (f"exactly {many} of them", f"{many} or more of them")
    raise two_ways(exactly, f"is {many} of them", more, f"is {many} or more", asked=asked)


def in_a_row(said: Said) -> Heard:
    """``two 20s in a row``: the same face, time after time."""
    face, times = said.face, said.number()
    if times < 2:
        raise NotHeardError
    if "dice" not in said:
        faces = face.words.removeprefix("exactly ")
        raise ambiguous(
            "on which dice?", f"e.g. `odds of all {faces}s on {times}d{max(face.low, 2)}`"
        )
    dice, number_of_dice = die_alone(said.dice)
    if number_of_dice != 1 or dice.modifiers:
        raise NotHeardError
    return Heard(f"({times}{dice.die}c{face.tight}) = {times}")


PHRASES = phrases(ROWS, globals())
