"""Hidden difficulties: rolls that do not show them, and proof that they were not changed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from astragal._value import Value
from astragal._visible import in_short, visible_json
from astragal.errors import AstragalError, ParameterError, RecordError
from astragal.experiment.experiment import Experiment
from astragal.experiment.run.replay import played_again
from astragal.limits import DEFAULT_LIMITS, Limits, bounded, check_limits
from astragal.records import verify
from astragal.rolling.roll import Roll
from astragal.rules.parameters import Parameter
from astragal.rules.rule import Applied, Rule
from astragal.stored import Rules, Stored, loaded
from astragal.table.calls import Call

_SALT = 16
"""Bytes of salt: without it, anybody could try every difficulty."""


class Secret(Value):
    """The hidden values, and the salt that proves them. Keep it until they may be revealed.

    >>> from astragal.games import target
    >>> _, secret = hide(target.check(target=15), "target")
    >>> secret.values["target"], Secret.from_data(secret.to_json()) == secret
    (15, True)
    """

    values: Mapping[str, Any]
    """the hidden parameters by name, as data"""
    salt: str
    """128 random bits, in hexadecimal"""

    def __post_init__(self) -> None:
        values, salt = self.values, self.salt
        named = isinstance(values, Mapping) and all(isinstance(each, str) for each in values)
        if not named or not isinstance(salt, str) or not _is_salt(salt):
            raise _bad_secret()
        try:
            json.dumps(dict(values), sort_keys=True)
        except (TypeError, ValueError, RecursionError):
            raise _bad_secret() from None
        object.__setattr__(self, "values", MappingProxyType(dict(values)))

    def __hash__(self) -> int:
        return hash(self.salt)

    def __reduce__(self) -> tuple[Any, ...]:
        return Secret, (dict(self.values), self.salt)

    def __repr__(self) -> str:
        return f"<Secret: {', '.join(map(in_short, self.values))}>"

    def digest(self, name: str) -> str:
        """SHA-256 over the salt and a hidden value."""
        from hashlib import sha256

        if not isinstance(name, str) or name not in self.values:
            raise RecordError("bad-secret", f"{in_short(name)} is not in this secret")
        text = json.dumps([name, self.values[name]], sort_keys=True, separators=(",", ":"))
        return sha256(bytes.fromhex(self.salt) + text.encode()).hexdigest()

    def to_data(self) -> dict[str, Any]:
        """The secret as JSON-ready data."""
        return {"secret": 1, "values": dict(self.values), "salt": self.salt}

    def to_json(self) -> str:
        """The secret as JSON."""
        return visible_json(self.to_data())

    @classmethod
    def from_data(cls, data: Stored) -> Secret:
        """Read the output of ``to_data`` or ``to_json``; a RecordError for anything else."""
        match loaded(data, "secret"):
            case {"secret": 1, "values": dict(values), "salt": str(salt), **rest} if not rest:
                return cls(values, salt)
        raise _bad_secret()


def _bad_secret() -> RecordError:
    return RecordError("bad-secret", "a secret holds values by name, and a salt")


def _is_salt(text: str) -> bool:
    return len(text) == 2 * _SALT and all(each in "0123456789abcdef" for each in text)


def hide(
    experiment: Experiment[Any], *names: str, salt: bytes | None = None
) -> tuple[Applied[Any], Secret]:
    """The experiment without some difficulties, and the secret that reveals them.

    Its rolls and records show dice and totals, and a digest of each hidden value, so that nobody
    can change it later. The default ``salt`` is random.

    >>> from astragal.games import target
    >>> hidden, secret = hide(target.check(target=15), "target")
    >>> print(hidden.roll(faces=[12]))
    Check against a hidden Target Number: 12 → 12
    """
    if not isinstance(experiment, Applied) or not names:
        raise ParameterError("not-hideable", "only a rule's parameters can be hidden, by name")
    if salt is None:
        import secrets

        salt = secrets.token_bytes(_SALT)
    if not isinstance(salt, bytes) or len(salt) != _SALT:
        raise ParameterError("bad-salt", f"a salt is {_SALT} bytes")
    secret = Secret({name: _hidden_data(experiment, name) for name in names}, salt.hex())
    before = experiment.call
    call = before if isinstance(before, Call) else Call()
    hidden = {name: secret.digest(name) for name in names}
    shown = {name: said for name, said in call.names.items() if name not in hidden}
    applied = tuple(_untold(each, hidden) for each in call.circumstances)
    told = Call(call.by, shown, applied, call.stakes, hidden, call.saved)
    stand_ins = {each.name: each.hidden for each in experiment.rule.parameters if each.hideable}
    return _with(experiment, {name: stand_ins[name] for name in names}).called(told), secret


@bounded
def reveal(
    record: Stored, secret: Secret, *, rules: Rules = (), limits: Limits | None = None
) -> Roll:
    """The roll with its hidden values; a RecordError if the record or the secret is invalid.

    A roll may end earlier than it seemed, such as an attack that misses; its last dice do not count
    then.

    >>> from astragal.games import target
    >>> hidden, secret = hide(target.check(target=15), "target")
    >>> print(reveal(hidden.roll(faces=[12]).to_json(), secret).outcome)
    failure by 3
    """
    if not isinstance(secret, Secret):
        raise RecordError("bad-secret", f"expected a Secret, not {in_short(secret)}")
    roll = verify(record, rules=rules, limits=limits)
    experiment = roll.experiment
    call = experiment.call if isinstance(experiment, Applied) else None
    if not isinstance(experiment, Applied) or not isinstance(call, Call) or not call.hidden:
        raise RecordError("nothing-hidden", "nothing is hidden in this record")
    if call.hidden.keys() != secret.values.keys():
        raise RecordError("wrong-secret", f"the record hides {', '.join(call.hidden)}")
    for name, digest in call.hidden.items():
        if secret.digest(name) != digest:
            raise RecordError("wrong-secret", f"{name}: this is not what was hidden")
    whole = _with(experiment, _read(experiment, secret))
    told = Call(call.by, call.names, call.circumstances, call.stakes, saved=call.saved)
    whole = whole.called(told) if told.to_data() else whole
    allowed = DEFAULT_LIMITS if limits is None else check_limits(limits)
    given = (roll.faces, roll.decisions, roll.variables, allowed)
    scene, faces, decisions = played_again(whole, *given, may_end_early=True)
    return Roll(whole, faces, scene.outcome, roll.variables, decisions, scene)


def _untold(circumstance: str, hidden: Iterable[str]) -> str:
    """A circumstance without its numbers if they could concern a hidden value."""
    name, _, gives = circumstance.partition(": ")
    words = {each.removesuffix("s") for each in gives.split()}
    told = any(words.issuperset(_words_of(each)) for each in hidden)
    # A modifier is a number alone, and the opponent's may be any of their numbers.
    return name if told or "opponent" in hidden or _ALONE.search(gives) else circumstance


_ALONE = re.compile(r"[+-]\d+(?= (?:and|on|for|when)\b|$)")


def _words_of(parameter: str) -> list[str]:
    return [each.removesuffix("s") for each in parameter.split("_")]


def hideable(rule: Rule[..., Any], name: str) -> Parameter:
    """A parameter that can be hidden; a ParameterError if the rule cannot hide it."""
    can = {each.name: each for each in rule.parameters if each.hideable}
    if name not in can:
        hint = f"it can hide {', '.join(can)}" if can else "it has nothing that can be hidden"
        raise ParameterError("not-hideable", f"{rule.name} cannot hide {in_short(name)}", hint=hint)
    return can[name]


def _hidden_data(experiment: Applied, name: str) -> Any:
    """The value of a parameter as data, if it can be hidden."""
    parameter, value = hideable(experiment.rule, name), experiment.arguments[name]
    if value in (parameter.hidden, ()):
        message = f"{experiment.rule.name}: there is no {name} yet to hide"
        raise ParameterError("not-hideable", message)
    return parameter.type.to_data(value)


def _with(experiment: Applied, values: Mapping[str, Any]) -> Applied:
    return experiment.rule(**{**experiment.arguments, **values})


def _read(experiment: Applied, secret: Secret) -> dict[str, Any]:
    """The hidden values, parsed as parameters of the rule."""
    parameters = {each.name: each for each in experiment.rule.parameters}
    try:
        return {
            name: parameters[name].from_data(value, experiment.rule.name)
            for name, value in secret.values.items()
        }
    except AstragalError as error:
        raise RecordError("bad-secret", f"the secret does not fit: {error.message}") from None
