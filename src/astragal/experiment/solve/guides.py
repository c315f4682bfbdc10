"""A guide: the best decision in each situation, as tables to play by and as a picture."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby, permutations
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from astragal._nearest import did_you_mean
from astragal._visible import in_short, visible
from astragal.errors import ChoiceError
from astragal.experiment.choices import Choice
from astragal.outcome import show
from astragal.render.data import DATA_VERSION, fraction_data
from astragal.render.figures import decimal, figure
from astragal.render.report import Cell, Column, Report, Reported, Table

if TYPE_CHECKING:
    from astragal.experiment.solve.aims import Reached
    from astragal.experiment.solve.plans import Plan
    from astragal.limits import Limits
    from astragal.render.formats import Layout
    from astragal.render.grid import Measure
    from astragal.render.plots.picture import Axis, Panel, Picture

_ROWS = 40
"""The most rows of a table, unless every row is asked for."""
_LINES = 7
"""Up to this many values of a second fact are drawn as lines; more are drawn as a heat map."""
_ANY = "any"
_BEFORE = ", by what came before"
_AS_GOOD = "as good as the best"
"""The words that pictures use for a strategy that cannot be improved; tables omit them."""

_FEW = 3
_SHORT = 12
"""The longest name, in characters, that is put on one line with others."""

Facts: TypeAlias = tuple[Any, ...]
Tree: TypeAlias = "str | list[tuple[str, Tree]]"
"""The answer; or a fact that it depends on, with the rest of the tree for each of its values."""


class Decided(NamedTuple):
    """A choice that can come up and its best options."""

    choice: Choice
    best: tuple[str, ...]
    """the labels of the best options; a plan takes the first"""


class Guide(Reported):
    """A summary of the best decisions; consecutive numbers with the same answer share a row.

    With an ``option``, only the situations where it is best.

    >>> import astragal
    >>> print(astragal.parse("1d6r<4?").plan().guide)
    1d6r<4?
      best: mean 4.25
    <BLANKLINE>
      asked           best
      re-roll the 1?  re-roll
      re-roll the 2?  re-roll
      re-roll the 3?  re-roll
    """

    def __init__(
        self, title: str, summary: str, decided: Iterable[Decided], option: str | None = None
    ) -> None:
        self.title = title
        self.decided = [each for each in decided if len(each.choice.labels) > 1]
        if option is not None:
            self.decided = _offering(self.decided, option, title)
        asked: dict[str, list[Decided]] = {}
        for each in self.decided:
            asked.setdefault(each.choice.asked, []).append(each)
        self.questions = [_Asked(words, every, option) for words, every in asked.items()]
        self.summary = summary if option is None else self._count(option)

    def _count(self, option: str) -> str:
        """A sentence: in how many situations an option is best. Equal facts count once."""
        answers = [answer for each in self.questions for answer in each.answers.values()]
        sure, perhaps = answers.count(option), answers.count(f"{option}{_BEFORE}")
        others = f", and in {perhaps:,} by what came before" if perhaps else ""
        return f"{option} is best in {sure:,} of {len(answers):,} situations{others}"

    def report(self, layout: Layout) -> Report:
        most = None if layout.every else _ROWS
        tables = [each.table(most) for each in self.questions if each.facts]
        plain = [each for each in self.questions if not each.facts and each.rows]
        if plain:
            rows = [(Cell(each.asked), Cell(each.rows[0][-1])) for each in plain]
            tables.append(
                Table((Column("asked", left=True), Column("best", left=True)), tuple(rows))
            )
        left = 0 if most is None else sum(max(0, len(each.rows) - most) for each in self.questions)
        remarks = (f"and {left:,} more rows",) if left else ()
        return Report(visible(self.title), (self.summary,), tuple(tables), remarks)

    def picture(self) -> Picture:
        from astragal.render.plots.picture import Picture

        if not self.questions:
            raise ChoiceError("no-choice", f"{self.title} leaves nothing to decide")
        asked = max(self.questions, key=lambda each: len(each.decided))
        title = f"{visible(self.title)}: {asked.asked}"
        turning = asked.turning_points()
        if turning is not None:
            panel, answer, along = turning
            measured = f"{answer or _AS_GOOD} from this {along} on"
            return Picture(title, (panel,), visible(measured), "value", self.summary)
        measured = "share of the situations, in %"
        return Picture(title, (asked.shares(),), measured, summary=self.summary, whole=True)

    def to_data(self, *, limits: Limits | None = None) -> dict[str, Any]:
        return {
            "version": DATA_VERSION,
            "of": self.title,
            "summary": self.summary,
            "questions": [each.to_data() for each in self.questions],
        }


class _Asked:
    """One question of a guide, with a row for each answer."""

    def __init__(self, asked: str, decided: Sequence[Decided], option: str | None) -> None:
        self.asked = asked
        self.decided = decided
        about = [each.choice.about for each in decided]
        facts = [name for name in about[0] if len({show(each.get(name)) for each in about}) > 1]
        orders = list(permutations(facts)) if len(facts) <= _FEW else [tuple(facts)]
        self.answers = _answers(decided, facts, option)
        """the best options in each case, by these facts"""
        tried = [(names, _tree(_answers(decided, names, option))) for names in orders]
        self.names, tree = min(tried, key=lambda each: sum(1 for _ in _rows(each[1])))
        """the facts that matter, in the order that takes the fewest rows"""
        rows = [row for row in _rows(tree) if row[-1]]
        kept = [p for p in range(len(self.names)) if any(row[p] != _ANY for row in rows)]
        self.facts = [visible(self.names[place]) for place in kept]
        self.rows = [tuple(visible(row[place]) for place in (*kept, -1)) for row in rows]

    def table(self, most: int | None) -> Table:
        """The table of rows, at most ``most`` of them."""
        columns = (*map(Column, self.facts), Column(self.asked, left=True))
        return Table(columns, tuple(tuple(map(Cell, row)) for row in self.rows[:most]), keys=0)

    def turning_points(self) -> tuple[Panel, str, str] | None:
        """Where the answer changes from one option to another, by the other facts.

        Returns the panel, the second answer, and the fact along which the change happens in most
        cases. None unless there is a single such change and there are one or two other facts.
        """
        from astragal.render.plots.picture import Panel, Series

        if len(self.names) not in (2, 3):
            return None
        found = [turn for name in self.names if (turn := self._turning(name)) is not None]
        if not found:
            return None
        along, others, answer, points = max(
            found, key=lambda each: sum(map(bool, each[3].values()))
        )
        firsts = _in_order(dict.fromkeys(facts[0] for facts in points))
        seconds = _in_order(dict.fromkeys(facts[1:] for facts in points))
        series = tuple(
            Series(
                visible(show(*other) if other else along),
                tuple(points.get((each, *other)) for each in firsts),
            )
            for other in seconds
        )
        axis = _axis(others[0], firsts)
        kind = "heat" if len(series) > _LINES else "lines" if axis.numbers else "rows"
        return Panel(kind, axis, series, others=visible("".join(others[1:]))), answer, along

    def _turning(
        self, along: str
    ) -> tuple[str, Sequence[str], str, dict[Facts, Fraction | None]] | None:
        """Where the answer changes along a fact, for each case of the others.

        None if the fact is not a number, or if there is not exactly one kind of change.
        """
        others = [name for name in self.names if name != along]
        cases = _answers(self.decided, [*others, along], None)
        if not all(_is_number(facts[-1]) for facts in cases):
            return None
        answers: dict[Facts, list[tuple[str, Any]]] = {}
        for facts in sorted(cases, key=lambda facts: facts[-1]):
            told = answers.setdefault(facts[:-1], [])
            if not told or told[-1][0] != cases[facts]:
                told.append((cases[facts], facts[-1]))
        turns = {tuple(answer for answer, _ in told) for told in answers.values() if len(told) > 1}
        if [len(each) for each in turns] != [2]:
            return None
        points = {
            facts: Fraction(told[1][1]) if len(told) > 1 else None
            for facts, told in answers.items()
        }
        return along, others, turns.pop()[1], points

    def shares(self) -> Panel:
        """A panel of how often each option is best, along the last fact."""
        from astragal.render.plots.picture import Panel, Series

        name = self.names[-1] if self.names else ""
        counts: dict[Any, dict[str, int]] = {}
        for each in self.decided:
            row = counts.setdefault(each.choice.about.get(name), {})
            row[each.best[0]] = row.get(each.best[0], 0) + 1
        places = _in_order(counts)
        labels = dict.fromkeys(label for row in counts.values() for label in row)
        series = tuple(
            Series(
                visible(label) or _AS_GOOD,
                tuple(Fraction(counts[p].get(label, 0), sum(counts[p].values())) for p in places),
            )
            for label in labels
        )
        return Panel("stacked", _axis(name, places), series)

    def to_data(self) -> dict[str, Any]:
        return {
            "question": self.asked,
            "facts": self.facts,
            "rows": [
                {"where": dict(zip(self.facts, facts, strict=True)), "best": best}
                for *facts, best in self.rows
            ],
        }


def _offering(decided: Sequence[Decided], option: str, title: str) -> list[Decided]:
    """The choices that have an option; a ChoiceError if there are none."""
    if not isinstance(option, str):
        raise ChoiceError("no-such-option", f"an option is a text, not {in_short(option)}")
    found = [each for each in decided if option in each.choice.labels]
    if not found:
        labels = list(dict.fromkeys(label for each in decided for label in each.choice.labels))
        hint = did_you_mean(option, labels, f"the options are {', '.join(labels[:_ROWS])}")
        message = f"{title} never offers {in_short(option)}"
        raise ChoiceError("no-such-option", message, hint=hint)
    return found


def _answers(
    decided: Sequence[Decided], names: Sequence[str], option: str | None
) -> dict[Facts, str]:
    """The answer for each case of these facts: the options that are best in all its situations."""
    best: dict[Facts, list[Decided]] = {}
    for each in decided:
        best.setdefault(tuple(each.choice.about.get(name) for name in names), []).append(each)
    return {facts: _answer([each.best for each in cases], option) for facts, cases in best.items()}


def _answer(best: Sequence[tuple[str, ...]], option: str | None) -> str:
    if option is not None:
        found = [option in each for each in best]
        return option if all(found) else f"{option}{_BEFORE}" if any(found) else ""
    always = [label for label in best[0] if all(label in each for each in best)]
    if always:
        return " or ".join(always)
    sometimes = dict.fromkeys(each[0] for each in best)
    named = " or ".join(filter(None, sometimes))
    return f"sometimes {named}" if "" in sometimes else f"{named}{_BEFORE}"


def _is_number(value: Any) -> bool:
    return isinstance(value, int | Fraction) and not isinstance(value, bool)


def _in_order(values: Iterable[Any]) -> list[Any]:
    """Sort numbers, or tuples of numbers, in ascending order; keep the order of anything else."""
    listed = list(values)
    alike = len({type(each) is tuple and len(each) for each in listed}) == 1
    parts = (each if type(each) is tuple else (each,) for each in listed)
    numeric = alike and all(_is_number(part) for each in parts for part in each)
    return sorted(listed) if numeric else listed


def _axis(name: str, values: Sequence[Any]) -> Axis:
    from astragal.render.plots.picture import Axis

    numbers = tuple(values) if values and all(map(_is_number, values)) else None
    return Axis(visible(name), tuple(visible(show(each)) for each in values), numbers)


def _tree(answers: Mapping[Facts, str]) -> Tree:
    """Group the answers by the first fact, then by the second, and so on.

    Consecutive numbers with the same answer form one branch. Other values with the same answer are
    also grouped.
    """
    if () in answers:
        return answers[()]
    cases: dict[Any, dict[Facts, str]] = {}
    for facts, answer in answers.items():
        cases.setdefault(facts[0], {})[facts[1:]] = answer
    values = _in_order(cases)
    trees = [(value, _tree(cases[value])) for value in values]
    if all(map(_is_number, values)):
        runs = [[*run] for _, run in groupby(trees, lambda each: each[1])]
        ends = values[0], values[-1]
        return [(_span(run[0][0], run[-1][0], *ends), run[0][1]) for run in runs]
    alike: list[tuple[list[str], Tree]] = []
    for value, tree in trees:
        same = next((names for names, other in alike if other == tree), None)
        if same is None:
            alike.append(([show(value)], tree))
        else:
            same.append(show(value))
    if len(alike) == 1:
        return [(_ANY, alike[0][1])]
    return [(name, tree) for names, tree in alike for name in _joined(names)]


def _joined(names: Sequence[str]) -> Sequence[str]:
    """A few short names as one text, others separately."""
    return [" or ".join(names)] if len(names) <= _FEW and max(map(len, names)) <= _SHORT else names


def _span(first: Any, last: Any, least: Any, greatest: Any) -> str:
    """A text for the values from ``first`` to ``last``, out of ``least`` to ``greatest``."""
    if (first, last) == (least, greatest):
        return _ANY
    if first == last:
        return show(first)
    if first == least:
        return f"up to {show(last)}"
    return f"{show(first)} or more" if last == greatest else f"{show(first)} to {show(last)}"


def _rows(tree: Tree) -> Iterator[tuple[str, ...]]:
    """The rows of a tree: the texts on the way to each answer, and the answer."""
    if isinstance(tree, str):
        yield (tree,)
        return
    for text, branch in tree:
        for row in _rows(branch):
            yield (text, *row)


class Loss(Guide):
    """A strategy compared with the best decisions: its value, and where it errs.

    >>> import astragal
    >>> loss = astragal.parse("1d20♻?").plan().loss("keep")
    >>> loss.value, loss.best, loss.lost
    (Fraction(21, 2), Fraction(439, 40), Fraction(19, 40))
    """

    def __init__(
        self, plan: Plan, strategy: str, reached: Sequence[Reached], decided: Iterable[Decided]
    ) -> None:
        self.strategy = strategy
        self.kind = plan.kind
        self.value = reached[0].value
        """the chance or the mean of the aim with this plan; of several goals, the first"""
        self.best = plan.value
        told = _compared(reached, plan.goals)
        super().__init__(plan.label, f"{strategy}: {told}", decided)

    @property
    def lost(self) -> Fraction:
        """The difference to the value of the best decisions."""
        return self.best - self.value

    def to_data(self, *, limits: Limits | None = None) -> dict[str, Any]:
        values = {"value": self.value, "best": self.best, "lost": self.lost}
        numbers = {name: fraction_data(value) for name, value in values.items()}
        return super().to_data() | {"strategy": self.strategy, "kind": self.kind} | numbers


def _compared(reached: Sequence[Reached], best: Sequence[Reached]) -> str:
    """The value of each goal next to the best, up to the first goal where they differ."""
    told = ""
    for own, other in zip(reached, best, strict=True):
        name = f"; then {own.goal}: " if told else ""
        values = figure(own.value, own.kind), figure(other.value, own.kind)
        told += f"{name}{own.kind} {values[0]}, the best is {values[1]}"
        if own.value != other.value:
            return f"{told}: it loses {_amount(abs(other.value - own.value), own.kind)}"
    return f"{told}: it loses nothing"


def _amount(loss: Fraction, kind: Measure) -> str:
    return f"{decimal(loss * 100)} percentage points" if kind == "chance" else decimal(loss)
