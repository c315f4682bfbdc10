"""``astragal resume``."""

from __future__ import annotations

import sys
from functools import partial
from typing import Any, TextIO

import click

from astragal.cli.decisions import ask, at_keyboard
from astragal.cli.hints import PAUSED, hinted
from astragal.cli.options import LIMIT, TIME, as_typed, choose_source, limits_given
from astragal.cli.pauses import (
    STDOUT,
    PauseWriter,
    decision_in,
    faces_up_to_the_pause,
    pause_options,
    read_key,
)
from astragal.cli.rules.call import load_party
from astragal.cli.rules.options import sheet_options
from astragal.cli.rules.sets import recorded_rules
from astragal.cli.screen import work
from astragal.cli.screen.answers import Output, chosen_format, format_options
from astragal.cli.screen.terminal import Terminal
from astragal.cli.wrong_use import PlainCommand
from astragal.errors import AstragalError, RecordError
from astragal.experiment.run.pauses import Pause
from astragal.rolling.roll import Roll
from astragal.rolling.sources import HandSource, SeededSource
from astragal.table.files import write_text
from astragal.tokens import read_token

_LONGEST = 16_000_000
"""The most characters of a token, as of a record."""


def _resume(**given: Any) -> None:
    """Go on with a paused roll: FILE is its token, or - for standard input.

    \b
    astragal play triumph check --dc 15 --dice 1d20♻ --faces 1 --pause token.json
    astragal resume token.json --advise
    astragal resume token.json --decide re-roll

    Where the roll pauses again, the next token is printed, or goes to the file after --pause.
    The exit status is 1 if the token does not hold, or the roll cannot go on.
    """
    _check(given)
    _Resumed(given).run()


_TO_GO_ON = ("decide", "faces", "seed", "explain", "pause", "sheet", "sheet_out")
"""The options that say how a roll goes on, and how it is shown."""


def _check(given: dict[str, Any]) -> None:
    """Refuse options that would do nothing."""
    if given["advise"]:
        for option in _TO_GO_ON:
            if given[option]:
                spelt = option.replace("_", "-")
                raise click.UsageError(f"--{spelt} goes with a roll, without --advise")
    elif given["aim"] is not None:
        raise click.UsageError("--aim goes with --advise")
    form = chosen_format(given)
    if given["explain"] and form is not None:
        raise click.UsageError(f"give --explain or {form.option}, not both")


class _Resumed:
    """One call of the command."""

    def __init__(self, given: dict[str, Any]) -> None:
        self.given = given
        self.output = Output(Terminal(), chosen_format(given))
        self.limits = limits_given(given)

    def run(self) -> None:
        try:
            self._run()
        except AstragalError as error:
            self.output.error(hinted(error, PAUSED))
            sys.exit(1)

    def _run(self) -> None:
        given = self.given
        self.key = read_key(given["key"])
        known = recorded_rules(given["rules"])
        text = read_file(given["file"], "token")
        pause = read_token(text, rules=known, key=self.key, limits=self.limits)
        if given["advise"]:
            aim = None if given["aim"] is None else as_typed(given["aim"])
            self.output.show(work.done(partial(pause.advise, aim), self.limits))
        else:
            self._go_on(pause)

    def _go_on(self, pause: Pause) -> None:
        source = choose_source(self.given["seed"], self.given["faces"])
        decision = decision_in(pause, self.given["decide"])
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
            self._show(reached)
            return
        in_json = self.output.writes_records
        writer = PauseWriter(
            self.given["pause"] or STDOUT, self.key, self.given["key"], in_json=in_json
        )
        writer.write(reached, shown=len(pause.explain()))

    def _show(self, roll: Roll) -> None:
        party = load_party(self.given["sheet"])
        after = party.after(roll)
        if self.output.writes_records:
            from astragal.service.answers import roll_answer

            self.output.record(roll_answer(roll, party))
        elif self.output.form is not None:
            self.output.rolls([roll])
        else:
            terminal = self.output.terminal
            terminal.roll(roll)
            for step in roll.explain() if self.given["explain"] else ():
                terminal.paragraph(step, "  ")
            for line in party.changes(after):
                terminal.paragraph(line, "  ", dim=True)
        for sheet, path in zip(after.sheets, self.given["sheet_out"], strict=False):
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
        click.Option(["--decide"], multiple=True, metavar="A", help="What to choose."),
        click.Option(["--faces"], metavar="6,5,4,2", help="Faces rolled by hand, in order."),
        click.Option(["--seed"], metavar="TEXT", help="The same seed always gives the same faces."),
        click.Option(["--advise"], is_flag=True, help="Show what each option is worth."),
        click.Option(["--aim"], metavar="WHAT", help="With --advise: what to make likely."),
        click.Option(["--explain"], is_flag=True, help="Explain the roll, step by step."),
        *pause_options(),
        *sheet_options(),
        click.Option(
            ["--rules"], multiple=True, metavar="FILE", help="A Python file with the rules."
        ),
        *format_options(),
        click.Option(["--limit"], **LIMIT),
        click.Option(["--time"], **TIME),
    ],
    callback=_resume,
    help=_resume.__doc__,
)
