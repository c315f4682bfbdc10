"""A sum whose terms come one after the other, among steps that may be something else."""

from __future__ import annotations

from astragal.errors import NOWHERE, Span
from astragal.notation.nodes.arithmetic import Sum
from astragal.notation.nodes.node import Node


class RunningSum:
    """What has been read so far. The sum is made once, however many terms there are."""

    def __init__(self, first: Node) -> None:
        self.alone: Node | None = first
        """what was read, as long as nothing was added to it"""
        self._terms = list(first.terms) if isinstance(first, Sum) else [("+", first)]
        self._span = NOWHERE

    def add(self, sign: str, term: Node, span: Span) -> None:
        """One term more; ``span`` is that of the sum with it."""
        self.alone = None
        self._terms.append((sign, term))
        self._span = span

    @property
    def node(self) -> Node:
        return Sum(tuple(self._terms), span=self._span) if self.alone is None else self.alone
