"""Dice of several kinds that are kept together, and then are more than added up.

Each die is made to tell what kind it is: its face is multiplied by the number of kinds, and the
place of its kind is added. That leaves the order as it is, and puts equal faces in the order of
the text, as the program does. What is kept is worth its face again, with the sign of its kind; or
the kinds have a part of the digits each, so that their totals can be read from one number.
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
    """The value with the second of a pair wherever it holds the very node that is the first."""
    for old, new in changes:
        if value is old:
            return new
    if isinstance(value, Node):
        parts = {name: getattr(value, name) for name in value._positional}
        return value.replaced(**{name: replaced(part, changes) for name, part in parts.items()})
    return tuple(replaced(each, changes) for each in value) if type(value) is tuple else value


_MOST_CASES = 250
Naming = Callable[[Node], Node]
"""Names a roll, so that it can be used several times."""


def signed(terms: Sequence[tuple[str, Node]], keeps: Sequence[Keep], span: Span) -> Node:
    """Dice of which some are added and others taken away."""
    dice = [(1 if sign == "+" else -1, term) for sign, term in terms if isinstance(term, Dice)]
    rest = [(sign, term) for sign, term in terms if not isinstance(term, Dice)]
    pool = _pool([term for _, term in dice], [sign for sign, _ in dice], keeps, span)
    return Sum((("+", pool), *rest), span=span) if rest else pool


def apart(
    member: Node, dice: Sequence[Dice], keeps: Sequence[Keep], span: Span, named: Naming
) -> Node:
    """An expression in which each kind of dice comes to what is kept of it."""
    most = [_most(one, span) for one in dice]
    base = 10 ** len(str(max(most)))
    worth = [base**place for place in reversed(range(len(dice)))]
    name = named(Group((_pool(dice, worth, keeps, span),), span=span))
    parts = [_digits(name, unit, base, first=unit == worth[0]) for unit in worth]
    changed: Node = replaced(member, list(zip(dice, parts, strict=True)))
    return changed


def _digits(name: Node, unit: int, base: int, *, first: bool) -> Node:
    """The part of a number that belongs to one kind of dice."""
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
    """Dice whose values tell their kind."""
    modifiers = tuple(_rolled(one.modifiers, span))
    more = (Each("+", place),) if place else ()
    return one.replaced(modifiers=(*modifiers, Each("*", kinds), *more))


def _rolled(modifiers: Sequence[Modifier], span: Span) -> Iterator[Modifier]:
    """What changes dice to other faces of theirs."""
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
    """What the dice come to at most."""
    assert isinstance(one.die, Die)
    assert isinstance(one.count, int)
    if one.die.lowest < 0 or grows(one.modifiers):
        raise unsaid("dice without bounds that are kept in braces", span)
    highest: int = one.die.highest
    return one.count * highest


def unsaid(what: str, span: Span) -> NotationError:
    return NotationError("untranslatable", f"{what}: this cannot be said here", span=span)
