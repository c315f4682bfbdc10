"""The prompt: every line is a command, a rule, a name on a sheet, or dice."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout

import click

from astragal import __version__
from astragal._nearest import did_you_mean
from astragal.cli.hints import at_the_prompt
from astragal.cli.line import (
    DIALECT,
    GAME_OPTION,
    dice_words,
    first_word,
    in_dialect,
    in_words,
    parted,
    unpasted,
)
from astragal.cli.main import COMMANDS, main
from astragal.cli.prompt.commands import own_commands
from astragal.cli.prompt.commands.own import LeaveError, Own
from astragal.cli.prompt.editor import typed_lines
from astragal.cli.prompt.memory import Memory, kept
from astragal.cli.prompt.names import Names
from astragal.cli.reading import STDIN, what_was_read
from astragal.cli.screen.terminal import Terminal, lines_of
from astragal.cli.session import NO_GAME, Session, known_dialect
from astragal.cli.wrong_use import WrongUseError, said_plainly
from astragal.dialects.dialect import HERE
from astragal.errors import AstragalError, NotationError
from astragal.rolling.phrases import Role, phrase, piece
from astragal.rolling.sources import Source
from astragal.rules.game import Game
from astragal.talk.words import without_fillers

_DICE = "dice"
_EXAMPLE = "4d6kh3"
_AGAIN_WITH = re.compile(
    r"(?:roll )?(?:(?:it|that) )?(?:again|once more|one more time),? (?:but )?(?P<more>.+)",
    re.IGNORECASE,
)
"""``again with +2``: repeats the last line of dice with an addition."""
_WHAT_IS = re.compile(
    r"\?(?!\{)\s*(?P<about>\S.*)|what(?:'s| is| does) (?P<what>.+?)(?: mean| do)?\?*"
    r"|(?P<before>.+?) (?:\?+|help)",
    re.IGNORECASE,
)
"""Ways to ask for help: ``? kh``, ``what does kh mean``, ``check ?``."""
_OF_DICE = ("roll", "odds")
"""Commands that accept the options for reading dice, such as ``--dialect``."""
_HERE = ("prompt", "serve")
"""Commands that cannot run inside the prompt, since they take over the terminal."""
_OF_TEXTS = ("translate", "macro", "anydice")
"""Commands on text. Quotes are part of the text and need not surround it."""


class Prompt:
    """Answers lines in one session; ``memory`` stores the state between runs, if there is one.

    A line is the first of these that fits: one of the prompt's own commands, a command of the
    command line, a rule of the open game, a name on a sheet, a macro, dice.
    """

    def __init__(
        self,
        terminal: Terminal,
        source: Source | None = None,
        memory: Memory | None = None,
    ) -> None:
        self.terminal = terminal
        terminal.hints = at_the_prompt
        self.session = Session(terminal, source, at_prompt=True)
        self.memory = memory
        self.names = Names(self.session)
        self._line = ""
        """the last line that rolled something"""
        self._line_dialect = ""
        """the dialect of that line"""
        self._line_game: Game | None = None
        """the game that was open for that line"""
        self._read_as = ""
        """the interpretation of a check that was typed without its rule's name"""

    @property
    def width(self) -> int:
        return self.terminal.width or 80

    @property
    def sign(self) -> str:
        """The prompt sign: the game, and the dialect of dice."""
        game, dialect = self.session.game, self.session.dialect
        name = _DICE if game is None else game.name
        return f"{name} ({dialect})> " if dialect else f"{name}> "

    def say(self, text: str) -> None:
        """Write a short answer."""
        self.terminal.paragraph(text, "  ")

    # The loop

    def greet(self, games: Sequence[str] = ()) -> None:
        """Introduce the prompt, list games from files, and show the kept state or an example."""
        name = piece("Astragal", Role.OUTCOME)
        told = f" {__version__}: type dice and press Enter, ? for help."
        self.terminal.say(phrase([name, told]))
        trouble = None if self.memory is None else self.memory.recall(self.session)
        if trouble is not None:
            self.terminal.paragraph(trouble)
        for game in games:
            self.terminal.paragraph(f"{game} is here: game {game} opens it.")
        if lines := list(kept(self.session).lines()):
            self.terminal.write("Kept from last time (forget drops it):")
            for line in lines:
                self.say(line)
            return
        self.terminal.write()
        self.terminal.write(f"{self.sign}{_EXAMPLE}")
        Prompt(self.terminal).handle(_EXAMPLE)  # in its own session: nobody rolled it
        self._line = _EXAMPLE

    def run(self) -> None:
        """Answer lines until there are no more."""
        lines = typed_lines(self) if sys.stdin.isatty() else lines_of(sys.stdin)
        for line in lines:
            if not self.handle(line.strip()):
                return

    def handle(self, line: str) -> bool:
        """Answer one line; False if it asks to leave."""
        self.terminal.typed = (self.sign, line)
        try:
            self._answer(unpasted(line))
            self._keep()
        except LeaveError:
            return False
        except AstragalError as error:
            self.terminal.error(error)
        return True

    def _keep(self) -> None:
        trouble = None if self.memory is None else self.memory.keep(self.session)
        if trouble is not None:
            self.terminal.paragraph(trouble)

    def _answer(self, line: str) -> None:
        about = line.removeprefix("?").removeprefix("help ").strip()
        if about != line and self._asks_for_odds(about):
            line = about
        found = self._own(line)
        if found is not None:
            found[0].do(self, found[1])
            return
        if more := _AGAIN_WITH.fullmatch(line):
            line = self._line_with(more["more"])
        before = self.session.last
        self._read_as = ""
        words = self.words(line)
        if self._read_as:
            self.terminal.paragraph(self._read_as, "  ", dim=True)
        self.do(words)
        if self.session.last is not before:
            self._line, self._line_dialect = line, self.session.dialect
            self._line_game = self.session.game

    def _own(self, line: str) -> tuple[Own, str] | None:
        """The prompt's own command in a line, and the text after it."""
        word, rest = first_word(line)
        asked = _WHAT_IS.fullmatch(line)
        if asked and not self._asks_for_odds(line):
            word, rest = "?", asked["about"] or asked["what"] or asked["before"]
        elif line.lower().rstrip(".!") in own_commands():
            word, rest = line.lower().rstrip(".!"), ""  # also names of several words
        elif (plain := without_fillers(line.lower())) in own_commands() and plain:
            word, rest = plain, ""  # show history, please
        mine = own_commands().get(word) if word or not line else None
        if mine is None or (mine.alone and rest):
            return None
        return mine, rest

    def _asks_for_odds(self, line: str) -> bool:
        """True if a line is a question about odds, not for help: ``what is the mean of 8d6``."""
        from astragal.cli.reading import asks_in_words

        return not self.session.dialect and asks_in_words(parted(line)[0])

    # The meaning of a line

    def knows(self, line: str) -> bool:
        """True if a line begins with something other than dice or a macro."""
        word, _ = first_word(line)
        return bool(
            (word and (word in own_commands() or word in COMMANDS)) or self.names.called(line)
        )

    def words(self, line: str) -> list[str]:
        """The line as the words of a command in a shell."""
        word, rest = first_word(line)
        if word == "odds":
            return self._odds_words(rest)
        if word == "compare" and self._parting in rest:
            from astragal.cli.commands.compare import compare_words

            return compare_words(rest, self._parting)
        if word == "roll":
            return self._roll_words(rest)
        if word in _HERE:
            raise NotationError(
                "not-here", f"{word} starts in a shell, not here", hint=f"astragal {word}"
            )
        if word in _OF_TEXTS:
            return [word, *dice_words(rest)]
        if word in COMMANDS:
            return [word, *in_words(rest)]
        return self._called(line) or self._dice(line)

    def _called(self, line: str) -> list[str] | None:
        """The words for a rule, a value on a sheet, a check of the game or a macro; else None.

        The interpretation of a check is shown before it is rolled.
        """
        text, options = parted(line)
        # Checked first, as a rule may be called like dice: d100 in percentile.
        if text and (found := self.session.context().called(text)) is not None:
            self._read_as = "" if found.plain else found.told
            return ["play", *found.words, *options, *(["--odds"] if found.asks else [])]
        return self.names.called(line) or self._macro_words(line)

    def _roll_words(self, rest: str) -> list[str]:
        text, options = parted(rest)
        if text:
            named = self._called(rest)
            if text.isdecimal() and not self.session.dialect:
                rest = f"roll {rest}"  # a die with this many sides, or this many dice?
            return named or self.names.own_roll(text, options) or self._dice(rest)
        return [*self._last_words("roll what?"), *options]

    def _odds_words(self, rest: str) -> list[str]:
        """The words for the odds of dice, of a rule or of a macro; alone, of the last roll."""
        text, options = parted(rest)
        if not text:
            return [
                *_odds_of(self._last_words("odds of what? nothing has been rolled yet")),
                *options,
            ]
        named = self._called(rest)
        return ["odds", *dice_words(rest, self._parting)] if named is None else _odds_of(named)

    @property
    def _parting(self) -> str:
        """The separator of several dice; in some programs ``|`` is part of the notation."""
        return " | " if self.session.dialect else "|"

    def _last_words(self, without: str) -> list[str]:
        if not self._line:
            raise NotationError("no-roll-yet", without, hint="type dice, e.g. 4d6kh3")
        return self._line_again()

    def _line_with(self, more: str) -> str:
        """The last line of dice with an addition: ``again with +2``."""
        if self._last_words("nothing to repeat: nothing has been rolled yet")[0] != "roll":
            raise NotationError("not-here", "the last roll was not of dice", hint="say it whole")
        text = parted(self._line)[0]
        return f"{text.removeprefix('roll ')} {more}"

    def _line_again(self) -> list[str]:
        """The words of the last line, read in the game and dialect of that time."""
        with self.session.playing(self._line_game):
            words = self._read_in(self.words(self._line), self._line_dialect)
        if self._line_game is self.session.game or words[0] not in _OF_DICE:
            return words
        return [*words, GAME_OPTION, getattr(self._line_game, "name", NO_GAME)]

    def _read_in(self, words: list[str], dialect: str) -> list[str]:
        """The words, with an option for this dialect unless they already name one."""
        said = any(word.partition("=")[0] == DIALECT for word in words)
        if said or dialect == self.session.dialect or words[0] not in _OF_DICE:
            return words
        return [*words, DIALECT, dialect or HERE]

    def _macro_words(self, line: str) -> list[str] | None:
        """The words of a macro with its options, or of dice that contain macros."""
        text, options = parted(line)
        for name, macro in self.session.macros.items():
            if text.lower() == name.lower():
                return [*self._read_in(self.words(macro), ""), *options]
        put_in = self.session.with_macros(text)
        return None if put_in == text else [*self._dice(put_in), *options]

    def _dice(self, line: str) -> list[str]:
        """The line as dice; a word that resembles a known one is refused."""
        if line == STDIN:
            raise NotationError("not-here", "lines are typed here one by one", hint="e.g. 2d6")
        from astragal.cli.reading import is_dice

        text, dialect = in_dialect(line)
        if not is_dice(text, self.session.dialect if dialect is None else known_dialect(dialect)):
            self._refuse(line.partition(" ")[0], text)
        return ["roll", *dice_words(line)]

    def _refuse(self, word: str, text: str) -> None:
        """Refuse a rule of a game that is not open, and a word that resembles a known one."""
        from astragal.catalogue import all_rules
        from astragal.table.calls import listed

        rules = [rule.name for rule in all_rules() if rule.name.endswith(f".{word.lower()}")]
        games = [rule.partition(".")[0] for rule in rules]
        if games:
            raise NotationError(
                "no-game",
                f"{word} is a rule of {listed(games)}",
                hint=f"open the game first, e.g. game {games[0]}",
            )
        for meant in (word, text):
            if hint := did_you_mean(meant, self.known_words()):
                message = f"{meant} is neither dice nor a command"
                raise NotationError("unknown-word", message, hint=hint)

    def known_words(self) -> Iterator[str]:
        """The words that a line may begin with."""
        yield from self.names
        yield from self.session.macros
        yield from COMMANDS
        yield from (name for name in own_commands() if name.isalpha())

    # Execution

    def do(self, words: list[str]) -> None:
        """Run a command of the command line in this session."""
        stream = self.terminal.stream
        try:
            with redirect_stdout(stream), redirect_stderr(stream):
                main.main(words, prog_name="astragal", standalone_mode=False, obj=self.session)
        except WrongUseError as error:
            self.terminal.error(error.error)
        except click.ClickException as error:
            self.terminal.error(said_plainly(error))
        except (click.exceptions.Abort, KeyboardInterrupt):
            self.say("stopped")
        except SystemExit:
            pass  # the error has already been shown

    def again(self) -> bool:
        """Repeat the last line that rolled something; False if there was none."""
        if self._line:
            self.session.repeats = True
            self.do(self._line_again())
            self.session.repeats = False
        return bool(self._line)

    def describe(self, text: str) -> bool:
        """Describe dice without rolling them; False if the text is not dice."""
        values = self.session.context()
        try:
            if (called := values.called(text)) is not None:
                self.say(called.told)
                return True
            read = values.read(text)
        except AstragalError:
            return False
        known = read.expression.convention
        remarks = (each for each in read.expression.remarks if each != known)
        for each in (*what_was_read(read), read.expression.describe(), *remarks):
            self.say(each)
        return True


def _odds_of(words: list[str]) -> list[str]:
    """The words that ask for the odds of a roll."""
    words = _without_roll_options(words)
    return ["odds", *words[1:]] if words[0] == "roll" else [*words, "--odds"]


def _without_roll_options(words: list[str]) -> list[str]:
    """The words without the options, and their values, that rolls have but odds do not."""
    from astragal.cli.commands.odds import OddsCall
    from astragal.cli.commands.roll import RollCall
    from astragal.cli.rules import options
    from astragal.service.questions.odds import Odds

    of_odds = [*OddsCall.ways, *(way for way in options.WAYS if way.question is Odds)]
    known = {each.option for way in of_odds for each in way.options.values()}
    of_rolls = {
        each.option: each
        for way in (*RollCall.ways, *options.WAYS[:2])
        for each in way.options.values()
        if each.option not in known
    }
    left, rest = [], iter(words)
    for word in rest:
        field = of_rolls.get(word.partition("=")[0])
        if field is None:
            left.append(word)
        elif not field.is_switch and "=" not in word:
            next(rest, None)
    return left
