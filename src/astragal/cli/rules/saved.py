"""Rules called by a name on a sheet: a saved roll, or a value."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Any

import click

from astragal._nearest import did_you_mean
from astragal.catalogue import find_game, is_game
from astragal.cli.asking import as_typed
from astragal.cli.rules.sets import RuleSet
from astragal.cli.screen.terminal import Terminal
from astragal.cli.session import Session
from astragal.errors import AstragalError
from astragal.rules.rule import Rule
from astragal.table.party import Party
from astragal.table.saved_rolls import SavedRoll
from astragal.table.sheets import Sheet
from astragal.talk.in_games import GameTalk

_SHEET = "--sheet"


def named_rule(
    words: Sequence[str], rule_set: RuleSet, session: Session
) -> tuple[Rule[..., Any], list[str], str]:
    """The rule of a call that does not name it, the remaining words, and the saved roll's name.

    The call names a roll saved on a sheet, or is a sentence such as "a Climb Check, hard".
    Otherwise the error is about an unknown rule.
    """
    name = as_typed(words[0])
    try:
        paths = [as_typed(path) for path in _sheets(words)]
        party = Party([Sheet.load(path) for path in paths]) if paths else session.party
        found = party.saved(name)
        if found is not None:
            return _rule_of(found[1], rule_set), [*words[1:]], name
        if rule_set.for_players:
            spoken = [as_typed(each) for each in takewhile(_is_no_option, words)]
            game = find_game(rule_set.name)
            talk = GameTalk(game, lambda text: game.read(party.parse(text)), {}, party)
            called = talk.called(" ".join(spoken))
            if called is not None:
                _, called_rule, *values = called.words_of_rule
                return game.rules[called_rule], [*values, *words[len(spoken) :]], called.saved
    except AstragalError as error:
        Terminal(sys.stderr).error(error)
        sys.exit(1)
    if hint := did_you_mean(name, party.saved_names):
        raise click.UsageError(f"nothing is saved as {name}; {hint}")
    rule = rule_set.find(name)
    return rule, [*words[1:]], name


def _is_no_option(word: str) -> bool:
    return not word.startswith("--")


def _rule_of(roll: SavedRoll, rule_set: RuleSet) -> Rule[..., Any]:
    try:
        return roll.found(rule_set.rules.values())
    except AstragalError as error:
        game, dot, _ = roll.rule.partition(".")
        if dot and is_game(game):
            error.hint = f"astragal play {game} '{roll.name}'"
        raise


def _sheets(options: Sequence[str]) -> Iterator[str]:
    """The files after ``--sheet``, found before the options of the rule are known."""
    for place, option in enumerate(options):
        if option == _SHEET and place + 1 < len(options):
            yield options[place + 1]
        elif option.startswith(f"{_SHEET}="):
            yield option.removeprefix(f"{_SHEET}=")
