"""Records: rolls as data, read back, and checked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from astragal.errors import AstragalError, RecordError
from astragal.experiment.experiment import Experiment
from astragal.experiment.run.replay import replayed
from astragal.experiment.run.scenes import Drawn, Noted, Scene, Stage
from astragal.limits import DEFAULT_LIMITS, Limits
from astragal.notation.records import Record, load, read_faces, require_fields, require_same
from astragal.notation.records import read_record as read_notation
from astragal.outcome import to_data
from astragal.rolling.roll import RECORD_VERSION, Roll
from astragal.rolling.trace import Change, Did, RolledDie, RolledGroup
from astragal.rules.requests.asking import OneDie
from astragal.rules.requests.extremes import Extreme
from astragal.rules.requests.weighted import Weighted
from astragal.rules.rule import Applied, Rule
from astragal.table.calls import Call

_FIELDS = ("version", "rule", "parameters", "faces", "decisions", "outcome", "groups", "steps")


def record_of(experiment: Experiment[Any], roll: Roll) -> dict[str, Any]:
    """A roll as JSON-ready data: enough to replay it, and what happened, for those who only read it."""
    if isinstance(experiment, Applied):
        parameters = zip(experiment.rule.parameters, experiment.values, strict=True)
        what: dict[str, Any] = {
            "rule": experiment.rule.name,
            "parameters": {each.name: each.kind.to_data(value) for each, value in parameters},
        }
        if experiment.call is not None:
            what["call"] = experiment.call.to_data()
    else:
        what = {"rule": str(experiment), "parameters": {}}
    return {
        "version": RECORD_VERSION,
        **what,
        "faces": list(roll.faces),
        "decisions": list(roll.decisions),
        "outcome": to_data(roll.outcome),
        "groups": [group.to_data() for group in roll.groups],
        "steps": roll.explain(),
    }


def groups_of(scene: Scene) -> Iterator[RolledGroup]:
    """The dice of a roll in the groups they were rolled in."""
    for stage in scene.stages:
        if dice := _plain_dice(stage):
            yield _group(stage, dice)
            continue
        for event in stage.events:
            match event:
                case Drawn():
                    named = isinstance(stage.experiment, Weighted)
                    text = str(stage.experiment if named else event.die)
                    yield _group(stage, [event], text)
                case Noted():
                    yield from event.roll.groups
                case Scene():
                    yield from groups_of(event)


def _plain_dice(stage: Stage) -> list[Drawn]:
    """The dice of a request for several, where it was for nothing but dice."""
    dice = []
    for event in stage.events:
        if not isinstance(event, Scene) or not isinstance(event.experiment, OneDie):
            return []
        dice += [each for each in event.stages[0].events if isinstance(each, Drawn)]
    return [] if isinstance(stage.experiment, Applied) else dice


def _group(stage: Stage, drawn: Sequence[Drawn], text: str = "") -> RolledGroup:
    faces = [each.face for each in drawn]
    by = text or str(stage.experiment)
    kept = stage.experiment.kept(faces) if isinstance(stage.experiment, Extreme) else None
    dice = [
        RolledDie(str(each.die), place, each.face, each.face, True, ())
        if kept in (None, place)
        else RolledDie(
            str(each.die),
            place,
            each.face,
            each.face,
            False,
            (Change(Did.DROPPED, by, each.face, each.face),),
        )
        for place, each in enumerate(drawn)
    ]
    total = sum(die.face for die in dice if die.kept)
    return RolledGroup(by, (), tuple(faces), tuple(dice), (), total)


def read_record(
    record: Record,
    *,
    rules: Rule[..., Any] | Iterable[Rule[..., Any]] = (),
    limits: Limits | None = None,
) -> Roll:
    """The roll a record claims, not yet checked; of a rule, the roll its faces give. ``rules`` are those it may be of.

    >>> import astragal
    >>> roll = astragal.roll("1d20+5")
    >>> astragal.read_record(roll.to_json()) == roll
    True
    """
    data = load(record)
    if "rule" not in data:
        return read_notation(data, limits=limits)
    require_fields(data, (*_FIELDS, "call") if "call" in data else _FIELDS)
    given = (rules,) if isinstance(rules, Rule) else rules
    experiment = _experiment(data, {rule.name: rule for rule in given})
    faces = read_faces(data)
    decisions = data["decisions"]
    if not isinstance(decisions, list) or not all(isinstance(each, str) for each in decisions):
        raise RecordError("bad-decisions", "decisions: must be a list of texts")
    # What the outcome of a rule is, only its faces can say.
    scene = replayed(experiment, faces, tuple(decisions), limits or DEFAULT_LIMITS)
    return Roll(experiment, faces, scene.outcome, decisions=tuple(decisions))


def verify(
    record: Record,
    *,
    rules: Rule[..., Any] | Iterable[Rule[..., Any]] = (),
    limits: Limits | None = None,
) -> Roll:
    """Check a record by replaying its faces; the roll, or a RecordError that says where it differs.

    A roll of a rule can only be replayed by those who have the rule: it must be among ``rules``.

    >>> import astragal
    >>> astragal.verify(astragal.roll("4d6kh3", faces=[6, 5, 4, 2]).to_json()).outcome
    15
    """
    data = load(record)
    roll = read_record(data, rules=rules, limits=limits)
    require_same(data, roll)
    return roll


def _experiment(data: dict[str, Any], rules: dict[str, Rule[..., Any]]) -> Experiment[Any]:
    """The rule of a record with its parameters."""
    rule = rules.get(data["rule"]) if isinstance(data["rule"], str) else None
    if rule is None:
        known = f"those given are {', '.join(rules)}" if rules else "give it: rules=[…]"
        raise RecordError("unknown-rule", f"rule: {str(data['rule'])[:60]} is not known; {known}")
    given = data["parameters"]
    if not isinstance(given, dict):
        raise RecordError("bad-parameters", "parameters: must be names with values")
    try:
        return _called(rule.from_data(given), data)
    except RecordError:
        raise
    except AstragalError as error:
        raise RecordError("bad-parameters", f"parameters: {error.message}") from None
    except RecursionError:
        raise RecordError("bad-parameters", "parameters: too deep") from None


def _called(experiment: Experiment[Any], data: dict[str, Any]) -> Experiment[Any]:
    """The experiment as it was called for, where the record says how."""
    if "call" not in data or not isinstance(experiment, Applied):
        return experiment
    try:
        call = Call.from_data(data["call"])
    except AstragalError as error:
        raise RecordError("bad-call", error.message) from None
    if unknown := call.names.keys() - experiment.arguments.keys():
        raise RecordError("bad-call", f"call.names: {experiment.rule.name} has no {min(unknown)}")
    return experiment.called(call)
