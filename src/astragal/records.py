"""Reads records of rolls, and verifies them by replaying their faces."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, TypeAlias

from astragal._visible import in_short, shortened
from astragal.catalogue import find_game, game_names
from astragal.errors import AstragalError, RecordError
from astragal.experiment.experiment import Experiment, Variables
from astragal.experiment.run.replay import replayed
from astragal.limits import DEFAULT_LIMITS, Limits, check_limits
from astragal.notation.syntax.parser import parse
from astragal.outcome import Number, from_data
from astragal.rolling.roll import RECORD_VERSION, Roll
from astragal.rules.rule import Applied, Rule
from astragal.table.calls import Call

Record: TypeAlias = str | bytes | dict[str, Any]
"""A record as JSON text, or as parsed JSON."""

Rules: TypeAlias = "Rule[..., Any] | Iterable[Rule[..., Any]]"

_NOTATION_FIELDS = ("version", "expression", "variables", "faces", "outcome", "groups")
_RULE_FIELDS = ("version", "rule", "parameters", "faces", "decisions", "outcome", "groups", "steps")
_OPTIONAL_FIELDS = ("call", "variables")
"""Fields that a rule's record has only if there is something to put in them."""


def read_record(record: Record, *, rules: Rules = (), limits: Limits | None = None) -> Roll:
    """The roll in a record, not verified. The outcome of a rule is what its faces lead to.

    Rules of the built-in games are found by name; pass any other in ``rules``.

    >>> import astragal
    >>> roll = astragal.roll("1d20+5")
    >>> astragal.read_record(roll.to_json()) == roll
    True
    """
    data = _loaded(record)
    allowed = None if limits is None else check_limits(limits)
    return _read_rule(data, rules, allowed) if "rule" in data else _read_notation(data, allowed)


def verify(record: Record, *, rules: Rules = (), limits: Limits | None = None) -> Roll:
    """Verify a record by replaying its faces; a RecordError says where it differs from them.

    Only those who have a rule can replay its rolls. Rules of the built-in games are found by name;
    pass any other in ``rules``.

    >>> import astragal
    >>> from astragal.games import tiers
    >>> astragal.verify(astragal.roll("4d6kh3", faces=[6, 5, 4, 2]).to_json()).outcome
    15
    >>> print(astragal.verify(tiers.check(43).roll(faces=[21]).to_json()).outcome)
    Success, 2 $
    """
    data = _loaded(record)
    roll = read_record(data, rules=rules, limits=limits)
    if "rule" not in data:  # a rule's faces were replayed already, to know its outcome
        experiment: Any = roll.experiment
        replayed(experiment, roll.faces, roll.decisions, roll.variables, experiment.limits)
    difference = _difference("", data, {**roll.to_data(), "version": data["version"]})
    if difference:
        raise RecordError("altered", difference)
    return roll


def _loaded(record: Record) -> dict[str, Any]:
    data: object = record
    if isinstance(record, str | bytes):
        try:
            data = json.loads(record, object_pairs_hook=_without_duplicates)
        except (ValueError, RecursionError) as error:
            raise RecordError("not-json", f"the record is not JSON: {error}") from None
    if not isinstance(data, dict):
        raise RecordError("not-a-record", "a record must be a JSON object")
    if not isinstance(record, str | bytes):
        try:
            json.dumps(data)
        except (TypeError, ValueError, RecursionError) as error:
            raise RecordError("not-json", f"the record is not JSON data: {error}") from None
    return data


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object. Of a name that occurs twice, different readers would take different values."""
    data = dict(pairs)
    if len(data) < len(pairs):
        raise RecordError("named-twice", "a name occurs twice in the record")
    return data


# Fields of every record


def _require_fields(data: dict[str, Any], fields: Iterable[str]) -> None:
    """Refuse a record with missing or unknown fields, or of an unknown version."""
    for name in fields:
        if name not in data:
            raise RecordError("missing-field", f"{name}: missing from the record")
    for name in data:
        if name not in fields:
            raise RecordError("unknown-field", f"{shortened(str(name), 40)}: not part of a record")
    version = data["version"]
    if type(version) is not int or not 1 <= version <= RECORD_VERSION:
        raise RecordError(
            "bad-version",
            f"version: this record has version {in_short(version)}; "
            f"only versions 1 to {RECORD_VERSION} can be read",
        )


def _require_same_meaning(experiment: Experiment[Any], version: int) -> None:
    """Refuse a record of an older version in which its text meant something else."""
    changed = experiment.newer_than(version)
    if changed is not None:
        raise RecordError(
            "changed-meaning",
            f"version: this record has version {version}, and the meaning of `{changed}` "
            "has changed since",
        )


def _faces(data: dict[str, Any]) -> tuple[int, ...]:
    faces = data["faces"]
    if not isinstance(faces, list) or not all(type(face) is int for face in faces):
        raise RecordError("bad-faces", "faces: must be a list of whole numbers")
    return tuple(faces)


def _decisions(decisions: object) -> tuple[str, ...]:
    if not isinstance(decisions, list) or not all(isinstance(each, str) for each in decisions):
        raise RecordError("bad-decisions", "decisions: must be a list of strings")
    return tuple(decisions)


def _variables(data: object) -> dict[str, Number]:
    if not isinstance(data, Mapping):
        raise RecordError("bad-variables", "variables: must map names to numbers")
    variables: dict[str, Number] = {}
    for name, value in data.items():
        number = from_data(value, f"variables.{name}")
        if isinstance(number, bool) or not isinstance(number, int | Fraction):
            raise RecordError("bad-variables", f"variables.{name}: must be a number")
        variables[name] = number
    return variables


# Records of notation


def _read_notation(data: dict[str, Any], limits: Limits | None) -> Roll:
    decided = ("decisions",) if "decisions" in data else ()
    _require_fields(data, (*_NOTATION_FIELDS, *decided))
    try:
        expression = parse(data["expression"], limits=limits)
    except AstragalError as error:
        raise RecordError("bad-expression", f"expression: {error.message}") from error
    _require_same_meaning(expression, data["version"])
    faces = _faces(data)
    variables = _variables(data["variables"])
    unused = sorted(variables.keys() - expression.variables)
    if unused:
        raise RecordError("bad-variables", f"variables.{unused[0]}: the expression does not use it")
    decisions = _decisions(data["decisions"]) if decided else ()
    return Roll(expression, faces, from_data(data["outcome"]), variables, decisions)


# Records of rules


def _read_rule(data: dict[str, Any], rules: Rules, limits: Limits | None) -> Roll:
    _require_fields(data, (*_RULE_FIELDS, *(each for each in _OPTIONAL_FIELDS if each in data)))
    experiment = _experiment(data, {rule.name: rule for rule in _known_rules(data, rules)})
    _require_same_meaning(experiment, data["version"])
    faces, decisions = _faces(data), _decisions(data["decisions"])
    variables: Variables = _variables(data.get("variables", {}))
    # The outcome of a rule may be any value: only replaying the faces can give it.
    scene = replayed(experiment, faces, decisions, variables, limits or DEFAULT_LIMITS)
    return Roll(experiment, faces, scene.outcome, variables, decisions)


def _known_rules(data: dict[str, Any], given: Rules) -> list[Rule[..., Any]]:
    """The rules that were given, and those of the game that the record names."""
    if not isinstance(given, Rule | Iterable) or isinstance(given, str | bytes):
        raise RecordError("bad-rules", f"rules must be rules, not {in_short(given)}")
    rules = [given] if isinstance(given, Rule) else list(given)
    for rule in rules:
        if not isinstance(rule, Rule):
            raise RecordError("bad-rules", f"rules must be rules, not {in_short(rule)}")
    game, dot, _ = str(data.get("rule", "")).partition(".")
    if dot and game in game_names():
        rules += find_game(game).rules.values()
    return rules


def _experiment(data: dict[str, Any], rules: dict[str, Rule[..., Any]]) -> Experiment[Any]:
    """The rule that a record names, with its parameters filled in."""
    rule = rules.get(data["rule"]) if isinstance(data["rule"], str) else None
    if rule is None:
        known = f"the known rules are {', '.join(rules)}" if rules else "pass it in rules=[…]"
        raise RecordError("unknown-rule", f"rule: {in_short(data['rule'])} is not known; {known}")
    given = data["parameters"]
    if not isinstance(given, dict):
        raise RecordError("bad-parameters", "parameters: must map names to values")
    try:
        return _called(rule.from_data(given), data)
    except RecordError:
        raise
    except AstragalError as error:
        raise RecordError("bad-parameters", f"parameters: {error.message}") from None
    except RecursionError:
        raise RecordError("bad-parameters", "parameters: nested too deeply") from None


def _called(experiment: Experiment[Any], data: dict[str, Any]) -> Experiment[Any]:
    """The experiment with the call in the record, if there is one."""
    if "call" not in data or not isinstance(experiment, Applied):
        return experiment
    try:
        call = Call.from_data(data["call"])
    except AstragalError as error:
        raise RecordError("bad-call", error.message) from None
    if unknown := call.names.keys() - experiment.arguments.keys():
        raise RecordError("bad-call", f"call.names: {experiment.rule.name} has no {min(unknown)}")
    return experiment.called(call)


# Differences between records


def _difference(place: str, claimed: Any, replayed: Any) -> str | None:
    """The first difference between two pieces of data, in words; None if they are equal."""
    if isinstance(claimed, dict) and isinstance(replayed, dict):
        keys = [*replayed, *(key for key in claimed if key not in replayed)]
        inside = ((f"{place}.{key}" if place else key, key) for key in keys)
        pairs = (
            (where, claimed.get(key, _ABSENT), replayed.get(key, _ABSENT)) for where, key in inside
        )
        return next(filter(None, (_difference(*pair) for pair in pairs)), None)
    if isinstance(claimed, list) and isinstance(replayed, list):
        if len(claimed) != len(replayed):
            return f"{place}: the record has {len(claimed)} entries, its faces give {len(replayed)}"
        triples = (
            (f"{place}[{i}]", *pair) for i, pair in enumerate(zip(claimed, replayed, strict=True))
        )
        return next(filter(None, (_difference(*triple) for triple in triples)), None)
    if type(claimed) is type(replayed) and claimed == replayed:
        return None
    return f"{place}: the record says {_short(claimed)}, its faces give {_short(replayed)}"


_ABSENT = object()


def _short(value: object) -> str:
    return "nothing" if value is _ABSENT else shortened(json.dumps(value, ensure_ascii=False), 60)
