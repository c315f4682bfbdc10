"""Wild dice and Fudge dice whose sides are rolled: rolls that are looked at more than once."""

from __future__ import annotations

from collections.abc import Callable

from astragal.die import Die
from astragal.errors import Span
from astragal.notation.conditions import Comparison
from astragal.notation.modifiers.explode import Explode
from astragal.notation.modifiers.worth import Case, Worth
from astragal.notation.nodes.arithmetic import Product, Sum
from astragal.notation.nodes.call import FunctionCall
from astragal.notation.nodes.comparison import Compare
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.group import Group
from astragal.notation.nodes.node import Node
from astragal.notation.nodes.values import Literal

Naming = Callable[[str, Node], Node]
"""Gives a roll a name, by which it can stand in several places."""


def wild_dice(count: int, die: Die, place: Span, named: Naming) -> Node:
    """The last of the dice is wild: its highest face explodes, and its lowest is 0.

    Then the best of the others is 0 as well, and all are if one more die shows the lowest face.
    """
    if count < 1 or die.total < 2:
        return Dice(count, die, span=place)
    if count == 1:
        exploding = Dice(1, die, (Explode(),), span=place)
        return Group((exploding,), (Worth((Case(Comparison("=", die.lowest), 0),)),), span=place)
    others = named("others", Dice(count - 1, die, span=place))
    wild = named("wild", Dice(1, die, span=place))
    plain = _product(_shows(wild, "!=", die.lowest), Sum((("+", wild), ("+", others))))
    more = _product(_shows(wild, "=", die.highest), Dice(1, die, (Explode(),)))
    terms = [("+", plain), ("+", more)]
    if count > 2:
        saved = named("saved", Dice(1, die, span=place))
        rest = FunctionCall("lowest", (others, Literal(count - 2)))
        mishap = (_shows(wild, "=", die.lowest), _shows(saved, "!=", die.lowest), rest)
        terms.append(("+", _product(*mishap)))
    return Sum(tuple(terms), span=place)


def fudge_dice(count: int, sides: Node, place: Span, named: Naming) -> Node:
    """``2u(d6)``: both ends of the faces are rolled, each for itself, and hold for all dice."""
    low, high = named("low", sides), named("high", sides)
    faces = Sum((("+", low), ("+", high), ("+", Literal(1))))
    down = Sum((("+", low), ("+", Literal(1))))
    all_down = down if count == 1 else _product(Literal(count), down)
    return Sum((("+", Dice(count, faces)), ("-", all_down)), span=place)


def _shows(node: Node, sign: str, face: int) -> Node:
    return Compare(sign, node, Literal(face))


def _product(*factors: Node) -> Node:
    return Product(tuple(("*", factor) for factor in factors))
