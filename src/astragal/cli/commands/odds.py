"""``astragal odds``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from astragal.cli.asking import Way, as_typed, given_of
from astragal.cli.call import Call, words
from astragal.cli.own_options import CUMULATIVE, EVERY, JSON, MATTERS, PLOTS, STAFF, formats
from astragal.cli.reading import context_of, texts, what_was_read
from astragal.errors import AstragalError, NotationError
from astragal.probability.distribution import Distribution
from astragal.render.figures import fraction, percent
from astragal.render.headline import headline_of
from astragal.rolling.phrases import Role, phrase, piece
from astragal.service.context import Context
from astragal.service.fields import STAKES, STEPS, WITHIN
from astragal.service.questions.chance import ASKED, Chance, Found, chance_of, number_in
from astragal.service.questions.matters import Matters
from astragal.service.questions.odds import Odds, odds_data, seen
from astragal.service.questions.reach import Reach
from astragal.service.questions.sweep import Sweep
from astragal.service.subject import DiceSubject, Subject, subject_of

_OF_RULES = (STAKES, STEPS, WITHIN)
_SHOWN = (EVERY, *formats(), *PLOTS)


class OddsCall(Call):
    """Show exact odds. Several expressions stand side by side.

    \b
    astragal odds 4d6kh3
    astragal odds "2d20kh1 + 5" --at-least 15
    astragal odds 3d6 "2d6+3" 1d20          side by side
    astragal odds "1d20+@str >= 15" --set str=3
    astragal odds 3d6! --cumulative         dice that explode without limit
    astragal odds 1d100 --all               every outcome, none grouped
    astragal odds "1d20♻♻? + 5" --aim "outcome>=15"   re-rolls for that
    astragal odds 4d6kh3 --plot odds.html   a page: point at a bar
    astragal odds "1d20+@bonus >= 15" --sweep bonus=0..10
    astragal odds "1d20+@bonus >= 15" --sweep bonus=0..10 --reach 65%
    astragal odds "1d20+@bonus >= 15" --set bonus=3 --matters

    The exit status is 1 if any of the odds cannot be given.
    """

    name = "odds"
    ways = (
        Way(Odds, (CUMULATIVE, *_SHOWN), called="the whole odds", without=_OF_RULES),
        Way(Chance, (JSON, *PLOTS), "at-least at-most exactly", "a question", without=_OF_RULES),
        Way(Sweep, (*STAFF, *_SHOWN), "sweep", without=_OF_RULES),
        Way(Reach, (*STAFF, *_SHOWN), "reach", without=_OF_RULES),
        Way(Matters, (MATTERS, *_SHOWN), "matters", without=_OF_RULES),
    )
    arguments = (words("[EXPRESSION]..."),)
    _of_rule = False
    """True if some of the odds are for a rule of a game"""

    def answer(self) -> None:
        context = context_of(self.session, self.typed, self.limits)
        listed = texts("odds", self.typed["words"], context.dialect)
        if self.way.question in (Odds, Chance):
            for each in ASKED[:2]:
                for typed in self.typed[each.place]:
                    number_in(as_typed(typed))
            self._show(list(self._odds(listed, context)))
        else:
            self._table([*listed], context)

    def _table(self, listed: list[str], context: Context) -> None:
        if len(listed) != 1:
            raise click.UsageError("a sweep takes one expression")
        subject = DiceSubject(context.read(listed[0]), context)
        given = self.way.given(self.typed)
        for name in context.given.keys() & given.get("axes", {}).keys():
            raise click.UsageError(f"@{name} is both set and swept")
        found = self.found(subject, given)
        self.show(found)
        self.failed = found.refuses

    def _odds(self, listed: Iterator[str], context: Context) -> Iterator[Distribution]:
        """The odds of each expression; errors are reported, and the remaining odds still shown."""
        given = given_of(Odds, self.typed)
        for text in listed:
            try:
                subject = _read(text, context)
                if not self._answered_in_words(subject):
                    odds, remarks = seen(self.found(subject, given, Odds()), given["of"])
                    self.remark(*remarks)
                    if self.output.writes_records and self.way.question is Odds:
                        self.output.record(odds_data(odds, subject, remarks, self.limits))
                    yield odds
            except AstragalError as error:
                self.report(error, {"expression": text})

    def _answered_in_words(self, subject: Subject) -> bool:
        """Answer a question in words and return True; say how the text was read."""
        if not isinstance(subject, DiceSubject):
            self._of_rule = True
            self.remark(*subject.remarks)
            return False
        asks = subject.read.asks and self.way.question is Odds
        if not (asks and self.output.writes_records):
            self.remark(*what_was_read(subject.read))
        if asks:
            from astragal.cli.spoken_questions import answer_in_words

            answer_in_words(subject, self.output, self.limits)
        return asks

    def _show(self, several: list[Distribution]) -> None:
        if not several:
            return

        def draw(path: str, **look: Any) -> None:
            from astragal.render.plots import plot

            plot(several, path, cumulative=self.layout.cumulative, **look)

        whole = self.way.question is Odds
        if self.output.drawn(draw, alone=whole):
            return
        if whole:
            if not self.output.writes_records:  # records were written one by one
                self._show_odds(several)
            return
        for odds in several:
            for each in ASKED:
                for typed in self.typed[each.place]:
                    self._show_chance(chance_of(odds, each.name, as_typed(typed)))

    def _show_odds(self, several: list[Distribution]) -> None:
        """Show the odds side by side, or the headline of a single rule of a game."""
        every = self.layout.every or self.layout.cumulative or self.output.for_programs
        alone = self._of_rule and len(several) == 1
        short = headline_of(several[0]) if alone and not every else None
        if short is None:
            self.output.odds(several, self.layout)
        else:
            self.output.show(short)

    def _show_chance(self, found: Found) -> None:
        if self.output.writes_records:
            self.output.record(found.to_data())
            return
        shown = piece(percent(found.chance), Role.OUTCOME)
        told = phrase([f"{found.label}: {found.words}: ", shown, fraction(found.chance)])
        self.output.terminal.say(told.visible())


command = OddsCall.command()


def _read(text: str, context: Context) -> Subject:
    """Dice, or a question in words, which may lack the word ``odds`` that named the command."""
    try:
        return subject_of(text, context)
    except NotationError as error:
        if context.dialect or any(map(str.isdigit, text.partition(" ")[0])):
            raise  # dice with a mistake, not a question
        try:
            return subject_of(f"odds {text}", context)
        except NotationError as about_the_question:
            raise (about_the_question if " " in text else error) from None
