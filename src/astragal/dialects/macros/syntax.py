"""The syntax of one program's macros: commands, texts and the rolls in them."""

from __future__ import annotations

import re
from abc import ABC
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import Any, ClassVar

from astragal._modules import module_names
from astragal._nearest import did_you_mean
from astragal._value import Value, put
from astragal.dialects.dialect import Dialect, find_dialect
from astragal.dialects.macros.brackets import Place, mistake, outermost, places
from astragal.dialects.macros.macro import InlineRoll, Message, Part, Row, dice_of, named_apart
from astragal.dialects.macros.needs import Given, Needs, given_with
from astragal.dialects.reading import read
from astragal.errors import NOWHERE, AstragalError, NotationError, ParameterError
from astragal.experiment.experiment import Experiment
from astragal.notation.expression import Expression

_NAMED = re.compile(r"([^\W_][\w '\-/]{0,39})\s*[:=]\s*$")
"""Words before a roll that name it: ``Attack: [[1d20+5]]``."""
_BEFORE = 100
"""The number of characters before a roll that are searched for its name."""
_SOMEBODY = re.compile(r'\s*(?:"([^"]*)"|\[([^\[\]]*)\]|(\S+))\s*')
GAME_MASTER = "the game master"


class Command(Value):
    """The effect of a chat command on its line."""

    rolls: bool = False
    """true if the rest of the line is a formula"""
    to: str = ""
    """the audience if it is not public"""
    names: str = ""
    """``to`` or ``by`` if the first word names the audience or the speaker"""
    silent: bool = False
    """true if it shows nothing in the chat"""


def rolling(dialect: Dialect) -> dict[str, Command]:
    """The commands that roll a formula."""
    return {word: Command(rolls=True, to=to) for word, to in dialect.commands.items()}


class MacroSyntax(ABC):
    """The macro syntax of one program; methods are hooks for its special syntax."""

    dialect: ClassVar[str]
    commands: ClassVar[Mapping[str, Command]] = MappingProxyType({})
    refused: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """unsupported commands, with the reason"""
    repeating: ClassVar[tuple[str, ...]] = ()
    """commands that roll a formula several times"""

    @property
    def program(self) -> Dialect:
        """The dialect of its formulas."""
        return find_dialect(self.dialect)

    # Inputs

    def needs(self, text: str, given: Given) -> Needs:
        """The missing inputs, as far as the given ones reveal them."""
        named = [roll.experiment.variable_names or () for roll in self._rolls(text, given)]
        values = dict.fromkeys(name for names in named for name in names)
        return Needs((), tuple(values), (), ())

    def _rolls(self, text: str, given: Given) -> Iterator[InlineRoll]:
        for message in self.messages(text, given):
            yield from message.rolls

    def filled(self, text: str, given: Given) -> str:
        """Insert the answers and the called macros into the text."""
        return text

    # Messages

    def messages(self, text: str, given: Given) -> tuple[Message, ...]:
        filled = self.filled(text, given)
        check_length(filled, given)
        given.limits.check("results", filled.count("[["), NOWHERE)
        said = (
            message
            for line in self.lines(filled)
            if line.strip()
            for message in self.line(line.strip(), given)
        )
        found = named_apart(_counted(said, given))
        _check_cost(found, given)
        return found

    def lines(self, text: str) -> Sequence[str]:
        return text.splitlines()

    def line(self, line: str, given: Given) -> Iterator[Message]:
        """The chat messages of one line."""
        word, rest = (*line.split(maxsplit=1), "")[:2]
        command = self.commands.get(word.lower())
        if command is None:
            self.refuse_command(word, line)
            yield Message(self.rows(line, given))
        elif command.rolls:
            yield Message((Row((self.commanded(rest, given),)),), command.to)
        elif not command.silent:
            yield self.said(command, rest, given)

    def said(self, command: Command, rest: str, given: Given) -> Message:
        """The message of a command, whose first word may name the audience or the speaker."""
        found = _SOMEBODY.match(rest) if command.names else None
        if found is None:
            return Message(self.rows(rest, given), command.to)
        who = " ".join((found[1] or found[2] or found[3] or "").split())
        rows = self.rows(rest[found.end() :], given)
        if command.names == "by":
            return Message(rows, command.to, by=who)
        return Message(rows, GAME_MASTER if who.lower() == "gm" else who)

    def refuse_command(self, word: str, text: str) -> None:
        """Refuse an unknown or unsupported chat command."""
        known = word.lower()
        if known in self.refused:
            raise self.error("unknown-command", self.refused[known], text, word)
        if word[:1] in ("/", "!") and word[1:].isalpha():
            commands = (*self.commands, *self.repeating)
            raise self.error(
                "unknown-command",
                f"{self.program.title} has no command `{word[:40]}` that is read here",
                text,
                word,
                hint=did_you_mean(
                    word, commands, f"the commands are {', '.join(sorted(commands))}"
                ),
            )

    def error(
        self, code: str, message: str, text: str, part: str, hint: str | None = None
    ) -> AstragalError:
        """An error that points at a part of a text."""
        return mistake(code, message, text, max(0, text.find(part)), hint, len(part))

    def rows(self, text: str, given: Given) -> tuple[Row, ...]:
        """The rows of a message."""
        return (Row(tuple(self.parts(text, outermost(places(text)), given))),)

    def parts(self, text: str, rolls: Iterable[Place], given: Given) -> Iterator[Part]:
        """The texts and rolls that a text consists of."""
        at = 0
        for place in rolls:
            before = text[at : place.start]
            if before:
                yield self.text(before, given)
            name = _NAMED.search(before[-_BEFORE:])
            part, more = self.inline(
                place.inside(text), text[place.end :], name[1].strip() if name else "", given
            )
            yield part
            at = place.end + more
        if at < len(text):
            yield self.text(text[at:], given)

    def text(self, text: str, given: Given) -> str:
        """The text around rolls, as the chat shows it."""
        return text

    def inline(self, inside: str, after: str, name: str, given: Given) -> tuple[Part, int]:
        """The roll in ``[[…]]``, and the number of characters after it that belong to it."""
        return self.roll(inside, name, given), 0

    # Rolls

    def commanded(self, typed: str, given: Given) -> InlineRoll:
        """The roll of a command."""
        return self.roll(typed, "", given)

    def roll(self, formula: str, name: str, given: Given, *, later: bool = False) -> InlineRoll:
        """Read a formula as a roll; a comment becomes its name."""
        expression = read(formula.strip(), self.program, limits=given.limits)
        return made(expression.comment or name, _bare(expression), given, later=later)


def _bare(expression: Expression) -> Expression:
    """Remove the comment, which has become the name of the roll."""
    if not expression.comment:
        return expression
    bare = expression.replaced(comment="")
    put(bare, "remarks", expression.remarks)
    return bare


def made(
    name: str, experiment: Experiment[Any], given: Given, *, later: bool = False
) -> InlineRoll:
    """A roll with the given values that its formula uses."""
    numbers = given.numbers
    names = experiment.variable_names or ()
    known = {each: numbers[each] for each in names if each in numbers}
    return InlineRoll(name, experiment, later, known)


def put_in(texts: Mapping[str, str], places: re.Pattern[str], text: str, given: Given) -> str:
    """Replace names with their texts; refused if the result is too long."""
    found = [(place, texts.get(name_at(place))) for place in places.finditer(text)]
    longer = sum(len(each) - len(place[0]) for place, each in found if each is not None)
    given.limits.check("length", len(text) + longer, NOWHERE)
    return places.sub(lambda place: texts.get(name_at(place), place[0]), text)


def name_at(place: re.Match[str]) -> str:
    """The name in a placeholder."""
    return " ".join(place[1].split())


def check_length(text: str, given: Given) -> None:
    given.limits.check("length", len(text), NOWHERE)


def _counted(messages: Iterable[Message], given: Given) -> Iterator[Message]:
    """Pass messages through; refused if there are too many rolls."""
    rolls = 0
    for message in messages:
        rolls += len(message.rolls)
        given.limits.check("results", rolls, NOWHERE)
        yield message


def _check_cost(messages: Sequence[Message], given: Given) -> None:
    """Apply the limits for one roll to all rolls together."""
    rolls = [dice_of(roll.experiment) for message in messages for roll in message.rolls]
    costs = [each.cost for each in rolls if isinstance(each, Expression)]
    given.limits.check("dice", sum(each.dice for each in costs), NOWHERE)
    given.limits.check("work", sum(each.work for each in costs), NOWHERE)


@cache
def _syntaxes() -> dict[str, MacroSyntax]:
    from astragal.dialects.macros import programs

    modules = (
        import_module(f"{programs.__name__}.{name}") for name in module_names(programs.__path__)
    )
    return {module.SYNTAX.dialect: module.SYNTAX for module in modules}


def macro_dialects() -> tuple[str, ...]:
    """The dialects whose macros can be read.

    >>> "roll20" in macro_dialects()
    True
    """
    return tuple(sorted(_syntaxes()))


def find_syntax(dialect: str) -> MacroSyntax:
    """The macros of a dialect; a ParameterError if they cannot be read."""
    title = find_dialect(dialect).title
    if dialect not in _syntaxes():
        raise ParameterError(
            "no-macros",
            f"{title}'s formulas can be read, its macros cannot",
            hint=f"macros can be read for {', '.join(macro_dialects())}",
        )
    return _syntaxes()[dialect]


def needs_of(text: str, dialect: str, **given: Any) -> Needs:
    """The inputs that a macro requires; the keyword arguments are those of ``read_macro``.

    An option may contain further questions, which are asked once it is chosen.

    >>> [each.name for each in needs_of("[[1d20+@{str}+?{Bonus|2}]]", "roll20").questions]
    ['Bonus']
    """
    return find_syntax(dialect).needs(text, _checked(text, given))


def read_macro(text: str, dialect: str, **given: Any) -> tuple[Message, ...]:
    """Read a macro as messages with rolls in them.

    ``answers`` has the answers to its questions, ``values`` the character's numbers, or texts that
    replace their names, ``tables`` the random tables, and ``macros`` the macros that it calls, each
    by name. ``limits`` apply to all of its rolls together.

    >>> from astragal.dialects.macros.macro import play
    >>> from astragal.rolling.sources import HandSource
    >>> messages = read_macro("Hit: [[1d20+?{Bonus|2}]]", "roll20", answers={"Bonus": "5"})
    >>> print(play(messages, HandSource([10]))[0])
    Hit: 15
    """
    return find_syntax(dialect).messages(text, _checked(text, given))


def _checked(text: str, given: Mapping[str, Any]) -> Given:
    found = given_with(**given)
    if not isinstance(text, str):
        raise NotationError("not-text", f"a macro must be text, not {type(text).__name__}")
    check_length(text, found)
    return found
