"""Rolls of rules in words, in one line or step by step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, groupby, zip_longest
from typing import TYPE_CHECKING, Any

from astragal._visible import visible
from astragal.errors import LimitError
from astragal.experiment.primitives import OneDie
from astragal.experiment.run.events import Decided, Drawn, Event, Noted
from astragal.experiment.run.scenes import Scene, Stage
from astragal.outcome import show
from astragal.rolling.phrases import Phrase, Said, as_phrase, joined, outcome_phrase, phrase
from astragal.rolling.roll import Line

if TYPE_CHECKING:
    from astragal.experiment.experiment import Experiment

_MOST = 6
"""The most parts in the line about a chain: the beginning, the turning points, the end."""


def tell_line(scene: Scene) -> Line:
    """A roll in one line: the notes of the rule, or else its dice."""
    stages = _stages(scene)
    # A contest rolls for us, then for them: without notes, its dice are labelled with the sides.
    sides = _sides(scene) if hasattr(scene.outcome, "ahead") else ()
    told = [(stage, said) for stage in stages if (said := _stage_in_short(stage, sides))]
    turns = list(_turns_of(scene, sides)) if len(told) > 1 else []
    story = _story(turns) if len(turns) > _MOST else [as_phrase(said) for _, said in told]
    return Line(
        scene.experiment.label,
        joined("; ", story),
        "→",
        _ending(scene),
        ":",
        tuple(story) if len(story) > 1 else (),
    )


def _sides(scene: Scene) -> tuple[str, str]:
    """The names of the sides, ours first; ours is usually empty."""
    us, them = scene.experiment.sides
    return us, them or "the opponent"


def tell_steps(scene: Scene) -> list[str]:
    """A roll step by step, one line each; the steps of nested rules are indented."""
    try:
        steps = list(_scene_in_full(scene, 0))
    except RecursionError:
        raise _too_deep() from None
    return [*scene.experiment.preface(), *steps, f"→ {_ending(scene)}"]


def _too_deep() -> LimitError:
    return LimitError("too-deep", "rules are nested too deeply to explain the roll")


def tell_so_far(scene: Scene) -> list[str]:
    """The events of an unfinished roll, one line each."""
    try:
        return list(_scene_in_full(scene, 0))
    except RecursionError:
        raise _too_deep() from None


def tell_results(stage: Stage) -> Phrase:
    """The results of a stage's requests; results that do not count are struck out."""
    results: list[Said] = [_result(event) for event in stage.events]
    outcomes = [event.outcome for event in stage.events if isinstance(event, Scene)]
    kept = stage.experiment.picked(outcomes) if outcomes else None
    if kept is not None:
        results = [
            said if place == kept else phrase([said]).dropped()
            for place, said in enumerate(results)
        ]
    return joined(", ", results)


def _ending(scene: Scene) -> Phrase:
    """The outcome, naming the sides if there are any, and the agreed consequence."""
    after = scene.experiment.aftermath(scene.outcome)
    said = outcome_phrase(scene.outcome, scene.experiment.sides)
    return phrase([said, f"; {after}"]) if after else said


def _turns_of(scene: Scene, sides: tuple[str, ...]) -> Iterator[tuple[int, Stage, Said]]:
    """The parts of a chain with the numbers of their steps: in a round, each person's turn."""
    number = 0
    for stages in _rounds(scene):
        alike = len({type(stage.experiment) for stage in stages}) == 1
        parts = stages if alike else [_whole(stages)]
        told = [(stage, said) for stage in parts if (said := _stage_in_short(stage, sides))]
        number += bool(told)
        yield from ((number, *each) for each in told)


def _story(told: Sequence[tuple[int, Stage, Said]]) -> list[Phrase]:
    """A long chain in short: its first part, its turning points, its last parts, and its end."""
    middle = sorted(range(1, len(told) - 1), key=lambda place: (_turns(told[place][1]), place))
    kept = [told[place] for place in (0, *sorted(middle[2 - _MOST :]), len(told) - 1)]
    left = len(told) - len(kept)
    word = "step" if told[-1][0] == len(told) else "turn"
    others = f" ({left:,} more {word}{'' if left == 1 else 's'} in between)"
    story, before = [], 0
    for number, _, said in kept:
        story.append(as_phrase(said) if number == before else phrase([f"step {number:,}: ", said]))
        before = number
    return [*story[:-1], phrase([story[-1], others])]


def _turns(stage: Stage) -> bool:
    return any(isinstance(event, Noted) and event.turns for event in _events(stage))


def _stages(scene: Scene) -> list[Stage]:
    """The stages of a scene. Inline stages join the one before them, unless the scene is inline."""
    return [_whole(stages) for stages in _rounds(scene)]


def _whole(stages: Sequence[Stage]) -> Stage:
    return Stage(stages[0].experiment, chain.from_iterable(stage.events for stage in stages))


def _rounds(scene: Scene) -> list[list[Stage]]:
    """The stages of a scene, each with the inline stages that join it.

    Notes that a rule makes before its first step belong to that step.
    """
    rounds: list[list[Stage]] = []
    for stage in scene.stages:
        before: list[Event] = []
        if not rounds or scene.experiment.inline or not stage.experiment.inline:
            if len(rounds) == 1 and all(map(_only_notes, rounds[0])):
                before = [event for each in rounds.pop() for event in each.events]
            rounds.append([])
        rounds[-1].append(Stage(stage.experiment, [*before, *stage.events]))
    return rounds


def _only_notes(stage: Stage) -> bool:
    return bool(stage.events) and all(isinstance(event, Noted) for event in stage.events)


def _stage_in_short(stage: Stage, sides: tuple[str, ...] = ()) -> Said:
    own_words = stage.experiment.tell_stage(stage)
    if own_words is not None:
        return own_words
    shown = _shown(stage)
    if sides and not any(isinstance(event, Noted) for event in shown):
        named = zip_longest(_told(shown), sides[: len(shown)])
        return joined(", ", [phrase([f"{name} ", said]) if name else said for said, name in named])
    return joined("; " if any(isinstance(event, Noted) for event in shown) else ", ", _told(shown))


def _told(shown: Sequence[Event]) -> list[Said]:
    """Events in words. A phrase that begins with a colon or a comma continues the one before.

    A total that only repeats the value of a single die is left out.
    """
    told: list[Said] = []
    before: Event | None = None
    for event in chain.from_iterable(map(_said_once, _alike(shown))):
        repeated, before = _repeats(event, before), event
        if repeated or not (said := _event_in_short(event)):
            continue
        if told and _goes_on(said):
            said = phrase([told.pop(), said])
        told.append(said)
    return told


def _alike(shown: Sequence[Event]) -> Iterator[list[Event]]:
    """Runs of notes that say the same of several people; other events stand alone."""
    for sentence, events in groupby(shown, _sentence):
        alike = [*events]
        yield from [alike] if sentence else ([each] for each in alike)


def _sentence(event: Event) -> str:
    """What a note says of the person it names; "" if it names nobody or contains dice."""
    if not isinstance(event, Noted) or not event.whose or event.tells or event.turns:
        return ""
    return str(event.text).removeprefix(f"{event.whose}: ")


def _said_once(alike: list[Event]) -> list[Event]:
    """One note with all names in place of notes that say the same."""
    *others, last = [each.whose for each in alike if isinstance(each, Noted)] or [""]
    if not others:
        return alike
    return [Noted(f"{', '.join(others)} and {last}: {_sentence(alike[0])}")]


def _repeats(event: Event, before: Event | None) -> bool:
    if not isinstance(event, Noted) or not isinstance(before, Noted):
        return False
    return any(dice.repeated(event.text) for dice in before.rolled[-1:])


def _goes_on(said: Said) -> bool:
    return str(said).startswith((":", ","))


def _shown(stage: Stage) -> list[Event]:
    """The events to show: a die or request is left out if a note about it follows.

    A note that contains dice or a total replaces everything rolled since the previous note.
    """
    shown: list[Event] = []
    for event in _events(stage):
        if isinstance(event, Noted) and not _goes_on(event.text):
            while shown and not isinstance(shown[-1], Noted | Decided):
                shown.pop()
                if not event.tells:
                    break
        shown.append(event)
    return shown


def _events(stage: Stage) -> Iterator[Event]:
    """The events of a stage, with inline experiments replaced by their events."""
    for event in stage.events:
        if isinstance(event, Scene) and event.experiment.inline:
            tells_dice = event.experiment.tells_dice
            for each in chain.from_iterable(map(_events, event.stages)):
                if not (tells_dice and _is_die(each)):
                    yield each
        else:
            yield event


def _is_die(event: Event) -> bool:
    return isinstance(event, Drawn) or (
        isinstance(event, Scene) and isinstance(event.experiment, OneDie)
    )


def _event_in_short(event: Event) -> Said:
    match event:
        case Drawn():
            return f"{event.die}: {event.face}"
        case Noted():
            return event.text
        case Decided():
            return visible(event.choice.told(event.label))
        case Scene():
            if event.outcome is None and event.experiment.plays_itself:  # it has not ended
                return f"{event.experiment.label_inside}: …"
            if event.outcome == () and not any(stage.events for stage in event.stages):
                return ""  # no dice were rolled, and there is no result to tell
            return event.experiment.tell_request(event)


def _result(event: Event) -> Said:
    match event:
        case Scene():
            return show(event.outcome)
        case Drawn():
            return show(event.face)
        case _:
            return _event_in_short(event)


def _scene_in_full(scene: Scene, depth: int) -> Iterator[str]:
    indent = "  " * depth
    stages = _stages(scene)
    several, whole = len(stages) > 1, _name(scene.experiment, depth)
    if not stages[0].events or (several and scene.experiment.detailed):
        yield f"{indent}{whole}:"
    # A stage without events only decided whether to end or how to continue.
    for number, stage in enumerate((each for each in stages if each.events), 1):
        name = _name(stage.experiment, depth)
        if several:
            same = scene.experiment.detailed and name == whole
            yield f"{indent}step {number}:" if same else f"{indent}step {number}, {name}:"
        else:
            yield f"{indent}{name}:"
        yield from _stage_in_full(stage, depth + 1)


def _name(experiment: Experiment[Any], depth: int) -> str:
    return experiment.label_inside if depth else experiment.label


def _stage_in_full(stage: Stage, depth: int) -> Iterator[str]:
    indent = "  " * depth
    shown = _shown(stage)
    for detailed, events in groupby(shown, _in_detail):
        if not detailed:
            yield from (f"{indent}{said}" for said in _told(list(events)))
            continue
        for event in events:
            yield from _scene_in_full(event, depth)  # type: ignore[arg-type]
            if event.outcome is not None:  # type: ignore[union-attr]
                yield f"{indent}  → {show(event.outcome)}"  # type: ignore[union-attr]


def _in_detail(event: Event) -> bool:
    """True if the steps of a request are shown: it is detailed, or unfinished."""
    return isinstance(event, Scene) and (event.experiment.detailed or event.outcome is None)
