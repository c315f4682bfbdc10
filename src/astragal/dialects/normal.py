"""A normal form for equivalent expressions, to compare a written text with its original."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from astragal._value import Value
from astragal.dialects.equal import plainest
from astragal.dialects.stretches import joined, one_of
from astragal.dialects.whole import never_negative
from astragal.die import Die
from astragal.notation.conditions import Comparison, Condition, OneOf
from astragal.notation.expression import Expression
from astragal.notation.modifiers.count import Tally
from astragal.notation.modifiers.explode import Explode
from astragal.notation.modifiers.mark import Mark
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.modifiers.reroll import Reroll
from astragal.notation.modifiers.sort import Sort
from astragal.notation.nodes.arithmetic import Product
from astragal.notation.nodes.call import FunctionCall
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.labels import Labelled
from astragal.notation.nodes.node import Node

REMAINDER = "rem"
"""The remainder with the sign of the dividend."""
QUOTIENTS = ("trunc", "ceil")
"""Functions for rounded quotients, which other programs write as signs."""
POWER = "pow"
"""The function for powers in other programs."""
HALF = Fraction(1, 2)
"""The exponent of a square root."""
ALIKE = {"round_away": "round", "trunc": "floor"}
"""Functions that are equal for values that are never negative."""
_INCLUSIVE = {">": (">=", 1), "<": ("<=", -1)}


def same(one: Expression, other: Expression) -> bool:
    """True if two expressions have equivalent trees, ignoring the form of conditions and labels."""
    return normal_form(one) == normal_form(other)


def normal_form(expression: Expression) -> tuple[Any, ...]:
    """A key that is equal for equivalent expressions."""
    return normal(expression.body), expression.bindings


def normal(value: Any, die: Die | None = None) -> Any:
    """The normal form of a node, modifier or condition; ``die`` is the die before it."""
    if isinstance(value, Labelled):
        return normal(value.inner)
    if isinstance(value, Node):
        value = plainest(value)
    if isinstance(value, Dice):
        die = value.die if isinstance(value.die, Die) else None
    if isinstance(value, FunctionCall) and value.name in ALIKE and never_negative(value):
        value = value.replaced(name=ALIKE[value.name])
    if isinstance(value, Product):
        value = with_floors(value)
    if isinstance(value, Node | Modifier | Condition | Tally) or type(value) is tuple:
        value = _with_parts(value, die)
    if die is None:
        return value
    if isinstance(value, Explode | Reroll):
        return _without_default(value, die)
    if isinstance(value, OneOf):
        return one_of(joined(value.stretches), wanted=value.wanted)
    return _inclusive(value) if isinstance(value, Comparison) else value


def with_floors(node: Product) -> Node:
    """Write each quotient that is rounded down with ``floor``: ``floor(a / b) * c``."""
    factors: list[tuple[str, Node]] = []
    for sign, factor in node.factors:
        if sign == "//":
            quotient = Product((*factors, ("/", factor)))
            factors = [("*", FunctionCall("floor", (quotient,)))]
        else:
            factors.append((sign, factor))
    return Product(tuple(factors), span=node.span) if len(factors) > 1 else factors[0][1]


def without_floor(node: FunctionCall) -> Product | None:
    """Write ``floor(a / b)`` as ``a // b``; None for other calls."""
    inside = node.arguments[0]
    if node.name != "floor" or not isinstance(inside, Product) or inside.factors[-1][0] != "/":
        return None
    *rest, (_, divisor) = inside.factors
    return Product((*rest, ("//", divisor)), span=node.span)


def only_shows(part: Any) -> bool:
    """True if a modifier only changes the display of dice, as most programs do by default."""
    return isinstance(part, Sort) or (isinstance(part, Mark) and part.condition is None)


def _with_parts(value: Any, die: Die | None) -> Any:
    if type(value) is tuple:
        return tuple(normal(each, die) for each in value if not only_shows(each))
    assert isinstance(value, Value)
    parts = {name: getattr(value, name) for name in value._positional}
    return value.replaced(**{name: normal(part, die) for name, part in parts.items()})


def _inclusive(condition: Comparison) -> Comparison:
    """Write ``>5`` as ``>=6``, since faces are whole numbers."""
    op, more = _INCLUSIVE.get(condition.op, (condition.op, 0))
    if not more or not isinstance(condition.operand, int):
        return condition
    return Comparison(op, condition.operand + more)


def _without_default(modifier: Explode | Reroll, die: Die) -> Explode | Reroll:
    """Drop the condition from exploding on the highest face or re-rolling the lowest."""
    condition = modifier.condition
    if not isinstance(condition, Comparison) or condition.op == "!=" or not modifier.literal:
        return modifier
    # The matching faces are consecutive, so two faces show whether only the end matches.
    end, *following = die.faces[:-3:-1] if isinstance(modifier, Explode) else die.faces[:2]
    matches = condition.test()
    only = not die.symbolic and matches(end) and not any(map(matches, following))
    return modifier.replaced(condition=None) if only else modifier


def with_face(part: Any, die: Die | None) -> Any:
    """Add the implied face to an explosion or re-roll without a condition."""
    bare = isinstance(part, Explode) or (isinstance(part, Reroll) and part.lowest == 1)
    if not bare or part.condition is not None or die is None or die.symbolic:
        return part
    face = die.highest if isinstance(part, Explode) else die.lowest
    return part.replaced(condition=Comparison("=", face))
