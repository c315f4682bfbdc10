"""Replaying a roll: the same faces and decisions must give the same outcome."""

from __future__ import annotations

from typing import Any, NamedTuple

from astragal.errors import (
    AstragalError,
    ChoiceError,
    FacesError,
    RecordError,
    RuleError,
    StoppedError,
)
from astragal.experiment.choices import DecisionList
from astragal.experiment.experiment import Experiment, Variables
from astragal.experiment.run.scenes import Scene
from astragal.limits import DEFAULT_LIMITS, Limits
from astragal.outcome import to_data, typed
from astragal.rolling.frame import NO_VARIABLES, Frame
from astragal.rolling.roll import Roll
from astragal.rolling.sources import HandSource

_ABOUT_VARIABLES = ("missing-variable", "not-whole")
"""The codes of errors about the caller's variables."""


def replayed(
    experiment: Experiment[Any],
    faces: tuple[int, ...],
    decisions: tuple[str, ...] = (),
    variables: Variables = NO_VARIABLES,
    limits: Limits = DEFAULT_LIMITS,
) -> Scene:
    """The events for these faces and decisions; a RecordError if they do not fit."""
    return played_again(experiment, faces, decisions, variables, limits).scene


class PlayedAgain(NamedTuple):
    """The result of a replay: its events, and the faces and decisions it used."""

    scene: Scene
    faces: tuple[Any, ...]
    decisions: tuple[str, ...]


def played_again(
    experiment: Experiment[Any],
    faces: tuple[Any, ...],
    decisions: tuple[str, ...],
    variables: Variables,
    limits: Limits,
    *,
    may_end_early: bool = False,
) -> PlayedAgain:
    """Play these faces and decisions again; a RecordError if they do not fit.

    With ``may_end_early``, some of them may be left unused at the end.
    """
    source = HandSource(faces, recorded=True)
    frame = Frame(source, variables, limits)
    frame.watch = limits.watch()
    frame.scene = scene = Scene(experiment, variables)
    # Most rolls are of dice alone and involve no decisions.
    made = DecisionList(decisions) if decisions or not experiment.plays_itself else None
    try:
        frame.decide = made
        scene.outcome = experiment.play(frame)
        if not may_end_early:
            source.finish()
            if made is not None:
                made.finish()
    except (RuleError, StoppedError):
        raise  # no mistake in the record
    except AstragalError as error:
        message = f"{_place(experiment, error)}: {error.message}"
        raise RecordError("bad-replay", message, hint=error.hints) from error
    return PlayedAgain(scene, tuple(frame.faces), frame.decisions)


def _place(experiment: Experiment[Any], error: AstragalError) -> str:
    """The part of a record that caused an error in its replay."""
    if isinstance(error, ChoiceError):
        return "decisions"
    if isinstance(error, FacesError):
        return "faces"
    if error.code in _ABOUT_VARIABLES:
        return "variables"
    return next(iter(experiment.record_of_call()))


def replay(experiment: Experiment[Any], roll: Roll) -> Scene:
    """The events of a roll; a RecordError if its faces lead to another outcome."""
    limits = experiment.replay_limits
    scene = replayed(experiment, roll.faces, roll.decisions, roll.variables, limits)
    was, now = roll.outcome, scene.outcome
    if type(was) is type(now) is int and was == now:  # the usual case, compared quickly
        return scene
    if typed(was) == typed(now):
        return scene
    import json

    claimed, given = (json.dumps(to_data(each)) for each in (roll.outcome, scene.outcome))
    if claimed != given:
        message = f"outcome: the record says {claimed}, its faces give {given}"
        raise RecordError("wrong-outcome", message)
    return scene
