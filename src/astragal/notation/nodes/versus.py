"""Two sides against each other: ``1d20+5 vs 1d20+3``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from astragal.errors import NotationError
from astragal.notation.cost import nodes_in
from astragal.notation.nodes.comparison import Compare
from astragal.notation.nodes.node import Kind, Level, Node, apart, show
from astragal.notation.nodes.values import Given
from astragal.notation.operation import Chapter, Example
from astragal.outcome import Number, Outcome, Verdict
from astragal.rolling.frame import Frame
from astragal.rolling.phrases import phrase

if TYPE_CHECKING:
    from astragal.notation.columns import Columns
    from astragal.notation.telling import Teller
    from astragal.notation.weighing.weigher import Weigher
    from astragal.probability.laws.law import Law
    from astragal.probability.weights import Weights
    from astragal.rolling.phrases import Said
    from astragal.rolling.trace import RolledGroup

HIGHER, TIE, LOWER = "higher", "tie", "lower"
_MEANING = {HIGHER: Verdict.SUCCESS, LOWER: Verdict.FAILURE}


class Versus(Node):
    """A comparison of two totals; the first is higher, lower, or there is a tie.

    The first side is rolled first. A side with only numbers must be in brackets: at a table,
    `1d20+5 vs 15` means 15 or more.
    """

    left: Node
    right: Node

    word: ClassVar[str] = "vs"
    level = Level.COMPARISON
    runs_on: ClassVar[bool] = True
    chapter = Chapter.COMPARE
    examples = (
        Example("1d20+5 vs 1d20+3", "two sides: higher, tie or lower", (11, 13), "tie"),
        Example("3d6 vs (10)", "a number goes in brackets", (6, 5, 1), "higher"),
    )

    def __post_init__(self) -> None:
        for side in self.children:
            if side.kind not in (Kind.NUMBER, Kind.POOL):
                raise NotationError(
                    "not-a-number",
                    f"`vs` compares two totals, but this is {side.kind.value}",
                    span=side.span,
                    hint="e.g. `1d20+5 vs 1d20+3`",
                )

    @property
    def kind(self) -> Kind:
        return Kind.STANDING

    @property
    def children(self) -> tuple[Node, ...]:
        return (self.left, self.right)

    def value(self, frame: Frame) -> str:
        left = self.left.number(frame)
        return _standing(left, self.right.number(frame))

    def means(self, outcome: Outcome, groups: Sequence[RolledGroup]) -> Verdict | None:
        return _MEANING.get(str(outcome))

    def law(self, weigher: Weigher) -> Law:
        raise TypeError("higher, tie and lower have no odds as a number")

    def odds(self, weigher: Weigher) -> Weights:
        from astragal.notation.weighing.cases import whole_weights

        left, right = weigher.law(self.left), weigher.law(self.right)
        weigher.budget.span = self.span
        higher = weigher.compare(">", left, right, weigher.budget)
        tie = weigher.compare("=", left, right, weigher.budget)
        return whole_weights({HIGHER: higher, TIE: tie, LOWER: 1 - higher - tie})

    def column(self, columns: Columns) -> list[str] | None:
        found = columns.of_all(self.children)
        return None if found is None else list(map(_standing, *found))

    def say(self, teller: Teller) -> Said:
        left, right = teller.say(self.left, Level.SUM), teller.say(self.right, Level.SUM)
        return phrase([left, " vs ", right])

    def describe(self) -> str:
        return f"{apart(self.left)} against {apart(self.right)}: higher, tie or lower"

    def __str__(self) -> str:
        return f"{_side(self.left)} vs {_side(self.right)}"


def _standing(left: Number, right: Number) -> str:
    return TIE if left == right else HIGHER if left > right else LOWER


def _side(node: Node) -> str:
    return f"({node})" if is_plain(node) else show(node, Level.SUM)


def is_plain(side: Node) -> bool:
    """True if a side has only numbers: no dice, no names, no variables."""
    return not any(
        each.draws or each.used_name or isinstance(each, Given) for each in nodes_in((), side)
    )


def bare_number(left: Node, right: Node) -> NotationError:
    """The error for ``1d20+5 vs 15``, which at a table means 15 or more."""
    meets, versus = Compare(">=", left, right), Versus(left, right)
    plain = right if is_plain(right) else left
    return NotationError(
        "vs-a-number",
        "`vs` stands between two rolls, but this is a number",
        span=plain.span,
        hint=f"`{meets}` is true if it is met or beaten, `{versus}` comes to higher, tie or lower",
    )
