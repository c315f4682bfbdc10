"""``astragal roll``."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from astragal.cli.hints import DICE, hinted
from astragal.cli.options import (
    AIM,
    DECIDE,
    DIALECT,
    GAME,
    LIMIT,
    TIME,
    WordsCommand,
    aim_of_dice,
    as_typed,
    choose_source,
    limits_given,
    parse_decisions,
)
from astragal.cli.reading import GivenValues, given_values, texts, what_was_read
from astragal.cli.session import Session, in_session
from astragal.cli.wrong_use import WholeNumber
from astragal.errors import AstragalError, FacesError, NotationError, Span
from astragal.experiment.choices import Decide, DecisionList
from astragal.limits import Limits
from astragal.notation.expression import Expression
from astragal.outcome import Number
from astragal.rolling.roll import Roll
from astragal.rolling.sources import HandSource, Source
from astragal.talk.understood import Understood

if TYPE_CHECKING:
    from astragal.cli.screen.answers import Output
    from astragal.experiment.experiment import Experiment
    from astragal.probability.distribution import Distribution
    from astragal.talk.in_games import SpokenCall


@click.command("roll", cls=WordsCommand)
@click.argument("expressions", nargs=-1, metavar="[EXPRESSION]...")
@click.option("--seed", metavar="TEXT", help="The same seed always gives the same faces.")
@click.option("--faces", metavar="6,5,4,2", help="Faces rolled by hand, in order.")
@click.option("--times", type=WholeNumber(1), default=1, metavar="N", help="Roll N times.")
@click.option("--set", "pairs", multiple=True, metavar="NAME=3", help="A value for @NAME.")
@click.option(
    "--sheet",
    "sheets",
    multiple=True,
    metavar="FILE",
    help="A sheet (TOML) with values for @{names}; several for @{Alice: Stealth}.",
)
@click.option("--dialect", **DIALECT)
@click.option("--game", **GAME)
@click.option("--decide", multiple=True, metavar="re-roll,keep", help=DECIDE)
@click.option("--aim", metavar="AIM", help=AIM)
@click.option("--explain", is_flag=True, help="Explain each roll, step by step.")
@click.option("--json", "as_json", is_flag=True, help="Write records as JSON, one per line.")
@click.option("--format", "form", metavar="NAME", help="Write rolls as chat, csv, html, markdown …")
@click.option("--limit", **LIMIT)
@click.option("--time", **TIME)
@in_session
def command(
    session: Session,
    expressions: tuple[str, ...],
    seed: str | None,
    faces: str | None,
    times: int,
    pairs: tuple[str, ...],
    sheets: tuple[str, ...],
    dialect: str | None,
    game: str | None,
    decide: tuple[str, ...],
    aim: str | None,
    explain: bool,
    as_json: bool,
    form: str | None,
    limit: int | None,
    time: Number | None,
) -> None:
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
    as_json = as_json or form == "json"
    if explain and as_json:
        raise click.UsageError("give --explain or --json, not both: a record explains itself")
    if explain and form is not None:
        raise click.UsageError("give --explain or --format, not both")
    decisions = parse_decisions(decide)
    if decisions is not None and aim is not None:
        raise click.UsageError("give --decide or --aim, not both")
    limits = limits_given({"limit": limit, "time": time})
    roller = _Roller(session, choose_source(seed, faces), times, explain, as_json, limits)
    roller.decisions = None if decisions is None else _typed(decisions)
    roller.aim = aim_of_dice(aim)
    try:
        with session.in_game(game):
            roller.given = given_values(session, pairs, sheets, dialect)
            roller.output = None if form is None or as_json else _output(session, form)
            for text in texts("roll", expressions, roller.given.dialect):
                roller.roll(text)
            roller.finish()
    except AstragalError as error:
        roller.report(error)
    sys.exit(1 if roller.failed else 0)


def _typed(decisions: tuple[str, ...]) -> DecisionList:
    from astragal.cli.decisions import TypedDecisions

    return TypedDecisions(decisions)


def _output(session: Session, name: str) -> Output:
    """Where rolls go in a format of this name."""
    from astragal.cli.screen.answers import Output
    from astragal.render.formats import find_format

    return Output(session.terminal, find_format(as_typed(name)), errors=session.errors)


class _Roller:
    """Rolls texts one after another and writes the results."""

    decisions: DecisionList | None = None
    """the decisions that are left for the rolls to come"""
    aim: Any = None
    given: GivenValues
    _understood: Understood | None = None
    """what was said, if it was not notation"""
    _read_as: Sequence[str] = ()
    """the reading of the text, line by line, unless it is plain to see"""
    output: Output | None = None
    """where rolls go once all of them are known, if a format was asked for"""

    def __init__(
        self,
        session: Session,
        source: Source | None,
        times: int,
        explain: bool,
        as_json: bool,
        limits: Limits,
    ) -> None:
        self.limits = limits
        self.session = session
        self.source = session.source if source is None else source
        self._by_hand = source if isinstance(source, HandSource) else None
        self.times = times
        self.explain = explain
        self.as_json = as_json
        self.terminal = session.terminal
        self.failed = False
        self._waiting: list[Roll] = []
        self._told: list[Roll] = []

    def roll(self, text: str) -> None:
        try:
            called = self.given.called(text, self.limits)
            if called is not None:
                self._roll_rule(called)
                return
            alone = text.isdecimal() and not (self.given.dialect or self.session.at_prompt)
            read = self.given.read(f"roll {text}" if alone else text, self.limits)
            self._understood = read.understood
            self._say_what_was_read(what_was_read(read))
            if read.understood is not None and read.asks:
                self._answer(read.understood)
                return
            for _ in range(self.times):
                self._keep(self._rolled(read.expression))
        except FacesError as error:
            self._waiting = []
            self.report(error)
        except AstragalError as error:
            self._show_waiting()
            if error.span is None and isinstance(error, NotationError):
                error.span = Span(0, len(text))  # of many lines, which
                error.about(text)
            self.report(error)

    def _say_what_was_read(self, lines: list[str]) -> None:
        """Also where only the result goes elsewhere."""
        self._read_as = lines
        if lines:
            self._show_waiting()
        if not self.as_json and not self.session.at_prompt:  # there it stands beside the roll
            for line in lines:
                self.session.errors.paragraph(line, dim=True)

    def _roll_rule(self, called: SpokenCall) -> None:
        """Roll a rule of the game that the text calls, or answer what it asks."""
        self._understood = None
        self._say_what_was_read([] if called.plain else [called.told])
        call = self.given.call_of(called)
        if called.asks:
            self._answer_odds(call.odds())
            return
        experiment = call.experiment()
        for _ in range(self.times):
            self._keep(self._rolled(experiment))

    def _answer_odds(self, odds: Distribution) -> None:
        """The odds of a rule, which were asked for in words."""
        if self.as_json:
            from astragal.service.answers import as_read, odds_answer

            answer = odds_answer(odds, self.limits)
            self.terminal.record(as_read(answer, self._read_as, None))
            return
        from astragal.cli.screen.answers import Output
        from astragal.render.headline import headline_of

        (self.output or Output(self.terminal)).show(headline_of(odds) or odds)

    def _answer(self, understood: Understood) -> None:
        """Answer a question in words: there is nothing to roll."""
        from astragal.cli.spoken_questions import SpokenQuestion

        question = SpokenQuestion(understood, self.given, self.limits)
        if self.as_json:
            self.terminal.record(question.to_data())
            return
        if self.session.at_prompt:
            self.terminal.paragraph(f"read as {understood.told}", "  ", dim=True)
        question.show(self.terminal)

    def _rolled(self, rolled: Experiment[Any]) -> Roll:
        variables = self.given.variables
        if isinstance(rolled, Expression) and not rolled.leaves_choices:
            return rolled.roll(self.source, variables=variables)
        decide: Decide | None = self.decisions
        if self.aim is not None:
            from astragal.experiment.solve.advice import Adviser

            decide = Adviser(self.aim, self.limits)
        if decide is None:
            from astragal.cli.decisions import asked_at

            return asked_at(self.session.errors, rolled, self.source, variables)
        return rolled.roll(self.source, variables=variables, decide=decide)

    def _keep(self, roll: Roll) -> None:
        """Faces and decisions that do not fit are refused before anything is shown."""
        if self._by_hand is not None or self.decisions is not None:
            self._waiting.append(roll)
        else:
            self._show(roll)

    def _show(self, roll: Roll) -> None:
        if self.as_json:
            from astragal.service.answers import as_read, roll_answer

            answer = as_read(roll_answer(roll), self._remarks(roll), self._understood)
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

    def _explain(self, roll: Roll) -> None:
        """The steps of a roll, and what its text would mean elsewhere."""
        for step in roll.explain():
            self.terminal.paragraph(step, "  ")
        if isinstance(roll.experiment, Expression):
            known = roll.experiment.convention
            for remark in (each for each in roll.experiment.remarks if each != known):
                self.terminal.paragraph(remark, "  ", dim=True)

    def _remarks(self, roll: Roll) -> Sequence[str]:
        """Remarks on how the text was read, for other programs."""
        rolled = roll.experiment
        return rolled.remarks if isinstance(rolled, Expression) else self._read_as

    def _show_with_comments(self, roll: Roll) -> None:
        """What the dice mean, unless they were just rolled; the roll; how lucky it is."""
        from astragal.cli.luck import luck

        dice, last = roll.experiment, self.session.last
        for line in () if self.session.repeats else self._read_as:
            self.terminal.paragraph(line, "  ", dim=True)
        if isinstance(dice, Expression) and (last is None or last.experiment != dice):
            self.terminal.paragraph(dice.describe(), "  ", dim=True)
        self.terminal.roll(roll)
        self.terminal.paragraph(luck(roll), "  ", dim=True)

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
        self.failed = True
        error = hinted(error, DICE)
        if self.as_json:
            from astragal.service.problems import problem

            self.terminal.record(problem(error))
        else:
            sys.stdout.flush()
            self.session.errors.error(error)
