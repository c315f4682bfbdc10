"""The subject of a question: dice in notation, or a rule with its parameters filled in."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from astragal._visible import in_short
from astragal.errors import NotationError, ParameterError
from astragal.limits import DEFAULT_LIMITS, Limits
from astragal.outcome import Number, read_number
from astragal.service.context import Context
from astragal.talk.understood import Read, Understood

if TYPE_CHECKING:
    from astragal.experiment.experiment import Experiment
    from astragal.notation.expression import Expression
    from astragal.probability.distribution import Distribution
    from astragal.table.party import Party
    from astragal.talk.answering import Answer


class Subject(ABC):
    """The subject of a question: an experiment, and how to read the question's fields for it."""

    party: Party

    @property
    @abstractmethod
    def experiment(self) -> Experiment[Any]: ...

    @property
    def to_roll(self) -> Experiment[Any]:
        """The experiment, ready to roll; raises if the text asked for odds."""
        return self.experiment

    understood: Understood | None = None
    """the interpretation of a text that is not notation"""
    asks: bool = False
    """True if the text asks for odds instead of a roll"""

    def answers(self, limits: Limits | None = None) -> list[Answer]:
        """The answers to a question in words; empty if there was none."""
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
        """The default aim of choices."""

    @abstractmethod
    def aim(self, typed: str | None) -> Any:
        """The aim of choices that the question names."""

    @abstractmethod
    def read_axis(self, name: str, values: str | list[Any]) -> tuple[Any, ...]:
        """The values of a parameter in a sweep."""

    @property
    def fixed(self) -> dict[str, Number]:
        """The values of names in notation while a search varies them one at a time."""
        return dict(self.variables)

    @abstractmethod
    def swept(
        self, axes: Iterable[str], limits: Limits = DEFAULT_LIMITS
    ) -> tuple[Any, dict[str, Any]]:
        """The experiment or rule to sweep, and the parameters that stay fixed.

        With shared limits, building each cell counts against the budget.
        """


def read_subject(given: Mapping[str, Any], limits: Limits) -> Subject:
    """The subject of a question; exactly one of dice and a rule must be given."""
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
        return subject_of(dice, context_of(given, party, limits))
    for name in ("variables", "dialect", "game"):
        if given[name]:
            raise ParameterError("unfit-field", f"{name} goes with an expression")
    from astragal.service.rule_subject import RuleSubject, rule_named
    from astragal.table.stakes import Stakes

    stakes = None if given["stakes"] is None else Stakes.from_data(given["stakes"])
    return RuleSubject.of(rule_named(rule), given["parameters"], party, stakes, given["saved"])


def subject_of(text: str, context: Context, *, explained: bool = True) -> Subject:
    """The dice in a text, or the rule of the open game that it calls, such as a check."""
    called = context.called(text)
    if called is None:
        return DiceSubject(context.read(text, explained=explained), context)
    from astragal.service.rule_subject import RuleSubject, rule_named

    rule, party = rule_named(called.rule), context.people
    saved = party.saved(called.saved) if called.saved else None
    values: Mapping[str, Any] = {} if saved is None else saved[1].values(rule)
    subject = RuleSubject.of(rule, {**values, **called.parameters}, party, None, called.saved)
    subject.called, subject.asks = called, called.asks
    return subject


def context_of(given: Mapping[str, Any], party: Party, limits: Limits) -> Context:
    """The context in which the dice of a question are read."""
    from astragal.catalogue import find_game

    game = None if given["game"] is None else find_game(given["game"])
    return Context(given.get("variables", {}), party, given["dialect"], game, limits=limits)


def read_party(given: Mapping[str, Any]) -> Party:
    """The party whose sheets are part of a question."""
    from astragal.table.party import Party
    from astragal.table.sheets import Sheet

    sheets = given["sheets"]
    if isinstance(sheets, Party):
        return sheets
    return Party([Sheet.read(text) for text in sheets]) if sheets else Party()


class DiceSubject(Subject):
    """Dice in notation or in table talk, with values for their names."""

    def __init__(self, read: Read, context: Context) -> None:
        self.context = context
        self.read = read
        self._expression, self.understood = read
        self.asks = read.asks

    @property
    def party(self) -> Party:  # type: ignore[override]
        return self.context.people

    @property
    def experiment(self) -> Expression:
        return self._expression

    @property
    def remarks(self) -> Sequence[str]:
        return self._expression.remarks

    @property
    def to_roll(self) -> Expression:
        understood = self.understood
        if understood is not None and self.asks:
            raise asks_for_odds(understood.told, f", or roll `{understood.text}`")
        return self._expression

    def answers(self, limits: Limits | None = None) -> list[Answer]:
        if self.understood is None:
            return []
        from astragal.talk.answering import answers

        return answers(self.understood, lambda text: self._odds(text, limits))

    def odds(self, limits: Limits) -> Distribution:
        """The odds of the dice, including those that a question in words asks about."""
        return self._odds(
            str(self._expression) if self.understood is None else self.understood.text, limits
        )

    def _odds(self, text: str, limits: Limits | None) -> Distribution:
        expression, context = self.context.parse(text), self.context
        return expression.odds(
            variables=context.values_for(expression), limits=limits or context.limits
        )

    @cached_property
    def variables(self) -> Mapping[str, Number]:
        return self.context.values_for(self._expression)

    @property
    def own_aim(self) -> Any:
        return None

    def aim(self, typed: str | None) -> Any:
        if typed is None:
            return None
        from astragal.notation.choices.choosing import aim_of

        return aim_of(typed)

    def read_axis(self, name: str, values: str | list[Any]) -> tuple[Any, ...]:
        return read_numbers(name, values)

    def swept(
        self, axes: Iterable[str], limits: Limits = DEFAULT_LIMITS
    ) -> tuple[Any, dict[str, Any]]:
        swept = set(axes)
        fixed = {name: each for name, each in self.variables.items() if name not in swept}
        return self.experiment, dict(sorted(fixed.items()))


def asks_for_odds(what: str, other: str = "") -> NotationError:
    return NotationError(
        "asks-for-odds",
        f"this asks for {what}, not for a roll",
        hint=f"ask for odds{other}",
    )


def read_numbers(name: str, values: str | list[Any]) -> tuple[Number, ...]:
    """The values of a name in notation, as numbers."""
    from astragal.sweeps.axes import read_values

    return read_values(name, values, _number)


def _number(name: str, value: Any) -> Number:
    number = read_number(value) if isinstance(value, str) else value
    if number is None or isinstance(number, bool):
        raise ParameterError("bad-axis", f"@{name} takes numbers, not {in_short(value)}")
    return number
