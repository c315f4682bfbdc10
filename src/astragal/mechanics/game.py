"""A game: a named set of rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, overload

from astragal.experiment.experiment import Asks
from astragal.experiment.rule import Refuse, Rule

P = ParamSpec("P")
T = TypeVar("T")


class Game:
    """A named set of rules, with what a player should know of it.

    >>> from astragal.games import scores
    >>> scores.game.name, list(scores.game.rules)[:2]
    ('scores', ['test', 'contest'])
    """

    def __init__(
        self, name: str, title: str, *, short: tuple[str, ...], examples: tuple[str, ...]
    ) -> None:
        self.name = name
        self.title = title
        """the game in a few words"""
        self.short = short
        """its rules in short, a line each"""
        self.examples = examples
        """commands to copy, without `astragal play NAME`"""
        self.rules: dict[str, Rule[..., Any]] = {}

    @overload
    def rule(self, function: Callable[P, Asks[T]], /) -> Rule[P, T]: ...
    @overload
    def rule(
        self, /, *, refuse: Refuse | None = None
    ) -> Callable[[Callable[P, Asks[T]]], Rule[P, T]]: ...
    def rule(self, function: Any = None, /, *, refuse: Refuse | None = None) -> Any:
        """Make a rule of the game of a function, as ``@astragal.rule`` does; its name begins with the game's."""
        if function is None:
            return lambda function: self._add(function, refuse)
        return self._add(function, None)

    def _add(self, function: Callable[..., Any], refuse: Refuse | None) -> Rule[..., Any]:
        name = function.__name__
        made: Rule[..., Any] = Rule(function, f"{self.name}.{name}", refuse)
        self.rules[name] = made
        return made

    def __repr__(self) -> str:
        return f"<game {self.name}: {', '.join(self.rules)}>"
