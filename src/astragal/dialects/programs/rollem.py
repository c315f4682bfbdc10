"""Rollem, the bot for Discord, in version 1 of its syntax."""

from __future__ import annotations

from collections.abc import Sequence

from astragal.dialects.arranging import as_written
from astragal.dialects.complaining import missing_number, unknown
from astragal.dialects.dialect import PRODUCTS, SUMS, Dialect, compiled
from astragal.dialects.joining import Run
from astragal.dialects.reader import DialectReader
from astragal.dialects.words import Explodes, Made, Makes, Refuses, Word, Worded, keeps
from astragal.dialects.writer import Writer
from astragal.die import FUDGE, Die, standard_die
from astragal.errors import NotationError, Span
from astragal.notation.conditions import Comparison
from astragal.notation.modifiers.count import Count, Tally
from astragal.notation.modifiers.each import Each
from astragal.notation.modifiers.explode import Explode
from astragal.notation.modifiers.keep import Keep
from astragal.notation.modifiers.mark import Mark
from astragal.notation.nodes.arithmetic import Negate, Product, Sum
from astragal.notation.nodes.comparison import Compare
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.group import Group
from astragal.notation.nodes.node import Node
from astragal.notation.nodes.repeat import Repeat
from astragal.notation.nodes.values import Literal

_D6 = standard_die(6)
_WHEEL = {"B": 4, "G": 3, "W": 2}
_REPEAT = compiled(r"\s*(\d+)#\s*")
_LABEL = compiled(r"[^\W\d]\D*")
_OVER = "dice that roll over if all are the same cannot be said here"
_COMPARED = {"<=": "<=", ">=": ">=", "==": "=", "=": "=", "<": "<", ">": ">"}
_COUNTED = {"<<": "<=", ">>": ">="}


class ExplodesFrom(Explodes):
    """``!5``; ``d6!-3`` is an error, since Rollem reads the number as -3."""

    def read(self, reader: DialectReader, start: int) -> Made:
        if compiled(r"-[0-9]").match(reader.text, reader.at):
            message = "Rollem reads this as dice that explode on a number below zero"
            place = Span(reader.at - 1, reader.at + 1)
            raise reader.error("unexpected", message, place, "put a blank before the `-`")
        return super().read(reader, start)


class MarksFrom(Word):
    """``c19``: marks dice that show 19 or more."""

    def read(self, reader: DialectReader, start: int) -> Made:
        number = reader.digits()
        if number is None:
            raise missing_number(reader, start)
        return (Mark(Comparison(">=", number), span=reader.span(start)),)

    def write(self, worded: Worded, writer: Writer) -> str | None:
        match worded:
            case Mark(condition=Comparison(op=">=", operand=int(number)), good=True):
                return f"{self.word}{number}"
        return None


class Written(Word):
    """A sign of the grammar that is only written, never read as a word."""

    def read(self, reader: DialectReader, start: int) -> Made | None:
        return None

    def write(self, worded: Worded, writer: Writer) -> str | None:
        match worded:
            case Tally(condition=Comparison(op=op, operand=int(number)), points=1):
                return f" {self.word} {number}" if _COUNTED.get(self.word) == op else None
            case Each(sign="+" | "-" as sign, number=int(number)) if self.word == sign * 2:
                return f" {self.word} {number}"
        return None


def roll(reader: DialectReader) -> Node:
    """``6#4d6d1``: six results."""
    found = _REPEAT.match(reader.text, reader.at)
    if found is None:
        return reader.joined()
    start, reader.at = reader.at, found.end()
    return Repeat(int(found[1]), reader.joined(), span=reader.span(start))


def join(run: Run, sign: str, right: Node) -> None:
    """Join values; counts and numbers for each die apply to dice, and comparisons come last."""
    reader, alone, place = run.reader, run.alone, run.reader.span(run.start)
    if sign in _COUNTED:
        run.become(_counted(reader, run.node, _COUNTED[sign], right, place))
    elif sign not in ("++", "--"):
        if isinstance(alone, Compare):
            raise reader.error("unexpected", "Rollem compares once", place)
        run.join(sign, right, flat=True)
    elif isinstance(right, Product) and reader.peek() + reader.here(1) in _COUNTED:
        raise unknown(reader, "a count of a product", right.span)
    elif isinstance(alone, Dice):
        run.become(_each(reader, alone, sign[0], right, place))
    elif alone is None or isinstance(alone, Sum):
        raise _by_version(f"`{sign}` after a sum", place)
    elif isinstance(alone, Literal):
        run.join(sign[0], right)
    else:
        raise unknown(reader, f"`{sign}` here", place)


def _counted(reader: DialectReader, left: Node, op: str, right: Node, place: Span) -> Node:
    """Count the single dice that match."""
    count = Count((Tally(Comparison(op, right.n if isinstance(right, Literal) else right)),))
    if isinstance(left, Dice) and not _counts(left):
        return left.replaced(modifiers=(*left.modifiers, count.replaced(span=place)), span=place)
    if isinstance(left, Sum):
        raise _by_version("a count of a sum", place)
    if isinstance(left, Literal):
        return Group((left,), (count,), span=place)
    raise unknown(reader, "a count of these", place)


def _by_version(what: str, place: Span) -> NotationError:
    """The error for sums that are one value or several, depending on Rollem's version."""
    message = f"what Rollem makes of {what} depends on its version"
    return NotationError("not-known", message, span=place)


def _counts(dice: Dice) -> bool:
    return any(isinstance(each, Count) for each in dice.modifiers)


def _each(reader: DialectReader, dice: Dice, sign: str, right: Node, place: Span) -> Node:
    if _counts(dice):
        raise unknown(reader, "a number for each die of a count", place)
    number = right.n if isinstance(right, Literal) else right
    return dice.replaced(modifiers=(*dice.modifiers, Each(sign, number, span=place)), span=place)


def signed(reader: DialectReader, sign: str, operand: Node, start: int) -> Node:
    """Apply a sign, which only numbers may have."""
    if not isinstance(operand, Literal) or not "0" <= reader.text[start + 1] <= "9":
        reader.at = start + 1
        raise reader.unexpected("a number was expected here")
    return Negate(operand.replaced(span=reader.span(start)), span=reader.span(start))


def wheel(reader: DialectReader, start: int) -> Node:
    """``B5``: counts the dice that show 4 or more among five."""
    reader.at += 1
    count = reader.digits()
    assert count is not None
    explode = (Explode(),) if reader.take_here("!") else ()
    tally = Tally(Comparison(">=", _WHEEL[reader.text[start]]))
    return Dice(count, _D6, (*explode, Count((tally,))), span=reader.span(start))


def pool(
    reader: DialectReader, count: int | Node, die: Die | Node, read: Sequence[Worded], start: int
) -> Node:
    """Dice with explosions first, then one word that keeps, drops or marks."""
    others = [each for each in read if not isinstance(each, Explode)]
    late = any(isinstance(each, Explode) for each in read[1:])
    if late or len(others) > 1 or (die == FUDGE and read):
        place = reader.span(reader.at - 1)
        raise reader.error("unexpected", "Rollem takes `!`, then one word", place)
    modifiers = [
        # Keeps and drops are limited by the number of dice before explosions.
        each.replaced(number=min(each.number, count)) if isinstance(each, Keep) else each  # type: ignore[type-var]
        for each in as_written(read, None)
    ]
    return Dice(count, die, tuple(modifiers), span=reader.span(start))


def comment(reader: DialectReader) -> str:
    """The text after a space, as a comment."""
    if not reader.text[reader.at - 1 : reader.at].isspace() and not reader.here().isspace():
        return ""
    reader.skip()
    rest = reader.text[reader.at :].strip()
    if not rest or not _LABEL.fullmatch(rest):
        return ""
    reader.at = reader.length
    return " ".join(rest.split())


DIALECT = Dialect(
    "rollem",
    "Rollem",
    words=(
        ExplodesFrom("!", bare=">="),
        *keeps(default=None),
        MarksFrom("c"),
        Makes("ns"),
        Refuses("daro", _OVER),
        Refuses("aro", _OVER),
        Refuses("taro", _OVER),
        *map(Written, ("++", "--", "<<", ">>")),
    ),
    comparisons={},
    levels=(
        _COMPARED,
        {each: each for each in _COUNTED},
        {"++": "++", "--": "--", **SUMS},
        PRODUCTS,
    ),
    inside=2,
    signs=("-",),
    dice={"F": FUDGE, "f": FUDGE},
    computed=(),
    most_dice=100,
    sides=(2, None),
    decimals="",
    strict=True,
    repeats="{times}#{roll}",
    values={"[BGW][0-9]": wheel},
    roll=roll,
    comment=comment,
    join=join,
    signed=signed,
    pool=pool,
    examples=(
        "4d6d1",
        "4d6!5",
        "10d6 >> 4",
        "4d6++2",
        "1d20c19",
        "B5",
        "6#4d6d1",
        "2d6+3 >= 8",
    ),
)
