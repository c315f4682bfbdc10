"""``astragal verify``."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any, TextIO

from astragal.cli.asking import Way
from astragal.cli.call import Call, text_file
from astragal.cli.own_options import JSON, RULES
from astragal.cli.reading import text_of
from astragal.cli.rules.sets import recorded_rules
from astragal.cli.wrong_use import PlainCommand
from astragal.errors import AstragalError, RecordError, StoppedError
from astragal.records import verify
from astragal.render.formats.ansi import BLUE, ORANGE
from astragal.service.questions.verify import Verify, verified


class VerifyCall(Call):
    """Check records: replay their faces, and compare the results with what the records say.

    A file holds one record, or several, one per line. ``-`` is standard input.

    \b
    astragal roll 4d6kh3 --json > roll.json
    astragal verify roll.json
    astragal roll 2d6 --times 5 --json | astragal verify -
    astragal verify duel.json --rules duel.py

    The exit status is 1 if any record fails the check.
    """

    name = "verify"
    ways = (Way(Verify, (RULES, JSON), called="a check"),)
    arguments = (text_file("files", "FILE...", nargs=-1, required=True),)

    def answer(self) -> None:
        known = recorded_rules(self.typed["rules"])
        for file in self.typed["files"]:
            name = str(getattr(file, "name", "<stdin>"))
            try:
                for place, record in _records(file, name):
                    self._verify(place, record, known)
            except AstragalError as error:
                self.report(error, {"record": name})

    def _verify(self, place: str, record: str, known: Any) -> None:
        try:
            roll = verify(record, rules=known, limits=self.limits)
        except AstragalError as error:
            if error.code == "unknown-rule" and not known:
                message = "this is a roll of a rule: name its file with --rules"
                error = RecordError(error.code, message)
            self.report(error, {"record": place})
            return
        if self.output.writes_records:
            self.output.record(verified(roll))
        else:
            out = self.terminal
            out.write(f"{out.style('holds:', fg=BLUE, bold=True)} {roll}")

    def report(self, error: AstragalError, about: Mapping[str, Any] | None = None) -> None:
        """Write the verdict on a record that cannot be checked or does not hold."""
        if self.output.writes_records or about is None:
            super().report(error, about)
            return
        self.failed = True
        sys.stdout.flush()
        err = self.output.errors
        verdict = "not checked: " if isinstance(error, StoppedError) else "does not hold: "
        err.write(f"{err.style(verdict, fg=ORANGE, bold=True)}{about['record']}: {error}")


command = VerifyCall.command(PlainCommand)


def _records(file: TextIO, name: str) -> Iterator[tuple[str, str]]:
    """Each record with its place: the file, and the line if there are several."""
    lines = ((number, line) for number, line in enumerate(_texts(file), 1) if line.strip())
    first, second = next(lines, (1, "")), next(lines, None)
    if second is None:
        yield name, first[1]
        return
    for number, line in chain([first, second], lines):
        yield f"{name}, line {number}", line


def _texts(file: TextIO) -> Iterator[str]:
    """The lines one by one; or the whole file, if its first line alone is not JSON."""
    first = text_of(file, "record", file.readline)
    if _is_json(first):
        yield from chain([first], iter(lambda: text_of(file, "record", file.readline), ""))
        return
    text = first + text_of(file, "record")
    yield from [text] if _is_json(text) else text.splitlines()


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
