"""Batches: groups of cells, sent to the workers of an executor."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from contextlib import contextmanager
from copy import copy
from typing import Any, NamedTuple, TypeVar

from astragal._version import __version__
from astragal._visible import in_short
from astragal.errors import AstragalError, Hints, OddsError, RuleError
from astragal.experiment.places import in_words
from astragal.sweeps.answers import Answer, Asking, Progress
from astragal.sweeps.parcels import Packing, Parcel, check_question
from astragal.sweeps.question import Question
from astragal.sweeps.subject import Cell
from astragal.watch import Watch

T = TypeVar("T")

_BATCHES = 32
"""About this many batches keep workers busy to the end and show steady progress."""

_CELLS = 50
"""The most cells in one batch."""


class PackedCell(NamedTuple):
    """A cell as plain data."""

    parcel: Parcel
    variables: dict[str, Any]

    def unpacked(self) -> Cell:
        return Cell(self.parcel.unpacked(), self.variables)


class Batch(NamedTuple):
    """Some cells, with everything that another process needs to answer them."""

    version: str
    """the version of Astragal: another version might answer differently"""
    question: Question
    cells: tuple[PackedCell, ...]


class Raised(NamedTuple):
    """A rule's own exception in words: its type may be unknown in the receiving process."""

    error: RuleError


# In the sweeping process


def check_executor(executor: object) -> None:
    if not isinstance(executor, Executor):
        raise OddsError(
            "bad-executor",
            f"executor must be an executor of concurrent.futures, not {in_short(executor)}",
            hint=Hints("of a Dask client: client.get_executor()"),
        )


def packed(
    question: Question, cells: Sequence[Callable[[], Cell]]
) -> list[PackedCell | AstragalError]:
    """Every cell as data, or the error that refuses it; raises an error if one cannot be sent."""
    check_question(question)
    packing = Packing()
    made: list[PackedCell | AstragalError] = []
    for each in cells:
        try:
            cell = each()
        except AstragalError as error:
            made.append(copy(error))
        else:
            made.append(PackedCell(packing.packed(cell.experiment), dict(cell.variables)))
    return made


def answers_from(
    executor: Executor, question: Question, cells: Sequence[PackedCell], progress: Progress | None
) -> list[Answer]:
    """Answers for all cells, in order, from the workers of an executor."""
    batches = _batches(question, cells)
    answers: dict[int, list[Answer]] = {}
    places: dict[Future[list[Answer] | Raised], int] = {}
    done = 0
    try:
        with _workers_blamed():
            for place, batch in enumerate(batches):
                places[executor.submit(answered, batch)] = place
        for future in _as_completed(places, question.limits.watch()):
            with _workers_blamed():
                found = future.result()
            if isinstance(found, Raised):
                raise found.error
            answers[places[future]] = found
            done += len(found)
            if progress is not None:
                progress(done, len(cells))
    finally:
        for future in places:
            future.cancel()
    return [answer for place in range(len(batches)) for answer in answers[place]]


def _as_completed(futures: Iterable[Future[T]], watch: Watch | None) -> Iterator[Future[T]]:
    """The futures as they complete; the watch, if any, is checked while waiting."""
    waiting = set(futures)
    while waiting:
        pause = None if watch is None else _LOOK
        done, waiting = wait(waiting, pause, FIRST_COMPLETED)
        if watch is not None:
            watch.look()
        yield from done


_LOOK = 0.1
"""Seconds between two checks of the watch."""


def _batches(question: Question, cells: Sequence[PackedCell]) -> list[Batch]:
    size = max(1, min(_CELLS, len(cells) // _BATCHES))
    # A stop function cannot be called from another process.
    question = question._replace(limits=question.limits.replaced(stop=None))
    return [
        Batch(__version__, question, tuple(cells[start : start + size]))
        for start in range(0, len(cells), size)
    ]


@contextmanager
def _workers_blamed() -> Iterator[None]:
    """Report foreign errors as a failure of a worker."""
    try:
        yield
    except AstragalError:
        raise
    except BrokenExecutor as error:
        raise OddsError(
            "worker-lost",
            f"a worker ended before its work was done ({error})",
            hint="if it ran out of memory, use fewer workers",
        ) from error
    except Exception as error:
        raise OddsError(
            "worker-failed",
            f"a worker failed: {type(error).__name__}: {error}",
            hint="every worker needs the same version of astragal",
        ) from error


# In the worker


def answered(batch: Batch) -> list[Answer] | Raised:
    """Answers for the cells of a batch, in order."""
    if batch.version != __version__:
        raise OddsError(
            "other-version",
            f"a worker has astragal {__version__}, and the sweep astragal {batch.version}",
            hint="install the same version everywhere",
        )
    asking = _asking(batch.question)
    try:
        return [asking.result(cell.unpacked) for cell in batch.cells]
    except Exception as error:
        return Raised(in_words(error))


_kept = threading.local()


def _asking(question: Question) -> Asking:
    """An ``Asking`` for the question; this thread's last one if the question is the same."""
    kept: Asking | None = getattr(_kept, "asking", None)
    if kept is None or kept.question != question:
        kept = _kept.asking = Asking(question)
    return kept
