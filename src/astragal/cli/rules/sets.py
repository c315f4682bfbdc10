"""The source of rules: a game, or a Python file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from astragal.catalogue import find_game, find_rule, open_games
from astragal.cli.asking import as_typed, option_of
from astragal.cli.own_options import FILE
from astragal.errors import AstragalError, ParameterError, RuleError
from astragal.rules.rule import Rule

if TYPE_CHECKING:
    from astragal.rules.files import RuleFile


class RuleSet(NamedTuple):
    """The rules of one game or of one file."""

    name: str
    rules: Mapping[str, Rule[..., Any]]
    about: str
    for_players: bool = False
    """True for the rules of a game, whose players did not write them"""
    named: tuple[str, str] | None = None
    """the rule and parameter to use for a name from a sheet"""
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
    """The rules of a game, or of a file if the name is a path."""
    if name.endswith(".py") or "/" in name or Path(name).is_file():
        about = f"The rules of {name}. Each has its own options: see RULE --help."
        file = rule_file(name)
        return RuleSet(name, file.rules, about, named=file.games[0].named)
    try:
        game = find_game(name)
    except AstragalError as error:
        raise _usage_error(error) from None
    about = f"{name}: {game.title}. `astragal games {name}` explains it."
    return RuleSet(
        name, game.rules, about, for_players=True, named=game.named, examples=game.examples
    )


def _usage_error(error: AstragalError) -> click.UsageError:
    return click.UsageError(_in_one_line(error))


def _in_one_line(error: AstragalError) -> str:
    return "; ".join(filter(None, (error.message, error.hint)))


def rule_file(path: str) -> RuleFile:
    """Run a Python file of rules."""
    from astragal.rules.files import RuleFile

    with _told():
        return RuleFile.load(path)


def recorded_rules(paths: Iterable[str]) -> list[Rule[..., Any]]:
    """The rules of Python files, under the names that the records of their games use."""
    return [rule for path in paths for rule in rule_file(as_typed(path)).recorded.values()]


def _open_games(ctx: click.Context, option: click.Parameter, paths: Sequence[str]) -> list[str]:
    with _told():
        return [game.name for path in paths for game in open_games(as_typed(path))]


def file_option() -> click.Option:
    """The option ``--file``, which opens games before any other option is read."""
    option = option_of(FILE)
    option.is_eager, option.callback = True, _open_games
    return option


@contextmanager
def _told() -> Iterator[None]:
    """Turn errors of the file into errors of the command line."""
    try:
        yield
    except RuleError as error:
        if error.code in ("broken-file", "broken-game"):
            raise click.ClickException(_in_one_line(error)) from error
        raise _usage_error(error) from None
