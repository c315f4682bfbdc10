"""A plan: the best decision in every situation for an aim, found exactly by policy iteration."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple, TypeAlias, TypeVar

from flint import fmpq, fmpz

from astragal._visible import in_short, visible_json
from astragal.errors import ChoiceError, OddsError
from astragal.experiment.choices import Choice
from astragal.experiment.outcomes import NEVER
from astragal.experiment.solve.situations import Chance, Edge, End, Fork, Situations
from astragal.outcome import to_data, typed
from astragal.probability.budget import Budget
from astragal.probability.generating.fractions import as_fraction, sum_of
from astragal.probability.markov.linear import reaching, solve, strongly_connected_components
from astragal.probability.views import View, view_name, view_of
from astragal.render.data import DATA_VERSION, fraction_data
from astragal.render.grid import Measure

_TRUTHS = (Fraction(0), Fraction(1))
"""What false and true are worth."""


class Aim:
    """What to maximise on average: a number, or the chance that something is true."""

    def __init__(self, what: View) -> None:
        self.view = what
        self._view = view_of(what)
        self.name = view_name(what)
        self.chance = True
        """whether it has been true or false for every outcome so far"""

    def worth(self, outcome: Any) -> Fraction:
        value = self._view(outcome)
        if not isinstance(value, int | Fraction):
            raise OddsError(
                "bad-aim",
                f"an aim must be true, false or a number for every outcome, not {in_short(value)}",
            )
        if isinstance(value, bool):
            return _TRUTHS[value]
        self.chance = False
        return Fraction(value)


class Worth(NamedTuple):
    """The worth of a situation; its parts are compared in this order."""

    ends: fmpq
    """the chance to end at all; 0 if the aim is a chance, which never ending cannot raise"""
    aim: fmpq
    """the chance or the mean of the aim; never ending counts as 0"""


_NOTHING = Worth(fmpq(0), fmpq(0))

Appraisal: TypeAlias = Sequence[Fraction] | Sequence[tuple[Fraction, ...]]
"""What each option is worth; further numbers decide between equally good ones."""

W = TypeVar("W")


def best_of(worths: Sequence[W], choice: Choice) -> W:
    """The best worth for whoever decides: the least, if that is an opponent."""
    return min(worths) if choice.opposed else max(worths)  # type: ignore[type-var]


class Valuation:
    """The worth of every situation under the best decisions, and those decisions.

    If the aim is a number, ending comes first: the best decisions maximise the chance to end, and
    then the mean. If the aim is true or false, never ending counts as false.
    """

    def __init__(self, situations: Situations, aim: Aim, budget: Budget) -> None:
        self.nodes = situations.nodes
        self._budget = budget
        self._worths = [_NOTHING] * len(self.nodes)
        worths = {
            place: aim.worth(node.outcome)
            for place, node in enumerate(self.nodes)
            if isinstance(node, End) and node.outcome is not NEVER
        }
        for place, worth in worths.items():
            ends = fmpq(0) if aim.chance else fmpq(1)
            self._worths[place] = Worth(ends, fmpq(worth.numerator, worth.denominator))
        self.picks: dict[int, int] = {
            place: 0 for place, node in enumerate(self.nodes) if isinstance(node, Fork)
        }
        targets = [self._targets(place) for place in range(len(self.nodes))]
        for component in strongly_connected_components(targets):
            self._settle(component)

    def value(self, place: int) -> Fraction:
        """The chance or the mean of the aim in a situation."""
        return as_fraction(self._worths[place].aim)

    def worth(self, place: int) -> Worth:
        """What options are compared by."""
        return self._worths[place]

    def _targets(self, place: int) -> dict[int, None]:
        node = self.nodes[place]
        return {} if isinstance(node, End) else {edge.target: None for edge in node.edges}

    def _settle(self, component: list[int]) -> None:
        """Find the best decisions of a component, once all it leads to are settled."""
        if len(component) == 1 and component[0] not in self._targets(component[0]):
            self._settle_one(component[0])
            return
        # Strategy iteration: find the opponents' best answer to our decisions, change those that
        # another option improves on, and repeat until none is left. Only strict improvements count,
        # so decisions never change to an endless cycle: not every transition of a cycle can be one.
        forks = [place for place in component if isinstance(self.nodes[place], Fork)]
        ours = [place for place in forks if not self._opposed(place)]
        theirs = [place for place in forks if self._opposed(place)]
        while True:
            self._evaluate(component)
            if theirs:
                self._answer(component, theirs)
            if not self._improve(ours):
                return

    def _opposed(self, place: int) -> bool:
        node = self.nodes[place]
        return isinstance(node, Fork) and node.choice.opposed

    def _improve(self, forks: Iterable[int]) -> bool:
        """Change the decisions that another option is better than, for whoever decides."""
        best = {place: self._best(place) for place in forks}
        better = {
            place: pick
            for place, pick in best.items()
            if self._taken(place, pick) != self._worths[place]
        }
        self.picks.update(better)
        return bool(better)

    def _answer(self, component: Sequence[int], theirs: Iterable[int]) -> None:
        """Find the opponents' best decisions against ours, and the worth of the component.

        Where they can keep play from ever coming to anything, they do, and it is worth nothing.
        Everywhere else play ends however they decide, so that single improvements find the least.
        """
        trap = self._trap(component)
        for place in trap.intersection(theirs):
            targets = [edge.target for edge in self._edges(place)]
            stays = (t in trap or self._worths[t] == _NOTHING for t in targets)
            self.picks[place] = list(stays).index(True)
        free = [place for place in theirs if place not in trap]
        self._evaluate(component)
        while self._improve(free):
            self._evaluate(component)

    def _trap(self, component: Sequence[int]) -> set[int]:
        """Where opponents can make sure that play comes to nothing, as we decide now."""
        sources: dict[int, list[int]] = {place: [] for place in component}
        ways_to_stay: dict[int, int] = {}
        waiting: list[int] = []
        for place in component:
            edges = self._edges(place)
            if isinstance(self.nodes[place], Fork) and not self._opposed(place):
                edges = [edges[self.picks[place]]]
            ways_to_stay[place] = len(edges) if self._opposed(place) else 1
            for edge in edges:
                if edge.target in sources:
                    sources[edge.target].append(place)
                elif self._worths[edge.target] != _NOTHING:
                    waiting.append(place)
        trap = set(component)
        while waiting:
            place = waiting.pop()
            ways_to_stay[place] -= 1
            if ways_to_stay[place] == 0:
                trap.remove(place)
                waiting.extend(sources[place])
        return trap

    def _edges(self, place: int) -> Sequence[Edge]:
        node = self.nodes[place]
        assert not isinstance(node, End)
        return node.edges

    def _taken(self, place: int, option: int) -> Worth:
        """The worth of a situation if this option is taken."""
        node = self.nodes[place]
        assert isinstance(node, Fork)
        return self._worths[node.edges[option].target]

    def _settle_one(self, place: int) -> None:
        node = self.nodes[place]
        if isinstance(node, Fork):
            self.picks[place] = self._best(place)
            self._worths[place] = self._taken(place, self.picks[place])
        elif isinstance(node, Chance):
            self._worths[place] = self._mean_of(node)

    def _mean_of(self, node: Chance) -> Worth:
        """In whole numbers over one denominator: to add up long fractions takes long."""
        worths = [self._worths[edge.target] for edge in node.edges]
        weights = [fmpz(edge.weight) for edge in node.edges]

        def mean(part: Iterable[fmpq]) -> fmpq:
            terms = ((weight * each.p, each.q) for weight, each in zip(weights, part, strict=True))
            total = sum_of(terms)
            return fmpq(total.numerator, total.denominator) / node.denominator

        return Worth(mean(each.ends for each in worths), mean(each.aim for each in worths))

    def _mean(self, row: Mapping[int, fmpq]) -> Worth:
        ends = sum((weight * self._worths[target].ends for target, weight in row.items()), fmpq(0))
        aim = sum((weight * self._worths[target].aim for target, weight in row.items()), fmpq(0))
        return Worth(ends, aim)

    def _best(self, place: int) -> int:
        """The best option for whoever decides; the first one, if several are equally good."""
        node = self.nodes[place]
        assert isinstance(node, Fork)
        worths = [self._worths[edge.target] for edge in node.edges]
        return worths.index(best_of(worths, node.choice))

    def _row(self, place: int) -> dict[int, fmpq]:
        """The probabilities of the next situations under the current decisions."""
        node = self.nodes[place]
        if isinstance(node, Fork):
            return {node.edges[self.picks[place]].target: fmpq(1)}
        row: dict[int, fmpq] = {}
        if isinstance(node, Chance):
            for edge in node.edges:
                row[edge.target] = row.get(edge.target, fmpq(0)) + fmpq(
                    edge.weight, node.denominator
                )
        return row

    def _evaluate(self, component: Sequence[int]) -> None:
        """Compute the worth of a component's situations under the current decisions."""
        index = {place: number for number, place in enumerate(component)}
        rows = [self._row(place) for place in component]
        right = [self._mean({t: w for t, w in row.items() if t not in index}) for row in rows]
        inside = [{index[t]: w for t, w in row.items() if t in index} for row in rows]
        # Situations that never leave the component are worth nothing; the system excludes them.
        out = (number for number, row in enumerate(rows) if any(t not in index for t in row))
        leaving = reaching(inside, out)
        inside = [
            {t: w for t, w in row.items() if t in leaving} if number in leaving else {}
            for number, row in enumerate(inside)
        ]
        parts = [solve(inside, list(part), self._budget) for part in zip(*right, strict=True)]
        for place, worth in zip(component, zip(*parts, strict=True), strict=True):
            self._worths[place] = Worth(*worth)


class Plan:
    """The best decision in every situation. It is a function of a choice: pass it as ``decide``.

    >>> import astragal
    >>> @astragal.rule
    ... def pig(held: int = 0) -> astragal.Asks[int]:
    ...     \"\"\"Roll on and add up, or stop; a 1 loses everything.\"\"\"
    ...     if (yield astragal.choose("roll on?", ["roll", "stop"], held=held)) == "stop":
    ...         return held
    ...     face = yield "d6"
    ...     return 0 if face == 1 else pig(min(held + face, 40))
    >>> plan = pig().plan(lambda held: held)
    >>> float(plan.value)
    8.141794893727031
    >>> [choice.about["held"] for choice, label in plan.items() if label == "stop"][0]
    21
    """

    def __init__(
        self,
        label: str,
        aim: Aim,
        value: Fraction,
        solve: Callable[[], tuple[Situations, Valuation]],
        quickly: Callable[[Choice], int | None] | None = None,
    ) -> None:
        """``solve`` finds every decision; ``quickly`` just one, or None if it cannot."""
        self.label = label
        self.kind: Measure = "chance" if aim.chance else "mean"
        self.value = value
        """the chance or the mean of the aim"""
        self._solve = solve
        self._quickly = quickly
        self._decided: dict[Any, int | None] = {}
        """what was found quickly so far, by situation"""

    @classmethod
    def of(cls, situations: Situations, valuation: Valuation, aim: Aim, label: str) -> Plan:
        """The plan of situations that were all valued."""
        value = valuation.value(situations.start)
        return cls(label, aim, value, lambda: (situations, valuation))

    @cached_property
    def _forks(self) -> dict[Any, tuple[Choice, int]]:
        situations, valuation = self._solve()
        return {
            typed(node.choice.situation): (node.choice, valuation.picks[place])
            for place, node in enumerate(situations.nodes)
            if isinstance(node, Fork)
        }

    def __getstate__(self) -> dict[str, Any]:
        """All decisions: functions do not travel to another process."""
        forks = self._forks
        return {**self.__dict__, "_forks": forks, "_solve": None, "_quickly": None}

    def __call__(self, choice: Choice) -> Any:
        """The option to take."""
        situation = typed(choice.situation)
        if self._quickly is not None:
            if situation not in self._decided:
                self._decided[situation] = self._quickly(choice)
            place = self._decided[situation]
            if place is not None:
                return choice.options[place]
        found = self._forks.get(situation)
        if found is None:
            raise ChoiceError(
                "not-in-plan",
                f"this plan is for {self.label}, in which this choice cannot come up: {choice}",
            )
        return choice.options[found[1]]

    def __len__(self) -> int:
        return len(self._forks)

    def items(self) -> list[tuple[Choice, str]]:
        """Every choice that can come up, with the label of the option to take."""
        listed = [(choice, choice.labels[pick]) for choice, pick in self._forks.values()]
        return sorted(listed, key=lambda item: _order(item[0]))

    def to_data(self) -> dict[str, Any]:
        return {
            "version": DATA_VERSION,
            "of": self.label,
            "kind": self.kind,
            "value": fraction_data(self.value),
            "decisions": [
                {
                    "question": choice.question,
                    "by": choice.by,
                    **({"opposed": True} if choice.opposed else {}),
                    "about": {name: to_data(value) for name, value in choice.about.items()},
                    "option": label,
                }
                for choice, label in self.items()
            ],
        }

    def to_json(self, indent: int | None = None) -> str:
        return visible_json(self.to_data(), indent=indent)

    def __repr__(self) -> str:
        from astragal.render.figures import figure

        lines = [self.label, f"  best: {self.kind} {figure(self.value, self.kind)}", ""]
        listed = [item for item in self.items() if len(item[0].labels) > 1]
        for choice, label in listed[:_SHOWN]:
            facts = f"({choice.facts}) " if choice.facts else ""
            lines.append(f"  {choice.question} {facts}→ {label}")
        if len(listed) > _SHOWN:
            lines.append(f"  … and {len(listed) - _SHOWN:,} more")
        return "\n".join(lines)


_SHOWN = 20


def _order(choice: Choice) -> Any:
    """By question, then by the facts that are numbers."""
    facts = [value for value in choice.about.values() if isinstance(value, int | Fraction)]
    return choice.question, facts
