"""RDN, the notation of RANDSUM: words apply by their rank, wherever they stand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

from astragal.dialects.arranging import counted_once
from astragal.dialects.dialect import Dialect
from astragal.dialects.reader import DialectReader
from astragal.dialects.running_sum import RunningSum
from astragal.dialects.whole import never_negative
from astragal.dialects.words import (
    Explodes,
    Filters,
    Keeps,
    Made,
    Makes,
    Pending,
    Refuses,
    Rerolls,
    Word,
    Worded,
    sorts,
)
from astragal.dialects.writer import Writer
from astragal.die import FUDGE, Die, standard_die
from astragal.errors import NOWHERE, Span
from astragal.notation.conditions import Comparison, Condition, OneOf
from astragal.notation.modifiers.clamp import Clamp
from astragal.notation.modifiers.count import Tally
from astragal.notation.modifiers.explode import Explode
from astragal.notation.modifiers.keep import Keep
from astragal.notation.modifiers.keep_matching import KeepMatching
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.modifiers.reroll import Reroll
from astragal.notation.modifiers.reroll_duplicates import RerollDuplicates
from astragal.notation.modifiers.sort import Sort
from astragal.notation.modifiers.worth import Case, Worth
from astragal.notation.nodes.arithmetic import Product, Sum
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.node import Node
from astragal.notation.nodes.repeat import Repeat
from astragal.notation.nodes.symbol_dice import SymbolDice
from astragal.notation.nodes.values import Literal
from astragal.symbols import Symbols

_RANKS = (Clamp, Worth, Reroll, Explode, RerollDuplicates, KeepMatching, Keep, Sort)
_SIGNS = {"*": 0, "+": 1, "-": 1, "//": 2, "%": 3, "**": 4}
"""What is done with the total, by rank."""
_WIDE_FUDGE = Die(range(-2, 3))
_SEQUENCE = "a sequence of unlike dice cannot be said here"


class Minus(Pending):
    """What is taken from the total."""

    number: int
    span: Span = NOWHERE


class Counted(Pending):
    """Successes, and failures that are taken away."""

    tallies: tuple[Tally, ...]


class Braced(Word):
    """A word with numbers in braces."""

    def numbers(self, reader: RdnReader, start: int) -> list[int]:
        found = [each.operand for each in reader.conditions("=") if each.op == "="]
        if not found:
            raise reader.missing_number(start)
        return [each for each in found if isinstance(each, int)]


class Successes(Braced):
    """``S{7}``, ``S{7,1}`` with failures, ``F{3}``."""

    def read(self, reader: RdnReader, start: int) -> Made:  # type: ignore[override]
        numbers = self.numbers(reader, start)
        if self.word == "f" and len(numbers) == 1:
            return (Counted((Tally(Comparison("<=", numbers[0])),)),)
        if self.word == "f" or len(numbers) > 2:
            raise reader.unknown("so many numbers", reader.span(start))
        tallies = [Tally(Comparison(">=", numbers[0]))]
        tallies += [Tally(Comparison("<=", each), -1) for each in numbers[1:]]
        return (Counted(tuple(tallies)),)

    def write(self, worded: Worded, writer: Writer) -> str | None:
        op = "<=" if self.word == "f" else ">="
        match worded:
            case Tally(condition=Comparison(op=found, operand=int(number)), points=1) if (
                found == op
            ):
                return f"{self.word.upper()}{{{number}}}"
        return None


class CountsMatching(Braced):
    """``#{>=7}``; with one condition up and one down, what is low is taken away."""

    def read(self, reader: RdnReader, start: int) -> Made:  # type: ignore[override]
        found = reader.conditions("=")
        up = [each for each in found if each.op in (">", ">=")]
        down = [each for each in found if each.op in ("<", "<=")]
        if len(found) == 2 and len(up) == len(down) == 1:
            return (Counted((Tally(up[0]), Tally(down[0], -1))),)
        return (Counted((Tally(reader.joined(found, start)),)),)


class Caps(Braced):
    """``C{5}`` and ``C{>5}`` cap, ``C{<2}`` raises."""

    def read(self, reader: RdnReader, start: int) -> Made:  # type: ignore[override]
        found = reader.conditions(">")
        if any(each.op == "=" for each in found):
            raise reader.unknown("this cap", reader.span(start))
        ordered = sorted(found, key=lambda each: each.op in ("<", "<="))
        place = reader.span(start)
        return tuple(Clamp(each.operand, each.op in ("<", "<="), span=place) for each in ordered)

    def write(self, worded: Worded, writer: Writer) -> str | None:
        if not isinstance(worded, Clamp):
            return None
        return f"C{{{'<' if worded.raises else '>'}{writer.operand(worded.bound)}}}"


class Replaces(Braced):
    """``V{1=6,3=5}``."""

    def read(self, reader: RdnReader, start: int) -> Made:  # type: ignore[override]
        pairs: list[tuple[int, int]] = []
        while reader.take_here("{", ","):
            old = reader.digits()
            new = reader.digits() if reader.take_here("=") else None
            if old is None or new is None:
                raise reader.unknown("this replacement", reader.span(start))
            pairs.append((old, new))
        chained = {old for old, _ in pairs} & {new for _, new in pairs}
        if not pairs or not reader.take_here("}") or chained:
            raise reader.unknown("these replacements", reader.span(start))
        cases = tuple(Case(Comparison("=", old), new) for old, new in pairs)
        return (Worth(cases, span=reader.span(start)),)


class Margins(Braced):
    """``ms{15}``: by how much the total is more."""

    def read(self, reader: RdnReader, start: int) -> Made:  # type: ignore[override]
        numbers = self.numbers(reader, start)
        if len(numbers) != 1:
            raise reader.missing_number(start)
        return (Minus(numbers[0], reader.span(start)),)


class RdnReader(DialectReader):
    """One roll of dice, or several added up; no blanks between words."""

    __slots__ = ()

    def rolls(self) -> Node:
        start = self.skip()
        node = self.whole()
        if not self.take_here("x", "X"):
            return node
        times = self.digits()
        if not times:
            raise self.missing_number(start)
        return Repeat(times, node, span=self.span(start))

    def whole(self) -> Node:
        """What is done with a total goes by rank, too."""
        start = self.skip()
        first = self.labelled()
        steps: list[tuple[str, Node]] = []
        while sign := self.take_here("**", "//", "*", "+", "-", "%"):
            steps.append((sign, self.labelled()))
        plain = all(sign in "+-" for sign, _ in steps)
        pools = [first, *(node for _, node in steps if not isinstance(node, Literal))]
        if not plain and (len(pools) > 1 or len({sign for sign, _ in steps}) < len(steps)):
            raise self.unknown("arithmetic with several dice", self.span(start))
        left, place = RunningSum(first), self.span(start)
        for sign, right in sorted(steps, key=lambda each: _SIGNS[each[0]]):
            if sign in "+-":
                left.add(sign, right, place)
            else:
                left = RunningSum(self.multiplied_by(left.node, sign, right, place))
        return left.node

    def multiplied_by(self, left: Node, sign: str, right: Node, place: Span) -> Node:
        if sign in ("//", "%"):
            name = "trunc" if sign == "//" else "rem"
            plain = never_negative(left) and never_negative(right)
            factors = self.times([("*", left)], name, right, place.start, plain=plain)
            return self.multiplied(factors, place.start)
        return Product((("*", left), ("*", right)), span=place)

    def label_ahead(self) -> bool:
        return self.here() == "["

    def bracketed(self) -> Node:
        raise self.unexpected("dice were expected here")

    def decimal(self, whole: int, start: int) -> Node | None:
        return None

    # Dice

    def sides_ahead(self) -> bool:
        return "0" <= self.here() <= "9" or self.here() in ("%", "f", "F", "{")

    def lettered(self, letter: str, start: int) -> Die | Node:
        if self.take_here("{"):
            return self.faces(start)
        if self.take_here("f", "F"):
            self.take_here(".1")
            return _WIDE_FUDGE if self.take_here(".2") else FUDGE
        die = self.die(start)
        assert isinstance(die, Die)
        return Die(range(die.total)) if letter in "zZ" else die

    def faces(self, start: int) -> Die:
        """Numbers, or words."""
        faces = [self.face(start)]
        while self.take_here(","):
            faces.append(self.face(start))
        if len({*map(type, faces)}) > 1 or not self.take_here("}"):
            raise self.cannot("a die with these faces", self.span(start))
        return Die(faces)

    def face(self, start: int) -> int | Symbols:
        number = self.integer()
        if number is not None:
            return number
        word = self.word_ahead()
        if not word:
            raise self.cannot("a die with these faces", self.span(start))
        self.at += len(word)
        return Symbols({word: 1})

    def dice(self, count: int | Node, start: int) -> Node:
        letter = self.take(*self.dialect.letters)
        die = self.lettered(letter, start)
        read = self.worded()
        assert isinstance(count, int)
        assert isinstance(die, Die)
        if count == 0:
            raise self.error("no-dice", "RDN rolls one die at least", self.span(start))
        if die.symbolic:
            if read or letter not in "dD":
                raise self.unknown("changes of dice with words", self.span(start))
            return SymbolDice(count, die, span=self.span(start))
        drawn = self.drawn(letter.lower(), count, die, start)
        modifiers = (*drawn, *self.arranged(read, die))
        self.check_left(count, modifiers)
        node: Node = Dice(count, die, modifiers, span=self.span(start))
        for each in read:
            if isinstance(each, Minus):
                node = Sum((("+", node), ("-", Literal(each.number))), span=self.span(start))
        return node

    def drawn(self, letter: str, count: int, die: Die, start: int) -> tuple[Modifier, ...]:
        """``g6`` goes on as long as it shows its highest; ``3dd6`` never shows a face twice."""
        if letter == "g":
            return (Explode(span=self.span(start)),)
        if letter == "dd" and count > die.total:
            raise self.cannot("draws of more than all faces", self.span(start))
        return (RerollDuplicates(span=self.span(start)),) if letter == "dd" and count > 1 else ()

    def check_left(self, count: int, modifiers: Sequence[Modifier]) -> None:
        """One die must be left, and no more kept than there are."""
        for each in modifiers:
            if isinstance(each, Keep) and isinstance(each.number, int):
                count = count - each.number if each.drop else min(count, each.number)
                if count < 1 or each.number < 1:
                    raise self.error("too-many-dropped", "one die must be left", each.span)

    # What follows dice

    def conditions(self, bare: str) -> list[Comparison]:
        """The conditions in braces."""
        start = self.at
        found: list[Comparison] = []
        while self.take_here("{" if not found else ","):
            sign = self.take_here(">=", "<=", ">", "<", "=")
            number = self.digits()
            if number is None:
                raise self.missing_number(start)
            found.append(Comparison(sign or bare, number, span=self.span(start)))
        if found and not self.take_here("}"):
            raise self.error("unclosed", "this `{` is never closed", Span(start, start + 1))
        return found

    def condition(self, bare: str | None) -> Condition | None:
        found = self.conditions(bare or "=")
        return self.joined(found, self.at) if found else None

    def joined(self, found: Sequence[Comparison], start: int) -> Condition:
        """One condition or another."""
        if len(found) == 1:
            return found[0]
        if not found or any(each.op != "=" for each in found):
            raise self.unknown("these conditions together", self.span(start))
        numbers = sorted({each.operand for each in found})  # type: ignore[type-var]
        return OneOf(tuple((each, each) for each in numbers), span=self.span(start))  # type: ignore[misc]

    def arranged(self, read: Sequence[Worded], die: Die | None) -> tuple[Modifier, ...]:
        kept = [each for each in read if isinstance(each, Modifier)]
        counts = [each for each in read if isinstance(each, Counted)]
        kinds = [type(each) for each in kept if not isinstance(each, Keep | Clamp)]
        if len(counts) > 1 or len({*kinds}) < len(kinds):
            raise self.error("unexpected", "RDN takes each of these once", self.span(self.at - 1))
        ordered = sorted(kept, key=lambda each: (_RANKS.index(type(each)), _rank(each)))
        return (*ordered, *(counted_once(each.tallies, die) for each in counts))


def _rank(modifier: Modifier) -> int:
    """Drops go before keeps, upper caps before lower ones."""
    if isinstance(modifier, Keep):
        return int(not modifier.drop)
    return int(isinstance(modifier, Clamp) and modifier.raises)


class RdnWriter(Writer):
    """No blanks; conditions in braces."""

    def added(self, node: Sum) -> str:
        return super().added(node).replace(" + ", "+").replace(" - ", "-")

    def product(self, node: Product) -> str:
        return super().product(node).replace(" ", "")

    def condition(self, condition: Condition, bare: str | None) -> str | None:
        if isinstance(condition, OneOf) and condition.wanted:
            numbers = [low for low, high in condition.stretches if low == high]
            return "{" + ",".join(map(str, numbers)) + "}" if bare == "=" else None
        spelt = super().condition(condition, bare)
        return None if spelt is None else f"{{{spelt}}}"

    methods: ClassVar[dict[type[Node], Callable[[Any, Any], str]]] = {
        **Writer.methods,
        Sum: added,
        Product: product,
    }


DIALECT = Dialect(
    "rdn",
    "RDN",
    words=(
        Caps("c"),
        Replaces("v"),
        Rerolls("r", until=True, needed=True),
        Rerolls("ro", needed=True),
        Explodes("!", burst="!o"),
        Explodes("!!", burst="!!"),
        Explodes("!p", burst="!!p"),
        Refuses("!s", _SEQUENCE),
        Refuses("!i", _SEQUENCE),
        Refuses("!r", _SEQUENCE),
        Refuses("w", "a wild die cannot be said here"),
        Makes("u", (RerollDuplicates(),)),
        Keeps("l", highest=False, drop=True),
        Keeps("h", drop=True),
        Filters("d", drop=True),
        Keeps("k"),
        Keeps("kl", highest=False),
        Refuses("kh", "RDN reads this as `K` and then `H`"),
        Makes("km", (Keep(1, highest=False, drop=True), Keep(1, drop=True))),
        CountsMatching("#"),
        Successes("s"),
        Successes("f"),
        Margins("ms"),
        sorts("sa"),
        sorts("sd", highest=True),
    ),
    comparisons=MappingProxyType({each: each for each in ("<=", ">=", "<", ">", "=")}),
    products=MappingProxyType({"*": "*", "//": "trunc", "%": "rem"}),
    dice=MappingProxyType({"%": standard_die(100), "F": FUDGE, "F.2": _WIDE_FUDGE}),
    letters=("dd", "DD", "dD", "Dd", "d", "D", "z", "Z", "g", "G"),
    signs=(),
    spaced=False,
    repeats="{roll}x{times}",
    reader=RdnReader,
    writer=RdnWriter,
    examples=(
        "4d6L",
        "4d6K3",
        "4d6L!",
        "4d6R{1,2}",
        "4d6C{5}",
        "3d6U",
        "2d6!p",
        "5d10S{7,1}",
        "2d6+3**2",
        "3dd6",
        "4d6Lx6",
    ),
)
