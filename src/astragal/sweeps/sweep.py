"""Sweeps: a chance, a mean or shares for each value of one or two parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any

from astragal._visible import in_short
from astragal.errors import AstragalError, OddsError
from astragal.experiment.choices import Decide
from astragal.limits import Limits, bounded
from astragal.outcome import typed
from astragal.probability.generating.fractions import seldom_collected
from astragal.probability.views import View, field_of
from astragal.render.grid import Grid, Measure
from astragal.render.shares import Shares
from astragal.sweeps.answers import Answer, Asking, Progress
from astragal.sweeps.axes import Axes, checked_axes
from astragal.sweeps.question import Measured, Question, no_number
from astragal.sweeps.subject import Cell, Subject
from astragal.sweeps.words import Words, check_number, in_order

if TYPE_CHECKING:
    from concurrent.futures import Executor


@bounded
def sweep(
    what: Any,
    axes: Axes,
    *,
    of: View | None = None,
    within: int | None = None,
    steps: bool = False,
    shares: bool = False,
    fixed: Mapping[str, Any] | None = None,
    aim: View | None = None,
    decide: Decide | None = None,
    limits: Limits | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Grid:
    """The exact chance or mean for each value of one or two parameters; for words, every chance.

    ``what`` is a rule, notation (its variables are the parameters), or a function that returns an
    experiment. ``fixed`` holds its other parameters. ``of`` is what to measure: a field of the
    outcome, or a function of it. For true or false, the sweep shows the chance; for a number, the
    mean; for a word, or if ``shares`` is set, the chance of each outcome in a grid of `Shares`. For
    a chain, ``within=n`` shows the chance of ending within n steps, and ``steps=True`` the mean
    number of steps. A refused cell holds its error and does not affect the others; if all are
    refused, the first error is raised.

    ``executor`` is any executor of ``concurrent.futures``, including that of a Dask cluster; its
    workers answer the cells. Notation, rules of games and rules from files can be sent to workers.
    ``progress`` is called with the number of cells done and the total.

    >>> import astragal
    >>> astragal.sweep("1d20 + @bonus >= @dc", {"dc": [10, 15, 20], "bonus": range(0, 7, 2)})
    1d20 + @bonus >= @dc
    <BLANKLINE>
          bonus
      dc        0        2        4        6
      10  55.00 %  65.00 %  75.00 %  85.00 %
      15  30.00 %  40.00 %  50.00 %  60.00 %
      20   5.00 %  15.00 %  25.00 %  35.00 %
    """
    question = Question.checked(of, within, steps, aim, decide, limits, shares)
    subject = Subject(what, fixed, question.limits)
    swept = Swept(subject, checked_axes(axes, 2, question.limits), executor, progress)
    return swept.grid(question)


class Swept:
    """A subject along some axes; its cells are answered in this process or by an executor."""

    def __init__(
        self,
        subject: Subject,
        axes: Mapping[str, tuple[Any, ...]],
        executor: Executor | None = None,
        progress: Progress | None = None,
    ) -> None:
        if progress is not None and not callable(progress):
            raise OddsError(
                "bad-progress", f"progress must be a function, not {in_short(progress)}"
            )
        self.subject = subject
        self.axes = axes
        self.keys = list(product(*axes.values()))
        self._cells = [
            partial(subject.cell, dict(zip(axes, key, strict=True))) for key in self.keys
        ]
        self._executor = executor
        self._progress = progress

    def grid(self, question: Question) -> Grid:
        """The answers to a question as a grid; raises the first error if every cell is refused."""
        answers = self._answers(question)
        if not any(isinstance(each, Words) for each in answers.values()):
            return _grid(label_of(self.subject, question, self.axes), self.axes, answers)
        if any(isinstance(each, Measured) for each in answers.values()):
            # Some cells have only numbers, while outcomes are words elsewhere.
            answers = self._answers(question._replace(shares=True))
        return _shares(self.subject, question, self.axes, answers)

    def measured(self, question: Question, *, every: bool = False) -> tuple[Grid, Measure]:
        """A grid of chances or means, and which of the two it holds.

        With ``every``, the first refused cell ends the work with its error.
        """
        answers = self._answers(question, every=every)
        for each in answers.values():
            if isinstance(each, Words):
                raise no_number(each)
        grid = _grid(label_of(self.subject, question, self.axes), self.axes, answers)
        return grid, "chance" if grid.kind == "chance" else "mean"

    def _answers(self, question: Question, *, every: bool = False) -> dict[tuple[Any, ...], Answer]:
        if self._executor is None:
            answers = _answers_here(question, self._cells, self._progress, every)
        else:
            answers = _answers_elsewhere(question, self._cells, self._progress, self._executor)
        refused = [each for each in answers if isinstance(each, AstragalError)]
        if refused and (every or len(refused) == len(answers)):
            raise refused[0]
        return dict(zip(self.keys, answers, strict=True))


def label_of(subject: Subject, question: Question, axes: Mapping[str, tuple[Any, ...]]) -> str:
    """Label: the subject and the question."""
    return ": ".join(filter(None, (subject.label(axes), question.label())))


def _answers_here(
    question: Question,
    cells: Sequence[Callable[[], Cell]],
    progress: Progress | None,
    every: bool,
) -> list[Answer]:
    asking = Asking(question)
    answers: list[Answer] = []
    words = 0
    with seldom_collected():
        for cell in cells:
            answers.append(answer := asking.counted(cell) if every else asking.result(cell))
            words += len(answer.words) if isinstance(answer, Words) else 0
            # Refuse too many before they fill the memory.
            check_number(words, question.limits)
            if progress is not None:
                progress(len(answers), len(cells))
    return answers


def _answers_elsewhere(
    question: Question,
    cells: Sequence[Callable[[], Cell]],
    progress: Progress | None,
    executor: Executor,
) -> list[Answer]:
    """Experiments that cannot be sent, and cells that cannot be made, are refused up front."""
    from astragal.sweeps.batches import answers_from, check_executor, packed

    check_executor(executor)
    made = packed(question, cells)
    sent = [each for each in made if not isinstance(each, AstragalError)]
    report = partial(_report, progress, len(made)) if progress is not None else None
    answers = iter(answers_from(executor, question, sent, report))
    return [each if isinstance(each, AstragalError) else next(answers) for each in made]


def _report(progress: Progress, total: int, done: int, sent: int) -> None:
    """Report progress over all cells, including those that were not sent."""
    progress(total - sent + done, total)


def _grid(
    label: str, axes: Mapping[str, tuple[Any, ...]], answers: Mapping[tuple[Any, ...], Answer]
) -> Grid:
    found = {key: each for key, each in answers.items() if isinstance(each, Measured)}
    kind = one_measure({each.measure for each in found.values()})
    values = {key: each.value for key, each in found.items()}
    return Grid(label, axes, values, kind, errors=_errors(answers))


def _errors(answers: Mapping[tuple[Any, ...], Answer]) -> dict[tuple[Any, ...], AstragalError]:
    return {key: each for key, each in answers.items() if isinstance(each, AstragalError)}


def _shares(
    subject: Subject,
    question: Question,
    axes: Mapping[str, tuple[Any, ...]],
    answers: Mapping[tuple[Any, ...], Answer],
) -> Shares:
    found = {key: each for key, each in answers.items() if isinstance(each, Words)}
    words = in_order(found.values())
    check_number(len(answers) * len(words), question.limits)
    cells = {}
    for key, each in found.items():
        chances = {typed(word): chance for word, _, chance in each.words}
        for word in words:
            cells[*key, word] = chances.get(typed(word), Fraction(0))
    errors = {(*key, word): error for key, error in _errors(answers).items() for word in words}
    label = label_of(subject, question, axes)
    return Shares(label, {**axes, _name(question, axes): words}, cells, errors=errors)


def _name(question: Question, axes: Mapping[str, Any]) -> str:
    """Name of the outcome axis: the field measured, unless a parameter has that name."""
    field = None if question.of is None else field_of(question.of)
    names = [field or "outcome", "outcome", "result", "word"]
    return next(name for name in names if name not in axes)


def one_measure(measures: set[Measure]) -> Measure:
    if len(measures) > 1:
        raise OddsError("two-kinds", "some cells are chances and some are means")
    return next(iter(measures))
