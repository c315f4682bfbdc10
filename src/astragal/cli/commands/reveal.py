"""``astragal reveal``, and the options that hide a difficulty."""

from __future__ import annotations

import sys
from typing import Any, TextIO

import click

from astragal.cli.commands.resume import read_file
from astragal.cli.options import LIMIT, TIME, limits_given
from astragal.cli.rules.sets import recorded_rules
from astragal.cli.screen.terminal import Terminal
from astragal.cli.wrong_use import PlainCommand
from astragal.errors import AstragalError
from astragal.hidden import Secret, reveal


@click.command("reveal", cls=PlainCommand)
@click.argument("record", type=click.File(encoding="utf-8-sig"), metavar="RECORD")
@click.argument("secret", type=click.File(encoding="utf-8-sig"), metavar="SECRET")
@click.option("--rules", multiple=True, metavar="FILE", help="A Python file with the rules.")
@click.option("--explain", is_flag=True, help="Explain the roll, step by step.")
@click.option("--json", "as_json", is_flag=True, help="Write the whole record.")
@click.option("--limit", **LIMIT)
@click.option("--time", **TIME)
def command(
    record: TextIO,
    secret: TextIO,
    rules: tuple[str, ...],
    explain: bool,
    as_json: bool,
    **given: Any,
) -> None:
    """Tell what a roll with a hidden difficulty came to, and prove that nobody changed it since.

    \b
    astragal play triumph check --ability 3 --hidden dc=15 --secret dc.json --json > roll.json
    astragal reveal roll.json dc.json

    The exit status is 1 if the secret is not the one of the record.
    """
    if explain and as_json:
        raise click.UsageError("give --explain or --json, not both: a record explains itself")
    terminal = Terminal()
    try:
        known: list[Any] = recorded_rules(rules)
        found = Secret.from_data(read_file(secret, "secret"))
        roll = reveal(read_file(record, "record"), found, rules=known, limits=limits_given(given))
    except AstragalError as error:
        Terminal(sys.stderr).error(error)
        sys.exit(1)
    if as_json:
        from astragal.service.answers import roll_answer

        terminal.record(roll_answer(roll))
        return
    terminal.roll(roll)
    for step in roll.explain() if explain else ():
        terminal.paragraph(step, "  ")
