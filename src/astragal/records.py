"""Reads records of rolls, always replaying their faces."""

from __future__ import annotations

from typing import Any, TypeAlias, overload

from astragal._generic import T
from astragal.errors import RecordError
from astragal.experiment.experiment import Experiment
from astragal.experiment.run.replay import replayed
from astragal.limits import DEFAULT_LIMITS, Limits, bounded, check_limits
from astragal.rolling.roll import RECORD_VERSION, Roll
from astragal.rules.rule import Applied, Rule
from astragal.stored import (
    Rules,
    Stored,
    applied_in,
    decisions_in,
    expression_in,
    faces_in,
    loaded,
    parted,
    require_fields,
    require_same,
    require_version,
    variables_in,
    with_lists,
)

Record: TypeAlias = Stored

_NOTATION_FIELDS = ("version", "expression", "variables", "faces", "outcome", "groups")
_RULE_FIELDS = ("version", "rule", "parameters", "faces", "decisions", "outcome", "groups", "steps")
_OPTIONAL_FIELDS = ("call", "variables")
"""Fields that a rule's record leaves out if they are empty."""


@overload
def verify(record: Record, *, rules: Rule[..., T], limits: Limits | None = None) -> Roll[T]: ...
@overload
def verify(record: Record, *, rules: Rules = (), limits: Limits | None = None) -> Roll: ...
@bounded
def verify(record: Record, *, rules: Rules = (), limits: Limits | None = None) -> Roll:
    """Read a roll from a record, replaying its faces; every part of the record must match.

    A RecordError names the first difference. The answer to a roll may be passed, too; then its
    words are also compared. Rules of built-in games are found by name; pass any others in
    ``rules``. With a single rule instead of a list, the record must be of that rule, and the roll
    has its type.

    >>> import astragal
    >>> from astragal.games import tiers
    >>> astragal.verify(astragal.roll("4d6kh3", faces=[6, 5, 4, 2]).to_json()).outcome
    15
    >>> print(astragal.verify(tiers.check(43).roll(faces=[21]).to_json()).outcome)
    Success, 2 $
    """
    allowed = None if limits is None else check_limits(limits)
    data, beside = parted(loaded(record, limits=allowed or DEFAULT_LIMITS), "record")
    experiment = _recorded(data, rules, allowed)
    faces = faces_in(data)
    decisions = decisions_in(data) if "decisions" in data else ()
    variables = experiment.given(variables_in(data.get("variables", {})))
    limits = allowed or experiment.limits
    unasked = _unasked(experiment, data["version"])
    try:
        scene = replayed(experiment, faces, decisions, variables, limits)
    except RecordError:
        if unasked is None:
            raise
        decisions = (*decisions, unasked)
        scene = replayed(experiment, faces, decisions, variables, limits)
        data = {**data, "decisions": list(decisions)}
    roll = Roll(experiment, faces, scene.outcome, variables, decisions, scene)
    _compare(data, roll)
    if data["version"] == RECORD_VERSION:
        words = roll.words()
        told = beside.keys() & words.keys()
        require_same({name: beside[name] for name in told}, {name: words[name] for name in told})
    return roll


read_record = verify
"""Another name for ``verify``, to match ``read_token``."""


def _unasked(experiment: Experiment[Any], version: int) -> str | None:
    """The last decision, for records of versions that did not ask for it; else None."""
    unasked = experiment.rule.unasked if isinstance(experiment, Applied) else None
    return None if unasked is None or version > unasked.version else str(unasked.now)


def _recorded(data: dict[str, Any], rules: Rules, limits: Limits | None) -> Experiment[Any]:
    """The experiment that was rolled, interpreted as in the record's version."""
    is_rule = "rule" in data
    optional = _OPTIONAL_FIELDS if is_rule else ("decisions",)
    fields = _RULE_FIELDS if is_rule else _NOTATION_FIELDS
    require_fields(data, (*fields, *(each for each in optional if each in data)))
    version = data["version"]
    require_version(version, RECORD_VERSION)
    return (
        applied_in(data, rules, version) if is_rule else expression_in(data, limits, rules, version)
    )


def _compare(data: dict[str, Any], roll: Roll) -> None:
    """Refuse a record that differs from its roll.

    Older versions may differ in the wording of a rule's steps and groups, contain a single value
    where there is now a list, and have fewer parameters.
    """
    now = {**roll.to_data(), "version": data["version"]}
    older = data["version"] < RECORD_VERSION
    if older and "steps" in data:
        now |= {"steps": data["steps"], "groups": data["groups"]}
    if isinstance(roll.experiment, Applied):
        given = roll.experiment.rule.as_now(data["parameters"], data["version"])
        now["parameters"] = {name: now["parameters"][name] for name in given}
        data = {**data, "parameters": given}
        if older:
            data["outcome"] = with_lists(data["outcome"], now["outcome"])
    require_same({"outcome": data["outcome"]}, {"outcome": now["outcome"]}, "wrong-outcome")
    require_same(data, now)
