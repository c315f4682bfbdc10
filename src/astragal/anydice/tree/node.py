"""The base classes of nodes."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, ClassVar

from astragal.errors import Span

if TYPE_CHECKING:
    from astragal.anydice.state import State
    from astragal.anydice.values import Amount


class Node:
    """A part of a program. ``span`` is its place in the text."""

    __slots__ = ("span",)

    span: Span
    steps: ClassVar[int] = 20
    """the steps of the node without its children, if nothing is rolled"""

    def parts(self) -> Iterator[Node]:
        """The direct children of the node, in the order of evaluation."""
        return iter(())


class Expression(Node):
    """A node that has a value."""

    __slots__ = ()

    @abstractmethod
    def value(self, state: State) -> Amount:
        """The value under the variables and settings of a state."""


class Statement(Node):
    """A node that has an effect."""

    __slots__ = ()

    steps: ClassVar[int] = 50

    @abstractmethod
    def do(self, state: State) -> Amount | None:
        """Execute it. The value is the result, if it ends the function."""


def walk(node: Node) -> Iterator[Node]:
    """A node and all of its descendants."""
    left = [node]
    while left:
        node = left.pop()
        yield node
        left += node.parts()


def steps_of(block: Iterable[Node]) -> int:
    """The steps of a block, executing each part of it once."""
    return sum(part.steps for node in block for part in walk(node))
