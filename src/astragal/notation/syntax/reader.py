"""The part of the parser that reads values: numbers, dice, brackets, groups, words."""

from __future__ import annotations

import re
from abc import abstractmethod

from astragal.die import Die
from astragal.errors import Span
from astragal.limits import Limits
from astragal.notation.conditions import Condition
from astragal.notation.functions import FUNCTIONS
from astragal.notation.modifiers.sort import Sort
from astragal.notation.nodes.call import FunctionCall
from astragal.notation.nodes.deal import DealtCards
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.dice_group import DiceGroup
from astragal.notation.nodes.group import Group
from astragal.notation.nodes.kept_results import KeptResults
from astragal.notation.nodes.labels import Labelled
from astragal.notation.nodes.names import Name
from astragal.notation.nodes.node import Kind, Node
from astragal.notation.nodes.pool_call import PoolCall
from astragal.notation.nodes.repeat import Repeat
from astragal.notation.nodes.sorted import Sorted
from astragal.notation.nodes.symbol_call import SymbolCall
from astragal.notation.nodes.symbol_dice import SymbolDice
from astragal.notation.nodes.values import Decimal, Literal
from astragal.notation.operands import Operand
from astragal.notation.syntax.condition_reader import (
    needed_condition,
    optional_condition,
    read_given,
    read_operand,
)
from astragal.notation.syntax.cursor import Cursor
from astragal.notation.syntax.die_reader import read_die, read_faces
from astragal.notation.syntax.mistakes import (
    misplaced_word,
    missing_value,
    odd_character,
    other_die_letter,
    strange_character,
    unbracketed,
    unknown_word,
)
from astragal.notation.syntax.modifier_reader import modifier_ahead, read_modifiers
from astragal.notation.syntax.quick_reader import read_value
from astragal.notation.syntax.square_brackets import range_ahead, read_label
from astragal.notation.texts import is_word, joins, reads_as_dice

COMPARISON_SIGNS = frozenset("=!<>≥≤≠")
_RANGE = re.compile(r"\d+\s*\.\.")
_MODIFIERS = re.compile(r"[^\s+*/,;)\]}-]{1,20}")
_SHOWN = 60
"""The longest part of a text that a hint writes anew."""


class Reader(Cursor):
    """Reads values and their suffixes; subclasses read what binds looser."""

    __slots__ = ("kinds", "named_symbols", "symbols")

    def __init__(self, text: str, limits: Limits) -> None:
        self.text = text  # set here, not by super(), as a reader is created for every text
        self.length = len(text)
        self.at = self.depth = 0
        self.limits = limits
        self.kinds: dict[str, Kind] = {}
        self.named_symbols: dict[str, tuple[str, ...]] = {}
        """the symbols that a name stands for, by name; other names are left out"""
        self.symbols: tuple[str, ...] | None = None
        """the symbols on the dice whose modifiers are being read; None if the dice show numbers"""

    # The content of brackets

    @abstractmethod
    def reading(self) -> Node:
        """Read a total, and the ranges after it, if any."""

    @abstractmethod
    def truth(self) -> Node:
        """Read comparisons joined by words, or a single value."""

    @abstractmethod
    def comparison(self) -> Node:
        """Read a sum, optionally compared with another."""

    # For modifiers, after their words

    def operand(self, *, signed: bool = False) -> Operand | None:
        return read_operand(self, signed=signed)

    def condition_ahead(self) -> bool:
        """True if a condition comes next: a comparison sign or a range."""
        here = self.at
        char, at = self.peek(), self.at
        self.at = here
        if char == "!":
            return self.text.startswith("!=", at)
        return char in COMPARISON_SIGNS or bool(_RANGE.match(self.text, at))

    def optional_condition(self, modifier: int) -> Condition | None:
        return optional_condition(self, modifier)

    def needed_condition(self) -> Condition | None:
        return needed_condition(self)

    # Values

    def labelled(self, *, quickly: bool = True) -> Node:
        """Read a value with its labels; ``quickly=False`` if the fast way was tried already."""
        start = self.skip()
        node = self.primary(quickly=quickly)
        more: list[str] = []
        while self.peek() == "[" and not range_ahead(self):
            more.append(read_label(self))
        if not more:
            return node
        inner, labels = (node.inner, node.labels) if isinstance(node, Labelled) else (node, ())
        return Labelled(inner, (*labels, *more), span=self.span(start))

    def primary(self, *, quickly: bool) -> Node:
        char = self.peek()
        value = read_value(self.text, self.at, self.limits) if quickly else None
        if value is not None:
            self.at = value.span.end
            return value
        if "0" <= char <= "9":
            return self.number()
        if char == "(":
            return self.bracketed()
        if char == "{":
            return self.group()
        if char == "@":
            return self.given()
        if char in ("d", "D") and (self.dice_ahead() or self.word_ahead() in ("d", "D")):
            return self.dice(1, self.at)
        if char.isalpha() or char == "_":
            return self.word()
        raise missing_value(self)

    def given(self) -> Node:
        """Read ``@str``, or ``@{n}d6`` with a variable count."""
        node = read_given(self)
        return self.dice(node, node.span.start) if self.dice_ahead() else node

    def number(self) -> Node:
        start = self.at
        number = self.digits()
        assert number is not None
        end = self.at
        following = self.peek()
        if following in ("d", "D") and (self.at == end or self.dice_ahead()):
            return self.dice(number, start)
        if following in ("x", "X"):
            return self.repeat(number, start)
        if following.isalpha():
            self.refuse_foreign_dice(start)
        self.at = end
        return self.decimal(number, start) or Literal(number, span=Span(start, end))

    def decimal(self, whole: int, start: int) -> Node | None:
        """Read ``2.5``, or None if no decimals follow; the whole part has been read."""
        if self.here() != "." or self.here(1) == ".":
            return None
        self.at += 1
        first = self.at
        decimals = self.digits()
        places, span = self.at - first, self.span(start)
        if decimals is None:
            hint = f"write `{whole}` or `{whole}.5`"
            raise self.error("not-whole", "there are no decimals after this point", span, hint)
        if self.dice_ahead():
            sides = re.match(r"[dD]\d{0,9}", self.text[self.skip() :])
            die = sides[0] if sides is not None else "d6"
            hint = f"a share of a roll is `floor({self.text[start : self.at].strip()} * 1{die})`"
            raise self.error("not-whole", "the number of dice must be whole", span, hint)
        self.limits.check("digits", len(str(whole)) + places, span)
        return _exact(whole, decimals, places, span)

    def refuse_foreign_dice(self, start: int) -> None:
        self.at = start
        word = self.word_ahead()
        dice = other_die_letter(word)
        if dice is not None:
            raise self.error(
                "unknown-word",
                f"`{word}` is not dice here",
                Span(start, start + len(word)),
                f"write `{dice}`",
            )

    def dice_ahead(self) -> bool:
        """True if the next ``d`` starts a die, not a word."""
        if self.peek() not in ("d", "D"):
            return False
        here = self.at
        self.at += 1
        following = self.peek()
        starts_die = "0" <= following <= "9" or following in ("%", "{", "(", "@")
        self.at = here
        return starts_die or reads_as_dice(self.word_ahead())

    def dice(self, count: int | Node, start: int) -> Dice:
        """Read a die and its modifiers; the count has been read."""
        self.at += 1
        die = read_die(self, start)
        before, symbolic = self.symbols, isinstance(die, Die) and die.symbolic
        self.symbols = die.symbols if isinstance(die, Die) and symbolic else None
        modifiers = read_modifiers(self)
        self.symbols = before
        counted = bool(modifiers) and modifiers[-1].counts
        kind = SymbolDice if symbolic and not counted else Dice
        return kind(count, die, modifiers, span=self.span(start))

    def inside(self, opening: Span) -> Node:
        """Read the expression in round brackets."""
        self.at = opening.end
        self.enter(opening)
        node = self.truth()
        self.refuse_range()
        if self.peek() == ",":
            end = self.text.find(")", self.at)
            inside = self.text[opening.end : end]
            plain = end >= 0 and "(" not in inside and len(inside) <= _SHOWN
            raise self.error(
                "unexpected",
                "round brackets hold one expression",
                Span(opening.start, end + 1) if plain else Span(self.at, self.at + 1),
                f"several go in braces: `{{{inside}}}`"
                if plain
                else "several go in braces, e.g. `{2d6, 1d12}kh1`",
            )
        self.close(")", opening)
        self.depth -= 1
        return node

    def refuse_range(self) -> None:
        if self.peek() == "[":
            raise strange_character("[", self.at)

    def bracketed(self) -> Node:
        """Read ``(…)``, or ``(…)d6`` with a rolled count."""
        start = self.at
        node = self.inside(Span(start, start + 1))
        after = self.at
        if self.dice_ahead():
            return self.dice(node, start)
        if node.kind in (Kind.POOL, Kind.SYMBOLS) and modifier_ahead(self):
            raise self.error(
                "after-bracket",
                "modifiers go directly after the dice, inside the brackets",
                Span(self.at, self.at + max(1, len(self.letters_ahead()))),
                self._moved_inside(start, after),
            )
        self.at = after
        return node

    def _moved_inside(self, start: int, end: int) -> str:
        """How to write modifiers inside the brackets they stand behind."""
        dice, behind = self.text[start : end - 1], _MODIFIERS.match(self.text, end)
        if behind is None or len(dice) > _SHOWN:
            return "e.g. `(4d6kh3)`"
        return f"write `{dice}{behind[0]})`"

    def group(self) -> Group | DiceGroup:
        """Read ``{2d6, 1d12}kh1``, or ``{4d6 & 3d8}kh4``."""
        opening = Span(self.at, self.at + 1)
        members, separator = self.items(opening, "}", "there is nothing in this group", ",", "&")
        modifiers = read_modifiers(self)
        kind = DiceGroup if separator == "&" else Group
        return kind(members, modifiers, span=self.span(opening.start))

    def items(
        self, opening: Span, closing: str, empty: str, *separators: str
    ) -> tuple[tuple[Node, ...], str]:
        """Read expressions up to the closing bracket; returns them and their separator."""
        self.at = opening.end
        self.enter(opening)
        if self.peek() == closing:
            raise self.error("empty-group", empty, Span(opening.start, self.at + 1))
        items = [self.truth()]
        first = char = self.peek()
        if first not in separators:
            first = ""
        while first and char == first:
            self.at += 1
            items.append(self.truth())
            char = self.peek()
        if char == "[":
            raise strange_character("[", self.at)
        self.close(closing, opening, (first,) if first else separators)
        self.depth -= 1
        return tuple(items), first

    def repeat(self, times: int, start: int) -> Node:
        """Read ``6x(4d6kh3)``; the count has been read."""
        self.at += 1
        if self.peek() != "(":
            raise unbracketed(self.text, self.span(start))
        opening = Span(self.at, self.at + 1)
        self.at += 1
        self.enter(opening)
        body = self.reading()
        self.close(")", opening)
        self.depth -= 1
        end = self.at
        numbers = times > 0 and body.kind in (Kind.NUMBER, Kind.POOL)
        sort = self.sort() if self.peek() in ("s", "S") else None
        if sort is None and numbers and modifier_ahead(self):
            modifiers = read_modifiers(self)
            return KeptResults((body,) * times, modifiers, span=self.span(start))
        repeat = Repeat(times, body, span=Span(start, end))
        if sort is not None:
            return Sorted(repeat, sort, span=self.span(start))
        self.at = end
        return repeat

    def sort(self) -> Sort | None:
        """Read ``s`` or ``sh`` after a list; None if neither follows."""
        after = self.at
        self.skip()
        start, word = self.at, self.letters_ahead()
        if word.lower() not in Sort.words:
            self.at = after
            return None
        self.at += len(word)
        return Sort.read(self, word.lower(), start, ())

    def word(self) -> Node:
        """Read a function call or a name."""
        start = self.at
        word = self.word_ahead()
        self.at += len(word)
        span = self.span(start)
        if word in self.kinds:
            return Name(word, self.kinds[word], self.named_symbols[word], span=span)
        if word.lower() in FUNCTIONS:
            name = word.lower()
            if self.peek() != "(":
                example = FUNCTIONS[name].example
                raise self.error(
                    "missing-brackets", f"`{word}` needs brackets", span, f"e.g. `{example}`"
                )
            opening = Span(self.at, self.at + 1)
            if FUNCTIONS[name].reads_symbols:
                return self.symbol_call(name, start, opening)
            if FUNCTIONS[name].reads_deck:
                return self.deal(start, opening)
            arguments, _ = self.items(opening, ")", f"`{name}` of what?", ",")
            if FUNCTIONS[name].leaves_pool:
                modifiers = read_modifiers(self)
                return PoolCall(name, arguments, modifiers, span=self.span(start))
            return FunctionCall(name, arguments, span=self.span(start))
        if joins(word):
            raise misplaced_word(word, span)
        self.refuse_foreign_dice(start)
        raise odd_character(self.text, start) or unknown_word(self, word, span, self.kinds)

    def deal(self, start: int, opening: Span) -> DealtCards:
        """Read ``deal(5, {1..10, 1..10})kh2``."""
        self.at = opening.end
        self.enter(opening)
        count = self.comparison()
        if not self.take(",") or self.peek() != "{":
            raise self.error(
                "missing-deck",
                "which cards are dealt?",
                self.span(start),
                "list them in braces, as the faces of a die: `deal(5, {1..10, 1..10})`",
            )
        deck = read_faces(self)
        self.close(")", opening)
        self.depth -= 1
        modifiers = read_modifiers(self)
        return DealtCards(count, deck, modifiers, span=self.span(start))

    def symbol_call(self, name: str, start: int, opening: Span) -> SymbolCall:
        """Read ``count(p, hit, crit)``: symbols, and the names of some."""
        self.at = opening.end
        self.enter(opening)
        if self.peek() == ")":
            place = Span(opening.start, self.at + 1)
            raise self.error("empty-group", f"`{name}` of what?", place)
        inner = self.comparison()
        read, places = [], []
        while self.take(","):
            at = self.skip()
            word = self.word_ahead()
            if not is_word(word):
                raise self.unexpected("a symbol was expected here")
            self.at += len(word)
            read.append(word)
            places.append(self.span(at))
        self.close(")", opening, (",",))
        self.depth -= 1
        return SymbolCall(name, inner, tuple(read), tuple(places), span=self.span(start))


def _exact(whole: int, decimals: int, places: int, span: Span) -> Node:
    """A number from the digits before and after its point."""
    from fractions import Fraction

    number = whole + Fraction(decimals, 10**places)
    return Literal(whole, span=span) if number == whole else Decimal(number, span=span)
