"""Columns: the values of nodes in many rolls, or in all cases of a name, computed together.

If a name is used more than once, its odds are weighed value by value. If only arithmetic is done
with it, a column holds the results for all of its values at once. Samples are drawn by columns too,
with one value per roll (``batches.py``).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any, ClassVar

from astragal.errors import Span
from astragal.notation.nodes.node import check_numbers, checked
from astragal.notation.weighing.features import Feature
from astragal.outcome import Number, tidy
from astragal.probability.laws.law import Law
from astragal.probability.weights import Weights

if TYPE_CHECKING:
    from astragal.die import Die
    from astragal.notation.nodes.node import Node
    from astragal.notation.nodes.values import Given
    from astragal.notation.weighing.weigher import Weigher
    from astragal.rolling.rows import Rows


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
        """The odds of an outcome given for every case."""
        table: dict[Any, int] = defaultdict(int)
        for outcome, weight in zip(column, self.weights, strict=True):
            table[outcome] += weight
        if isinstance(column[0], bool | str):
            return Weights(table, self.denominator)
        tidied = {tidy(number): weight for number, weight in table.items()}
        return Law.of_table(tidied, self.denominator)


class Columns(ABC):
    """The columns of an expression's leaves, from which other nodes compute theirs."""

    multiplies: ClassVar[bool] = True
    """whether products are small enough to be computed without checking each"""

    @abstractmethod
    def constant(self, number: Number) -> Sequence[Number] | None:
        """A number repeated for every row; None if it is too large."""

    def of_name(self, name: str) -> Sequence[Any] | None:
        return None

    def of_given(self, node: Given) -> Sequence[Number] | None:
        return None

    def of_dice(self, count: int, die: Die) -> Rows | None:
        return None

    def held(self, column: Sequence[Number], span: Span) -> Sequence[Number]:
        """A column resulting from arithmetic; refused if its numbers have too many digits."""
        return column

    def of_all(self, nodes: Sequence[Node]) -> list[Sequence[Any]] | None:
        """The columns of several nodes; None if one of them has no column."""
        found = []
        for node in nodes:
            column = node.column(self)
            if column is None:
                return None
            found.append(column)
        return found


class CaseColumns(Columns):
    """Columns of names, with a row for each case."""

    def __init__(self, cases: Cases, weigher: Weigher) -> None:
        self._weigher = weigher
        self._cases = cases
        self._named: dict[str, Sequence[Any] | None] = {}

    def constant(self, number: Number) -> Sequence[Number]:
        return [number] * len(self._cases)

    def of_name(self, name: str) -> Sequence[Any] | None:
        feature = Feature(name)
        if (column := self._cases.columns.get(feature)) is not None:
            return column
        if (known := self._weigher.known.get(feature)) is not None:
            return self.constant(known)
        if name not in self._named:
            self._named[name] = self._weigher.bound[name].column(self)
        return self._named[name]

    def held(self, column: Sequence[Number], span: Span) -> Sequence[Number]:
        check_numbers(column, self._weigher.budget.limits, span)
        return column

    def of_given(self, node: Given) -> Sequence[Number]:
        number = node.look_up(self._weigher.variables)
        return self.constant(checked(number, self._weigher.budget.limits, node.span))
