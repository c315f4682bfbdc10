"""The odds of an expression: what its nodes need while they are weighed.

Each part of an expression is its own dice, so odds are put together as those of independent numbers. A name
stands for one roll: where it is used more than once, all that uses it is weighed for each of its values.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from astragal.errors import LimitError, OddsError
from astragal.experiment.experiment import Variables
from astragal.notation.cases import FailureError, for_each, merged, mixed
from astragal.notation.features import Feature, endless_name, read_features
from astragal.notation.modifiers.modifier import Modifier, operands_of
from astragal.notation.nodes.names import Binding
from astragal.notation.nodes.node import Kind, Node, bad_whole
from astragal.notation.operands import whole_operand
from astragal.odds.budget import Budget, Cache
from astragal.odds.laws.law import Law
from astragal.odds.weights import Weights
from astragal.outcome import Number

if TYPE_CHECKING:
    from astragal.notation.nodes.dice import Dice

Case = TypeVar("Case")


class Natural(NamedTuple):
    """Asks for the part of some dice's odds in which their natural result is, or is not, among faces."""

    dice: Dice
    faces: frozenset[int]
    among: bool

    def holds(self, result: Number) -> bool:
        return (result in self.faces) == self.among


def weigh(
    bindings: Sequence[Binding], body: Node, variables: Variables, budget: Budget
) -> Law | Weights:
    """The odds of an expression: of its number, or of each of its outcomes."""
    weigher = Weigher(bindings, body, variables, budget)
    try:
        return weigher.weigh() if bindings else body.odds(weigher)
    except FailureError as failure:
        raise failure.told() from None
    except (OddsError, LimitError) as error:
        error.span = error.span or budget.span
        raise


class Weigher:
    """The names of an expression, the caller's values and the budget, for its nodes to use."""

    def __init__(
        self, bindings: Sequence[Binding], body: Node, variables: Variables, budget: Budget
    ) -> None:
        self.bindings = bindings
        self.body = body
        self.variables = variables
        self.budget = budget
        self.bound = {binding.name: binding.node for binding in bindings}
        self.known: dict[Feature, Number] = {}
        """what the names that are used more than once came to, in the case at hand"""
        self.natural: Natural | None = None

    certain = staticmethod(Law.certain)
    remembered = Cache[Law](256)
    """the totals of dice that were weighed before"""

    # Cases

    @staticmethod
    def mixed(cases: Iterable[tuple[Number, Case]], then: Callable[[Case], Law]) -> Law:
        """The odds that follow from every case, put together."""
        return mixed(for_each(cases, then))

    def wholes(self, node: Node, what: str, least: int) -> list[tuple[Number, int]]:
        """Every value of a number that must be whole and not too small, with its probability."""
        law = node.law(self)
        if not law.finite:
            raise _endless(what, node)
        table, denominator = law.table()

        def check(number: Number) -> int:
            if isinstance(number, Fraction) or number < least:
                raise bad_whole(node, number, what, least)
            return int(number)

        return for_each(((Fraction(w, denominator), number) for number, w in table.items()), check)

    def settled(self, modifiers: Sequence[Modifier]) -> list[tuple[Number, tuple[Modifier, ...]]]:
        """Modifiers with numbers for their operands, for every way these can fall."""
        nodes = operands_of(modifiers)
        if not nodes:
            return [(1, tuple(modifiers))]
        values = [self._operand(node) for node in nodes]
        cases: list[tuple[Number, tuple[Modifier, ...]]] = []
        for case in product(*values):
            chance: Number = 1
            for share, _ in case:
                chance *= share
            numbers = iter([number for _, number in case])
            made = tuple(each.settled(lambda _, n=numbers: next(n)) for each in modifiers)  # type: ignore[misc]
            cases.append((chance, made))
        self.budget.spend_entries(20 * len(cases))
        return cases

    def _operand(self, node: Node) -> list[tuple[Number, int]]:
        law = node.law(self)
        if not law.finite:
            raise _endless("a comparison with a number", node)
        table, denominator = law.table()
        return for_each(
            ((Fraction(w, denominator), number) for number, w in table.items()),
            lambda number: whole_operand(node, number),
        )

    # Names

    def weigh(self, place: int = 0) -> Law | Weights:
        """The odds of the body, once the names from ``place`` on have got their values."""
        if place == len(self.bindings):
            return self.body.odds(self)
        binding = self.bindings[place]
        uses = self._uses[binding.name]
        if not uses:
            binding.node.odds(self)  # it is rolled all the same, and may be impossible
        if uses < 2:
            return self.weigh(place + 1)
        features = self._features(binding.name)

        def then(values: tuple[Number, ...]) -> Law | Weights:
            self.known.update(zip(features, values, strict=True))
            return self.weigh(place + 1)

        cases = self._joint(binding, features)
        self.budget.spend_entries(20 * len(cases))
        try:
            return merged(for_each(cases, then))
        finally:
            # In the next case of an earlier name this one has not got its values yet.
            for feature in features:
                self.known.pop(feature, None)

    def law_of_name(self, name: str) -> Law:
        """The odds of what a name comes to in all."""
        known = self.known.get(Feature(name))
        return self.bound[name].law(self) if known is None else Law.certain(known)

    @property
    def _uses(self) -> Counter[str]:
        """How often each name is used, in every repeat anew."""
        uses: Counter[str] = Counter()
        waiting = [(node, 1) for node in (*self.bound.values(), self.body)]
        while waiting:
            node, times = waiting.pop()
            uses[node.used_name] += times
            waiting += [(child, times * node.repeats) for child in node.children]
        return uses

    def _features(self, name: str) -> list[Feature]:
        """All that is asked of a name, by the names behind it and the body."""
        found: dict[Feature, None] = {}
        waiting: list[Node] = [*self.bound.values(), self.body]
        while waiting:
            features, inside = waiting.pop().asks_of(name, self)
            found.update(dict.fromkeys(features))
            waiting += inside
        return list(found)

    def _joint(
        self, binding: Binding, features: Sequence[Feature]
    ) -> list[tuple[Fraction, tuple[Number, ...]]]:
        """All that is asked of a name at once, for every way it can fall."""
        self.budget.span = binding.span
        node = binding.node
        if node.kind not in (Kind.POOL, Kind.LIST):
            law = node.law(self)
            if not law.finite:
                raise endless_name(binding.name, binding.span)
            table, denominator = law.table()
            return [(Fraction(w, denominator), (number,)) for number, w in table.items()]
        results: dict[tuple[Number, ...], Fraction] = defaultdict(Fraction)
        for chance, pool in node.pools(self):
            found = read_features(pool, features, binding.name, binding.span)
            for values, weight in found.items():
                results[values] += chance * weight
        return [(chance, values) for values, chance in results.items()]


def _endless(what: str, node: Node) -> OddsError:
    return OddsError(
        "endless",
        f"{what} that explodes without limit has no exact odds here",
        span=node.span,
        hint="`!o` explodes once only",
    )
