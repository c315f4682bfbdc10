"""Replaying a roll of an experiment: the same faces and decisions give the same roll, or the record is wrong."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

from astragal.errors import AstragalError, ChoiceError, FacesError, RecordError, RuleError
from astragal.experiment.choices import Choice
from astragal.experiment.decisions import InOrder
from astragal.experiment.experiment import Experiment
from astragal.experiment.run.play import Play
from astragal.experiment.run.scenes import Scene
from astragal.experiment.run.telling import tell_so_far
from astragal.limits import DEFAULT_LIMITS, Limits
from astragal.outcome import to_data, typed
from astragal.rolling.roll import Roll
from astragal.rolling.sources import HandSource


def replayed(
    experiment: Experiment[Any],
    faces: tuple[int, ...],
    decisions: tuple[str, ...],
    limits: Limits = DEFAULT_LIMITS,
) -> Scene:
    """What happens with these faces and decisions; a RecordError if they do not fit."""
    source, made = HandSource(faces, recorded=True), InOrder(decisions)
    play = Play(source, made, limits, traced=True)
    try:
        play.run(experiment)
        source.finish()
        made.finish()
    except RuleError:
        raise  # the rule is wrong, not the record
    except AstragalError as error:
        place = "decisions" if isinstance(error, ChoiceError) else "faces"
        place = place if isinstance(error, FacesError | ChoiceError) else "rule"
        raise RecordError("bad-replay", f"{place}: {error.message}") from error
    assert play.scene is not None
    return play.scene


def replay(experiment: Experiment[Any], roll: Roll) -> Scene:
    """What happened in a roll; a RecordError if its faces do not give its outcome."""
    # Whoever rolled it had limits that allowed it.
    generous = Limits(dice=10**9, work=10**9)
    scene = replayed(experiment, roll.faces, roll.decisions, generous)
    if typed(roll.outcome) == typed(scene.outcome):
        return scene
    claimed, given = (json.dumps(to_data(each)) for each in (roll.outcome, scene.outcome))
    if claimed != given:
        message = f"outcome: the record says {claimed}, its faces give {given}"
        raise RecordError("wrong-outcome", message)
    return scene


class _AskedError(Exception):
    """A choice has come up that nobody has decided yet."""


def told_so_far(
    experiment: Experiment[Any], faces: tuple[int, ...], decisions: tuple[Any, ...]
) -> list[str]:
    """What has happened up to the choice that these faces and decisions lead to, a line each."""
    made = iter(decisions)

    def decide(choice: Choice) -> Any:
        for decision in made:
            return decision
        raise _AskedError

    play = Play(HandSource(faces, recorded=True), decide, DEFAULT_LIMITS, traced=True)
    with suppress(_AskedError):
        play.run(experiment)
    return [] if play.scene is None else tell_so_far(play.scene)
