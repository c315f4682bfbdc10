"""Advice: the value of each option in the current situation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from astragal._visible import visible
from astragal.errors import ChoiceError, FacesError
from astragal.experiment.choices import Choice, DecisionList, Pick, without_aim
from astragal.experiment.experiment import Experiment, Variables
from astragal.experiment.run.pauses import Pause, Playing
from astragal.experiment.solve.aims import Aim
from astragal.experiment.solve.analysis import with_never
from astragal.experiment.solve.memory import Memory
from astragal.experiment.solve.situations import Fork, Nested, Situation
from astragal.experiment.solve.valuation import (
    Inside,
    Valuation,
    W,
    Worth,
    best_of,
    completed,
    valued,
)
from astragal.limits import DEFAULT_LIMITS, Limits, check_limits
from astragal.probability.distribution import Distribution
from astragal.probability.generating.fractions import as_fraction
from astragal.probability.views import View
from astragal.probability.weights import Weights
from astragal.render.data import fraction_data
from astragal.render.grid import Grid, Measure, RenderedGrid
from astragal.rolling.frame import NO_VARIABLES
from astragal.rolling.sources import Face, HandSource
from astragal.watch import Watch

if TYPE_CHECKING:
    from astragal.experiment.solve.prospects import Prospects
    from astragal.render.formats import Format, Layout
    from astragal.render.plots.picture import Picture

_NAMED = 3
"""Up to this many equally good options are named."""


class LaterGoal(NamedTuple):
    """The value of each option for a later goal, which decides when all earlier ones are equal."""

    aim: str
    kind: Measure
    values: dict[str, Fraction]

    def to_data(self) -> dict[str, Any]:
        values = {label: fraction_data(each) for label, each in self.values.items()}
        return {"aim": self.aim, "kind": self.kind, "values": values}


class Advice(RenderedGrid):
    """The options of a choice, each with the value of the aim if all later decisions are best.

    >>> import astragal
    >>> @astragal.rule
    ... def lucky() -> astragal.Asks[int]:
    ...     \"\"\"Roll a d20; you may roll it again, and then keep the second.\"\"\"
    ...     face: int = yield "d20"
    ...     again = yield astragal.choose("roll again?", {"yes": True, "no": False}, face=face)
    ...     if again:
    ...         face = yield "d20"
    ...     return face
    >>> advice = lucky().advise(lambda face: face >= 15, faces=[12])
    >>> advice.best, advice.values
    ('yes', {'yes': Fraction(3, 10), 'no': Fraction(0, 1)})
    """

    def __init__(
        self,
        choice: Choice,
        values: dict[str, Fraction],
        as_good: tuple[str, ...],
        aim: Aim,
        kind: Measure | None = None,
    ) -> None:
        self.choice = choice
        self.values = values
        """the exact chance or mean for each option, by its label"""
        self.as_good = as_good
        """the labels of the best options: several if they are equally good"""
        self.kind: Measure = kind or ("chance" if aim.chance else "mean")
        self.measure = self.kind if kind else aim.goals[0].measure
        """the heading of the values: ``chance``, ``mean``, ``mean damage``"""
        self.aim = aim.name
        self.first = aim.goals[0].name
        """the most important goal"""
        self.later: tuple[LaterGoal, ...] = ()
        """the value of each option for the later goals, which break ties of the earlier ones"""
        self.odds: Mapping[str, Distribution] | None = None
        """the odds of the outcomes after each option, if they were asked for"""
        self._own = aim.own

    @classmethod
    def of(
        cls,
        choice: Choice,
        ours: Sequence[Fraction],
        worths: Sequence[W],
        aim: Aim,
        kind: Measure | None = None,
    ) -> Advice:
        """Advice from each option's value to us; an opponent sees their own chances."""
        best = best_of(worths, choice)
        turned = choice.opposed and (kind or ("chance" if aim.chance else "mean")) == "chance"
        values = [1 - each for each in ours] if turned else ours
        as_good = [label for label, each in zip(choice.labels, worths, strict=True) if each == best]
        return cls(choice, dict(zip(choice.labels, values, strict=True)), tuple(as_good), aim, kind)

    @property
    def question(self) -> str:
        return self.choice.question

    @property
    def value(self) -> Fraction:
        """The value of the best option."""
        return self.values[self.best]

    @property
    def best(self) -> str:
        """The label of the best option; of the first, if several are equally good."""
        return self.as_good[0]

    def grid(self) -> Grid:
        # An opponent's chances are not ours. A rule's own aim need not be stated.
        side = "against " if self.choice.opposed else ""
        told = ("us" if side else "") if self._own else self.aim
        aim = f" ({side}{told})" if told else ""
        named = _folded(dict.fromkeys(self.as_good))
        best = ("; or " if any(" or " in each for each in named) else " or ").join(named)
        if len(named) > _NAMED:
            best = f"{self.as_good[0]}, or {len(self.as_good) - 1} others that are as good"
        others = sum(each == self.value for each in self.values.values()) - len(self.as_good)
        if others and not self.later:
            best += f" (others have the same {self.kind} but are otherwise worth less)"
        return _Options(
            f"{self.choice.experiment}: {self.choice.asked}{aim}",
            {"option": tuple(self.values)},
            {(label,): value for label, value in self.values.items()},
            self.kind,
            f"best: {best}",
            measure=self.measure,
        )

    @property
    def prospects(self) -> Prospects:
        """The odds behind the options, side by side; a ChoiceError if they were not asked for."""
        from astragal.experiment.solve.prospects import Prospects

        if self.odds is None:
            raise ChoiceError("no-odds", "this advice has no odds: ask for it with odds=True")
        return Prospects(self, self.odds)

    def written(self, form: Format, layout: Layout) -> str:
        if self.odds is None and not self.later:
            return super().written(form, layout)
        from astragal.experiment.solve.prospects import Prospects

        return form.report(Prospects(self, self.odds or {}), layout)

    def picture(self) -> Picture:
        return super().picture() if self.odds is None else self.prospects.picture()

    def to_data(self) -> dict[str, Any]:
        return self.worths_data() if self.odds is None else self.prospects.to_data()

    def worths_data(self) -> dict[str, Any]:
        """The value of each option as data, without the odds behind it."""
        later = {"then": [each.to_data() for each in self.later]} if self.later else {}
        return self.grid().to_data() | {"best": list(self.as_good)} | later


class _Options(Grid):
    """The options of a choice; equally good ones that differ in the last word share a row."""

    def __init__(self, *given: Any, measure: str = "") -> None:
        super().__init__(*given)
        self._measure = visible(measure)

    @property
    def measure(self) -> str:
        return self._measure or super().measure

    def __reduce__(self) -> tuple[object, ...]:
        return (*super().__reduce__(), {"_measure": self._measure})

    def tables(self, *, every: bool = False) -> list[Grid]:
        if every or self.errors:
            return [self]
        rows = _folded({label: value for (label,), value in self.cells.items()})
        cells = {(text,): self.cells[label,] for text, label in rows.items()}
        axes, said = {"option": tuple(rows)}, self.summary_line
        return [_Options(self.label, axes, cells, self.kind, said, measure=self.measure)]


def _folded(options: Mapping[str, Any]) -> dict[str, str]:
    """Merge labels that differ only in the last word and map to the same value.

    Each merged label maps to the first of the original labels.

    >>> list(_folded({"Ann helps Bob": 1, "Ann helps Cas": 1, "Ann helps Dora": 2, "nobody": 1}))
    ['Ann helps Bob or Cas', 'Ann helps Dora', 'nobody']
    """
    alike: dict[Any, list[str]] = {}
    for label, what in options.items():
        stem, _, last = label.rpartition(" ")
        before = stem.rpartition(" ")[2]
        # `2 3` and `2 4` are sets of dice to keep, not options of one kind.
        key = (stem, what) if before.isalpha() and before != "and" else (label, what, last)
        alike.setdefault(key, []).append(label)
    found = {}
    for first, *others in alike.values():
        *lasts, end = (each.rpartition(" ")[2] for each in (first, *others))
        stem = first[: len(first) - len((*lasts, end)[0])]
        found[f"{stem}{', '.join(lasts)} or {end}" if lasts else first] = first
    return found


class Adviser:
    """Makes the best decision for an aim one at a time, which is quicker than a complete plan."""

    def __init__(self, aim: View, limits: Limits | None = None) -> None:
        self.aim = aim
        self.limits = limits or DEFAULT_LIMITS

    def __call__(self, choice: Choice) -> Any:
        return Pick(best_place(choice, self.aim, self.limits))


def advise(
    experiment: Experiment[Any],
    aim: View | None,
    faces: Iterable[Face],
    decisions: Iterable[Any],
    variables: Variables | None,
    limits: Limits | None,
    odds: bool = False,
) -> Advice:
    """The value of each option of the choice that these faces and decisions lead to."""
    own = experiment.own_aim
    aim = own if aim is None else aim
    if aim is None:
        raise without_aim(experiment.label)
    allowed = experiment.limits if limits is None else check_limits(limits)
    watch = allowed.watch()
    made = DecisionList(decisions).decisions
    choice = _choice_reached(experiment, HandSource(faces), made, variables, allowed)
    return _advice(choice, Aim(aim, own=aim == own), allowed, variables, watch, odds=odds)


def _advice(
    choice: Choice,
    goal: Aim,
    limits: Limits,
    variables: Variables | None = None,
    watch: Watch | None = None,
    *,
    odds: bool = False,
) -> Advice:
    """The value of each option of a choice in the situation where it came up."""
    situation: Situation = choice.situation
    given = NO_VARIABLES if variables is None else situation[0][0].given(variables)
    memory = Memory(limits, given, watch)
    begins = not odds and len(situation) == 1 and not situation[0][1]
    decided = situation[0][0].decided() if begins else None
    options = None if decided is None else decided.options(goal, memory)
    if options is not None:
        return Advice.of(choice, [each[0] for each in options], options, goal)
    advice, worths = _valued(choice, situation, goal, memory, odds=odds)
    inner = situation[-1][0]
    if len(situation) < 2 or not inner.leaves_choices or worths.count(max(worths)) < 2:
        return advice
    # Equally good options are ranked by the inner experiment's own aim.
    own = inner.own_aim
    assert own is not None
    totals, others = _valued(choice, situation[-1:], Aim(own), memory)
    both = [worth + other for worth, other in zip(worths, others, strict=True)]
    settled = goal.own and len({*worths}) < 2
    shown = totals if settled else advice
    kind: Measure = "mean" if settled else advice.kind
    found = Advice.of(choice, [*shown.values.values()], both, goal, kind)
    found.odds, found.later = advice.odds, advice.later
    return found


def _valued(
    choice: Choice, situation: Situation, aim: Aim, memory: Memory, *, odds: bool = False
) -> tuple[Advice, list[Worth]]:
    """Advice and worths for a situation, from everything that can follow it."""
    whole, _ = valued(aim, memory, lambda graphs: graphs.from_here(situation))
    valuation = whole
    outer: list[Valuation] = []
    scales = []
    while isinstance(node := valuation.graph.nodes[valuation.graph.start], Nested):
        inside = valuation.inside[valuation.graph.start]
        assert isinstance(inside, Inside)
        outer.append(valuation)
        scales.append(inside.scale)
        valuation = inside.valuation
    assert isinstance(node, Fork)
    aim.check(whole=False)
    worths = [valuation.worths[edge.target] for edge in node.edges]
    for scale in reversed(scales):
        worths = [scale.applied(worth) for worth in worths]
    values = [whole.value(worth) for worth in worths]
    advice = Advice.of(choice, values, worths, aim)
    advice.later = _later(choice, worths, aim)
    if odds:
        waiting = outer[::-1]
        advice.odds = {
            label: _odds_after(label, edge.target, valuation, waiting, memory)
            for label, edge in zip(node.choice.labels, node.edges, strict=True)
        }
    return advice, worths


def _later(choice: Choice, worths: Sequence[Worth], aim: Aim) -> tuple[LaterGoal, ...]:
    """The value of each option for the later goals, taken from the last parts of its worth."""
    goals = aim.goals[1:]
    if choice.opposed or not goals:
        return ()
    columns = list(zip(*worths, strict=True))[-len(goals) :]
    return tuple(
        LaterGoal(
            goal.name,
            "chance" if goal.chance else "mean",
            {
                label: goal.shown(as_fraction(part))
                for label, part in zip(choice.labels, column, strict=True)
            },
        )
        for goal, column in zip(goals, columns, strict=True)
    )


def _odds_after(
    label: str, place: int, valuation: Valuation, outer: Sequence[Valuation], memory: Memory
) -> Distribution:
    """The odds if play continues from a situation; ``outer`` experiments wait, innermost first."""
    found: Weights = completed(valuation.policy(memory.budget, start=place).weighed())
    for waiting in outer:
        found = completed(waiting.policy(memory.budget, met=found).weighed())
    return Distribution.of_weights(with_never(found), label=lambda: label)


def best_place(choice: Choice, aim: View, limits: Limits) -> int:
    """The index of the best option of a choice in the situation where it came up."""
    return choice.labels.index(_advice(choice, Aim(aim), limits).best)


def _choice_reached(
    experiment: Experiment[Any],
    source: HandSource,
    decisions: tuple[Any, ...],
    variables: Variables | None,
    limits: Limits,
) -> Choice:
    """The first choice without a decision."""
    given = NO_VARIABLES if variables is None else experiment.given(variables)
    playing = Playing(experiment, (), decisions, given, source, limits)
    try:
        reached = playing.run(moments=False)
    except FacesError as error:
        if error.code == "too-few-faces":
            error.hint = "advice needs a choice, and these faces do not lead to one yet"
        raise
    if isinstance(reached, Pause) and reached.choice is not None:
        try:
            source.finish()
        except FacesError as error:
            error.hint = f"what was decided before them is missing: {reached.choice}"
            raise
        return reached.choice
    raise ChoiceError(
        "no-choice",
        f"{experiment.label} ends with these faces and decisions: nothing is left to decide",
    )
