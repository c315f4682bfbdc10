"""Names of rolls: titles in front, labels after the dice, and signs of other programs."""

from __future__ import annotations

import re

from astragal.talk.changing import dice_of, labelled
from astragal.talk.labels import EXTRA
from astragal.talk.naming import LONGEST, is_label, is_title
from astragal.talk.phrase import Heard, NotHeardError, Said, UnclearPartError, joined, phrases
from astragal.talk.unclear import ambiguous

ROWS = r"""
# Chat commands | command | = {dice}
/r|/roll|/gmroll|/gr|/rr|!r|!roll|.r|.roll|\\roll|\\r {dice}
/r 2d6 => 2d6
!roll 4d6 drop lowest => 4d6dl1
[[2d6+3]] damage => (2d6 + 3)[damage]

# Title and colon | title | colon
{title}: {dice}
{title} : {dice}
initiative: 6x(1d20+2) => 6x(1d20 + 2)sh # initiative
attack: d20+5 => 1d20 + 5 # attack
Attack: d20+5 vs AC 15 => 1d20 + 5 >= 15 # Attack

# Title after for | title | named
{dice} for [my|the|our|a|an] {words}
{dice} ({words})
roll 2d6+3 for damage => 2d6 + 3 # damage
d20+7 (stealth) => 1d20 + 7 # stealth

# In brackets | title | in_brackets
{dice} ({how})
4d6 (drop lowest) => 4d6dl1
2d6-3 (min 0) => max(0, 2d6 - 3)

# To hit, and damage | several | hit_and_damage
{dice} to_hit|attack and [for] {other} damage
attack|to_hit {dice} [and] damage {other}
attack {dice} for {other}
attack d20+5 damage 1d8+3 => (1d20 + 5)[to hit], (1d8 + 3)[damage]

# To hit | title | to_hit
{dice} to hit|attack
[to] hit with|on {dice}
d20+5 to hit => 1d20 + 5 # to hit

# To hit, before dice | title | to_hit_first
[to] hit {dice}
roll to hit d20+5 => 1d20 + 5 # to hit

# Label | label | label
{dice} [of|as] {words}
3d6 + 1d4 fire => 3d6 + 1d4[fire]
2d6 fire + 1d4 cold => 2d6[fire] + 1d4[cold]
8d6 fire damage => 8d6[fire damage]
2d6+3 slashing => (2d6 + 3)[slashing]

# One for each | name | for_each
{n} {word} {dice}
{n} {word} [with|at|roll|rolling] {dice}
{n} {words} with|at {dice}
five goblins d20+2 => e.g. `5x(1d20 + 2)` rolls it 5 times

# Title | name | named_first
{rest}
fireball 8d6 => 8d6 # fireball
sneak attack 3d6 => 3d6 # sneak attack
hit points 1d8+2 => 1d8 + 2 # hit points
damage 2d6+3 fire => (2d6 + 3)[fire] # damage
"""
_LONGEST = 6
"""The most words in a name before dice."""
_TITLE = re.compile(r"[^\W\d_][\w' ’,()+-]*")


def _name(said: Said) -> str:
    name = said.listener.name(said["words"])
    return _fitting(name, said.dice)


def _fitting(name: str, dice: Heard) -> str:
    """A name that fits the dice; refused if it implies missing dice: ``d20+5 bless``."""
    rolled = [str(each.die) for each in dice_of(dice.text)]
    if not dice.rolls or (name.lower() in EXTRA and rolled == ["d20"]):
        raise NotHeardError
    return name


def hit_and_damage(said: Said) -> Heard:
    hit, damage = said.numbers()
    return joined([hit, damage], lambda texts: f"({texts[0]})[to hit], ({texts[1]})[damage]")


def label(said: Said) -> Heard:
    name = _name(said)
    return labelled(said.dice, name) if said.dice.is_number else _titled(said.dice, name)


def for_each(said: Said) -> Heard:
    """``five goblins d20+2``: refused; the hint has a roll for each of them."""
    word = said.get("word") or said["words"]
    if len(word) < 4 or not is_title(word) or is_label(word):
        raise NotHeardError
    if not said.dice.rolls or said.number() < 2:
        raise NotHeardError
    each = f"{said['n']}x({said.dice.expression.uncommented})"
    raise ambiguous("one for each?", f"e.g. `{each}` rolls it {said['n']} times")


def named_first(said: Said) -> Heard:
    """``hit points 1d8+2``: the shortest name that leaves valid dice."""
    words = said["rest"].split(" ")
    unclear: NotHeardError | None = None
    for count in range(1, min(_LONGEST, len(words))):
        try:
            name = said.listener.name(" ".join(words[:count]))
            dice = said.listener.hear(" ".join(words[count:]))
            return _in_order(_titled(dice, _fitting(name, dice)))
        except UnclearPartError as part:
            unclear = unclear or part
        except NotHeardError:
            continue
    raise unclear or NotHeardError


def named(said: Said) -> Heard:
    name = _name(said)
    return _in_order(_titled(said.dice, name))


def colon(said: Said) -> Heard:
    title = said["title"]
    if not _TITLE.fullmatch(title):
        raise NotHeardError
    title = said.listener.title(title)
    return _in_order(_titled(said.dice, title))


def in_brackets(said: Said) -> Heard:
    return said.listener.hear(f"{said['dice']} {said['how']}")


def to_hit(said: Said) -> Heard:
    return _titled(said.dice, "to hit")


def to_hit_first(said: Said) -> Heard:
    if said.dice.title:  # "hit points 1d8": another name that begins with the same word
        raise NotHeardError
    return to_hit(said)


def _titled(heard: Heard, title: str) -> Heard:
    if heard.title:
        title = f"{title} {heard.title}"
    if len(title) > LONGEST:
        raise NotHeardError
    return heard._replace(title=title)


def _in_order(heard: Heard) -> Heard:
    """Sort the rolls of a turn order, the highest first."""
    listed = heard.expression.body
    if "initiative" in heard.title.lower() and listed.results and not listed.sorts:
        return heard.changed(lambda text: f"{text}sh")
    return heard


PHRASES = phrases(ROWS, globals())
