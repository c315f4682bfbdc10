"""A plan: the best decision in every situation for an aim."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

from astragal.errors import ChoiceError
from astragal.experiment.choices import Choice, Decide, check_decider
from astragal.experiment.experiment import Experiment
from astragal.experiment.solve.aims import Aim, Reached
from astragal.experiment.solve.guides import Decided, Guide, Loss
from astragal.experiment.solve.memory import Memory
from astragal.experiment.solve.points import Point, Points, portable
from astragal.experiment.solve.policy import following
from astragal.experiment.solve.situations import Fork, Graphs, Nested, Situation
from astragal.experiment.solve.valuation import Valuation, Valuations, completed
from astragal.experiment.strategies import Strategy
from astragal.limits import DEFAULT_LIMITS, bounded
from astragal.outcome import to_data, typed
from astragal.probability.views import view_name
from astragal.probability.weights import Weights
from astragal.render.data import DATA_VERSION, fraction_data
from astragal.render.figures import figure
from astragal.render.grid import Measure
from astragal.render.report import Report, Reported

if TYPE_CHECKING:
    from astragal.limits import Limits
    from astragal.render.formats import Layout
    from astragal.render.plots.picture import Picture

Table: TypeAlias = "dict[Any, int | Table]"
"""The index of the option to take at each point, or the table of the nested experiment there."""


class Plan(Reported):
    """The best decision in every situation. It is a function of a choice: pass it as ``decide``.

    It is shown as a table to play by; ``when`` lists the situations for one option.

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
    >>> print(plan)
    Pig
      best: mean 8.14
    <BLANKLINE>
            held  roll on?
        up to 19  roll
              20  roll or stop
      21 or more  stop
    """

    def __init__(
        self,
        label: str,
        reached: tuple[Reached, ...],
        solve: Callable[[], Valuation],
        quickly: Callable[[Choice], int | None] | None = None,
    ) -> None:
        """``solve`` finds every decision; ``quickly`` finds one, or returns None if it cannot."""
        self.label = label
        self.goals = reached
        """the result for each goal of the aim, the most important first"""
        self.kind: Measure = reached[0].kind
        self.value = reached[0].value
        """the chance or the mean of the aim; with several goals, that of the first"""
        self._solve = solve
        self._quickly = quickly
        self._decided: dict[Any, int | None] = {}
        """the decisions found quickly so far, by situation"""

    @classmethod
    def of(cls, valuation: Valuation, label: str) -> Plan:
        """The plan for a complete valuation."""
        return cls(label, valuation.reached, lambda: valuation)

    @cached_property
    def _valuation(self) -> Valuation | None:
        """The valuation; None in a plan that was unpickled."""
        return self._solve()

    def valuation_of(self, experiment: Experiment[Any]) -> Valuation | None:
        """The valuation, if the plan is for this experiment; else None."""
        found = self._valuation
        return found if found is not None and found.graph.outermost == experiment else None

    @cached_property
    def _tables(self) -> tuple[Table, list[Decided]]:
        """The options to take, and every choice with its best options."""
        first = self._valuation
        assert first is not None
        tables: dict[int, Table] = {id(first): {}}
        own = _OwnAims(first.shared.memory)
        listed: list[Decided] = []
        waiting: list[tuple[Valuation, Situation]] = [(first, ())]
        while waiting:
            valuation, outer = waiting.pop()
            table = tables[id(valuation)]
            for key, place in valuation.graph.places.items():
                node = valuation.graph.nodes[place]
                if isinstance(node, Fork):
                    best = valuation.best(place)
                    if outer and len(best) > 1:
                        best = own.best_of(best, node, key)
                    labels = node.request.labels
                    table[portable(key)] = labels.index(best[0])
                    listed.append(Decided(node.choice.within(outer), best))
                elif isinstance(node, Nested):
                    inner = valuation.within(place)
                    if id(inner) not in tables:
                        tables[id(inner)] = {}
                        waiting.append((inner, (*outer, *node.situation)))
                    table[portable(key)] = tables[id(inner)]
        return tables[id(first)], listed

    def __getstate__(self) -> dict[str, Any]:
        """The state for pickling: all decisions, because functions cannot be pickled."""
        tables = self._tables
        kept = {name: value for name, value in self.__dict__.items() if name != "_points"}
        gone = {"_solve": None, "_quickly": None, "_valuation": None}
        return {**kept, **gone, "_tables": tables}

    @cached_property
    def _points(self) -> Points:
        return Points(Memory(DEFAULT_LIMITS))

    def __call__(self, choice: Choice) -> Any:
        """The option to take."""
        if self._quickly is not None:
            situation = typed(choice.situation)
            if situation not in self._decided:
                self._decided[situation] = self._quickly(choice)
            place = self._decided[situation]
            if place is not None:
                return choice.options[place]
        pick = self._found(choice.situation)
        if pick is None:
            raise ChoiceError(
                "not-in-plan",
                f"this plan is for {self.label}, in which this choice cannot come up: {choice}",
            )
        return choice.options[pick]

    def _found(self, situation: Situation) -> int | None:
        """The index of the option to take in a situation; None if it is not in the plan."""
        table, _ = self._tables
        waiting: tuple[Any, ...] = ()
        for frame in situation:
            point = self._points.at(frame)
            if not isinstance(point, Point):
                return None
            waiting = (*waiting, point.key)
            found = table.get(portable(waiting))
            if isinstance(found, int):
                return found
            if found is not None:
                table, waiting = found, ()
        return None

    def __len__(self) -> int:
        return len(self._tables[1])

    def items(self) -> list[tuple[Choice, str]]:
        """Every choice that can come up, with the label of the option to take."""
        listed = [(choice, best[0]) for choice, best in self._tables[1]]
        return sorted(listed, key=lambda item: _order(item[0]))

    @cached_property
    def guide(self) -> Guide:
        """The best decision in every situation, as tables to play by."""
        return Guide(self.label, self._summary, self._tables[1])

    def when(self, option: str) -> Guide:
        """The situations where an option is best, alone or with others.

        >>> import astragal
        >>> plan = astragal.parse("2d6♻♻?").plan()
        >>> plan.when("keep").summary
        'keep is best in 0 of 22 situations'
        """
        return Guide(self.label, self._summary, self._tables[1], option)

    def guide_for(self, when: str | None = None, strategy: str | None = None) -> Guide:
        """The whole guide, the situations where an option is best, or a strategy's loss."""
        if when is not None and strategy is not None:
            raise ChoiceError("two-questions", "ask for an option or for a strategy, not both")
        if strategy is not None:
            return self.loss(strategy)
        return self.guide if when is None else self.when(when)

    def loss(self, strategy: str | Decide) -> Loss:
        """The cost of another way to decide, and the situations where it is not best.

        It is given in words (see `Strategy`) or as a function of a choice that only uses its facts.
        An opponent keeps to the plan.

        >>> import astragal
        >>> plan = astragal.parse("1d20♻?").plan()
        >>> print(plan.loss("keep"))
        1d20♻?
          keep: mean 10.50, the best is 10.98: it loses 0.48
        <BLANKLINE>
          asked           best
          re-roll the 1?  re-roll, not keep
        """
        decide = Strategy(strategy) if isinstance(strategy, str) else check_decider(strategy)
        valuation = self._valuation
        if valuation is None:
            raise ChoiceError("no-plan", "a plan that came from elsewhere has no odds to compare")
        graph, budget = valuation.graph, valuation.shared.budget
        if isinstance(decide, Strategy):
            decide.check(each for each in graph.choices if not each.opposed)
        policy = following(graph, decide, budget, opponent=valuation.pick)
        weights: Weights = completed(policy.weighed())
        reached = valuation.shared.aim.reached(weights)
        text = decide.text if isinstance(decide, Strategy) else view_name(decide) or "this way"
        ours = (each for each in self._tables[1] if not each.choice.opposed)
        return Loss(self, text, reached, [_differing(each, decide) for each in ours])

    @property
    def _summary(self) -> str:
        first, *later = self.goals
        others = (
            f", then {each.goal}: {each.kind} {figure(each.value, each.kind)}" for each in later
        )
        return f"best: {first.measure} {figure(first.value, first.kind)}{''.join(others)}"

    def report(self, layout: Layout) -> Report:
        return self.guide.report(layout)

    def picture(self) -> Picture:
        return self.guide.picture()

    @bounded
    def to_data(self, *, limits: Limits | None = None) -> dict[str, Any]:
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
            "guide": self.guide.to_data()["questions"],
        }


class _OwnAims:
    """What nested dice are for anyway: that decides between options that are as good."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._known: dict[Experiment[Any], tuple[Valuation, dict[Any, int]]] = {}

    def best_of(self, labels: tuple[str, ...], node: Fork, key: Any) -> tuple[str, ...]:
        """The best of these options for the dice alone; all, if dice do not decide there."""
        inner = node.situation[-1][0]
        if len(node.situation) > 1 or not inner.leaves_choices or inner.own_aim is None:
            return labels
        if inner not in self._known:
            graph = Graphs(self._memory).of(inner)
            valuation = Valuations(Aim(inner.own_aim), self._memory).of(graph)
            places = {portable(each): place for each, place in graph.places.items()}
            self._known[inner] = valuation, places
        valuation, places = self._known[inner]
        place = places.get(portable(key))
        best = labels if place is None else valuation.best(place)
        return tuple(each for each in labels if each in best) or labels


def _differing(decided: Decided, decide: Decide) -> Decided:
    """The best option if it is better than the one decided on; otherwise an empty text."""
    choice, best = decided
    taken = choice.labels[choice.place_of(decide(choice))]
    return Decided(choice, ("",) if taken in best else (f"{best[0]}, not {taken}",))


def _order(choice: Choice) -> Any:
    """A sort key: the question, then the facts that are numbers."""
    facts = [value for value in choice.about.values() if isinstance(value, int | Fraction)]
    return choice.question, facts
