"""Odds that take their time: worked out in a process of their own, which ctrl-C stops at once.

FLINT does not look up from its work, so neither a clock nor an interrupt would get through to it.
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
import time
from collections.abc import Mapping
from multiprocessing.connection import Connection

from astragal.errors import AstragalError, LimitError
from astragal.limits import Limits
from astragal.notation.expression import Expression
from astragal.odds.distribution import Distribution
from astragal.outcome import Number

_QUICKLY = 50_000_000
"""So many steps take a fraction of a second; what needs more gets a process."""


class StoppedError(Exception):
    """Somebody pressed ctrl-C."""


def odds(expression: Expression, variables: Mapping[str, Number], limits: Limits) -> Distribution:
    """The odds of an expression, with a clock on the screen if they take over a second."""
    if limits.odds > _QUICKLY:
        try:
            return expression.odds(variables=variables, limits=Limits(odds=_QUICKLY))
        except LimitError as error:
            if error.code != "too-many-odds":
                raise
        return _odds_elsewhere(expression, variables, limits)
    return expression.odds(variables=variables, limits=limits)


def _odds_elsewhere(
    expression: Expression, variables: Mapping[str, Number], limits: Limits
) -> Distribution:
    receiver, sender = multiprocessing.Pipe(duplex=False)
    text = expression.text or str(expression)
    arguments = (sender, text, dict(variables), limits.odds)
    worker = multiprocessing.Process(target=_work, args=arguments, daemon=True)
    worker.start()
    sender.close()
    clock = _Clock()
    try:
        while not receiver.poll(0.1):
            clock.show()
        result = receiver.recv()
    except KeyboardInterrupt:
        raise StoppedError from None
    except EOFError:
        raise LimitError("no-memory", "there was not enough memory for these odds") from None
    finally:
        clock.clear()
        worker.kill()
        worker.join()
    if isinstance(result, AstragalError):
        raise result
    assert isinstance(result, Distribution)
    return result


def _work(sender: Connection, text: str, variables: Mapping[str, Number], steps: int) -> None:
    from astragal.notation.syntax.parser import parse

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    limits = Limits(odds=steps)
    try:
        odds = parse(text, limits=limits).odds(variables=variables)
        len(odds)  # outcomes without end are listed here, not on arrival
        sender.send(odds)
    except AstragalError as error:
        sender.send(error)
    except MemoryError:
        return


class _Clock:
    """Tells on the terminal, if there is one, that work is under way."""

    def __init__(self) -> None:
        self.started = time.monotonic()
        self.shown = False

    def show(self) -> None:
        seconds = int(time.monotonic() - self.started)
        if seconds >= 1 and sys.stderr.isatty():
            self.shown = True
            sys.stderr.write(f"\rworking, {seconds} s so far (ctrl-C stops) ")
            sys.stderr.flush()

    def clear(self) -> None:
        if self.shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
