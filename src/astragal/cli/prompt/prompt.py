"""``astragal prompt``: type dice, see what they mean and what they roll."""

from __future__ import annotations

import sys
import textwrap
from collections import ChainMap
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING

import click

from astragal import __version__
from astragal.cli.decisions import asked_at
from astragal.cli.options import choose_source, parse_variable
from astragal.cli.screen.terminal import Terminal, lines_of
from astragal.cli.session import Session
from astragal.errors import AstragalError
from astragal.limits import Limits
from astragal.notation.expression import Expression
from astragal.outcome import Number, Outcome, show
from astragal.rolling.sources import Source

if TYPE_CHECKING:
    from astragal.cli.prompt.games import GameCommands

_COMMANDS = """\
odds 4d6kh3 shows exact odds; odds 3d6 | 2d8 compares; odds: the last dice
games       lists the games; games tiers explains one
game tiers  opens a game: check --stat 45, check --stat 45 --odds; game leaves
sheet FILE  opens a sheet, beside others too; sheets lists them, close Bob
begin fog: disadvantages 1 on Attack for 2 rounds    end fog    round
set str=3   gives @str a value, for 1d20+@str       set   lists the values
explain     explains the last roll, step by step    json  shows its record
(Enter)     rolls the last dice again               quit  or ctrl-D leaves"""

_PROMPT = "dice> "
_LEAVE = ("quit", "exit", "q")

_AT_ONCE = 20_000_000
"""Steps of exact arithmetic that take no time anybody would notice."""


def notation_help(width: int, *, unicode: bool) -> str:
    """Examples of all operations, a chapter after another, in lines of this width."""
    from astragal.notation.operation import Chapter, examples_of

    column = max(len(chapter.value) for chapter in Chapter) + 2
    lines = []
    for chapter in Chapter:
        texts = [row.text for row in examples_of(chapter) if unicode or row.text.isascii()]
        # Blanks inside an example must not part it.
        listed = "   ".join(text.replace(" ", "\xa0") for text in dict.fromkeys(texts))
        lines += textwrap.wrap(
            listed,
            width - 1,
            initial_indent=chapter.value.ljust(column),
            subsequent_indent=" " * column,
            break_long_words=False,
            break_on_hyphens=False,
            max_lines=2,
            placeholder="",
        )
    return "\n".join(lines).replace("\xa0", " ")


@click.command("prompt")
@click.option("--seed", metavar="TEXT", help="The same seed always gives the same faces.")
def command(seed: str | None) -> None:
    """Roll dice at a prompt: type dice, see what they mean and what they roll.

    \b
    ?        help
    arrows   history
    ctrl-D   leave

    \b
    astragal prompt
    astragal prompt --seed 42   the same faces every time
    """
    prompt = Prompt(Terminal(), choose_source(seed, None))
    prompt.greet()
    prompt.run()


class Prompt:
    """Answers lines, and remembers the last roll and the values that were set."""

    def __init__(self, terminal: Terminal, source: Source | None = None) -> None:
        self.terminal = terminal
        self.source = source
        self.set_values: dict[str, Number] = {}
        self.session = Session(terminal, source)
        self._line = ""
        self._games: GameCommands | None = None

    @property
    def variables(self) -> Mapping[str, Number]:
        """The values that were set, then those of the sheets."""
        return ChainMap(self.set_values, self.session.party)  # type: ignore[arg-type]

    def parse(self, text: str) -> Expression:
        """Notation, with dice from the sheets in place of their names."""
        return self.session.party.parse(text, given=self.set_values)

    @property
    def games(self) -> GameCommands:
        """The commands about games, loaded when they are first needed."""
        if self._games is None:
            from astragal.cli.prompt.games import GameCommands

            self._games = GameCommands(self.session)
        return self._games

    def greet(self) -> None:
        """Say what this is, and show an example."""
        name = self.terminal.style("Astragal", bold=True)
        self.terminal.write(f"{name} {__version__}: type dice and press Enter, ? for help.")
        self.terminal.write()
        self.terminal.write(f"{_PROMPT}4d6kh3")
        self.handle("4d6kh3")

    def run(self) -> None:
        """Answer lines until there are no more."""
        if sys.stdin.isatty():
            _remember_lines()
            lines = self._typed()
        else:
            lines = lines_of(sys.stdin)
        for line in lines:
            if not self.handle(line.strip()):
                return

    def _typed(self) -> Iterator[str]:
        """Lines as they are typed, until ctrl-D."""
        while True:
            try:
                yield input(self._name())
            except EOFError:
                self.terminal.write()
                return
            except KeyboardInterrupt:
                self.terminal.write()
            except UnicodeDecodeError:
                self.terminal.write("that line is not valid text")

    def _name(self) -> str:
        game = self.session.game
        return _PROMPT if game is None else f"{game.name}> "

    def handle(self, line: str) -> bool:
        """Answer one line; False if it says to leave."""
        word, _, rest = line.partition(" ")
        word, rest = word.lower(), rest.strip()
        if word in _LEAVE and not rest:
            return False
        if not self._command(word, rest):
            self._play_or_roll(line)
        return True

    def _command(self, word: str, rest: str) -> bool:
        """Do a command of the prompt; False if the line is not one."""
        alone = {"explain": self.explain, "json": self.json, "": self.again}
        others: dict[str, Callable[[str], None]] = {
            "?": self.help,
            "help": self.help,
            "set": self.set,
            "odds": self.odds,
        }
        if word in alone and not rest:
            alone[word]()
        elif word in others and not rest.startswith("="):  # set = 2d6; set + 1 is dice
            others[word](rest)
        else:
            return False
        return True

    def _play_or_roll(self, line: str) -> None:
        before = self.session.last
        if not self.games.handle(line):
            self.roll(line)
        if self.session.last is not before:
            self._line = line

    def help(self, _: str = "") -> None:
        text = notation_help(self.terminal.width or 80, unicode=self.terminal.unicode)
        for line in (*text.splitlines(), "", *_COMMANDS.splitlines()):
            self.terminal.write(line)

    def roll(self, text: str, *, explained: bool = False) -> None:
        """Roll dice, after saying what they mean unless that was ``explained`` before."""
        try:
            expression = self.parse(text)
            meaning = "" if explained else expression.describe()
            if expression.leaves_choices:
                rolled = asked_at(self.terminal, expression, self.source, self.variables)
            else:
                rolled = expression.roll(self.source, variables=self.variables)
        except AstragalError as error:
            self.terminal.error(self._at_the_prompt(error))
            return
        self.session.last = rolled
        self.terminal.paragraph(meaning, "  ", dim=True)
        self.terminal.roll(rolled)
        self.terminal.paragraph(self.luck(expression, rolled.outcome), "  ", dim=True)

    def luck(self, expression: Expression, outcome: Outcome) -> str:
        """How lucky the outcome is, if the odds take no time."""
        if isinstance(outcome, tuple):
            return ""
        try:
            odds = expression.odds(variables=self.variables, limits=Limits(odds=_AT_ONCE))
        except AstragalError:
            return ""
        from astragal.odds.luck import Luck

        return Luck.of(odds, outcome).words

    def odds(self, texts: str) -> None:
        """The odds of dice, side by side where ``|`` divides them; or of the last dice."""
        if texts and self.games.odds(texts):
            return
        if not texts and self.session.last is None:
            self.terminal.write("odds of what? e.g. odds 4d6kh3")
            return
        if not texts and not self._rolled_dice:
            self.terminal.write("for the odds of a rule, add --odds to its line")
            return
        typed = (
            texts.split("|") if texts else [str(self.session.last and self.session.last.expression)]
        )
        self._show_odds(typed)

    def _show_odds(self, typed: Sequence[str]) -> None:
        from astragal.cli.commands.odds import odds_of
        from astragal.cli.screen import work
        from astragal.cli.screen.answers import Output

        try:
            several = [odds_of(self.parse(text), self.variables, Limits()) for text in typed]
            Output(self.terminal).odds(several)
        except AstragalError as error:
            self.terminal.error(self._at_the_prompt(error))
        except work.CtrlCError:
            self.terminal.write("stopped")

    @property
    def _rolled_dice(self) -> bool:
        """Whether the last roll was of dice rather than of a rule."""
        return self.session.last is not None and isinstance(
            self.session.last.experiment, Expression
        )

    @staticmethod
    def _at_the_prompt(error: AstragalError) -> AstragalError:
        """The error, with a hint that helps here."""
        if error.code == "missing-variable":
            name = error.message.rpartition("@")[2].strip("{}")
            error.hint = f"give it a value first, e.g. set {name}=3"
        if error.code == "unknown-word" and " --" in (error.text or ""):
            error.hint = "open the game of that rule first, e.g. game tiers, then check --stat 45"
        if error.code == "too-many-odds":
            error.hint = "to allow more work: astragal odds --limit 5e9 in a shell"
        return error

    def again(self) -> None:
        """Roll the last dice, or the last rule, once more."""
        if self._line and self.games.handle(self._line):
            return
        if self.session.last is not None:
            self.roll(self.session.last.expression, explained=True)

    def explain(self) -> None:
        if self.session.last is not None:
            for step in self.session.last.explain():
                self.terminal.paragraph(step, "  ")

    def json(self) -> None:
        if self.session.last is not None:
            from astragal.service.answers import roll_answer

            self.terminal.record(roll_answer(self.session.last))

    def set(self, pair: str) -> None:
        if not pair:
            for name, value in self.set_values.items():
                self.terminal.write(f"  @{name} is {show(value)}")
            return
        try:
            name, value = parse_variable(pair)
        except click.BadParameter as error:
            self.terminal.write(error.message)
            return
        self.set_values[name] = value
        self.terminal.write(f"  @{name} is {show(value)}")


def _remember_lines() -> None:
    """Arrow keys for history and editing, where the platform has them."""
    with suppress(ImportError):
        import_module("readline")
