"""Names of rolls: titles before them, labels after their dice, and marks of other programs."""

from __future__ import annotations

import re

from astragal.talk.changing import dice_of, labelled
from astragal.talk.labels import EXTRA
from astragal.talk.naming import LONGEST
from astragal.talk.phrase import Heard, NotHeardError, Said, phrases

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

# Title | name | named
{word} {dice}
{words} {dice}
fireball 8d6 => 8d6 # fireball
sneak attack 3d6 => 3d6 # sneak attack
hit points 1d8+2 => 1d8 + 2 # hit points
damage 2d6+3 fire => (2d6 + 3)[fire] # damage
"""
_TITLE = re.compile(r"[^\W\d_][\w' ’,()+-]*")


def _name(said: Said) -> str:
    """A name from the lists, unless it stands for dice that are not there: ``d20+5 bless``."""
    name = said.listener.name(said.get("word") or said["words"])
    rolled = [str(each.die) for each in dice_of(said.dice.text)]
    if not said.dice.rolls or (name.lower() in EXTRA and rolled == ["d20"]):
        raise NotHeardError
    return name


def label(said: Said) -> Heard:
    name = _name(said)
    return labelled(said.dice, name) if said.dice.is_number else _titled(said.dice, name)


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
    if said.dice.title:  # "hit points 1d8": another name, which begins with the same word
        raise NotHeardError
    return to_hit(said)


def _titled(heard: Heard, title: str) -> Heard:
    if heard.title:
        title = f"{title} {heard.title}"
    if len(title) > LONGEST:
        raise NotHeardError
    return heard._replace(title=title)


def _in_order(heard: Heard) -> Heard:
    """Who acts first is who rolls highest."""
    listed = heard.expression.body
    if "initiative" in heard.title.lower() and listed.results and not listed.sorts:
        return heard.changed(lambda text: f"{text}sh")
    return heard


PHRASES = phrases(ROWS, globals())
