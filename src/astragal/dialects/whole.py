"""Properties of a total known before the roll: denominator, sign, and errors of floats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import TYPE_CHECKING

from astragal.die import Die
from astragal.errors import AstragalError, NotationError
from astragal.limits import STRANGERS
from astragal.notation.modifiers.clamp import Clamp
from astragal.notation.modifiers.count import Count
from astragal.notation.modifiers.explode import Explode
from astragal.notation.modifiers.keep import Keep
from astragal.notation.modifiers.keep_matching import KeepMatching
from astragal.notation.modifiers.mark import Mark
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.modifiers.reroll import Reroll
from astragal.notation.modifiers.reroll_duplicates import RerollDuplicates
from astragal.notation.modifiers.sort import Sort
from astragal.notation.modifiers.worth import Worth
from astragal.notation.nodes.arithmetic import Negate, Product, Sum
from astragal.notation.nodes.call import FunctionCall
from astragal.notation.nodes.comparison import Compare
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.dice_group import DiceGroup
from astragal.notation.nodes.group import Group
from astragal.notation.nodes.labels import Labelled
from astragal.notation.nodes.node import Node
from astragal.notation.nodes.power import Power
from astragal.notation.nodes.values import Decimal, Given, Literal

if TYPE_CHECKING:
    from astragal.dialects.reader import DialectReader
    from astragal.notation.nodes.node import Node

_QUICK = STRANGERS.replaced(odds=3_000_000)
"""Limits for inspecting a value, which take about a hundredth of a second."""
_LARGEST = 10**12
_ROUNDING = ("floor", "ceil", "round", "round_away", "trunc", "sign")


def is_whole(node: Node) -> bool:
    """True if a node is certainly a whole number."""
    return denominator(node) == 1


def denominator(node: Node) -> int | None:
    """A factor that makes the total whole; None if there may be none.

    >>> import astragal
    >>> denominator(astragal.parse("2.5 * 1d6 + 1d4 / 4").body)
    4
    """
    match node:
        case Decimal():
            return node.n.denominator
        case Dice() | DiceGroup() | Compare():
            return 1
        case Group() if any(isinstance(each, Count | Worth) for each in node.modifiers):
            return 1
        case FunctionCall() if node.name in _ROUNDING:
            return 1
        case Power() if is_whole(node.base) and is_whole(node.exponent):
            return 1 if never_negative(node.exponent) else None
        case FunctionCall(name="sqrt") | Power():
            return None
        case Product():
            return _of_product(node)
    found = [denominator(child) for child in node.children]
    return lcm(*(each or 0 for each in found)) or None


def _of_product(node: Product) -> int | None:
    found: int | None = 1
    for sign, factor in node.factors:
        if sign == "//":
            found = 1
        elif found is not None:
            found = _with_factor(found, sign, factor)
    return found


def _with_factor(found: int, sign: str, factor: Node) -> int | None:
    if sign == "/":
        divisors = [each.numerator for each in quick_totals(factor) or [] if each]
        over = 1
        for each in divisors:
            over = lcm(over, each)
            if over > _LARGEST:
                return None
        return found * over if divisors else None
    more = denominator(factor)
    return None if more is None else found * more if sign == "*" else lcm(found, more)


def constant(node: Node) -> Fraction | None:
    """The value of a node without dice; None if it has dice or fails."""
    if any(each.draws or isinstance(each, Given) for each in nodes_in(node)):
        return None
    found = quick_totals(node)
    return found[0] if found else None


@lru_cache(maxsize=256)
def quick_totals(node: Node) -> list[Fraction] | None:
    """All possible values of a node; None if they are infinite, it fails or takes too long."""
    from astragal.notation.expression import Expression

    if isinstance(node, Literal | Decimal):
        return [Fraction(node.n)]
    try:
        odds = Expression(node).odds(limits=_QUICK)
    except AstragalError:
        return None
    return [Fraction(total) for total in odds] if odds.finite else None


def is_dyadic(node: Node) -> bool:
    """True if a value consists of halves, quarters and so on, which floats hold exactly."""
    scale = denominator(node)
    if scale is None or scale & (scale - 1):
        return False
    if isinstance(node, Decimal | Compare) or (
        isinstance(node, FunctionCall) and node.name in _ROUNDING
    ):
        return True
    return all(map(is_dyadic, node.children))


def is_exact_float(node: Node) -> bool:
    """True if floats give the nearest possible value, which is exact for dyadic values.

    That holds with one rounding only: for one decimal or one division, with dyadic values added.
    """
    match node:
        case Decimal():
            return True
        case Negate() | Labelled():
            return is_exact_float(node.children[0])
        case Sum() | Group():
            rough = [child for child in node.children if not is_dyadic(child)]
            return len(rough) < 2 and all(map(is_exact_float, rough))
        case Product():
            signs = [sign for sign, _ in node.factors]
            once = signs[-1] == "/" and "/" not in signs[:-1]
            return is_dyadic(node) or (once and all(map(is_dyadic, node.children)))
    return is_dyadic(node)


def may_miss_whole(node: Node) -> bool:
    """True if a value may be whole and floats may miss it slightly."""
    if is_exact_float(node):
        return False
    totals = quick_totals(node)
    return totals is None or any(total.denominator == 1 for total in totals)


def nodes_in(node: Node) -> Iterator[Node]:
    """A node and all its descendants."""
    yield node
    for child in node.children:
        yield from nodes_in(child)


_UNSIGNED = ("abs", "sqrt")
_KEEPING = ("floor", "ceil", "round", "round_away", "trunc", "sign", "max", "min")
"""Functions that never turn non-negative numbers into a negative one."""


def never_negative(node: Node) -> bool:
    """True if a value is certainly 0 or more."""
    match node:
        case Dice():
            return isinstance(node.die, Die) and _never_below_zero(node.die, node.modifiers)
        case Sum() | Product():
            parts = node.terms if isinstance(node, Sum) else node.factors
            return all(sign != "-" and never_negative(part) for sign, part in parts)
        case Group():
            picked = all(isinstance(each, Keep | KeepMatching) for each in node.modifiers)
            return picked and all(map(never_negative, node.members))
        case FunctionCall():
            alike = node.name in _KEEPING and all(map(never_negative, node.arguments))
            return alike or node.name in _UNSIGNED
        case Power():
            return never_negative(node.base)
        case Labelled():
            return never_negative(node.inner)
    return isinstance(node, Literal | Decimal)


def _never_below_zero(die: Die, modifiers: tuple[Modifier, ...]) -> bool:
    if die.symbolic or die.lowest < 0:
        return False
    return all(_stays_above(each, die) for each in modifiers)


def _stays_above(modifier: Modifier, die: Die) -> bool:
    """True if a modifier never turns non-negative dice negative."""
    match modifier:
        case Explode():
            return die.lowest > 0 or not modifier.burst.endswith("p")
        case Clamp():
            return isinstance(modifier.bound, int) and modifier.bound >= 0
        case Count():
            return all(tally.points > 0 for tally in modifier.tallies)
    return isinstance(modifier, Keep | KeepMatching | Reroll | RerollDuplicates | Sort | Mark)


_MOST_CHECKED = 10
"""The most consecutive divisions that are checked."""


def check_floats(reader: DialectReader, node: Node, start: int) -> None:
    """Refuse to round or compare a value that floats may miss slightly."""
    if may_miss_whole(node):
        raise hair_off(reader, start)


def hair_off(reader: DialectReader, start: int) -> NotationError:
    message = f"{reader.dialect.title}'s decimals are a hair off, which may change this"
    return reader.error("untranslatable", message, reader.span(start))


def check_quotient(
    reader: DialectReader, factors: Sequence[tuple[str, Node]], divisor: Node, start: int
) -> None:
    """Refuse a division of factors where a small error of floats would matter."""
    if is_dyadic(divisor) and all(is_dyadic(factor) for _, factor in factors):
        return
    if sum(sign in ("//", "%") for sign, _ in factors) >= _MOST_CHECKED:
        raise hair_off(reader, start)
    check_floats(reader, Product((("*", factors[0][1]), *factors[1:], ("/", divisor))), start)
