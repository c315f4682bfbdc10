"""``astragal verify``."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import TextIO

import click

from astragal.cli.options import TIME
from astragal.cli.rules import load_rules
from astragal.cli.terminal import Terminal
from astragal.errors import AstragalError, RecordError, StoppedError
from astragal.limits import Limits
from astragal.outcome import Number
from astragal.records import verify


@click.command("verify")
@click.argument(
    "files", nargs=-1, required=True, metavar="FILE...", type=click.File(encoding="utf-8-sig")
)
@click.option(
    "--rules", multiple=True, metavar="FILE", help="A Python file with the rules that were rolled."
)
@click.option("--time", **TIME)
def command(files: tuple[TextIO, ...], rules: tuple[str, ...], time: Number | None) -> None:
    """Check records: replay their faces, and compare the results with what the records say.

    A file holds one record, or several, one per line. ``-`` is standard input.

    \b
    astragal roll 4d6kh3 --json > roll.json
    astragal verify roll.json
    astragal roll 2d6 --times 5 --json | astragal verify -
    astragal verify duel.json --rules duel.py

    The exit status is 1 if any record fails the check.
    """
    out, err = Terminal(), Terminal(sys.stderr)
    failed = False
    limits = None if time is None else Limits(seconds=time)
    known = [rule for path in rules for rule in load_rules(path).values()]
    for file in files:
        for place, record in _records(file):
            try:
                roll = verify(record, rules=known, limits=limits)
            except AstragalError as error:
                failed = True
                if error.code == "unknown-rule" and not known:
                    error = RecordError(
                        error.code, "this is a roll of a rule: name its file with --rules"
                    )
                sys.stdout.flush()
                stopped = isinstance(error, StoppedError)
                verdict = "not checked: " if stopped else "does not hold: "
                err.write(err.style(verdict, fg="red", bold=True) + f"{place}: {error}")
            else:
                out.write(f"{out.style('holds:', fg='green')} {roll}")
    sys.exit(1 if failed else 0)


def _records(file: TextIO) -> Iterator[tuple[str, str]]:
    """Each record with its place: the whole file if it is JSON, else each line."""
    try:
        text = file.read()
    except UnicodeDecodeError:
        text = "(not text)"
    name = getattr(file, "name", "<stdin>")
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if len(lines) < 2 or _is_json(text):
        yield name, text
        return
    for number, line in lines:
        yield f"{name}, line {number}", line


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
