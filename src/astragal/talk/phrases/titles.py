"""Names of rolls: titles before them, labels after their dice."""

from __future__ import annotations

import re

from astragal.talk.changing import dice_of, labelled
from astragal.talk.labels import EXTRA
from astragal.talk.naming import LONGEST
from astragal.talk.phrase import Heard, Level, NotHeardError, Phrase, Said

_TITLE = re.compile(r"[^\W\d_][\w' ’,()+-]*")


def _labelled(said: Said) -> Heard:
    label = said.listener.name(said["words"])
    if not said.dice.rolls or _lacks(said.dice, label):
        raise NotHeardError
    if not said.dice.is_number:
        return _titled(said.dice, label)
    return labelled(said.dice, label)


def _lacks(dice: Heard, words: str) -> bool:
    """Whether the words stand for dice that are not there: ``d20+5 bless``."""
    rolled = dice_of(dice.text)
    return words.lower() in EXTRA and [str(each.die) for each in rolled] == ["d20"]


def _titled(heard: Heard, title: str) -> Heard:
    if heard.title:
        title = f"{title} {heard.title}"
    if len(title) > LONGEST:
        raise NotHeardError
    return heard._replace(title=title)


def _named(said: Said) -> Heard:
    words = said.listener.name(said.get("word") or said["words"])
    if not said.dice.rolls or _lacks(said.dice, words):
        raise NotHeardError
    return _in_order(_titled(said.dice, words))


def _with_colon(said: Said) -> Heard:
    title = said["title"]
    if not _TITLE.fullmatch(title):
        raise NotHeardError
    return _in_order(_titled(said.dice, said.listener.title(title)))


def _to_hit(said: Said) -> Heard:
    if said.dice.title:  # "hit points 1d8": another name, which begins with the same word
        raise NotHeardError
    return _titled(said.dice, "to hit")


def _in_order(heard: Heard) -> Heard:
    """Who acts first is who rolls highest."""
    listed = heard.expression.body
    if "initiative" in heard.title.lower() and listed.results and not listed.sorts:
        return heard.changed(lambda text: f"{text}sh")
    return heard


PHRASES = (
    Phrase(
        "Title and colon",
        Level.TITLE,
        ("{title}: {dice}", "{title} : {dice}"),
        _with_colon,
        (
            ("initiative: 6x(1d20+2)", "6x(1d20 + 2)sh # initiative"),
            ("attack: d20+5", "1d20 + 5 # attack"),
            ("Attack: d20+5 vs AC 15", "1d20 + 5 >= 15 # Attack"),
        ),
    ),
    Phrase(
        "Title after for",
        Level.TITLE,
        ("{dice} for [my|the|our|a|an] {words}", "{dice} ({words})"),
        _named,
        (
            ("roll 2d6+3 for damage", "2d6 + 3 # damage"),
            ("d20+7 (stealth)", "1d20 + 7 # stealth"),
        ),
    ),
    Phrase(
        "In brackets",
        Level.TITLE,
        ("{dice} ({how})",),
        lambda said: said.listener.hear(f"{said['dice']} {said['how']}"),
        (("4d6 (drop lowest)", "4d6dl1"), ("2d6-3 (min 0)", "max(0, 2d6 - 3)")),
    ),
    Phrase(
        "To hit",
        Level.TITLE,
        ("{dice} to hit|attack", "[to] hit with|on {dice}"),
        lambda said: _titled(said.dice, "to hit"),
        (("d20+5 to hit", "1d20 + 5 # to hit"),),
    ),
    Phrase(
        "To hit, before dice",
        Level.TITLE,
        ("[to] hit {dice}",),
        _to_hit,
        (("roll to hit d20+5", "1d20 + 5 # to hit"),),
    ),
    Phrase(
        "Label",
        Level.LABEL,
        ("{dice} [of|as] {words}",),
        _labelled,
        (
            ("3d6 + 1d4 fire", "3d6 + 1d4[fire]"),
            ("2d6 fire + 1d4 cold", "2d6[fire] + 1d4[cold]"),
            ("8d6 fire damage", "8d6[fire damage]"),
            ("2d6+3 slashing", "(2d6 + 3)[slashing]"),
        ),
    ),
    Phrase(
        "Title",
        Level.NAME,
        ("{word} {dice}", "{words} {dice}"),
        _named,
        (
            ("fireball 8d6", "8d6 # fireball"),
            ("sneak attack 3d6", "3d6 # sneak attack"),
            ("hit points 1d8+2", "1d8 + 2 # hit points"),
            ("damage 2d6+3 fire", "(2d6 + 3)[fire] # damage"),
        ),
    ),
)
