"""``astragal odds``."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import click

from astragal.cli import work
from astragal.cli.answers import answer, check_plot, drawn, one_form, report
from astragal.cli.axes import parse_axes
from astragal.cli.options import (
    DiceCommand,
    as_typed,
    given_values,
    parse_limit,
    parse_number,
    parse_variables,
    refuse_unquoted,
    texts,
)
from astragal.cli.terminal import Terminal
from astragal.errors import AstragalError, OddsError
from astragal.limits import Limits
from astragal.notation.syntax.parser import parse
from astragal.odds.distribution import Distribution
from astragal.outcome import Number, Outcome, show
from astragal.render.data import DATA_VERSION, fraction_data
from astragal.render.exports import csv_table, markdown_table
from astragal.render.figures import fraction, percent


class Question(NamedTuple):
    """What somebody wants to know of odds."""

    words: str
    answer: Callable[[Distribution], Fraction]


@click.command("odds", cls=DiceCommand)
@click.argument("expressions", nargs=-1, metavar="[EXPRESSION]...")
@click.option("--at-least", multiple=True, metavar="N", help="The chance of N or more.")
@click.option("--at-most", multiple=True, metavar="N", help="The chance of N or less.")
@click.option("--exactly", multiple=True, metavar="X", help="The chance of one outcome.")
@click.option("--cumulative", is_flag=True, help="Chances of each number or more, and or less.")
@click.option("--set", "pairs", multiple=True, metavar="NAME=3", help="A value for @NAME.")
@click.option("--sheet", metavar="FILE", help="A sheet (TOML) with values for @{names}.")
@click.option("--all", "every", is_flag=True, help="Every outcome in the table, none grouped.")
@click.option("--json", "as_json", is_flag=True, help="Odds as JSON, one a line.")
@click.option("--csv", "as_csv", is_flag=True, help="Odds as CSV.")
@click.option("--markdown", "as_markdown", is_flag=True, help="Odds as a Markdown table.")
@click.option("--sweep", multiple=True, metavar="NAME=0..9", help="A table over a value of @NAME.")
@click.option("--reach", metavar="65%", help="The least value of a sweep that reaches this.")
@click.option("--greatest", is_flag=True, help="With --reach: the greatest value that does.")
@click.option("--plot", metavar="FILE", help="Draw them into an .svg or .png file.")
@click.option("--limit", metavar="STEPS", help="How much work is allowed, e.g. 5e9.")
def command(
    expressions: tuple[str, ...],
    at_least: tuple[str, ...],
    at_most: tuple[str, ...],
    exactly: tuple[str, ...],
    cumulative: bool,
    pairs: tuple[str, ...],
    sheet: str | None,
    every: bool,
    as_json: bool,
    as_csv: bool,
    as_markdown: bool,
    sweep: tuple[str, ...],
    reach: str | None,
    greatest: bool,
    plot: str | None,
    limit: str | None,
) -> None:
    """Exact odds. Several expressions stand side by side.

    \b
    astragal odds 4d6kh3
    astragal odds "2d20kh1 + 5" --at-least 15
    astragal odds 3d6 "2d6+3" 1d20          side by side
    astragal odds "1d20+@str >= 15" --set str=3
    astragal odds 3d6! --cumulative         dice that explode without limit
    astragal odds 1d100 --all               every outcome, none grouped
    astragal odds 4d6kh3 --plot odds.svg
    astragal odds "1d20+@bonus >= 15" --sweep bonus=0..10
    astragal odds "1d20+@bonus >= 15" --sweep bonus=0..10 --reach 65%

    The exit status is 1 if any odds could not be given.
    """
    refuse_unquoted("odds", expressions)
    questions = [
        *(_at_least(number) for number in at_least),
        *(_at_most(number) for number in at_most),
        *(_exactly(outcome) for outcome in exactly),
    ]
    form = one_form({"--json": as_json, "--csv": as_csv, "--markdown": as_markdown})
    if questions and (cumulative or form in ("--csv", "--markdown")):
        unfit = "--cumulative" if cumulative else form
        raise click.UsageError(f"a question has one answer, so {unfit} has nothing to show")
    asked = _Asked(questions, cumulative, every, form, plot, Terminal())
    limits = Limits() if limit is None else Limits(odds=parse_limit(limit))
    failed = False
    found: list[Distribution] = []
    try:
        check_plot(plot)
        variables = given_values(pairs, sheet)
        if sweep or reach is not None or greatest:
            if questions or cumulative or every:
                raise click.UsageError(
                    "a sweep shows a chance or a mean: write `… >= 15` into the dice instead"
                )
            listed = list(texts("odds", expressions))
            swept = _swept(listed, sweep, reach, greatest, pairs, variables, limits)
            answer(swept, form, plot, asked.terminal)
            return
        for text in texts("odds", expressions):
            try:
                found.append(work.odds(parse(text, limits=limits), variables, limits))
            except AstragalError as error:
                failed = True
                report(error, form, {"expression": text})
        if found:
            asked.answer(found)
    except AstragalError as error:
        failed = True
        report(error, form)
    except work.StoppedError:
        Terminal(sys.stderr).write("stopped")
        sys.exit(130)
    sys.exit(1 if failed else 0)


def _swept(
    expressions: Sequence[str],
    sweep: Sequence[str],
    reach: str | None,
    greatest: bool,
    pairs: Sequence[str],
    variables: Mapping[str, Number],
    limits: Limits,
) -> Any:
    """A table over values of one or two variables, or the value at which something is reached."""
    from astragal.cli.sweeps import swept

    if len(expressions) != 1:
        raise click.UsageError("a sweep is of one expression")
    axes = parse_axes(sweep)
    for name in parse_variables(pairs).keys() & axes.keys():
        raise click.UsageError(f"@{name} is both set and swept")
    expression = parse(expressions[0], limits=limits)
    used = [name for name in expression.variables if name in variables and name not in axes]
    unused = {name: each for name, each in parse_variables(pairs).items() if name not in used}
    fixed = {**unused, **{name: variables[name] for name in sorted(used)}}
    return swept(expression, axes, reach, greatest=greatest, fixed=fixed, limits=limits)


class _Asked(NamedTuple):
    """What is wanted of the odds."""

    questions: Sequence[Question]
    cumulative: bool
    every: bool
    form: str | None
    plot: str | None
    terminal: Terminal

    def answer(self, several: Sequence[Distribution]) -> None:
        if self.plot is not None:
            from astragal.render.plots import plot

            drawn(self.plot, lambda path: plot(several, path, cumulative=self.cumulative))
            if self.form is None and not self.questions:
                self.terminal.write(f"drawn: {self.plot}")
                return
            Terminal(sys.stderr).write(f"drawn: {self.plot}")
        if self.questions:
            for odds in several:
                for question in self.questions:
                    self._tell(odds, question)
        elif self.form == "--json":
            for odds in several:
                self.terminal.record(odds.to_data())
        elif self.form == "--csv":
            self.terminal.stream.write(csv_table(several))
        elif self.form == "--markdown":
            self.terminal.stream.write(markdown_table(several, cumulative=self.cumulative))
        else:
            self.terminal.odds(several, cumulative=self.cumulative, every=self.every)

    def _tell(self, odds: Distribution, question: Question) -> None:
        chance = question.answer(odds)
        if self.form == "--json":
            probability = fraction_data(chance)
            data = {
                "version": DATA_VERSION,
                "expression": odds.label,
                "question": question.words,
                "probability": probability,
            }
            self.terminal.record(data)
            return
        told = self.terminal.style(percent(chance), bold=True)
        self.terminal.write(f"{odds.label}: {question.words}: {told}{fraction(chance)}")


def _at_least(text: str) -> Question:
    number = parse_number(text, "--at-least")
    return Question(f"at least {number}", lambda odds: _ordered(odds).at_least(number))


def _at_most(text: str) -> Question:
    number = parse_number(text, "--at-most")
    return Question(f"at most {number}", lambda odds: _ordered(odds).at_most(number))


def _ordered(odds: Distribution) -> Distribution:
    if not odds.numeric:
        raise OddsError(
            "not-numbers",
            f"`{odds.label}` gives no numbers",
            hint=f"e.g. --exactly '{show(next(iter(odds)))}'",
        )
    return odds


def _exactly(text: str) -> Question:
    """A number, true or false, or a name as it was typed."""
    typed = " ".join(as_typed(text).split())

    def answer(odds: Distribution) -> Fraction:
        if odds.numeric:
            return odds.probability(parse_number(typed, "--exactly"))
        named: dict[str, Outcome] = {show(outcome): outcome for outcome in odds}
        if odds.truth:
            named |= {"true": True, "false": False}
        wanted = typed.lower() if odds.truth else typed
        if wanted not in named:
            some = ", ".join(list(named)[:8])
            raise OddsError(
                "no-such-outcome", f"`{odds.label}` never gives {typed}", hint=f"it gives {some}"
            )
        return odds.probability(named[wanted])

    return Question(f"exactly {typed}", answer)
