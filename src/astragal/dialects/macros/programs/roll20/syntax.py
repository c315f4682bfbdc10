"""The syntax of Roll20's macros."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

from astragal.dialects.macros.brackets import Place, outermost, places
from astragal.dialects.macros.macro import Again, InlineRoll, Part, Row
from astragal.dialects.macros.needs import Given, Needs
from astragal.dialects.macros.programs.roll20.filling import NOT_GIVEN, Filling
from astragal.dialects.macros.programs.roll20.templates import fields, has_template
from astragal.dialects.macros.syntax import Command, MacroSyntax, made, rolling
from astragal.dialects.programs.roll20 import DIALECT
from astragal.errors import NotationError, ParameterError
from astragal.experiment.experiment import Experiment
from astragal.outcome import show

_TABLE = re.compile(r"(?<!\d)(\d*)t\[([^\[\]]+)\]")
_VALUE = re.compile(r"@\{([^{}]*)\}")
_CALL = re.compile(r"#[\w-]+")
_NUMBER = re.compile(r"\$\[\[(\d{1,4})\]\]")


class Roll20Macros(MacroSyntax):
    dialect: ClassVar[str] = "roll20"
    commands: ClassVar[Mapping[str, Command]] = MappingProxyType(
        {
            **rolling(DIALECT),
            **dict.fromkeys(("/em", "/me", "/desc", "/ooc", "/o"), Command()),
            **dict.fromkeys(("/as", "/emas"), Command(names="by")),
            "/w": Command(names="to"),
            **dict.fromkeys(("/talktomyself", "/fx"), Command(silent=True)),
        }
    )

    def needs(self, text: str, given: Given) -> Needs:
        filling = Filling(given, lenient=True)
        filled = filling.filled(text)
        tables = dict.fromkeys(found[2].strip() for found in _TABLE.finditer(filled))
        filling.note_left(filled)
        return Needs(
            tuple(filling.asked.values()),
            tuple(filling.values),
            tuple(tables),
            tuple(filling.macros),
        )

    def filled(self, text: str, given: Given) -> str:
        return Filling(given).filled(text)

    def refuse_command(self, word: str, text: str) -> None:
        if word.startswith("!") and word[1:].replace("-", "").isalnum():
            raise self.error(
                "unknown-command",
                f"`{word[:40]}` calls a script of the game, which is not here",
                text,
                word,
                hint="take the line out",
            )
        super().refuse_command(word, text)

    def lines(self, text: str) -> Sequence[str]:
        """Split a text into lines; fields on separate lines join their template."""
        found: list[str] = []
        for line in text.splitlines():
            if found and has_template(found[-1]) and line.lstrip().startswith("{{"):
                found[-1] += f" {line}"
            else:
                found.append(line)
        return found

    # Rolls

    def roll(self, formula: str, name: str, given: Given, *, later: bool = False) -> InlineRoll:
        table = _TABLE.fullmatch(formula.strip())
        if table is not None:
            return self._drawn(table, name, given)
        try:
            return super().roll(formula, name, given, later=later)
        except NotationError:
            unknown = _CALL.search(formula) or _TABLE.search(formula)
            if unknown is None:
                raise
            raise self._not_dice(unknown[0], formula) from None

    def _not_dice(self, part: str, formula: str) -> Exception:
        if part[0] == "#":
            return self.error(
                "no-such-macro",
                f"the macro calls `{part[:40]}`, which is not given",
                formula,
                part,
                hint=NOT_GIVEN,
            )
        return self.error(
            "table-in-formula",
            "a table gives a text here, which no formula can count with",
            formula,
            part,
            hint="draw from it alone: `[[1t[loot]]]`",
        )

    def _drawn(self, table: re.Match[str], name: str, given: Given) -> InlineRoll:
        if table[1] not in ("", "1"):
            raise self.error(
                "several-draws",
                "tables are drawn from once at a time here",
                table[0],
                table[1],
                hint=f"write `1t[{table[2]}]` as often as it is wanted",
            )
        called = table[2].strip()
        return made(name or called, _table(called, given), given)

    # Texts

    def text(self, text: str, given: Given) -> str:
        """Insert values, and decode HTML entities."""
        numbers = given.numbers
        return html.unescape(
            _VALUE.sub(
                lambda value: show(numbers[value[1]]) if value[1] in numbers else value[0], text
            )
        )

    def rows(self, text: str, given: Given) -> tuple[Row, ...]:
        found = places(text)
        line = _Line(self, text, found, given)
        if not has_template(text):
            return (Row(tuple(line.parts(0, len(text)))),)
        return tuple(_template(line))


class _Line:
    """A line whose rolls may be repeated by number, even before they appear."""

    def __init__(
        self, syntax: Roll20Macros, text: str, found: Sequence[Place], given: Given
    ) -> None:
        self.syntax = syntax
        self.text = text
        self.given = given
        self.repeats = list(_NUMBER.finditer(text))
        numbers = {match.start() + 1 for match in self.repeats}
        made_here = [place for place in found if place.start not in numbers]
        self.rolls = outermost(made_here)
        self._refuse_repeats_in_rolls()
        self.closing = made_here
        self.passes = sorted(made_here, key=lambda place: place.height)

    def _refuse_repeats_in_rolls(self) -> None:
        for match in self.repeats:
            if any(place.start < match.start() < place.end for place in self.rolls):
                raise self.error(
                    "not-known",
                    match,
                    f"what Roll20 makes of `{match[0]}` inside a roll is not known",
                )

    def parts(self, start: int, end: int, name: str = "") -> Iterator[Part]:
        """The texts, rolls and repeated rolls of a part of the line."""
        at = start
        for match in (each for each in self.repeats if start <= each.start() < end):
            yield from self._made(at, match.start(), name)
            yield Again(self._number(match))
            at = match.end()
        yield from self._made(at, end, name)

    def _made(self, start: int, end: int, name: str) -> Iterator[Part]:
        inside = [
            place.replaced(start=place.start - start, end=place.end - start)
            for place in self.rolls
            if start <= place.start < end
        ]
        for part in self.syntax.parts(self.text[start:end], inside, self.given):
            unnamed = isinstance(part, InlineRoll) and not part.name
            yield part.replaced(name=name) if unnamed else part  # type: ignore[union-attr]

    def _number(self, match: re.Match[str]) -> int:
        """The index of the repeated roll; in Roll20's numbers, inner rolls come first."""
        number = int(match[1])
        if number >= len(self.closing):
            raise self.error(
                "no-such-roll",
                match,
                f"`{match[0]}` repeats a roll that is not there",
                self._counted(),
            )
        place = self.closing[number]
        if place != self.passes[number]:
            raise self.error(
                "not-known", match, "how Roll20 counts rolls inside others here is not known"
            )
        if place.depth:
            raise self.error(
                "untranslatable",
                match,
                "a roll inside another has no total of its own here",
                "roll it by itself, and repeat that",
            )
        return self.rolls.index(place)

    def _counted(self) -> str:
        count = len(self.closing)
        if count < 2:
            return "`$[[0]]` repeats the first one" if count else "no roll is in this line"
        return f"the rolls of this line are `$[[0]]` to `$[[{count - 1}]]`"

    def error(
        self, code: str, match: re.Match[str], message: str, hint: str | None = None
    ) -> Exception:
        return self.syntax.error(code, message, self.text, match[0], hint)


def _template(line: _Line) -> Iterator[Row]:
    """A row for each field, and one for each roll between fields."""
    at = 0
    for field in fields(line.text, line.rolls):
        yield from _between(line, at, field.start)
        label = line.syntax.text(field.label, line.given)
        yield Row(tuple(line.parts(field.value, field.end, label)), label)
        at = field.end + 2
    yield from _between(line, at, len(line.text))


def _between(line: _Line, start: int, end: int) -> Iterable[Row]:
    rolls = [part for part in line.parts(start, end) if isinstance(part, InlineRoll)]
    return [Row((roll,), roll.name) for roll in rolls]


def _table(name: str, given: Given) -> Experiment[Any]:
    if name not in given.tables:
        listed = ", ".join(given.tables)
        raise ParameterError(
            "no-such-table",
            f"the macro draws from the table {name}, which is not given",
            hint=f"given are {listed}" if listed else NOT_GIVEN,
        )
    return given.tables[name]
