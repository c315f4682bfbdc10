"""The values of a pool instead of their total, for walks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar

from astragal.errors import AstragalError, OddsError, RuleError
from astragal.notation.expression import Expression
from astragal.notation.nodes.node import Kind, Node
from astragal.outcome import Number
from astragal.rolling.frame import Frame

if TYPE_CHECKING:
    from astragal.experiment.solve.memory import Memory
    from astragal.notation.telling import Teller
    from astragal.notation.weighing.weigher import Weigher
    from astragal.probability.laws.law import Law
    from astragal.probability.pools.pool import Pool
    from astragal.probability.walks.hands import Hand
    from astragal.probability.weights import Weights
    from astragal.rolling.phrases import Said


class Shown(Node, abstract=True):
    """All values of a pool. Used by rules only; it has no notation."""

    pooled: Node

    kind: ClassVar[Kind] = Kind.LIST

    @property
    def children(self) -> tuple[Node, ...]:
        return (self.pooled,)

    def value(self, frame: Frame) -> tuple[Any, ...]:
        return tuple(self.pooled.pool(frame))

    def pool(self, frame: Frame) -> Sequence[Number]:
        return self.pooled.pool(frame)

    def say(self, teller: Teller) -> Said:
        return self.pooled.say(teller)

    def describe(self) -> str:
        return self.pooled.describe()

    def __str__(self) -> str:
        return str(self.pooled)

    def law(self, weigher: Weigher) -> Law:
        raise TypeError("a list has no odds as a number")

    def odds(self, weigher: Weigher) -> Weights:
        from astragal.probability.walks.readings import EVERY_VALUE
        from astragal.probability.walks.walk import walk

        return walk([self.hand(weigher)], EVERY_VALUE, weigher.budget)

    def pools(self, weigher: Weigher) -> Iterator[tuple[Fraction, Pool]]:
        return self.pooled.pools(weigher)

    def hand(self, weigher: Weigher) -> Hand:
        """The values as a hand for walks."""
        from astragal.probability.pools.joined import hand_of

        for binding in weigher.bindings:
            if weigher.uses(binding.name) > 1:
                raise OddsError(
                    "endless",
                    f"a walk cannot read dice that depend on `{binding.name}` more than once",
                    span=binding.span,
                    hint="ask for that roll first, and then for the dice",
                )
        hand = hand_of(list(self.pooled.pools(weigher)))
        if self.pooled.kind is Kind.SYMBOLS:
            for lot in hand.lots:
                lot.rename(self.pooled.die.faces)  # type: ignore[attr-defined]
        return hand


def values_of(expression: Expression) -> Expression:
    """The values of an expression's pool; a RuleError if it is not a pool."""
    body = expression.body
    if isinstance(body, Shown):
        return expression
    if body.kind not in (Kind.POOL, Kind.LIST) and not body.draws_symbols:
        raise RuleError(
            "bad-pool",
            f"a walk reads dice, and `{expression}` is {body.kind.value}",
            hint="give it the dice alone: `4d6kh3`, `{4d6 & 2d8}`, `6x(2d6+1)`",
        )
    if expression.leaves_choices:
        raise RuleError(
            "bad-pool",
            f"a walk reads dice as they lie, and `{expression}` leaves a choice",
            hint="ask for the dice first, and then for the choice",
        )
    return Expression(
        Shown(body, span=body.span),
        expression.bindings,
        expression.comment,
        expression.text,
        expression.limits,
        cost=expression.cost,
    )


def hand_of_values(expression: Expression, memory: Memory) -> Hand:
    """The values of a pool as a hand for walks."""
    from astragal.notation.weighing.weigher import Weigher

    body = expression.body
    assert isinstance(body, Shown)
    weigher = Weigher(expression.bindings, body, memory.variables, memory.budget)
    try:
        return body.hand(weigher)
    except AstragalError as error:
        raise error.about(expression.text) from None
