"""Rolls against a number: vs 15, DC 15, under 45."""

from __future__ import annotations

import re

from astragal.notation.nodes.comparison import Compare
from astragal.talk.bonuses import check_in
from astragal.talk.changing import counted_dice, dice_of, either_way, opposite
from astragal.talk.conditions import Condition, split_total, total_conditions
from astragal.talk.phrase import (
    Heard,
    NotHeardError,
    Said,
    UnclearPartError,
    joined,
    number,
    phrases,
)
from astragal.talk.templates import MEANINGS
from astragal.talk.unclear import ambiguous, two_ways

ROWS = """
<with> = with|against|on|at|having|if_i_have|from
<hp> = hp|hitpoints|hit_points|hit_point|health|life
<neg> = does_not|doesn't|do_not|don't|did_not|didn't|won't|will_not|is_not|isn't|cannot|can't|not\
|not_being|never|fails_to|failing_to|to_not|not_to
<not> = not_rolling|not_getting|not_having|never_rolling|never_getting|not|never|no|missing\
|failing|to_miss|to_fail|miss|fail|failure|avoiding|avoid

# Damage survived | several | = ({dice}) < {n}
survive|surviving|survives|to_survive [taking] {dice} [damage] <with> [only|just] {n} <hp> [left]
<with> {n} <hp> [left] survive|surviving|to_survive [taking] {dice} [damage]
{n} <hp> survive|survives|surviving [taking] {dice} [damage]
{dice} [damage] <neg> kill|drop [a|an|the] [someone|anyone] [with|at] {n} <hp>
{dice} [damage] <neg> kill|drop [a|an|the] {word} with|at {n} <hp>
odds of surviving 3d6 against 12 hp => the odds of (3d6) < 12

# Damage that kills | several | = ({dice}) >= {n}
die|dying|dead|drop|dropping|killed|getting_killed|being_killed [to|from|by|of] {dice} [damage] \
<with> [only|just] {n} <hp> [left]
{dice} [damage] kill|kills|killing|drops|dropping [someone|anyone] [with|at] {n} <hp> [left]
{dice} [damage] kill|kills|killing|drops|dropping [a|an|the] {word} with|at {n} <hp> [left]
odds of dying to 3d6 with 12 hp => the odds of (3d6) >= 12

# Not | title | denied
<not> [with|on|at] [a|an|any] {what}
{what} fails|misses|failing|missing|fail|miss
odds of missing with d20+5 against AC 15 => the odds of 1d20 + 5 < 15
odds of no doubles on 2d6 => the odds of largest_set(2d6) < 2
odds of failing a 25% chance => the odds of 1d100 > 25

# It happens | title | happens
hitting|succeeding|passing|hit|succeed|pass|success [with|on|at] [a|an] {what}
{what} hits|succeeds|passes|hitting|succeeding|passing
odds of hitting with d20+5 against AC 15 => the odds of 1d20 + 5 >= 15

# Against a number | target | against_number
{roll}
1d20+5 vs 15 => 1d20 + 5 >= 15
d20 + 5 against AC 15 => 1d20 + 5 >= 15
d20+5 DC 15 => 1d20 + 5 >= 15
3d6 at least 15 => (3d6) >= 15
d100 under 45 => 1d100 < 45
2d6 over 7 => (2d6) > 7
2d6 between 6 and 8 => (2d6) = 6..8
odds that d20+3 misses AC 15 => the odds of 1d20 + 3: less than 15 (not 15 or more)
odds that 2d6 is not 7 => the odds of 2d6: anything but 7
odds that 3d6 is even => the odds of 3d6: even
6d10 difficulty 7 => `6d10c>=7` counts the dice that match, `(6d10) >= 7` compares the total
8d6 5+ => `8d6c>=5` counts the dice that match, `(8d6) >= 5` compares the total
percentile vs 45 => `1d100 <= 45` needs 45 or less, `1d100 >= 45` needs 45 or more
d20+5 to beat 15 => `1d20 + 5 > 15` needs more than 15, `1d20 + 5 >= 15` needs 15 or more

# A number on dice | target | number_first
{total} on|with|from|using {dice}
under 45 on d100 => 1d100 < 45
15 or more on 3d6 => (3d6) >= 15
DC 15 with d20+3 => 1d20 + 3 >= 15

# Against a roll | target | against_roll
{dice} vs|vs.|versus|against {other}
d20+5 against d20+3 => 1d20 + 5 vs 1d20 + 3
d20 with advantage vs d20+3 => 2d20kh1 vs 1d20 + 3
d20+5 vs 10+3 => 1d20 + 5 >= 10 + 3

# Does not | target | does_not
{who} <neg> {does}
odds that 2d6 doesn't beat 1d12 => the odds of (2d6) <= 1d12
odds that 2d6 does not tie 1d12 => the odds of (2d6) ≠ 1d12

# Two rolls, one of which wins | target | related
{dice} [is|being|rolls|rolling] {relation} {other}
{outcome} [with] {dice} against|vs|to|over {other}
[a] tie|ties between|on|with {dice} and|vs|versus|against|or {other}
{dice} and {other} tie|ties|match|are_equal|being_equal|are_the_same
odds that 2d6 loses to 1d12 => the odds of (2d6) < 1d12
odds that 2d6 ties 1d12 => the odds of (2d6) = 1d12
odds of 2d6 beating 1d12 => the odds of 2d6 vs 1d12
odds of 2d6 higher than 1d12 => the odds of (2d6) > 1d12

# One roll beats another | target | = ({other}) vs ({dice})
beat|beating [a] {dice} with|using|on {other}
odds I beat 2d6 with 3d4 => the odds of 3d4 vs 2d6

# Damage, and a save | title | damage_and_save
{dice} save [vs|for|at|against] [a] dc {n}
{dice} [vs|for|at|against] [a] dc {n} [con|dex|wis|str|int|cha] save
8d6 save dc 15 => `8d6` rolls the damage, `d20+5 >= 15` the save

# Several attacks | question | attacks
{n} attacks [of|with|at|on|using] {rest}
attack {n} times [with|at|on|using] {rest}
{n} {dice} attacks|attack_rolls {rest}
4 attacks of d20+5 vs 15 => 4x(1d20 + 5 >= 15)
2 attacks with +5 => e.g. `2x(d20+5)`

# A bonus against a number | question | bonus_against
{rest}
attack with +7 vs AC 16 => 1d20 + 7 >= 16 # attack

# A number without dice | question | no_dice
{total}
hit|succeed|success|pass|save on|with [a] {total}
DC 15 => e.g. `d20+5 vs 15`
at least 15 => e.g. `d20+5 vs 15`
"""
_BELONGS = re.compile(
    r"\b(?:explod\w+|ac(?:es|ing)|re-?roll\w*|count\w*|success(?:es)?) ~"
    rf"|\b(?:{'|'.join(MEANINGS['end'])}) ~ (?:only|just|exactly|max|min)\b",
    re.IGNORECASE,
)
"""Words that claim the number after them: ``explode 5+``, ``keep best only 3``."""
_BONUS = re.compile(r"[+-] ?\d+")
_D20 = re.compile(r"\b(?:ac|dc|armou?r class)\b", re.IGNORECASE)
"""Goals that imply a d20."""
_VERSUS = re.compile(r"vs|versus|against", re.IGNORECASE)
_CHANCE_OF = re.compile(r"(?:%|percent|\d in \d).*\b(?:chance|odds|likely)\b", re.IGNORECASE)
"""In ``70% chance not to hit``, the negation belongs to the event."""


def against_number(said: Said) -> Heard:
    split = split_total(said["roll"])
    if split is None or _BELONGS.search(f"{split[0]} ~{said['roll'][len(split[0]) :]}"):
        raise NotHeardError
    return _met(said.listener.hear(split[0]), split[1])


def number_first(said: Said) -> Heard:
    return _met(said.dice, total_conditions(said["total"]))


def _met(dice: Heard, conditions: tuple[Condition, ...]) -> Heard:
    if not conditions or not dice.is_number:
        raise NotHeardError
    conditions = either_way(dice.text, conditions)
    counted = counted_dice(dice.text, conditions[-1])
    if counted is not None:
        total = conditions[-1].on(dice.text)
        raise two_ways(counted, "counts the dice that match", total, "compares the total")
    texts = [each.on(dice.text) for each in conditions]
    if len(texts) > 1:
        (one, other), (it, that) = texts, (each.words for each in conditions)
        raise two_ways(one, f"needs {it}", other, f"needs {that}", asked=(it, that))
    return dice.changed(conditions[0].on)


def against_roll(said: Said) -> Heard:
    """Compare two rolls, or a roll with a number to reach."""
    ours, theirs = number(said.dice), number(said.heard("other"))
    if not ours.expression.body.draws:
        raise NotHeardError
    if not theirs.rolls and either_way(ours.text, (Condition(">=", 0, versus=True),))[1:]:
        under, over = (f"({ours.text}) {sign} ({theirs.text})" for sign in ("<=", ">="))
        raise two_ways(under, "needs as little", over, "needs as much")
    sign = "vs" if theirs.rolls else ">="
    return joined([ours, theirs], lambda sides: f"({sides[0]}) {sign} ({sides[1]})")


def related(said: Said) -> Heard:
    hole = next((name for name in ("relation", "outcome") if name in said), "")
    sign = said.meaning(hole) if hole else "="
    return joined(said.numbers(), lambda texts: f"({texts[0]}) {sign} ({texts[1]})")


def denied(said: Said) -> Heard:
    """The opposite of a comparison."""
    return _opposite(said, said["what"])


def does_not(said: Said) -> Heard:
    """``2d6 doesn't beat 1d12``: the opposite of ``2d6 beat 1d12``."""
    if _VERSUS.match(said["does"]) or _CHANCE_OF.search(said["who"]):
        raise NotHeardError
    return _opposite(said, f"{said['who']} {said['does']}")


def _opposite(said: Said, text: str) -> Heard:
    try:
        return said.listener.hear(text).changed(opposite)
    except UnclearPartError:
        raise NotHeardError from None


def happens(said: Said) -> Heard:
    heard = said.heard("what")
    if not isinstance(heard.expression.body, Compare):
        raise NotHeardError
    return heard


def damage_and_save(said: Said) -> Heard:
    rolled = dice_of(said.dice.text)
    if not rolled or any(str(each.die) in ("d20", "d100") for each in rolled):
        raise NotHeardError
    damage = said.dice.expression.uncommented
    hint = f"`{damage}` rolls the damage, `d20+5 >= {said['n']}` the save"
    raise ambiguous("the save is another roll", hint)


def attacks(said: Said) -> Heard:
    """``two attacks at +7 vs AC 15``: the same roll twice."""
    rest = f"{said['dice']} {said['rest']}" if "dice" in said else said["rest"]
    bonus = _BONUS.match(rest)
    if bonus and not _D20.search(rest):
        raise ambiguous("which dice?", f"e.g. `{said['n']}x(d20{bonus[0]})`")
    alone = rest.startswith(("+", "-"))
    heard = said.listener.hear(f"d20{rest}" if alone else rest)
    return heard.changed(lambda text: f"{said['n']}x({text})")


def bonus_against(said: Said) -> Heard:
    """``Perception +4 vs DC 15``: DC and AC imply a d20."""
    check = check_in(said["rest"])
    if check is None or not (check.bonus and check.target and _D20.search(said["rest"])):
        raise NotHeardError
    return Heard(f"1d20{check.bonus} >= {check.target}", title=check.name)


def no_dice(said: Said) -> Heard:
    if not total_conditions(said["total"], bare=True):
        raise NotHeardError
    raise ambiguous("on which dice?", "e.g. `d20+5 vs 15`, or `odds of 15 or more on 3d6`")


PHRASES = phrases(ROWS, globals())
