"""Aims of decisions: one goal, or several in order of priority.

Requests and notation may know their best decisions for any worths of their outcomes: ``Decided``.
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
"""The worth of false and of true."""

_MOST_KNOWN = 1_000
"""The most names of outcomes that an unknown word is compared with to find a typo."""

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
    """The chance or the mean that decisions achieve for one goal."""

    goal: str
    kind: Measure
    value: Fraction
    measure: str
    """the heading of the value: ``chance``, ``mean``, ``mean damage``"""


class Goal:
    """A number to maximise on average, or the chance that something is true.

    In text, ``least`` and ``not`` reverse it. Points may be given for several things, which are
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
        """whether all outcomes so far were true or false"""
        self._terms = [
            (points, self._look(each)) for points, each in terms or [(Fraction(1), what)]
        ]

    def _look(self, what: View) -> Callable[[Any], Any]:
        """A view for an expression; a word may be a field of the outcome or an outcome's name."""
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
        """The worth of an outcome; more is better."""
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
        """The chance or mean to display for a worth, with ``least`` and ``not`` undone."""
        if self.chance:
            return 1 - worth if self._least else worth
        return -worth if self._turned else worth

    def reached(self, worth: Fraction) -> Reached:
        """The result for display: the goal, the kind of its value, and the value."""
        kind: Measure = "chance" if self.chance else "mean"
        return Reached(self.name, kind, self.shown(worth), self.measure)

    @property
    def measure(self) -> str:
        """The heading of its values: a mean names the field of the outcome, as in ``mean damage``.

        >>> goal = Goal("damage")
        >>> goal.worth(type("Hit", (), {"damage": 4})()), goal.measure
        (Fraction(4, 1), 'mean damage')
        """
        if self.chance:
            return "chance"
        field = next(iter(self._words), "outcome") if len(self._terms) == 1 else "outcome"
        return "mean" if field == "outcome" else f"mean {field.replace('_', ' ')}"

    def check(self, *, whole: bool) -> None:
        """Raise an OddsError for a word that names no outcome; if not ``whole``, only for typos."""
        for word in self._words.values():
            word.check(whole)


class _Word:
    """A word in an aim: a field of the outcome, or the name that an outcome must have."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._known: set[str] = set()

    def __call__(self, outcome: Any) -> Any:
        text = self.text
        for name in (text, *(f"{text.lower()}{end}" for end in ("", "s", "es"))):
            if name == "outcome" or hasattr(outcome, name):
                return view_of(name)(outcome)
        if not isinstance(outcome, str | Enum):
            return view_of(text)(outcome)  # raises an error that lists the fields it has
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
    """Parse ``2 for a win, 1 for a draw`` into points and views; None if it is not such a list."""
    found = [_TERM.fullmatch(part.strip()) for part in _TERMS.split(text.strip())]
    if not all(found):
        return None
    return [(Fraction(each["points"]), each["what"]) for each in found if each is not None]


class Aim:
    """One or more goals to maximise on average. Later goals break ties between earlier ones.

    In text they are joined by "then": ``to pass, then least wounds``.
    """

    def __init__(self, what: View, *, own: bool = False) -> None:
        """``own``: True if this is the rule's own aim, which need not be stated in output."""
        self.own = own
        parts = _THEN.split(what.strip()) if isinstance(what, str) else [what]
        if "" in parts:
            raise OddsError("bad-aim", f"a goal is missing in the aim {in_short(what)}", hint=_LIKE)
        self.goals = [Goal(part) for part in parts]
        self.view = what
        self.name = view_name(what)

    @property
    def chance(self) -> bool:
        """True if the first goal is true or false for every outcome that was valued."""
        return self.goals[0].chance

    def worth(self, outcome: Any) -> Fraction:
        """The worth of an outcome for the first goal."""
        return self.goals[0].worth(outcome)

    def worths(self, outcome: Any) -> tuple[Fraction, ...]:
        """The worth of an outcome for every goal."""
        return tuple(goal.worth(outcome) for goal in self.goals)

    def reached(self, weights: Weights) -> tuple[Reached, ...]:
        """The chance or mean of every goal with these odds."""
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
        """Refuse words that name no outcome, once all outcomes have been seen.

        In the middle of a game (not ``whole``) some outcomes are no longer possible, so only likely
        typos are refused.
        """
        for goal in self.goals:
            goal.check(whole=whole)


class Worths:
    """An aim given as a table: the worth of each outcome to the enclosing experiment."""

    def __init__(self, known: Mapping[Any, int | Fraction]) -> None:
        self.known = known

    def __call__(self, outcome: Any) -> int | Fraction:
        return self.known[outcome]

    @cached_property
    def slope(self) -> Fraction | None:
        """The increase in worth per unit of a numeric outcome; None if it is not constant."""
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
    """A shortcut to the best decisions for any aim, without visiting every situation."""

    at_once: ClassVar[bool] = True
    """whether all decisions are known, not just the worth of the first one's options"""

    @abstractmethod
    def outcomes(self, memory: Memory) -> Sequence[Any] | None:
        """All possible outcomes under any decisions; None if they are unknown."""

    @abstractmethod
    def best(self, aim: View | Worths) -> Experiment[Any] | None:
        """An experiment with the odds of the best decisions; None without a shortcut."""

    def options(self, aim: Aim, memory: Memory) -> list[tuple[Fraction, ...]] | None:
        """The worths of each option of its first choice; None without a shortcut."""
        return None

    def odds(self, worths: Worths, memory: Memory) -> Weights | None:
        """The odds of the best decisions for these worths; None without a shortcut.

        The worths may be scaled, since that does not affect decisions.
        """
        best = self.best(worths)
        return None if best is None else memory.weights(best)


class UndecidedError(Exception):
    """Raised when every situation must be visited after all."""
