"""The odds of an expression: the state its nodes need while they are weighed.

The parts of an expression roll their own dice, so their odds are independent. A name stands for one
roll: if it is used more than once, the parts using it are weighed once for each of its values.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from importlib import import_module
from itertools import product
from math import gcd, prod
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from astragal.errors import AstragalError, LimitError, OddsError, Span
from astragal.experiment.experiment import Variables
from astragal.notation.columns import CaseColumns, Cases
from astragal.notation.cost import nodes_in
from astragal.notation.modifiers.modifier import Modifier, effects_on_totals, operands_of
from astragal.notation.nodes.node import Kind, Node, bad_whole
from astragal.notation.operands import whole_operand
from astragal.notation.weighing.cases import FailureError, for_each, merged, mixed
from astragal.notation.weighing.features import (
    Feature,
    endless_name,
    read_features,
    steps_of_chances,
)
from astragal.outcome import Number
from astragal.probability.budget import CASE, Budget, Cache
from astragal.probability.laws import comparisons
from astragal.probability.laws.law import Law
from astragal.probability.laws.sums import fair_sum
from astragal.probability.weights import Settled, Weights

if TYPE_CHECKING:
    from astragal.notation.expression import Expression
    from astragal.notation.nodes.names import Binding, Name
    from astragal.notation.weighing import known_dice
    from astragal.notation.weighing.natural import Natural
    from astragal.notation.weighing.shared import SharedLaws
    from astragal.probability.bags import CancelledPair, Form, Random
    from astragal.probability.pools.identical import Identical
    from astragal.probability.pools.pool import Pool, pool_after, total_after

Case = TypeVar("Case")

_NUMBER = 2_500
"""The steps of listing one value of a name; half as many make it part of a law again."""

PART = 1_100
"""The steps of weighing one more node or modifier of an expression, in each case."""

SURE = Fraction(1)
"""The probability of the only case."""

_ROW, _LONGER = 25, 256
"""The steps of one row of a column, and how many bits of its numbers add one more step."""

_COPIES = 5
"""Twice the number of copies of a law's weights in memory while it is mixed with others."""


def weigh(
    expression: Expression,
    variables: Variables,
    budget: Budget,
    shared: SharedLaws | None = None,
) -> Law | Weights:
    """The odds of an expression, as a law if its outcome is a number.

    The odds of its nodes are independent, and are combined.
    """
    bindings, body = expression.bindings, expression.body
    weigher = Weigher(bindings, body, variables, budget)
    if shared is not None:
        weigher.shared = shared
    try:
        found = weigher.weigh() if bindings else body.odds(weigher)
    except FailureError as failure:
        raise failure.with_probability().about(expression.text) from None
    except AstragalError as error:
        if isinstance(error, OddsError | LimitError):
            error.span = error.span or budget.span
        raise error.about(expression.text) from None
    except RecursionError:
        raise LimitError("too-deep", "too many brackets inside brackets for odds") from None
    budget.span = body.span
    return found


class _Later:
    """A function of pools whose module is loaded on the first call: sums do not need it."""

    def __init__(self, module: str, name: str) -> None:
        self.module = module
        self.name = name

    def __set_name__(self, owner: type, attribute: str) -> None:
        self.owner, self.attribute = owner, attribute

    def __get__(self, instance: object, owner: type) -> Any:
        found = getattr(import_module(self.module), self.name)
        setattr(self.owner, self.attribute, staticmethod(found))
        return found


class Weigher:
    """The names of an expression, the variables and the budget, for use by its nodes."""

    def __init__(
        self, bindings: Sequence[Binding], body: Node, variables: Variables, budget: Budget
    ) -> None:
        self.bindings = bindings
        self.body = body
        self.variables = variables
        self.budget = budget
        self.known: dict[Feature, Number] = {}
        """the features of names that are used more than once, in the current case"""
        self._cases: dict[str, Cases] = {}

    natural: Natural | None = None

    @cached_property
    def bound(self) -> dict[str, Node]:
        """The node of each name."""
        return {binding.name: binding.node for binding in self.bindings}

    certain = staticmethod(Law.certain)
    fair_sum = staticmethod(fair_sum)
    if TYPE_CHECKING:
        total_of = staticmethod(known_dice.total_of)
        pool_of = staticmethod(known_dice.pool_of)
        identical = Identical
        sum_after = staticmethod(total_after)
        pool_after = staticmethod(pool_after)
    else:
        total_of = _Later("astragal.notation.weighing.known_dice", "total_of")
        pool_of = _Later("astragal.notation.weighing.known_dice", "pool_of")
        identical = _Later("astragal.probability.pools.identical", "Identical")
        sum_after = _Later("astragal.probability.pools.pool", "total_after")
        pool_after = _Later("astragal.probability.pools.pool", "pool_after")
    sure = SURE
    part: ClassVar[int] = PART
    compare = staticmethod(comparisons.compare)
    weight_of = staticmethod(comparisons.weight_of)
    within = staticmethod(comparisons.within)
    remembered = Cache[tuple[Law, int]](256)
    """the totals of dice weighed before"""

    shared: SharedLaws | None = None
    """the laws of parts of this expression that were found with other variables"""

    def law(self, node: Node) -> Law:
        """The law of a part, shared between calculations if it does not depend on variables."""
        if self.shared is None or self.natural is not None:
            return node.law(self)
        return self.shared.law(node, self)

    @staticmethod
    def truth(held: int, denominator: int) -> Weights:
        """The odds of true, with this weight, and of false."""
        if held == 0 or held == denominator:
            return Settled({held != 0: 1}, 1)
        common = gcd(held, denominator)
        held, denominator = held // common, denominator // common
        return Settled({False: denominator - held, True: held}, denominator)

    def total(self, laws: Sequence[Law]) -> Law:
        """The sum of independent numbers: neighbours first, so that long laws are added last."""
        while len(laws) > 1:
            pairs = zip(laws[::2], laws[1::2], strict=False)
            paired = [one.plus(other, self.budget) for one, other in pairs]
            laws = paired + list(laws[2 * len(paired) :])
        return laws[0]

    # Pools

    def total_after(self, pool: Pool, modifiers: Sequence[Modifier]) -> Law:
        """The sum of a pool's values after modifiers, whose operands may be rolled."""
        if operands_of(modifiers):
            return self.mixed(
                self.settled(modifiers), lambda each: self.sum_after(pool, effects_on_totals(each))
            )
        return self.sum_after(pool, effects_on_totals(modifiers))

    def pools_after(
        self, pool: Pool, modifiers: Sequence[Modifier], chance: Fraction = SURE
    ) -> Iterator[tuple[Fraction, Pool]]:
        """The pools after modifiers: one for each case of their operands."""
        for share, each in self.settled(modifiers):
            yield chance * share, self.pool_after(pool, effects_on_totals(each))

    # Cases

    def mixed(self, cases: Iterable[tuple[Number, Case]], then: Callable[[Case], Law]) -> Law:
        """The mixture of the laws of all cases, which are in memory together."""
        if type(cases) is list and len(cases) == 1 and cases[0][0] == 1:
            return then(cases[0][1])
        before = self.budget.kept
        try:
            return mixed(for_each(cases, lambda case: self._kept(then(case))), self.budget)
        finally:
            self.budget.kept = before

    def _kept(self, law: Law) -> Law:
        """Count the memory of a law that is held until it is mixed with others."""
        self.budget.keep(law.size, _COPIES * law.bits // 2)
        return law

    def wholes(self, node: Node, what: str, least: int) -> list[tuple[Number, int]]:
        """The values of a node with their probabilities; all must be whole, ``least`` or more."""
        law = node.law(self)
        if not law.finite:
            raise _endless(what, node)

        def check(number: Number) -> int:
            if isinstance(number, Fraction) or number < least:
                raise bad_whole(node, number, what, least)
            return int(number)

        return for_each(self._each(law), check)

    def _each(self, law: Law) -> Iterator[tuple[Fraction, Number]]:
        """The numbers of a finite law with their probabilities; counted before they are listed."""
        self.budget.spend(_NUMBER * law.size + steps_of_chances(law.size, law.bits))
        table, denominator = law.table()
        return ((Fraction(weight, denominator), number) for number, weight in table.items())

    def settled(self, modifiers: Sequence[Modifier]) -> list[tuple[Number, tuple[Modifier, ...]]]:
        """The modifiers for every combination of their operands' values, with its probability."""
        nodes = operands_of(modifiers)
        if not nodes:
            return [(1, tuple(modifiers))]
        laws = [self._operand(node) for node in nodes]
        count = prod(law.size for law in laws)
        self.budget.spend(count * (CASE + PART * len(modifiers)))
        self.budget.room(count * len(modifiers), 0)
        values = [
            for_each(self._each(law), lambda number, node=node: whole_operand(node, number))  # type: ignore[misc]
            for node, law in zip(nodes, laws, strict=True)
        ]
        cases = ((prod(share for share, _ in case), case) for case in product(*values))

        def settle(case: tuple[tuple[Number, int], ...]) -> tuple[Modifier, ...]:
            numbers = iter([number for _, number in case])
            return tuple(modifier.settled(lambda _: next(numbers)) for modifier in modifiers)

        return for_each(cases, settle)

    def _spend_on_columns(self, cases: Cases, parts: int) -> None:
        """Count a column for each part; products may become as long as all parts together."""
        longest = max((max(map(abs, column)) for column in cases.columns.values()), default=0)
        bits = parts * int(longest).bit_length()
        self.budget.spend(len(cases) * parts * (_ROW + bits // _LONGER))
        self.budget.room(len(cases) * parts, bits // 8)

    def _parts_from(self, place: int) -> int:
        """The number of parts weighed for each value of a name, including later names."""
        return sum(len(node.parts) for node in nodes_in(self.bindings[place:], self.body))

    def _operand(self, node: Node) -> Law:
        law = node.law(self)
        if not law.finite:
            raise _endless("a comparison with a number", node)
        return law

    # Names

    def weigh(self, place: int = 0) -> Law | Weights:
        """The odds of the body, over all values of the names from ``place`` on."""
        if place == len(self.bindings):
            return self.body.odds(self)
        binding = self.bindings[place]
        uses = self._uses[binding.name]
        if not uses:
            binding.node.odds(self)  # it is rolled nevertheless, and may fail
        if uses < 2:
            return self.weigh(place + 1)
        features = self._features(binding.name)

        def then(values: tuple[Number, ...]) -> Law | Weights:
            self.known.update(zip(features, values, strict=True))
            before = self.budget.spent
            found = self.weigh(place + 1)
            if values == cases.listed[0][1]:
                self.budget.foresee(len(cases) * (self.budget.spent - before))
            return found

        cases = self._cases_of(binding, features)
        if all(self._uses[later.name] == 1 for later in self.bindings[place + 1 :]):
            self._spend_on_columns(cases, self._parts_from(place + 1))
            column = self.body.column(CaseColumns(cases, self))
            if column is not None:
                if not isinstance(column[0], bool | str):
                    self.budget.spend(_NUMBER // 2 * len(cases))
                return cases.odds_of(column)
        self.budget.spend(len(cases) * (CASE + PART * self._parts_from(place + 1)))
        try:
            return merged(for_each(cases.listed, then), self.budget)
        finally:
            # In the next case of an earlier name, this name has no values yet.
            for feature in features:
                self.known.pop(feature, None)

    def law_of_name(self, name: str) -> Law:
        """The odds of a name's total."""
        known = self.known.get(Feature(name))
        return self.bound[name].law(self) if known is None else Law.certain(known)

    def tally_of_name(self, name: str, form: Form) -> Law:
        """The law of the value of a name's symbols under a form."""
        known = [self.known.get(Feature(name, symbol=symbol)) for symbol, _ in form]
        if not form or None in known:
            assert not any(known), "all symbols that are read of a name are its features"
            return self.bound[name].tally(self, form)
        return Law.certain(sum(n * each for n, (_, each) in zip(known, form, strict=True)))  # type: ignore[operator,misc]

    def known_bag(self, name: Name) -> Weights | None:
        """The symbols of a name in the current case; None unless all of them are known."""
        from astragal.symbols import Symbols

        known = {each: self.known.get(Feature(name.name, symbol=each)) for each in name.symbols}
        counts = {symbol: int(n) for symbol, n in known.items() if n is not None}
        if len(counts) < len(known):
            return None
        return Weights({Symbols.of_counts(counts): 1}, 1)

    def bags(
        self, node: Node, pairs: Sequence[CancelledPair] = (), symbols: Sequence[str] = ()
    ) -> Weights:
        """The odds of symbols, by default all of a node, after cancelling pairs."""
        from astragal.probability.bags import bag_weights

        return bag_weights(self.bag(node), symbols or node.symbols, pairs, self.budget)

    def bag(self, node: Node, span: Span | None = None) -> Random:
        """The symbols of a node; ``span`` is the part of the text that reads them."""
        from astragal.notation.weighing.bag_of_node import BagOfNode

        return BagOfNode(node, self, node.span if span is None else span)

    def uses(self, name: str) -> int:
        """The number of uses of a name."""
        return self._uses[name]

    @cached_property
    def _uses(self) -> Counter[str]:
        """The number of uses of each name; a repeat counts every repetition."""
        uses: Counter[str] = Counter()
        waiting = [(node, 1) for node in (*self.bound.values(), self.body)]
        while waiting:
            node, times = waiting.pop()
            uses[node.used_name] += times
            waiting += [(child, times * node.repeats) for child in node.children]
        return uses

    def _features(self, name: str) -> list[Feature]:
        """All features of a name used by later names and the body."""
        found: dict[Feature, None] = {}
        waiting: list[Node] = [*self.bound.values(), self.body]
        while waiting:
            features, inside = waiting.pop().asks_of(name, self)
            found.update(dict.fromkeys(features))
            waiting += inside
        return list(found)

    def _cases_of(self, binding: Binding, features: Sequence[Feature]) -> Cases:
        """The joint values of the features of a name; computed once if they never change."""
        known = self._cases.get(binding.name)
        if known is not None:
            return known
        cases = Cases(features, self._joint(binding, features))
        if not any(node.used_name for node in nodes_in((), binding.node)):
            self._cases[binding.name] = cases
        return cases

    def _joint(
        self, binding: Binding, features: Sequence[Feature]
    ) -> list[tuple[Fraction, tuple[Number, ...]]]:
        """The joint distribution of the features of a name."""
        self.budget.span = binding.span
        node = binding.node
        if node.kind is Kind.SYMBOLS:
            return self._joint_symbols(node, features)
        if node.kind not in (Kind.POOL, Kind.LIST):
            law = node.law(self)
            if not law.finite:
                raise endless_name(binding.name, binding.span)
            return [(chance, (number,)) for chance, number in self._each(law)]
        results: dict[tuple[Number, ...], Fraction] = defaultdict(Fraction)
        for chance, pool in node.pools(self):
            self.budget.spend_cases(1)
            found = read_features(pool, features, binding.name, binding.span)
            self.budget.spend(_NUMBER * len(found))
            for values, weight in found.items():
                results[values] += chance * weight
        return [(chance, values) for values, chance in results.items()]

    def _joint_symbols(
        self, node: Node, features: Sequence[Feature]
    ) -> list[tuple[Fraction, tuple[Number, ...]]]:
        """The joint distribution of the counts of some symbols."""
        from astragal.probability.bags import Readings

        forms = [((feature.symbol, 1),) for feature in features]
        readings = Readings(forms, self.bag(node), self.budget)
        table, denominator = readings.each()
        self.budget.spend(_NUMBER * len(table))
        self.budget.spend(steps_of_chances(len(table), denominator.bit_length()))
        return [(Fraction(weight, denominator), numbers) for numbers, weight in table.items()]


def _endless(what: str, node: Node) -> OddsError:
    return OddsError(
        "endless",
        f"{what} that explodes without limit has no exact odds here",
        span=node.span,
        hint="to explode once only, write `!o`",
    )
