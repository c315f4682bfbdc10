"""Comparisons of totals: ``a >= b``, ``a = 7..9``."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, ClassVar

from astragal._value import put
from astragal.errors import NOWHERE, NotationError, Span
from astragal.notation.nodes.arithmetic import Sum
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.node import Kind, Level, Node, apart, require_number, show
from astragal.notation.nodes.values import FIXED, Literal
from astragal.notation.operation import Chapter, Example
from astragal.outcome import Number
from astragal.rolling.frame import Frame
from astragal.rolling.phrases import phrase

if TYPE_CHECKING:
    from astragal.notation.columns import Columns
    from astragal.notation.telling import Teller
    from astragal.notation.weighing.weigher import Weigher
    from astragal.probability.laws.law import Law
    from astragal.probability.weights import Weights
    from astragal.rolling.phrases import Said

_COMPARE = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}

_OPPOSITES = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", "<=": ">", ">": "<="}

_WORDS = {
    "=": "exactly",
    "!=": "anything but",
    "<": "less than",
    "<=": "at most",
    ">": "more than",
    ">=": "at least",
}


_LOOKS = 6
"""The operations on the mass beyond a number: finding it, or subtracting it."""


class Compare(Node):
    """A comparison of a total with another total, or with a range."""

    op: str
    left: Node
    right: Node
    upto: Node | None = None

    kind = Kind.TRUTH
    level = Level.COMPARISON
    runs_on: ClassVar[bool] = True
    chapter = Chapter.COMPARE
    examples = (
        Example("1d20+5 >= 15", "a comparison of totals", (12,), "true"),
        Example("(2d6) = 7..9", "whether a total lies in a range", (3, 5), "true"),
    )

    def __init__(
        self, op: str, left: Node, right: Node, upto: Node | None = None, *, span: Span = NOWHERE
    ) -> None:
        if op not in _COMPARE or (upto is not None and op not in ("=", "!=")):
            raise NotationError("bad-comparison", f"no such comparison: {op}", span=span)
        put(self, "op", op)
        put(self, "left", left)
        put(self, "right", right)
        put(self, "upto", upto)
        put(self, "span", span)
        require_number(left, op)
        require_number(right, op)
        if upto is not None:
            require_number(upto, op)
            if isinstance(right, Literal) and isinstance(upto, Literal):
                from astragal.notation.conditions import check_order

                check_order(right.n, upto.n, span)

    @property
    def children(self) -> tuple[Node, ...]:
        return (self.left, self.right) if self.upto is None else (self.left, self.right, self.upto)

    @property
    def opposite(self) -> Compare:
        """The comparison that is true exactly where this one is false."""
        return Compare(_OPPOSITES[self.op], self.left, self.right, self.upto)

    def value(self, frame: Frame) -> bool:
        left, right = self.left.number(frame), self.right.number(frame)
        if self.upto is None:
            return bool(_COMPARE[self.op](left, right))
        # Rolled even if not needed: the dice rolled must not depend on the results of others.
        upto = self.upto.number(frame)
        return (right <= left <= upto) == (self.op == "=")

    def law(self, weigher: Weigher) -> Law:
        from astragal.probability.laws.law import Law

        weights = self.odds(weigher)
        table: dict[Number, int] = {int(truth): w for truth, w in weights.table.items()}
        return Law.of_table(table, weights.denominator)

    def odds(self, weigher: Weigher) -> Weights:
        right = self.right
        if self.upto is None and isinstance(right, FIXED):
            left, added = self._parted(self.left, weigher)
            number = right.n if type(right) is Literal else right.fixed(weigher)
            weigher.budget.span = self.span
            if not left.finite:
                from astragal.probability.listing import reaching_cost

                weigher.budget.spend(_LOOKS * reaching_cost(left, number - added))
            held, denominator = weigher.weight_of(self.op, left, number - added)
            return weigher.truth(held, denominator)
        left, other = weigher.law(self.left), weigher.law(right)
        upto = None if self.upto is None else weigher.law(self.upto)
        weigher.budget.span = self.span
        if upto is None:
            chance = weigher.compare(self.op, left, other, weigher.budget)
        else:
            chance = weigher.within(left, other, upto, weigher.budget)
            chance = chance if self.op == "=" else 1 - chance
        return weigher.truth(*chance.as_integer_ratio())

    @staticmethod
    def _parted(left: Node, weigher: Weigher) -> tuple[Law, Number]:
        """The law of a side without its constant term, and that term, to be moved across."""
        if weigher.shared is not None:
            return weigher.law(left), 0
        if type(left) is Sum:
            law, added = left.parted(weigher)
            if law is not None:
                return law, added
        return left.law(weigher), 0

    def column(self, columns: Columns) -> list[bool] | None:
        found = columns.of_all(self.children)
        if found is None:
            return None
        if self.upto is None:
            return list(map(_COMPARE[self.op], *found))
        wanted = self.op == "="
        return [(low <= number <= high) is wanted for number, low, high in zip(*found, strict=True)]

    def say(self, teller: Teller) -> Said:
        left, right = teller.say(self.left, Level.SUM), teller.say(self.right, Level.SUM)
        upto = [] if self.upto is None else ["..", teller.say(self.upto, Level.SUM)]
        return phrase([left, f" {self.op} ", right, *upto])

    def describe(self) -> str:
        upto = f" to {self.upto.describe()}" if self.upto is not None else ""
        return f"is {_total(self.left)} {_WORDS[self.op]} {apart(self.right)}{upto}?"

    def __str__(self) -> str:
        left, right = show(self.left, Level.SUM), show(self.right, Level.SUM)
        pool = self.left.last_pool
        if pool is not None and (pool.takes_condition or not pool.single):
            left = f"({left})"
        # `!=` directly after dice would make them explode.
        op = "≠" if self.op == "!=" and pool is not None else self.op
        if self.upto is None:
            return f"{left} {op} {right}"
        if self.right.last_pool is not None:
            right = f"({right})"
        return f"{left} {op} {right}..{show(self.upto, Level.SUM)}"


def _total(node: Node) -> str:
    """A side of a comparison in words; several dice are named as their total."""
    dice = node.last_pool
    if node.runs_on or not isinstance(dice, Dice) or dice.count == 1:
        return apart(node)
    if not dice.modifiers:
        return f"the total of {node.describe()}"
    return f"the result of ({node.describe()})"
