"""Sums of symbols: ``2d{hit,miss} + 1d{crit,blank}``."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from astragal._value import put
from astragal.errors import NOWHERE, NotationError, Span
from astragal.notation.nodes.arithmetic import Parts, Sum
from astragal.notation.nodes.node import Kind, Node
from astragal.notation.operation import Chapter, Example
from astragal.outcome import Outcome
from astragal.rolling.frame import Frame
from astragal.symbols import added

if TYPE_CHECKING:
    from astragal.notation.columns import Columns
    from astragal.notation.weighing.weigher import Weigher
    from astragal.probability.bags import Form
    from astragal.probability.laws.law import Law
    from astragal.probability.weights import Weights


class SymbolSum(Sum):
    """The sum of two or more pools of symbols; all signs are plus."""

    kind = Kind.SYMBOLS

    chapter = Chapter.SYMBOLS
    examples = (
        Example(
            "2d{hit,miss} + 1d{crit,blank}",
            "pools of unlike dice",
            ("hit", "miss", "crit"),
            "crit + hit + miss",
        ),
    )

    def __init__(self, terms: Parts, *, span: Span = NOWHERE) -> None:
        if len(terms) < 2 or any(term.kind is not Kind.SYMBOLS for _, term in terms):
            raise NotationError("bad-sum", "symbols are added to symbols, two terms or more")
        for sign, term in terms:
            if sign != "+":
                raise NotationError(
                    "bad-sum",
                    "symbols can be added, not taken away",
                    span=term.span,
                    hint=f"add all dice, and let symbols cancel: `{_cancelled(terms)}`",
                )
        put(self, "terms", terms)
        put(self, "span", span)

    @property
    def first_dice(self) -> Node | None:
        return None

    @property
    def symbols(self) -> tuple[str, ...]:
        return tuple(sorted({name for term in self.children for name in term.symbols}))

    def value(self, frame: Frame) -> Outcome:  # type: ignore[override]
        return added([term.value(frame) for term in self.children])  # type: ignore[misc]

    def column(self, columns: Columns) -> None:
        return None

    def law(self, weigher: Weigher) -> Law:
        raise TypeError("symbols have no odds as a number")

    def odds(self, weigher: Weigher) -> Weights:
        return weigher.bags(self)

    def most(self, weigher: Weigher) -> dict[str, int]:
        most: Counter[str] = Counter()
        for term in self.children:
            most.update(term.most(weigher))
        return most

    def tally(self, weigher: Weigher, form: Form) -> Law:
        laws = [term.tally(weigher, form) for term in self.children]
        weigher.budget.span = self.span
        return weigher.total(laws)


def _cancelled(terms: Parts) -> str:
    """All the dice, where a symbol of those that are added cancels one of those taken away."""
    dice = " + ".join(str(term) for _, term in terms)
    added_symbols = (name for sign, term in terms if sign == "+" for name in term.symbols)
    taken = (name for sign, term in terms if sign == "-" for name in term.symbols)
    return f"cancel({dice}, {next(added_symbols, 'success')}, {next(taken, 'failure')})"
