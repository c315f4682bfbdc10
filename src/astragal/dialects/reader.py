"""Reads a dialect's text into an expression, with one grammar and the dialect's tables."""

from __future__ import annotations

from fractions import Fraction
from itertools import chain, count
from typing import TYPE_CHECKING, Any

from astragal._visible import is_visible
from astragal.dialects.arranging import arranged
from astragal.dialects.complaining import (
    COMMAND,
    left_over,
    missing_number,
    missing_value,
    refuse_value,
    unknown,
    unknown_word,
)
from astragal.dialects.dialect import Reads, compiled, longest_first
from astragal.dialects.joining import Run
from astragal.dialects.normal import HALF, POWER
from astragal.die import Die, numbered_die, standard_die
from astragal.errors import Span
from astragal.notation.conditions import Comparison, Condition
from astragal.notation.expression import Expression
from astragal.notation.nodes.arithmetic import Negate
from astragal.notation.nodes.call import FunctionCall
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.labels import Labelled
from astragal.notation.nodes.names import Binding, Name
from astragal.notation.nodes.node import Node
from astragal.notation.nodes.power import Power
from astragal.notation.nodes.several import Several
from astragal.notation.nodes.values import Decimal, Given, Literal
from astragal.notation.operands import Operand
from astragal.notation.syntax.cursor import Cursor
from astragal.notation.texts import is_label

if TYPE_CHECKING:
    from collections.abc import Mapping
    from re import Pattern

    from astragal.dialects.dialect import Dialect
    from astragal.dialects.words import Worded
    from astragal.limits import Limits


class DialectReader(Cursor):
    """A recursive descent parser for one text, from the loosest rule to the tightest."""

    __slots__ = ("bindings", "dialect", "notes", "remarks", "rows", "stop", "typed")

    def __init__(self, text: str, dialect: Dialect, limits: Limits) -> None:
        super().__init__(text, limits)
        self.dialect = dialect
        self.bindings: list[Binding] = []
        """rolls that the text uses more than once"""
        self.remarks: list[str] = []
        """notes for the user about how the text was read"""
        self.rows = sorted(dialect.words, key=lambda each: len(each.word), reverse=True)
        self.notes: dict[str, Any] = {}
        """state of the dialect's own functions"""
        self.stop: Pattern[str] | None = None
        """a pattern for text that only looks like a sign"""
        self.typed: list[str] = []
        """the words after the last dice, each with its number"""

    def read(self) -> Expression:
        dialect = self.dialect
        if dialect.opening and (opened := dialect.opening(self)) is not None:
            return opened
        start = self.skip()
        command = COMMAND.match(self.text, start)
        if command is not None and command[0].lower() in dialect.commands:
            self.at = command.end()
        start = self.skip()
        members = [dialect.roll(self) if dialect.roll else self.joined()]
        while dialect.several and next_roll(self):
            if self.peek():
                members.append(dialect.roll(self) if dialect.roll else self.joined())
        body = Several(tuple(members), span=self.span(start)) if members[1:] else members[0]
        comment = dialect.comment(self) if dialect.comment else signed_comment(self)
        if self.peek():
            raise left_over(self)
        finished = dialect.finish(self, body) if dialect.finish else body
        return Expression(finished, tuple(self.bindings), comment, self.text, self.limits)

    # Values and the signs between them

    def joined(self, level: int = 0) -> Node:
        """Values joined by the signs of a level or of tighter levels."""
        if level == len(self.dialect.levels):
            return self.signed()
        start = self.skip()
        signs = self.dialect.levels[level]
        ordered = longest_first(tuple(signs))
        run = Run(self, self.joined(level + 1), start)
        while not (self.stop and self.stop.match(self.text, self.skip())):
            sign = self.take(*ordered)
            if not sign:
                break
            right = self.joined(level + 1)
            if self.dialect.join:
                self.dialect.join(run, signs[sign], right)
            else:
                run.join(signs[sign], right)
        return run.node

    def signed(self) -> Node:
        """A value with the signs before it. Powers bind tighter, and associate to the right."""
        start = self.skip()
        dialect = self.dialect
        sign = self.take(*dialect.signs)
        if not sign:
            base = self.value()
            if not dialect.powers or not self.take(*dialect.powers):
                return base
        self.enter(self.span(start))
        node = self.signed()
        self.leave()
        if not sign and dialect.power:
            return dialect.power(self, base, node, start)
        if sign and dialect.signed:
            return dialect.signed(self, sign, node, start)
        if sign == "+":
            return node
        span = self.span(start)
        between = self.text[start if sign else base.span.end : node.span.start]
        if dialect.powers and isinstance(node, Power) and "(" not in between:
            raise unknown(
                self, "a sign before a power" if sign else "one power after another", span
            )
        if not sign and isinstance(node, Decimal) and node.n == HALF:
            return FunctionCall("sqrt", (base,), span=span)
        return Negate(node, span=span) if sign else Power(base, node, span=span)

    def value(self) -> Node:
        """A number, dice, a function call or a bracketed value, with its labels."""
        start = self.skip()
        char = self.here()
        dialect = self.dialect
        if (node := read_first(self, dialect.values)) is not None:
            return labelled(self, node, start)
        refuse_value(self, start)
        if (count := read_first(self, dialect.inserted)) is not None or char == "(":
            if count is None:
                (count,) = self.items(")", several=False)
            node = count
            if "dice" in dialect.computed and self.dice_ahead():
                fixed = dialect.fixed and dialect.fixed(self, count, start, "dice")
                node = self.dice(fixed or count, start)
        elif "0" <= char <= "9":
            node = self.number()
        elif char == "{" and dialect.group:
            node = dialect.group(self, self.items("}"), start)
        elif self.dice_ahead():
            node = self.dice(1, start)
        elif char.isalpha() or char == "_":
            node = self.call()
        else:
            raise missing_value(self)
        return labelled(self, node, start)

    def number(self) -> Node:
        """An exact number, such as ``2.5``, or the dice that it counts."""
        start = self.at
        whole = self.digits() or 0
        if self.at > start and self.dice_ahead():
            return self.dice(whole, start)
        largest = self.dialect.largest
        if largest is not None and whole > largest:
            message = f"the numbers of {self.dialect.title} end at {largest:,}"
            raise self.error("number-too-long", message, self.span(start))
        number = Fraction(whole)
        if self.dialect.decimals and compiled(self.dialect.decimals).match(self.text, self.at):
            self.at += 1
            first = self.at
            number += Fraction(self.digits() or 0, 10 ** (self.at - first))
        span = self.span(start)
        return Literal(whole, span=span) if number == whole else Decimal(number, span=span)

    def items(self, closing: str, *, several: bool = True) -> tuple[Node, ...]:
        """The contents of the next brackets; ``several`` allows commas."""
        opening = Span(self.at, self.at + 1)
        self.at += 1
        self.enter(opening)
        items = [self.joined(self.dialect.inside)]
        while several and self.take(","):
            items.append(self.joined(self.dialect.inside))
        self.close(closing, opening, (",",) if several else ())
        self.leave()
        return tuple(items)

    def call(self) -> Node:
        """A function call."""
        start = self.at
        word = self.word_ahead()
        name = self.dialect.functions.get(word.lower())
        if name is None:
            raise unknown_word(self, word)
        self.at += len(word)
        if self.peek() != "(":
            raise self.error("missing-brackets", f"`{word}` needs brackets", self.span(start))
        arguments = self.items(")")
        own = self.dialect.call and self.dialect.call(self, name, arguments, start)
        if own:
            return own
        if name != POWER:
            return FunctionCall(name, arguments, span=self.span(start))
        if len(arguments) != 2:
            raise self.error("wrong-arguments", f"`{word}` needs two numbers", self.span(start))
        return Power(*arguments, span=self.span(start))

    # Dice

    def dice_ahead(self) -> bool:
        """True if a letter for dice and its sides come next."""
        at, dialect = self.at, self.dialect
        letter = (self.take if dialect.spaced else self.take_here)(*dialect.letters)
        if letter and dialect.spaced:
            self.skip()
        char, place = self.here(), self.at
        self.at = at
        return bool(letter) and (
            "0" <= char <= "9"
            or (char == "(" and "sides" in dialect.computed)
            or self.text.startswith(tuple(dialect.dice), place)
            or any(compiled(each).match(self.text, place) for each in dialect.inserted)
        )

    def dice(self, count: int | Node, start: int) -> Node:
        """Dice and their modifiers, after the count."""
        self.take(*self.dialect.letters)
        most = self.dialect.most_dice
        if most is not None and isinstance(count, int) and count > most:
            message = f"{self.dialect.title} rolls {most:,} dice at most"
            raise self.error("too-many-dice", message, self.span(start))
        die = self.die(start)
        read = self.worded()
        if self.dialect.pool:
            return self.dialect.pool(self, count, die, read, start)
        modifiers = arranged(self, read, die if isinstance(die, Die) else None, count)
        return Dice(count, die, tuple(modifiers), span=self.span(start))

    def die(self, start: int) -> Die | Node:
        """The sides of a die; ``d66`` has 66 sides in other programs."""
        dialect = self.dialect
        at = self.skip() if dialect.spaced else self.at
        special = self.take_here(*longest_first(tuple(dialect.dice)))
        if special:
            return dialect.dice[special]
        node = read_first(self, dialect.inserted)
        if node is None and self.here() == "(" and "sides" in dialect.computed:
            (node,) = self.items(")", several=False)
        if node is not None and dialect.fixed:
            sides: int | None = dialect.fixed(self, node, at, "sides")
        elif node is not None and not isinstance(node, Literal):
            return node
        else:
            sides = self.digits() if node is None else node.n
        if sides is None:
            raise self.error("missing-sides", "how many sides?", self.span(start), "e.g. `2d6`")
        fewest, most = dialect.sides
        if sides < fewest or (most is not None and sides > most):
            message = "a die needs at least one side"
            if sides:
                message = f"a die of {sides} sides does not exist in {dialect.title}"
            raise self.error("no-such-die", message, self.span(start))
        self.limits.check("sides", sides, self.span(start))
        if numbered_die(sides).digits:
            self.remarks.append(f"`d{sides}` is a die of {sides} sides in {dialect.title}")
        return standard_die(sides)

    # Words after dice

    def worded(self) -> list[Worded]:
        """The modifiers after dice or a group, in the written order."""
        read: list[Worded] = []
        typed: list[str] = []
        while True:
            here = self.at
            start = self.skip() if self.dialect.spaced else here
            made = None
            for row in () if self.here().isspace() else self.rows:
                word = self.text[start : start + len(row.word)]
                if (word if self.dialect.strict else word.lower()) != row.word:
                    continue
                self.at = start + len(word)
                made = row.read(self, start)
                if made is not None:
                    break
            word = self.text[here : self.at]
            loose = word != word.lower() or word.split() not in ([], [word])
            if made is None or (self.dialect.strict and loose):
                self.at = here
                self.typed = typed
                return read
            read += made
            typed.append(word)

    def condition(self, bare: str | None) -> Condition | None:
        """The next condition; ``bare`` is the implied sign of a number without one."""
        if self.dialect.condition:
            return self.dialect.condition(self)
        start = self.at
        signs = self.dialect.comparisons
        sign = self.take(*longest_first(tuple(signs)))
        if sign and not signs[sign]:
            hint = f"`{sign[0]}` includes the number" if sign[0] != "=" else None
            message = f"{self.dialect.title} has no `{sign}`"
            raise self.error("bad-condition", message, self.span(start), hint)
        if sign and signs[sign] == "?":
            raise unknown(self, f"`{sign}`", self.span(start))
        operand = self.operand(signed=bool(sign)) if sign or bare is not None else None
        if operand is None and sign:
            raise missing_number(self, start)
        if operand is None:
            self.at = start
            return None
        return Comparison(signs[sign] if sign else bare or "=", operand, span=self.span(start))

    def operand(self, *, signed: bool = False) -> Operand | None:
        """The next whole number or bracketed roll; None if there is none."""
        if self.dialect.operand:
            return self.dialect.operand(self, signed)
        at = self.at
        if self.dialect.spaced:
            self.skip()
        node = read_first(self, self.dialect.inserted)
        if node is None and self.here() == "(" and "numbers" in self.dialect.computed:
            (node,) = self.items(")", several=False)
        if node is not None:
            return node.n if isinstance(node, Literal) else node
        number = self.integer() if signed and self.dialect.negative else self.digits()
        if number is None:
            self.at = at
        return number

    def named(self, name: str, node: Node) -> Name:
        """Name a roll that the text uses more than once; a number makes the name unique."""
        taken = {each.name for each in self.bindings}
        names = chain([name], (f"{name}{number}" for number in count(2)))
        free = next(each for each in names if each not in taken)
        self.bindings.append(Binding(free, node, node.span))
        return Name(free, node.kind, span=node.span)


def read_first(reader: DialectReader, values: Mapping[str, Reads]) -> Node | None:
    """The next value if one of these patterns matches; otherwise None."""
    start = reader.at
    for pattern, reads in values.items():
        if compiled(pattern).match(reader.text, start):
            node = reads(reader, start)
            if node is not None:
                return node
    return None


def labelled(reader: DialectReader, node: Node, start: int) -> Node:
    """A value with the labels that follow it."""
    take = reader.dialect.label
    labels: list[str] = []
    while take is not None and (label := take(reader)) is not None:
        labels += [label] if label else []
    if not labels:
        return node
    if isinstance(node, Labelled):
        return Labelled(node.inner, (*node.labels, *labels), span=reader.span(start))
    return Labelled(node, tuple(labels), span=reader.span(start))


def given_value(reader: DialectReader, name: str, start: int) -> Given:
    """A named value that the caller gives."""
    return Given(" ".join(name.split()), span=reader.span(start))


def bracket_label(reader: DialectReader) -> str | None:
    """The text in square brackets; empty if our notation cannot hold it as a label."""
    if reader.peek() != "[":
        return None
    opening = Span(reader.at, reader.at + 1)
    end = reader.text.find("]", opening.end)
    if end < 0:
        raise reader.error("unclosed", "this `[` is never closed", opening)
    label = " ".join(reader.text[opening.end : end].split())
    reader.at = end + 1
    return label if is_label(label) else ""


def next_roll(reader: DialectReader) -> bool:
    """Consume a separator of rolls and the comment before it; false after the last roll."""
    end = min(
        (at for each in reader.dialect.several if (at := reader.text.find(each, reader.at)) >= 0),
        default=-1,
    )
    if end >= 0 and reader.take(*reader.dialect.comments):
        reader.at = end
    return bool(reader.take(*reader.dialect.several))


def signed_comment(reader: DialectReader) -> str:
    """The text after a comment sign."""
    if not reader.dialect.comments or not reader.take(*reader.dialect.comments):
        return ""
    return rest_of_line(reader)


def rest_of_line(reader: DialectReader) -> str:
    """The rest of the text as a comment; empty if nothing in it is visible."""
    words = " ".join(reader.text[reader.at :].split())
    reader.at = reader.length
    return words if is_visible(words) else ""
