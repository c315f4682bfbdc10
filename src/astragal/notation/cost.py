"""What an expression is bound to use, found before anything is rolled."""

from __future__ import annotations

from collections.abc import Iterable

from astragal.die import Die
from astragal.errors import NotationError
from astragal.limits import Cost, Limits
from astragal.notation.conditions import Variable
from astragal.notation.modifiers import looks
from astragal.notation.nodes import Binding, Given, Name, Node
from astragal.notation.pools import Dice, Group, Repeat


def cost_of(bindings: Iterable[Binding], body: Node, limits: Limits) -> Cost:
    """The dice and looks at dice that are certain; refused where they are more than the limits."""
    counter = _Counter(limits)
    for binding in bindings:
        counter.count(binding.node, 1)
        if binding.name in counter.names:
            message = f"`{binding.name}` is named twice"
            raise NotationError("bad-name", message, span=binding.span)
        counter.names.add(binding.name)
    counter.count(body, 1)
    return Cost(counter.dice, counter.work)


class _Counter:
    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.names: set[str] = set()
        self.dice = 0
        self.work = 0

    def count(self, node: Node, times: int) -> None:
        """Count the node, which is evaluated so many times."""
        self.work += times
        if type(node) is Repeat:
            times *= node.times
            self.limits.check("results", times, node.span)
        elif type(node) is Dice:
            self.count_dice(node, times)
        elif type(node) is Group:
            self.count_looks(node, len(node.members), times)
        elif type(node) is Name and node.name not in self.names:
            raise NotationError("unknown-word", f"nothing is named `{node.name}`", span=node.span)
        if self.work > self.limits.work:
            raise self.limits.exceeded("work", self.work, node.span)
        for child in node.children:
            self.count(child, times)

    def count_dice(self, node: Dice, times: int) -> None:
        if isinstance(node.die, Die):
            limit = "sides" if isinstance(node.die.faces, range) else "custom_faces"
            self.limits.check(limit, node.die.total, node.span)
        known = node.count if isinstance(node.count, int) else 0
        self.dice += known * times
        self.limits.check("dice", self.dice, node.span)
        self.count_looks(node, known, times)

    def count_looks(self, node: Dice | Group, values: int, times: int) -> None:
        """Modifiers look at every value; and telling a roll spells the group each time it is rolled."""
        spelling = (node.span.end - node.span.start) // 8
        self.work += times * (max(1, values) * looks(node.modifiers) + spelling)


def names_used(bindings: Iterable[Binding], body: Node) -> set[str]:
    """The names of the values an expression asks its caller for."""
    used: set[str] = set()
    waiting = [*(binding.node for binding in bindings), body]
    while waiting:
        node = waiting.pop()
        waiting.extend(node.children)
        if isinstance(node, Given):
            used.add(node.variable.name)
        elif isinstance(node, Dice | Group):
            operands = (operand for each in node.modifiers for operand in each.operands)
            used.update(each.name for each in operands if isinstance(each, Variable))
    return used
