"""Dice kept and dropped: drop the lowest, best 3 of 4d6, the better of two rolls."""

from __future__ import annotations

import re

from astragal.talk.changing import dice_of, die_alone, modified
from astragal.talk.phrase import Heard, NotHeardError, Said, joined, number, phrases
from astragal.talk.terms import added_up, split_terms
from astragal.talk.unclear import ambiguous, two_ways

ROWS = """
<keep> = keep|keeps|keeping|take|takes|taking|use|uses|using|pick|picking|choose|choosing
<sum> = sum|add_up|total
<but> = but|except|except_for|excluding|besides|apart_from|other_than|without
<faces> = drop|dropping|discard|discarding|ignore|ignoring|remove|removing
<away> = <faces>|without|exclude|excluding|skip|skipping|away|out|take_away|taking_away\
|leave_out|leaving_out|get_rid_of
<drop> = <faces>|lose|losing|drops|without|minus|not_counting|except|exclude|skip|skipping|\
throw_out|throw_away|throwing_out|throwing_away|toss|toss_out|take_away|taking_away|leave_out\
|leaving_out|except_for|excluding|apart_from|all_but|keep_all_but|keeping_all_but\
|take_all_but|keep_everything_but|keep_all_except
<of> = of|from|in|out_of

# Drop dice | pool | drop
{dice} <drop> [the] {end} [{n}] [die|dice|roll|1|1s]
{dice} <drop> [the] {n} {end} [die|dice|1s]
<away> [the] {end} [{n}] [die|dice|1] <of>|on {dice}
<away> [the] {n} {end} [die|dice|1s] <of>|on {dice}
all|everything|all_dice <but> [the] {end} [{n}] [die|dice|1] <of>|on {dice}
all|everything|all_dice <but> [the] {n} {end} [die|dice] <of> {dice}
roll 3d6 drop lowest => 3d6dl1
4d6, drop the highest => 4d6dh1
5d6 dropping the lowest two => 5d6dl2
4d6 drop lowest + 2 => 4d6dl1 + 2
4d6 - lowest => 4d6dl1
everything but the lowest of 4d6 => 4d6dl1
4d6 except the two lowest => 4d6dl2

# Drop both ends | pool | + dh1dl1
{dice} <drop> [the] highest|high|best and [the] lowest|low|worst [die|dice]
{dice} <drop> [the] lowest|low|worst and [the] highest|high|best [die|dice]
3d20 drop the highest and the lowest => 3d20dh1dl1

# Drop faces | pool | drop_faces
{dice} <faces> [all|any|the|every] {face}
4d6 ignoring ones => 4d6d=1

# Without some faces | pool | without_faces
{dice} without {face}
4d6+2 without ones => `4d6d=1 + 2` leaves them out, `4d6c=1 = 0` asks if there are none
4d6 without ones => `4d6d=1` leaves them out, `4d6c=1 = 0` asks if there are none

# Some die dropped | pool | ? {dice}dl{n} :: drops the lowest :: {dice}dh{n} :: drops the highest
{dice} drop|dropping {n}
4d6 drop one => `4d6dl1` drops the lowest, `4d6dh1` drops the highest
4d6+1 drop one => `4d6dl1 + 1` drops the lowest, `4d6dh1 + 1` drops the highest

# Second highest | pool | ranked
[the] {place} {end} [die|roll] <of>|on {dice}
{dice} [keep|take|use] [the] {place} {end} [die]
second highest of 3d20 => 3d20dh1kh1
third lowest of 5d6 => 5d6dl2kl1

# The middle | pool | middle
[the] middle [die|1] of|from {dice}
{dice} [<keep>] [the] middle [die|1]
middle of 3d20 => middle(3d20)

# The highest less the lowest | pool | high_less_low
subtract|take|taking|- [the] lowest [die|1] from [the] highest [die|1] <of>|on {dice}
[the] highest [die] -|minus|drop [the] lowest [die] <of>|on {dice}
[the] difference <of>|on {dice}
{dice} difference
subtract the lowest from the highest of 2d6 => x = 2d6; highest(x, 1) - lowest(x, 1)

# Keep dice | pool | keep
{dice} <keep>|<sum> [only] [the] {end} [{n}] [die|dice|1|roll]
{dice} <keep>|<sum> [only] [the] {n} {end} [die|dice]
{dice} drop|dropping all|everything <but> [the] {end} [{n}] [die|dice|1]
{dice} drop|dropping all|everything <but> [the] {n} {end} [die|dice]
[<keep>|<sum>] [the] {end} [die|dice] <of> {dice}
[<keep>|<sum>] [the] {end} {n} [die|dice] <of> {dice}
[<keep>|<sum>] [the] {n} {end} [die|dice] <of> {dice}
{dice} [the] {end} {n}
{dice} keep|keeps|keeping {n}
keep|take {n} <of> {dice}
4d6 keep highest 3 => 4d6kh3
4d6 keep 3 => 4d6kh3
4d6 best three => 4d6kh3
best 3 of 4d6 => 4d6kh3
worst of 2d20 => 2d20kl1
best of 3 rolls of 2d6 => highest(3x(2d6), 1)
take the two best of 4d6 => 4d6kh2
d20 twice and take the higher => highest(2x(1d20), 1)
4d6 drop all but the highest 2 => 4d6kh2

# The highest alone | pool | keep_end
{dice} {end}
2d20 highest => 2d20kh1

# All dice | pool | = {dice}
{dice} keep|keeping all [dice|of_them]
4d6 keep all => 4d6

# The better of several | several | best_of_several
[take|keep|use] [the] {end} [{n}] of|from {parts}
[take|keep|use] [the] {n} {end} of|from {parts}
the better of 2d6 and 1d12 => {2d6, 1d12}kh1
the lower of d8 and d10 => {1d8, 1d10}kl1
highest of d6, d8, d10 => {1d6, 1d8, 1d10}kh1

# The most of dice | pool | most
[the] {extreme} [roll|result] [of|on|for|from|with] {dice}
max of 8d6 => `8d6kh1` keeps the highest die, `highest possible 8d6` is the most it can be
minimum of 8d6 => `8d6kl1` keeps the lowest die, `lowest possible 8d6` is the least it can be
"""
_LISTED = re.compile(r",? (?:and|or) |, ", re.IGNORECASE)
_RANKS = {"h": ("highest", "most"), "l": ("lowest", "least")}


def _count(said: Said) -> int:
    """The number of dice to keep; refused above the number rolled, as it may be a total."""
    count, most = said.number(1), _most_of(said)
    if most is not None and count > most:
        raise NotHeardError
    return count


def _most_of(said: Said) -> int | None:
    """The number of dice, if all are of one kind; otherwise None."""
    dice = dice_of(said.dice.text)
    return dice[0].count if len(dice) == 1 and isinstance(dice[0].count, int) else None


def drop(said: Said) -> Heard:
    count = _count(said)
    if said.dice.expression.body.results or count == _most_of(said):
        raise NotHeardError
    return modified(said.dice, f"d{said.meaning('end')}{count}")


def keep(said: Said) -> Heard:
    count, end = _count(said), said.meaning("end") if "end" in said else "h"
    if said.dice.expression.body.results:
        return said.dice.changed(lambda text: f"{_RANKS[end][0]}({text}, {count})")
    return modified(said.dice, f"k{end}{count}")


def keep_end(said: Said) -> Heard:
    """``2d20 highest``: needs several dice, and none dropped yet."""
    dice, count = die_alone(said.dice)
    if count < 2 or dice.modifiers or said["end"].lower() in ("high", "low", "top", "bottom"):
        raise NotHeardError
    return keep(said)


def drop_faces(said: Said) -> Heard:
    if said["face"].isdecimal():  # "drop 1" is one die
        raise NotHeardError
    return modified(said.dice, f"d{said.face.tight}")


def without_faces(said: Said) -> Heard:
    """``4d6 without ones``: ambiguous. Drop them, or ask if there are none."""
    face, left = said.face.tight, modified(said.dice, f"d{said.face.tight}")
    (dice,) = dice_of(said.dice.text)
    none = f"({dice}c{face}) = 0"
    raise two_ways(left.text, "leaves them out", none, "asks if there are none")


def ranked(said: Said) -> Heard:
    """``second highest of 3d20``."""
    place, end = said.meaning("place"), said.meaning("end")
    dice, count = die_alone(said.dice)
    if place > count:
        hint = f"e.g. `{place}{dice.die}` has as many dice"
        raise ambiguous(f"there is no {said['place']} die", hint)
    return modified(said.dice, f"d{end}{place - 1}k{end}1")


def high_less_low(said: Said) -> Heard:
    dice, count = die_alone(said.dice)
    if count < 2 or dice.modifiers:
        raise NotHeardError
    return Heard(f"x = {dice}; highest(x, 1) - lowest(x, 1)")


def middle(said: Said) -> Heard:
    if die_alone(said.dice)[1] % 2 == 0:
        raise NotHeardError  # an even number of dice has two in the middle
    return said.dice.changed(lambda text: f"middle({text})")


def best_of_several(said: Said) -> Heard:
    """``better of 2d6 and 1d12``: of several totals."""
    listed, count, end = _LISTED.split(said["parts"]), said.number(1), said.meaning("end")
    if not 1 < len(listed) >= count:
        raise NotHeardError
    parts = [number(said.listener.hear(part)) for part in listed]
    texts = [part.text for part in parts]
    kept = f"{{{', '.join(texts)}}}k{end}{count}"
    *others, (sign, added) = split_terms(texts[-1])
    if others:  # "the best of 2d6 and 1d8 + 3"
        most = ", ".join([*texts[:-1], added_up(others)])
        whole = f"{{{most}}}k{end}{count} {sign} {added}"
        raise two_ways(kept, f"adds {added} to the last", whole, "adds it to what is kept")
    first = dice_of(texts[0])
    if not re.search(r" (?:and|or) ", said["parts"]) and len(first) == 1 and not first[0].single:
        alone = ", ".join([f"{texts[0]}k{end}{count}", *texts[1:]])  # "the best of 4d6, d8"
        raise two_ways(kept, "takes one of several rolls", alone, "are several rolls")
    return joined(parts, lambda each: f"{{{', '.join(each)}}}k{end}{count}")


def most(said: Said) -> Heard:
    """``max of 8d6``: the highest die, or the most that can come up."""
    end = said.meaning("extreme")
    if len(dice_of(said.dice.text)) != 1:
        raise NotHeardError
    word, extreme = _RANKS[end]
    kept, possible = modified(said.dice, f"k{end}1").text, f"{word} possible {said['dice']}"
    raise two_ways(kept, f"keeps the {word} die", possible, f"is the {extreme} it can be")


PHRASES = phrases(ROWS, globals())
