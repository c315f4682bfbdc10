"""The limits of one experiment, all in one place."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache, wraps
from typing import Any, NamedTuple, ParamSpec, TypeVar

from astragal._value import Value
from astragal._visible import in_short
from astragal.errors import NOWHERE, Hints, LimitError, Span
from astragal.watch import Seconds, Stop, Watch, in_time, watch_for

P = ParamSpec("P")
T = TypeVar("T")

_NOT_COUNTED = ("seconds", "stop", "tally")
_FOREVER = 10**9
"""Seconds: about thirty years."""

_MOST_DIGITS = 4_000
"""Python itself prints no integer of more than 4,300."""


class Limits(Value):
    """Limits on the cost of one experiment. The defaults suit people at their own machine.

    They allow about a minute and 4 GiB; use ``STRANGERS`` for untrusted requests. A limit is
    checked before the work it applies to, and the error names it. Only ``seconds``, ``stop`` and
    ``silence`` end work in progress, anywhere in Python code. To raise a limit:

    >>> import astragal
    >>> roll = astragal.roll("20000d6", limits=astragal.Limits(dice=20_000))
    >>> len(roll.faces)
    20000
    """

    length: int = 16_000
    """characters in the text"""
    depth: int = 50
    """brackets (of any kind) inside brackets"""
    digits: int = 100
    """digits in a number, typed or computed"""
    sides: int = 1_000_000
    """sides of a die"""
    custom_faces: int = 1_000
    """faces listed for a custom die"""
    dice: int = 10_000
    """dice in one roll, before any explode"""
    extra_dice: int = 10_000
    """explosions and re-rolls in one roll"""
    results: int = 1_000
    """results of a repeat, nested repeats multiplied"""
    work: int = 250_000
    """in one roll: parts evaluated, dice seen by modifiers, and requests of rules"""
    odds: int = 20_000_000_000
    """steps of exact arithmetic for the odds of one experiment, about three nanoseconds each"""
    paths: int = 6_000_000
    """paths through rules that odds follow, about ten microseconds each; a stage of a rule counts
    as ten, and so does each option of a choice"""
    asks: int = 10_000
    """requests of a rule on one path"""
    states: int = 1_000_000
    """states of a chain, and situations that a choice can depend on"""
    memory: int = 4_096
    """MiB that the numbers of odds may fill, estimated before they are written"""
    cells: int = 100_000
    """cells of a sweep"""
    candidates: int = 1_000_000
    """dice, or parameters of a rule, that are tried one after the other to find the best"""
    written: int = 24_000_000
    """digits of all weights in odds written for a program: about sixty megabytes"""
    stored: int = 16_000_000
    """characters in a record, or in the token of a paused roll"""
    silence: int = 10
    """seconds that a rule may work without asking for anything; six times as many if it waits"""
    seconds: Seconds | None = None
    """seconds of clock time that a call may take, if limited: this depends on the machine"""
    stop: Stop | None = None
    """lets a program stop the work from another thread"""
    tally: Tally | None = None
    """a count shared by several calls that belong to one question: see ``shared``"""

    def __post_init__(self) -> None:
        for name in self._positional[: -len(_NOT_COUNTED)]:
            number = getattr(self, name)
            if type(number) is not int or number < 0:
                raise LimitError(
                    "bad-limit", f"{name} must be a whole number, 0 or more, not {in_short(number)}"
                )
        if self.digits > _MOST_DIGITS:
            raise LimitError("bad-limit", f"digits can be at most {_MOST_DIGITS:,}")
        self._check_watch()

    def _check_watch(self) -> None:
        seconds, stop = self.seconds, self.stop
        if seconds is not None:
            from fractions import Fraction

            if type(seconds) not in (int, float, Fraction) or not 0 < seconds < _FOREVER:
                raise LimitError(
                    "bad-limit",
                    f"seconds must be None or a number above 0, not {in_short(seconds)}",
                )
        if stop is not None and not isinstance(stop, Stop):
            raise LimitError("bad-limit", f"stop must be a Stop(), not {in_short(stop)}")
        if not isinstance(self.tally, Tally | None):
            raise LimitError("bad-limit", f"tally must be a Tally, not {in_short(self.tally)}")

    @lru_cache(maxsize=8)  # noqa: B019  (limits are few and small)
    def for_replay(self) -> Limits:
        """The same limits for known faces: there are only as many as were drawn.

        A stop and a tally are left out, as they belong to the original work.
        """
        unlimited = dict.fromkeys(("dice", "extra_dice", "work"), 10**9)
        return self.replaced(**unlimited, stop=None, tally=None)

    def shared(self) -> Limits:
        """The same limits for several calls, which share what one may cost.

        >>> import astragal
        >>> limits = astragal.Limits(odds=120_000_000).shared()
        >>> [len(astragal.odds(f"1d300/1d{n}", limits=limits)) > 9 for n in (200, 250, 299)]
        [True, True, True]
        >>> try:
        ...     astragal.odds("1d300/1d300", limits=limits)
        ... except astragal.LimitError as error:
        ...     print(error.code)
        too-many-odds
        """
        return self.replaced(tally=Tally(self))

    def watch(self) -> Watch | None:
        """A watch for a call that starts now; None if nothing ends it early."""
        if self.seconds is None and self.stop is None:
            return None
        watch = watch_for(self.seconds, self.stop)
        watch.look()
        return watch

    def check(self, limit: str, number: int, span: Span) -> None:
        """Refuse a ``number`` above the limit named ``limit``."""
        if number > getattr(self, limit):
            raise self.exceeded(limit, number, span)

    def steps_beside(self, paths: int) -> int:
        """The steps allowed for odds that also follow ``paths``, which must be within their limit.

        All steps allowed take about as long as all paths allowed; the combination may take a third
        more.
        """
        if 3 * paths <= self.paths:
            return self.odds
        return self.odds * (4 * self.paths - 3 * paths) // (3 * self.paths)

    def exceeded_together(
        self, steps: int, paths: int, span: Span, *, about: str = "", advice: str = ""
    ) -> LimitError:
        """The error for steps and paths that only exceed the limits together."""
        error = self._refusal(
            "odds",
            f"{f'{about}: ' if about else ''}that is at least {readable(steps)} {_NOUNS['odds']} "
            f"and {readable(paths)} {_NOUNS['paths']}; each is within its limit, but together they "
            "take too long",
            steps * self.odds // self.steps_beside(paths) + 1,
            span,
            advice,
        )
        error.at_least = True
        return error

    def exceeded(
        self,
        limit: str,
        number: int | None,
        span: Span,
        *,
        about: str = "",
        advice: str | Hints = "",
        roughly: bool = False,
        at_least: bool = False,
    ) -> LimitError:
        """The error for exceeding a limit; ``number`` is None if counting took too long.

        ``about`` names the costly part if the error cannot point into a text. ``advice`` is an
        alternative to raising the limit, which players cannot do. With ``roughly``, the number is
        an estimate; with ``at_least``, a lower bound from when counting stopped.
        """
        allowed = getattr(self, limit)
        if number is None:
            asked = f"that is more than {allowed:,}"
        elif roughly:
            asked = f"that is {_roughly(number)}"
        else:
            bound = "at least " if at_least else ""
            asked = f"that is {bound}{readable(number)}"
        message = (
            f"{f'{about}: ' if about else ''}{asked} {_NOUNS[limit]}; the limit is {allowed:,}"
        )
        error = self._refusal(limit, message, number, span, advice)
        error.at_least = at_least
        return error

    def _refusal(
        self, limit: str, message: str, number: int | None, span: Span, advice: str | Hints
    ) -> LimitError:
        """The error, with a hint on how to raise the limit."""
        instead = advice if isinstance(advice, Hints) else Hints(advice, advice)
        raised = f"to raise it: limits=Limits({limit}=…)"
        error = LimitError(
            _CODES.get(limit, f"too-many-{limit.replace('_', '-')}"),
            message,
            span=span,
            hint=Hints(
                f"{instead.programmer}; {raised}" if instead.programmer else raised,
                instead.player or _FOR_PLAYERS.get(limit),
            ),
        )
        error.limit, error.number, error.steps = limit, number, self.odds
        return error


class Tally:
    """The steps and paths of several calls, which share what one may cost."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self.steps = 0
        self.paths = 0
        self.found: set[Hashable] = set()
        """remembered entries that are already counted"""

    @property
    def used_up(self) -> bool:
        """True if nothing remains for another call."""
        limits = self._limits
        return self.paths > limits.paths or self.steps > limits.steps_beside(self.paths)

    def spend(self, steps: int, span: Span = NOWHERE) -> None:
        """Count steps before they are taken; a LimitError if they exceed the limit."""
        self.steps += steps
        if self.steps > self._limits.odds:
            raise self._exceeded("odds", self.steps, span)
        self._check_both(span)

    def count_paths(self, paths: int) -> None:
        """Count paths before they are followed; a LimitError if there are too many."""
        self.paths += paths
        if self.paths > self._limits.paths:
            raise self._exceeded("paths", None, NOWHERE)
        self._check_both(NOWHERE)

    def _check_both(self, span: Span) -> None:
        if self.steps > self._limits.steps_beside(self.paths):
            raise self._limits.exceeded_together(
                self.steps, self.paths, span, about=_TOGETHER, advice=_LESS
            )

    def refuse(self) -> None:
        """Raise a LimitError if nothing remains."""
        self.spend(0)
        self.count_paths(0)

    def _exceeded(self, limit: str, number: int | None, span: Span) -> LimitError:
        return self._limits.exceeded(
            limit, number, span, about=_TOGETHER, advice=_LESS, at_least=True
        )


_TOGETHER, _LESS = "everything that was asked for together", "ask for less at once"

DEFAULT_LIMITS = Limits()

STRANGERS = Limits(
    odds=500_000_000,
    paths=150_000,
    asks=1_000,
    states=50_000,
    memory=450,
    cells=10_000,
    candidates=100_000,
    written=4_000_000,
)
"""Limits for strangers: about two seconds and 500 MiB. The number of dice is limited as usual.

>>> import astragal
>>> try:
...     astragal.odds("1d1000*1d1000*1d1000", limits=astragal.STRANGERS)
... except astragal.LimitError as error:
...     print(error.code)
too-many-odds
"""


def check_limits(limits: object) -> Limits:
    """Refuse limits that are not a ``Limits``."""
    if not isinstance(limits, Limits):
        raise LimitError("bad-limit", f"limits must be a Limits(…), not {in_short(limits)}")
    return limits


def bounded(function: Callable[P, T]) -> Callable[P, T]:
    """Decorator for functions that take ``limits``, and methods of objects that have them.

    Calls are interrupted when they run out of time or are stopped, even where nothing is counted.
    The only effect is a StoppedError, and never after the call has ended.
    """
    is_method = function.__code__.co_varnames[:1] == ("self",)

    @wraps(function)
    def ends_in_time(*args: P.args, **given: P.kwargs) -> T:
        if not (given or is_method):
            return function(*args)  # type: ignore[call-arg]  # rolled very often
        limits: Any = given.get("limits")
        if limits is None and is_method:
            limits = getattr(args[0], "limits", None)
        if not isinstance(limits, Limits) or (limits.seconds is None and limits.stop is None):
            return function(*args, **given)
        return in_time(watch_for(limits.seconds, limits.stop), function, *args, **given)

    return ends_in_time


class Cost(NamedTuple):
    """The certain cost of an expression, known before it is rolled."""

    dice: int
    work: int


NO_COST = Cost(0, 0)


_CODES = {
    "length": "too-long",
    "depth": "too-deep",
    "digits": "number-too-long",
    "memory": "too-much-memory",
    "written": "answer-too-long",
    "stored": "too-long",
}
_NOUNS = {
    "length": "characters",
    "depth": "brackets deep",
    "digits": "digits",
    "sides": "sides",
    "custom_faces": "custom faces",
    "dice": "dice",
    "extra_dice": "extra dice from explosions and re-rolls",
    "results": "results",
    "work": "steps",
    "odds": "steps of exact arithmetic",
    "paths": "paths through the rule",
    "asks": "requests on one path",
    "states": "states",
    "memory": "MiB of memory",
    "cells": "cells",
    "candidates": "candidates",
    "written": "digits to be written",
    "stored": "characters",
}

_LESS = (
    "try smaller numbers: fewer dice, characters, rounds, or a lower target; "
    "or roll it, which needs no odds"
)
_FOR_PLAYERS = {
    "length": "write it shorter",
    "depth": "use fewer brackets",
    "dice": "roll fewer dice",
    "extra_dice": "roll again",
    "odds": _LESS,
    "paths": _LESS,
    "asks": _LESS,
    "states": _LESS,
    "memory": _LESS,
    "cells": "ask for fewer at once",
    "candidates": "give each open number fewer values",
}
"""Advice for players, unless there is something more specific."""


def readable(number: int) -> str:
    """A number with thousands separators; very long ones as a power of ten."""
    if number.bit_length() > 50:
        return f"over 10^{number.bit_length() * 3 // 10}"
    return f"{number:,}"


def _roughly(number: int) -> str:
    return "about " + readable(number).removeprefix("over ")
