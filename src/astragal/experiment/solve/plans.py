"""A plan: the best decision in every situation for an aim."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cached_property
from typing import Any, TypeAlias

from astragal._visible import visible_json
from astragal.errors import ChoiceError
from astragal.experiment.choices import Choice
from astragal.experiment.experiment import Experiment
from astragal.experiment.solve.aims import Aim
from astragal.experiment.solve.memory import Memory
from astragal.experiment.solve.points import Point, Points, portable
from astragal.experiment.solve.situations import Fork, Nested, Situation
from astragal.experiment.solve.valuation import Valuation
from astragal.limits import DEFAULT_LIMITS
from astragal.outcome import to_data, typed
from astragal.render.data import DATA_VERSION, fraction_data
from astragal.render.grid import Measure

Table: TypeAlias = "dict[Any, int | Table]"
"""The option to take at each point, or the table of what is nested there."""


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
        solve: Callable[[], Valuation],
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
    def of(cls, valuation: Valuation, aim: Aim, label: str) -> Plan:
        """The plan of situations that were all valued."""
        value = valuation.value(valuation.worths[valuation.graph.start])
        return cls(label, aim, value, lambda: valuation)

    @cached_property
    def _valuation(self) -> Valuation | None:
        """None in another process."""
        return self._solve()

    def valuation_of(self, experiment: Experiment[Any]) -> Valuation | None:
        """What all its decisions follow from, if it is of this experiment."""
        found = self._valuation
        return found if found is not None and found.graph.outermost == experiment else None

    @cached_property
    def _tables(self) -> tuple[Table, list[tuple[Choice, int]]]:
        """The options to take, and every choice with its own."""
        first = self._valuation
        assert first is not None
        tables: dict[int, Table] = {id(first): {}}
        listed: list[tuple[Choice, int]] = []
        waiting: list[tuple[Valuation, Situation]] = [(first, ())]
        while waiting:
            valuation, outer = waiting.pop()
            table = tables[id(valuation)]
            for key, place in valuation.graph.places.items():
                node = valuation.graph.nodes[place]
                if isinstance(node, Fork):
                    table[portable(key)] = valuation.pick(place)
                    listed.append((node.choice.within(outer), valuation.pick(place)))
                elif isinstance(node, Nested):
                    inner = valuation.within(place)
                    if id(inner) not in tables:
                        tables[id(inner)] = {}
                        waiting.append((inner, (*outer, *node.situation)))
                    table[portable(key)] = tables[id(inner)]
        return tables[id(first)], listed

    def __getstate__(self) -> dict[str, Any]:
        """All decisions: functions do not travel to another process."""
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
        """The option to take in a situation, if it can come up."""
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
        listed = [(choice, choice.labels[pick]) for choice, pick in self._tables[1]]
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
