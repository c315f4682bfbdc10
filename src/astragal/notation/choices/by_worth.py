"""A single group of dice with choices, rolled first: decided by the worth of its totals."""

from __future__ import annotations

from collections.abc import Generator
from fractions import Fraction
from functools import cache
from math import lcm
from typing import TYPE_CHECKING, Any

from astragal.errors import OddsError
from astragal.experiment.experiment import Asks, Experiment
from astragal.notation.choices.choosing import wanted_by
from astragal.notation.cost import nodes_in
from astragal.notation.modifiers.reroll import Reroll
from astragal.notation.nodes.arithmetic import Negate, Product, Sum
from astragal.notation.nodes.comparison import Compare
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.labels import Labelled
from astragal.notation.nodes.logic import And, Not, Or
from astragal.notation.nodes.node import Node
from astragal.notation.nodes.power import Power
from astragal.notation.nodes.ranges import Ranges
from astragal.notation.nodes.values import Literal
from astragal.notation.nodes.versus import Versus
from astragal.notation.weighing.every_roll import order_matters
from astragal.outcome import Number
from astragal.probability.weights import Weights

if TYPE_CHECKING:
    from astragal.experiment.solve.aims import Aim
    from astragal.experiment.solve.memory import Memory
    from astragal.notation.expression import Expression
    from astragal.probability.budget import Budget
    from astragal.probability.views import View
    from astragal.probability.weights import Weighing


class ByWorth(Experiment[Any]):
    """An expression in which only the total of the dice with choices matters to the rest.

    The dice are rolled first. So the worth of each total is computed first, then the best
    decisions.
    """

    expression: Expression
    dice: Dice
    aim: View

    def steps(self) -> Asks[Any]:
        return self.expression.steps()

    def weigh(self, memory: Memory) -> Weighing:
        from astragal.experiment.solve.aims import Aim

        aim = Aim(self.aim)

        @cache
        def worth(total: Number) -> Fraction:
            law = yielded(self._with(number(total)).weigh(memory))
            return mean_worth(law, aim, memory.budget)

        modifiers = tuple(
            each.replaced(wants=worth) if isinstance(each, Reroll) and each.may else each
            for each in self.dice.modifiers
        )
        decided = Dice(self.dice.count, self.dice.die, modifiers, span=self.dice.span)
        return (yield from self._with(decided).weigh(memory))

    def _with(self, node: Node) -> Expression:
        """The expression with another node in place of the dice."""
        whole = self.expression
        body = put_in_place(whole.body, self.dice, node)
        return type(whole)(body, (), whole.comment, whole.text, whole.limits)

    def __str__(self) -> str:
        return str(self.expression)


def yielded(weighing: Generator[Any, Any, Any]) -> Any:
    """The result of a weighing that requests nothing."""
    try:
        next(weighing)
    except StopIteration as done:
        return done.value
    raise TypeError("notation asks for nothing while it is weighed")


def number(value: Number) -> Node:
    """A node for a number."""
    if isinstance(value, Fraction):
        parts = (("*", number(value.numerator)), ("/", Literal(value.denominator)))
        return Product(parts) if value.denominator != 1 else number(value.numerator)
    return Literal(value) if value >= 0 else Negate(Literal(-value))


def mean_worth(found: Any, aim: Aim, budget: Budget) -> Fraction:
    """The average worth of some odds to an aim."""
    if isinstance(found, Weights):
        table, denominator = found
    elif found.finite:
        table, denominator = found.table()
    else:
        sign = {"highest": 1, "lowest": -1}.get(wanted_by(aim.view) or "")
        if sign is None:
            raise OddsError("endless", "this aim needs each of infinitely many totals")
        return sign * Fraction(found.moments()[0])
    budget.spend(len(table) * _WORTH)
    sums: dict[int, int] = {}
    for outcome, weight in table.items():
        above, below = aim.worth(outcome).as_integer_ratio()
        sums[below] = sums.get(below, 0) + weight * above
    common = lcm(*sums)
    budget.spend(len(sums) * common.bit_length() // _BITS_A_STEP)
    total = sum(above * (common // below) for below, above in sums.items())
    return Fraction(total, common * denominator)


_WORTH = 300
"""The steps of computing the worth of an outcome."""

_BITS_A_STEP = 16
"""The bits of a long number that are multiplied in one step."""

_PLAIN_PLACES = (Sum, Negate, Product, Power, Compare, And, Or, Not, Versus, Labelled)
"""Nodes that only use the total of dice."""


def sole_choosing_dice(expression: Expression) -> Dice | None:
    """The only dice with choices, if rolled first and only their total matters; else None."""
    if expression.bindings:
        return None
    nodes = list(nodes_in((), expression.body))
    found = [node for node in nodes if any(part.leaves_choice for part in node.parts)]
    dice = found[0]
    if len(found) > 1 or not isinstance(dice, Dice) or dice.children:
        return None
    if order_matters(dice.modifiers):
        return None
    others = (each for each in nodes if isinstance(each, Dice) and each is not dice)
    if any(each.span.start <= dice.span.start for each in others):
        return None
    place: Node = expression.body
    while place is not dice:
        readable = isinstance(place, Ranges) and place.natural_dice is None
        if not readable and not isinstance(place, _PLAIN_PLACES):
            return None
        place = next(child for child in place.children if dice in nodes_in((), child))
    return dice


def put_in_place(node: Node, old: Node, new: Node) -> Node:
    """A node with one of its parts replaced."""
    if node is old:
        return new
    if not any(each is old for each in nodes_in((), node)):
        return node
    fields = {name: _put(getattr(node, name), old, new) for name in node._positional}
    return node.replaced(**fields)


def _put(value: Any, old: Node, new: Node) -> Any:
    if isinstance(value, Node):
        return put_in_place(value, old, new)
    if type(value) is tuple:
        return tuple(_put(each, old, new) for each in value)
    return value
