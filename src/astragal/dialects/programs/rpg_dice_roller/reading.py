"""rpg-dice-roller's formulas: groups of dice and of totals, decimals, descriptions after dice."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from math import ceil, floor

from astragal.dialects.complaining import missing_number, refuse_value
from astragal.dialects.dialect import compiled, longest_first
from astragal.dialects.joining import Run
from astragal.dialects.programs.rpg_dice_roller.grouping import group_of_dice, group_of_totals
from astragal.dialects.programs.rpg_dice_roller.tables import (
    FUNCTIONS,
    ROUNDING,
    rough,
    terms,
)
from astragal.dialects.programs.rpg_dice_roller.words import (
    COUNTS,
    arranged,
    last_of_each,
    stopped,
)
from astragal.dialects.reader import DialectReader
from astragal.dialects.whole import (
    check_floats,
    constant,
    denominator,
    hair_off,
    is_whole,
    never_negative,
    nodes_in,
    quick_totals,
)
from astragal.dialects.words import Worded
from astragal.die import Die
from astragal.errors import Span
from astragal.notation.conditions import Comparison
from astragal.notation.modifiers.keep import Keep
from astragal.notation.modifiers.sort import Sort
from astragal.notation.nodes.arithmetic import Negate, Product, Sum
from astragal.notation.nodes.call import FunctionCall
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.dice_group import DiceGroup
from astragal.notation.nodes.group import Group
from astragal.notation.nodes.labels import Labelled
from astragal.notation.nodes.node import Node
from astragal.notation.nodes.power import Power
from astragal.notation.nodes.values import Literal
from astragal.notation.operands import Operand
from astragal.notation.texts import is_label

STARS = r"\([\d\s+*/%^.-]*\*\*[\d\s+*/%^.-]*\)"
"""A power of literal numbers in brackets, which makes the program fail."""
_HUNDRED = Literal(100)
_LARGEST_EXACT = 2**53
_PAIRS = ("max", "min", "pow")
_STOPS = "rpg-dice-roller stops after 1,000 rolls for each die"
_FLOATS = "rpg-dice-roller works with floats: where a third decimal is exactly 5, it may round down"


def _is_short(node: Node) -> bool:
    """True if a value has at most two decimals."""
    scale = denominator(node)
    return scale is not None and 100 % scale == 0


def _may_be_half(body: Node) -> bool:
    """True if a total may lie half-way between two hundredths, where floats may round either way.

    Fractions with the denominator 8 are excluded, since floats hold them exactly.
    """
    rest = [(sign, term) for sign, term in _added(body) if not _is_short(term)]
    if rest[0][0] == "-":  # the opposite has the same halves
        rest = [("-" if sign == "+" else "+", term) for sign, term in rest]
    node = Sum(tuple(rest)) if len(rest) > 1 else rest[0][1]
    scale = denominator(node)
    if scale is not None and scale % 40:
        return False
    totals = quick_totals(node)
    return totals is None or any(total.denominator in (40, 200) for total in totals)


def _added(body: Node) -> Sequence[tuple[str, Node]]:
    """The terms of a sum or a plain group; other totals are one term."""
    if isinstance(body, Sum):
        return body.terms
    if isinstance(body, Group) and not body.modifiers:
        return [("+", member) for member in body.members]
    return [("+", body)]


def finish(reader: DialectReader, body: Node) -> Node:
    """Round the total to two decimals, together with functions that lack exact values."""
    roughs = reader.notes.get("rough", {})
    added = terms(body)
    loose = [node for node in added if id(node) in roughs]
    short = all(_is_short(node) for node in added if id(node) not in roughs)
    if len(loose) < len(roughs) or len(loose) > 1 or (loose and not short):
        raise next(iter(roughs.values()))[1].inexact()
    if _is_short(body):
        return body
    if _may_be_half(body):
        reader.remarks.append(_FLOATS)
    larger = Product((("*", body), ("*", _HUNDRED)))
    rounded = FunctionCall("round_away", (larger,))
    return Product((("*", rounded), ("/", _HUNDRED)), span=body.span)


# Arithmetic


def join(run: Run, sign: str, right: Node) -> None:
    reader, start = run.reader, run.start
    if sign == "%" and constant(right) == 0:
        return  # here the program returns the dividend
    if sign == "%":
        _check_text(reader, right, "after `%`")
        _check_size(reader, run.node, start)
        _check_size(reader, right, start)
    run.join(sign, right)


def _check_size(reader: DialectReader, node: Node, start: int) -> None:
    """Refuse divisions with powers that floats cannot hold exactly."""
    if not any(isinstance(each, Power) for each in nodes_in(node)):
        return
    totals = quick_totals(node)
    if totals is None or max(map(abs, totals), default=0) > _LARGEST_EXACT:
        raise hair_off(reader, start)


def signed(reader: DialectReader, sign: str, operand: Node, start: int) -> Node:
    """Apply a sign, which only numbers may have, and which binds looser than a power."""
    first = operand.base if isinstance(operand, Power) else operand
    if not "0" <= reader.text[start + 1] <= "9" or isinstance(first, Dice | Labelled | DiceGroup):
        message = "in rpg-dice-roller only a number may have a sign"
        raise reader.error("unexpected", message, reader.span(start))
    return Negate(operand, span=reader.span(start))


def power(reader: DialectReader, base: Node, exponent: Node, start: int) -> Node:
    _check_exponent(reader, exponent, start)
    times = constant(exponent)
    if times is None or times % 2 != 1:  # an odd exponent keeps the sign
        _check_text(reader, base, "before a power")
    return Power(base, exponent, span=reader.span(start))


def _check_exponent(reader: DialectReader, exponent: Node, start: int) -> None:
    if not is_whole(exponent):
        message = "a power has no exact value here if its exponent may not be whole"
        raise reader.error("untranslatable", message, reader.span(start))


def _check_text(reader: DialectReader, node: Node, where: str) -> None:
    """Refuse values that may be negative: they are inserted as text, without brackets."""
    before, after = reader.text[: node.span.start].rstrip(), reader.text[node.span.end :].lstrip()
    bracketed = before.endswith("(") and after.startswith(")")
    if not bracketed and not isinstance(node, FunctionCall) and not never_negative(node):
        message = f"rpg-dice-roller reads a value below zero {where} as something else"
        raise reader.error("untranslatable", message, node.span, "put brackets round it")


def call(reader: DialectReader, name: str, arguments: tuple[Node, ...], start: int) -> Node:
    span = reader.span(start)
    if len(arguments) != (2 if name in _PAIRS else 1):
        needed = "two values" if name in _PAIRS else "one value"
        raise reader.error("wrong-arguments", f"this function takes {needed} there", span)
    if name == "pow":
        _check_exponent(reader, arguments[1], start)
        return Power(*arguments, span=span)
    roughs = reader.notes.setdefault("rough", {})
    if name in FUNCTIONS and (found := rough(name, arguments[0], span)) is not None:
        node = found.hundredths()
        roughs[id(node)] = node, found
        return node
    if name in ROUNDING and (known := roughs.pop(id(arguments[0]), None)) is not None:
        rounded: Node = known[1].rounded(name)
        return rounded
    return FunctionCall(name, arguments, span=span)


# Dice


def fixed(reader: DialectReader, node: Node, start: int, what: str) -> int:
    """A calculated number of dice or sides; refused if it contains dice."""
    refuse_value(reader, start)
    found = constant(node)
    if found is None or not isinstance(node, Sum | Product | Power):
        message = f"in rpg-dice-roller, brackets for a number of {what} hold a calculation"
        raise reader.error("bad-count", message, reader.span(start))
    if what == "sides" and found.denominator != 1:
        raise reader.error("not-whole", "how many sides?", reader.span(start))
    if what == "dice" and (0 < found < 1 or found < 0):
        raise reader.error("bad-count", f"there cannot be {found} dice", reader.span(start))
    return int(found) if what == "sides" else int(found) or 1  # 0 dice roll one there


def pool(
    reader: DialectReader, count: int | Node, die: Die | Node, read: Sequence[Worded], start: int
) -> Node:
    assert isinstance(die, Die)
    assert isinstance(count, int)
    place = reader.span(start)
    if reader.text[start] == "0":
        raise reader.error("bad-count", "a number of dice begins with 1 to 9", place)
    if compiled(r"[^d]*d0").match(reader.text, start):
        raise reader.error("no-such-die", "a number of sides begins with 1 to 9", place)
    modifiers = arranged(read, die, count)
    reader.notes["described"] = reader.at
    found = stopped(count, die, modifiers, reader.limits.dice, place)
    if found is None:
        return Dice(count, die, modifiers, span=place)
    if _STOPS not in reader.remarks:
        reader.remarks.append(_STOPS)
    return found


# Modifiers


def operand(reader: DialectReader, signed: bool) -> Operand | None:
    if not signed:
        return None if reader.here() == "0" else reader.digits()
    start = reader.at
    number = _decimals(reader)
    if number is not None and number.denominator != 1:
        raise reader.error("not-whole", "a bound must be whole here", reader.span(start))
    return None if number is None else int(number)


def _decimals(reader: DialectReader) -> Fraction | None:
    """A number with an optional sign and decimals; None if there is none."""
    start = reader.at
    reader.take_here("-")
    if reader.digits() is None:
        reader.at = start
        return None
    if compiled(r"\.[0-9]").match(reader.text, reader.at):
        reader.at += 1
        reader.digits()
    return Fraction(reader.text[start : reader.at])


def condition(reader: DialectReader) -> Comparison | None:
    start = reader.at
    signs = reader.dialect.comparisons
    sign = reader.take_here(*longest_first(tuple(signs)))
    if not sign:
        return None
    number, op = _decimals(reader), signs[sign]
    if number is None:
        raise missing_number(reader, start)
    span = reader.span(start)
    if number.denominator == 1:
        return Comparison(op, int(number), span=span)
    if op in ("=", "!=") or reader.notes.get("fractions"):
        raise reader.error("not-whole", "a condition must be whole here", span)
    if op in (">", ">="):
        return Comparison(">", floor(number), span=span)
    return Comparison("<", ceil(number), span=span)


# Groups and descriptions


def group(reader: DialectReader, members: tuple[Node, ...], start: int) -> Node:
    if start < reader.notes.get("group", 0):
        place = Span(reader.notes["group"], reader.notes["group"] + 1)
        raise reader.error("unexpected", "a group cannot be in a group", place)
    reader.notes["group"] = start
    reader.notes["fractions"] = not all(map(is_whole, members))
    read = last_of_each(reader.worded())
    reader.notes["fractions"] = False
    reader.notes["described"] = reader.at
    span = reader.span(start)
    if not all(isinstance(each, (Keep, Sort, *COUNTS)) for each in read):
        message = "a group can only be kept, dropped, counted and sorted"
        raise reader.error("bad-modifier", message, span)
    if any(isinstance(each, COUNTS) for each in read):
        for member in members:
            check_floats(reader, member, start)
    if len(members) > 1:
        return group_of_totals(members, read, span)
    node = group_of_dice(members[0], read, span, partial(reader.named, "t"))
    if isinstance(node, Labelled):
        label(reader)  # only one label is allowed
    return node


def label(reader: DialectReader) -> str | None:
    """The description after dice or a group."""
    if reader.at != reader.notes.get("described", -1):
        return None
    found = [""]
    while opening := reader.take("[", "/*", "//", "#"):
        found.append(" ".join(_described(reader, opening).split()))
    reader.notes["described"] = -1
    return next(filter(is_label, found), None)


def _described(reader: DialectReader, opening: str) -> str:
    closing = {"[": "]", "/*": "*/"}.get(opening)
    start = reader.at
    if closing is None:
        rest = reader.text[start:].splitlines()
        reader.at += len(rest[0]) if rest else 0
        return reader.text[start : reader.at]
    end = reader.text.find(closing, start)
    if end < 0:
        place = Span(start - len(opening), start)
        raise reader.error("unclosed", f"this `{opening}` is never closed", place)
    reader.at = end + len(closing)
    return reader.text[start:end]
