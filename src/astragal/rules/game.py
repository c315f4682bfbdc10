"""A game: a named set of rules."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, ParamSpec, TypeVar, overload

from astragal._visible import in_short
from astragal.errors import LimitError, RuleError
from astragal.experiment.experiment import Asks
from astragal.notation.expression import Expression
from astragal.rules.conventions import Conventions
from astragal.rules.parameters import Formerly
from astragal.rules.rule import OpenAim, Refuse, Rule, Settle

_OF_ODDS = ("too-many-paths", "too-many-odds", "too-many-states", "too-many-situations")

_RESERVED = ("none",)
"""Names that a game cannot have."""

P = ParamSpec("P")
T = TypeVar("T")


def _text(what: str, text: object) -> str:
    if not isinstance(text, str):
        raise RuleError("bad-game", f"{what}: expected a text, not {in_short(text)}")
    return text


def _texts(what: str, texts: Iterable[str]) -> tuple[str, ...]:
    if isinstance(texts, str) or not isinstance(texts, Iterable):
        raise RuleError("bad-game", f"{what}: expected a list of texts, not {in_short(texts)}")
    return tuple(_text(what, each) for each in texts)


class Game:
    """A named set of rules, with a title, a summary and examples for players.

    Its name is a lowercase word and prefixes the names of its rules: ``tiers.check``.

    >>> from astragal.games import scores
    >>> scores.game.name, list(scores.game.rules)[:2]
    ('scores', ['test', 'contest'])
    """

    def __init__(
        self,
        name: str,
        title: str,
        *,
        short: Iterable[str] = (),
        examples: Iterable[str] = (),
        named: tuple[str, str] | None = None,
        sheet: Iterable[str] = (),
        conventions: Conventions | Callable[[], Conventions] | None = None,
    ) -> None:
        if not isinstance(name, str) or not name.isidentifier() or name != name.lower():
            raise RuleError(
                "bad-name",
                f"a game's name is a lowercase word, not {in_short(name)}",
                hint="such as night_watch",
            )
        if name in _RESERVED:
            raise RuleError("bad-name", f"{name} cannot be a game's name")
        self.name = name
        self.title = _text("title", title)
        """the name of the game, in a few words"""
        self.short = _texts("short", short)
        """a summary of its rules, one line each"""
        self.examples = _texts("examples", examples)
        """commands to try, without the `astragal play NAME` before each"""
        if named is not None and len(_texts("named", named)) != 2:
            raise RuleError("bad-game", "named: expected the names of a rule and of its parameter")
        self.named = named
        """the rule to play, and the parameter to set, when a player types a name from a sheet"""
        self.sheet = _texts("sheet", sheet)
        """the names on its character sheets, suggested for a new sheet"""
        if not (callable(conventions) or isinstance(conventions, Conventions | None)):
            raise RuleError(
                "bad-game", f"conventions: expected Conventions, not {in_short(conventions)}"
            )
        self._conventions = conventions
        self.rules: dict[str, Rule[..., Any]] = {}

    @cached_property
    def conventions(self) -> Conventions:
        """The game's conventions for dice, both those typed during play and those of its rules."""
        known = self._conventions
        return known() if callable(known) else known or Conventions()

    def read(self, typed: Expression) -> Expression:
        """Dice as the game reads them, in plain notation.

        >>> import astragal
        >>> from astragal.games import target
        >>> print(target.game.read(astragal.parse("3d6 / 2")))
        3d6 // 2
        """
        return self.conventions.read(typed, self.name)

    @overload
    def rule(self, function: Callable[P, Asks[T]], /) -> Rule[P, T]: ...
    @overload
    def rule(
        self,
        /,
        *,
        refuse: Refuse | None = None,
        aim: str = "",
        hides: Iterable[str] = (),
        inline: bool = False,
        rounds: bool = False,
        settle: Settle | None = None,
        title: str = "",
        unasked: Formerly | None = None,
        open_aim: OpenAim | None = None,
    ) -> Callable[[Callable[P, Asks[T]]], Rule[P, T]]: ...
    def rule(self, function: Any = None, /, **given: Any) -> Any:
        """Make a function a rule of the game, as ``@astragal.rule`` does.

        The rule's name is prefixed with the game's.
        """
        if function is None:
            return lambda function: self._add(function, **given)
        return self._add(function)

    def _add(self, function: Callable[..., Any], **given: Any) -> Rule[..., Any]:
        name = getattr(function, "__name__", "")
        made: Rule[..., Any] = Rule(function, f"{self.name}.{name}", read=self.read, **given)
        self.rules[name] = made
        made.siblings = self.rules
        return made

    def adopt(self, rule: Rule[..., Any]) -> None:
        """Add a copy of a rule that belongs to no game; the original keeps its name."""
        self.rules[rule.name] = rule.renamed(f"{self.name}.{rule.name}", self.rules)

    @staticmethod
    def in_players_words(error: LimitError, rule: Rule[..., Any]) -> LimitError:
        """A limit error for players, without the details that only a rule's author can use."""
        if error.code not in _OF_ODDS:
            return error
        return LimitError(
            error.code,
            f"{rule.name}: the odds of this would take too long to work out",
            hint=error.hints,
        )

    def to_data(self) -> dict[str, Any]:
        """The game as JSON-ready data, with its rules and their parameters."""
        return {
            "name": self.name,
            "title": self.title,
            "short": list(self.short),
            "examples": list(self.examples),
            "named": None if self.named is None else list(self.named),
            "sheet": list(self.sheet),
            "rules": [rule.to_data() for rule in self.rules.values()],
        }

    def __repr__(self) -> str:
        return f"<game {self.name}: {', '.join(self.rules)}>"
