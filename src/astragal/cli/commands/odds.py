"""``astragal odds``."""

from __future__ import annotations

import sys
from collections.abc import Container, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from astragal.cli.hints import DICE, hinted
from astragal.cli.options import (
    AIM,
    DIALECT,
    GAME,
    LIMIT,
    TIME,
    WordsCommand,
    aim_of_dice,
    as_typed,
    limits_given,
    parse_number,
)
from astragal.cli.questions import Question, asked
from astragal.cli.reading import GivenValues, given_values, texts, what_was_read
from astragal.cli.screen import work
from astragal.cli.screen.answers import (
    Output,
    chosen_format,
    chosen_plot,
    format_options,
    plot_options,
)
from astragal.cli.session import Session, in_session
from astragal.cli.sweeps import mattering, parse_axes, sweep_options, swept
from astragal.cli.workers import worker_options
from astragal.errors import AstragalError, NotationError
from astragal.limits import Limits
from astragal.notation.expression import Expression
from astragal.outcome import Number
from astragal.probability.distribution import Distribution
from astragal.render.data import DATA_VERSION, fraction_data
from astragal.render.figures import fraction, percent
from astragal.render.formats import Layout
from astragal.render.grid import RenderedGrid
from astragal.render.headline import headline_of
from astragal.rolling.phrases import Role, phrase, piece
from astragal.talk.understood import Read, Understood

if TYPE_CHECKING:
    from astragal.cli.rules.call import RuleCall

_OPTIONS = [
    click.Option(["--at-least"], multiple=True, metavar="N", help="The chance of N or more."),
    click.Option(["--at-most"], multiple=True, metavar="N", help="The chance of N or less."),
    click.Option(["--exactly"], multiple=True, metavar="X", help="The chance of one outcome."),
    click.Option(
        ["--cumulative"], is_flag=True, help="Chances of at most and at least each number."
    ),
    click.Option(["--set", "pairs"], multiple=True, metavar="NAME=3", help="A value for @NAME."),
    click.Option(
        ["--sheet", "sheets"],
        multiple=True,
        metavar="FILE",
        help="A sheet (TOML) with values for @{names}; several for @{Alice: Stealth}.",
    ),
    click.Option(["--dialect"], **DIALECT),
    click.Option(["--game"], **GAME),
    click.Option(["--aim"], metavar="AIM", help=AIM),
    click.Option(["--all", "every"], is_flag=True, help="List every outcome, none grouped."),
    *format_options(),
    *sweep_options("values of @NAME"),
    click.Option(
        ["--of"],
        metavar="WHAT",
        help="What to look at of a game's rule, or to measure with --sweep; outcome=hit.",
    ),
    *worker_options(),
    *plot_options(),
    click.Option(["--limit"], **LIMIT),
    click.Option(["--time"], **TIME),
]


@in_session
def _odds(session: Session, /, expressions: tuple[str, ...], **given: Any) -> None:
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
    query = _Query(session, expressions, given)
    try:
        with session.in_game(given["game"]):
            query.run()
    except AstragalError as error:
        query.report(error)
    except work.CtrlCError:
        session.errors.write("stopped")
        sys.exit(130)
    sys.exit(1 if query.failed else 0)


command = WordsCommand(
    "odds",
    callback=_odds,
    params=[
        click.Argument(["expressions"], nargs=-1, metavar="[EXPRESSION]..."),
        *_OPTIONS,
    ],
    help=_odds.__doc__,
)


def odds_of(
    expression: Expression, variables: Mapping[str, Number], limits: Limits, aim: Any = None
) -> Distribution:
    """The odds of an expression, with a clock on the screen if they take over a second."""
    return work.done(partial(_listed_odds, expression, variables, aim), limits)


def _listed_odds(
    expression: Expression, variables: Mapping[str, Number], aim: Any, *, limits: Limits
) -> Distribution:
    odds = expression.odds(variables=variables, aim=aim, limits=limits)
    len(odds)  # lists the outcomes of dice that explode, which takes time too
    return odds


def _read(values: GivenValues, text: str, limits: Limits) -> Read:
    """Dice, or a question in words: ``odds of 15 on 2d6`` has its first word before it already."""
    try:
        return values.read(text, limits)
    except NotationError as error:
        if values.dialect or any(map(str.isdigit, text.partition(" ")[0])):
            raise  # dice with a mistake, not a question
        try:
            return values.read(f"odds {text}", limits)
        except NotationError as about_the_question:
            raise (about_the_question if " " in text else error) from None


class _Query:
    """One call of the command."""

    def __init__(
        self, session: Session, expressions: Sequence[str], given: Mapping[str, Any]
    ) -> None:
        self.session = session
        self.given = given
        self.expressions = expressions
        self.questions = asked(given["at_least"], given["at_most"], given["exactly"])
        plotting = chosen_plot(given)
        self.output = Output(session.terminal, chosen_format(given), plotting, session.errors)
        self.layout = Layout(cumulative=given["cumulative"], every=given["every"])
        self.limits = limits_given(given)
        self.aim = aim_of_dice(given["aim"])
        self.failed = False
        self._of_rule = False
        """whether some odds are those of a rule of the game"""
        self._check()

    def _check(self) -> None:
        """Refuse options that do not go together."""
        form = self.output.form
        if self.questions and (self.layout.cumulative or (form and not form.writes_records)):
            unfit = "--cumulative" if self.layout.cumulative or form is None else form.option
            raise click.UsageError(f"the answer to a question is one number: leave out {unfit}")
        if (self._sweeping or self.given["matters"]) and (self.questions or self.layout.cumulative):
            raise click.UsageError(
                "a sweep shows a chance or a mean for each value: write `… >= 15` into the dice"
            )
        if self.given["matters"] and self._sweeping:
            raise click.UsageError("give one of --matters and --sweep")
        if self.given["by"] and not self.given["matters"]:
            raise click.UsageError("--by goes with --matters")

    @property
    def _sweeping(self) -> bool:
        given = self.given
        about = ("sweep", "shares", "reach", "end", "workers", "cluster")
        return any(given[name] not in (None, False, ()) for name in about)

    def report(self, error: AstragalError, about: Mapping[str, Any] | None = None) -> None:
        self.failed = True
        self.output.error(hinted(error, DICE), about)

    def run(self) -> None:
        self.output.check_plot()
        values = given_values(
            self.session, self.given["pairs"], self.given["sheets"], self.given["dialect"]
        )
        if self._sweeping or self.given["matters"]:
            table = self._mattering(values) if self.given["matters"] else self._swept(values)
            self.output.show(table, self.layout)
            self.failed = table.refuses
        elif found := self._found(values):
            self._show(found)

    def _found(self, values: GivenValues) -> list[Distribution]:
        """The odds of each expression; errors are reported, and the others still shown."""
        found: list[Distribution] = []
        for text in texts("odds", self.expressions, values.dialect):
            try:
                if (called := values.called(text, self.limits)) is not None:
                    if not called.plain:
                        self._remark(called.told)
                    found.append(self._rule_odds(values.call_of(called)))
                    continue
                if self.given["of"] is not None:
                    raise click.UsageError(
                        "--of goes with --sweep or --matters, or with a roll of a game's rule"
                    )
                read = _read(values, text, self.limits)
                asks = read.understood is not None and read.asks and not self.questions
                if not (asks and self.output.writes_records):
                    self._remark(*what_was_read(read))
                if read.understood is not None and asks:
                    self._answer_in_words(read.understood, values)
                    continue
                found.append(odds_of(read.expression, values.variables, self.limits, self.aim))
            except AstragalError as error:
                self.report(error, {"expression": text})
        return found

    def _answer_in_words(self, understood: Understood, values: GivenValues) -> None:
        """Answer a question in words."""
        from astragal.cli.spoken_questions import SpokenQuestion

        question = SpokenQuestion(understood, values, self.limits)
        if self.output.writes_records:
            self.output.record(question.to_data())
        else:
            question.show(self.output.terminal)

    def _rule_odds(self, call: RuleCall) -> Distribution:
        """The odds of a rule of the game, with the options that it has too."""
        for name in ("aim", "limit", "time", "of"):
            call.given[name] = self.given[name]
        self._of_rule = True
        return call.odds()

    def _remark(self, *lines: str) -> None:
        indent = "  " if self.session.at_prompt else ""
        for line in lines:
            self.session.errors.paragraph(line, indent, dim=True)

    def _swept(self, values: GivenValues) -> RenderedGrid:
        axes = parse_axes(self.given["sweep"], lambda name, text: parse_number(text, "--sweep"))
        for name in values.given.keys() & axes.keys():
            raise click.UsageError(f"@{name} is both set and swept")
        expression, fixed = self._only(values, axes)
        return swept(expression, axes, self.given, limits=self.limits, fixed=fixed, **self._view())

    def _mattering(self, values: GivenValues) -> RenderedGrid:
        expression, fixed = self._only(values, ())
        return mattering(expression, self.given, limits=self.limits, fixed=fixed, **self._view())

    def _view(self) -> dict[str, Any]:
        """What is measured, and what choices are for."""
        of = self.given["of"]
        return {"of": None if of is None else as_typed(of), "aim": self.aim}

    def _only(
        self, values: GivenValues, swept: Container[str]
    ) -> tuple[Expression, dict[str, Number]]:
        """The one expression, and the values of its names that are not swept."""
        listed = list(texts("odds", self.expressions, values.dialect))
        if len(listed) != 1:
            raise click.UsageError("a sweep takes one expression")
        expression = values.parse(listed[0], self.limits)
        variables = values.variables
        used = [name for name in expression.variables if name in variables and name not in swept]
        unused = {name: each for name, each in values.given.items() if name not in used}
        return expression, {**unused, **{name: variables[name] for name in sorted(used)}}

    def _show(self, several: Sequence[Distribution]) -> None:
        def draw(path: str, **look: Any) -> None:
            from astragal.render.plots import plot

            plot(several, path, cumulative=self.layout.cumulative, **look)

        if self.output.drawn(draw, alone=not self.questions):
            return
        if not self.questions:
            self._show_odds(several)
        for odds in several:
            for question in self.questions:
                self._answer(odds, question)

    def _show_odds(self, several: Sequence[Distribution]) -> None:
        """The odds side by side, or the headline of one rule of a game."""
        every = self.layout.every or self.layout.cumulative or self.output.form is not None
        alone = self._of_rule and len(several) == 1
        short = headline_of(several[0]) if alone and not every else None
        if short is None:
            self.output.odds(several, self.layout)
        else:
            self.output.show(short)

    def _answer(self, odds: Distribution, question: Question) -> None:
        chance = question.answer(odds)
        if self.output.writes_records:
            self.output.record(
                {
                    "version": DATA_VERSION,
                    "expression": odds.label,
                    "question": question.words,
                    "probability": fraction_data(chance),
                }
            )
            return
        terminal = self.output.terminal
        shown = piece(percent(chance), Role.OUTCOME)
        terminal.say(
            phrase([f"{odds.label}: {question.words}: ", shown, fraction(chance)]).visible()
        )
