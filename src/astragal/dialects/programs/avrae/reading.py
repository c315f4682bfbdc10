"""Avrae's formulas: sets in round brackets, and keeps or drops after brackets."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from astragal.dialects.complaining import COMMAND
from astragal.dialects.dialect import compiled
from astragal.dialects.joining import Run
from astragal.dialects.programs.avrae.words import arranged
from astragal.dialects.reader import DialectReader, bracket_label, rest_of_line
from astragal.dialects.whole import check_floats, is_exact_float, is_whole, never_negative, nodes_in
from astragal.dialects.words import Worded
from astragal.die import Die, standard_die
from astragal.errors import Span
from astragal.notation.modifiers.keep import Keep
from astragal.notation.modifiers.keep_either import KeepEither
from astragal.notation.modifiers.keep_matching import KeepMatching
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.nodes.arithmetic import Negate, Product, Sum
from astragal.notation.nodes.call import FunctionCall
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.group import Group
from astragal.notation.nodes.labels import Labelled
from astragal.notation.nodes.node import Kind, Node
from astragal.notation.nodes.values import Literal

COMPARED = {"==": "=", "!=": "!=", ">=": ">=", "<=": "<=", ">": ">", "<": "<"}
VALUE = r"\{[^\W\d]\w*\}"
_KEEPS_NONE = compiled(r"k[hl]0+(?!\d)")
_MOST_DICE = 1000
_NOTHING = Literal(0)
_ADVANTAGE = compiled(r"(?i)\s(adv|dis)(?!\S)")
_NO_COMMENT = (",", ")")
"""Signs that cannot begin a comment."""
_DEFAULT = " 1d20"
_FRONT = compiled(r"\s*!\w+[\s(+-]*")
_D20 = standard_die(20)
_BOLD = compiled(r"\*+(?!d[\d%])[^\W\d]")
"""In the chat, ``*bold*`` is formatting, not a product."""


# In the chat


def opening(reader: DialectReader) -> None:
    """Read a chat command; ``adv`` or ``dis`` anywhere applies to a d20 at the front."""
    command = COMMAND.match(reader.text, reader.skip())
    if command is None or command[0].lower() not in reader.dialect.commands:
        return
    reader.at = command.end()
    reader.stop = _BOLD
    found = list(_ADVANTAGE.finditer(reader.text, reader.at))
    words = {each[1] for each in found}
    if len(words) > 1 or words - {"adv", "dis"}:
        message = f"what Avrae makes of `{found[-1][1]}` here is not known"
        hint = "one of `adv` and `dis`, in small letters"
        raise reader.error("not-known", message, Span(*found[-1].span(1)), hint)
    reader.notes = {"chat": True, "advantage": "".join(words)}
    for each in found:
        start, end = each.span(1)
        reader.text = f"{reader.text[:start]}{' ' * (end - start)}{reader.text[end:]}"
    if not reader.peek():
        reader.text += _DEFAULT
        reader.length = len(reader.text)


def comment(reader: DialectReader) -> str:
    """The text after the dice, which is a comment in the chat only."""
    if not reader.notes or reader.peek() in _NO_COMMENT:
        return ""
    return rest_of_line(reader)


def label(reader: DialectReader) -> str | None:
    """A label in brackets; in the chat, an unclosed bracket begins the comment instead."""
    unclosed = reader.peek() == "[" and "]" not in reader.text[reader.at :]
    return None if unclosed and reader.notes else bracket_label(reader)


def finish(reader: DialectReader, body: Node) -> Node:
    """Truncate the total to a whole number."""
    dice = sum(each.count for each in nodes_in(body) if isinstance(each, Dice))  # type: ignore[misc]
    if dice > _MOST_DICE:
        message = f"Avrae rolls {_MOST_DICE} dice at most"
        raise reader.error("too-many-dice", message, Span(0, reader.length))
    check_floats(reader, body, 0)
    if advantage := reader.notes.get("advantage"):
        reader.remarks.append(f"Avrae's `{advantage}` changes nothing but a d20 at the front")
    return body if is_whole(body) else FunctionCall("trunc", (body,), span=body.span)


# Values


def join(run: Run, sign: str, right: Node) -> None:
    """Join values; comparisons that errors of floats could change are refused."""
    if sign in COMPARED.values():
        left = run.node
        if not (is_exact_float(left) and is_exact_float(right)):
            check_floats(run.reader, Sum((("+", left), ("-", right))), run.start)
    run.join(sign, right)


def signed(reader: DialectReader, sign: str, operand: Node, start: int) -> Node:
    """Apply a sign; after a plus, dice and sets become one value."""
    if sign != "+":
        return Negate(operand, span=reader.span(start))
    return Group((operand,), span=operand.span) if operand.kind is Kind.POOL else operand


def pool(
    reader: DialectReader, count: int | Node, die: Die | Node, read: Sequence[Worded], start: int
) -> Node:
    """Dice with their modifiers, which have no effect on zero dice."""
    assert isinstance(die, Die)
    place = reader.span(start)
    if count == 0:
        return Dice(0, die, span=place)
    modifiers = tuple(arranged(read, die))
    advantage = reader.notes.get("advantage")
    front = advantage and (count, die) == (1, _D20) and _FRONT.fullmatch(reader.text, 0, start)
    if not front:
        return Dice(count, die, modifiers, span=place)
    reader.notes["advantage"] = ""
    kept = Keep(1, highest=advantage == "adv", span=place)
    return Dice(2, die, (kept, *modifiers), span=place)


# Brackets


def bracketed(reader: DialectReader, start: int) -> Node:
    """``(1d6 + 2)``, or a set of several values; both allow keeps and drops after them."""
    members, is_set = _members(reader)
    if is_set and not members:
        _picking(reader)
        return Literal(0, span=reader.span(start))
    node: Node = Group(members) if is_set else members[0]
    inner = node.inner if isinstance(node, Labelled) else node
    if isinstance(inner, Dice):
        assert isinstance(inner.die, Die)
        read = arranged(_picking(reader), inner.die, inner.modifiers)
        changed: Node = inner.replaced(modifiers=(*inner.modifiers, *read))
    else:
        changed = _picked(reader, inner, start)
    return node.replaced(inner=changed) if isinstance(node, Labelled) else changed


def _members(reader: DialectReader) -> tuple[tuple[Node, ...], bool]:
    """The values in the next brackets, and true if they are a set."""
    opening = Span(reader.at, reader.at + 1)
    reader.at += 1
    reader.enter(opening)
    found: list[Node] = []
    comma = ""
    while reader.peek() != ")" and (comma or not found):
        found.append(reader.joined())
        comma = reader.take(",")
        if comma and reader.here().isspace() and reader.peek() == ")":
            raise reader.unexpected("a value was expected here")
    reader.close(")", opening, (",",))
    reader.leave()
    return tuple(found), len(found) != 1 or bool(comma)


def _picking(reader: DialectReader) -> list[Worded]:
    """The keeps and drops after brackets; other words are refused."""
    start = reader.at
    words = reader.worded()
    if not all(isinstance(each, Keep | KeepMatching) for each in words):
        message = "only `k` and `p` may follow brackets"
        raise reader.error("not-dice", message, Span(start, reader.at))
    return words


def _picked(reader: DialectReader, node: Node, start: int) -> Node:
    """Apply keeps and drops to a set; other values count as a set of one."""
    at = reader.at
    words = _picking(reader)
    if not words:
        return node
    _check_picking(reader, words, node, Span(at, reader.at))
    read = arranged(words, None)
    group = node if isinstance(node, Group) else Group((node,))
    if len(group.members) > 1:
        return Group(group.members, (*group.modifiers, *read), span=reader.span(start))
    return _one_picked(group, read, reader.span(start))


def _check_picking(reader: DialectReader, words: Sequence[Worded], node: Node, span: Span) -> None:
    if _KEEPS_NONE.search(reader.text, span.start, span.end) and not never_negative(node):
        message = "to keep nothing of a set cannot be said here"
        raise reader.error("untranslatable", message, span)
    if any(isinstance(each, KeepMatching) for each in words):
        for member in node.members if isinstance(node, Group) else (node,):
            check_floats(reader, member, span.start)
    keeps = [isinstance(each, KeepMatching) and not each.drop for each in words]
    if any(map(all, pairwise(keeps))) and not is_whole(node):
        message = "united keeps of values that are not whole cannot be said here"
        raise reader.error("untranslatable", message, span)


def _one_picked(group: Group, read: Sequence[Modifier], span: Span) -> Node:
    """Apply keeps and drops to a set of one value."""
    filters = []
    for each in read:
        parts = each.parts if isinstance(each, KeepEither) else (each,)
        ranked = [part for part in parts if isinstance(part, Keep) and part.number]
        if not ranked and not isinstance(each, Keep):
            filters.append(each)
        elif ranked and ranked[0].drop:
            return Product((("*", group), ("*", _NOTHING)), span=span)
    return Group(group.members, (*group.modifiers, *filters), span=span)
