"""``astragal resume``."""

from __future__ import annotations

from astragal.cli.asking import Way, as_typed
from astragal.cli.call import Call, text_file
from astragal.cli.decisions import ask, at_keyboard
from astragal.cli.own_options import EXPLAIN, KEY, PAUSE, RULES, SHEET_OUT, formats
from astragal.cli.pauses import (
    STDOUT,
    PauseWriter,
    decision_in,
    faces_up_to_the_pause,
    read_key,
)
from astragal.cli.reading import load_party, text_of
from astragal.cli.rules.sets import recorded_rules
from astragal.cli.wrong_use import PlainCommand
from astragal.experiment.run.pauses import Pause
from astragal.rolling.roll import Roll
from astragal.rolling.sources import HandSource, SeededSource
from astragal.service.fields import DECISIONS, FACES, SUBJECT, switch
from astragal.service.questions.advise import Advise
from astragal.service.questions.resume import Resume
from astragal.service.questions.roll import source_given
from astragal.table.files import write_text
from astragal.tokens import read_token

_FORMATS = formats()


class ResumeCall(Call):
    """Go on with a paused roll: FILE is its token, or - for standard input.

    \b
    astragal play triumph check --dc 15 --dice 1d20♻ --faces 1 --pause token.json
    astragal resume token.json --advise
    astragal resume token.json --decide re-roll

    Where the roll pauses again, the next token is printed, or goes to the file after --pause.
    The exit status is 1 if the token does not hold, or the roll cannot go on.
    """

    name = "resume"
    ways = (
        Way(Resume, (EXPLAIN, PAUSE, KEY, SHEET_OUT, RULES, *_FORMATS), called="a roll"),
        Way(
            Advise,
            (switch("advise", "show what each option is worth"), KEY, RULES, *_FORMATS),
            "advise",
            without=(*SUBJECT, FACES, DECISIONS, *Advise.fields[-1:]),
        ),
    )
    arguments = (text_file("file", "FILE"),)

    def answer(self) -> None:
        given = self.typed
        self.key = read_key(given["key"])
        known = recorded_rules(given["rules"])
        text = text_of(given["file"], "token")
        pause = read_token(text, rules=known, key=self.key, limits=self.limits)
        if given["advise"]:
            aim = None if given["aim"] is None else as_typed(given["aim"])
            self.show(self.work(pause.advise, aim))
        else:
            self._go_on(pause)

    def _go_on(self, pause: Pause) -> None:
        source = source_given(self.way.given(self.typed, sheets=()))
        decision = decision_in(pause, self.typed["decide"])
        if decision is None and pause.choice is not None and at_keyboard():
            decision = ask(self.session.errors, pause)
        if isinstance(source, SeededSource):
            reached = pause.resume(decision, seed=source.seed, limits=self.limits)
        else:
            reached = pause.resume(decision, source, limits=self.limits)
        if isinstance(source, HandSource):
            with faces_up_to_the_pause(reached):
                source.finish()
        if isinstance(reached, Roll):
            self._end(reached)
            return
        in_json = self.output.writes_records
        writer = PauseWriter(
            self.typed["pause"] or STDOUT, self.key, self.typed["key"], in_json=in_json
        )
        writer.write(reached, shown=len(pause.explain()))

    def _end(self, roll: Roll) -> None:
        party = load_party(self.typed["sheet"])
        self.show_roll(roll, party)
        for sheet, path in zip(party.after(roll).sheets, self.typed["sheet_out"], strict=False):
            write_text(as_typed(path), sheet.to_toml(), "sheet")


command = ResumeCall.command(PlainCommand)
