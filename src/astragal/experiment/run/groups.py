"""The dice of a roll in the groups they were rolled in, for records."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from astragal.errors import LimitError
from astragal.experiment.primitives import OneDie
from astragal.experiment.run.events import Drawn
from astragal.experiment.run.scenes import Scene, Stage
from astragal.rolling.trace import Change, Did, RolledDie, RolledGroup


def groups_of(scene: Scene) -> list[RolledGroup]:
    """All groups of dice, in the order in which they were finished."""
    try:
        return list(_groups(scene))
    except RecursionError:
        raise LimitError("too-deep", "rules are nested too deeply to list their dice") from None


def _groups(scene: Scene) -> Iterator[RolledGroup]:
    yield from scene.trace.groups
    for stage in scene.stages:
        if dice := _plain_dice(stage):
            yield _group(stage, dice, stage.experiment.label)
            continue
        for event in stage.events:
            if isinstance(event, Drawn):
                yield _group(stage, [event], stage.experiment.name_of_die(event.die))
            elif isinstance(event, Scene):
                yield from _groups(event)


def _plain_dice(stage: Stage) -> list[Drawn]:
    """The dice of a stage that asked for nothing else; none if it is shown in detail."""
    if stage.experiment.detailed:
        return []
    dice = []
    for event in stage.events:
        if not isinstance(event, Scene) or not isinstance(event.experiment, OneDie):
            return []
        dice += [each for each in event.stages[0].events if isinstance(each, Drawn)]
    # Numbers and symbols have no sum: such dice are groups of their own.
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
