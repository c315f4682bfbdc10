"""Functions of symbols: ``count(p, hit)``, ``cancel(p, success, failure)``."""

from __future__ import annotations

from collections import Counter as Multiset
from typing import TYPE_CHECKING, Any

from astragal._nearest import nearest
from astragal._value import field
from astragal.errors import NotationError, Span
from astragal.notation.functions.function import FUNCTIONS
from astragal.notation.functions.symbols import SymbolFunction
from astragal.notation.nodes.node import Kind, Node, inside
from astragal.notation.operation import Chapter, Example
from astragal.notation.weighing.features import Feature
from astragal.outcome import Outcome
from astragal.rolling.frame import Frame
from astragal.rolling.phrases import phrase

if TYPE_CHECKING:
    from astragal.notation.columns import Columns
    from astragal.notation.telling import Teller
    from astragal.notation.weighing.weigher import Weigher
    from astragal.probability.bags import Form
    from astragal.probability.laws.law import Law
    from astragal.probability.weights import Weights
    from astragal.rolling.phrases import Said


class SymbolCall(Node):
    """A function of symbols, and the names of the symbols it reads."""

    name: str
    inner: Node
    read: tuple[str, ...]
    places: tuple[Span, ...] = field(default=(), compare=False)
    """the span of each of these names in the text"""

    chapter = Chapter.READ_SYMBOLS
    examples = (
        Example(
            "count(cancel(2d{success,failure}, success, failure), success) >= 1",
            "a check: whether a success is left",
            ("success", "success"),
            "true",
        ),
    )

    def __post_init__(self) -> None:
        function = self.function
        if self.inner.kind is not Kind.SYMBOLS:
            raise NotationError(
                "not-symbols",
                f"`{self.name}` reads symbols, but this is {self.inner.kind.value}",
                span=self.inner.span,
                hint=f"e.g. `{function.example}`",
            )
        given, most = 1 + len(self.read), function.most
        odd = function.leaves_symbols and len(self.read) % 2
        if given < function.least or (most is not None and given > most) or odd:
            needs = "symbols in pairs" if function.leaves_symbols else "symbols by name"
            needs = "two symbols" if most is not None else needs
            raise NotationError(
                "wrong-arguments",
                f"`{self.name}` takes dice and then {needs}",
                span=self.span,
                hint=f"e.g. `{function.example}`",
            )
        self._check_names()

    def _check_names(self) -> None:
        for name, times in Multiset(self.read).items():
            if times > 1:
                message = f"`{name}` is named twice"
                raise NotationError("wrong-arguments", message, span=self.span)
        known = self.inner.symbols
        for pair in self.pairs or [(name,) for name in self.read]:
            if not any(name in known for name in pair):
                places = dict(zip(self.read, self.places, strict=False))
                raise unknown_symbol(pair[0], known, places.get(pair[0], self.span))

    @property
    def function(self) -> SymbolFunction:
        found = FUNCTIONS[self.name]
        assert isinstance(found, SymbolFunction)
        return found

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """The pairs of symbols that cancel each other."""
        return self.function.pairs(self.read)

    # Structure

    @property
    def kind(self) -> Kind:
        return Kind.SYMBOLS if self.function.leaves_symbols else Kind.NUMBER

    @property
    def children(self) -> tuple[Node, ...]:
        return (self.inner,)

    @property
    def symbols(self) -> tuple[str, ...]:
        return self.inner.symbols if self.kind is Kind.SYMBOLS else ()

    def asks_of(self, name: str, weigher: Weigher) -> tuple[list[Feature], tuple[Node, ...]]:
        """Use only the symbols of a name that are read, and those that cancel them."""
        if self.kind is Kind.SYMBOLS:
            return [], self.children
        wanted, found, rest = set(self.read), list[Feature](), list[Node]()
        waiting = [self.inner]
        while waiting:
            node = waiting.pop()
            if node.kind is not Kind.SYMBOLS or node.draws_symbols:
                rest.append(node)
                continue
            if isinstance(node, SymbolCall):
                wanted.update(node.read)
            found += node.asks_of(name, weigher)[0]
            waiting += node.children
        return [feature for feature in found if feature.symbol in wanted], tuple(rest)

    # In a roll

    def value(self, frame: Frame) -> Outcome:
        bag: Any = self.inner.value(frame)
        found: Outcome = self.function.compute(bag, *self.read)
        return found

    # In odds

    def law(self, weigher: Weigher) -> Law:
        return self.tally(weigher, ())

    def odds(self, weigher: Weigher) -> Law | Weights:
        if self.kind is Kind.NUMBER:
            return self.law(weigher)
        return weigher.bags(self.inner, self.pairs, self.symbols)

    def tally(self, weigher: Weigher, form: Form) -> Law:
        bag = weigher.bag(self.inner, self.span)
        return self.function.law(self.read, form, bag, weigher.budget)

    def most(self, weigher: Weigher) -> dict[str, int]:
        return self.inner.most(weigher)

    def column(self, columns: Columns) -> None:
        return None

    # In words

    def say(self, teller: Teller) -> Said:
        return phrase([f"{self.name}(", teller.say(self.inner), f", {', '.join(self.read)})"])

    def describe(self) -> str:
        return self.function.words.format(inside(self.inner), self.function.named(self.read))

    def __str__(self) -> str:
        return f"{self.name}({self.inner}, {', '.join(self.read)})"


def unknown_symbol(name: str, known: tuple[str, ...], span: Span) -> NotationError:
    """The error for a word where a symbol of these dice was expected."""
    near = nearest(name, known)
    shown = ", ".join(known[:12]) + (", …" if len(known) > 12 else "")
    return NotationError(
        "unknown-symbol",
        f"no face shows `{name[:40]}`",
        span=span,
        hint=f"did you mean `{near}`?" if near else f"the faces show {shown or 'no symbol'}",
    )
