"""What a question is about: dice in notation, or a rule with its parameters filled in."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import ChainMap
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from astragal._visible import in_short
from astragal.catalogue import find_game, find_rule
from astragal.dialects.dialect import HERE
from astragal.dialects.reading import parse
from astragal.errors import AstragalError, NotationError, ParameterError
from astragal.experiment.experiment import Experiment
from astragal.limits import DEFAULT_LIMITS, Limits
from astragal.notation.choices.choosing import aim_of
from astragal.notation.expression import Expression
from astragal.outcome import Number, read_number
from astragal.probability.distribution import Distribution
from astragal.rules.parameters import Parameter
from astragal.rules.rule import Rule
from astragal.rules.types import ListType
from astragal.sweeps.axes import read_values
from astragal.table.known import check_circumstances
from astragal.table.party import Party
from astragal.table.people import People
from astragal.table.saved_rolls import not_saved
from astragal.table.sheets import Sheet
from astragal.table.stakes import Stakes
from astragal.talk.answering import Answer
from astragal.talk.understood import Read, Understood

if TYPE_CHECKING:
    from astragal.rules.game import Game
    from astragal.talk.in_games import SpokenCall


class Subject(ABC):
    """An experiment, and how the parts of a question are read for it."""

    party: Party

    @property
    @abstractmethod
    def experiment(self) -> Experiment[Any]: ...

    @property
    def to_roll(self) -> Experiment[Any]:
        """The experiment, if it is one that can be rolled."""
        return self.experiment

    understood: Understood | None = None
    """what was typed, if it was not notation"""

    def answers(self) -> list[Answer]:
        """The answers to what was asked in words."""
        return []

    @property
    def remarks(self) -> Sequence[str]:
        """Remarks on how the question was read."""
        return ()

    @property
    @abstractmethod
    def variables(self) -> Mapping[str, Number]:
        """Values for the names in notation."""

    @property
    @abstractmethod
    def own_aim(self) -> Any:
        """What choices are made for, if the question does not say."""

    @abstractmethod
    def aim(self, typed: str | None) -> Any:
        """What choices are made for, as the question says it."""

    @abstractmethod
    def read_axis(self, name: str, values: str | list[Any]) -> tuple[Any, ...]:
        """The values of a parameter in a sweep."""

    @abstractmethod
    def swept(
        self, axes: Iterable[str], limits: Limits = DEFAULT_LIMITS
    ) -> tuple[Any, dict[str, Any]]:
        """What a sweep is over, and the parameters that stay as they are.

        If the limits are shared, what it takes to make each cell counts.
        """


def read_subject(given: Mapping[str, Any], limits: Limits) -> Subject:
    """The subject of a question."""
    dice, rule = given["expression"], given["rule"]
    if (dice is None) == (rule is None):
        what = "neither" if dice is None else "both"
        raise ParameterError(
            "what-to-roll", f"a question is about an expression or a rule; {what} is given"
        )
    party = read_party(given)
    if rule is None:
        for name in ("parameters", "stakes", "saved"):
            if given[name]:
                raise ParameterError("unfit-field", f"{name} goes with a rule")
        return dice_subject(given, party, limits)
    for name in ("variables", "dialect", "game"):
        if given[name]:
            raise ParameterError("unfit-field", f"{name} goes with an expression")
    stakes = None if given["stakes"] is None else Stakes.from_data(given["stakes"])
    return RuleSubject.of(rule_named(rule), given["parameters"], party, stakes, given["saved"])


def dice_subject(
    given: Mapping[str, Any], party: Party, limits: Limits, *, explained: bool = True
) -> Subject:
    """Dice; or the rule of the open game that they call, such as a check.

    An error need not be ``explained`` where nobody reads it.
    """
    text, variables, dialect = (given[name] for name in ("expression", "variables", "dialect"))
    game = None if given["game"] is None else find_game(given["game"])
    if game is not None and dialect in (None, HERE):
        from astragal.talk.in_games import GameTalk

        talk = GameTalk(game, _parser(limits, party, variables, None, game), variables, party)
        if (called := talk.called(text)) is not None:
            rule = rule_named(called.rule)
            saved = party.saved(called.saved) if called.saved else None
            values = {} if saved is None else saved[1].values(rule)
            values |= called.parameters
            subject = RuleSubject.of(rule, values, party, None, called.saved)
            subject.called = called
            return subject
    return DiceSubject(text, variables, party, limits, dialect, game, explained=explained)


def read_party(given: Mapping[str, Any]) -> Party:
    """Those whose sheets are part of a question."""
    sheets = given["sheets"]
    return Party([Sheet.read(text) for text in sheets]) if sheets else _NOBODY


_NOBODY = Party()
_NOTHING: Mapping[str, Number] = {}
_CIRCUMSTANCE = 1_500
"""The steps of adding a circumstance to the parameters of a rule."""


def read_dice(
    text: str,
    limits: Limits,
    party: Party = _NOBODY,
    given: Mapping[str, Number] = _NOTHING,
    dialect: str | None = None,
    game: Game | None = None,
    *,
    explained: bool = True,
) -> Read:
    """Dice in notation, or as people say it; with a dialect, only as typed in that.

    A game that is open reads them by its conventions.
    """
    parsed = _parser(limits, party, given, dialect, game)
    ours = dialect in (None, HERE)
    if game is not None and ours:
        from astragal.talk.in_games import GameTalk

        return GameTalk(game, parsed, given, party).read(text, explained=explained)
    try:
        return Read(parsed(text))
    except NotationError:
        if not ours:
            raise
        from astragal.talk.listening import read

        return read(text, parsed, labels=party.known_names, explained=explained)


def _parser(
    limits: Limits,
    party: Party,
    given: Mapping[str, Number],
    dialect: str | None,
    game: Game | None,
) -> Callable[[str], Expression]:
    def parsed(text: str) -> Expression:
        expression = parse(text, dialect=dialect or "", limits=limits)
        expression = party.parse(expression, given=given) if party.sheets else expression
        return expression if game is None else game.read(expression)

    return parsed


class DiceSubject(Subject):
    """Dice in notation, or as people say it, with values for the names in them."""

    def __init__(
        self,
        text: str,
        given: Mapping[str, Number],
        party: Party,
        limits: Limits,
        dialect: str | None = None,
        game: Game | None = None,
        *,
        explained: bool = True,
    ) -> None:
        self.party = party
        self.given = given
        self._limits = limits
        self._game = game
        self._expression, self.understood = read_dice(
            text, limits, party, given, dialect, game, explained=explained
        )

    @property
    def experiment(self) -> Expression:
        return self._expression

    @property
    def remarks(self) -> Sequence[str]:
        return self._expression.remarks

    @property
    def to_roll(self) -> Expression:
        understood = self.understood
        if understood is not None and understood.kind != "roll":
            raise _asks_for_odds(understood.told, f", or roll `{understood.text}`")
        return self._expression

    def answers(self) -> list[Answer]:
        if self.understood is None:
            return []
        from astragal.talk.answering import answers

        return answers(self.understood, self._odds)

    def _odds(self, text: str) -> Distribution:
        read = _parser(self._limits, self.party, self.given, None, self._game)
        expression = read(text)
        return expression.odds(variables=self._values(expression), limits=self._limits)

    @cached_property
    def variables(self) -> Mapping[str, Number]:
        return self._values(self.experiment)

    def _values(self, expression: Expression) -> Mapping[str, Number]:
        known = ChainMap(dict(self.given), self.party)  # type: ignore[arg-type]
        return {name: known[name] for name in expression.variables if name in known}

    @property
    def own_aim(self) -> Any:
        return None

    def aim(self, typed: str | None) -> Any:
        return None if typed is None else aim_of(typed)

    def read_axis(self, name: str, values: str | list[Any]) -> tuple[Any, ...]:
        return read_numbers(name, values)

    def swept(
        self, axes: Iterable[str], limits: Limits = DEFAULT_LIMITS
    ) -> tuple[Any, dict[str, Any]]:
        swept = set(axes)
        fixed = {name: each for name, each in self.variables.items() if name not in swept}
        return self.experiment, dict(sorted(fixed.items()))


def _asks_for_odds(what: str, other: str = "") -> NotationError:
    return NotationError(
        "asks-for-odds",
        f"this asks for {what}, not for a roll",
        hint=f"ask for odds{other}",
    )


def read_numbers(name: str, values: str | list[Any]) -> tuple[Number, ...]:
    """The values of a name in notation."""
    return read_values(name, values, _number)


def _number(name: str, value: Any) -> Number:
    number = read_number(value) if isinstance(value, str) else value
    if number is None or isinstance(number, bool):
        raise ParameterError("bad-axis", f"@{name} takes numbers, not {in_short(value)}")
    return number


class RuleSubject(Subject):
    """A rule, the values that a player gave, and the sheets of those who roll."""

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
        """the name of the roll on a sheet, if it was called by that"""

    @classmethod
    def of(
        cls,
        rule: Rule[..., Any],
        data: Mapping[str, Any],
        party: Party,
        stakes: Stakes | None,
        saved: str = "",
    ) -> RuleSubject:
        """The rule with parameters from JSON; circumstances that it cannot have are refused."""
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
    """the sentence that called the rule without its name, if one did"""

    @property
    def remarks(self) -> Sequence[str]:
        return () if self.called is None or self.called.plain else (self.called.told,)

    def call_data(self) -> dict[str, Any]:
        """The rule and its parameters as JSON-ready data; names on a sheet as they are."""
        known = {each.name: each for each in self.rule.parameters}
        values = {
            name: _data_of(known[name], value, self.rule.name)
            for name, value in self.values.items()
        }
        asks = self.called is not None and self.called.asks
        return {"rule": self.rule.name, "parameters": values, "saved": self.saved, "asks": asks}

    @property
    def to_roll(self) -> Experiment[Any]:
        if self.called is not None and self.called.asks:
            raise _asks_for_odds(f"the odds of {self.experiment.label}")
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
        known = {each.name: each for each in self.rule.parameters}
        if name not in known:
            raise ParameterError(
                "bad-axis", f"{self.rule.name} has no {in_short(name)}; it takes {', '.join(known)}"
            )
        return read_values(name, values, lambda _, each: self._on_axis(known[name], each))

    def _on_axis(self, parameter: Parameter, value: Any) -> Any:
        if isinstance(value, str):
            return parameter.parse(value, self.rule.name)
        return parameter.from_data(value, self.rule.name)

    def swept(
        self, axes: Iterable[str], limits: Limits = DEFAULT_LIMITS
    ) -> tuple[Any, dict[str, Any]]:
        swept = set(axes)
        given = {name: each for name, each in self.values.items() if name not in swept}
        if any(sheet.circumstances.current for sheet in self.party.sheets):
            # Circumstances are added to every value of the table.
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
    """A rule of a game, by its full name, such as ``tiers.check``."""
    game, _, rule = name.partition(".")
    return find_rule(game, find_game(game).rules, rule)


def _check_saved(party: Party, name: str, rule: Rule[..., Any]) -> None:
    found = party.saved(name)
    if found is None:
        raise not_saved(name, party.saved_names)
    found[1].found([rule])


def _data_of(parameter: Parameter, value: Any, rule: str) -> Any:
    """A parameter as data; the names of values on a sheet as texts."""
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
    """A parameter: as data, or as a player types it, which may be a name on a sheet."""
    if type(value) is int and parameter.type.written_type is not None:
        value = str(value)  # modifiers of 3 are written as text, and typed as a number
    if isinstance(value, str):
        return parameter.typed(value, rule)
    if isinstance(value, list) and any(isinstance(each, str) for each in value):
        return value if parameter.type.may_be_named else parameter.from_data(value, rule)
    return parameter.from_data(value, rule)
