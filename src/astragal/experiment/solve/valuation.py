"""The worth of every situation under the best decisions, and those decisions.

Situations are valued from the end. In cycles, strategy iteration finds the best decisions of both
sides. Nested experiments are valued once for each set of worths of their outcomes, up to scale and
shift.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import gcd, lcm
from typing import Any, NamedTuple, TypeAlias, TypeVar

from flint import fmpq, fmpz

from astragal.experiment.choices import Choice
from astragal.experiment.experiment import Experiment
from astragal.experiment.outcomes import NEVER
from astragal.experiment.solve.aims import Aim, Reached, UndecidedError, Worths
from astragal.experiment.solve.memory import Memory
from astragal.experiment.solve.policy import Policy
from astragal.experiment.solve.situations import (
    AtOnce,
    Chance,
    End,
    Fork,
    Graphs,
    Nested,
    Situations,
)
from astragal.outcome import typed
from astragal.probability.budget import Budget
from astragal.probability.generating.fractions import as_fraction, sum_of
from astragal.probability.markov.linear import reaching, solve
from astragal.probability.weights import Weights

Worth: TypeAlias = tuple[fmpq, ...]
"""The worth of a situation; its parts are compared in this order.

The first part is the chance to end at all. It is 0 if the aim is a chance, because never ending
cannot raise that. The chance or the mean of each goal follows; never ending adds nothing to it.
"""

_ZERO, _ONE = fmpq(0), fmpq(1)

W = TypeVar("W")


def best_of(worths: Sequence[W], choice: Choice) -> W:
    """The best worth for the player who decides: the least, if that is an opponent."""
    return min(worths) if choice.opposed else max(worths)  # type: ignore[type-var]


class Scale(NamedTuple):
    """Converts worths between 0 and 1 to the original ones, part by part."""

    factors: Worth
    shifts: Worth

    def applied(self, worth: Worth) -> Worth:
        parts = zip(self.factors, worth, self.shifts, strict=True)
        return tuple(factor * part + shift for factor, part, shift in parts)


class Inside(NamedTuple):
    """How a nested experiment is played: its decisions, and their worth to the outer one."""

    valuation: Valuation
    scale: Scale

    @property
    def worth(self) -> Worth:
        return self.scale.applied(self.valuation.worths[self.valuation.graph.start])


class Best(NamedTuple):
    """The odds of an experiment with a shortcut to its best decisions, and their worth."""

    weights: Weights
    worth: Worth


class Valuations:
    """Every valuation of the graphs of one plan."""

    def __init__(self, aim: Aim, memory: Memory) -> None:
        self.aim = aim
        self.memory = memory
        self._at_once: dict[Any, Weights | None] = {}
        self.nothing: Worth = (_ZERO,) * (1 + len(aim.goals))
        self._known: dict[Any, Valuation] = {}
        self._odds: dict[int, Weights] = {}
        self._outermost: Valuation | None = None

    @property
    def budget(self) -> Budget:
        return self.memory.budget

    def of(self, graph: Situations) -> Valuation:
        """The valuation of the outermost graph; for one that has grown, values the new part."""
        if self._outermost is None or self._outermost.graph is not graph:
            self._outermost = Valuation(graph, self)
        found = self._outermost
        worths = [self.aim.worths(outcome) for outcome in graph.outcomes[found.ends :]]
        ends = _ZERO if self.aim.chance else _ONE
        values = [
            (ends, *(fmpq(part.numerator, part.denominator) for part in each)) for each in worths
        ]
        completed(found.settle(values))
        return found

    def inside(
        self, graph: Situations | AtOnce, worths: Sequence[Worth]
    ) -> Generator[Any, Any, Inside | Best]:
        """How to play a graph whose outcomes have these worths."""
        if isinstance(graph, AtOnce):
            return self._best(graph, worths)
        scale, scaled = self._scaled(graph, worths)
        return Inside((yield self._valued(graph, scaled)), scale)

    def _best(self, inner: AtOnce, worths: Sequence[Worth]) -> Best:
        """The best decisions by a shortcut; an UndecidedError if there is none for these worths."""
        columns = list(zip(*worths, strict=True))
        differing = [column for column in columns if any(each != column[0] for each in column)]
        if len(differing) > 1:
            raise UndecidedError
        numbers = _in_proportion(differing[0]) if differing else (0,) * len(worths)
        key = id(inner), numbers
        if key not in self._at_once:
            known = Worths(dict(zip(inner.outcomes, numbers, strict=True)))
            self._at_once[key] = inner.decided.odds(known, self.memory)
        weights = self._at_once[key]
        places = dict(zip(inner.outcomes, worths, strict=True))
        if weights is None or not weights.table.keys() <= places.keys():
            raise UndecidedError
        pairs = [(weight, places[outcome]) for outcome, weight in weights.table.items()]
        return Best(weights, _mean(pairs, weights.denominator) or self.nothing)

    def _scaled(self, graph: Situations, worths: Sequence[Worth]) -> tuple[Scale, Sequence[Worth]]:
        """The worths scaled to between 0 and 1, as far as that changes no decision."""
        width = len(self.nothing)
        least, greatest = self.nothing, (_ONE,) * width
        if graph.sure and worths:
            columns = list(zip(*worths, strict=True))
            least, greatest = tuple(map(min, columns)), tuple(map(max, columns))
        factors = tuple(high - low or _ONE for low, high in zip(least, greatest, strict=True))
        scaled = [
            tuple((part - low) / by for part, low, by in zip(each, least, factors, strict=True))
            for each in worths
        ]
        return Scale(factors, least), scaled

    def _valued(self, graph: Situations, worths: Sequence[Worth]) -> Generator[Any, Any, Valuation]:
        key = id(graph), tuple(worths)
        found = self._known.get(key)
        if found is None:
            found = Valuation(graph, self)
            yield found.settle(worths)
            self._known[key] = found
        return found

    def odds(self, valuation: Valuation) -> Generator[Any, Any, Weights]:
        """The odds of a graph's outcomes under a valuation's decisions."""
        found = self._odds.get(id(valuation))
        if found is None:
            found = self._odds[id(valuation)] = yield valuation.policy(self.budget).weighed()
        return found


def valued(
    aim: Aim, memory: Memory, graph: Callable[[Graphs], Situations]
) -> tuple[Valuation, bool]:
    """The valuation of a graph, and whether shortcuts were used for some decisions."""
    quick = Graphs(memory, at_once=True)
    try:
        return Valuations(aim, memory).of(graph(quick)), quick.skipped
    except UndecidedError:
        return Valuations(aim, memory).of(graph(Graphs(memory))), False


class Together:
    """Values several experiments one after another; situations they share are valued once."""

    def __init__(self, aim: Aim, memory: Memory) -> None:
        self.aim = aim
        self._graphs = Graphs(memory, at_once=True)
        self._valuations = Valuations(aim, memory)

    def valued(self, experiment: Experiment[Any]) -> Valuation:
        """The valuation of this and all earlier experiments; its graph starts at this one."""
        valuation = self._valuations.of(self._graphs.together(experiment))
        self.aim.check(whole=True)
        return valuation


def completed(task: Generator[Any, Any, Any]) -> Any:
    """Run a task and return its result; tasks that it yields run first, nested to any depth."""
    tasks, answer = [task], None
    while tasks:
        try:
            tasks.append(tasks[-1].send(answer))
            answer = None
        except StopIteration as done:
            tasks.pop()
            answer = done.value
    return answer


class Valuation:
    """The worth of every situation of a graph under the best decisions, and those decisions.

    If the aim is a number, ending comes first: the best decisions maximise the chance to end, and
    then the mean. If the aim is true or false, never ending counts as false.
    """

    def __init__(self, graph: Situations, shared: Valuations) -> None:
        self.graph = graph
        self.shared = shared
        self._nodes = graph.nodes
        self.worths: list[Worth] = []
        self.picks: dict[int, int] = {}
        self.ends = 0
        """the number of outcomes valued so far"""
        self._settled = 0
        """the number of components valued so far"""
        self.inside: dict[int, Inside | Best] = {}
        """the way each nested experiment is played, by situation"""

    def value(self, worth: Worth) -> Fraction:
        """The chance or the mean of the first goal."""
        return self.shared.aim.goals[0].shown(as_fraction(worth[1]))

    @property
    def reached(self) -> tuple[Reached, ...]:
        """The chance or the mean of every goal from the start."""
        _, *parts = self.worths[self.graph.start]
        goals = zip(self.shared.aim.goals, parts, strict=True)
        return tuple(goal.reached(as_fraction(part)) for goal, part in goals)

    def pick(self, place: int) -> int:
        """The index of the option taken in a situation that a player decides."""
        return self.picks[place]

    def best(self, place: int) -> tuple[str, ...]:
        """The labels of the option taken and of all others that are as good."""
        node = self._nodes[place]
        assert isinstance(node, Fork)
        taken = self.picks[place]
        worth = self._taken(place, taken)
        equal = [
            n for n, e in enumerate(node.edges) if n != taken and self.worths[e.target] == worth
        ]
        return tuple(node.request.labels[number] for number in (taken, *equal))

    def within(self, place: int) -> Valuation:
        """The valuation of a nested experiment."""
        inside = self.inside[place]
        assert isinstance(inside, Inside)
        return inside.valuation

    def policy(
        self, budget: Budget, *, start: int | None = None, met: Weights | None = None
    ) -> Policy:
        """The policy of these decisions from ``start`` on.

        ``met`` replaces the odds of the nested experiment in the first situation.
        """
        return Policy(self.graph, self.pick, budget, partial(self._weights_within, met), start)

    def _weights_within(self, met: Weights | None, place: int) -> Generator[Any, Any, Weights]:
        """The odds of a nested experiment."""
        if met is not None and place == self.graph.start:
            return met
        inside = self.inside[place]
        if isinstance(inside, Best):
            return inside.weights
        weights: Weights = yield self.shared.odds(inside.valuation)
        return weights

    def settle(self, worths: Sequence[Worth]) -> Generator[Any, Any, None]:
        """Value every situation; ``worths`` are those of the outcomes."""
        graph, before = self.graph, len(self.worths)
        known = dict(zip(map(typed, graph.outcomes[self.ends :]), worths, strict=True))
        self.ends = len(graph.outcomes)
        self.worths += [self.shared.nothing] * (len(graph.nodes) - before)
        for place, node in enumerate(self._nodes[before:], before):
            if isinstance(node, Fork):
                self.picks[place] = 0
            elif isinstance(node, End) and node.outcome is not NEVER:
                self.worths[place] = known[typed(node.outcome)]
        components, self._settled = graph.components[self._settled :], len(graph.components)
        for component in components:
            if len(component) == 1 and component[0] not in graph.targets(component[0]):
                yield from self._settle_one(component[0])
            else:
                yield from self._settle_circle(component)

    def _settle_one(self, place: int) -> Generator[Any, Any, None]:
        node = self._nodes[place]
        if isinstance(node, Fork):
            self.picks[place] = self._best(place)
            self.worths[place] = self._taken(place, self.picks[place])
        elif isinstance(node, Chance):
            self.worths[place] = self._mean_of(node)
        elif isinstance(node, Nested):
            self.inside[place] = yield from self._best_inside(node)
            self.worths[place] = self.inside[place].worth

    def _settle_circle(self, component: list[int]) -> Generator[Any, Any, None]:
        """Find the best decisions in a component, once everything it leads to is settled."""
        # Strategy iteration: find the opponents' best answer to our decisions, change those that
        # another option improves on, and repeat until none is left. Only strict improvements count,
        # so decisions never change to an endless cycle: not every transition of a cycle can be one.
        forks = [place for place in component if isinstance(self._nodes[place], Fork)]
        ours = [place for place in forks if not self._opposed(place)]
        theirs = [place for place in forks if self._opposed(place)]
        nested = [place for place in component if isinstance(self._nodes[place], Nested)]
        for place in nested:
            node = self._nodes[place]
            if isinstance(node, Nested) and isinstance(node.inner, AtOnce):
                raise UndecidedError
        rows: dict[int, dict[int, fmpq]] = {}
        improved = True
        while improved:
            for place in nested:
                yield from self._note_row(place, rows)
            if theirs:
                self._answer(component, theirs, rows)
            else:
                self._evaluate(component, rows)
            improved = self._improve(ours)
            for place in nested:
                better = yield from self._best_inside(self._nodes[place])
                if better.worth > self.worths[place]:
                    self.inside[place] = better
                    del rows[place]
                    improved = True

    def _note_row(self, place: int, rows: dict[int, dict[int, fmpq]]) -> Generator[Any, Any, None]:
        """Store the transition probabilities of a nested experiment under current decisions."""
        if place in rows:
            return
        node = self._nodes[place]
        assert isinstance(node, Nested)
        if place not in self.inside:
            self.inside[place] = yield from self._best_inside(node)
        weights: Weights = yield self._weights_within(None, place)
        rows[place] = _row_of(node.chance(weights))

    def _best_inside(self, node: Any) -> Generator[Any, Any, Inside | Best]:
        worths = [self.worths[edge.target] for edge in node.edges]
        return (yield from self.shared.inside(node.inner, worths))

    def _opposed(self, place: int) -> bool:
        node = self._nodes[place]
        return isinstance(node, Fork) and node.request.opposed

    def _improve(self, forks: Iterable[int]) -> bool:
        """Change decisions that another option improves on; True if there were any."""
        best = {place: self._best(place) for place in forks}
        better = {
            place: pick
            for place, pick in best.items()
            if self._taken(place, pick) != self.worths[place]
        }
        self.picks.update(better)
        return bool(better)

    def _answer(
        self,
        component: Sequence[int],
        theirs: Iterable[int],
        rows: Mapping[int, Mapping[int, fmpq]],
    ) -> None:
        """The opponents' best decisions against ours, and the worth of the component.

        If they can keep play from ever ending with a result, they do, and it is worth nothing.
        Everywhere else play is certain to end, so single improvements find the minimum.
        """
        trap = self._trap(component, rows)
        members, nothing = set(component), self.shared.nothing
        for place in trap.intersection(theirs):
            targets = [edge.target for edge in self.graph.edges(place)]
            stays = (t in trap or (t not in members and self.worths[t] == nothing) for t in targets)
            self.picks[place] = list(stays).index(True)
        free = [place for place in theirs if place not in trap]
        self._evaluate(component, rows)
        while self._improve(free):
            self._evaluate(component, rows)

    def _trap(self, component: Sequence[int], rows: Mapping[int, Mapping[int, fmpq]]) -> set[int]:
        """The situations where opponents can force a worthless result, given our decisions."""
        sources: dict[int, list[int]] = {place: [] for place in component}
        ways_to_stay: dict[int, int] = {}
        waiting: list[int] = []
        for place in component:
            targets: Iterable[int] = [edge.target for edge in self.graph.edges(place)]
            ways_to_stay[place] = len(self.graph.edges(place)) if self._opposed(place) else 1
            if not self._opposed(place):
                targets = rows[place] if place in rows else self._row(place)
            for target in targets:
                if target in sources:
                    sources[target].append(place)
                elif self.worths[target] != self.shared.nothing:
                    waiting.append(place)
        trap = set(component)
        while waiting:
            place = waiting.pop()
            ways_to_stay[place] -= 1
            if ways_to_stay[place] == 0:
                trap.remove(place)
                waiting.extend(sources[place])
        return trap

    def _taken(self, place: int, option: int) -> Worth:
        """The worth of a situation if this option is taken."""
        return self.worths[self.graph.edges(place)[option].target]

    def _mean_of(self, node: Chance) -> Worth:
        """The mean worth, in integers over one denominator: adding long fractions is slow."""
        pairs = [(edge.weight, self.worths[edge.target]) for edge in node.edges]
        return _mean(pairs, node.denominator) or self.shared.nothing

    def _mean(self, row: Mapping[int, fmpq]) -> Worth:
        parts = range(len(self.shared.nothing))
        return tuple(
            sum((weight * self.worths[target][part] for target, weight in row.items()), _ZERO)
            for part in parts
        )

    def _best(self, place: int) -> int:
        """The best option for the player who decides; the first, if several are equally good."""
        node = self._nodes[place]
        assert isinstance(node, Fork)
        worths = [self.worths[edge.target] for edge in node.edges]
        return worths.index(best_of(worths, node.request))

    def _row(self, place: int) -> dict[int, fmpq]:
        """The probabilities of the next situations under the current decisions."""
        node = self._nodes[place]
        if isinstance(node, Fork):
            return {node.edges[self.picks[place]].target: _ONE}
        return _row_of(node) if isinstance(node, Chance) else {}

    def _evaluate(self, component: Sequence[int], nested: Mapping[int, Mapping[int, fmpq]]) -> None:
        """Compute the worth of a component's situations under the current decisions."""
        index = {place: number for number, place in enumerate(component)}
        rows = [nested[place] if place in nested else self._row(place) for place in component]
        right = [self._mean({t: w for t, w in row.items() if t not in index}) for row in rows]
        inside = [{index[t]: w for t, w in row.items() if t in index} for row in rows]
        # Situations that never leave the component are worth nothing; the system excludes them.
        out = (number for number, row in enumerate(rows) if any(t not in index for t in row))
        leaving = reaching(inside, out)
        inside = [
            {t: w for t, w in row.items() if t in leaving} if number in leaving else {}
            for number, row in enumerate(inside)
        ]
        budget = self.shared.budget
        parts = [
            solve(inside, list(part), budget) if any(part) else part
            for part in zip(*right, strict=True)
        ]
        for place, worth in zip(component, zip(*parts, strict=True), strict=True):
            self.worths[place] = worth


def _mean(worths: Sequence[tuple[int, Worth]], denominator: int) -> Worth:
    """The mean of worths with their weights, part by part."""
    weights = [fmpz(weight) for weight, _ in worths]

    def mean(part: Iterable[fmpq]) -> fmpq:
        terms = ((weight * each.p, each.q) for weight, each in zip(weights, part, strict=True))
        total = sum_of(terms)
        return fmpq(total.numerator, total.denominator) / denominator

    return tuple(mean(part) for part in zip(*(worth for _, worth in worths), strict=True))


def _in_proportion(worths: Sequence[fmpq]) -> tuple[int, ...]:
    """Integers, starting at 0, with the same proportions between differences as the worths."""
    common = lcm(*(int(each.q) for each in worths))
    numbers = [int(each.p) * (common // int(each.q)) for each in worths]
    low = min(numbers)
    factor = gcd(*(number - low for number in numbers))
    return tuple((number - low) // factor for number in numbers)


def _row_of(chance: Chance) -> dict[int, fmpq]:
    row: dict[int, fmpq] = {}
    for edge in chance.edges:
        probability = fmpq(edge.weight, chance.denominator)
        row[edge.target] = row.get(edge.target, _ZERO) + probability
    return row
