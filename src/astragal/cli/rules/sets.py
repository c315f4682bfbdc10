"""Where rules come from: a game, by its name, or a Python file that somebody wrote."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import click

from astragal.catalogue import find_game, find_rule
from astragal.errors import AstragalError, ParameterError, RuleError
from astragal.rules.files import RuleFile
from astragal.rules.rule import Rule


class RuleSet(NamedTuple):
    """The rules of one game or of one file."""

    name: str
    rules: Mapping[str, Rule[..., Any]]
    about: str
    for_players: bool = False
    """whether it is a game's: those who play it did not write it"""
    named: tuple[str, str] | None = None
    """the rule, and its parameter, for a name from a sheet"""
    examples: tuple[str, ...] = ()
    """lines to copy"""

    def has(self, name: str) -> bool:
        return name.replace("-", "_") in self.rules

    def find(self, name: str) -> Rule[..., Any]:
        try:
            return find_rule(self.name, self.rules, name)
        except ParameterError as error:
            if self.named is not None and not (error.hint or "").startswith("did you mean"):
                rule, parameter = self.named
                error.hint = f'{error.hint}; for a name on a sheet: {rule} --{parameter} "{name}"'
            raise _usage_error(error) from None


def find_rules(name: str) -> RuleSet:
    """The rules of a game, or of a file if that is what the name is."""
    if name.endswith(".py") or "/" in name or Path(name).is_file():
        about = f"The rules of {name}. Each has its own options: see RULE --help."
        return RuleSet(name, load_rules(name), about)
    try:
        game = find_game(name)
    except ParameterError as error:
        raise _usage_error(error) from None
    about = f"{name}: {game.title}. `astragal games {name}` explains it."
    return RuleSet(
        name, game.rules, about, for_players=True, named=game.named, examples=game.examples
    )


def _usage_error(error: AstragalError) -> click.UsageError:
    return click.UsageError("; ".join(filter(None, (error.message, error.hint))))


def load_rules(path: str) -> Mapping[str, Rule[..., Any]]:
    """Run a Python file; the rules it makes, by name."""
    try:
        return RuleFile.load(path).rules
    except RuleError as error:
        if error.code == "broken-file":
            raise click.ClickException(error.message) from error
        raise _usage_error(error) from None
