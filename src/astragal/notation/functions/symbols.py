"""Functions that read symbols: counts, differences and cancelling."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from astragal.notation.functions.function import Function
from astragal.notation.operation import Chapter, Example

if TYPE_CHECKING:
    from astragal.probability.bags import CancelledPair, Form, Random
    from astragal.probability.budget import Budget
    from astragal.probability.laws.law import Law
    from astragal.symbols import Symbols


class SymbolFunction(Function, abstract=True):
    """A function of symbols and of the names of some symbols."""

    reads_symbols: ClassVar[bool] = True
    reserved: ClassVar[bool] = False
    leaves_symbols: ClassVar[bool] = False
    """whether its value is symbols, not a number"""
    least = 2
    most: ClassVar[int | None] = None

    @abstractmethod
    def compute(self, bag: Symbols, *names: str) -> Any:
        """The value for a bag."""

    @abstractmethod
    def law(self, names: Sequence[str], form: Form, bag: Random, budget: Budget) -> Law:
        """The law of the value; if it is symbols, of their value under a form."""

    def pairs(self, names: Sequence[str]) -> tuple[CancelledPair, ...]:
        """The pairs of symbols that cancel each other."""
        return ()

    def named(self, names: Sequence[str]) -> str:
        """The symbols that it reads, in words."""
        return " and ".join(names)


class CountSymbols(SymbolFunction):
    name = "count"
    words = "how many {1} there are in {0}"
    chapter = Chapter.READ_SYMBOLS
    examples = (
        Example(
            "count(2d{hit,2hit,miss}, hit)",
            "how many there are of a symbol: a number, for sums, comparisons and ranges",
            ("2hit", "hit"),
            "3",
        ),
        Example(
            "count(2d{hit,hit+crit,miss}, hit, crit)",
            "of several symbols together",
            ("hit", "crit+hit"),
            "3",
        ),
    )

    def compute(self, bag: Symbols, *names: str) -> int:
        return bag.count(*names)

    def law(self, names: Sequence[str], form: Form, bag: Random, budget: Budget) -> Law:
        return bag.law(tuple((name, 1) for name in sorted(names)))


class Net(SymbolFunction):
    name = "net"
    words = "{1} in {0}"
    least, most = 3, 3
    chapter = Chapter.READ_SYMBOLS
    examples = (
        Example(
            "net(3d{success,failure,blank}, success, failure)",
            "how many more there are of one symbol than of another; less than 0 if there are fewer",
            ("failure", "failure", "success"),
            "-1",
        ),
    )

    def compute(self, bag: Symbols, *names: str) -> int:
        one, other = names
        return bag[one] - bag[other]

    def law(self, names: Sequence[str], form: Form, bag: Random, budget: Budget) -> Law:
        from astragal.probability.bags import form_of

        one, other = names
        return bag.law(form_of({one: 1, other: -1}))

    def named(self, names: Sequence[str]) -> str:
        return " less ".join(names)


class Cancel(SymbolFunction):
    name = "cancel"
    words = "{0}, in which {1} cancel"
    least = 3
    leaves_symbols = True
    chapter = Chapter.READ_SYMBOLS
    examples = (
        Example(
            "cancel(2d{success,2success} + 1d{failure,blank}, success, failure)",
            "two symbols cancel each other, one for one; so may the next two, and so on",
            ("2success", "success", "failure"),
            "2 success",
        ),
    )

    def compute(self, bag: Symbols, *names: str) -> Symbols:
        return bag.cancel(*names)

    def law(self, names: Sequence[str], form: Form, bag: Random, budget: Budget) -> Law:
        from astragal.probability.bags import cancelled_law

        return cancelled_law(bag, form, self.pairs(names), budget)

    def pairs(self, names: Sequence[str]) -> tuple[CancelledPair, ...]:
        return tuple(zip(names[::2], names[1::2], strict=True))

    def named(self, names: Sequence[str]) -> str:
        return ", ".join(" and ".join(pair) for pair in self.pairs(names))
