"""Avrae's chat commands: ``!r 1d20+5 adv``, ``!rr 6 4d6kh3``, ``[[1d20]]`` in a text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, ClassVar

from astragal.dialects.dialect import Dialect
from astragal.dialects.macros.macro import InlineRoll, Message, Row
from astragal.dialects.macros.needs import Given, Needs
from astragal.dialects.macros.syntax import Command, MacroSyntax, name_at, put_in, rolling
from astragal.dialects.programs.avrae import DIALECT
from astragal.dialects.reader import DialectReader, given_value
from astragal.outcome import show

if TYPE_CHECKING:
    from astragal.notation.nodes.node import Node

_REPEATING = ("!rr", "!multiroll")
_REPEATED = re.compile(r"!(?:rr|multiroll)\s+(\d+)\s+(.+)", re.IGNORECASE | re.DOTALL)
_MOST_REPEATED = 100
_VALUE = re.compile(r"\{([^{}]+)\}")
_CODE = re.compile(r"\{\{|<drac2>", re.IGNORECASE)


def _value(reader: DialectReader, start: int) -> Node:
    """``{strengthMod}``"""
    found = _VALUE.match(reader.text, start)
    if found is None:
        raise reader.unexpected("this `{` is never closed")
    reader.at = found.end()
    return given_value(reader, found[1], start)


_PROGRAM = DIALECT.replaced(values={**DIALECT.values, r"\{": _value})
"""The dialect extended by a character's values."""


class AvraeMacros(MacroSyntax):
    dialect: ClassVar[str] = "avrae"
    commands: ClassVar[Mapping[str, Command]] = MappingProxyType(rolling(DIALECT))
    repeating: ClassVar[tuple[str, ...]] = _REPEATING
    refused: ClassVar[Mapping[str, str]] = MappingProxyType(
        {
            **{
                word: f"`{word}` needs a character sheet in Avrae, which is not here"
                for word in (
                    *("!a", "!attack", "!c", "!check", "!s", "!save", "!cast", "!i", "!init"),
                )
            },
            **dict.fromkeys(("!rrr", "!iterroll"), "rolls against a DC are not read here"),
        }
    )

    @property
    def program(self) -> Dialect:
        return _PROGRAM

    def needs(self, text: str, given: Given) -> Needs:
        names = map(name_at, _VALUE.finditer(text))
        return Needs((), tuple(dict.fromkeys(names)), (), ())

    def filled(self, text: str, given: Given) -> str:
        code = _CODE.search(text)
        if code is not None:
            raise self.error(
                "code-in-macro",
                "this is a program in Avrae's own language, which is not run here",
                text,
                code[0],
                hint="write what it comes to in its place",
            )
        return put_in(given.texts, _VALUE, text, given)

    def text(self, text: str, given: Given) -> str:
        numbers = given.numbers
        return _VALUE.sub(
            lambda value: show(numbers[name_at(value)]) if name_at(value) in numbers else value[0],
            text,
        )

    def refuse_command(self, word: str, text: str) -> None:
        if word.lower() in self.repeating:
            raise self.error(
                "unknown-command",
                f"`{word}` needs a number of times, and dice",
                text,
                word,
                hint=f"e.g. `{word} 6 4d6kh3`",
            )
        super().refuse_command(word, text)

    def line(self, line: str, given: Given) -> Iterator[Message]:
        repeated = _REPEATED.fullmatch(line)
        if repeated is None:
            yield from super().line(line, given)
            return
        if len(repeated[1]) > 3 or not 1 <= int(repeated[1]) <= _MOST_REPEATED:
            raise self.error(
                "too-many-results", f"Avrae rolls 1 to {_MOST_REPEATED} times", line, repeated[1]
            )
        roll = self.commanded(repeated[2], given)
        for number in range(1, int(repeated[1]) + 1):
            name = f"{roll.name or 'roll'} {number}"
            yield Message((Row((roll.replaced(name=name),), name),))

    def roll(self, formula: str, name: str, given: Given, *, later: bool = False) -> InlineRoll:
        """Read a formula as after a command, where text may follow the dice."""
        return super().roll(f"!r {formula}", name, given, later=later)


SYNTAX = AvraeMacros()
