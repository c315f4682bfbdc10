"""The same roll several times, and several rolls."""

from __future__ import annotations

import re

from astragal.errors import AstragalError
from astragal.notation.expression import Expression
from astragal.notation.nodes.several import Several
from astragal.talk.changing import dice_of, die_alone, labelled, put
from astragal.talk.phrase import Heard, NotHeardError, Said, joined, number, parsed, phrases
from astragal.talk.unclear import two_ways

ROWS = """
# In order | repeat | ? 6x({dice}) :: rolls six scores as they fall :: {dice}s :: sorts the dice
{dice} [down] in order
{dice} down the line
3d6 in order => `6x(3d6)` rolls six scores as they fall, `3d6s` sorts the dice

# Several rolls | several | several
{parts}
d20+5 to hit, 2d6+3 damage => (1d20 + 5)[to hit], (2d6 + 3)[damage]
2d6 then d8 => 2d6, 1d8
4d6 drop lowest, d20 with advantage => 4d6dl1, 2d20kh1

# Several times in order | repeat | = {n}x({dice})
{dice} [down] in order {n} times
{dice} {n} times in order
roll 3d6 in order six times => 6x(3d6)

# Several times | repeat | repeated
{dice} {n} times|time [in_a_row|each]
{n} rolls|sets|lots|throws of {dice}
{n} times: {dice}
d6 twice => 2x(1d6)
2d6 thrice => 3x(2d6)
d20+2 3 times => 3x(1d20 + 2)
4d6 drop lowest six times => 6x(4d6dl1)
roll 4d6 keep highest 3, six times => 6x(4d6kh3)
three rolls of 2d6 => 3x(2d6)

# Times | repeat | ? {n}x({dice}) :: rolls {n} times :: {n}*({dice}) :: multiplies one roll
{n} times {dice}
{dice} x{n}
{dice} x {n}
{dice} {n}x
{n}x {dice}
{n} x {dice}
3 times 2d6 => `3x(2d6)` rolls 3 times, `3 * 2d6` multiplies one roll
4d6dl1 x6 => `6x(4d6dl1)` rolls 6 times, `6 * 4d6dl1` multiplies one roll
twice 2d6 => `2x(2d6)` rolls 2 times, `2 * 2d6` multiplies one roll

# Separate rolls | title | = {n}x({dice})
{n} separate|individual {dice}
three separate 2d6 => 3x(2d6)

# Each alone | title | each_alone
{dice} separately|individually|one_by_one|each_alone|on_their_own
roll 3 d20s separately => 3x(1d20)

# For several | title | ! one for each? :: e.g. `{n}x({dice})` rolls it {n} times
{dice} for {n} {word}
{dice} for [the|all] {n} {word}
d20+2 for 5 goblins => e.g. `5x(1d20 + 2)` rolls it 5 times

# A bonus for several | title | ! one for each? :: e.g. `{n}x(d20{bonus})` rolls it {n} times
{words} for [the|all] {n} {word} [at|with] {bonus}
initiative for 4 goblins +2 => e.g. `4x(d20+2)` rolls it 4 times

# On a table | title | = {dice}
on [a|the] [random] table [with|using] {dice}
{dice} on [a|the] [random] table
roll on a table d12 => 1d12

# A set of dice | word | = 1d4, 1d6, 1d8, 1d10, 1d12, 1d20
[full|complete] set of dice
1 of each [die|dice]
a full set of dice => 1d4, 1d6, 1d8, 1d10, 1d12, 1d20

# Or | and | either
[either] {dice} or {other}
2d6 or 1d8 => `{2d6, 1d8}kh1` takes the better, `2d6, 1d8` rolls both

# And | and | added_or_alone
{parts}
a d20 and a d6 => `1d20 + 1d6` adds them up, `1d20, 1d6` rolls each alone
"""
_AND = re.compile(r",? and | & ", re.IGNORECASE)
_REROLLED = re.compile(r"re-?roll[a-z]*(?! .*(?:once|drop|keep|take)).*", re.IGNORECASE)
_PARTS = re.compile(r"(?:[,;]| and then| then|[,;] and|[,;] then)(?: |$)", re.IGNORECASE)


def repeated(said: Said) -> Heard:
    count, dice = said.number(), dice_of(said.dice.text)
    whole = said.dice.changed(lambda text: f"{count}x({text})")
    if _REROLLED.search(said["dice"]) and len(dice) == 1:  # maybe only re-rolls
        again = "".join(str(each) for each in dice[0].modifiers[-1:])
        more = put(said.dice.text, dice[0], f"{dice[0]}{again * (count - 1)}")
        it, that = f"rolls all {count} times", f"re-rolls up to {count} times"
        raise two_ways(whole.text, it, more, that)
    return whole


def each_alone(said: Said) -> Heard:
    dice, count = die_alone(said.dice)
    if dice.modifiers or count < 2:
        raise NotHeardError
    return Heard(f"{count}x(1{dice.die})")


def several(said: Said) -> Heard:
    parts = [part for part in _PARTS.split(said["parts"]) if part.strip()]
    if len(parts) < 2:
        raise NotHeardError
    heard = [said.listener.hear(part) for part in parts]
    if not all(each.rolls for each in heard):
        raise NotHeardError  # "d20 then 5" is not two rolls
    return joined(list(map(_own_label, heard)), _listed)


def _own_label(heard: Heard) -> Heard:
    """Turn a title into a label, since one of several rolls cannot have the title."""
    if heard.title and heard.is_number:
        return labelled(heard, heard.title)._replace(title="")
    return heard


def _listed(texts: list[str]) -> str:
    """Join rolls into a list. Joining the texts would fail: names of ranges may hold commas."""
    rolls = [parsed(text) for text in texts]
    try:
        return str(Expression(Several(tuple(each.body for each in rolls))))
    except AstragalError:
        raise NotHeardError from None


def added_or_alone(said: Said) -> Heard:
    parts = _AND.split(said["parts"])
    heard = [number(said.listener.hear(part)) for part in parts if len(parts) > 1]
    if not any(each.rolls for each in heard):
        raise NotHeardError
    texts = [str(each.expression) for each in heard]
    raise two_ways(" + ".join(texts), "adds them up", ", ".join(texts), "rolls each alone")


def either(said: Said) -> Heard:
    both = ", ".join(str(each.expression) for each in said.numbers())
    raise two_ways(f"{{{both}}}kh1", "takes the better", both, "rolls both")


PHRASES = phrases(ROWS, globals())
