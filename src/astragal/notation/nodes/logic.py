"""Truths joined by words: ``a and b``, ``a or b``, ``not a``."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from math import prod
from typing import TYPE_CHECKING, ClassVar

from astragal.errors import NotationError
from astragal.notation.nodes.comparison import Compare
from astragal.notation.nodes.node import Kind, Level, Node, inside, show
from astragal.notation.nodes.values import Literal
from astragal.notation.operation import Chapter, Example
from astragal.outcome import Number
from astragal.rolling.frame import Frame
from astragal.rolling.phrases import joined, phrase

if TYPE_CHECKING:
    from fractions import Fraction

    from astragal.notation.columns import Columns
    from astragal.notation.telling import Teller
    from astragal.notation.weighing.weigher import Weigher
    from astragal.probability.budget import Budget
    from astragal.probability.laws.law import Law
    from astragal.probability.weights import Weights
    from astragal.rolling.phrases import Said


class _Logic(Node, abstract=True):
    """True or false, computed from operands that are true or false.

    All operands are rolled, from left to right, even if the first one decides: the dice rolled must
    not depend on the results of others.
    """

    word: ClassVar[str]
    kind = Kind.TRUTH
    chapter = Chapter.COMPARE

    def __post_init__(self) -> None:
        _require_truths(self.children, self.word)

    def law(self, weigher: Weigher) -> Law:
        from astragal.probability.laws.law import Law

        weights = self.odds(weigher)
        table: dict[Number, int] = {int(truth): w for truth, w in weights.table.items()}
        return Law.of_table(table, weights.denominator)

    def odds(self, weigher: Weigher) -> Weights:
        chances = [weigher.law(child).exactly(1) for child in self.children]
        weigher.budget.span = self.span
        return weigher.truth(*self.chance(chances, weigher.budget).as_integer_ratio())

    @abstractmethod
    def chance(self, chances: Sequence[Fraction], budget: Budget) -> Fraction:
        """The probability that it is true, given those of its independent operands."""


class _Joined(_Logic, abstract=True):
    """Two or more truths joined by the same word."""

    operands: tuple[Node, ...]

    runs_on: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if len(self.operands) < 2:
            raise NotationError(
                "bad-comparison", f"`{self.word}` joins two truths or more", span=self.span
            )
        super().__post_init__()

    @property
    def children(self) -> tuple[Node, ...]:
        return self.operands

    @property
    def _tighter(self) -> Level:
        return Level(self.level + 1)

    def say(self, teller: Teller) -> Said:
        return joined(f" {self.word} ", [teller.say(each, self._tighter) for each in self.operands])

    def describe(self) -> str:
        return f" {self.word} ".join(map(inside, self.operands))

    def __str__(self) -> str:
        return f" {self.word} ".join(show(each, self._tighter) for each in self.operands)


class And(_Joined):
    """True if all operands are true."""

    word = "and"
    level = Level.AND
    examples = (
        Example(
            "1d20+5 >= 15 and 1d6 >= 2",
            "whether both are true; all dice are rolled, whatever the first show",
            (17, 3),
            "true",
        ),
        Example("a = 1d20; a >= 5 and a <= 15", "of one roll", (16,), "false"),
    )

    def value(self, frame: Frame) -> bool:
        truths = [each.value(frame) for each in self.operands]
        return all(truths)

    def chance(self, chances: Sequence[Fraction], budget: Budget) -> Fraction:
        return _all_of(chances, budget)

    def column(self, columns: Columns) -> list[bool] | None:
        found = columns.of_all(self.operands)
        return None if found is None else list(map(all, zip(*found, strict=True)))


class Or(_Joined):
    """True if at least one operand is true."""

    word = "or"
    level = Level.OR
    examples = (
        Example("1d20 >= 15 or 1d20 >= 18", "whether at least one is true", (3, 18), "true"),
        Example("1d4 = 4 or 1d4 = 4 and 1d4 = 1", "`and` binds tighter", (4, 4, 3), "true"),
    )

    def value(self, frame: Frame) -> bool:
        truths = [each.value(frame) for each in self.operands]
        return any(truths)

    def chance(self, chances: Sequence[Fraction], budget: Budget) -> Fraction:
        return 1 - _all_of([1 - chance for chance in chances], budget)

    def column(self, columns: Columns) -> list[bool] | None:
        found = columns.of_all(self.operands)
        return None if found is None else list(map(any, zip(*found, strict=True)))


class Not(_Logic):
    """True if the operand is false."""

    operand: Node

    word = "not"
    level = Level.NOT
    examples = (
        Example("not 1d20 = 1", "whether it is false", (1,), "false"),
        Example("not (1d6 = 1 or 1d6 = 1)", "of more than one comparison", (2, 5), "true"),
    )

    @property
    def children(self) -> tuple[Node, ...]:
        return (self.operand,)

    def value(self, frame: Frame) -> bool:
        return not self.operand.value(frame)

    def chance(self, chances: Sequence[Fraction], budget: Budget) -> Fraction:
        return 1 - chances[0]

    def column(self, columns: Columns) -> list[bool] | None:
        column = self.operand.column(columns)
        return None if column is None else [not truth for truth in column]

    def say(self, teller: Teller) -> Said:
        return phrase(["not ", teller.say(self.operand, Level.NOT)])

    def describe(self) -> str:
        return f"not {inside(self.operand)}"

    def __str__(self) -> str:
        return f"not {show(self.operand, Level.NOT)}"


def _all_of(chances: Iterable[Fraction], budget: Budget) -> Fraction:
    """The probability that independent events all happen."""
    from fractions import Fraction

    from astragal.probability.budget import FRACTION

    ratios = [chance.as_integer_ratio() for chance in chances]
    words = 1 + sum(denominator.bit_length() for _, denominator in ratios) // 64
    budget.spend(FRACTION * len(ratios) + _SQUARE * words**2)
    return Fraction(prod(above for above, _ in ratios), prod(below for _, below in ratios))


_SQUARE = 6
"""The steps of multiplying a fraction, per square of its machine words."""


def _require_truths(nodes: Sequence[Node], word: str) -> None:
    """Refuse numbers, dice and lists where a word joins truths."""
    wrong = next((node for node in nodes if node.kind is not Kind.TRUTH), None)
    if wrong is not None:
        raise NotationError(
            "not-a-truth",
            f"`{word}` needs what is true or false, but this is {wrong.kind.value}",
            span=wrong.span,
            hint=_compared(wrong, nodes, word),
        )


def _compared(wrong: Node, nodes: Sequence[Node], word: str) -> str | None:
    """A hint for a value that is not true or false; None if there is none."""
    if wrong.kind not in (Kind.NUMBER, Kind.POOL):
        return None
    if isinstance(wrong, Literal):
        before = "" if len(nodes) == 1 else f"a = {wrong.n + 1} "
        return f"say what is compared with it: `a = 1d20; {before}{word} a = {wrong.n}`"
    hint = f"compare it, e.g. `{Compare('>=', wrong, Literal(4))}`"
    if word == "and" and len(nodes) == 2:
        hint += f"; `{', '.join(map(str, nodes))}` rolls each for itself"
    return hint
