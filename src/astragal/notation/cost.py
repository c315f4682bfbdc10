"""What an expression is bound to use, found before anything is rolled."""

from __future__ import annotations

from collections.abc import Iterable

from astragal.limits import Cost, Limits
from astragal.notation.nodes import Node
from astragal.notation.pools import Dice, Repeat


def cost_of(nodes: Iterable[Node], limits: Limits) -> Cost:
    """The dice and looks at dice that are certain; refused where they are more than the limits."""
    counter = _Counter(limits)
    for node in nodes:
        counter.count(node, 1)
    return Cost(counter.dice, counter.work)


class _Counter:
    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.dice = 0
        self.work = 0

    def count(self, node: Node, times: int) -> None:
        """Count the node, which is evaluated so many times."""
        self.work += times
        if type(node) is Repeat:
            times *= node.times
            self.limits.check("results", times, node.span)
        elif type(node) is Dice and isinstance(node.count, int):
            self.dice += node.count * times
            self.work += node.count * times * len(node.modifiers)
            self.limits.check("dice", self.dice, node.span)
        if self.work > self.limits.work:
            raise self.limits.exceeded("work", self.work, node.span)
        for child in node.children:
            self.count(child, times)
