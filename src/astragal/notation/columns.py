"""Columns: the values of nodes in every case of a name, worked out together.

Of a name that is used more than once, the odds are gone through value by value. Where all that is
asked of it is arithmetic, a column holds the results for all of its values at once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any

from astragal.notation.features import Feature
from astragal.odds.laws.law import Law
from astragal.odds.weights import Weights
from astragal.outcome import Number, tidy

if TYPE_CHECKING:
    from astragal.notation.nodes.node import Node
    from astragal.notation.weighing import Weigher


class Cases:
    """The joint values of some features of a name, each with its probability."""

    def __init__(
        self, features: Sequence[Feature], cases: Sequence[tuple[Fraction, tuple[Number, ...]]]
    ) -> None:
        self.listed = cases
        self.denominator = lcm(*(chance.denominator for chance, _ in cases))
        self.weights = [int(chance * self.denominator) for chance, _ in cases]
        values = zip(*(values for _, values in cases), strict=True)
        self.columns = dict(zip(features, values, strict=True))

    def __len__(self) -> int:
        return len(self.listed)

    def odds_of(self, column: Sequence[Any]) -> Law | Weights:
        """The odds of an outcome that is known in every case."""
        table: dict[Any, int] = defaultdict(int)
        for outcome, weight in zip(column, self.weights, strict=True):
            table[outcome] += weight
        if type(column[0]) is bool:
            return Weights(table, self.denominator)
        tidied = {tidy(number): weight for number, weight in table.items()}
        return Law.of_table(tidied, self.denominator)


class Columns:
    """What nodes need to know of the cases: their own columns are made of these."""

    def __init__(self, cases: Cases, weigher: Weigher) -> None:
        self.weigher = weigher
        self._cases = cases

    def constant(self, number: Number) -> Sequence[Number]:
        return [number] * len(self._cases)

    def of_name(self, name: str) -> Sequence[Any] | None:
        feature = Feature(name)
        if (column := self._cases.columns.get(feature)) is not None:
            return column
        if (known := self.weigher.known.get(feature)) is not None:
            return self.constant(known)
        return self.weigher.bound[name].column(self)

    def of_all(self, nodes: Sequence[Node]) -> list[Sequence[Any]] | None:
        """The columns of several nodes, if each has one."""
        found = []
        for node in nodes:
            column = node.column(self)
            if column is None:
                return None
            found.append(column)
        return found
