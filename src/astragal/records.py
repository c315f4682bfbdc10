"""Reads records of rolls, and verifies them by replaying their faces."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeAlias

from astragal.errors import RecordError
from astragal.experiment.experiment import Experiment, Variables
from astragal.experiment.run.replay import replayed
from astragal.limits import DEFAULT_LIMITS, Limits, bounded, check_limits
from astragal.outcome import from_data
from astragal.rolling.roll import RECORD_VERSION, Roll
from astragal.stored import (
    Rules,
    Stored,
    applied_in,
    decisions_in,
    difference,
    expression_in,
    faces_in,
    loaded,
    require_fields,
    require_version,
    variables_in,
)

Record: TypeAlias = Stored

_NOTATION_FIELDS = ("version", "expression", "variables", "faces", "outcome", "groups")
_RULE_FIELDS = ("version", "rule", "parameters", "faces", "decisions", "outcome", "groups", "steps")
_OPTIONAL_FIELDS = ("call", "variables")
"""Fields that a rule's record has only if there is something to put in them."""


@bounded
def read_record(record: Record, *, rules: Rules = (), limits: Limits | None = None) -> Roll:
    """The roll in a record, not verified. The outcome of a rule is what its faces lead to.

    Rules of the built-in games are found by name; pass any other in ``rules``.

    >>> import astragal
    >>> roll = astragal.roll("1d20+5")
    >>> astragal.read_record(roll.to_json()) == roll
    True
    """
    allowed = None if limits is None else check_limits(limits)
    data = loaded(record, limits=allowed or DEFAULT_LIMITS)
    return _read_rule(data, rules, allowed) if "rule" in data else _read_notation(data, allowed)


@bounded
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
    data = loaded(record, limits=DEFAULT_LIMITS if limits is None else check_limits(limits))
    roll = read_record(data, rules=rules, limits=limits)
    if "rule" not in data:  # a rule's faces were replayed already, to know its outcome
        experiment: Any = roll.experiment
        replayed(experiment, roll.faces, roll.decisions, roll.variables, experiment.limits)
    found = difference("", data, _as_of(data, roll.to_data()))
    if found:
        raise RecordError("altered", found)
    return roll


def _as_of(data: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    """A record as it was written when its rule had fewer parameters, if it had."""
    as_then = {**now, "version": data["version"]}
    if isinstance(data.get("parameters"), dict):
        given = data["parameters"]
        as_then["parameters"] = {k: v for k, v in now["parameters"].items() if k in given}
    return as_then


# Fields of every record


def _require_fields(data: dict[str, Any], fields: Iterable[str]) -> None:
    require_fields(data, fields)
    require_version(data["version"], RECORD_VERSION)


def _require_same_meaning(experiment: Experiment[Any], version: int) -> None:
    """Refuse a record of an older version in which its text meant something else."""
    changed = experiment.newer_than(version)
    if changed is not None:
        raise RecordError(
            "changed-meaning",
            f"version: this record has version {version}, and the meaning of `{changed}` "
            "has changed since",
        )


# Records of notation


def _read_notation(data: dict[str, Any], limits: Limits | None) -> Roll:
    decided = ("decisions",) if "decisions" in data else ()
    _require_fields(data, (*_NOTATION_FIELDS, *decided))
    expression = expression_in(data, limits)
    _require_same_meaning(expression, data["version"])
    faces = faces_in(data)
    variables = variables_in(data["variables"])
    unused = sorted(variables.keys() - expression.variables)
    if unused:
        raise RecordError("bad-variables", f"variables.{unused[0]}: the expression does not use it")
    decisions = decisions_in(data) if decided else ()
    return Roll(expression, faces, from_data(data["outcome"]), variables, decisions)


# Records of rules


def _read_rule(data: dict[str, Any], rules: Rules, limits: Limits | None) -> Roll:
    _require_fields(data, (*_RULE_FIELDS, *(each for each in _OPTIONAL_FIELDS if each in data)))
    experiment = applied_in(data, rules)
    _require_same_meaning(experiment, data["version"])
    faces, decisions = faces_in(data), decisions_in(data)
    variables: Variables = variables_in(data.get("variables", {}))
    # The outcome of a rule may be any value: only replaying the faces can give it.
    scene = replayed(experiment, faces, decisions, variables, limits or DEFAULT_LIMITS)
    return Roll(experiment, faces, scene.outcome, variables, decisions)
