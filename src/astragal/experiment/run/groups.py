"""The dice of a roll, grouped as they were rolled, for records."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from astragal.errors import LimitError
from astragal.experiment.primitives import OneDie
from astragal.experiment.run.events import Drawn, Noted
from astragal.experiment.run.scenes import Scene, Stage
from astragal.rolling.counts import Rolled
from astragal.rolling.trace import Change, Did, RolledDie, RolledGroup

_OPPONENT = "the opponent"
_OURS = "you"
"""The owner of dice that a note leaves unnamed, if other dice are the opponent's."""


def groups_of(scene: Scene) -> list[RolledGroup]:
    """List all groups of dice, in order of completion."""
    try:
        groups = list(_groups(scene))
        ours = (_OURS,) if any(_OPPONENT in group.labels for group in groups) else ()
        return [each._replace(labels=ours) if each.labels == ("",) else each for each in groups]
    except RecursionError:
        raise LimitError("too-deep", "rules are nested too deeply to list their dice") from None


def _groups(scene: Scene) -> Iterator[RolledGroup]:
    yield from scene.trace.groups
    for stage in scene.stages:
        together = _plain_dice(stage)
        found = [_group(stage, together, stage.experiment.label)] if together else []
        told = 0
        for event in stage.events:
            if isinstance(event, Drawn):
                found.append(_group(stage, [event], stage.experiment.name_of_die(event.die)))
            elif isinstance(event, Scene) and not together:
                found += _groups(event)
            elif isinstance(event, Noted):
                for rolled in event.rolled:
                    found = _as_noted(found, rolled)
                if event.tells:
                    found[told:] = [_owned(each, event.who) for each in found[told:]]
                    told = len(found)
        yield from found


def _as_noted(groups: list[RolledGroup], rolled: Rolled) -> list[RolledGroup]:
    """Apply a note to the groups it describes: whose dice they are, and which ones count."""
    first, end = _place_of(groups, sorted(rolled.faces))
    last = groups[first:end]
    left = [face for place, face in enumerate(rolled.faces) if place not in (rolled.kept or ())]
    known = rolled.kept is None or not all(die.kept for each in last for die in each.dice)
    dropped = [] if known else left
    counted = (_counting(each, dropped, rolled.who) for each in last)
    return [*groups[:first], *counted, *groups[end:]]


def _place_of(groups: list[RolledGroup], faces: list[Any]) -> tuple[int, int]:
    """The start and end of the last groups with these faces.

    A coin may follow the dice whose tie it breaks, so these need not be the very last groups.
    """
    for end in range(len(groups), 0, -1):
        first = end
        found: list[Any] = []
        while first and len(found) < len(faces):
            first -= 1
            found += groups[first].rolled
        if sorted(found) == faces:
            return first, end
    return 0, 0


def _counting(group: RolledGroup, dropped: list[Any], who: str) -> RolledGroup:
    """Mark the dice of a group that do not count, and remove their faces from ``dropped``."""
    dice = []
    for die in group.dice:
        if die.kept and die.face in dropped:
            dropped.remove(die.face)
            change = Change(Did.DROPPED, group.text, die.value, die.value)
            die = die._replace(kept=False, history=(*die.history, change))
        dice.append(die)
    total = sum(die.value for die in dice if die.kept)
    return _owned(group._replace(dice=tuple(dice), total=total), who)


def _owned(group: RolledGroup, who: str) -> RolledGroup:
    """Label a group with its owner ("" if a note leaves it unnamed), unless it has labels."""
    return group if any(group.labels) else group._replace(labels=(who,))


def _plain_dice(stage: Stage) -> list[Drawn]:
    """The dice of a stage that only rolled single dice; empty if the stage is shown in detail."""
    if stage.experiment.detailed:
        return []
    dice = []
    for event in stage.events:
        if isinstance(event, Noted):
            continue
        if not isinstance(event, Scene) or not isinstance(event.experiment, OneDie):
            return []
        dice += [each for each in event.stages[0].events if isinstance(each, Drawn)]
    # Numbers and symbols cannot be added up: such dice form groups of their own.
    return dice if len({each.die.symbolic for each in dice}) == 1 else []


def _group(stage: Stage, drawn: Sequence[Drawn], by: str) -> RolledGroup:
    faces = tuple(each.face for each in drawn)
    kept = stage.experiment.picked(faces)
    dice = tuple(_die(each, place, by, kept in (None, place)) for place, each in enumerate(drawn))
    total = sum(die.face for die in dice if die.kept)
    return RolledGroup(by, (), faces, dice, (), total)


def _die(drawn: Drawn, place: int, by: str, kept: bool) -> RolledDie:
    face = drawn.face
    history = () if kept else (Change(Did.DROPPED, by, face, face),)
    return RolledDie(str(drawn.die), place, face, face, kept, history)
