"""Sums and multiples in words."""

from __future__ import annotations

import re
from collections.abc import Collection

from astragal.talk.changing import dice_of, die_alone, put
from astragal.talk.naming import is_label
from astragal.talk.phrase import Heard, NotHeardError, Said, joined, number, phrases
from astragal.talk.results import whole
from astragal.talk.terms import added_up, split_terms
from astragal.talk.unclear import ambiguous, two_ways

ROWS = """
# Double | pool | ? ({dice})*2 :: doubles the total :: ({dice}) + ({dice}) :: rolls it all twice
double [damage] {dice}
{dice} doubled
{dice} double damage
double 2d6 => `2d6 * 2` doubles the total, `2d6 + 2d6` rolls it all twice

# Triple | pool | ? ({dice})*3 :: triples the total :: ({dice}) + ({dice}) + ({dice}) :: \
rolls it all three times
triple [damage] {dice}
{dice} tripled
triple 2d6 => `2d6 * 3` triples the total, `2d6 + 2d6 + 2d6` rolls it all three times

# Critical damage | title | critical
{dice} [on|with|as|for] [a] crit|crits|critical [hit|damage]
crit|crits|critical [hit] [damage] [for|of|on|with] {dice}
{dice} crit|critical damage
2d6+3 crit => `4d6 + 3` doubles the dice, `(2d6 + 3) * 2` doubles the total

# Critical dice | title | double_dice
double|2_times [the] [damage|weapon] dice [on|of|for|in] {dice}
double the dice on 2d6+3 => 4d6 + 3

# Times as much | repeat | first ({dice})*{n}
{n} times as much as {dice}
twice as much as 2d6 => 2d6 * 2

# Times a number | repeat | times
{dice} times {n}
2d6 times 10 => 2d6 * 10
2d6+3 times 10 => `(2d6 + 3) * 10` is about all of it, `2d6 + 3 * 10` is about that part alone

# Times a decimal | repeat | ! rounded? :: `floor({dice} * {decimal})` rounds down
{dice} times {decimal}
2d6 times 1.5 => `floor(2d6 * 1.5)` rounds down

# Dice times dice | repeat | ! multiplied, or rolled as often? :: `({dice}) * ({other})` multiplies
{dice} times {other}
d6 times d6 => `(1d6) * (1d6)` multiplies

# More | target | = {dice} + {n}
{n} more|higher than {dice}
two more than 2d6 => 2d6 + 2

# Less | target | = {dice} - {n}
{n} less|lower than {dice}
three less than 2d6 => 2d6 - 3

# Added, or compared | target | added_or_compared
{more} more than {dice}
1d4 more than 2d6 => `2d6 + 1d4` adds it, `1d4 > 2d6` asks if it is higher

# The sum of dice | repeat | total
[the] sum|total of {parts}
sum|+ {parts}
the sum of 2d6 and 1d8 => 2d6 + 1d8
the total of 2d6 => 2d6

# Rolled several times and added up | repeat | added_times
{dice} {n} times [and] +|sum|total|add_up [them|it|all] [up|together|all]
roll 1d6 five times and add => 5d6

# Dice that are added up | repeat | summed_up
{dice} [and] +|sum|total them|all|both|it [up|together|all]
{dice} [and] add_up [them]
three d6 and add them together => 3d6

# The difference of dice | repeat | ? ({dice}) - ({other}) :: takes the second from the first :: \
abs(({dice}) - ({other})) :: says how far apart they are
[the] difference of|between {dice} and {other}
the difference of 2d6 and 1d6 => `2d6 - 1d6` takes the second from the first, \
`abs(2d6 - 1d6)` says how far apart they are

# A value added to dice | command | ! what is the {value}? :: \
type its number, e.g. `{dice}+3`, or give it a name: `{dice}+@{value}`
+ [my|the|our] {value} [modifier|mod|bonus] to [a|the|my] {dice}
add my strength to d20 => type its number, e.g. `1d20+3`, or give it a name: `1d20+@strength`

# Added | repeat | = {dice} + {more}
+ {more} to {dice}
add 1d4 to 2d6 => 2d6 + 1d4

# Added to each die | repeat | + each+{n}
+ {n} to|on|for each|every [1] [die] of|in|on {dice}
{dice} + {n} to|on|for each|every [1] [die]
add 1 to each die of 3d6 => 3d6each+1

# Dice of a spell | title | added_by_spell
{dice} [with|and|+] bless|guidance
{dice} [with|and|+] bless|guidance and bless|guidance
d20+5 with guidance => e.g. `1d20 + 5 + 1d4` for bless or guidance

# Taken away | repeat | = {dice} - {less}
- {less} from {dice}
subtract 2 from 2d6 => 2d6 - 2

# Multiplied or divided | repeat | = ({dice}){sign}{n}
{sign} {dice} by {n}
divide 8d6 by 2 => 8d6 / 2

# A value that is said | sum | = {dice} + {n}
{dice} + [my|the|a] {value} [modifier|mod|bonus] [of|is] {n}
d20 plus dex 4 => 1d20 + 4

# A value with a name | sum | ! what is the {value}? :: \
type its number, e.g. `{dice}+3`, or give it a name: `{dice}+@{value}`
{dice} + [my|the] {value} [modifier|mod|bonus]
2d6 + str => type its number, e.g. `2d6+3`, or give it a name: `2d6+@str`

# Sums | sum | sum_of_terms
{terms}
2d6 plus 3 => 2d6 + 3
two d6 minus one => 2d6 - 1
1d8+3 slashing + 1d6 fire => (1d8 + 3)[slashing] + 1d6[fire]
4d6 drop lowest plus a d4 => 4d6dl1 + 1d4
"""
_NAMED_NUMBER = re.compile(r"\d+ ([^\d]+)")
_AND = re.compile(r",? and |, ", re.IGNORECASE)


def critical(said: Said) -> Heard:
    """``2d6+3 crit``: twice the dice, or twice the total."""
    once = number(said.dice).expression.uncommented
    raise two_ways(_doubled(once), "doubles the dice", f"({once})*2", "doubles the total")


def double_dice(said: Said) -> Heard:
    return said.dice.changed(_doubled)


def _doubled(more: str) -> str:
    """Double the dice, but not the numbers."""
    if not dice_of(more):
        raise NotHeardError
    for dice in reversed(dice_of(more)):
        if not isinstance(dice.count, int) or dice.modifiers or str(dice.die) == "d20":
            raise NotHeardError  # a d20 is rolled to hit, so its dice are not doubled
        more = put(more, dice, f"{2 * dice.count}{dice.die}")
    return more


def summed_up(said: Said) -> Heard:
    """``three d6 and add them``: several dice of one roll."""
    dice = dice_of(number(said.dice).text)
    if len(dice) == 1 and dice[0].single:
        raise NotHeardError
    return said.dice


def added_times(said: Said) -> Heard:
    """``1d6 five times and add``: the sum of five dice."""
    dice, count = die_alone(said.dice)
    if dice.modifiers:
        raise NotHeardError
    return Heard(f"{count * said.number()}{dice.die}")


def times(said: Said) -> Heard:
    """``4d6 drop lowest times 6``: ambiguous. Six rolls, or a product."""
    if any(each.modifiers for each in dice_of(said.dice.text)):
        count, dice = said["n"], str(number(said.dice).expression)
        it = f"rolls {count} times"
        raise two_ways(f"{count}x({dice})", it, f"({dice})*{count}", "multiplies one roll")
    return whole(said, lambda text: f"({text})*{said['n']}", at=-1)


def added_by_spell(said: Said) -> Heard:
    """``d20+5 with guidance``: refused, since the spell's dice must be typed."""
    if [str(each.die) for each in dice_of(said.dice.text)] != ["d20"]:
        raise NotHeardError
    hint = f"e.g. `{said.dice.expression.uncommented} + 1d4` for bless or guidance"
    raise ambiguous("which dice does it add?", hint)


def added_or_compared(said: Said) -> Heard:
    """``1d4 more than 2d6``: a sum, or a comparison."""
    more, dice = number(said.heard("more")), number(said.dice)
    if not (more.rolls and dice.rolls):
        raise NotHeardError
    added, compared = f"{dice.text} + {more.text}", f"({more.text}) > ({dice.text})"
    raise two_ways(added, "adds it", compared, "asks if it is higher")


def total(said: Said) -> Heard:
    """``the sum of 2d6 and 1d8``."""
    parts = [number(said.listener.hear(part)) for part in _AND.split(said["parts"])]
    return joined(parts, " + ".join)


def sum_of_terms(said: Said) -> Heard:
    """A sum whose terms are phrases themselves."""
    terms = _with_numbers(split_terms(said["terms"]), said.listener.names)
    if len(terms) < 2:
        raise NotHeardError
    signs = [sign for sign, _ in terms]
    parts = [number(said.listener.hear(term)) for _, term in terms]
    return joined(parts, lambda texts: added_up(list(zip(signs, texts, strict=True))))


def _with_numbers(terms: list[tuple[str, str]], names: Collection[str]) -> list[tuple[str, str]]:
    """``1d8 + 3 slashing`` is one part of a sum: the number belongs to the dice before it."""
    grouped: list[tuple[str, str]] = []
    for sign, term in terms:
        named = _NAMED_NUMBER.fullmatch(term)
        if grouped and named and is_label(named[1], names):
            before, dice = grouped.pop()
            grouped.append((before, f"{dice} {sign} {term}"))
        else:
            grouped.append((sign, term))
    return grouped


PHRASES = phrases(ROWS, globals())
