"""``astragal verify``."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any, TextIO

import click

from astragal.cli.asking import Way, options_of
from astragal.cli.own_options import RULES, WORK, limits_of
from astragal.cli.rules.sets import recorded_rules
from astragal.cli.screen.terminal import Terminal
from astragal.cli.wrong_use import PlainCommand
from astragal.errors import AstragalError, RecordError, StoppedError
from astragal.limits import Limits
from astragal.records import verify
from astragal.render.formats.ansi import BLUE, ORANGE
from astragal.rules.rule import Rule
from astragal.service.questions.verify import Verify

_LONGEST = 16_000_000
"""The most characters of one record: a hundred thousand dice, and a device has no end."""


WAYS = (Way(Verify, (RULES,), called="a check"),)


def _verify(files: tuple[TextIO, ...], **typed: Any) -> None:
    """Check records: replay their faces, and compare the results with what the records say.

    A file holds one record, or several, one per line. ``-`` is standard input.

    \b
    astragal roll 4d6kh3 --json > roll.json
    astragal verify roll.json
    astragal roll 2d6 --times 5 --json | astragal verify -
    astragal verify duel.json --rules duel.py

    The exit status is 1 if any record fails the check.
    """
    limits = limits_of(typed)
    known = recorded_rules(typed["rules"])
    checks = [_Check(file, known, limits) for file in files]
    for check in checks:
        check.run()
    sys.exit(1 if any(check.failed for check in checks) else 0)


command = PlainCommand(
    "verify",
    params=[
        click.Argument(
            ["files"],
            nargs=-1,
            required=True,
            metavar="FILE...",
            type=click.File(encoding="utf-8-sig"),
        ),
        *options_of(WAYS, WORK),
    ],
    callback=_verify,
    help=_verify.__doc__,
)


class _Check:
    """Verifies the records of one file, and says of each whether it holds."""

    def __init__(self, file: TextIO, rules: Sequence[Rule[..., Any]], limits: Limits) -> None:
        self.file = file
        self.name = str(getattr(file, "name", "<stdin>"))
        self.rules = rules
        self.limits = limits
        self.failed = False

    def run(self) -> None:
        try:
            for place, record in self._records():
                self._verify(place, record)
        except AstragalError as error:
            self._fail(self.name, error)

    def _verify(self, place: str, record: str) -> None:
        try:
            roll = verify(record, rules=self.rules, limits=self.limits)
        except AstragalError as error:
            if error.code == "unknown-rule" and not self.rules:
                message = "this is a roll of a rule: name its file with --rules"
                error = RecordError(error.code, message)
            self._fail(place, error)
            return
        out = Terminal()
        out.write(f"{out.style('holds:', fg=BLUE, bold=True)} {roll}")

    def _fail(self, place: str, error: AstragalError) -> None:
        self.failed = True
        sys.stdout.flush()
        err = Terminal(sys.stderr)
        verdict = "not checked: " if isinstance(error, StoppedError) else "does not hold: "
        err.write(err.style(verdict, fg=ORANGE, bold=True) + f"{place}: {error}")

    def _records(self) -> Iterator[tuple[str, str]]:
        """Each record with its place: the file, and the line if there are several."""
        lines = ((number, line) for number, line in enumerate(self._texts(), 1) if line.strip())
        first, second = next(lines, (1, "")), next(lines, None)
        if second is None:
            yield self.name, first[1]
            return
        for number, line in chain([first, second], lines):
            yield f"{self.name}, line {number}", line

    def _texts(self) -> Iterator[str]:
        """The lines, one by one; or the whole file, if the first line alone is no record."""
        first = self._read(self.file.readline)
        if _is_json(first):
            yield from chain([first], iter(lambda: self._read(self.file.readline), ""))
            return
        text = first + self._read(self.file.read)
        yield from [text] if _is_json(text) else text.splitlines()

    @staticmethod
    def _read(read: Callable[[int], str]) -> str:
        try:
            text = read(_LONGEST + 1)
        except UnicodeDecodeError:
            raise RecordError("not-json", "the record is not text in UTF-8") from None
        if len(text) > _LONGEST:
            raise RecordError("too-long", f"a record is longer than {_LONGEST:,} characters")
        return text


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
