"""Choices that a rule leaves to players, and the decisions that answer them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Generic, TypeAlias, overload

from astragal._generic import T, T_co
from astragal._value import Value, field
from astragal._visible import in_short, visible
from astragal.errors import ChoiceError, Hints, RuleError
from astragal.outcome import is_hashable, show, typed

_NOTHING: Mapping[str, Any] = MappingProxyType({})
_OF_ITS_OWN = "a rule has an aim of its own with @rule(aim=…)"


def without_aim(what: str) -> ChoiceError:
    """The error for an experiment with choices but without an aim for them."""
    return ChoiceError(
        "no-aim",
        f"{what} has no aim: what are its choices for?",
        hint=Hints(
            f"pass aim=…, a field of the outcome or a function of it; {_OF_ITS_OWN}",
            "say what they are for: a field of the outcome, or e.g. score>=7",
        ),
    )


class Pick(Value):
    """A decision given as the index of an option; unlike values, indices are always unique."""

    place: int


class Choice(Value, Generic[T_co]):
    """A question to a player, with the options and the facts to decide by.

    >>> import astragal
    >>> choice = astragal.choose("re-roll?", ["keep", "re-roll"], face=3)
    >>> choice.labels, choice.about["face"]
    (('keep', 're-roll'), 3)
    """

    question: str
    labels: tuple[str, ...]
    options: tuple[T_co, ...]
    by: str = ""
    """the person who decides, if the rule names one"""
    opposed: bool = False
    """whether an opponent decides, who wants the opposite of the aim"""
    about: Mapping[str, Any] = field(default=_NOTHING, compare=False)
    """the facts that the rule gives for the decision, by name"""
    situation: Any = field(default=None, compare=False)
    """everything that happened so far; plans look up decisions by it"""
    rolled: Any = field(default="", compare=False)
    """the experiment that is rolled or weighed as a whole, or its label"""
    says: Mapping[str, str] | None = field(default=None, compare=False)
    """for each option, the text a roll shows instead of the question and the option's label"""

    def __eq__(self, other: object) -> bool:
        return super().__eq__(other) is True and self.about == getattr(other, "about", None)

    def __hash__(self) -> int:
        return super().__hash__()

    def __repr__(self) -> str:
        return f"<choice: {self}{f', {self.facts}' if self.facts else ''}>"

    def __getstate__(self) -> dict[str, Any]:
        says = None if self.says is None else dict(self.says)
        return {**super().__getstate__(), "about": dict(self.about), "says": says}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state, about=MappingProxyType(state["about"]))

    def at(self, situation: Any, rolled: Any = "") -> Choice[T_co]:
        """A copy of this choice with its situation: the experiments under way."""
        return Choice(
            self.question,
            self.labels,
            self.options,
            self.by,
            self.opposed,
            self.about,
            situation,
            rolled,
            self.says,
        )

    @property
    def experiment(self) -> str:
        """The name of the innermost experiment around this choice that is shown separately.

        The empty string if no experiment has asked for it yet.
        """
        around = [experiment for experiment, *_ in self.situation or ()]
        shown = [each for each in around if not each.inline]
        found = ["", *around[-1:], *filter(None, [self.rolled]), *shown][-1]
        return found if isinstance(found, str) else str(found.label_inside)

    def within(self, situation: tuple[Any, ...]) -> Choice[T_co]:
        """A copy of this choice whose situation also contains these outer experiments."""
        return self.at((*situation, *self.situation), self.rolled) if situation else self

    def picked(self, decision: Any) -> Pick:
        """The option that a recorded decision refers to, by label or else by value."""
        if isinstance(decision, str) and decision in self.labels:
            return Pick(self.labels.index(decision))
        return Pick(self.place_of(decision))

    def place_of(self, answer: Any) -> int:
        """The index of the option that an answer refers to, by value or else by label."""
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
            f"{self.experiment}: {self.asked} {in_short(answer)} is not one of the options"
            if self.experiment
            else f"{self.asked} {in_short(answer)} is not one of the options",
            hint=f"choose one of: {visible('; '.join(self.labels))}",
        )

    def undecided(self, why: str = "") -> ChoiceError:
        """The error to raise if the choice is not decided."""
        message = f"{self.experiment or 'this'} leaves a choice: {self}"
        return ChoiceError(
            "undecided",
            f"{message}; {why}" if why else message,
            hint=Hints(
                "pass a function that decides (decide=…), or for odds what to aim for (aim=…); "
                f"{_OF_ITS_OWN}",
                "say what to choose, or what the choices are for",
            ),
        )

    @property
    def asked(self) -> str:
        """The question, preceded by the name of the player who decides."""
        return visible(f"{self.by}: {self.question}" if self.by else self.question)

    def told(self, label: str) -> str:
        """The words for a decision: the question and the answer, or the rule's own text."""
        return f"{self.asked} {label}" if self.says is None else self.says.get(label, label)

    @property
    def facts(self) -> str:
        """The facts in words: ``face 3, tries 2``."""
        return visible(", ".join(f"{name} {show(value)}" for name, value in self.about.items()))

    def __str__(self) -> str:
        return visible(f"{self.asked} ({', '.join(self.labels)})")


def places_of(labels: Sequence[str], typed: str) -> list[int]:
    """The indices of the options that match a typed text: a label, or the start of one or more."""
    if typed in labels:
        return [labels.index(typed)]
    said = _plain(typed)
    return [n for n, label in enumerate(labels) if said and _plain(label).startswith(said)]


def _plain(label: str) -> str:
    """A label in lower case, without spaces and hyphens: ``reroll`` is ``re-roll``."""
    return "".join(each for each in label.casefold() if each not in " -")


class OpenChoiceError(Exception):
    """Raised when odds depend on a choice that has not been decided."""

    def __init__(self, choice: Choice) -> None:
        super().__init__(choice.question)
        self.choice = choice


@overload
def choose(
    question: str,
    options: Mapping[str, T],
    *,
    by: str = "",
    opposed: bool = False,
    **about: Any,
) -> Choice[T]: ...
@overload
def choose(
    question: str, options: Iterable[T], *, by: str = "", opposed: bool = False, **about: Any
) -> Choice[T]: ...
def choose(
    question: str,
    options: Mapping[str, Any] | Iterable[Any],
    *,
    by: str = "",
    opposed: bool = False,
    says: Mapping[str, str] | None = None,
    **about: Any,
) -> Choice[Any]:
    """Ask a player to choose an option; the answer is the option chosen.

    Options are values, or a mapping of labels to values. Facts that help to decide are given by
    name, as in ``choose("re-roll?", ["keep", "re-roll"], face=face)``; the choice holds them as
    ``about``. ``by`` names the player who decides. If that is an opponent (``opposed``), the best
    decision is the one that minimises our aim. ``says`` maps labels to the text that a roll shows
    for that option; options it does not list are shown by their label.

    >>> import astragal
    >>> @astragal.rule
    ... def lucky() -> astragal.Asks[int]:
    ...     \"\"\"Roll a d20; you may roll it again, and then keep the second.\"\"\"
    ...     face: int = yield "d20"
    ...     again = yield astragal.choose("roll again?", {"yes": True, "no": False}, face=face)
    ...     if again:
    ...         face = yield "d20"
    ...     return face
    >>> lucky().odds(aim=lambda face: face).mean
    Fraction(13, 1)
    >>> lucky().odds(decide=lambda choice: choice.about["face"] < 15).at_least(15)
    Fraction(51, 100)
    """
    for text in (question, by):
        if not isinstance(text, str):
            raise RuleError("bad-question", f"a choice is asked in words, not by {in_short(text)}")
    if type(opposed) is not bool:
        raise RuleError("bad-question", f"opposed is true or false, not {in_short(opposed)}")
    labels, values = _labelled(question, options)
    told = None if says is None else MappingProxyType(dict(says))
    return Choice(question, labels, values, by, opposed, MappingProxyType(about), says=told)


def _labelled(
    question: str, options: Mapping[str, Any] | Iterable[Any]
) -> tuple[tuple[str, ...], tuple[Any, ...]]:
    """The labels and values of options; a RuleError if they are invalid or labels repeat."""
    if isinstance(options, Mapping):
        labels, values = tuple(options), tuple(options.values())
    else:
        if not isinstance(options, Iterable):
            raise RuleError("no-options", f"options must be a list, not {in_short(options)}")
        values = (options,) if isinstance(options, str) else tuple(options)
        labels = tuple(map(show, values))
    if not values:
        raise RuleError("no-options", f"the choice `{question}` has no options")
    if len(set(labels)) < len(labels):
        raise RuleError("same-label", f"two options of the choice `{question}` have one label")
    for value in values:
        if not is_hashable(value):
            raise RuleError(
                "unhashable-option",
                f"the options of the choice `{question}` must be hashable, "
                f"and {in_short(value)} is not",
            )
    if not all(isinstance(label, str) for label in labels):
        raise RuleError("bad-label", f"the labels of the choice `{question}` must be strings")
    return labels, values


Decide: TypeAlias = Callable[[Choice], Any]
"""A function that decides: it takes a choice and returns one of its options, or a label."""


def check_decider(decide: Decide) -> Decide:
    """Return the function; a ChoiceError if it is not callable."""
    if not callable(decide):
        raise ChoiceError(
            "bad-decider", f"decide must be a function of the choice, not {in_short(decide)}"
        )
    return decide


class DecisionList:
    """Decisions made in advance, in the order of the choices: each is a label or an option."""

    def __init__(self, decisions: Iterable[Any]) -> None:
        if type(decisions) is not tuple and not isinstance(decisions, Iterable):
            raise ChoiceError(
                "bad-decisions", f"decisions must be a list, not {in_short(decisions)}"
            )
        self.decisions = tuple(decisions)
        self.used = 0

    def __call__(self, choice: Choice) -> Any:
        if self.used == len(self.decisions):
            given = f"{self.used} decision{' was' if self.used == 1 else 's were'} given"
            raise choice.undecided(f"only {given}")
        self.used += 1
        return choice.picked(self.decisions[self.used - 1])

    def finish(self) -> None:
        """Raise a ChoiceError if any decisions were not used."""
        left = self.decisions[self.used :]
        if left:
            unused = ", ".join(map(in_short, left[:10])) + (", …" if len(left) > 10 else "")
            raise ChoiceError(
                "too-many-decisions",
                f"too many decisions: {unused} {'was' if len(left) == 1 else 'were'} not used",
            )
