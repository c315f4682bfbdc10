"""Reads Troll: collections are dice here, and what picks from them modifiers."""

from __future__ import annotations

import re
from collections.abc import Sequence

from astragal.dialects.loose import LooseReader
from astragal.dialects.programs.troll.pools import Pool, all_stay, base, grows, is_one_die
from astragal.dialects.scoring import OPPOSITE
from astragal.die import Die
from astragal.errors import NotationError, Span
from astragal.notation.conditions import Comparison, Condition, OneOf
from astragal.notation.modifiers.count import Count, Tally
from astragal.notation.modifiers.each import Each
from astragal.notation.modifiers.explode import Explode
from astragal.notation.modifiers.keep import Keep
from astragal.notation.modifiers.keep_matching import KeepMatching
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.modifiers.reroll import Reroll
from astragal.notation.modifiers.sort import Sort
from astragal.notation.modifiers.unique import Unique
from astragal.notation.nodes.arithmetic import Product, Sum
from astragal.notation.nodes.call import FunctionCall
from astragal.notation.nodes.comparison import Compare
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.dice_group import DiceGroup
from astragal.notation.nodes.group import Group
from astragal.notation.nodes.logic import Not
from astragal.notation.nodes.names import Binding, Name
from astragal.notation.nodes.node import Node
from astragal.notation.nodes.repeat import Repeat
from astragal.notation.nodes.sorted import Sorted
from astragal.notation.nodes.values import Literal

_DICE = re.compile(r"(\d+\s*#\s*)?(\d+\s*)?[dDzZ]\s*\d+\s*")
_NAMED = re.compile(r"[A-Za-z]\w*\s*:=")
_FILTERS = {"=/=": "!=", ">=": ">=", "<=": "<=", ">": ">", "<": "<", "=": "="}
_TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
"""Signs that have their number before them."""
_SIGNS = ("*", "/", "+", "-")
_NUMBERS = ("sum", "count", "min", "max", "median", "sgn")
_PICKS = ("largest", "least", "different", "choose", "repeat", "accumulate", "foreach")
_UNSAID = ("minimal", "maximal", "pick", "drop", "keep", "pair", "U", "function", "call")
"""Words of Troll's own that are not read."""


class TrollReader(LooseReader):
    """A collection is dice here, and what picks from it is a modifier."""

    __slots__ = ()

    def rolls(self) -> Node:
        """A number, or nothing but dice: what each of them shows, in no order."""
        while _NAMED.match(self.text, self.skip()):
            self.binding()
        start = self.skip()
        if not _DICE.fullmatch(self.text, start):
            return super().rolls()
        dice = self.collection()
        assert isinstance(dice, Dice)
        if not isinstance(dice.count, int) or dice.count == 1:
            return dice
        each = Repeat(dice.count, dice.replaced(count=1), span=self.span(start))
        return Sorted(each, Sort(), span=self.span(start))

    def binding(self) -> None:
        """``x := 3d6;``: a name for one roll."""
        start = self.at
        name = self.name()
        self.demand(":=")
        self.skip()
        single = self.letters_ahead().lower() in _NUMBERS
        node = Group((self.sum(),)) if single else self.collection()
        self.demand(";")
        self.bindings.append(Binding(name, node, span=self.span(start)))

    def bound(self) -> Binding | None:
        """The roll whose name comes next, which is not taken."""
        self.skip()
        word = self.word_ahead()
        return next((each for each in reversed(self.bindings) if each.name == word), None)

    def primary(self) -> Node:
        start = self.skip()
        if found := self.bound():
            self.at += len(found.name)
            if isinstance(found.node, Pool):
                self.one(found.node, start)
            return Name(found.name, found.node.kind, span=self.span(start))
        word = self.letters_ahead().lower()
        if word in _NUMBERS:
            self.at += len(word)
            return self.reduced(word, start)
        if word == "if":
            self.at += len(word)
            return self.decided(start)
        if word in _PICKS or self.here() == "{":
            return self.one(self.collection(), start)
        node = super().primary()
        return self.one(node, start) if isinstance(node, Dice) and self.text[start] != "(" else node

    def decided(self, start: int) -> Node:
        """``if x = y then 1 else 2``, of two numbers."""
        self.skip()
        clear = self.letters_ahead().lower() not in _NUMBERS
        left = self.sum()
        sign = self.take(*_FILTERS)
        if not sign or not clear:
            raise self.cannot("an `if` of anything but two numbers", self.span(start))
        compared = Compare(_FILTERS[sign], left, self.sum(), span=self.span(start))
        whether = self.named("whether", compared)
        self.demand("then")
        first = self.sum()
        self.demand("else")
        second = self.power()
        if self.peek() in _SIGNS:
            raise self.unknown("arithmetic behind `else` without brackets", self.span(start))
        place = self.span(start)
        yes = Product((("*", whether), ("*", first)), span=place)
        no = Product((("*", Not(whether)), ("*", second)), span=place)
        return Sum((("+", yes), ("+", no)), span=place)

    def unknown_word(self, word: str) -> NotationError:
        if word in _UNSAID:
            return self.cannot(f"`{word}`", Span(self.at, self.at + len(word)))
        return super().unknown_word(word)

    def left_over(self) -> NotationError:
        word = self.letters_ahead()
        return self.unknown_word(word) if word in _UNSAID else super().left_over()

    def one(self, node: Pool, start: int) -> Node:
        """A collection of one number, which is that number."""
        kept = [each.number for each in node.modifiers if isinstance(each, Keep)]
        if kept[-1:] == [1] or (isinstance(node, Dice) and node.count == 1 and not grows(node)):
            return node
        message = "several numbers are left: say `sum` or the like before them"
        raise self.error("not-a-number", message, self.span(start))

    def rounded(self, name: str, left: Node, right: Node, place: Span) -> Node:
        raise self.unknown("a division of what may be below zero", place)

    def reduced(self, word: str, start: int) -> Node:
        """``sum`` ``count`` ``min`` ``max`` ``median`` of a collection, ``sgn`` of a number.

        Only single numbers can be added to, so ``max 2d20 + 5`` can only add to the highest.
        """
        if word == "sgn":
            node: Node = FunctionCall("sign", (self.power(),), span=self.span(start))
            clear = False
        elif found := self.bound():
            self.at += len(found.name)
            node, clear = self.number_of_name(word, found, self.span(start)), True
        elif word == "sum" and (picked := self.picked_by_name(start)):
            node, clear = picked, True
        else:
            pool = self.collection()
            node = self.number_of(word, pool, self.span(start))
            clear = word != "count" or base(pool) > 1
        if not clear and self.depth == 0 and self.peek() in _SIGNS:
            raise self.unknown(f"arithmetic behind `{word}` without brackets", self.span(start))
        return node

    def number_of(self, word: str, pool: Pool, place: Span) -> Node:
        if word == "sum":
            return pool.replaced(span=place)
        if word == "count":
            if any(isinstance(each, Each) for each in pool.modifiers):
                raise self.cannot("a count of changed numbers", place)
            every = Count((Tally(Comparison(">=", 0)),))
            return pool.replaced(modifiers=(*pool.modifiers, every), span=place)
        if word == "median":
            if pool.modifiers or base(pool) % 2 == 0:
                raise self.unknown("the median of so many numbers", place)
            return FunctionCall("middle", (pool,), span=place)
        keep = Keep(1, highest=word == "max")
        return pool.replaced(modifiers=(*pool.modifiers, keep), span=place)

    def number_of_name(self, word: str, found: Binding, place: Span) -> Node:
        name = Name(found.name, found.node.kind, span=place)
        if word == "sum":
            return name
        if word == "count" and isinstance(found.node, Pool) and all_stay(found.node):
            return Literal(base(found.node), span=place)
        if word not in ("max", "min"):
            raise self.cannot(f"`{word}` of a named roll", place)
        function = "highest" if word == "max" else "lowest"
        return FunctionCall(function, (name, Literal(1)), span=place)

    def picked_by_name(self, start: int) -> Node | None:
        """``largest 2 x`` behind ``sum``; None if something else comes next."""
        before = self.skip()
        word = self.take("largest", "least")
        number = self.digits() if word and self.skip() else None
        found = self.bound() if number else None
        if found is None or not isinstance(found.node, Pool):
            self.at = before
            return None
        self.at += len(found.name)
        place = self.span(start)
        name = Name(found.name, found.node.kind, span=place)
        assert number is not None
        function = "highest" if word == "largest" else "lowest"
        return FunctionCall(function, (name, Literal(number)), span=place)

    # Collections

    def collection(self) -> Pool:
        """Dice with what is picked from them."""
        start = self.skip()
        if self.here() in ("(", "{"):
            return self.enclosed()
        sign = self.filter_ahead()
        if sign:
            return self.picked(KeepMatching(Comparison(sign, self.expected())), start)
        word = self.letters_ahead().lower()
        if word in _NUMBERS:
            raise self.cannot(f"`{word}` inside a collection", Span(start, start + len(word)))
        if word not in _PICKS:
            return self.rolled(start)
        self.at += len(word)
        if word in ("largest", "least"):
            return self.picked(Keep(self.expected(), highest=word == "largest"), start)
        if word == "different":
            return self.picked(Unique(), start)
        return self.chosen(start) if word == "choose" else self.looped(word, start)

    def enclosed(self) -> Pool:
        """What is in brackets or braces; numbers and dice side by side are one collection."""
        start = self.at
        opening = Span(start, start + 1)
        closing, between = (")", ("@", "U")) if self.here() == "(" else ("}", (",",))
        self.at += 1
        self.enter(opening)
        members = [self.filtered(self.collection(), start)]
        while self.take(*between):
            members.append(self.filtered(self.collection(), start))
        self.close(closing, opening, between)
        self.leave()
        if closing == ")" and self.dice_ahead():
            return self.counted_out(self.one(members[0], start), start)
        return self.united(members, start)

    def counted_out(self, count: Node, start: int) -> Dice:
        """``(d4)d6``."""
        die = self.lettered(self.take(*self.dialect.letters), start)
        return Dice(count, die, span=self.span(start))

    def united(self, members: list[Pool], start: int) -> Pool:
        if len(members) == 1:
            return members[0]
        if not all(isinstance(each, Dice) for each in members):
            raise self.cannot("a collection of collections", self.span(start))
        return DiceGroup(tuple(members), span=self.span(start))

    def filter_ahead(self) -> str:
        """``5 <`` keeps what is more than 5: the number stands before the sign."""
        start = self.at
        number = self.digits()
        sign = self.take(*_FILTERS) if number is not None else ""
        self.at = start
        return _TURNED.get(_FILTERS[sign], _FILTERS[sign]) if sign else ""

    def expected(self) -> int:
        self.skip()
        number = self.digits()
        if number is None:
            raise self.unexpected("a number was expected here")
        self.take(*_FILTERS)
        return number

    def picked(self, modifier: Keep | KeepMatching | Unique, start: int) -> Pool:
        pool = self.collection()
        return pool.replaced(modifiers=(*pool.modifiers, modifier), span=self.span(start))

    def chosen(self, start: int) -> Dice:
        """``choose {1,2,4}``: a die with these faces."""
        return Dice(1, Die(self.typed_numbers(start)), span=self.span(start))

    def typed_numbers(self, start: int) -> Sequence[int]:
        """``3``, ``1..6``, or several of these in braces."""
        if not self.take("{"):
            return self.stretch()
        found = [*self.stretch()]
        while self.take(","):
            found += self.stretch()
        if not self.take("}"):
            raise self.cannot("anything but numbers in these braces", self.span(start))
        return found

    def filtered(self, pool: Pool, start: int) -> Pool:
        """``(4d6 drop {1,2})`` and ``keep``: the numbers that are in another collection, or not."""
        while word := self.take("drop", "keep"):
            numbers = sorted({*self.typed_numbers(start)})
            listed: Condition = OneOf(tuple((each, each) for each in numbers))
            if len(numbers) == 1:
                listed = Comparison("=", numbers[0])
            pool = pool.replaced(
                modifiers=(*pool.modifiers, KeepMatching(listed, drop=word == "drop")),
                span=self.span(start),
            )
        return pool

    def stretch(self) -> Sequence[int]:
        """``3``, or ``1..6``."""
        start = self.at
        low = self.expected()
        high = self.expected() if self.take("..") else low
        self.limits.check("sides", high - low + 1, self.span(start))
        return range(low, high + 1)

    def looped(self, word: str, start: int) -> Pool:
        """Dice that are rolled again or once more, or are changed one by one."""
        name = self.name()
        self.demand("in" if word == "foreach" else ":=")
        pool = self.collection()
        self.demand({"foreach": "do", "repeat": "until"}.get(word, "while"))
        if self.name() != name or (word != "foreach" and not is_one_die(pool)):
            raise self.cannot(f"this `{word}`", self.span(start))
        if word == "foreach":
            sign = self.take("+", "-", "*")
            change: Modifier = Each(sign or "+", self.expected() if sign else 0)
        else:
            op = _FILTERS[self.take(*_FILTERS) or self.demand("=")]
            bound = self.expected()
            change = (
                Explode("!", Comparison(op, bound))
                if word == "accumulate"
                else Reroll(Comparison(OPPOSITE[op], bound), until=True)
            )
        if self.peek() in _SIGNS:
            raise self.unknown(f"arithmetic behind `{word}` without brackets", self.span(start))
        return pool.replaced(modifiers=(*pool.modifiers, change), span=self.span(start))

    def name(self) -> str:
        self.skip()
        name = self.word_ahead()
        self.at += len(name)
        return name

    def demand(self, word: str) -> str:
        """Take what must come next."""
        if not self.take(word):
            raise self.unexpected(f"`{word}` was expected here")
        return word

    def rolled(self, start: int) -> Dice:
        count = self.digits()
        if count is not None and self.take("#"):
            return self.samples(count, start)
        letter = self.take(*self.dialect.letters)
        if not letter and count is not None:
            return Dice(1, Die([count]), span=self.span(start))
        if not letter or not self.sides_ahead():
            word = self.letters_ahead()
            what = f"`{word}`" if word in _UNSAID else "this collection"
            raise self.cannot(what, Span(start, self.at + 1))
        die = self.lettered(letter, start)
        return Dice(1 if count is None else count, die, span=self.span(start))

    def samples(self, times: int, start: int) -> Dice:
        """``3#2d6``: the dice of all samples."""
        pool = self.collection()
        if not isinstance(pool, Dice) or pool.modifiers or not isinstance(pool.count, int):
            raise self.cannot("samples of these", self.span(start))
        return pool.replaced(count=times * pool.count, span=self.span(start))

    def lettered(self, letter: str, start: int) -> Die | Node:
        self.skip()
        sides = self.digits()
        if sides is None:
            raise self.cannot("sides that are worked out", self.span(start))
        if letter in "dD":
            return self.sides(sides, start)
        self.limits.check("sides", sides + 1, self.span(start))
        return Die(range(sides + 1))

    def number(self) -> Node:
        start = self.at
        number = self.digits()
        assert number is not None
        if self.dice_ahead() or self.peek() == "#":
            self.at = start
            return self.rolled(start)
        return Literal(number, span=self.span(start))

    def dice(self, count: int | Node, start: int) -> Node:
        if not isinstance(count, int):
            return self.one(self.counted_out(count, start), start)
        self.at = start
        return self.rolled(start)

    def sides_ahead(self) -> bool:
        self.skip()
        return "0" <= self.here() <= "9"
