"""The minimum use of resources by an expression, counted before anything is rolled."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import TYPE_CHECKING

from astragal.errors import NotationError, Span
from astragal.limits import Cost, Limits
from astragal.notation.nodes.node import Node
from astragal.notation.nodes.values import Given

if TYPE_CHECKING:
    from collections.abc import Iterator

    from astragal.notation.nodes.names import Binding


def cost_of(bindings: Iterable[Binding], body: Node, limits: Limits) -> Cost:
    """Count the dice and work that are certain; a LimitError if they exceed the limits."""
    counter = Counter(limits)
    for binding in bindings:
        counter.count(binding.node, 1)
        if binding.name in counter.names:
            message = f"two rolls are named `{binding.name}`"
            raise NotationError("bad-name", message, span=binding.span)
        counter.names.add(binding.name)
    counter.count(body, 1)
    return Cost(counter.dice, counter.work)


class Counter:
    """Counts the resources of nodes, as reported by their ``charge``."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.names: set[str] = set()
        self.dice = 0
        self.work = 0

    def count(self, node: Node, times: int) -> None:
        """Count a node that is evaluated this many times, and its children."""
        self.work += times
        times = node.charge(self, times)
        if self.work > self.limits.work:
            raise self.limits.exceeded("work", self.work, node.span)
        children = node.children
        if len(children) < 2:
            for child in children:
                self.count(child, times)
            return
        for _, same in groupby(children, key=id):
            child, *others = same
            self.count(child, times * (1 + len(others)))

    def count_dice(self, dice: int, span: Span) -> None:
        self.dice += dice
        if self.dice > self.limits.dice:
            raise self.limits.exceeded("dice", self.dice, span)

    def count_looks(self, node: Node, looks: int, times: int) -> None:
        """Count the work of modifiers looking at values, and of describing the group in words."""
        self.work += times * (looks + node.spelling_cost)


def nodes_in(bindings: Iterable[Binding], body: Node) -> Iterator[Node]:
    """Every node of an expression."""
    waiting = [*(binding.node for binding in bindings), body]
    while waiting:
        node = waiting.pop()
        waiting.extend(node.children)
        yield node


def names_used(bindings: Iterable[Binding], body: Node) -> set[str]:
    """The names of the variables of an expression."""
    return {node.name for node in nodes_in(bindings, body) if isinstance(node, Given)}
