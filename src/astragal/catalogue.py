"""The games there are, by name; and records of their rolls, which need no rules to be handed in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from astragal import games
from astragal.errors import ParameterError
from astragal.experiment.run import records
from astragal.limits import Limits
from astragal.notation.records import Record, load
from astragal.rolling.roll import Roll
from astragal.rules.game import Game
from astragal.rules.rule import Rule
from astragal.table.circumstances import Circumstance


def game_names() -> tuple[str, ...]:
    """Every game: one module each.

    >>> game_names()
    ('percentile', 'scores', 'target', 'tiers', 'triumph')
    """
    return tuple(module.name for module in iter_modules(games.__path__))


def find_game(name: str) -> Game:
    """A game by its name; a ParameterError with the nearest one if there is none.

    >>> find_game("tiers")
    <game tiers: check, test, countdown, opposed>
    """
    known = game_names()
    if name not in known:
        raise ParameterError(
            "no-such-game", f"there is no game {name!r}", hint=_near(name, known, "the games are")
        )
    game: Game = import_module(f"astragal.games.{name}").game
    return game


def find_rule(where: str, rules: Mapping[str, Rule[..., Any]], name: str) -> Rule[..., Any]:
    """A rule by its name; a ParameterError with the nearest one if there is none."""
    rule = rules.get(name.replace("-", "_"))
    if rule is None:
        hint = _near(name, rules, f"the rules of {where} are")
        raise ParameterError("no-such-rule", f"{where} has no rule {name!r}", hint=hint)
    return rule


def parameter_names() -> set[str]:
    """What the rules of all games can be given."""
    games = map(find_game, game_names())
    return {
        parameter.name
        for game in games
        for rule in game.rules.values()
        for parameter in rule.parameters
    }


def check_gifts(circumstance: Circumstance, also: Iterable[str] = ()) -> None:
    """Refuse a circumstance that gives what no rule takes: it would never be of any use."""
    known = sorted({*parameter_names(), *also})
    for name in circumstance.gives:
        if name not in known:
            near = get_close_matches(name, known, 1, 0.6)
            hint = (
                f"did you mean {near[0]}?" if near else "it gives a number to a parameter of a rule"
            )
            message = f"{circumstance.name}: no rule takes {name}"
            raise ParameterError("bad-circumstance", message, hint=hint)


def _near(name: str, known: Iterable[str], all_of_them: str) -> str:
    near = get_close_matches(name.replace("-", "_"), known, 1, 0.5)
    listed = f"{all_of_them} {', '.join(known)}"
    return f"did you mean {near[0]}? ({listed})" if near else listed


def read_record(
    record: Record,
    *,
    rules: Rule[..., Any] | Iterable[Rule[..., Any]] = (),
    limits: Limits | None = None,
) -> Roll:
    """The roll a record claims, not yet checked; of a rule, the roll its faces give.

    ``rules`` are those it may be of, besides those of the games.

    >>> import astragal
    >>> roll = astragal.roll("1d20+5")
    >>> astragal.read_record(roll.to_json()) == roll
    True
    """
    data = load(record)
    return records.read_record(data, rules=_rules(data, rules), limits=limits)


def verify(
    record: Record,
    *,
    rules: Rule[..., Any] | Iterable[Rule[..., Any]] = (),
    limits: Limits | None = None,
) -> Roll:
    """Check a record by replaying its faces; the roll, or a RecordError that says where it differs.

    A roll of a rule can only be replayed by those who have the rule: those of the games are known, any
    other must be among ``rules``.

    >>> import astragal
    >>> from astragal.games import tiers
    >>> astragal.verify(astragal.roll("4d6kh3", faces=[6, 5, 4, 2]).to_json()).outcome
    15
    >>> print(astragal.verify(tiers.check(43).roll(faces=[21]).to_json()).outcome)
    Success, 2 $
    """
    data = load(record)
    return records.verify(data, rules=_rules(data, rules), limits=limits)


def _rules(
    data: dict[str, Any], given: Rule[..., Any] | Iterable[Rule[..., Any]]
) -> list[Rule[..., Any]]:
    """The rules that were given, and those of the game that the record is of."""
    rules = [given] if isinstance(given, Rule) else list(given)
    game, dot, _ = str(data.get("rule", "")).partition(".")
    if dot and game in game_names():
        rules += find_game(game).rules.values()
    return rules
