"""Dice Maiden's rolls: sets, labels and flags before a roll, and names for rolls of games."""

from __future__ import annotations

import re
from collections.abc import Sequence

from astragal.dialects.arranging import arranged
from astragal.dialects.complaining import unknown
from astragal.dialects.dialect import compiled
from astragal.dialects.joining import Run
from astragal.dialects.programs.dicemaiden.aliases import ALIASES, ALONE, LEGENDS, SAVAGE, UNSAID
from astragal.dialects.programs.dicemaiden.games import GAMES, at_bottom, at_top
from astragal.dialects.reader import DialectReader
from astragal.dialects.words import Pending, Worded
from astragal.die import FUDGE, Die, standard_die
from astragal.errors import Span
from astragal.notation.conditions import Comparison
from astragal.notation.modifiers.count import Count, Tally
from astragal.notation.modifiers.explode import Explode
from astragal.notation.modifiers.keep import Keep
from astragal.notation.modifiers.keep_united import KeepUnited
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.modifiers.worth import Case, Worth
from astragal.notation.nodes.arithmetic import Product, Sum
from astragal.notation.nodes.call import FunctionCall
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.group import Group
from astragal.notation.nodes.labels import Labelled
from astragal.notation.nodes.node import Node
from astragal.notation.nodes.ranges import Ranges
from astragal.notation.nodes.repeat import Repeat
from astragal.notation.nodes.values import Literal
from astragal.notation.syntax.parser import parse as parse_notation
from astragal.notation.texts import is_label

_FLAGS = compiled(r"\s*(?:(?:p|s|nr|ul)\s+)+")
_SETS = compiled(r"(\d+)\s+(?=[+\-(A-Za-z0-9])(?![+-] )")
_LABEL = compiled(r"\(\s*([^)]*?)\s*\)\s*")
_MOST_DICE = 500
_MOST_IMPLODING = 20
DAMAGE = Worth(
    tuple(Case(Comparison("<=", n), points) for n, points in ((1, 0), (5, 1), (9, 2))), 4
)
"""Godbound's damage chart for each die."""


def roll(reader: DialectReader) -> Node:
    """A roll with its flags and label, or a set of them: ``6 4d6``."""
    start = reader.skip()
    _pass(reader, _FLAGS)
    found = _SETS.match(reader.text, reader.skip())
    if found is None:
        return _labelled(reader)
    reader.at = found.end()
    times = int(found[1])
    if not 2 <= times <= 20:
        raise reader.error("bad-count", "a set has 2 to 20 rolls", reader.span(start))
    named = len(reader.bindings)
    body = _labelled(reader)
    if body.repeats > 1:
        raise unknown(reader, "a set of sets", reader.span(start))
    if len(reader.bindings) > named:
        message = "dice that are looked at twice cannot be rolled in sets here"
        raise reader.error("untranslatable", message, reader.span(start))
    return Repeat(times, body, span=reader.span(start))


def _labelled(reader: DialectReader) -> Node:
    """One roll with its label."""
    start = reader.skip()
    label = _pass(reader, _LABEL)
    _pass(reader, _FLAGS)
    reader.notes["first"] = True
    node = reader.joined()
    if label is None or not is_label(label[1]) or isinstance(node, Repeat):
        return node
    return Labelled(node, (label[1],), span=reader.span(start))


def _pass(reader: DialectReader, pattern: re.Pattern[str]) -> re.Match[str] | None:
    found = pattern.match(reader.text, reader.at)
    reader.at = found.end() if found else reader.at
    return found


def join(run: Run, sign: str, right: Node) -> None:
    """Calculate from left to right without precedence; counts only allow an added number."""
    reader, place, alone = run.reader, run.reader.span(run.start), run.alone
    counts = _counts(right) or (_counts(run.parts[0][1]) and not isinstance(right, Literal))
    if counts or isinstance(alone, Ranges) or ALONE.match(reader.text, run.start):
        raise unknown(reader, "arithmetic with successes", place)
    if alone is not None and (_charts(alone) or alone.repeats > 1):
        raise unknown(reader, "arithmetic with this roll", place)
    if sign in ("+", "-"):
        run.join(sign, right, flat=True)
    elif sign == "*":
        run.become(Product((("*", run.node), ("*", right)), span=place))
    else:
        run.become(run.node)
        run.join(sign, right)
        run.become(run.node)


# Rolls of games


def alias(reader: DialectReader, start: int) -> Node | None:
    """A name for a roll of a game; after the first value, only names for plain dice."""
    first = reader.notes.pop("first", False)
    if savage := _pass(reader, SAVAGE):
        return _savage(int(savage[1]), reader.span(start))
    legends = LEGENDS.match(reader.text, start)
    if legends and first and int(legends[1]) > 1:
        reader.at = legends.end()
        return _legends(reader, int(legends[1]), start)
    for pattern, text in ALIASES:
        if found := _pass(reader, pattern):
            node = _inner(reader, found.expand(text))
            if not first and not isinstance(node, Dice):
                raise unknown(reader, "a game's name here", reader.span(start))
            return node
    return _game(reader, start, first=first)


def _game(reader: DialectReader, start: int, *, first: bool) -> Node | None:
    """A roll of a game that is written in our notation; None if no name matches."""
    for pattern, made in GAMES:
        found = pattern.match(reader.text, start)
        notation = made(found) if found else None
        if found and (notation is None or not first):
            raise unknown(reader, f"`{found[0]}` here", Span(start, found.end()))
        if found and notation is not None:
            reader.at = found.end()
            return _noted(reader, notation, start)
    for name, why in UNSAID.items():
        if found := compiled(name + r"(?![A-Za-z0-9.])").match(reader.text, start):
            message = f"`{found[0]}`: {why}"
            raise reader.error("untranslatable", message, Span(start, found.end()))
    return None


def _inner(reader: DialectReader, text: str) -> Node:
    """Read a text in the bot's notation."""
    inside = DialectReader(text, reader.dialect, reader.limits)
    node = roll(inside)
    reader.bindings += inside.bindings
    return node


def _noted(reader: DialectReader, text: str, start: int) -> Node:
    """Read a text in our notation; only one such text may define names."""
    read = parse_notation(text, limits=reader.limits)
    if read.bindings and reader.bindings:
        raise unknown(reader, "a second roll of this kind", reader.span(start))
    reader.bindings += read.bindings
    return read.body


def _legends(reader: DialectReader, dice: int, start: int) -> Node:
    parts = [_inner(reader, text) for text in (f"{dice - 1}d6 t4", "1d6 t4 f1 ie6")]
    if reader.peek() and reader.peek() in "+-*/":
        raise unknown(reader, "arithmetic with successes", reader.span(start))
    return Sum(tuple(("+", part) for part in parts), span=reader.span(start))


def _savage(sides: int, place: Span) -> Group:
    """The better of a trait and a wild die, which both explode."""
    members = tuple(Dice(1, standard_die(each), (Explode(),)) for each in (sides, 6))
    return Group(members, (Keep(1),), span=place)


def _counts(node: Node) -> bool:
    """True if a value, or the first value of a sum or product, is a count."""
    while isinstance(node, Sum | Product | FunctionCall):
        node = node.children[0]
    return isinstance(node, Dice) and any(isinstance(each, Count) for each in node.modifiers)


def _charts(node: Node) -> bool:
    """True if each die is looked up in a chart or may count as a failure."""
    return isinstance(node, Dice) and any(
        each == DAMAGE or (isinstance(each, Worth) and each.cases[0].points == -1)
        for each in node.modifiers
    )


# Dice


def pool(
    reader: DialectReader, count: int | Node, die: Die | Node, words: Sequence[Worded], start: int
) -> Node:
    assert isinstance(count, int)
    assert isinstance(die, Die)
    read = _doubled(reader, [_settled(reader, each, count) for each in words])
    if _numbers("i", read):
        return _imploding(reader, count, die, read, start)
    if len(read) > 1 and any(isinstance(each, KeepUnited) for each in read):
        raise unknown(reader, "the middle dice beside other words", reader.span(start))
    level = sum(_numbers("adv", read)) - sum(_numbers("dis", read))
    if not 0 < count + abs(level) <= _MOST_DICE:
        message = f"Dice Maiden rolls 1 to {_MOST_DICE} dice"
        raise reader.error("too-many-dice", message, reader.span(start))
    first = (Keep(abs(level), highest=level < 0, drop=True),) if level else ()
    modifiers = _arranged(reader, read, die, count)
    span = reader.span(start)
    return Dice(count + abs(level), die, (*first, *modifiers), span=span)


def _numbers(word: str, read: Sequence[Worded]) -> list[int]:
    """The numbers typed after a word."""
    found = (each for each in read if isinstance(each, Pending) and each.word == word)
    return [each.number for each in found if each.number is not None]


def _imploding(
    reader: DialectReader, count: int, die: Die, read: Sequence[Worded], start: int
) -> Node:
    """Imploding dice: each low die subtracts another; high dice may also add one."""
    low = _numbers("i", read)
    high = [each for each in read if isinstance(each, Explode) and each.burst == "!o"]
    if len(low) > 1 or len(high) > 1 or len(low) + len(high) < len(read):
        raise unknown(reader, "imploding dice beside other words", reader.span(start))
    top = die.highest
    if high and isinstance(high[0].condition, Comparison):
        top = high[0].condition.operand
    if count == 1:
        more = f" + (p >= {top}){die}" if high else ""
        return _noted(reader, f"p = 1{die}; p{more} - (p <= {low[0]}){die}", start)
    if low[0] != 1 or top != die.highest or count > _MOST_IMPLODING:
        message = "how many of several dice implode can be said for ones only, and few dice"
        raise reader.error("untranslatable", message, reader.span(start))
    more = f" + ({at_top(count, die.highest)}){die}" if high else ""
    return _noted(reader, f"p = {count}{die}; p{more} - ({at_bottom(count)}){die}", start)


def _doubled(reader: DialectReader, read: Sequence[Worded]) -> list[Worded]:
    """Replace ``ds`` by a second count, with the sign of the target before it."""
    found: list[Worded] = []
    for each in read:
        if not isinstance(each, Pending) or each.word != "ds":
            found.append(each)
            continue
        target = found[-1] if found else None
        if not isinstance(target, Tally) or not isinstance(target.condition, Comparison):
            raise unknown(reader, "`ds` without a target before it", each.span)
        sign, first = target.condition.op, target.condition.operand
        number = each.number or first
        if not isinstance(first, int) or not isinstance(number, int):
            raise unknown(reader, "`ds` behind such a target", each.span)
        if number < first if sign == ">=" else number > first:
            raise unknown(reader, "`ds` for what is no success", each.span)
        found.append(Tally(Comparison(sign, number), 1))
    return found


def _settled(reader: DialectReader, word: Worded, count: int) -> Worded:
    """Replace ``km`` by drops at both ends; an odd number drops one more of the highest."""
    if not isinstance(word, Pending) or word.word != "km" or word.number is None:
        return word
    below = (count - word.number) // 2
    above = count - word.number - below
    if below < 1 or word.number < 1:
        raise unknown(reader, "the middle of so many dice", word.span)
    parts = (Keep(below, highest=False, drop=True), Keep(above, drop=True))
    return KeepUnited(parts, span=word.span)


def _arranged(
    reader: DialectReader, read: Sequence[Worded], die: Die, count: int
) -> Sequence[Modifier]:
    """The modifiers in order; each target counts separately, and failures alone are negative."""
    place = reader.span(reader.at - 1)
    charts = [each for each in read if isinstance(each, Worth)]
    if charts and (len(read) > 1 or die == FUDGE):
        raise unknown(reader, "`gb` beside other words", place)
    if charts:
        return charts
    if die == FUDGE and read:
        raise unknown(reader, "words behind Fudge dice", place)
    tallies = [each for each in read if isinstance(each, Tally)]
    if tallies and all(each.points < 0 for each in tallies):
        if len(tallies) > 1:
            raise unknown(reader, "several failures", place)
        failures = Worth((Case(tallies[0].condition, -1),), 0)
        read = [*(each for each in read if each is not tallies[0]), failures]
    return arranged(reader, read, die, count)
