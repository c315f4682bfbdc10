"""``astragal roll``."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from astragal.cli.asking import Way, asking_command, choose_source, chosen, value_of
from astragal.cli.own_options import EXPLAIN, FORMAT, JSON, TIMES, WORK, limits_of
from astragal.cli.reading import context_of, how_it_was_read, texts
from astragal.cli.session import Session
from astragal.errors import AstragalError, FacesError, NotationError, Span
from astragal.experiment.choices import DecisionList
from astragal.notation.expression import Expression
from astragal.rolling.roll import Roll as Rolled
from astragal.rolling.sources import HandSource
from astragal.service.context import Context
from astragal.service.fields import HIDDEN, STAKES
from astragal.service.questions.roll import Roll
from astragal.service.subject import DiceSubject, Subject, subject_of

if TYPE_CHECKING:
    from astragal.cli.screen.answers import Output
    from astragal.experiment.experiment import Experiment


WAYS = (Way(Roll, (TIMES, EXPLAIN, JSON, FORMAT), called="a roll", without=(STAKES, HIDDEN)),)


def _roll(session: Session, /, words: tuple[str, ...], **typed: Any) -> None:
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
    roller = _Roller(session, typed)
    try:
        with session.in_game(typed["game"]):
            context = context_of(session, typed, roller.limits)
            for text in texts("roll", words, context.dialect):
                roller.roll(text, context)
            roller.finish()
    except AstragalError as error:
        from astragal.cli.hints import raise_if_wrong

        raise_if_wrong(error)
        roller.report(error)
    sys.exit(1 if roller.failed else 0)


command = asking_command("roll", WAYS, _roll, "[EXPRESSION]...", WORK)


def _typed(decisions: Sequence[str] | None) -> DecisionList | None:
    if decisions is None:
        return None
    from astragal.cli.decisions import TypedDecisions

    return TypedDecisions(decisions)


def _luck(roll: Rolled) -> str:
    """How lucky dice were; "" if that is not known at once."""
    from astragal.limits import STRANGERS
    from astragal.service.answers import luck_of

    if isinstance(roll.outcome, tuple) or not isinstance(roll.experiment, Expression):
        return ""
    luck = luck_of(roll, STRANGERS)
    return "" if luck is None else str(luck["words"])


class _Roller:
    """Rolls texts one after another and writes the results."""

    output: Output | None = None
    """where rolls go once all of them are known, if a format was asked for"""
    _subject: Subject
    _read_as: Sequence[str] = ()
    """the reading of the text, line by line, unless it is plain to see"""

    def __init__(self, session: Session, typed: Mapping[str, Any]) -> None:
        self.session = session
        self.terminal = session.terminal
        self.given = chosen(WAYS, typed).given(typed, sheets=(), variables={})
        self.as_json = typed["json"] or typed["format"] == "json"
        self.explain = typed["explain"]
        self.times = value_of(TIMES, typed["times"]) or 1
        self.limits = limits_of(typed)
        source = choose_source(typed["seed"], typed["faces"])
        self.source = session.source if source is None else source
        self._by_hand = source if isinstance(source, HandSource) else None
        self.decisions = _typed(self.given["decisions"])
        """the decisions that are left for the rolls to come"""
        if typed["format"] is not None and not self.as_json:
            from astragal.cli.screen.answers import Output, chosen_format

            self.output = Output(session.terminal, chosen_format(typed), errors=session.errors)
        self.failed = False
        self._waiting: list[Rolled] = []
        self._told: list[Rolled] = []

    def roll(self, text: str, context: Context) -> None:
        try:
            alone = text.isdecimal() and not (context.dialect or self.session.at_prompt)
            self._subject = subject = subject_of(f"roll {text}" if alone else text, context)
            self._say_what_was_read(how_it_was_read(subject))
            if subject.asks:
                self._answer(subject)
                return
            for _ in range(self.times):
                self._keep(self._rolled(subject.experiment))
        except FacesError as error:
            self._waiting = []
            self.report(error)
        except AstragalError as error:
            self._show_waiting()
            if error.span is None and isinstance(error, NotationError):
                error.span = Span(0, len(text))  # of many lines, which
                error.about(text)
            self.report(error)

    def _say_what_was_read(self, lines: Sequence[str]) -> None:
        """Also where only the result goes elsewhere."""
        self._read_as = lines
        if lines:
            self._show_waiting()
        if not self.as_json and not self.session.at_prompt:  # there it stands beside the roll
            for line in lines:
                self.session.errors.paragraph(line, dim=True)

    def _answer(self, subject: Subject) -> None:
        """Answer what was asked in words: there is nothing to roll."""
        from astragal.cli.screen.answers import Output
        from astragal.render.formats import find_format

        output = self.output or Output(self.terminal, find_format("json") if self.as_json else None)
        if isinstance(subject, DiceSubject):
            from astragal.cli.spoken_questions import answer_in_words

            if self.session.at_prompt and not self.as_json:
                for line in self._read_as:
                    self.terminal.paragraph(line, "  ", dim=True)
            answer_in_words(subject, output, self.limits)
            return
        from functools import partial

        from astragal.cli.screen import work
        from astragal.render.headline import headline_of
        from astragal.service.answers import as_read, odds_answer
        from astragal.service.questions.odds import Odds

        given = {"aim": self.given["aim"], "strategy": None}
        odds = work.done(partial(Odds().found, subject, given), self.limits)
        if self.as_json:
            self.terminal.record(as_read(odds_answer(odds, self.limits), self._read_as, None))
        else:
            output.show(headline_of(odds) or odds)

    def _rolled(self, rolled: Experiment[Any]) -> Rolled:
        variables = self._subject.variables
        if isinstance(rolled, Expression) and not rolled.leaves_choices:
            return rolled.roll(self.source, variables=variables)
        from astragal.cli.decisions import decided

        aim = self._subject.aim(self.given["aim"])
        made = {"decisions": self.decisions, "aim": aim, "limits": self.limits}
        return decided(self.session.errors, rolled, self.source, variables, **made)

    def _keep(self, roll: Rolled) -> None:
        """Faces and decisions that do not fit are refused before anything is shown."""
        if self._by_hand is not None or self.decisions is not None:
            self._waiting.append(roll)
        else:
            self._show(roll)

    def _show(self, roll: Rolled) -> None:
        if self.as_json:
            from astragal.service.answers import as_read, roll_answer

            answer = as_read(roll_answer(roll), self._remarks(roll), self._subject.understood)
            self.terminal.record(answer)
            return
        if self.output is not None:
            self._told.append(roll)
            self.session.rolled(roll)
            return
        if self.session.at_prompt:
            self._show_with_comments(roll)
        else:
            self.terminal.roll(roll)
        self.session.rolled(roll)
        if self.explain:
            self._explain(roll)

    def _explain(self, roll: Rolled) -> None:
        """The steps of a roll, and what its text would mean elsewhere."""
        for step in roll.explain():
            self.terminal.paragraph(step, "  ")
        if isinstance(roll.experiment, Expression):
            known = roll.experiment.convention
            for remark in (each for each in roll.experiment.remarks if each != known):
                self.terminal.paragraph(remark, "  ", dim=True)

    def _remarks(self, roll: Rolled) -> Sequence[str]:
        """Remarks on how the text was read, for other programs."""
        rolled = roll.experiment
        return rolled.remarks if isinstance(rolled, Expression) else self._read_as

    def _show_with_comments(self, roll: Rolled) -> None:
        """What the dice mean, unless they were just rolled; the roll; how lucky it is."""
        dice, last = roll.experiment, self.session.last
        for line in () if self.session.repeats else self._read_as:
            self.terminal.paragraph(line, "  ", dim=True)
        if isinstance(dice, Expression) and (last is None or last.experiment != dice):
            self.terminal.paragraph(dice.describe(), "  ", dim=True)
        self.terminal.roll(roll)
        self.terminal.paragraph(_luck(roll), "  ", dim=True)

    def finish(self) -> None:
        """Show the rolls of faces given by hand, if all faces and decisions fit."""
        for given in (self._by_hand, self.decisions):
            if isinstance(given, HandSource | DecisionList) and not self.failed:
                try:
                    given.finish()
                except AstragalError as error:
                    self._waiting = []
                    self.report(error)
        self._show_waiting()
        if self.output is not None and self._told:
            self.output.rolls(self._told)

    def _show_waiting(self) -> None:
        for roll in self._waiting:
            self._show(roll)
        self._waiting = []

    def report(self, error: AstragalError) -> None:
        from astragal.cli.hints import DICE, hinted

        self.failed = True
        error = hinted(error, DICE)
        if self.as_json:
            from astragal.service.problems import problem

            self.terminal.record(problem(error))
        else:
            sys.stdout.flush()
            self.session.errors.error(error)
