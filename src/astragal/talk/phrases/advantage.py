"""Advantage and disadvantage: the better, or the worse, of two d20s."""

from __future__ import annotations

from astragal.die import Die
from astragal.notation.nodes.dice import Dice
from astragal.talk.changing import dice_of, put
from astragal.talk.phrase import Heard, NotHeardError, Said, phrases
from astragal.talk.unclear import ambiguous, two_ways

ROWS = """
<more> = super|double|triple|greater|mega|ultra

# More than advantage | title | more_dice
[{dice}] [with|at|w/|w] <more> {edge}
<more> {edge} [on|for|with] [a] {dice}
{dice} [with|at|w/|w] <more> {edge} {bonus}
super advantage => `3d20kh1` takes the best of three, `2d20kh1` is advantage
double disadvantage => `3d20kl1` takes the worst of three, `2d20kl1` is disadvantage

# Elven accuracy | title | elven_accuracy
[{dice}] [with] elven accuracy
elven accuracy [on|with|for] {dice}
d20+8 with elven accuracy => `3d20kh1 + 8` takes the best of three

# Advantage and disadvantage | title | ! advantage and disadvantage cancel :: e.g. `{dice}`
{dice} [with|at] [both] advantage|adv and disadvantage|disadv|dis
{dice} [with|at] [both] disadvantage|disadv|dis and advantage|adv
d20+5 with advantage and disadvantage => e.g. `1d20 + 5`

# Advantage, or a bonus | question | ! compared? :: e.g. `is advantage better than {bonus}`
{edge} vs|versus|against|or {bonus}
advantage vs +5 => e.g. `is advantage better than +5`

# A bonus with advantage | pool | = 2d20k{edge}1{bonus}
{bonus} [and|with|at] [an] {edge}
+5 with advantage => 2d20kh1 + 5

# Advantage | pool with labels | better_or_worse
{edge}
with|at|w/|w {edge}
{dice} [with|at|w/|w] [an] {edge}
{edge} on|for|with [a] {dice}
{edge} {dice}
adv => 2d20kh1
roll with advantage => 2d20kh1
d20 with advantage => 2d20kh1
d20 adv +5 => 2d20kh1 + 5
d20+5 with advantage => 2d20kh1 + 5
d20+5+1d4 adv => 2d20kh1 + 5 + 1d4
2d6 with advantage => `{2d6, 2d6}kh1` takes the better of two rolls
d20+3 at disadvantage => 2d20kl1 + 3
disadvantage on a d20 => 2d20kl1
d20+5 attack with advantage => (2d20kh1 + 5)[attack]
"""
_MORE = {"h": ("best", "better", "advantage"), "l": ("worst", "worse", "disadvantage")}


def more_dice(said: Said) -> Heard:
    """``super advantage``: ambiguous, since tables play it differently."""
    end = said.meaning("edge")
    best, _, word = _MORE[end]
    three, two = (_of_several(said, f"{count}d20k{end}1") for count in (3, 2))
    raise two_ways(three, f"takes the {best} of three", two, f"is {word}")


def elven_accuracy(said: Said) -> Heard:
    three = Heard(_of_several(said, "3d20kh1")).expression
    raise ambiguous("how many dice?", f"`{three}` takes the best of three")


def _of_several(said: Said, d20s: str) -> str:
    """The dice with several d20s in place of the one."""
    if "dice" not in said:
        return d20s
    found = [each for each in dice_of(said.dice.text) if str(each.die) == "d20"]
    if len(found) != 1 or found[0].count != 1 or found[0].modifiers:
        raise NotHeardError
    return f"{put(said.dice.text, found[0], d20s)} {said.get('bonus', '')}".rstrip()


def better_or_worse(said: Said) -> Heard:
    end = said.meaning("edge")
    if "dice" not in said:
        return Heard(f"2d20k{end}1")
    return said.dice.changed(lambda text: _with(text, end))


def _with(text: str, end: str) -> str:
    dice = dice_of(text)
    d20s = [each for each in dice if str(each.die) == "d20"] if len(dice) > 1 else dice
    if not dice:
        raise NotHeardError
    if len(d20s) != 1:
        raise ambiguous("on which die?", "say it after the die, e.g. `d20 with advantage + 1d4`")
    return put(text, d20s[0], _two(text, d20s[0], end))


def _two(text: str, die: Dice, end: str) -> str:
    """Roll a die twice and keep one; ambiguous if there are several dice already."""
    if die.modifiers or not isinstance(die.die, Die) or not isinstance(die.count, int):
        raise NotHeardError
    sides = str(die.die)
    if die.count == 1 or (die.count == 2 and sides == "d20"):
        return f"2{sides}k{end}1"
    more = put(text, die, f"{die.count + 1}{sides}k{end}{die.count}")
    twice = f"{{{text}, {text}}}k{end}1"
    raise two_ways(twice, f"takes the {_MORE[end][1]} of two rolls", more, "rolls one die more")


PHRASES = phrases(ROWS, globals())
