"""The games by name: built-in ones, those of installed packages, and those of opened files.

Packages offer games by entry points in the group ``astragal.games``. Reading these takes a while,
so it only happens when games are listed or a name is not built in.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from astragal import games
from astragal._modules import module_names
from astragal._nearest import did_you_mean
from astragal._visible import in_short
from astragal.errors import AstragalError, ParameterError, RuleError
from astragal.rules.game import Game
from astragal.rules.rule import Rule

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from astragal.rules.files import RuleFile

GROUP = "astragal.games"
"""The entry point group of games."""

_opened: dict[str, tuple[Game, RuleFile]] = {}
"""Games loaded from files in this process, by name."""


class Broken(NamedTuple):
    """A game that cannot be loaded, with the reason."""

    name: str
    message: str
    hint: str | None = None

    def error(self) -> RuleError:
        return RuleError("broken-game", f"{self.name}: {self.message}", hint=self.hint)


@cache
def built_in_names() -> tuple[str, ...]:
    """Names of all built-in games."""
    return tuple(module_names(games.__path__))


def game_names() -> tuple[str, ...]:
    """Names of all games: built in, from installed packages, and from opened files.

    >>> game_names()[:5]
    ('percentile', 'scores', 'target', 'tiers', 'triumph')
    """
    others = sorted({*_opened, *_installed()} - {*built_in_names()})
    return (*built_in_names(), *others)


def is_game(name: str) -> bool:
    """True if a game has this name, even if it is broken."""
    return name in built_in_names() or name in _opened or name in _installed()


def find_game(name: str) -> Game:
    """Find a game by name; for unknown names, a ParameterError suggests the nearest.

    >>> find_game("tiers")
    <game tiers: check, test, countdown, opposed>
    """
    if not isinstance(name, str):
        raise ParameterError(
            "no-such-game", f"a game is found by its name, not by {in_short(name)}"
        )
    if name in built_in_names():
        game: Game = import_module(f"astragal.games.{name}").game
        return game
    if name in _opened:
        return _opened[name][0]
    if name not in _installed():
        known = game_names()
        raise ParameterError(
            "no-such-game",
            f"there is no game {in_short(name)}",
            hint=did_you_mean(name, known, f"the games are {', '.join(known)}"),
        )
    found = _loaded(name)
    if isinstance(found, Broken):
        raise found.error()
    return found


def all_games() -> list[Game]:
    """All games that can be loaded."""
    broken = {each.name for each in broken_games()}
    return [find_game(name) for name in game_names() if name not in broken]


def broken_games() -> list[Broken]:
    """Games of installed packages that cannot be loaded or used."""
    found = [_loaded(name) for name in sorted(_installed()) if name not in _opened]
    return [each for each in found if isinstance(each, Broken)]


def find_rule(where: str, rules: Mapping[str, Rule[..., Any]], name: str) -> Rule[..., Any]:
    """Find a rule by name; for unknown names, a ParameterError suggests the nearest."""
    rule = rules.get(name.replace("-", "_"))
    if rule is None:
        hint = did_you_mean(name, rules, f"the rules of {where} are {', '.join(rules)}")
        raise ParameterError("no-such-rule", f"{where} has no rule {in_short(name)}", hint=hint)
    return rule


def all_rules() -> list[Rule[..., Any]]:
    """The rules of all games."""
    return [rule for game in all_games() for rule in game.rules.values()]


# Files


def open_games(path: str | Path) -> tuple[Game, ...]:
    """Run a Python file and register its games by their names. Only run files you trust.

    If a file does not create a game, its rules form one, named after the file.

    >>> open_games("examples/duel.py")  # doctest: +SKIP
    (<game duel: blow, duel>,)
    """
    from astragal.rules.files import RuleFile

    return opened(RuleFile.load(path))


def opened(file: RuleFile) -> tuple[Game, ...]:
    """Register the games of a file that was run."""
    for game in file.games:
        before = _opened.get(game.name)
        taken = before[1].path if before is not None else ""
        if game.name in built_in_names():
            taken = "a built-in game"
        if taken not in ("", file.path):
            raise RuleError(
                "name-taken",
                f"{file.path}: the name {game.name} is taken by {taken}",
                hint=f'name it otherwise, by Game("{game.name}_2", …) in the file',
            )
        if wrong := _what_is_wrong(game):
            raise RuleError("broken-game", f"{file.path}: {wrong}")
    for game in file.games:
        _opened[game.name] = game, file
    return file.games


def opened_files() -> tuple[RuleFile, ...]:
    """The files whose games are registered."""
    return tuple({file.path: file for _, file in _opened.values()}.values())


# Installed packages


@cache
def _installed() -> Mapping[str, tuple[EntryPoint, ...]]:
    """Entry points of games by name; if the name is a built-in one, the package is added."""
    if sys.platform == "emscripten":  # a browser only has our own package
        return {}
    from importlib.metadata import entry_points

    found: dict[str, tuple[EntryPoint, ...]] = {}
    for each in entry_points(group=GROUP):
        # A built-in game keeps its name; the other one is listed with its package.
        name = each.name if each.name not in built_in_names() else f"{each.name} of {_whose(each)}"
        found[name] = (*found.get(name, ()), each)
    return found


@cache
def _loaded(name: str) -> Game | Broken:
    """The game of an entry point; errors in its package make it ``Broken``."""
    points = _installed()[name]
    whose = " and ".join(map(_whose, points))
    if points[0].name in built_in_names():
        return Broken(name, f"the name {points[0].name} is that of a built-in game")
    if len(points) > 1:
        return Broken(name, f"several packages offer it: {whose}", "uninstall all but one of them")
    try:
        found = points[0].load()
    except (Exception, SystemExit) as error:
        hint = None
        why = f"{type(error).__name__}: {error}"
        if isinstance(error, AstragalError):
            why, hint = error.message, error.hint
        return Broken(name, f"it cannot be loaded from the package {whose}: {why}", hint)
    if not isinstance(found, Game):
        return Broken(
            name,
            f"{points[0].value} of {whose} is not a Game, but {in_short(found)}",
            f'its entry point names one: {name} = "package.module:game"',
        )
    if found.name != name:
        return Broken(name, f"{whose} calls it {name} in its entry point, its game is {found.name}")
    wrong = _what_is_wrong(found)
    return Broken(name, f"{whose}: {wrong}") if wrong else found


def _whose(point: EntryPoint) -> str:
    return point.dist.name if point.dist is not None else point.value


def _what_is_wrong(game: Game) -> str:
    """The reason why a game cannot be played; "" if it can."""
    if not game.rules:
        return f"{game.name} has no rules"
    if game.named is not None:
        rule, parameter = game.named
        known = {each.name for each in game.rules[rule].parameters} if rule in game.rules else ()
        if parameter not in known:
            return f"named says {rule} and {parameter}, which {game.name} does not have"
    return ""
