"""``astragal resume``."""

from __future__ import annotations

import sys
from functools import partial
from typing import Any, TextIO

import click

from astragal.cli.asking import Way, as_typed, choose_source, options_of
from astragal.cli.call import Call, errors_shown
from astragal.cli.decisions import ask, at_keyboard
from astragal.cli.hints import PAUSED
from astragal.cli.own_options import EXPLAIN, KEY, PAUSE, RULES, SHEET_OUT, WORK, formats
from astragal.cli.pauses import (
    STDOUT,
    PauseWriter,
    decision_in,
    faces_up_to_the_pause,
    read_key,
)
from astragal.cli.reading import load_party
from astragal.cli.rules.sets import recorded_rules
from astragal.cli.screen import work
from astragal.cli.screen.terminal import Terminal
from astragal.cli.session import Session, in_session
from astragal.cli.wrong_use import PlainCommand
from astragal.errors import RecordError
from astragal.experiment.run.pauses import Pause
from astragal.rolling.roll import Roll
from astragal.rolling.sources import HandSource, SeededSource
from astragal.service.fields import DECISIONS, FACES, SUBJECT, switch
from astragal.service.questions.advise import Advise
from astragal.service.questions.resume import Resume
from astragal.table.files import write_text
from astragal.tokens import read_token

_LONGEST = 16_000_000
"""The most characters of a token, as of a record."""


_FORMATS = formats()
WAYS = (
    Way(Resume, (EXPLAIN, PAUSE, KEY, SHEET_OUT, RULES, *_FORMATS), called="a roll"),
    Way(
        Advise,
        (switch("advise", "show what each option is worth"), KEY, RULES, *_FORMATS),
        "advise",
        without=(*SUBJECT, FACES, DECISIONS, *Advise.fields[-1:]),
    ),
)


def _resume(session: Session, /, file: TextIO, **typed: Any) -> None:
    """Go on with a paused roll: FILE is its token, or - for standard input.

    \b
    astragal play triumph check --dc 15 --dice 1d20♻ --faces 1 --pause token.json
    astragal resume token.json --advise
    astragal resume token.json --decide re-roll

    Where the roll pauses again, the next token is printed, or goes to the file after --pause.
    The exit status is 1 if the token does not hold, or the roll cannot go on.
    """
    call = _Resumed(session, WAYS, typed)
    with errors_shown(call.output, PAUSED):
        call.go_on(file)


class _Resumed(Call):
    """One call of the command."""

    def go_on(self, file: TextIO) -> None:
        given = self.typed
        self.key = read_key(given["key"])
        known = recorded_rules(given["rules"])
        text = read_file(file, "token")
        pause = read_token(text, rules=known, key=self.key, limits=self.limits)
        if given["advise"]:
            aim = None if given["aim"] is None else as_typed(given["aim"])
            self.show(work.done(partial(pause.advise, aim), self.limits))
        else:
            self._go_on(pause)

    def _go_on(self, pause: Pause) -> None:
        source = choose_source(self.typed["seed"], self.typed["faces"])
        decision = decision_in(pause, self.typed["decide"])
        if decision is None and pause.choice is not None and at_keyboard():
            decision = ask(Terminal(sys.stderr), pause)
        if isinstance(source, SeededSource):
            reached = pause.resume(decision, seed=source.seed, limits=self.limits)
        else:
            reached = pause.resume(decision, source, limits=self.limits)
        if isinstance(source, HandSource):
            with faces_up_to_the_pause(reached):
                source.finish()
        if isinstance(reached, Roll):
            self._show_end(reached)
            return
        in_json = self.output.writes_records
        writer = PauseWriter(
            self.typed["pause"] or STDOUT, self.key, self.typed["key"], in_json=in_json
        )
        writer.write(reached, shown=len(pause.explain()))

    def _show_end(self, roll: Roll) -> None:
        party = load_party(self.typed["sheet"])
        after = party.after(roll)
        if self.output.writes_records:
            from astragal.service.answers import roll_answer

            self.output.record(roll_answer(roll, party))
        elif self.output.form is not None:
            self.output.rolls([roll])
        else:
            terminal = self.output.terminal
            terminal.roll(roll)
            for step in roll.explain() if self.typed["explain"] else ():
                terminal.paragraph(step, "  ")
            for line in party.changes(after):
                terminal.paragraph(line, "  ", dim=True)
        for sheet, path in zip(after.sheets, self.typed["sheet_out"], strict=False):
            write_text(as_typed(path), sheet.to_toml(), "sheet")


def read_file(file: TextIO, what: str) -> str:
    """The text of a token, a record or a secret, up to a limit."""
    try:
        text = file.read(_LONGEST + 1)
    except UnicodeDecodeError:
        raise RecordError("not-json", f"the {what} is not text in UTF-8") from None
    if len(text) > _LONGEST:
        raise RecordError("too-long", f"the {what} is longer than {_LONGEST:,} characters")
    return text


command = PlainCommand(
    "resume",
    params=[
        click.Argument(["file"], type=click.File(encoding="utf-8-sig"), metavar="FILE"),
        *options_of(WAYS, WORK),
    ],
    callback=in_session(_resume),
    help=_resume.__doc__,
)
