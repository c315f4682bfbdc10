"""``astragal reveal``."""

from __future__ import annotations

import sys
from typing import Any, TextIO

import click

from astragal.cli.asking import Way, chosen, options_of
from astragal.cli.commands.resume import read_file
from astragal.cli.own_options import EXPLAIN, JSON, RULES, WORK, limits_of
from astragal.cli.rules.sets import recorded_rules
from astragal.cli.screen.terminal import Terminal
from astragal.cli.wrong_use import PlainCommand
from astragal.errors import AstragalError
from astragal.hidden import Secret, reveal
from astragal.service.questions.reveal import Reveal

WAYS = (Way(Reveal, (RULES, EXPLAIN, JSON), called="a roll"),)


def _reveal(record: TextIO, secret: TextIO, **typed: Any) -> None:
    """Tell what a roll with a hidden difficulty came to, and prove that nobody changed it since.

    \b
    astragal play triumph check --ability 3 --hidden dc=15 --secret dc.json --json > roll.json
    astragal reveal roll.json dc.json

    The exit status is 1 if the secret is not the one of the record.
    """
    chosen(WAYS, typed)
    terminal = Terminal()
    try:
        known: list[Any] = recorded_rules(typed["rules"])
        found = Secret.from_data(read_file(secret, "secret"))
        roll = reveal(read_file(record, "record"), found, rules=known, limits=limits_of(typed))
    except AstragalError as error:
        Terminal(sys.stderr).error(error)
        sys.exit(1)
    if typed["json"]:
        from astragal.service.answers import roll_answer

        terminal.record(roll_answer(roll))
        return
    terminal.roll(roll)
    for step in roll.explain() if typed["explain"] else ():
        terminal.paragraph(step, "  ")


_RECORD = click.File(encoding="utf-8-sig")
command = PlainCommand(
    "reveal",
    params=[
        click.Argument(["record"], type=_RECORD, metavar="RECORD"),
        click.Argument(["secret"], type=_RECORD, metavar="SECRET"),
        *options_of(WAYS, WORK),
    ],
    callback=_reveal,
    help=_reveal.__doc__,
)
