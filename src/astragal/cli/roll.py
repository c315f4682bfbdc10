"""``astragal roll``."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping

import click

from astragal.cli.options import as_typed, choose_source, parse_variables
from astragal.cli.terminal import Terminal, lines_of
from astragal.errors import AstragalError
from astragal.notation.parser import parse
from astragal.outcome import Number
from astragal.rolling.sources import HandSource, Source


class _DiceCommand(click.Command):
    """Takes ``-2d6`` for dice: an argument with a dash that is no option is an expression."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.ignore_unknown_options = True
        separated = args[args.index("--") :] if "--" in args else []
        rest = super().parse_args(ctx, args)
        known = [option for parameter in self.params for option in parameter.opts]
        for text in ctx.params.get("expressions", ()):
            if text.startswith("--") and text[2:3].isalpha() and text not in separated:
                option = text.partition("=")[0]
                near = [each for each in known if each.startswith(option[:4])]
                raise click.NoSuchOption(option, possibilities=near, ctx=ctx)
        return rest


@click.command("roll", cls=_DiceCommand)
@click.argument("expressions", nargs=-1, metavar="[EXPRESSION]...")
@click.option("--seed", metavar="TEXT", help="The same faces every time for the same seed.")
@click.option("--faces", metavar="6,5,4,2", help="Faces rolled by hand, in order.")
@click.option("--times", type=click.IntRange(min=1), default=1, metavar="N", help="Roll so often.")
@click.option("--set", "pairs", multiple=True, metavar="NAME=3", help="A value for @NAME.")
@click.option("--explain", is_flag=True, help="Tell what happened, step by step.")
@click.option("--json", "as_json", is_flag=True, help="Records as JSON, one a line.")
def command(
    expressions: tuple[str, ...],
    seed: str | None,
    faces: str | None,
    times: int,
    pairs: tuple[str, ...],
    explain: bool,
    as_json: bool,
) -> None:
    """Roll dice. Expressions come from the command line, or from standard input, one a line.

    \b
    astragal roll 4d6kh3
    astragal roll "1d20+5" "2d6+3"         two rolls
    astragal roll "6x(4d6kh3)"             six results
    astragal roll 4d6kh3 --faces 6,5,4,2   dice rolled by hand
    astragal roll 1d20+@str --set str=3 --explain
    astragal roll -- -1d4+10               the -- is optional

    The exit status is 1 if any of the dice could not be rolled.
    """
    if explain and as_json:
        raise click.UsageError("a record explains itself: give --explain or --json, not both")
    for text in expressions:
        if not text.strip("+-*/<>=!() "):
            raise click.UsageError(
                f"put the dice in quotes: astragal roll '{' '.join(expressions)}'"
            )
    source = choose_source(seed, faces)
    roller = _Roller(source, parse_variables(pairs), times, explain, as_json)
    for text in map(as_typed, expressions) if expressions else _lines():
        roller.roll(text)
    roller.finish()
    sys.exit(1 if roller.failed else 0)


def _lines() -> Iterator[str]:
    if sys.stdin.isatty():
        raise click.UsageError("nothing to roll; e.g. astragal roll 2d6")
    for line in lines_of(sys.stdin):
        text = line.strip()
        if text and not text.startswith("#"):
            yield text


class _Roller:
    """Rolls texts one after another and writes what comes of them."""

    def __init__(
        self,
        source: Source | None,
        variables: Mapping[str, Number],
        times: int,
        explain: bool,
        as_json: bool,
    ) -> None:
        self.source = source
        self.variables = variables
        self.times = times
        self.explain = explain
        self.as_json = as_json
        self.terminal = Terminal()
        self.failed = False

    def roll(self, text: str) -> None:
        try:
            expression = parse(text)
            for _ in range(self.times):
                roll = expression.roll(self.source, variables=self.variables)
                if self.as_json:
                    self.terminal.record(roll.to_data())
                    continue
                self.terminal.roll(roll)
                if self.explain:
                    for step in roll.explain():
                        self.terminal.paragraph(step, "  ")
        except AstragalError as error:
            self.report(error)

    def finish(self) -> None:
        """Say what was left over; silent if something failed before, which explains it."""
        if isinstance(self.source, HandSource) and not self.failed:
            try:
                self.source.finish()
            except AstragalError as error:
                self.report(error)

    def report(self, error: AstragalError) -> None:
        self.failed = True
        if self.as_json:
            self.terminal.record({"error": error.to_dict()})
        else:
            sys.stdout.flush()
            Terminal(sys.stderr).error(error)
