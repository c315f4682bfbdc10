"""Where rules come from: a game, by its name, or a Python file that somebody wrote."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import click

from astragal.catalogue import find_game, find_rule
from astragal.errors import AstragalError, ParameterError
from astragal.rules.rule import Rule


class RuleSet(NamedTuple):
    """The rules of one game or of one file."""

    name: str
    rules: Mapping[str, Rule[..., Any]]
    about: str

    def find(self, name: str) -> Rule[..., Any]:
        try:
            return find_rule(self.name, self.rules, name)
        except ParameterError as error:
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
    return RuleSet(name, game.rules, about)


def _usage_error(error: ParameterError) -> click.UsageError:
    return click.UsageError(f"{error.message}; {error.hint}")


def load_rules(path: str) -> dict[str, Rule[..., Any]]:
    """Run a Python file; the rules it makes, by name."""
    module = _module(path)
    rules = {each.name: each for each in vars(module).values() if isinstance(each, Rule)}
    if not rules:
        raise click.UsageError(f"{path} has no rules; a rule is a function under @rule")
    return rules


def _module(path: str) -> ModuleType:
    file = Path(path)
    if not file.is_file():
        raise click.UsageError(f"there is no file {path}")
    spec = importlib.util.spec_from_file_location(_module_name(file), file)
    if file.suffix != ".py" or spec is None or spec.loader is None:
        raise click.UsageError(f"{path} is not a Python file; rules are written in Python")
    module = importlib.util.module_from_spec(spec)
    # Dataclasses and pickles look their module up, and a file may import others beside it.
    sys.modules[spec.name] = module
    sys.path.insert(0, str(file.resolve().parent))
    try:
        spec.loader.exec_module(module)
    except AstragalError as error:
        raise click.ClickException(f"{path}: {error.message}") from None
    except Exception as error:
        raise click.ClickException(f"{path}: {type(error).__name__}: {error}") from error
    return module


def _module_name(file: Path) -> str:
    """The file's own name, unless that would replace some other module."""
    taken = sys.modules.get(file.stem)
    ours = taken is None or getattr(taken, "__file__", None) == str(file)
    return file.stem if ours else f"{file.stem} of {file.resolve().parent}".replace(".", "_")
