"""Aims: what decisions are for. One after the other, if several decide.

Requests and notation may know their best decisions for any worth of their outcomes: ``Decided``.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from astragal._nearest import did_you_mean
from astragal._visible import in_short
from astragal.errors import OddsError
from astragal.outcome import read_number, show
from astragal.probability.views import View, view_name, view_of

if TYPE_CHECKING:
    from astragal.experiment.experiment import Experiment
    from astragal.experiment.solve.memory import Memory
    from astragal.probability.weights import Weights
    from astragal.render.grid import Measure

_TRUTHS = (Fraction(0), Fraction(1))
"""What false and true are worth."""

_MOST_KNOWN = 1_000
"""Names of outcomes that a word is compared with, for slips."""

_THEN = re.compile(r"(?:^|,?\s+)then(?:\s+|$)")
_LEAST = re.compile(r"(?:(?:the\s+)?least|not)\s+")
_FILLER = re.compile(
    r"(?:(?:to|an?|the|most|(?:chance|mean|average)\s+(?:of|to))\s+)+", re.IGNORECASE
)
_TERMS = re.compile(r"\s*[,;]\s*(?:and\s+)?|\s+and\s+")
_TERM = re.compile(r"(?P<points>[+-]?\d+(?:[./]\d+)?)\s+(?:points?\s+)?for\s+(?P<what>\S.*)")
_WORD = re.compile(r"\w+")
_LIKE = "write it like outcome, score>=7, or won, then least wounds"
_SEVERAL = "several goals are joined by then, as in won, then least wounds"


class Reached(NamedTuple):
    """The chance or the mean that decisions come to, for one goal."""

    goal: str
    kind: Measure
    value: Fraction


class Goal:
    """A number to maximise on average, or the chance that something is true.

    In text, ``least`` and ``not`` turn it, and points may be given for several things, which are
    added up: ``2 for a win, 1 for a draw``.
    """

    def __init__(self, what: View) -> None:
        self.name = view_name(what)
        self._turned = self._least = False
        self._words: dict[str, _Word] = {}
        terms: list[tuple[Fraction, View]] | None = None
        if isinstance(what, str):
            what = what.strip()
            if least := _LEAST.match(what):
                self._turned, self._least = True, least[0].strip() != "not"
                what = what[least.end() :]
            terms = _terms_of(what)
        self.chance = terms is None
        """whether it has been true or false for every outcome so far"""
        self._terms = [
            (points, self._look(each)) for points, each in terms or [(Fraction(1), what)]
        ]

    def _look(self, what: View) -> Callable[[Any], Any]:
        """A view, or a word: a field of the outcome, or what the outcome is called."""
        if not isinstance(what, str):
            return view_of(what)
        text = what.strip()
        if filler := _FILLER.match(text):
            text = text[filler.end() :]
        if text[:1] in ("<", ">", "=", "!"):
            return view_of(f"outcome{text}")
        if read_number(text) is not None:
            return view_of(f"outcome={text}")
        if not _WORD.fullmatch(text):
            return view_of(text)
        return self._words.setdefault(text, _Word(text))

    def worth(self, outcome: Any) -> Fraction:
        """More is better."""
        values = [(points, look(outcome)) for points, look in self._terms]
        for _, value in values:
            if not isinstance(value, int | Fraction):
                raise OddsError(
                    "bad-aim",
                    "an aim must be true, false or a number for every outcome, "
                    f"not {in_short(value)}",
                    hint=_SEVERAL if isinstance(value, tuple) else None,
                )
        if self.chance and isinstance(values[0][1], bool):
            return _TRUTHS[values[0][1] != self._turned]
        self.chance = False
        total = sum((points * value for points, value in values), Fraction(0))
        return -total if self._turned else total

    def shown(self, worth: Fraction) -> Fraction:
        """The chance, or the mean, of what the goal is about."""
        if self.chance:
            return 1 - worth if self._least else worth
        return -worth if self._turned else worth

    def reached(self, worth: Fraction) -> Reached:
        """What it comes to, to be shown."""
        return Reached(self.name, "chance" if self.chance else "mean", self.shown(worth))

    def check(self, *, whole: bool) -> None:
        """Refuse a word that no outcome is called by; if not ``whole``, only slips."""
        for word in self._words.values():
            word.check(whole)


class _Word:
    """A field of the outcome; or whether the outcome, if it is a word too, is this one."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._known: set[str] = set()

    def __call__(self, outcome: Any) -> Any:
        text = self.text
        for name in (text, *(f"{text.lower()}{end}" for end in ("", "s", "es"))):
            if name == "outcome" or hasattr(outcome, name):
                return view_of(name)(outcome)
        if not isinstance(outcome, str | Enum):
            return view_of(text)(outcome)  # an error that says what it has
        said = show(outcome).lower()
        if len(self._known) < _MOST_KNOWN:
            self._known.add(said)
        return said == text.lower()

    def check(self, whole: bool) -> None:
        if not self._known or self.text.lower() in self._known:
            return
        listed = f"the outcomes are {', '.join(sorted(self._known)[:12])}" if whole else ""
        if hint := did_you_mean(self.text, self._known, listed):
            message = f"no outcome is called {in_short(self.text)}"
            raise OddsError("no-such-outcome", message, hint=hint)


def _terms_of(text: str) -> list[tuple[Fraction, View]] | None:
    """``2 for a win, 1 for a draw`` as points and views; None if it is not such a list."""
    found = [_TERM.fullmatch(part.strip()) for part in _TERMS.split(text.strip())]
    if not all(found):
        return None
    return [(Fraction(each["points"]), each["what"]) for each in found if each is not None]


class Aim:
    """What to maximise on average. Of several goals each decides where those before it do not.

    In text they are joined by "then": ``to pass, then least wounds``.
    """

    def __init__(self, what: View, *, own: bool = False) -> None:
        """``own``: it is what the rule that is played is for anyway, so nobody has to say it."""
        self.own = own
        parts = _THEN.split(what.strip()) if isinstance(what, str) else [what]
        if "" in parts:
            raise OddsError("bad-aim", f"a goal is missing in the aim {in_short(what)}", hint=_LIKE)
        self.goals = [Goal(part) for part in parts]
        self.view = what
        self.name = view_name(what)

    @property
    def chance(self) -> bool:
        """Whether the first goal has been true or false for every outcome so far."""
        return self.goals[0].chance

    def worth(self, outcome: Any) -> Fraction:
        """What the first goal makes of an outcome."""
        return self.goals[0].worth(outcome)

    def worths(self, outcome: Any) -> tuple[Fraction, ...]:
        """What every goal makes of it."""
        return tuple(goal.worth(outcome) for goal in self.goals)

    def reached(self, weights: Weights) -> tuple[Reached, ...]:
        """What every goal comes to with these odds."""
        pairs = [(ways, self.worths(outcome)) for outcome, ways in weights.table.items()]
        sums = (
            sum((ways * worths[place] for ways, worths in pairs), Fraction(0))
            for place in range(len(self.goals))
        )
        return tuple(
            goal.reached(each / weights.denominator)
            for goal, each in zip(self.goals, sums, strict=True)
        )

    def check(self, *, whole: bool) -> None:
        """Refuse words that no outcome is called by, once all outcomes were looked at.

        In the middle of a game (not ``whole``) some can no longer come up: only slips are refused.
        """
        for goal in self.goals:
            goal.check(whole=whole)


class Worths:
    """An aim that comes from outside: what each outcome is worth to what asked for it."""

    def __init__(self, known: Mapping[Any, int | Fraction]) -> None:
        self.known = known

    def __call__(self, outcome: Any) -> int | Fraction:
        return self.known[outcome]

    @cached_property
    def slope(self) -> Fraction | None:
        """How much more each number is worth than the number before; None if that differs."""
        known = self.known
        if not all(isinstance(each, int | Fraction) for each in known):
            return None
        numbers = sorted(known)
        if len(numbers) < 2:
            return Fraction(0)
        pairs = pairwise(numbers)
        rises = {Fraction(known[high] - known[low]) / (high - low) for low, high in pairs}
        return rises.pop() if len(rises) == 1 else None


class Decided(ABC):
    """The best decisions in an experiment, for any aim, without a look at every situation."""

    at_once: ClassVar[bool] = True
    """whether all decisions are known, not just what the options of the first one are worth"""

    @abstractmethod
    def outcomes(self, memory: Memory) -> Sequence[Any] | None:
        """What it may end with, however it is decided; None if that is not known."""

    @abstractmethod
    def best(self, aim: View | Worths) -> Experiment[Any] | None:
        """What has the odds under the best decisions; None if every situation has to be seen."""

    def options(self, aim: Aim, memory: Memory) -> list[tuple[Fraction, ...]] | None:
        """What each option of its first choice is worth; None if that has to be looked at."""
        return None

    def odds(self, worths: Worths, memory: Memory) -> Weights | None:
        """The odds for worths from outside; they may be in another proportion, as they decide."""
        best = self.best(worths)
        return None if best is None else memory.weights(best)


class UndecidedError(Exception):
    """Every situation has to be looked at after all."""
