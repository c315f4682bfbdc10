"""A rule as the subject of a question, with its parameters filled in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from astragal._nearest import did_you_mean
from astragal.catalogue import find_game, find_rule
from astragal.errors import AstragalError, ParameterError
from astragal.experiment.experiment import Experiment
from astragal.limits import DEFAULT_LIMITS, Limits
from astragal.outcome import Number
from astragal.rules.parameters import Parameter
from astragal.rules.rule import Rule
from astragal.rules.types import ListType
from astragal.service.subject import Subject, asks_for_odds
from astragal.table.known import check_circumstances
from astragal.table.party import Party
from astragal.table.people import People
from astragal.table.saved_rolls import not_saved
from astragal.table.stakes import Stakes

if TYPE_CHECKING:
    from astragal.talk.in_games import SpokenCall

_CIRCUMSTANCE = 1_500
"""The steps of applying a circumstance to the parameters of a rule."""


class RuleSubject(Subject):
    """A rule, the values that a player gave, and the sheets of the players."""

    def __init__(
        self,
        rule: Rule[..., Any],
        values: Mapping[str, Any],
        party: Party,
        stakes: Stakes | None = None,
        saved: str = "",
    ) -> None:
        self.rule = rule
        self.values = values
        self.party = party
        self.stakes = stakes
        self.saved = saved
        """the name of the saved roll on a sheet that was called; "" if the rule itself was"""

    @classmethod
    def of(
        cls,
        rule: Rule[..., Any],
        data: Mapping[str, Any],
        party: Party,
        stakes: Stakes | None,
        saved: str = "",
    ) -> RuleSubject:
        """The rule with parameters from JSON; refuses circumstances that do not fit the game."""
        if saved:
            _check_saved(party, saved, rule)
        game = rule.name.partition(".")[0]
        check_circumstances(People(party.sheets), rule.siblings.values(), game)
        known = {each.name: each for each in rule.parameters}
        values = {
            name: _read(known[name], value, rule.name) if name in known else value
            for name, value in data.items()
        }
        return cls(rule, values, party, stakes, saved)

    called: SpokenCall | None = None
    """the sentence that called the rule, if its name was not used"""

    @property
    def remarks(self) -> Sequence[str]:
        return () if self.called is None or self.called.plain else (self.called.told,)

    def call_data(self) -> dict[str, Any]:
        """The rule and its parameters as JSON-ready data; names on a sheet stay names."""
        known = {each.name: each for each in self.rule.parameters}
        values = {
            name: _data_of(known[name], value, self.rule.name)
            for name, value in self.values.items()
        }
        return {
            "rule": self.rule.name,
            "parameters": values,
            "saved": self.saved,
            "asks": self.asks,
        }

    @property
    def to_roll(self) -> Experiment[Any]:
        if self.asks:
            raise asks_for_odds(f"the odds of {self.experiment.label}")
        return self.experiment

    @cached_property
    def experiment(self) -> Experiment[Any]:
        made: Experiment[Any] = self.party.applied(self.rule, self.values, self.stakes, self.saved)
        return made

    @property
    def variables(self) -> Mapping[str, Number]:
        return {}

    @property
    def own_aim(self) -> Any:
        return self.rule.aim or None

    def aim(self, typed: str | None) -> Any:
        return typed

    def read_axis(self, name: str, values: str | list[Any]) -> tuple[Any, ...]:
        from astragal.sweeps.axes import read_values

        known = {each.name: each for each in self.rule.parameters}
        if name not in known:
            raise ParameterError(
                "bad-axis",
                f"{self.rule.name} has no {name[:60]} to sweep",
                hint=did_you_mean(name, known, f"it takes {', '.join(known)}"),
            )
        return read_values(name, values, lambda _, each: self._on_axis(known[name], each))

    def _on_axis(self, parameter: Parameter, value: Any) -> Any:
        if not isinstance(value, str):
            return parameter.from_data(value, self.rule.name)
        try:
            return parameter.parse(value, self.rule.name)
        except ParameterError as error:
            name = parameter.name
            error.hint = f"write a range like {name}=10..14 or {name}=10..20/5"
            raise

    def swept(
        self, axes: Iterable[str], limits: Limits = DEFAULT_LIMITS
    ) -> tuple[Any, dict[str, Any]]:
        swept = set(axes)
        given = {name: each for name, each in self.values.items() if name not in swept}
        if any(sheet.circumstances.current for sheet in self.party.sheets):
            # Every cell of the table adds the circumstances.
            return self._in_circumstances(given, limits), {}
        fixed, _ = self.party.without_circumstances().filled(self.rule, given)
        return self.rule, dict(fixed)

    def _in_circumstances(
        self, given: Mapping[str, Any], limits: Limits
    ) -> Callable[..., Experiment[Any]]:
        steps = _CIRCUMSTANCE * sum(len(each.circumstances.each) for each in self.party.sheets)

        def rule(**values: Any) -> Experiment[Any]:
            if limits.tally is not None:
                limits.tally.spend(steps)
            made: Experiment[Any] = self.party.applied(
                self.rule, {**given, **values}, saved=self.saved
            )
            return made

        rule.__name__ = self.rule.name
        return rule


def rule_named(name: str) -> Rule[..., Any]:
    """The rule with a full name such as ``tiers.check``."""
    game, _, rule = name.partition(".")
    return find_rule(game, find_game(game).rules, rule)


def _check_saved(party: Party, name: str, rule: Rule[..., Any]) -> None:
    found = party.saved(name)
    if found is None:
        raise not_saved(name, party.saved_names)
    found[1].found([rule])


def _data_of(parameter: Parameter, value: Any, rule: str) -> Any:
    """A parameter as data; names of values on a sheet stay texts."""
    kind = parameter.type
    parts = kind.parts(value) if isinstance(kind, ListType) and isinstance(value, str) else value
    if not isinstance(parts, str | list):
        return kind.to_data(parts)
    try:
        checked = (
            parameter.parse(value, rule) if isinstance(value, str) else parameter.check(value, rule)
        )
    except AstragalError:
        return parts
    return kind.to_data(checked)


def _read(parameter: Parameter, value: Any, rule: str) -> Any:
    """A parameter, given as data or as a player types it; it may be a name on a sheet."""
    if type(value) is int and parameter.type.written_type is not None:
        value = str(value)  # modifiers of 3 are written as text, but typed as a number
    if isinstance(value, str):
        return parameter.typed(value, rule)
    if isinstance(value, list) and any(isinstance(each, str) for each in value):
        return value if parameter.type.may_be_named else parameter.from_data(value, rule)
    return parameter.from_data(value, rule)
