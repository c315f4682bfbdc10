"""Keeps among dice of several kinds that are not simply added up.

Each die's value encodes its kind: its face is multiplied by the number of kinds, and the index of
its kind is added. That preserves the order, and sorts equal faces in the order of the text, as the
program does. Kept dice count as their face again, with the sign of their kind; or each kind has its
own digits in the result, so that one number holds the totals of all kinds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from astragal.dialects.programs.rpg_dice_roller.words import grows, kept
from astragal.die import Die
from astragal.errors import NotationError, Span
from astragal.notation.conditions import Comparison
from astragal.notation.modifiers.each import Each
from astragal.notation.modifiers.explode import Explode
from astragal.notation.modifiers.keep import Keep
from astragal.notation.modifiers.mark import Mark
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.modifiers.reroll import Reroll
from astragal.notation.modifiers.reroll_duplicates import RerollDuplicates
from astragal.notation.modifiers.sort import Sort
from astragal.notation.modifiers.worth import Case, Worth
from astragal.notation.nodes.arithmetic import Product, Sum
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.dice_group import DiceGroup
from astragal.notation.nodes.group import Group
from astragal.notation.nodes.node import Node
from astragal.notation.nodes.values import Literal


def replaced(value: Any, changes: Sequence[tuple[Node, Node]]) -> Any:
    """Replace nodes in a value by identity, following pairs of an old and a new node."""
    for old, new in changes:
        if value is old:
            return new
    if isinstance(value, Node):
        parts = {name: getattr(value, name) for name in value._positional}
        return value.replaced(**{name: replaced(part, changes) for name, part in parts.items()})
    return tuple(replaced(each, changes) for each in value) if type(value) is tuple else value


_MOST_CASES = 250
Naming = Callable[[Node], Node]
"""Names a roll, so that an expression can use it several times."""


def signed(terms: Sequence[tuple[str, Node]], keeps: Sequence[Keep], span: Span) -> Node:
    """Keeps among dice of which some are subtracted."""
    dice = [(1 if sign == "+" else -1, term) for sign, term in terms if isinstance(term, Dice)]
    rest = [(sign, term) for sign, term in terms if not isinstance(term, Dice)]
    pool = _pool([term for _, term in dice], [sign for sign, _ in dice], keeps, span)
    return Sum((("+", pool), *rest), span=span) if rest else pool


def apart(
    member: Node, dice: Sequence[Dice], keeps: Sequence[Keep], span: Span, named: Naming
) -> Node:
    """Replace each kind of dice in an expression by the total of its kept dice."""
    most = [_most(one, span) for one in dice]
    base = 10 ** len(str(max(most)))
    worth = [base**place for place in reversed(range(len(dice)))]
    name = named(Group((_pool(dice, worth, keeps, span),), span=span))
    parts = [_digits(name, unit, base, first=unit == worth[0]) for unit in worth]
    changed: Node = replaced(member, list(zip(dice, parts, strict=True)))
    return changed


def _digits(name: Node, unit: int, base: int, *, first: bool) -> Node:
    """The digits of a number that belong to one kind of dice."""
    factors = [("*", name)]
    factors += [("//", Literal(unit))] if unit > 1 else []
    factors += [] if first else [("%", Literal(base))]
    return Product(tuple(factors))


def _pool(
    dice: Sequence[Dice], worth: Sequence[int], keeps: Sequence[Keep], span: Span
) -> DiceGroup:
    size = sum(one.count for one in dice)  # type: ignore[misc]
    growing = any(grows(one.modifiers) for one in dice)
    kinds = len(dice)
    members = tuple(_telling(one, place, kinds, span) for place, one in enumerate(dice))
    cases = tuple(
        Case(Comparison("=", face * kinds + place), face * worth[place])
        for place, one in enumerate(dice)
        for face in _faces(one)
        if face
    )
    if len(cases) > _MOST_CASES:
        raise unsaid("dice with so many faces that are kept in braces", span)
    return DiceGroup(members, (*kept(keeps, size, growing), Worth(cases, 0)), span=span)


def _telling(one: Dice, place: int, kinds: int, span: Span) -> Dice:
    """Dice whose values encode their kind."""
    modifiers = tuple(_rolled(one.modifiers, span))
    more = (Each("+", place),) if place else ()
    return one.replaced(modifiers=(*modifiers, Each("*", kinds), *more))


def _rolled(modifiers: Sequence[Modifier], span: Span) -> Iterator[Modifier]:
    """The modifiers that roll dice again; others are refused, except marks and sorting."""
    for each in modifiers:
        if isinstance(each, Explode) and each.burst != "!":
            raise unsaid("dice that explode like this and are kept in braces", span)
        if isinstance(each, Reroll | RerollDuplicates | Explode):
            yield each
        elif not isinstance(each, Mark | Sort):
            raise unsaid("dice in braces that are kept, counted or changed before", span)


def _faces(one: Dice) -> Sequence[int]:
    assert isinstance(one.die, Die)
    return one.die.faces


def _most(one: Dice, span: Span) -> int:
    """The highest total of dice; refused if they have negative faces or may explode."""
    assert isinstance(one.die, Die)
    assert isinstance(one.count, int)
    if one.die.lowest < 0 or grows(one.modifiers):
        raise unsaid("dice without bounds that are kept in braces", span)
    highest: int = one.die.highest
    return one.count * highest


def unsaid(what: str, span: Span) -> NotationError:
    return NotationError("untranslatable", f"{what}: this cannot be said here", span=span)
