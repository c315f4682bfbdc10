"""Laws shared by calculations of one expression with different variables."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING

from astragal.errors import LimitError, StoppedError
from astragal.notation.cost import nodes_in
from astragal.notation.nodes.node import Node
from astragal.notation.nodes.values import Given

if TYPE_CHECKING:
    from astragal.notation.weighing.weigher import Weigher
    from astragal.probability.laws.law import Law


class SharedLaws:
    """The laws of parts that draw dice and use no variables or names, each computed once.

    Parts are identified by identity, so every expression needs its own shared laws.
    """

    def __init__(self) -> None:
        self._seen: dict[int, tuple[Node, bool]] = {}
        """each part and whether it stays the same, by identity; keeping the part reserves its
        identity"""
        self._laws: dict[int, Law | LimitError] = {}
        """the law of each part, or the error if it is always refused"""

    def law(self, node: Node, weigher: Weigher) -> Law:
        if not self._stays_the_same(node):
            return node.law(weigher)
        known = self._laws.get(id(node))
        if known is None:
            known = self._laws[id(node)] = self._found(node, weigher)
        if isinstance(known, LimitError):
            raise copy(known)
        return known

    @staticmethod
    def _found(node: Node, weigher: Weigher) -> Law | LimitError:
        budget = weigher.budget
        before = budget.spent
        try:
            return node.law(weigher)
        except StoppedError:
            raise
        except LimitError as error:
            too_many = (error.number or 0) - before > budget.limits.odds
            if error.limit in _COUNTED_TOGETHER and not (error.limit == "odds" and too_many):
                raise  # other cells may have more budget left
            return error.with_traceback(None)

    def _stays_the_same(self, node: Node) -> bool:
        seen = self._seen.get(id(node))
        if seen is None:
            same = node.draws and not any(map(_varies, nodes_in((), node)))
            seen = self._seen[id(node)] = (node, same)
        return seen[1]


_COUNTED_TOGETHER = ("odds", "paths", "memory", None)
"""Limits that earlier calculations have partly used up."""


def _varies(node: Node) -> bool:
    return isinstance(node, Given) or bool(node.used_name)
