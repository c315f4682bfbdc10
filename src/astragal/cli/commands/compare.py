"""``astragal compare``."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import click

from astragal.catalogue import is_game
from astragal.cli.commands.odds import odds_of
from astragal.cli.hints import DICE
from astragal.cli.line import in_words
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
)
from astragal.cli.reading import GivenValues, given_values, what_was_read
from astragal.cli.rules.call import RuleCall
from astragal.cli.screen import work
from astragal.cli.screen.answers import (
    Output,
    chosen_format,
    chosen_plot,
    format_options,
    plot_options,
)
from astragal.cli.screen.endings import errors_shown
from astragal.cli.session import Session, in_session
from astragal.comparing.comparison import Comparison
from astragal.limits import Limits
from astragal.probability.distribution import Distribution
from astragal.render.formats import Layout

_PARTED = re.compile(r"[\s'\"\\]")
"""What parts the words of a line, or joins them."""
_OPTIONS = [
    click.Option(["--of"], metavar="WHAT", help="A field of the outcome; or score>=7, outcome=us."),
    click.Option(["--aim"], metavar="AIM", help=AIM),
    click.Option(["--cumulative"], is_flag=True, help="Chances of each number or more."),
    click.Option(["--all", "every"], is_flag=True, help="List every outcome, none grouped."),
    click.Option(["--set", "pairs"], multiple=True, metavar="NAME=3", help="A value for @NAME."),
    click.Option(
        ["--sheet", "sheets"],
        multiple=True,
        metavar="FILE",
        help="A sheet (TOML) with values for @{names}; several for @{Alice: Stealth}.",
    ),
    click.Option(["--dialect"], **DIALECT),
    click.Option(["--game"], **GAME),
    *format_options(),
    *plot_options(),
    click.Option(["--limit"], **LIMIT),
    click.Option(["--time"], **TIME),
]


@in_session
def _compare(session: Session, /, these: tuple[str, ...], **given: Any) -> None:
    """Compare dice and rules: chances, their differences, and which is never worse.

    A rule is written as behind play, in quotation marks.

    \b
    astragal compare 2d6+3 1d12+3 1d20
    astragal compare 3d6 4d6kh3 --cumulative
    astragal compare "1d20+5 >= 15" "2d20kh1+3 >= 15"
    astragal compare "tiers check 45" "tiers check 40 --advantages 1" --of tiers
    astragal compare 3d6 4d6kh3 --plot both.svg

    Differences are to the first. Words, which have no order, are compared by their chances alone.
    """
    if len(these) < 2:
        raise click.UsageError("compare what with what? e.g. astragal compare 2d6+3 1d12+3")
    output = Output(session.terminal, chosen_format(given), chosen_plot(given), session.errors)
    with errors_shown(output, DICE):
        output.check_plot()
        with session.in_game(given["game"]):
            compared = _Compared(session, given).comparison([as_typed(text) for text in these])
        layout = Layout(cumulative=given["cumulative"], every=given["every"])
        output.show(compared, layout)


command = WordsCommand(
    "compare",
    callback=_compare,
    params=[click.Argument(["these"], nargs=-1, metavar="EXPRESSION..."), *_OPTIONS],
    help=_compare.__doc__,
)


class _Compared:
    """One call of the command."""

    def __init__(self, session: Session, given: Mapping[str, Any]) -> None:
        self.session = session
        self.given = given
        self.limits = limits_given(given)

    def comparison(self, texts: Sequence[str]) -> Comparison:
        values = given_values(
            self.session, self.given["pairs"], self.given["sheets"], self.given["dialect"]
        )
        several = [self._odds(text, values) for text in texts]
        return work.done(partial(_compared, several), self.limits)

    def _odds(self, text: str, values: GivenValues) -> Distribution:
        if (called := values.called(text, self.limits)) is not None:
            if not called.plain:
                self._remark(called.told)
            return self._rule_odds(values.call_of(called)).labelled(text)
        words = called_rule(text, self.session)
        if words is not None:
            from astragal.cli.commands.play import rule_call

            return self._rule_odds(rule_call(words, self.session)).labelled(text)
        read = values.read(text, self.limits)
        self._remark(*what_was_read(read))
        aim = aim_of_dice(self.given["aim"])
        odds = odds_of(read.expression, values.variables, self.limits, aim)
        return odds if self.given["of"] is None else odds.of(as_typed(self.given["of"]))

    def _remark(self, *lines: str) -> None:
        indent = "  " if self.session.at_prompt else ""
        for line in lines:
            self.session.errors.paragraph(line, indent, dim=True)

    def _rule_odds(self, call: RuleCall) -> Distribution:
        """The odds of a rule; --of, --aim and --sheet are for all rules that say nothing else."""
        for name in ("of", "aim", "limit", "time", "sheet"):
            common = "sheets" if name == "sheet" else name
            call.given[name] = call.given[name] or self.given[common]
        return call.odds()


def _compared(several: Sequence[Distribution], *, limits: Limits) -> Comparison:
    return Comparison(several, limits=limits)


def called_rule(text: str, session: Session) -> list[str] | None:
    """The words behind ``play``, if a text calls a rule: of a game, a file, or the open game."""
    first, _, more = text.strip().partition(" ")
    if first.endswith(".py") or ((more or first.isalpha()) and is_game(first.lower())):
        game, *rest = in_words(text)
        return [game if game.endswith(".py") else game.lower(), *rest]
    if session.game is None:
        return None
    from astragal.cli.prompt.names import Names

    found = Names(session).called(text)
    return None if found is None else found[1:]


def compare_words(line: str, sign: str = "|") -> list[str]:
    """The words of the command, of a line that parts what is compared by a sign.

    Its own options stand at the end; all others are those of the rule that they stand behind.
    """
    *first, last = line.split(sign)
    own: list[str] = []
    if "--" in last:
        kept, own = _own_options(in_words(last))
        last = " ".join(map(_quoted, kept)) if own else last
    return ["compare", *(each.strip() for each in (*first, last)), *own]


def _quoted(word: str) -> str:
    """A word as it is typed; dice have signs that a shell would want quotes for."""
    return shlex.quote(word) if _PARTED.search(word) or not word else word


def _own_options(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """The words without the options of this command, and these options."""
    known = {spelt: option for option in _OPTIONS for spelt in option.opts}
    kept, own, rest = [], [], iter(words)
    for word in rest:
        option = known.get(word.partition("=")[0])
        if option is None:
            kept.append(word)
            continue
        own.append(word)
        if not option.is_flag and "=" not in word:
            own += [value for value in [next(rest, None)] if value is not None]
    return kept, own
