"""A slip of one letter in a word that a game knows is refused or understood.

Every slip of every word is tried in one of the lines with that word, and a few in each of them.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import click
import pytest

from astragal import AstragalError, game_names
from astragal.cli.commands.play import rule_call
from astragal.cli.rules.options import COMMON, own_options
from astragal.cli.session import Session
from astragal.limits import DEFAULT_LIMITS
from astragal.mechanics.modifiers import TYPES
from astragal.rules.rule import Rule
from astragal.service.subject import context_of, subject_of
from astragal.table.party import Party
from tests.support.game_calls import USUAL, VALUES, game_rules
from tests.support.slips import slips

pytestmark = pytest.mark.slow

RULES = game_rules()


def read(game: str, line: str) -> Any:
    """What a line means in a game; the error if it is refused. One with options is for `play`."""
    given: dict[str, Any] = {"variables": {}, "dialect": None, "game": game}
    try:
        if " --" in line:
            return with_options(game, line)
        context = context_of(given, Party(), DEFAULT_LIMITS)
        return subject_of(line, context, explained=False).experiment
    except (AstragalError, click.UsageError) as error:
        return error


def with_options(game: str, line: str) -> Any:
    words = [
        each.replace("_", "-") if each.startswith("--") else each for each in shlex.split(line)
    ]
    return rule_call([game, *words], Session(), {}).subject().experiment


def spelt(rule: Rule[..., Any]) -> str:
    """The usual call of a rule, in words."""
    words = [f"{name}={typed(value)}" for name, value in USUAL.get(rule.name, {}).items()]
    return " ".join([rule.name.partition(".")[2].replace("_", " "), *words])


def single_lines() -> Iterator[tuple[str, str, str]]:
    """A game, a line with a hole, and the word that fills it: words of values, and around them."""
    for type_ in TYPES:
        yield "target", f"check modifiers='+2 {{}}, +3 {type_}, +1 luck' target=12", type_
    for metal in ("gold", "golden", "silver"):
        yield "tiers", "check 45 tags='{} Eyes 2'", metal
        yield "tiers", "check 45 with {} Eyes 2", metal
    yield "target", "check modifiers='+2 luck {} Bless, +3 luck from Bless' target=12", "from"
    yield "target", "check modifiers='+2 luck {}' target=12", "bonus"
    yield "target", "check modifiers='-2 luck {}' target=12", "penalty"
    yield "target", "attack against='+3 natural armor, +2 enhancement to {}'", "natural armor"
    yield "target", "check +5 {} 12", "against"
    yield "tiers", "check 45 {} two advantages", "with"
    yield "tiers", "test 45 clock='alarm 2 {} 4: they come'", "of"
    yield "tiers", "check 45 tags='torch {} 2'", "tier"


def lines() -> Iterator[tuple[str, str, str]]:
    """The same for every rule, parameter and value that has a name, too."""
    yield from single_lines()
    for rule in RULES.values():
        game, _, name = rule.name.partition(".")
        called, call = name.replace("_", " "), spelt(rule)
        if name != "roll" and any(each.required for each in rule.parameters):
            yield game, call.replace(called, "{}", 1), called
        for parameter in rule.parameters:
            without = " ".join(w for w in call.split() if not w.startswith(f"{parameter.name}="))
            names = parameter.names_of_values
            fitting = [each for each in names if fits(game, f"{without} {parameter.name}='{each}'")]
            for value in fitting:
                yield game, f"{without} {parameter.name}='{{}}'", value
                if fits(game, f"{without} {value}"):
                    yield game, f"{without} {{}}", value
                yield game, f"{without} --{parameter.name} '{{}}'", value
            values = (*fitting, *map(typed, VALUES.get(parameter.name, ())), "1")
            for value in values:
                if fits(game, f"{without} {parameter.name}='{value}'"):
                    yield game, f"{without} {{}}='{value}'", parameter.name
                    yield game, f"{without} {{}} '{value}'", parameter.name.replace("_", " ")
                    break


def typed(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def fits(game: str, line: str) -> bool:
    return not isinstance(read(game, line), Exception)


def bent(game: str, line: str, word: str, tried: Sequence[str]) -> Iterator[str]:
    """The slips with which a line means something else."""
    meant = read(game, line.format(word))
    assert not isinstance(meant, Exception), f"{line.format(word)}: {meant}"
    for slip in tried:
        found = read(game, line.format(slip))
        if not isinstance(found, Exception) and found != meant and slip not in KNOWN:
            yield f"{game}: {line.format(slip)} → {found}"


KNOWN = {"adv", "dis", "time", "times"} | {
    word.casefold()
    for rule in RULES.values()
    for parameter in rule.parameters
    for word in (*parameter.type.choices_shown(), *parameter.type.number_names(), parameter.name)
}
"""What means something by itself is no slip: difficulty and Difficult."""


@cache
def lines_by_word() -> dict[str, dict[str, list[str]]]:
    """For each game the lines of each word."""
    found: dict[str, dict[str, list[str]]] = {game: {} for game in game_names()}
    for game, line, word in dict.fromkeys(lines()):
        if word.replace(" ", "").replace("_", "").replace("-", "").isalpha():
            found[game].setdefault(word, []).append(line)
    return found


def shared_out(word: str, places: int) -> Iterator[Sequence[str]]:
    """The slips of a word for each of its places: all of them together, at least six in each."""
    every = tuple(slips(word))
    step = min(places, len(every) // 6)
    return (every[place % step :: step] for place in range(places))


@pytest.mark.parametrize("game", game_names())
def test_a_slip_changes_no_result(game: str) -> None:
    found = [
        each
        for word, places in lines_by_word()[game].items()
        for line, tried in zip(places, shared_out(word, len(places)), strict=True)
        for each in bent(game, line, word, tried)
    ]
    assert found == []


@pytest.mark.parametrize("rule", RULES.values(), ids=lambda rule: rule.name)
def test_a_slip_of_an_option_is_refused(rule: Rule[..., Any]) -> None:
    """No option is a slip of another, but for those that mean something by themselves."""
    game, _, name = rule.name.partition(".")
    at = 7 * list(RULES.values()).index(rule)
    every = {text for each in (*own_options(rule), *COMMON) for text in each.opts}
    for option in every:
        tried = [f"--{each}" for each in slips(option[2:]) if each not in KNOWN]
        assert every.isdisjoint(tried)
        slip = tried[at % len(tried)]
        assert isinstance(read(game, f"{name} {slip} 1"), Exception), slip


def test_there_are_lines_for_every_kind_of_word() -> None:
    games = lines_by_word().values()
    words = {word for each in games for word in each}
    assert {"luck", "golden", "silver", "Very Hard", "mastery", "lost", "reset", "with"} <= words
    assert {"check", "group test", "on_failure", "on failure", "critical from"} <= words
    found = [line for each in games for places in each.values() for line in places]
    assert len(found) > 700
    assert sum(" --" in line and "'{}'" in line for line in found) > 50


def test_the_check_finds_what_is_bent() -> None:
    """A word of no meaning in a place where any word is taken: the name of a Clock."""
    slip = next(shared_out("alarm", 1))[:1]
    assert list(bent("tiers", "countdown 45 40 clock='{} 1/4'", "alarm", slip))
