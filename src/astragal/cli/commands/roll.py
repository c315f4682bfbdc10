"""``astragal roll``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from astragal.cli.asking import Way, value_of
from astragal.cli.call import Call, words
from astragal.cli.own_options import EXPLAIN, FORMAT, JSON, TIMES
from astragal.cli.reading import context_of, how_it_was_read, texts
from astragal.errors import AstragalError, FacesError, NotationError, Span
from astragal.notation.expression import Expression
from astragal.rolling.roll import Roll as Rolled
from astragal.rolling.sources import HandSource
from astragal.service.fields import HIDDEN, STAKES
from astragal.service.questions.roll import Roll, source_given
from astragal.service.subject import DiceSubject, Subject, subject_of

if TYPE_CHECKING:
    from astragal.experiment.experiment import Experiment
    from astragal.service.context import Context
    from astragal.table.party import Party


class RollCall(Call):
    """Roll dice. They come from the command line, or from standard input, one roll per line.

    \b
    astragal roll 4d6kh3                   or just: astragal 4d6kh3
    astragal roll d20 with advantage       as people say it
    astragal roll "1d20+5" "2d6+3"         two rolls
    astragal roll "6x(4d6kh3)"             six results
    astragal roll 4d6kh3 --faces 6,5,4,2   dice rolled by hand
    astragal roll 1d20+@str --set str=3 --explain
    astragal roll "d10+@{Focus Save}" --sheet alice.toml
    astragal roll "d100 under 45" --game tiers
    astragal roll "1d20♻?"                 asks whether to re-roll a 1
    astragal roll "1d20♻?" --aim highest   decides for the highest total
    astragal roll -                        lines of standard input

    The exit status is 1 if any of the dice cannot be rolled.
    """

    name = "roll"
    ways = (Way(Roll, (TIMES, EXPLAIN, JSON, FORMAT), called="a roll", without=(STAKES, HIDDEN)),)
    arguments = (words("[EXPRESSION]..."),)
    _subject: Subject
    _read_as: Sequence[str] = ()
    """the interpretation of the text, line by line, unless it is obvious"""

    def answer(self) -> None:
        typed = self.typed
        self.given = self.way.given(typed, sheets=(), variables={})
        self.times = value_of(TIMES, typed["times"]) or 1
        source = source_given(self.given)
        self.source = self.session.source if source is None else source
        self._by_hand = source if isinstance(source, HandSource) else None
        self.decisions = None
        """the typed decisions that are still unused"""
        if self.given["decisions"] is not None:
            from astragal.cli.decisions import TypedDecisions

            self.decisions = TypedDecisions(self.given["decisions"])
        self._waiting: list[Rolled] = []
        context = context_of(self.session, typed, self.limits)
        for text in texts("roll", typed["words"], context.dialect):
            self._roll(text, context)
        self._finish()

    def _roll(self, text: str, context: Context) -> None:
        try:
            alone = text.isdecimal() and not (context.dialect or self.session.at_prompt)
            self._subject = subject = subject_of(f"roll {text}" if alone else text, context)
            self._say_what_was_read(how_it_was_read(subject))
            if subject.asks:
                self._answer_in_words(subject)
                return
            for _ in range(self.times):
                self._keep(self._rolled(subject.experiment))
        except FacesError as error:
            self._waiting = []
            self.report(error)
        except AstragalError as error:
            self._show_waiting()
            if error.span is None and isinstance(error, NotationError):
                error.span = Span(0, len(text))  # says which of many lines is wrong
                error.about(text)
            self.report(error)

    def _say_what_was_read(self, lines: Sequence[str]) -> None:
        """Remark on how the text was read, even if the result goes elsewhere."""
        self._read_as = lines
        if lines:
            self._show_waiting()
        # The prompt shows it next to the roll.
        if not self.output.writes_records and not self.session.at_prompt:
            for line in lines:
                self.session.errors.paragraph(line, dim=True)

    def _answer_in_words(self, subject: Subject) -> None:
        """Answer a question in words, which rolls nothing."""
        in_json = self.output.writes_records
        if isinstance(subject, DiceSubject):
            from astragal.cli.spoken_questions import answer_in_words

            if self.session.at_prompt and not in_json:
                for line in self._read_as:
                    self.terminal.paragraph(line, "  ", dim=True)
            answer_in_words(subject, self.output, self.limits)
            return
        from astragal.render.headline import headline_of
        from astragal.service.answers import as_read, odds_answer
        from astragal.service.questions.odds import Odds

        given = {"aim": self.given["aim"], "strategy": None}
        odds = self.work(Odds().found, subject, given)
        if in_json:
            self.output.record(as_read(odds_answer(odds, self.limits), self._read_as, None))
        else:
            self.output.show(headline_of(odds) or odds)

    def _rolled(self, rolled: Experiment[Any]) -> Rolled:
        variables = self._subject.variables
        if isinstance(rolled, Expression) and not rolled.leaves_choices:
            return rolled.roll(self.source, variables=variables)
        from astragal.cli.decisions import decided

        aim = self._subject.aim(self.given["aim"])
        made = {"decisions": self.decisions, "aim": aim, "limits": self.limits}
        return decided(self.session.errors, rolled, self.source, variables, **made)

    def _keep(self, roll: Rolled) -> None:
        """Show a roll; hold it back if its faces or decisions may still prove wrong."""
        if self._by_hand is not None or self.decisions is not None:
            self._waiting.append(roll)
        else:
            self._show(roll)

    def _show(self, roll: Rolled) -> None:
        self.show_roll(roll)
        if not self.output.writes_records:
            self.session.rolled(roll)

    def _finish(self) -> None:
        """Show the rolls with given faces or decisions, if all of those were used."""
        for given in (self._by_hand, self.decisions):
            if given is not None and not self.failed:
                try:
                    given.finish()
                except AstragalError as error:
                    self._waiting = []
                    self.report(error)
        self._show_waiting()

    def _show_waiting(self) -> None:
        for roll in self._waiting:
            self._show(roll)
        self._waiting = []

    # How a roll is shown

    def roll_data(self, roll: Rolled, before: Party | None) -> dict[str, Any]:
        from astragal.service.answers import as_read

        rolled = roll.experiment
        remarks = rolled.remarks if isinstance(rolled, Expression) else self._read_as
        return as_read(super().roll_data(roll, before), remarks, self._subject.understood)

    def tell_roll(self, roll: Rolled) -> None:
        """Show a roll; at the prompt also its meaning, unless just shown, and its luck."""
        dice, last, here = roll.experiment, self.session.last, self.session.at_prompt
        expression = dice if isinstance(dice, Expression) else None
        if here:
            for line in () if self.session.repeats else self._read_as:
                self.terminal.paragraph(line, "  ", dim=True)
            if expression is not None and (last is None or last.experiment != dice):
                self.terminal.paragraph(expression.describe(), "  ", dim=True)
        self.terminal.roll(roll)
        if here:
            self.terminal.paragraph(_luck(roll), "  ", dim=True)
        if not self.typed["explain"]:
            return
        for step in roll.explain():
            self.terminal.paragraph(step, "  ")
        # The meaning of the text in other programs.
        if expression is not None:
            for remark in expression.remarks:
                if remark != expression.convention:
                    self.terminal.paragraph(remark, "  ", dim=True)


command = RollCall.command()


def _luck(roll: Rolled) -> str:
    """How lucky the dice were, in words; "" if that is slow to compute."""
    from astragal.limits import STRANGERS
    from astragal.service.answers import luck_of

    if isinstance(roll.outcome, tuple) or not isinstance(roll.experiment, Expression):
        return ""
    luck = luck_of(roll, STRANGERS)
    return "" if luck is None else str(luck["words"])
