"""Rolls of rules in words: in one line, and step by step."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest

from astragal.experiment.run.scenes import Decided, Drawn, Event, Noted, Scene, Stage, Told
from astragal.outcome import show
from astragal.rolling.roll import Line
from astragal.rules.requests.asking import OneDie
from astragal.rules.requests.extremes import Extreme
from astragal.rules.requests.several import Pool, Several
from astragal.rules.requests.totals import Total
from astragal.rules.requests.weighted import Weighted
from astragal.rules.rule import Applied

_MOST = 6
"""So many steps of a chain are told in one line."""


def tell_line(scene: Scene) -> Line:
    """A roll in one line: what the rule says of it, or else its dice."""
    told = [text for stage in _stages(scene) if (text := _stage_in_short(stage))]
    if len(told) > _MOST:
        told = [f"{len(told)} steps, the last: {told[-1]}"]
    return Line(str(scene.experiment), "; ".join(told), "→", show(scene.outcome))


def _stages(scene: Scene) -> list[Stage]:
    """The stages of a scene; what is told inside belongs to the one before."""
    stages: list[Stage] = []
    for stage in scene.stages:
        if stages and stage.experiment.told_inside:
            stages[-1].events += stage.events
        else:
            stages.append(Stage(stage.experiment))
            stages[-1].events += stage.events
    return stages


def _stage_in_short(stage: Stage) -> str:
    if isinstance(stage.experiment, Several | Pool | Extreme | Total):
        return _results(stage)
    told = any(isinstance(event, Told) for event in _events(stage))
    return ("; " if told else ", ").join(map(_event_in_short, _untold(stage)))


def _untold(stage: Stage) -> list[Event]:
    """What is worth telling: all but what the rule tells itself, in a note right behind it."""
    events = list(_events(stage))
    return [
        event
        for event, after in zip_longest(events, events[1:])
        if isinstance(event, Told | Decided) or not isinstance(after, Told)
    ]


def _events(stage: Stage) -> Iterator[Event]:
    """What happened, with what happened inside requests that are told as part of the rule."""
    for event in stage.events:
        if isinstance(event, Scene) and event.experiment.told_inside:
            for inner in event.stages:
                yield from _events(inner)
        else:
            yield event


def _results(stage: Stage) -> str:
    """What each of several came to; those that do not count are struck out."""
    results = [_result(event) for event in stage.events]
    if isinstance(stage.experiment, Extreme):
        outcomes = [event.outcome for event in stage.events if isinstance(event, Scene)]
        kept = stage.experiment.kept(outcomes)
        results = [text if place == kept else f"~{text}~" for place, text in enumerate(results)]
    return ", ".join(results)


def _event_in_short(event: Event) -> str:
    match event:
        case Drawn():
            return f"{event.die}: {event.face}"
        case Noted():
            return f"{event.roll.line.text}: {event.roll.line.told}"
        case Told():
            return event.text
        case Decided():
            return f"{event.choice.asked} {event.label}"
        case Scene():
            return _scene_in_short(event)


def _scene_in_short(scene: Scene) -> str:
    """What was asked for, its dice where they say more than the outcome, and the outcome."""
    experiment, outcome = scene.experiment, show(scene.outcome)
    match experiment:
        case Weighted() | OneDie():
            return f"{experiment}: {outcome}"
        case Several():
            return f"{experiment}: {_results(scene.stages[0])}"
        case Pool() | Extreme() | Total():
            return f"{experiment}: {_results(scene.stages[0])} → {outcome}"
        case _:
            return f"{experiment} → {outcome}"


def _result(event: Event) -> str:
    match event:
        case Scene():
            return show(event.outcome)
        case Drawn():
            return show(event.face)
        case _:
            return _event_in_short(event)


def tell_steps(scene: Scene) -> list[str]:
    """A roll step by step, a line each; what a rule asked other rules for is indented below it."""
    experiment = scene.experiment
    called = experiment.call.lines() if isinstance(experiment, Applied) and experiment.call else []
    return [*called, *_scene_in_full(scene, 0), f"→ {show(scene.outcome)}"]


def tell_so_far(scene: Scene) -> list[str]:
    """What has happened in a roll that is still going on, a line each."""
    return list(_scene_in_full(scene, 0))


def _scene_in_full(scene: Scene, depth: int) -> Iterator[str]:
    indent = "  " * depth
    several = len(scene.stages) > 1
    # Who asks for nothing only sees what to go on with, or that it is over.
    stages = [stage for stage in _stages(scene) if stage.events]
    if not scene.stages[0].events:
        yield f"{indent}{scene.experiment}:"
    for number, stage in enumerate(stages, 1):
        name = f"step {number}, {stage.experiment}" if several else str(stage.experiment)
        yield f"{indent}{name}:"
        yield from _stage_in_full(stage, depth + 1)


def _stage_in_full(stage: Stage, depth: int) -> Iterator[str]:
    indent = "  " * depth
    for event in _untold(stage):
        if isinstance(event, Scene) and isinstance(event.experiment, Applied):
            yield from _scene_in_full(event, depth)
            if event.outcome is not None:  # else it is still going on
                yield f"{indent}  → {show(event.outcome)}"
        else:
            yield indent + _event_in_short(event)
