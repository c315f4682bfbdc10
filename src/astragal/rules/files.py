"""Files of rules: Python files by users, run for their rules and identified by their source."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.util import decode_source
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from astragal._visible import in_short
from astragal.errors import AstragalError, RuleError
from astragal.rules.game import Game
from astragal.rules.rule import Rule

_KNOWN_BY = "__rule_file__"
"""The name under which an executed module keeps its RuleFile."""


class Origin(NamedTuple):
    """A file as data, so that it can be run again in another process."""

    path: str
    source: str
    digest: str

    def load(self, *, with_neighbours: bool = False) -> RuleFile:
        """Run the file again; ``with_neighbours`` lets it import modules from its own folder."""
        if with_neighbours:
            _import_beside(Path(self.path))
        return run_again(*self)


class RuleFile(NamedTuple):
    """A Python file that has been run, with the rules in it."""

    path: str
    source: str
    digest: str
    """the SHA-256 of the source"""
    rules: Mapping[str, Rule[..., Any]]
    """the rules, by their names in this file"""
    games: tuple[Game, ...]
    """the games it defines, or one made of its rules if it defines none"""

    @classmethod
    def load(cls, path: str | Path) -> RuleFile:
        """Read a file and run it."""
        if not isinstance(path, str | Path):
            raise RuleError("no-such-file", f"a file is found by its path, not by {in_short(path)}")
        file = Path(path)
        if not _is_file(file):
            raise RuleError("no-such-file", f"there is no file {path}")
        if file.suffix != ".py":
            raise RuleError(
                "not-python", f"{path} is not a Python file", hint="rules are written in Python"
            )
        try:
            source = decode_source(file.read_bytes())
        except (OSError, SyntaxError, ValueError) as error:
            raise _broken(path, error) from error
        _import_beside(file)
        return _run(_module_name(file), str(path), source)

    @property
    def origin(self) -> Origin:
        return Origin(self.path, self.source, self.digest)

    @property
    def recorded(self) -> dict[str, Rule[..., Any]]:
        """Its rules, and those of its games, by the names used in records."""
        of_games = [rule for game in self.games for rule in game.rules.values()]
        return {rule.name: rule for rule in (*of_games, *self.rules.values())}

    def beside_it(self) -> list[str]:
        """The modules that it imports from its own folder."""
        folder = Path(self.path).parent
        return sorted(
            {
                name
                for name in _imported(self.source)
                if (folder / f"{name}.py").is_file() or (folder / name / "__init__.py").is_file()
            }
        )


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # a path that is too long or contains a NUL
        return False


def load_rules(path: str | Path) -> dict[str, Rule[..., Any]]:
    """Run a Python file and return its rules by name. Load only files you trust.

    >>> import astragal
    >>> rules = astragal.load_rules("examples/duel.py")
    >>> rules["blow"](bonus=3).odds().of("hit").probability(True)
    Fraction(3, 5)
    """
    return dict(RuleFile.load(path).rules)


def file_of(rule: Rule[..., Any]) -> RuleFile | None:
    """The file that a rule was loaded from, if the file still has it under its name."""
    file = rule.function.__globals__.get(_KNOWN_BY)
    known = isinstance(file, RuleFile) and file.recorded.get(rule.name) is rule
    return file if known else None


@lru_cache(maxsize=8)
def run_again(path: str, source: str, digest: str) -> RuleFile:
    """Run a file from its source; a RuleError if the source does not match the digest."""
    if _digest(source) != digest:
        raise RuleError("altered-source", f"the source of {path} was altered on its way")
    return _run(f"{Path(path).stem} of {digest[:16]}", path, source)


def _run(name: str, path: str, source: str) -> RuleFile:
    module = ModuleType(name)
    module.__file__ = path
    # Dataclasses and pickle look up their module here.
    sys.modules[name] = module
    try:
        exec(compile(source, path, "exec", dont_inherit=True), vars(module))
    except AstragalError as error:
        raise RuleError("broken-file", f"{path}: {error.message}", hint=error.hints) from None
    except Exception as error:
        raise _broken(path, error) from error
    games, rules = _games_in(module), _rules_in(module)
    if not rules:
        raise RuleError("no-rules", f"{path} has no rules", hint="a rule is a function under @rule")
    file = RuleFile(path, source, _digest(source), rules, games or (_game_of(module, rules),))
    setattr(module, _KNOWN_BY, file)
    return file


def _games_in(module: ModuleType) -> tuple[Game, ...]:
    """The games that a module defines: those with at least one rule from this module."""
    games = dict.fromkeys(each for each in vars(module).values() if isinstance(each, Game))
    return tuple(game for game in games if any(_is_of(module, r) for r in game.rules.values()))


def _rules_in(module: ModuleType) -> dict[str, Rule[..., Any]]:
    """The rules of a module by short name; if two clash, the later one gets its full name."""
    found: dict[str, Rule[..., Any]] = {}
    rules = [each for each in vars(module).values() if isinstance(each, Rule)]
    rules += [rule for game in _games_in(module) for rule in game.rules.values()]
    for rule in rules:
        short = rule.name.rpartition(".")[2]
        taken = short in found and found[short].name != rule.name
        found[rule.name if taken else short] = rule
    return found


def _is_of(module: ModuleType, rule: Rule[..., Any]) -> bool:
    return rule.function.__globals__ is vars(module)


def _game_of(module: ModuleType, rules: Mapping[str, Rule[..., Any]]) -> Game:
    """The rules of a file as a game named after the file."""
    path = module.__file__ or ""
    name = re.sub(r"\W", "_", Path(path).stem.lower())
    says = (module.__doc__ or "").strip().partition("\n")[0].rstrip(".")
    made = Game(name if name.isidentifier() else f"_{name}", says or f"the rules of {path}")
    for rule in rules.values():
        if not rule.siblings:
            made.adopt(rule)
    return made


def _import_beside(file: Path) -> None:
    """Let a file import modules from its own folder."""
    sys.path.insert(0, str(file.resolve().parent))


def _broken(path: object, error: Exception) -> RuleError:
    return RuleError("broken-file", f"{path}: {type(error).__name__}: {error}")


def _digest(source: str) -> str:
    import hashlib

    return hashlib.sha256(source.encode("utf-8", "surrogatepass")).hexdigest()


def _module_name(file: Path) -> str:
    """The name of the file, unless another module already has that name."""
    taken = sys.modules.get(file.stem)
    ours = taken is None or getattr(taken, "__file__", None) == str(file)
    return file.stem if ours else f"{file.stem} of {file.resolve().parent}".replace(".", "_")


def _imported(source: str) -> Iterator[str]:
    """The top-level name of every module that a source imports."""
    import ast

    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            yield (node.module or "").partition(".")[0]
        elif isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
