"""Reads tokens of paused rolls, checks them like records, and continues from them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, overload

from astragal._generic import T
from astragal.errors import AstragalError, RecordError, RuleError, StoppedError
from astragal.experiment.choices import Choice
from astragal.experiment.experiment import Experiment
from astragal.experiment.run.pauses import TOKEN_VERSION, Pause, Playing
from astragal.limits import DEFAULT_LIMITS, Limits, bounded, check_limits
from astragal.rolling.roll import RECORD_VERSION, Roll
from astragal.rolling.signatures import Key, check_signature
from astragal.rolling.sources import Face, Seed, Source
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
)

_FIELDS = ("token", "faces", "decisions", "waits", "steps")
_OPTIONAL = ("call", "variables")
_MEANS = {1: 3, 2: 4, 3: 5, 4: RECORD_VERSION}
"""The version of records with the same notation, for each version of tokens."""


@overload
def read_token(
    token: Stored,
    *,
    rules: Rule[..., T],
    key: Key | None = None,
    limits: Limits | None = None,
) -> Pause[T]: ...
@overload
def read_token(
    token: Stored, *, rules: Rules = (), key: Key | None = None, limits: Limits | None = None
) -> Pause: ...
@bounded
def read_token(
    token: Stored, *, rules: Rules = (), key: Key | None = None, limits: Limits | None = None
) -> Pause:
    """Read a pause from a token, checked by replaying its faces and decisions.

    With a ``key``, only tokens signed with it are accepted. Rules of built-in games are found by
    name; pass any others in ``rules``. With a single rule instead of a list, the token must be of
    that rule, and the pause has its type.

    >>> from astragal.games import triumph
    >>> pause = triumph.check(3, 15, dice="1d20♻").start(faces=[1])
    >>> assert isinstance(pause, Pause)
    >>> read_token(pause.to_json(key="secret"), key="secret") == pause
    True
    """
    allowed = DEFAULT_LIMITS if limits is None else check_limits(limits)
    given, beside = parted(loaded(token, "token", allowed), "token")
    data = check_signature(given, key)
    pause = _paused(data, rules, allowed)
    _compare(data, pause)
    if "paused" in beside and data["token"] == TOKEN_VERSION:
        require_same(beside["paused"], pause.words())
    return pause


@overload
def resume(
    token: Stored,
    decision: Any = None,
    source: Source | None = None,
    *,
    faces: Iterable[Face] | None = None,
    seed: Seed | None = None,
    moments: bool = True,
    rules: Rule[..., T],
    key: Key | None = None,
    limits: Limits | None = None,
) -> Pause[T] | Roll[T]: ...
@overload
def resume(
    token: Stored,
    decision: Any = None,
    source: Source | None = None,
    *,
    faces: Iterable[Face] | None = None,
    seed: Seed | None = None,
    moments: bool = True,
    rules: Rules = (),
    key: Key | None = None,
    limits: Limits | None = None,
) -> Pause | Roll: ...
@bounded
def resume(
    token: Stored,
    decision: Any = None,
    source: Source | None = None,
    *,
    faces: Iterable[Face] | None = None,
    seed: Seed | None = None,
    moments: bool = True,
    rules: Rules = (),
    key: Key | None = None,
    limits: Limits | None = None,
) -> Pause | Roll:
    """Continue from a token, in this process or another, to the next pause or the end.

    With a single rule in ``rules`` instead of a list, the token must be of that rule, and the roll
    has its type.

    >>> from astragal.games import triumph
    >>> token = triumph.check(3, 15, dice="1d20♻").start(faces=[1]).to_json()
    >>> ended = resume(token, "re-roll", faces=[17])
    >>> assert isinstance(ended, Roll)
    >>> print(ended.outcome)
    success by 5
    """
    pause = read_token(token, rules=rules, key=key, limits=limits)
    return pause.resume(decision, source, faces=faces, seed=seed, moments=moments, limits=limits)


def _paused(data: dict[str, Any], rules: Rules, limits: Limits) -> Pause:
    """The pause reached by the faces and decisions in a token."""
    experiment = _experiment(data, rules, limits)
    faces, decisions = faces_in(data), decisions_in(data)
    variables = experiment.given(variables_in(data.get("variables", {})))
    # The token claims to wait at a moment or for a decision; this is checked below.
    choosing = isinstance(data["waits"], dict) and "choice" in data["waits"]
    claimed = Pause(experiment, faces, decisions, variables, _SOME_CHOICE if choosing else None)
    try:
        reached = Playing(experiment, faces, decisions, variables, limits=limits).run(claimed)
    except (RuleError, StoppedError):
        raise  # the token is not at fault
    except AstragalError as error:
        raise RecordError(
            "bad-token", f"the token does not hold: {error.message}", hint=error.hints
        ) from error
    if not isinstance(reached, Pause):
        raise RecordError("bad-token", "the token does not hold: its faces lead to the end")
    return reached


def _experiment(data: dict[str, Any], rules: Rules, limits: Limits) -> Experiment[Any]:
    what = ("expression",) if "expression" in data else ("rule", "parameters")
    optional = [each for each in _OPTIONAL if each in data]
    require_fields(data, (*_FIELDS, *what, *optional), "token")
    require_version(data["token"], TOKEN_VERSION, "token")
    version = _MEANS[data["token"]]
    if "expression" in data:
        return expression_in(data, limits, rules, version)
    return applied_in(data, rules, version)


def _compare(data: dict[str, Any], pause: Pause) -> None:
    """Refuse a token that differs from its pause.

    Older versions may describe the steps, and the reason for waiting, in other words.
    """
    now = {**pause.to_data(), "token": data["token"]}
    if data["token"] < TOKEN_VERSION:
        now["steps"] = data["steps"]
        now["waits"] = _in_its_words(data["waits"], now["waits"])
    if isinstance(pause.experiment, Applied):
        version = _MEANS[data["token"]]
        data = {**data, "parameters": pause.experiment.rule.as_now(data["parameters"], version)}
    require_same(data, now)


def _in_its_words(waits: Any, now: dict[str, Any]) -> dict[str, Any]:
    """The present reason for waiting, with the wording of an older token."""
    told = ("choice", "moment", "about")
    if not isinstance(waits, dict) or waits.keys() != now.keys():
        return now
    return now | {name: waits[name] for name in told if name in waits}


_SOME_CHOICE = Choice("", (), ())
