"""Rolls that are saved on a sheet, called by their names."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import Any

import click

from astragal._nearest import did_you_mean
from astragal.catalogue import game_names
from astragal.cli.options import as_typed
from astragal.cli.rules.sets import RuleSet
from astragal.cli.screen.terminal import Terminal
from astragal.cli.session import Session
from astragal.errors import AstragalError
from astragal.rules.rule import Rule
from astragal.table.party import Party
from astragal.table.saved_rolls import SavedRoll
from astragal.table.sheets import Sheet

_SHEET = "--sheet"


def saved_rule(
    name: str, rule_set: RuleSet, options: Sequence[str], session: Session
) -> Rule[..., Any]:
    """The rule of a saved roll; if there is none of that name, the error is about rules."""
    try:
        paths = [as_typed(path) for path in _sheets(options)]
        party = Party([Sheet.load(path) for path in paths]) if paths else session.party
        found = party.saved(name)
        if found is not None:
            return _rule_of(found[1], rule_set)
    except AstragalError as error:
        Terminal(sys.stderr).error(error)
        sys.exit(1)
    if hint := did_you_mean(name, party.saved_names):
        raise click.UsageError(f"nothing is saved as {name}; {hint}")
    return rule_set.find(name)


def _rule_of(roll: SavedRoll, rule_set: RuleSet) -> Rule[..., Any]:
    try:
        return roll.found(rule_set.rules.values())
    except AstragalError as error:
        game, dot, _ = roll.rule.partition(".")
        if dot and game in game_names():
            error.hint = f"astragal play {game} '{roll.name}'"
        raise


def _sheets(options: Sequence[str]) -> Iterator[str]:
    """The files behind ``--sheet``, before the options of the rule are known."""
    for place, option in enumerate(options):
        if option == _SHEET and place + 1 < len(options):
            yield options[place + 1]
        elif option.startswith(f"{_SHEET}="):
            yield option.removeprefix(f"{_SHEET}=")
