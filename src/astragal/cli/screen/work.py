"""Slow work: done in a separate process, with a clock on the screen, until ctrl-C ends it.

FLINT does not return to Python until it is done, so in this process no clock could tick and no
interrupt would be handled.
"""

from __future__ import annotations

import signal
import sys
import time
import warnings
from collections.abc import Callable, Iterable
from types import TracebackType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from astragal.errors import AstragalError, LimitError
from astragal.limits import Limits
from astragal.watch import Seconds, too_slow

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

T_co = TypeVar("T_co", covariant=True)
T = TypeVar("T")

_QUICK = {"odds": 50_000_000, "paths": 20_000, "states": 5_000}
"""Limits for work of a fraction of a second."""


class Job(Protocol[T_co]):
    """Work that checks limits as it goes."""

    def __call__(self, *, limits: Limits) -> T_co: ...


Refused = Callable[[T], Iterable[AstragalError]]
"""The errors inside a result, one for each refused part."""


def done(job: Job[T], limits: Limits, *, parts: int = 1, refused: Refused[T] = lambda _: ()) -> T:
    """The result of a job, or its error; slow jobs run in a process of their own.

    ``parts`` says how many times the job may use its limits: for a sweep, once per cell. If the
    limits set a time, the process is ended when it is over.
    """
    clock = Clock(limits.seconds)
    quick = _quick(limits, parts)
    try:
        found = job(limits=quick)
    except LimitError as error:
        if not _may_need_longer(error, quick, limits):
            raise
    else:
        if not any(_may_need_longer(error, quick, limits) for error in refused(found)):
            return found
    return _done_elsewhere(job, limits, clock)


def _quick(limits: Limits, parts: int) -> Limits:
    lowered = {
        name: min(getattr(limits, name), max(1, quick // parts)) for name, quick in _QUICK.items()
    }
    return limits.replaced(**lowered)


def _may_need_longer(error: AstragalError, quick: Limits, limits: Limits) -> bool:
    """True if a limit was exceeded only because it had been lowered."""
    return any(
        error.code == f"too-many-{name}" and getattr(quick, name) < getattr(limits, name)
        for name in _QUICK
    )


def _done_elsewhere(job: Job[T], limits: Limits, clock: Clock) -> T:
    if not _can_fork() and not _can_be_sent(job):
        return job(limits=limits)
    answer = _answer_of_process(job, limits, clock)
    if answer.unsendable:
        return job(limits=limits)
    if answer.error is not None:
        raise answer.error
    return answer.result  # type: ignore[no-any-return]


def _can_fork() -> bool:
    import multiprocessing

    return "fork" in multiprocessing.get_all_start_methods()


class _Answer(NamedTuple):
    """The message of the process: a result, an error, or that neither could be sent."""

    result: Any = None
    error: Exception | None = None
    unsendable: bool = False


def _answer_of_process(job: Job[Any], limits: Limits, clock: Clock) -> _Answer:
    import multiprocessing

    context: Any = multiprocessing.get_context("fork" if _can_fork() else None)
    receiver, sender = context.Pipe(duplex=False)
    worker = context.Process(target=_work, args=(sender, job, limits), daemon=True)
    try:
        with warnings.catch_warnings():
            # Forking is safe here: the only other thread is the watchdog, which the child restarts.
            warnings.simplefilter("ignore", DeprecationWarning)
            worker.start()
        sender.close()
        while not receiver.poll(clock.pause()):
            clock.check()
            clock.show()
        answer = receiver.recv()
    except EOFError:
        raise LimitError("no-memory", "there was not enough memory for this") from None
    finally:
        clock.clear()
        if worker.pid is not None:
            worker.kill()
            worker.join()
    assert isinstance(answer, _Answer)
    return answer


def _work(sender: Connection, job: Job[Any], limits: Limits) -> None:
    """The main function of the process."""
    from astragal.experiment.places import in_words

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        answer = _Answer(result=job(limits=limits))
    except MemoryError:
        return
    except Exception as error:
        answer = _Answer(error=error if _can_be_sent(error) else in_words(error))
    sender.send(answer if _can_be_sent(answer) else _Answer(unsendable=True))


def _can_be_sent(thing: object) -> bool:
    import pickle

    try:
        pickle.loads(pickle.dumps(thing))
    except Exception:
        return False
    return True


class Clock:
    """Shows on the terminal that work is under way, and checks its time limit."""

    def __init__(self, seconds: Seconds | None = None) -> None:
        self.seconds = seconds
        self.started = time.monotonic()
        self.shown = False

    def pause(self) -> float:
        """The seconds to wait before the next check."""
        return 0.1 if self.seconds is None else max(0.0, min(0.1, self._left()))

    def check(self) -> None:
        """Raise an error if the time is over."""
        if self.seconds is not None and self._left() <= 0:
            raise too_slow(self.seconds)

    def _left(self) -> float:
        return self.started + float(self.seconds or 0) - time.monotonic()

    def show(self, progress: str = "") -> None:
        """Rewrite the line, once the work has taken a second."""
        seconds = int(time.monotonic() - self.started)
        if seconds >= 1 and sys.stderr.isatty():
            self.shown = True
            told = f"{progress}, " if progress else ""
            sys.stderr.write(f"\rworking, {told}{seconds} s so far (ctrl-C stops) \x1b[K")
            sys.stderr.flush()

    def cells(self, done: int, total: int) -> None:
        """Show the progress of a sweep."""
        self.show(f"{done:,} of {total:,} cells")

    def clear(self) -> None:
        if self.shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def __enter__(self) -> Clock:
        return self

    def __exit__(
        self,
        error_type: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.clear()
