"""Common parts of records and tokens: JSON, the experiment, faces and decisions."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, TypeAlias

from astragal._visible import in_short, shortened
from astragal.catalogue import find_game, is_game
from astragal.errors import NOWHERE, AstragalError, RecordError, RollError
from astragal.experiment.experiment import Experiment
from astragal.limits import DEFAULT_LIMITS, Limits
from astragal.notation.expression import Expression
from astragal.notation.syntax.parser import parse
from astragal.outcome import Number, as_list, from_data
from astragal.rolling.roll import RECORD_VERSION
from astragal.rules.rule import Applied, Rule
from astragal.symbols import Symbols
from astragal.table.calls import Call

Stored: TypeAlias = str | bytes | dict[str, Any]
"""A record or a token as JSON text, or as parsed JSON."""

Rules: TypeAlias = "Rule[..., Any] | Iterable[Rule[..., Any]]"
"""Additional rules that records may be of; or the one rule that a record must be of."""


def loaded(record: Stored, what: str = "record", limits: Limits = DEFAULT_LIMITS) -> dict[str, Any]:
    """The JSON object of a record, a token, or an answer that contains one."""
    data: object = record
    if isinstance(record, str | bytes):
        _check_length(len(record), what, limits)
        try:
            data = json.loads(record, object_pairs_hook=_without_duplicates)
        except (ValueError, RecursionError) as error:
            raise RecordError("not-json", f"the {what} is not JSON{_where(error)}") from None
    if not isinstance(data, dict):
        raise RecordError(f"not-a-{what}", f"a {what} must be a JSON object")
    if not isinstance(record, str | bytes):
        try:
            written = json.dumps(data, sort_keys=True)  # names other than text cannot be sorted
        except (TypeError, ValueError, RecursionError) as error:
            raise RecordError("not-json", f"the {what} is not JSON data: {error}") from None
        _check_length(len(written), what, limits)
    return data


def _check_length(characters: int, what: str, limits: Limits) -> None:
    """Refuse data that would take too long to read."""
    if characters > limits.stored:
        raise limits.exceeded("stored", characters, NOWHERE, about=f"the {what}")


_ANSWERS = {"record": ("roll", "text"), "token": ("token", "paused")}
"""The field of an answer that holds a record or a token, and a field that tells the two apart."""


def parted(data: dict[str, Any], what: str) -> tuple[dict[str, Any], dict[str, Any]]:
    """Split the answer to a roll into its record or token, and the other fields."""
    name, beside = _ANSWERS[what]
    found = data.get(name)
    if beside not in data or not isinstance(found, dict):
        return data, {}
    return found, {field: value for field, value in data.items() if field != name}


def _where(error: Exception) -> str:
    """Position where a text stops being JSON, as far as it is known."""
    if isinstance(error, json.JSONDecodeError):
        return f": line {error.lineno}, column {error.colno}"
    return ": it is nested too deeply" if isinstance(error, RecursionError) else ""


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object; refuses duplicate names, on which JSON readers would disagree."""
    data = dict(pairs)
    if len(data) < len(pairs):
        raise RecordError("named-twice", "a name occurs twice in the record")
    return data


def require_fields(data: dict[str, Any], fields: Iterable[str], what: str = "record") -> None:
    """Refuse missing and unknown fields."""
    for name in fields:
        if name not in data:
            raise RecordError("missing-field", f"{name}: missing from the {what}")
    for name in data:
        if name not in fields:
            raise RecordError("unknown-field", f"{shortened(str(name), 40)}: not part of a {what}")


def require_version(version: object, latest: int, what: str = "record") -> None:
    """Refuse an unknown version."""
    if type(version) is not int or not 1 <= version <= latest:
        raise RecordError(
            "bad-version",
            f"version: this {what} has version {in_short(version)}; "
            f"only versions 1 to {latest} can be read",
        )


def faces_in(data: dict[str, Any]) -> tuple[Any, ...]:
    faces = data["faces"]
    kinds = set(map(type, faces)) if isinstance(faces, list) else {type(None)}
    if not kinds <= {int, str}:
        raise RecordError("bad-faces", "faces: must be a list of whole numbers or symbols")
    if str not in kinds:
        return tuple(faces)
    try:
        return tuple(Symbols(face) if isinstance(face, str) else face for face in faces)
    except RollError as error:
        raise RecordError("bad-faces", f"faces: {error.message}") from None


def variables_in(data: object) -> dict[str, Number]:
    if not isinstance(data, Mapping):
        raise RecordError("bad-variables", "variables: must map names to numbers")
    variables: dict[str, Number] = {}
    for name, value in data.items():
        number = from_data(value, f"variables.{name}")
        if isinstance(number, bool) or not isinstance(number, int | Fraction):
            raise RecordError("bad-variables", f"variables.{name}: must be a number")
        variables[name] = number
    return variables


def decisions_in(data: dict[str, Any]) -> tuple[str, ...]:
    decisions = data["decisions"]
    if not isinstance(decisions, list) or not all(isinstance(each, str) for each in decisions):
        raise RecordError("bad-decisions", "decisions: must be a list of strings")
    return tuple(decisions)


# The experiment that was rolled


def expression_in(
    data: dict[str, Any], limits: Limits | None, rules: Rules, version: int
) -> Expression:
    """The expression that was rolled, in a record of this version."""
    if isinstance(rules, Rule):
        raise RecordError("unknown-rule", f"rule: this is a roll of dice, not of {rules.name}")
    try:
        expression = parse(data["expression"], limits=limits)
    except AstragalError as error:
        raise RecordError("bad-expression", f"expression: {error.message}") from error
    _require_same_meaning(expression, version)
    return expression


def applied_in(data: dict[str, Any], rules: Rules, version: int) -> Experiment[Any]:
    """The rule that was rolled, with its parameters, in a record of this version."""
    known = {rule.name: rule for rule in _known_rules(data, rules)}
    applied = _rule_applied(data, known, version)
    _require_same_meaning(applied, version)
    return applied


def _require_same_meaning(experiment: Experiment[Any], version: int) -> None:
    """Refuse a text that had a different meaning in an older version."""
    changed = experiment.newer_than(version)
    if changed is not None:
        raise RecordError(
            "changed-meaning",
            f"version: the meaning of `{changed}` has changed since this was rolled",
        )


def _known_rules(data: dict[str, Any], given: Rules) -> list[Rule[..., Any]]:
    """The rules given, and those of the game named in the record."""
    if isinstance(given, Rule):
        return [given]
    if not isinstance(given, Iterable) or isinstance(given, str | bytes):
        raise RecordError("bad-rules", f"rules must be rules, not {in_short(given)}")
    rules = list(given)
    for rule in rules:
        if not isinstance(rule, Rule):
            raise RecordError("bad-rules", f"rules must be rules, not {in_short(rule)}")
    name = str(data.get("rule", ""))
    game, dot, _ = name.partition(".")
    if dot and all(rule.name != name for rule in rules) and is_game(game):
        rules += find_game(game).rules.values()
    return rules


def _rule_applied(
    data: dict[str, Any], rules: dict[str, Rule[..., Any]], version: int
) -> Experiment[Any]:
    """The rule named in a record, with its parameters filled in."""
    rule = rules.get(data["rule"]) if isinstance(data["rule"], str) else None
    if rule is None:
        known = f"the known rules are {', '.join(rules)}" if rules else "pass it in rules=[…]"
        raise RecordError("unknown-rule", f"rule: {in_short(data['rule'])} is not known; {known}")
    given = data["parameters"]
    if not isinstance(given, dict):
        raise RecordError("bad-parameters", "parameters: must map names to values")
    if version == RECORD_VERSION and rule.function.__module__.startswith("astragal.games."):
        # Third-party rules may have gained parameters since.
        for each in rule.parameters:
            if each.name not in given and each.newer < version:
                raise RecordError("bad-parameters", f"parameters: {each.name} is missing")
    try:
        return _called(rule.from_data(rule.as_now(given, version)), data)
    except RecordError:
        raise
    except AstragalError as error:
        raise RecordError("bad-parameters", f"parameters: {error.message}") from None
    except RecursionError:
        raise RecordError("bad-parameters", "parameters: nested too deeply") from None


def _called(experiment: Experiment[Any], data: dict[str, Any]) -> Experiment[Any]:
    """The experiment with the call in the record, if any."""
    if "call" not in data or not isinstance(experiment, Applied):
        return experiment
    try:
        call = Call.from_data(data["call"])
    except AstragalError as error:
        raise RecordError("bad-call", error.message) from None
    if unknown := call.names.keys() - experiment.arguments.keys():
        raise RecordError("bad-call", f"call.names: {experiment.rule.name} has no {min(unknown)}")
    can = {each.name: each for each in experiment.rule.parameters if each.hideable}
    for name in call.hidden:
        if name not in can or experiment.arguments[name] != can[name].hidden:
            rule = experiment.rule.name
            raise RecordError("bad-call", f"call.hidden: {rule} does not hide {in_short(name)}")
    return experiment.called(call)


# Differences between records


def require_same(claimed: Any, replayed: Any, code: str = "altered") -> None:
    """Refuse data that differ from those of the replayed faces."""
    found = difference("", claimed, replayed)
    if found:
        raise RecordError(code, found)


def difference(place: str, claimed: Any, replayed: Any) -> str | None:
    """The first difference between two pieces of data, in words; None if they are equal."""
    if isinstance(claimed, dict) and isinstance(replayed, dict):
        keys = [*replayed, *(key for key in claimed if key not in replayed)]
        inside = ((f"{place}.{key}" if place else key, key) for key in keys)
        pairs = (
            (where, claimed.get(key, _ABSENT), replayed.get(key, _ABSENT)) for where, key in inside
        )
        return next(filter(None, (difference(*pair) for pair in pairs)), None)
    if isinstance(claimed, list) and isinstance(replayed, list):
        if len(claimed) != len(replayed):
            return f"{place}: the record has {len(claimed)} entries, its faces give {len(replayed)}"
        triples = (
            (f"{place}[{i}]", *pair) for i, pair in enumerate(zip(claimed, replayed, strict=True))
        )
        return next(filter(None, (difference(*triple) for triple in triples)), None)
    if type(claimed) is type(replayed) and claimed == replayed:
        return None
    return f"{place}: the record says {_short(claimed)}, its faces give {_short(replayed)}"


def with_lists(claimed: Any, now: Any) -> Any:
    """Older data, with a list wherever there is now a list."""
    if isinstance(now, list):
        return as_list(claimed)
    if isinstance(claimed, dict) and isinstance(now, dict):
        return {name: with_lists(each, now.get(name)) for name, each in claimed.items()}
    return claimed


_ABSENT = object()


def _short(value: object) -> str:
    return "nothing" if value is _ABSENT else shortened(json.dumps(value, ensure_ascii=False), 60)
