"""Parcels: experiments as plain data, which another process can unpack.

Notation is sent as text. A rule of a game is sent by name, and a rule from a file as the source of
the file with its hash; both with their parameters as data. Everything else is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from astragal.catalogue import find_game, find_rule, is_game
from astragal.errors import AstragalError, Hints, OddsError
from astragal.experiment.experiment import Experiment
from astragal.limits import Limits
from astragal.notation.expression import Expression
from astragal.notation.syntax.parser import parse
from astragal.outcome import typed
from astragal.rules.files import Origin, file_of
from astragal.rules.parameters import Parameter
from astragal.rules.rule import Applied, Rule
from astragal.sweeps.question import Question
from astragal.table.calls import Call


class NotationParcel(NamedTuple):
    """Notation, with the limits used to parse it."""

    text: str
    limits: Limits

    def unpacked(self) -> Expression:
        return _parsed(self.text, self.limits)


class GameRule(NamedTuple):
    """A rule of a game that the receiver has installed too, by name."""

    game: str
    name: str

    def found(self) -> Rule[..., Any]:
        return find_rule(self.game, find_game(self.game).rules, self.name)


class FileRule(NamedTuple):
    """A rule from a file, with the whole file."""

    file: Origin
    name: str

    def found(self) -> Rule[..., Any]:
        return self.file.load().recorded[self.name]


class RuleParcel(NamedTuple):
    """A rule with its parameters as data, and the call that it came from."""

    rule: GameRule | FileRule
    parameters: Mapping[str, object]
    call: Mapping[str, Any] | None

    def unpacked(self) -> Experiment[Any]:
        made = self.rule.found().from_data(dict(self.parameters))
        if self.call is not None and isinstance(made, Applied):
            return made.called(Call.from_data(self.call))
        return made


Parcel: TypeAlias = NotationParcel | RuleParcel


class Packing:
    """Packs the experiments of a sweep; rules, notation and values are converted only once."""

    def __init__(self) -> None:
        self._notation: dict[Expression, NotationParcel] = {}
        self._rules: dict[Rule[..., Any], GameRule | FileRule] = {}
        self._values: dict[Any, object] = {}

    def packed(self, experiment: Experiment[Any]) -> Parcel:
        """The experiment as data; raises an OddsError if some part cannot be sent."""
        if isinstance(experiment, Expression):
            if experiment not in self._notation:
                self._notation[experiment] = _notation_parcel(experiment)
            return self._notation[experiment]
        if isinstance(experiment, Applied):
            return self._rule_parcel(experiment)
        raise _stays(f"`{experiment.label:.60}`", "only notation and rules can")

    def _rule_parcel(self, applied: Applied) -> RuleParcel:
        rule = applied.rule
        if rule not in self._rules:
            self._rules[rule] = _origin(rule)
        parameters = {
            parameter.name: self._value(parameter, value, rule)
            for parameter, value in zip(rule.parameters, applied.values, strict=True)
        }
        return RuleParcel(
            self._rules[rule], parameters, None if applied.call is None else applied.call.to_data()
        )

    def _value(self, parameter: Parameter, value: Any, rule: Rule[..., Any]) -> object:
        key = (rule, parameter.name, typed(value))
        if key not in self._values:
            self._values[key] = _value_data(parameter, value, rule)
        return self._values[key]


@lru_cache(maxsize=8)
def _parsed(text: str, limits: Limits) -> Expression:
    return parse(text, limits=limits)


def _notation_parcel(expression: Expression) -> NotationParcel:
    # Prefer the text as typed, so that errors can point into it; Python code may supply any text.
    for text in filter(None, (expression.text, str(expression))):
        try:
            if parse(text, limits=expression.limits) == expression:
                return NotationParcel(text, expression.limits)
        except AstragalError:
            pass
    raise _stays(f"`{expression.label:.60}`", "its text does not mean the same")


def _origin(rule: Rule[..., Any]) -> GameRule | FileRule:
    """Where another process finds a rule."""
    file = file_of(rule)
    if file is None:
        game, _, name = rule.name.partition(".")
        if is_game(game) and find_game(game).rules.get(name) is rule:
            return GameRule(game, name)
        raise _stays(
            rule.name,
            "only rules of the games and of files can",
            f"put it into a file, and load that: load_rules('rules.py')['{rule.name}']",
        )
    if beside := file.beside_it():
        raise _stays(
            f"{rule.name} of {file.path}",
            f"it needs {beside[0]}.py, which lies beside its file",
            "put all of it into one file",
        )
    return FileRule(file.origin, rule.name)


def _value_data(parameter: Parameter, value: Any, rule: Rule[..., Any]) -> object:
    """A parameter's value as data; refused if the data does not restore the value."""
    try:
        data = parameter.type.to_data(value)
        again = parameter.from_data(data, rule.name)
    except AstragalError:
        again = data = None
    if typed(again) != typed(value):
        raise _stays(
            f"{rule.name}: {parameter.name}={parameter.spell(value):.60}",
            "only values that can be written as data can",
        )
    return data


def check_question(question: Question) -> None:
    """Refuse a question that contains a function."""
    for name, view in (("of", question.of), ("aim", question.aim)):
        if callable(view):
            instead = f"name a field of the outcome or compare one: {name}='score>=7'"
            raise _stays(f"{name}={_name(view)}", "it is a function", instead)
    if question.decide is not None:
        raise _stays(
            f"decide={_name(question.decide)}", "it is a function", "say what choices are for: aim="
        )


def _name(function: Any) -> str:
    return getattr(function, "__name__", "…")


def _stays(what: str, why: str, instead: str = "") -> OddsError:
    """The error for something that cannot be sent to another process."""
    return OddsError(
        "cannot-travel",
        f"{what} cannot be sent to another process: {why}",
        hint=Hints(
            "; or ".join(filter(None, (instead, "sweep it in this process, without an executor")))
        ),
    )
