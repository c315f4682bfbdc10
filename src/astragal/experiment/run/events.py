"""The events of a rolled rule. A roll of notation alone has none of these."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from astragal.die import Die
from astragal.experiment.choices import Choice
from astragal.experiment.run.scenes import Scene
from astragal.rolling.counts import Rolled
from astragal.rolling.phrases import Said


class Drawn(NamedTuple):
    """A die with the face it showed."""

    die: Die
    face: int


class Noted(NamedTuple):
    """A note that the rule made."""

    text: Said
    rolled: tuple[Rolled, ...] = ()
    """the dice in the note, each group with a mark on those that count"""
    turns: bool = False
    """whether this is a turning point of the story"""
    tells: bool = False
    """whether it covers all dice since the previous note"""
    who: str = ""
    """the owner of those dice"""
    whose: str = ""
    """the person it is about, whose name begins the text"""


class Decided(NamedTuple):
    """A decision, with the label of the option that was chosen."""

    choice: Choice
    label: str


Event: TypeAlias = Drawn | Noted | Decided | Scene
