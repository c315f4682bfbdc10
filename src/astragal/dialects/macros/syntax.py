"""How macros are spelt: what surrounds the rolls in a text, for one program."""

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
"""Number of characters before a roll that may hold its name."""
_SOMEBODY = re.compile(r'\s*(?:"([^"]*)"|\[([^\[\]]*)\]|(\S+))\s*')
GAME_MASTER = "the game master"


class Command(Value):
    """What a chat command does with its line."""

    rolls: bool = False
    """whether the whole line is a formula"""
    to: str = ""
    """who sees it, unless everybody does"""
    names: str = ""
    """``to`` or ``by``, if its first word says who sees it or who says it"""
    silent: bool = False
    """whether it puts nothing into the chat"""


def rolling(dialect: Dialect) -> dict[str, Command]:
    """The commands that roll the formula behind them."""
    return {word: Command(rolls=True, to=to) for word, to in dialect.commands.items()}


class MacroSyntax(ABC):
    """The macros of one program; what it spells in its own way is a method."""

    dialect: ClassVar[str]
    commands: ClassVar[Mapping[str, Command]] = MappingProxyType({})
    refused: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """commands that are not supported, with the reason"""
    repeating: ClassVar[tuple[str, ...]] = ()
    """commands that roll a formula several times"""

    @property
    def program(self) -> Dialect:
        """The notation of its formulas."""
        return find_dialect(self.dialect)

    # What a macro needs

    def needs(self, text: str, given: Given) -> Needs:
        """What is asked for, as far as that is known from what is given."""
        named = [roll.experiment.variable_names or () for roll in self._rolls(text, given)]
        values = dict.fromkeys(name for names in named for name in names)
        return Needs((), tuple(values), (), ())

    def _rolls(self, text: str, given: Given) -> Iterator[InlineRoll]:
        for message in self.messages(text, given):
            yield from message.rolls

    def filled(self, text: str, given: Given) -> str:
        """The text with its questions answered and other macros put in."""
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
        """What a line puts into the chat."""
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
        """A line that may begin with whom it is for, or who says it."""
        found = _SOMEBODY.match(rest) if command.names else None
        if found is None:
            return Message(self.rows(rest, given), command.to)
        who = " ".join((found[1] or found[2] or found[3] or "").split())
        rows = self.rows(rest[found.end() :], given)
        if command.names == "by":
            return Message(rows, command.to, by=who)
        return Message(rows, GAME_MASTER if who.lower() == "gm" else who)

    def refuse_command(self, word: str, text: str) -> None:
        """Refuse a chat command that is not known, or cannot be done here."""
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
        """An error about a part of a text, at its place."""
        return mistake(code, message, text, max(0, text.find(part)), hint, len(part))

    def rows(self, text: str, given: Given) -> tuple[Row, ...]:
        """A message as rows."""
        return (Row(tuple(self.parts(text, outermost(places(text)), given))),)

    def parts(self, text: str, rolls: Iterable[Place], given: Given) -> Iterator[Part]:
        """A text with the rolls at some places of it."""
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
        """Text around rolls, as the chat shows it."""
        return text

    def inline(self, inside: str, after: str, name: str, given: Given) -> tuple[Part, int]:
        """What ``[[…]]`` is, and how much of the text after it belongs to it."""
        return self.roll(inside, name, given), 0

    # Rolls

    def commanded(self, typed: str, given: Given) -> InlineRoll:
        """What a command rolls."""
        return self.roll(typed, "", given)

    def roll(self, formula: str, name: str, given: Given, *, later: bool = False) -> InlineRoll:
        """A formula as a roll; its comment, if it has one, is its name."""
        expression = read(formula.strip(), self.program, limits=given.limits)
        return made(expression.comment or name, _bare(expression), given, later=later)


def _bare(expression: Expression) -> Expression:
    """The expression without its comment, which is the name of its roll."""
    if not expression.comment:
        return expression
    bare = expression.replaced(comment="")
    put(bare, "remarks", expression.remarks)
    return bare


def made(
    name: str, experiment: Experiment[Any], given: Given, *, later: bool = False
) -> InlineRoll:
    """A roll with those of the values given that it has a name for."""
    numbers = given.numbers
    names = experiment.variable_names or ()
    known = {each: numbers[each] for each in names if each in numbers}
    return InlineRoll(name, experiment, later, known)


def put_in(texts: Mapping[str, str], places: re.Pattern[str], text: str, given: Given) -> str:
    """The text with others in the places of their names, if it is not too long with them."""
    found = [(place, texts.get(name_at(place))) for place in places.finditer(text)]
    longer = sum(len(each) - len(place[0]) for place, each in found if each is not None)
    given.limits.check("length", len(text) + longer, NOWHERE)
    return places.sub(lambda place: texts.get(name_at(place), place[0]), text)


def name_at(place: re.Match[str]) -> str:
    """The name in a place for a value."""
    return " ".join(place[1].split())


def check_length(text: str, given: Given) -> None:
    given.limits.check("length", len(text), NOWHERE)


def _counted(messages: Iterable[Message], given: Given) -> Iterator[Message]:
    """The messages as they come, until their rolls are too many."""
    rolls = 0
    for message in messages:
        rolls += len(message.rolls)
        given.limits.check("results", rolls, NOWHERE)
        yield message


def _check_cost(messages: Sequence[Message], given: Given) -> None:
    """All rolls of a macro together may take what one may."""
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
    """What a macro asks for before it can be rolled; what is given is as in ``read_macro``.

    An option may hold further questions, which come up once it is chosen.

    >>> [each.name for each in needs_of("[[1d20+@{str}+?{Bonus|2}]]", "roll20").questions]
    ['Bonus']
    """
    return find_syntax(dialect).needs(text, _checked(text, given))


def read_macro(text: str, dialect: str, **given: Any) -> tuple[Message, ...]:
    """A macro as messages with rolls in them.

    ``answers`` are those to its questions, ``values`` a character's (numbers, or texts that take
    the place of their names), ``tables`` its random tables, ``macros`` those that it calls, each by
    name; ``limits`` what all of its rolls together may take.

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
