"""A choice: a place in a rule where a player decides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from astragal._value import Value, field
from astragal.errors import ChoiceError, RuleError
from astragal.outcome import is_hashable, show, typed

_NOTHING: Mapping[str, Any] = MappingProxyType({})


class Pick(Value):
    """The place of the option that is taken: it says more than the option, where two are equal."""

    place: int


class Choice(Value):
    """What a player is asked: a question, the options, and what the decision may look at.

    >>> import astragal
    >>> choice = astragal.choose("re-roll?", ["keep", "re-roll"], face=3)
    >>> choice.labels, choice.about["face"]
    (('keep', 're-roll'), 3)
    """

    question: str
    labels: tuple[str, ...]
    options: tuple[Any, ...]
    by: str = ""
    """who decides, where that matters"""
    about: Mapping[str, Any] = field(default=_NOTHING, compare=False)
    """facts the rule states for the decision"""
    situation: Any = field(default=None, compare=False)
    """everything that happened so far, as plans look it up"""
    experiment: str = field(default="", compare=False)
    """whose choice it is"""

    def __eq__(self, other: object) -> bool:
        return super().__eq__(other) is True and self.about == getattr(other, "about", None)

    def __hash__(self) -> int:
        return super().__hash__()

    def __repr__(self) -> str:
        return f"<choice: {self}{f', {self.facts}' if self.facts else ''}>"

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "about": dict(self.about)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, about=MappingProxyType(state["about"]))

    def at(self, situation: Any, experiment: str) -> Choice:
        """The same choice in the situation it came up in."""
        return Choice(
            self.question, self.labels, self.options, self.by, self.about, situation, experiment
        )

    def picked(self, decision: Any) -> Pick:
        """What a decision means that was written down: a label, or else an option."""
        if isinstance(decision, str) and decision in self.labels:
            return Pick(self.labels.index(decision))
        return Pick(self.place_of(decision))

    def place_of(self, answer: Any) -> int:
        """Which option an answer means: the option itself, or else its label."""
        if isinstance(answer, Pick):
            return answer.place
        for place, option in enumerate(self.options):
            if option is answer or (
                type(option) is type(answer) and typed(option) == typed(answer)
            ):
                return place
        if isinstance(answer, str) and answer in self.labels:
            return self.labels.index(answer)
        raise ChoiceError(
            "no-such-option",
            f"{self.experiment}: {self.question} {answer!r} is none of the options: "
            f"{', '.join(self.labels)}",
        )

    def undecided(self, why: str = "") -> ChoiceError:
        """The error for a choice that nobody makes."""
        message = f"{self.experiment} leaves a choice: {self}"
        return ChoiceError(
            "undecided",
            f"{message}; {why}" if why else message,
            hint="say who decides (decide=…, a function of the choice), or for odds what is best (aim=…)",
        )

    @property
    def asked(self) -> str:
        """The question, with whom it is put to."""
        return f"{self.by}: {self.question}" if self.by else self.question

    @property
    def facts(self) -> str:
        """What it is about, in words."""
        return ", ".join(f"{name} {show(value)}" for name, value in self.about.items())

    def __str__(self) -> str:
        return f"{self.asked} ({', '.join(self.labels)})"


class ChoosesError(Exception):
    """An experiment leaves a choice, so it has no odds before somebody decides."""

    def __init__(self, choice: Choice) -> None:
        super().__init__(choice.question)
        self.choice = choice


def choose(
    question: str,
    options: Mapping[str, Any] | Iterable[Any],
    *,
    by: str = "",
    **about: Any,
) -> Choice:
    """Ask a player to decide among options; the answer is the option decided on.

    Options are values, or a mapping of labels to values. What a decision should look at is stated by
    name: ``choose("re-roll?", ["keep", "re-roll"], face=face)``; it is the ``about`` of the choice.

    >>> import astragal
    >>> @astragal.rule
    ... def lucky() -> astragal.Asks[int]:
    ...     \"\"\"Roll a d20; you may roll it again, and then keep the second.\"\"\"
    ...     face = yield "d20"
    ...     again = yield astragal.choose("roll again?", {"yes": True, "no": False}, face=face)
    ...     return (yield "d20") if again else face
    >>> lucky().odds(aim=lambda face: face).mean
    Fraction(13, 1)
    >>> lucky().odds(decide=lambda choice: choice.about["face"] < 15).at_least(15)
    Fraction(51, 100)
    """
    if isinstance(options, Mapping):
        labels, values = tuple(options), tuple(options.values())
    else:
        values = (options,) if isinstance(options, str) else tuple(options)
        labels = tuple(map(show, values))
    if not values:
        raise RuleError("no-options", f"the choice `{question}` has no options")
    if len(set(labels)) < len(labels):
        raise RuleError("same-label", f"two options of the choice `{question}` have the same label")
    for value in values:
        if not is_hashable(value):
            raise RuleError(
                "unhashable-option", f"an option must be hashable, and {value!r} is not"
            )
    if not all(isinstance(label, str) for label in labels):
        raise RuleError("bad-label", f"the labels of the choice `{question}` must be texts")
    return Choice(question, labels, values, by, MappingProxyType(about))
