"""Sweeps: a chance or a mean for each value of one or two parameters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import product
from typing import TYPE_CHECKING, Any

from astragal._visible import in_short
from astragal.errors import AstragalError, OddsError
from astragal.experiment.choices import Decide
from astragal.limits import Limits
from astragal.odds.views import View
from astragal.render.grid import Grid, Measure
from astragal.sweeps.answers import Answer, Asking, Progress
from astragal.sweeps.axes import Axes, checked_axes
from astragal.sweeps.question import Question
from astragal.sweeps.subject import Cell, Subject

if TYPE_CHECKING:
    from concurrent.futures import Executor


def sweep(
    what: Any,
    axes: Axes,
    *,
    of: View | None = None,
    within: int | None = None,
    steps: bool = False,
    fixed: Mapping[str, Any] | None = None,
    aim: View | None = None,
    decide: Decide | None = None,
    limits: Limits | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
) -> Grid:
    """The exact chance or mean for each value of one or two parameters.

    ``what`` is a rule, notation (its variables are the parameters), or a function that returns an
    experiment; ``fixed`` are its other parameters. ``of`` is what to measure: a field of the
    outcome, or a function of it. If that is true or false, the sweep shows its chance; if it is a
    number, its mean. For a chain, ``within=n`` shows the chance to end within n steps, and
    ``steps=True`` the mean number of steps. A cell that is refused holds its error, and the others
    stand; if all are refused, the first error is raised.

    ``executor`` is any executor of ``concurrent.futures``, also that of a Dask cluster: its workers
    answer the cells. Notation travels to them, and rules of the games and of files. ``progress`` is
    called with the number of cells that are done, and of all.

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
    question = Question.checked(of, within, steps, aim, decide, limits)
    subject = Subject(what, fixed, question.limits)
    checked = checked_axes(axes, 2, question.limits)
    keys = list(product(*checked.values()))
    cells = [partial(subject.cell, dict(zip(checked, key, strict=True))) for key in keys]
    if progress is not None and not callable(progress):
        raise OddsError("bad-progress", f"progress must be a function, not {in_short(progress)}")
    if executor is None:
        answers = _answers_here(question, cells, progress)
    else:
        answers = _answers_elsewhere(question, cells, progress, executor)
    return _grid(label_of(subject, question), checked, dict(zip(keys, answers, strict=True)))


def label_of(subject: Subject, question: Question) -> str:
    """What is measured of what, in words."""
    return ": ".join(filter(None, (subject.label(), question.label())))


def _answers_here(
    question: Question, cells: Sequence[Callable[[], Cell]], progress: Progress | None
) -> list[Answer]:
    asking = Asking(question)
    answers = []
    for cell in cells:
        answers.append(asking.result(cell))
        if progress is not None:
            progress(len(answers), len(cells))
    return answers


def _answers_elsewhere(
    question: Question,
    cells: Sequence[Callable[[], Cell]],
    progress: Progress | None,
    executor: Executor,
) -> list[Answer]:
    """Whatever cannot travel is refused before the work; so are cells that cannot be made."""
    from astragal.sweeps.batches import answers_from, check_executor, packed

    check_executor(executor)
    made = packed(question, cells)
    sent = [each for each in made if not isinstance(each, AstragalError)]
    report = partial(_report, progress, len(made)) if progress is not None else None
    answers = iter(answers_from(executor, question, sent, report))
    return [each if isinstance(each, AstragalError) else next(answers) for each in made]


def _report(progress: Progress, total: int, done: int, sent: int) -> None:
    """Progress over all cells, also those that were not sent."""
    progress(total - sent + done, total)


def _grid(
    label: str, axes: Mapping[str, tuple[Any, ...]], answers: Mapping[tuple[Any, ...], Answer]
) -> Grid:
    """The grid of all answers; if every cell is refused, the first error is raised."""
    errors = {key: each for key, each in answers.items() if isinstance(each, AstragalError)}
    if len(errors) == len(answers):
        raise next(iter(errors.values()))
    measured = {key: each for key, each in answers.items() if not isinstance(each, AstragalError)}
    kind = one_measure({each.measure for each in measured.values()})
    values = {key: each.value for key, each in measured.items()}
    return Grid(label, axes, values, kind, errors=errors)


def one_measure(measures: set[Measure]) -> Measure:
    if len(measures) > 1:
        raise OddsError("two-kinds", "some cells are chances and some are means")
    return next(iter(measures))
