"""A plan: the best decision in every situation, for an aim. Exact, and stationary in chains."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from flint import fmpq

from astragal.errors import ChoiceError, OddsError
from astragal.experiment.choices import Choice
from astragal.experiment.never import NEVER
from astragal.experiment.solve.situations import Chance, End, Fork, Situations
from astragal.odds.budget import Budget
from astragal.odds.generating.quotients import as_fraction
from astragal.odds.markov.linear import reaching, solve, strongly_connected_components
from astragal.odds.views import View, view_name, view_of
from astragal.outcome import to_data, typed
from astragal.render.data import DATA_VERSION, fraction_data
from astragal.render.grid import Kind


class Aim:
    """What is to be made as large as possible in the mean: a chance, where it is true or false."""

    def __init__(self, what: View) -> None:
        self._view = view_of(what)
        self.name = view_name(what)
        self.chance = True
        """whether everything looked at so far was true or false"""

    def worth(self, outcome: Any) -> Fraction:
        value = self._view(outcome)
        if not isinstance(value, int | Fraction):
            raise OddsError(
                "bad-aim", f"an aim is true, false or a number for every outcome, not {value!r}"
            )
        self.chance = self.chance and isinstance(value, bool)
        return Fraction(value)


class Worth(NamedTuple):
    """What a situation is worth, compared in this order."""

    ends: fmpq
    """the chance to end at all; of no concern where the aim is a chance, which never ending does not reach"""
    aim: fmpq
    """the chance or the mean of the aim, to which never ending adds nothing"""


_NOTHING = Worth(fmpq(0), fmpq(0))


class Valued:
    """Every situation's worth under the best decisions, and those decisions.

    What never ends has not reached an aim that is true or false. Where the aim is a number, any play that
    ends is better than one that does not, so plans first see to it that it ends.
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

    def worth(self, place: int) -> Fraction:
        return as_fraction(self._worths[place].aim)

    def better(self, place: int) -> Worth:
        """What options are compared by."""
        return self._worths[place]

    def _targets(self, place: int) -> dict[int, None]:
        node = self.nodes[place]
        return {} if isinstance(node, End) else {edge.target: None for edge in node.edges}

    def _settle(self, circle: list[int]) -> None:
        """Situations that lead to one another; everything else they lead to is settled already."""
        if len(circle) == 1 and circle[0] not in self._targets(circle[0]):
            self._at_once(circle[0])
            return
        # Policy iteration: work out what the decisions are worth, change those that pay, until none does.
        # Only what is strictly better is changed, so nobody drifts into going round for ever: on a way that
        # is never left, nothing could have been strictly better all the way round.
        forks = [place for place in circle if isinstance(self.nodes[place], Fork)]
        while True:
            self._evaluate(circle)
            best = {place: self._best(place) for place in forks}
            paying = {p: pick for p, pick in best.items() if self._taken(p, pick) > self._worths[p]}
            if not paying:
                return
            self.picks.update(paying)

    def _taken(self, place: int, option: int) -> Worth:
        """What a situation is worth if an option is taken in it."""
        node = self.nodes[place]
        assert isinstance(node, Fork)
        return self._worths[node.edges[option].target]

    def _at_once(self, place: int) -> None:
        node = self.nodes[place]
        if isinstance(node, Fork):
            self.picks[place] = self._best(place)
            self._worths[place] = self._taken(place, self.picks[place])
        elif isinstance(node, Chance):
            self._worths[place] = self._mean(self._row(place))

    def _mean(self, row: Mapping[int, fmpq]) -> Worth:
        ends = sum((weight * self._worths[target].ends for target, weight in row.items()), fmpq(0))
        aim = sum((weight * self._worths[target].aim for target, weight in row.items()), fmpq(0))
        return Worth(ends, aim)

    def _best(self, place: int) -> int:
        """The best option, the first of those as good."""
        node = self.nodes[place]
        assert isinstance(node, Fork)
        worths = [self._worths[edge.target] for edge in node.edges]
        return worths.index(max(worths))

    def _row(self, place: int) -> dict[int, fmpq]:
        """The probabilities of what comes next, under the decisions as they stand."""
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

    def _evaluate(self, circle: list[int]) -> None:
        """What the situations of a circle are worth, under the decisions as they stand."""
        index = {place: number for number, place in enumerate(circle)}
        rows = [self._row(place) for place in circle]
        right = [self._mean({t: w for t, w in row.items() if t not in index}) for row in rows]
        inside = [{index[t]: w for t, w in row.items() if t in index} for row in rows]
        # What cannot be left is worth nothing, and has no part in the system.
        out = (number for number, row in enumerate(rows) if any(t not in index for t in row))
        leaving = reaching(inside, out)
        inside = [
            {t: w for t, w in row.items() if t in leaving} if number in leaving else {}
            for number, row in enumerate(inside)
        ]
        parts = [solve(inside, list(part), self._budget) for part in zip(*right, strict=True)]
        for place, worth in zip(circle, zip(*parts, strict=True), strict=True):
            self._worths[place] = Worth(*worth)


class Plan:
    """The best decision in every situation. It is a function of a choice: give it as ``decide``.

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

    def __init__(self, situations: Situations, valued: Valued, aim: Aim, label: str) -> None:
        self.label = label
        self.kind: Kind = "chance" if aim.chance else "mean"
        self.value = valued.worth(situations.start)
        """what the aim comes to: its chance, or its mean"""
        self._forks = {
            typed(node.choice.situation): (node.choice, valued.picks[place])
            for place, node in enumerate(situations.nodes)
            if isinstance(node, Fork)
        }

    def __call__(self, choice: Choice) -> Any:
        """The option to take."""
        found = self._forks.get(typed(choice.situation))
        if found is None:
            raise ChoiceError(
                "not-in-plan", f"this plan is for {self.label}, where this cannot come up: {choice}"
            )
        return choice.options[found[1]]

    def __len__(self) -> int:
        return len(self._forks)

    def items(self) -> list[tuple[Choice, str]]:
        """Every choice that can come up, with the label of the option to take."""
        listed = [(choice, choice.labels[pick]) for choice, pick in self._forks.values()]
        return sorted(listed, key=lambda item: _order(item[0]))

    def to_data(self) -> dict[str, Any]:
        """The plan as JSON-ready data."""
        return {
            "version": DATA_VERSION,
            "of": self.label,
            "kind": self.kind,
            "value": fraction_data(self.value),
            "decisions": [
                {
                    "question": choice.question,
                    "by": choice.by,
                    "about": {name: to_data(value) for name, value in choice.about.items()},
                    "option": label,
                }
                for choice, label in self.items()
            ],
        }

    def to_json(self, indent: int | None = None) -> str:
        """The plan as JSON."""
        return json.dumps(self.to_data(), ensure_ascii=False, indent=indent)

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
    """By question, then by what it is about, where that has an order."""
    facts = [value for value in choice.about.values() if isinstance(value, int | Fraction)]
    return choice.question, facts
