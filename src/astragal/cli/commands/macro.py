"""``astragal macro``."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from astragal.cli.asking import Way, as_typed
from astragal.cli.call import Call, words
from astragal.cli.decisions import at_keyboard, place_of
from astragal.cli.hints import MACRO, hinted
from astragal.cli.own_options import JSON
from astragal.cli.reading import STDIN, text_in
from astragal.cli.screen.terminal import Terminal
from astragal.cli.session import Session, known_dialect
from astragal.dialects.dialect import find_dialect
from astragal.dialects.macros import (
    InlineRoll,
    Message,
    Needs,
    Question,
    Row,
    macro_dialects,
    needs_of,
)
from astragal.render.formats.ansi import own_codes
from astragal.service.fields import switch
from astragal.service.questions.macro import Asked, Macro, notation_of
from astragal.service.questions.roll import source_given

if TYPE_CHECKING:
    from astragal.rolling.roll import Roll

EXPLAINED = switch("explain", "tell what it is read as; nothing is rolled", apart=("odds",))


class MacroCall(Call):
    """Roll a macro of Roll20, Foundry or Avrae: its questions are asked, its rolls shown.

    The macro is typed, or read from a file or from standard input (-).

    \b
    astragal macro "Hit: [[1d20+?{Bonus|2}]]" --dialect roll20
    astragal macro attack.txt --dialect roll20 --answer Bonus=5 --set str=3
    astragal macro "!r 1d20+5 adv" --dialect avrae --odds
    astragal macro "/r 1d20+@prof # Hit" --dialect foundry --set prof=2 --explain
    astragal macro "[[1t[loot]]]" --dialect roll20 --table loot=loot.toml

    The exit status is 1 if it cannot be rolled.
    """

    name = "macro"
    ways = (Way(Macro, (EXPLAINED, JSON), called="a macro"),)
    arguments = (words("TEXT"),)

    def answer(self) -> None:
        session, typed = self.session, self.typed
        if not "".join(typed["words"]).strip():
            raise click.UsageError('which macro? e.g. astragal macro "/r 8d10>7" --dialect roll20')
        text = _text(typed["words"])
        self.dialect = _dialect(session, typed["dialect"])
        given = self.way.given(typed, dialect=self.dialect)
        source = source_given(given) or session.source
        self.given = {name: dict(given[name]) for name in ("answers", "values", "macros")}
        self.given["tables"] = _tables(given["tables"])
        explains, odds = self.typed["explain"], self.typed["odds"]
        if not explains:
            self._ask(text)
        asked = Asked(text, self.dialect, self.given, self.limits)
        self._remark_on_answers(asked.needs)
        if asked.problem is not None and not explains:
            raise asked.problem
        if odds:
            parts = max(1, len(asked.rolls))
            asked = self.work(asked.weighed, parts=parts, refused=lambda found: found.errors)
        elif not explains:
            asked.roll(source, later=True)
        if asked.problem is not None and not explains:
            raise asked.problem
        self._write(asked)

    def _write(self, asked: Asked) -> None:
        if self.output.writes_records:
            self.output.record(asked.to_data())
        elif self.typed["explain"]:
            self._explain(asked)
        elif self.typed["odds"]:
            self._odds(asked)
        else:
            self._messages(asked)

    # Questions

    def _ask(self, text: str) -> None:
        """Ask the player one question at a time, as an answer may contain further questions."""
        while True:
            needs = needs_of(text, self.dialect, **self.given, limits=self.limits)
            self._take_values(needs)
            question = next(
                (each for each in needs.questions if each.name not in self.given["answers"]), None
            )
            if not at_keyboard():
                return
            if question is not None:
                self.given["answers"][question.name] = asked_for(self.session.errors, question)
                continue
            for name in needs.values:
                if name not in self.given["values"]:
                    typed = click.prompt(f"{name} (a value)", prompt_suffix="? ", err=True)
                    self.given["values"][name] = typed.strip()
            return

    def _remark_on_answers(self, needs: Needs) -> None:
        """Remark on answers to questions that the macro does not ask."""
        asked = {question.name for question in needs.questions}
        for name in self.given["answers"]:
            if name not in asked:
                self.output.errors.paragraph(f"the macro does not ask for {name}", dim=True)

    def _take_values(self, needs: Needs) -> None:
        """Fill in values that were set at the prompt, or are on an open sheet."""
        known = self.session.context().variables
        for name in needs.values:
            if name not in self.given["values"] and name in known:
                self.given["values"][name] = known[name]

    # Output

    def _messages(self, asked: Asked) -> None:
        place = 0
        for message, data in zip(asked.messages, asked.to_data()["messages"], strict=True):
            self._heading(message)
            indent = "" if all(map(_is_roll, message.rows)) else "  "
            for line in _lines(data) if indent else ():
                self.terminal.paragraph(line)
            for each in message.rolls:
                roll = asked.rolled[place]
                assert roll is not None
                self._roll(f"{each.name}, on a click" if each.later else each.name, roll, indent)
                self.session.rolled(roll)
                place += 1
        self._remark_on_none(asked)

    def _remark_on_none(self, asked: Asked) -> None:
        if not asked.rolls:
            command = next(iter(find_dialect(self.dialect).commands))
            self.output.errors.paragraph(
                f"nothing is rolled in this macro; dice stand behind {command}, or in [[…]]",
                dim=True,
            )

    def _heading(self, message: Message) -> None:
        self.terminal.paragraph(message.heading and f"{message.heading}:", dim=True)

    def _roll(self, name: str, roll: Roll, indent: str) -> None:
        """Write a roll after its name, or below it if both do not fit on a line."""
        layout = self.terminal.layout
        width = layout.width
        if width is not None:
            layout = layout._replace(width=width - len(indent) - 2)
        form = self.terminal.form
        rows = form.rolls([roll], layout).split("\n")
        fits = (
            width is None or len(indent) + len(name) + 2 + len(own_codes().sub("", rows[0])) < width
        )
        if len(rows) == 1 and fits:
            self.terminal.write(f"{indent}{name}: {rows[0]}")
            return
        self.terminal.write(f"{indent}{name}:")
        for row in rows:
            self.terminal.write(f"{indent}  {row}")

    def _odds(self, asked: Asked) -> None:
        for place, (each, odds) in enumerate(zip(asked.rolls, asked.odds, strict=True)):
            if place:
                self.terminal.write()
            if odds is None:
                error = asked.refused[place]
                assert error is not None
                self.terminal.paragraph(f"{each.name}: {notation_of(each)}")
                self.output.error(hinted(error, MACRO))
            else:
                self.output.show(odds.labelled(f"{each.name}: {notation_of(each)}"))
        self._remark_on_none(asked)

    def _explain(self, asked: Asked) -> None:
        say = self.terminal.paragraph
        for question in asked.needs.questions:
            say(f"asks: {question.name}{_offered(question)}")
        for kind in ("values", "tables", "macros"):
            names = getattr(asked.needs, kind)
            if names:
                say(f"{kind}: {', '.join(names)}")
        if asked.problem is not None:
            self.output.error(hinted(asked.problem, MACRO))
        place = 0
        for message, data in zip(asked.messages, asked.to_data()["messages"], strict=True):
            self._heading(message)
            for line in _lines(data):
                say(line)
            for each in message.rolls:
                waits = ", on a click" if each.later else ""
                told = dict.fromkeys((notation_of(each), asked.words(place)))
                say(f"{each.name}{waits}: {': '.join(told)}", "  ")
                for remark in each.remarks:
                    say(remark, "    ", dim=True)
                place += 1


command = MacroCall.command()


def _text(words: Sequence[str]) -> str:
    """The text of the macro: typed, or read from the named file."""
    typed = " ".join(map(as_typed, words))
    return text_in(typed) if typed == STDIN or os.path.isfile(typed) else typed


def _tables(texts: Mapping[str, str]) -> dict[str, Any]:
    """Random tables by name, each loaded from a file or parsed as typed."""
    from astragal.table.random_tables import RandomTable

    return {
        name: RandomTable.of(text) if "[" in text else RandomTable.load(text)
        for name, text in texts.items()
    }


def _dialect(session: Session, typed: str | None) -> str:
    found = session.dialect if typed is None else known_dialect(as_typed(typed))
    if not found:
        *others, last = macro_dialects()
        listed = f"{', '.join(others)} or {last}"
        raise click.UsageError(f"whose macro is it? Say --dialect {listed}")
    return found


def _lines(message: Mapping[str, Any]) -> list[str]:
    """The lines of a message as the chat shows it."""
    lines = []
    for row in message["rows"]:
        text = "".join(part["text"] for part in row["parts"]).strip()
        lines.append(f"{row['label']}: {text}" if row["label"] else text)
    return lines


def _is_roll(row: Row) -> bool:
    """True if a row holds just a roll, labelled with its name or not at all."""
    match row.parts:
        case [InlineRoll(name=name)]:
            return row.label in ("", name)
    return False


def _offered(question: Question) -> str:
    if question.options:
        return f" ({', '.join(each.label for each in question.options)})"
    return "" if question.default is None else f" [{question.default}]"


def asked_for(terminal: Terminal, question: Question) -> str:
    """Ask a question until it has an answer: an option by number or name, or any text."""
    if not question.options:
        typed: str = click.prompt(
            question.name, default=question.default, prompt_suffix="? ", err=True
        )
        return typed.strip()
    labels = [option.label for option in question.options]
    terminal.paragraph(question.name)
    for number, label in enumerate(labels, 1):
        terminal.paragraph(f"{number}  {label}", "  ")
    while True:
        typed = click.prompt("  which", default="1", prompt_suffix="? ", err=True).strip()
        place = place_of(labels, typed)
        if place is not None:
            return labels[place]
        terminal.paragraph(f"please choose one of: {', '.join(labels)}", "  ")
