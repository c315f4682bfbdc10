"""The exact odds of an expression: what ``value`` does with faces, done with laws.

Each part of an expression is its own dice, so laws are put together as independent numbers. A name stands
for one roll: where it is used more than once, all that uses it is worked out for each of its values.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

from astragal.die import Die
from astragal.errors import LimitError, OddsError
from astragal.limits import Limits, readable
from astragal.notation.arithmetic import Call, Compare, Negate, Product, Sum, division_by_zero
from astragal.notation.cases import (
    Chances,
    FailureError,
    chances_of,
    for_each,
    merged,
    mixed,
    whole_chances,
)
from astragal.notation.conditions import Variables
from astragal.notation.functions import FUNCTIONS
from astragal.notation.nodes import Binding, Given, Kind, Labelled, Literal, Name, Node, bad_whole
from astragal.notation.pools import Dice, Group, Repeat
from astragal.notation.ranges import Ranges
from astragal.notation.readings import (
    Feature,
    endless_name,
    feature_of,
    law_of_reading,
    read_features,
)
from astragal.notation.steps import steps_of
from astragal.odds.budget import Budget
from astragal.odds.cache import Cache
from astragal.odds.laws import arithmetic
from astragal.odds.laws.law import Law, union
from astragal.odds.pools.blocks import Block
from astragal.odds.pools.effects import Burst, Keep, Step, Unique, contribution
from astragal.odds.pools.identical import Equal
from astragal.odds.pools.multisets import Multisets
from astragal.odds.pools.pool import Pool, pool_after, total_after
from astragal.odds.pools.unlike import Unlike
from astragal.odds.refusals import no_closed_form
from astragal.outcome import Number, Outcome

_MOST_LISTS = 10_000_000
"""More lists than this fill the memory, and nobody reads them."""

_LAWS = Cache[Law](256)
"""The totals of dice that were worked out before."""


def odds_of(
    bindings: Sequence[Binding], body: Node, variables: Variables, budget: Budget
) -> Law | Chances:
    """The law of an expression's number (true is 1), or the probability of each of its outcomes."""
    try:
        return _Odds(bindings, body, variables, budget).all()
    except FailureError as failure:
        raise failure.told() from None
    except (OddsError, LimitError) as error:
        error.span = error.span or budget.span
        raise


class _Natural(NamedTuple):
    """Asks for the part of some dice's law with natural results in ``faces``, or with all others."""

    dice: Dice
    faces: frozenset[int]
    inside: bool


class _Odds:
    def __init__(
        self, bindings: Sequence[Binding], body: Node, variables: Variables, budget: Budget
    ) -> None:
        self.bindings = bindings
        self.body = body
        self.variables = variables
        self.budget = budget
        self.bound = {binding.name: binding.node for binding in bindings}
        self.uses = _uses(bindings, body) if bindings else Counter[str]()
        self.known: dict[Feature, Number] = {}
        """what the names that are used more than once came to, in the case at hand"""
        self.natural: _Natural | None = None

    # Outcomes

    def all(self, place: int = 0) -> Law | Chances:
        """The outcome, once the names from ``place`` on have got their values."""
        if place == len(self.bindings):
            return self.outcome(self.body)
        binding = self.bindings[place]
        if not self.uses[binding.name]:
            self.outcome(binding.node)  # it is rolled all the same, and may be impossible
        if self.uses[binding.name] < 2:
            return self.all(place + 1)
        features = self._features(binding.name)

        def then(values: tuple[Number, ...]) -> Law | Chances:
            self.known.update(zip(features, values, strict=True))
            return self.all(place + 1)

        cases = self._joint(binding, features)
        self.budget.spend_entries(20 * len(cases))
        try:
            return merged(for_each(cases, then))
        finally:
            # In the next case of an earlier name this one has not got its values yet.
            for feature in features:
                self.known.pop(feature, None)

    def outcome(self, node: Node) -> Law | Chances:
        match node:
            case Labelled():
                return self.outcome(node.inner)
            case Repeat():
                return self._list(node)
            case Ranges():
                return self._names(node)
            case Name() if node.kind is Kind.LIST:
                return self.outcome(self.bound[node.name])
        return self.number(node)

    def _list(self, node: Repeat) -> Chances:
        one, below = chances_of(self.outcome(node.body), node.body.kind is Kind.TRUTH)
        self.budget.span = node.span
        lists_in_all = len(one) ** min(node.times, 10_000)
        if lists_in_all > _MOST_LISTS:
            raise OddsError(
                "too-many-lists",
                f"there are {readable(lists_in_all)} different lists of {node.times} results",
                span=node.span,
                hint=f"ask for one result, `{node.body}`, or for what is read from them, "
                f"e.g. `highest({node})`",
            )
        self.budget.spend_entries(3 * lists_in_all)
        lists: dict[tuple[Outcome, ...], int] = {(): 1}
        for _ in range(node.times):
            lists = {
                (*before, outcome): weight * another
                for before, weight in lists.items()
                for outcome, another in one.items()
            }
        return Chances(lists, below**node.times)

    def _names(self, node: Ranges) -> Chances:
        names = {each.name: Fraction(0) for each in node.ranges}
        faces: list[int] = []
        for critical in node.ranges:
            if critical.critical and critical.low is not None and critical.low not in faces:
                law = self._with_natural(node, [critical.low], inside=True)
                names[critical.name] += law.mass
                faces.append(critical.low)
        total = self._with_natural(node, faces, inside=False)
        for chance, number in _regions(total, node):
            name = node.read(number, None)
            names[name] = names.get(name, Fraction(0)) + chance
        return whole_chances(names)

    def _with_natural(self, node: Ranges, faces: Sequence[int], *, inside: bool) -> Law:
        """The law of the total as far as the natural result is, or is not, among some faces."""
        if node.natural_dice is not None:
            self.natural = _Natural(node.natural_dice, frozenset(faces), inside)
        try:
            return self.number(node.total)
        finally:
            self.natural = None

    # Numbers

    def number(self, node: Node) -> Law:
        """The law of a node that is a number; true and false are 1 and 0."""
        match node:
            case Literal():
                return Law.certain(node.n)
            case Given():
                return Law.certain(node.variable.look_up(self.variables))
            case Labelled():
                return self.number(node.inner)
            case Negate():
                return self.number(node.operand).scaled(-1)
            case Sum():
                return self._sum(node)
            case Product():
                return self._product(node)
            case Compare():
                return self._compare(node)
            case Call():
                return self._call(node)
            case Name():
                return self._name(node)
            case Dice():
                return self._dice(node)
            case Group():
                self.budget.span = node.span
                return total_after(
                    self._group(node), steps_of(node.modifiers, None, self.variables)
                )
        raise TypeError(f"no odds for {type(node).__name__}")

    def _sum(self, node: Sum) -> Law:
        total = Law.certain(0)
        for sign, term in node.terms:
            law = self.number(term)
            self.budget.span = node.span
            total = total.plus(law if sign == "+" else law.scaled(-1), self.budget)
        return total

    def _product(self, node: Product) -> Law:
        total = Law.certain(1)
        for op, factor in node.factors:
            law = self.number(factor)
            self.budget.span = node.span
            if op == "*":
                total = arithmetic.multiply(total, law, self.budget)
                continue
            if zero := law.exactly(0):
                raise FailureError(division_by_zero(factor), zero)
            divide = arithmetic.divide if op == "/" else arithmetic.floor_divide
            total = divide(total, law, self.budget)
        return total

    def _compare(self, node: Compare) -> Law:
        left, right = self.number(node.left), self.number(node.right)
        upto = None if node.upto is None else self.number(node.upto)
        self.budget.span = node.span
        if upto is None:
            chance = arithmetic.compare(node.op, left, right, self.budget)
        else:
            chance = arithmetic.within(left, right, upto, self.budget)
            chance = chance if node.op == "=" else 1 - chance
        held, below = chance.numerator, chance.denominator
        weights: dict[Number, int] = {0: below - held, 1: held}
        return Law.of_table({truth: weight for truth, weight in weights.items() if weight}, below)

    def _name(self, node: Name) -> Law:
        feature = Feature(node.name)
        if feature in self.known:
            return Law.certain(self.known[feature])
        return self.number(self.bound[node.name])

    def _call(self, node: Call) -> Law:
        function = FUNCTIONS[node.name]
        if function.reads_pool:
            return self._read(node)
        laws = [self.number(argument) for argument in node.arguments]
        self.budget.span = node.span
        match node.name:
            case "min":
                return arithmetic.least(laws, self.budget)
            case "max":
                return arithmetic.greatest(laws, self.budget)
            case "abs":
                return arithmetic.magnitude(laws[0])
            case "floor":
                return arithmetic.floors(laws[0], self.budget)
            case "ceil":
                return arithmetic.floors(laws[0].scaled(-1), self.budget).scaled(-1)
            case "round":
                return arithmetic.floors(laws[0].shifted(Fraction(1, 2)), self.budget)
        raise TypeError(f"no odds for {node.name}")

    # Pools

    def _read(self, node: Call) -> Law:
        """What a function reads from a pool."""
        pool, *counts = node.arguments
        if not counts:
            return self._read_with(node, pool, 1)
        law = self.number(counts[0])
        cases = self._wholes(law, counts[0], "a number of dice", 0)
        return mixed(for_each(cases, lambda count: self._read_with(node, pool, count)))

    def _read_with(self, node: Call, pool: Node, count: int) -> Law:
        feature = feature_of(pool, node.name, count)
        if feature in self.known:
            return Law.certain(self.known[feature])
        self.budget.span = node.span
        return mixed(
            for_each(self._pools(pool), lambda found: law_of_reading(found, node.name, count))
        )

    def _pools(self, node: Node) -> Iterator[tuple[Fraction, Pool]]:
        """The pool, one for each number of dice and sides where those are rolled."""
        match node:
            case Labelled():
                yield from self._pools(node.inner)
            case Name():
                yield from self._pools(self.bound[node.name])
            case Dice():
                for chance, (count, die) in self._sizes(node):
                    steps = steps_of(node.modifiers, die, self.variables)
                    yield chance, pool_after(Equal(_fresh(steps, die), count, self.budget), steps)
            case Group():
                steps = steps_of(node.modifiers, None, self.variables)
                yield Fraction(1), pool_after(self._group(node), steps)
            case Repeat():
                yield Fraction(1), Equal(self.number(node.body), node.times, self.budget)

    def _group(self, node: Group) -> Pool:
        members = Counter(node.members)
        laws = [(self.number(member), count) for member, count in members.items()]
        if len(laws) == 1:
            return Equal(*laws[0], self.budget)
        blocks = tuple(Block(law, count) for law, count in laws)
        return Unlike([(Fraction(1), blocks)], len(node.members), self.budget)

    # Dice

    def _dice(self, node: Dice) -> Law:
        self.budget.span = node.span
        if isinstance(node.count, int) and isinstance(node.die, Die):
            return self._total(node, node.count, node.die)
        if isinstance(node.die, Die) and isinstance(node.count, Node):
            steps = steps_of(node.modifiers, node.die, self.variables)
            apart = not any(isinstance(step, Keep | Unique) for step in steps)
            if apart and self.natural is None:
                each = contribution(_fresh(steps, node.die), steps, self.budget)
                return self._compound(node, node.count, each)
        sizes = list(self._sizes(node))
        for _, (count, die) in sizes:
            bits = count * die.total.bit_length()
            self.budget.spend(count * die.total * (16 + bits // 64))
        return mixed(for_each(sizes, lambda size: self._total(node, *size)))

    def _compound(self, node: Dice, number: Node, each: Law) -> Law:
        """The sum of so many independent numbers as another number says."""
        count = self.number(number)
        self.budget.span = node.span
        if not count.finite:
            return self._endless_compound(count, each)
        wholes = self._wholes(count, number, "a number of dice", 0)
        cases = {size: chance for chance, size in wholes}
        most = max(cases)
        self.budget.span = node.span
        self.budget.limits.check("dice", most, node.span)
        length, bits = (each.size, each.bits) if each.finite else (8 * each.degree, 8)
        self.budget.spend(most**2 * length * (1 + most * bits // 128))
        # Counted all at once, before it begins.
        free = Budget(Limits(odds=10**30))
        total = Law.of_table({}, 1)
        for size in range(most, -1, -1):
            total = total.plus(each, free)
            if size in cases:
                total = union([total, Law.certain(0).weighted(cases[size])])
        return total

    def _endless_compound(self, count: Law, each: Law) -> Law:
        """The same where there is no end of numbers: a quotient, of a quotient."""
        rows = each.rows()
        upwards = all(part.step > 0 and part.start >= 0 for part in count.parts)
        if len(rows) != 1 or not upwards or not _whole_grid(count):
            raise no_closed_form("such a number of dice")
        for part in count.parts:
            degree = max(part.top.length(), part.bottom.length()) * int(part.step)
            self.budget.spend(8 * degree**2 * (rows[0].length + rows[0].bottom.length()))
        return Law.of_rows(part.compounded(rows[0]) for part in count.parts)

    def _sizes(self, node: Dice) -> Iterator[tuple[Fraction, tuple[int, Die]]]:
        """Every number of dice and every die it can come to."""
        counts: list[tuple[Fraction, int]] = (
            [(Fraction(1), node.count)]
            if isinstance(node.count, int)
            else self._wholes(self.number(node.count), node.count, "a number of dice", 0)
        )
        dice: list[tuple[Fraction, Die]]
        if isinstance(node.die, Die):
            dice = [(Fraction(1), node.die)]
        else:
            sides = self._wholes(self.number(node.die), node.die, "a number of sides", 1)
            for _, number in sides:
                self.budget.limits.check("sides", number, node.span)
            dice = [(chance, Die(number)) for chance, number in sides]
        for chance, count in counts:
            self.budget.limits.check("dice", count, node.span)
            for share, die in dice:
                yield chance * share, (count, die)

    def _wholes(self, law: Law, node: Node, what: str, least: int) -> list[tuple[Fraction, int]]:
        """Every value of a number that must be whole and not too small."""
        if not law.finite:
            raise OddsError(
                "endless",
                f"{what} that explodes without limit has no exact odds here",
                span=node.span,
                hint="`!o` explodes once only",
            )
        table, below = law.table()

        def check(number: Number) -> int:
            if isinstance(number, Fraction) or number < least:
                raise bad_whole(node, number, what, least)
            return int(number)

        return for_each(
            ((Fraction(weight, below), number) for number, weight in table.items()), check
        )

    def _total(self, node: Dice, count: int, die: Die) -> Law:
        if self.natural is not None and self.natural.dice is node:
            return self._total_with_natural(node, count, die, self.natural)
        key = None
        if node.settled:
            key = (count, die, node.modifiers)
            if (found := _LAWS.get(key)) is not None:
                return found
        steps = steps_of(node.modifiers, die, self.variables)
        law = total_after(Equal(_fresh(steps, die), count, self.budget), steps)
        if key is not None:
            _LAWS.put(key, law, law.words)
        return law

    def _total_with_natural(self, node: Dice, count: int, die: Die, natural: _Natural) -> Law:
        """As far as what the dice came to before they exploded is as asked."""
        steps = steps_of(node.modifiers, die, self.variables)
        bursts = [place for place, step in enumerate(steps) if isinstance(step, Burst)]
        before = steps[: bursts[0]] if bursts else steps
        after = steps[len(before) :]
        pool: Pool = Equal(_fresh(steps, die), count, self.budget)
        if not after:
            return _only(total_after(pool, before), natural)
        pool = pool_after(pool, before)
        if isinstance(pool, Equal) and pool.n == 1:
            return total_after(Equal(_only(pool.law, natural), 1, self.budget), after)
        sets = pool.multisets().sets
        wanted = {
            values: chance
            for values, chance in sets.items()
            if (sum(values) in natural.faces) == natural.inside
        }
        return total_after(Multisets(wanted, self.budget), after)

    # Names

    def _features(self, name: str) -> list[Feature]:
        """All that is asked of a name, by the names behind it and the body."""
        found: dict[Feature, None] = {}
        waiting = [*(binding.node for binding in self.bindings), self.body]
        while waiting:
            node = waiting.pop()
            if isinstance(node, Call) and FUNCTIONS[node.name].reads_pool:
                pool, *counts = node.arguments
                if feature_of(pool, node.name, 1).name == name:
                    for count in self._counts(counts):
                        found[feature_of(pool, node.name, count)] = None
                    waiting += counts
                    continue
            if isinstance(node, Name) and node.name == name:
                found[Feature(name)] = None
            waiting += node.children
        return list(found)

    def _counts(self, counts: Sequence[Node]) -> Iterable[int]:
        if not counts:
            return [1]
        law = self.number(counts[0])
        cases = self._wholes(law, counts[0], "a number of dice", 0)
        return [number for _, number in cases]

    def _joint(
        self, binding: Binding, features: Sequence[Feature]
    ) -> list[tuple[Fraction, tuple[Number, ...]]]:
        """What is asked of a name, all at once, for every way it can fall."""
        self.budget.span = binding.span
        if binding.node.kind not in (Kind.POOL, Kind.LIST):
            law = self.number(binding.node)
            if not law.finite:
                raise endless_name(binding)
            table, below = law.table()
            return [(Fraction(weight, below), (number,)) for number, weight in table.items()]
        results: dict[tuple[Number, ...], Fraction] = defaultdict(Fraction)
        for chance, pool in self._pools(binding.node):
            for values, weight in read_features(pool, features, binding).items():
                results[values] += chance * weight
        return [(chance, values) for values, chance in results.items()]


def _uses(bindings: Sequence[Binding], body: Node) -> Counter[str]:
    """How often each name is used, in every repeat anew."""
    uses: Counter[str] = Counter()
    waiting = [(node, 1) for node in (*(binding.node for binding in bindings), body)]
    while waiting:
        node, times = waiting.pop()
        if isinstance(node, Name):
            uses[node.name] += times
        if isinstance(node, Repeat):
            times *= node.times
        waiting += [(child, times) for child in node.children]
    return uses


def _fresh(steps: Sequence[Step], die: Die) -> Law:
    """The die's law: the very same that its explosions draw from."""
    return next((step.face for step in steps if isinstance(step, Burst)), None) or Law.of_die(die)


def _only(law: Law, natural: _Natural) -> Law:
    """The part of a law that ends whose numbers are, or are not, among some."""
    table, below = law.table()
    wanted = {n: w for n, w in table.items() if (n in natural.faces) == natural.inside}
    return Law.of_table(wanted, below)


def _whole_grid(law: Law) -> bool:
    return all(isinstance(part.start, int) and isinstance(part.step, int) for part in law.parts)


def _regions(law: Law, node: Ranges) -> Iterator[tuple[Fraction, Number]]:
    """The numbers between which nothing changes: the chance of each stretch, and a number in it."""
    edges = sorted(
        {edge for each in node.ranges for edge in (each.low, each.high) if edge is not None}
    )
    if not edges:
        yield law.mass, 0
        return
    yield law.mass - law.at_least(edges[0]), edges[0] - 1
    for edge, following in pairwise([*edges, None]):
        assert edge is not None
        past = law.at_least(edge, past=True)
        yield law.at_least(edge) - past, edge
        if following is None:
            yield past, edge + 1
        else:
            yield past - law.at_least(following), Fraction(edge + following, 2)
