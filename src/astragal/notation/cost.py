"""What an expression is bound to use, found before anything is rolled."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from astragal.errors import NotationError, Span
from astragal.limits import Cost, Limits
from astragal.notation.nodes.names import Binding
from astragal.notation.nodes.node import Node
from astragal.notation.nodes.values import Given

if TYPE_CHECKING:
    from collections.abc import Iterator


def cost_of(bindings: Iterable[Binding], body: Node, limits: Limits) -> Cost:
    """The dice and looks at dice that are certain; refused where they are more than the limits."""
    counter = Counter(limits)
    for binding in bindings:
        counter.count(binding.node, 1)
        if binding.name in counter.names:
            message = f"`{binding.name}` is named twice"
            raise NotationError("bad-name", message, span=binding.span)
        counter.names.add(binding.name)
    counter.count(body, 1)
    return Cost(counter.dice, counter.work)


class Counter:
    """Counts what nodes use; each of them says what that is."""

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
        for child in node.children:
            self.count(child, times)

    def count_dice(self, dice: int, span: Span) -> None:
        self.dice += dice
        self.limits.check("dice", self.dice, span)

    def count_looks(self, node: Node, looks: int, values: int, times: int) -> None:
        """Modifiers look at every value; and telling a roll spells the group each time it is rolled."""
        spelling = (node.span.end - node.span.start) // 8
        self.work += times * (max(1, values) * looks + spelling)


def nodes_in(bindings: Iterable[Binding], body: Node) -> Iterator[Node]:
    """Every node of an expression."""
    waiting = [*(binding.node for binding in bindings), body]
    while waiting:
        node = waiting.pop()
        waiting.extend(node.children)
        yield node


def names_used(bindings: Iterable[Binding], body: Node) -> set[str]:
    """The names of the values that an expression asks its caller for."""
    return {node.name for node in nodes_in(bindings, body) if isinstance(node, Given)}
