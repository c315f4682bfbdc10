"""The symbols of a node as a random bag, for functions that read them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from astragal.probability.bags import Form, Random

if TYPE_CHECKING:
    from astragal.errors import Span
    from astragal.notation.nodes.node import Node
    from astragal.notation.weighing.weigher import Weigher
    from astragal.probability.laws.law import Law


class BagOfNode(Random):
    """The symbols of a node; ``span`` is the part of the text that reads them."""

    def __init__(self, node: Node, weigher: Weigher, span: Span) -> None:
        self._node = node
        self._weigher = weigher
        self._span = span

    def most(self) -> dict[str, int]:
        return self._node.most(self._weigher)

    def law(self, form: Form) -> Law:
        law = self._node.tally(self._weigher, form)
        self._weigher.budget.span = self._span
        return law
