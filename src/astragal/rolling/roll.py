"""A roll: the record of one experiment, which can be described, stored and verified."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Protocol

from astragal._generic import T_co
from astragal._visible import visible, visible_json
from astragal.errors import RecordError
from astragal.outcome import Number, show, to_data
from astragal.render.rendered import Renderable
from astragal.rolling.phrases import Phrase, Role, Said, phrase, piece
from astragal.rolling.trace import RolledGroup

if TYPE_CHECKING:
    from astragal.render.formats import Format, Layout

RECORD_VERSION = 6
"""Incremented when notation changes its meaning; ``since`` of each operation says when. Also when
rolls of rules are told in other words: older records are not held to theirs."""

NO_VARIABLES: Mapping[str, Number] = MappingProxyType({})


class Line(NamedTuple):
    """A roll in one line, split into parts."""

    text: str
    """the notation or call that was rolled"""
    dice: Phrase
    """the dice as rolled; empty if none are shown"""
    sign: str
    """the sign between the dice and the outcome"""
    result: Phrase
    """the outcome and its meaning"""
    opening: str = " →"
    """the sign between the text and the dice"""
    story: tuple[Phrase, ...] = ()
    """the dice in parts, if the roll is told as a story; each part may be on its own line"""

    @property
    def said(self) -> str:
        """The dice as rolled; "" if none are shown."""
        return str(self.dice)

    @property
    def outcome(self) -> str:
        return str(self.result)

    @property
    def told(self) -> Phrase:
        """The dice and the outcome, without the name of the roll."""
        if self.said in ("", f"({self.outcome})"):
            return self.result
        return phrase([self.dice, _between(self.sign), self.result])

    @property
    def pieces(self) -> Phrase:
        """The whole line, piece by piece; ``str`` joins them."""
        return phrase([piece(self.text, Role.ROLLED), *self._told])

    @property
    def _told(self) -> tuple[Said, ...]:
        """The parts after the text."""
        if not self.dice:
            return (_before_all(self.sign), self.result)
        return (f"{self.opening} ", self.dice, _between(self.sign), self.result)

    def visible(self) -> Line:
        """A copy with every hidden character escaped."""
        return self._replace(
            text=visible(self.text),
            dice=self.dice.visible(),
            result=self.result.visible(),
            story=tuple(each.visible() for each in self.story),
        )

    def __str__(self) -> str:
        return line_text(self.text, str(self.dice), self.sign, str(self.result), self.opening)


def line_text(text: str, dice: str, sign: str, outcome: str, opening: str = " →") -> str:
    """Assemble the parts of a roll in one line."""
    if not dice:
        return f"{text}{_before_all(sign)}{outcome}"
    return f"{text}{opening} {dice}{_between(sign)}{outcome}"


def _before_all(sign: str) -> str:
    """Separator before an outcome without dice."""
    return f" {sign or '→'} "


def _between(sign: str) -> str:
    """Separator between the dice and the outcome."""
    return f"{sign} " if sign in (":", ";") else f" {sign} "


class Rollable(Protocol):
    """The interface that a roll needs from its experiment."""

    def trace(self, roll: Roll) -> Any:
        """Replay a roll's faces and describe each step; a RecordError if the outcome differs."""
        ...

    def groups(self, roll: Roll) -> Iterable[RolledGroup]:
        """The groups of dice in a roll."""
        ...

    def record(self, roll: Roll) -> dict[str, Any]:
        """A roll as JSON-ready data."""
        ...

    def line(self, roll: Roll) -> Line:
        """A roll in one line."""
        ...

    def recorded_line(self, roll: Roll) -> Line:
        """The line as it can be told from the record alone."""
        ...

    def line_text(self, roll: Roll) -> str:
        """The text of that line."""
        ...

    def explain(self, roll: Roll) -> list[str]:
        """A roll step by step."""
        ...


class Roll(Renderable, Generic[T_co]):
    """One roll: its experiment, every face in the order drawn, and the outcome. Immutable.

    The history of each die is not stored but derived on demand, by replaying the faces.

    >>> import astragal
    >>> roll = astragal.roll("4d6kh3", faces=[6, 5, 4, 2])
    >>> print(roll)
    4d6kh3 → (6, 5, 4, ~2~) = 15
    >>> roll.outcome, roll.faces
    (15, (6, 5, 4, 2))
    >>> [die.kept for die in roll.groups[0].dice]
    [True, True, True, False]
    >>> astragal.verify(roll.to_json()) == roll
    True
    """

    __slots__ = ("_decisions", "_experiment", "_faces", "_outcome", "_scene", "_variables")

    def __init__(
        self,
        experiment: Rollable,
        faces: tuple[int, ...],
        outcome: T_co,
        variables: Mapping[str, Number] = NO_VARIABLES,
        decisions: tuple[str, ...] = (),
        scene: Any = None,
    ) -> None:
        self._experiment = experiment
        self._faces = faces
        self._outcome = outcome
        self._variables = variables
        self._decisions = decisions
        self._scene: Any = scene

    @property
    def experiment(self) -> Rollable:
        """The experiment that was rolled."""
        return self._experiment

    @property
    def expression(self) -> str:
        """The experiment in canonical notation; for a rule, its call."""
        return str(self._experiment)

    @property
    def faces(self) -> tuple[int, ...]:
        """Every face, in the order drawn."""
        return self._faces

    @property
    def outcome(self) -> T_co:
        """A number, a boolean, a range's name, or a list of these; for a rule, any value."""
        return self._outcome

    @property
    def variables(self) -> Mapping[str, Number]:
        """The values given by the caller."""
        return self._variables

    @property
    def decisions(self) -> tuple[str, ...]:
        """The options chosen, in order, if the rule offered choices."""
        return self._decisions

    @property
    def scene(self) -> Any:
        """The events of the roll, replayed on first use, for describing it."""
        if self._scene is None:
            self._scene = self._experiment.trace(self)
        return self._scene

    @property
    def groups(self) -> tuple[RolledGroup, ...]:
        """Each group of dice, with the history of every die."""
        return tuple(self._experiment.groups(self))

    @property
    def line(self) -> Line:
        """The roll in one friendly line; ``str(roll)`` is the same as text."""
        return self._experiment.line(self).visible()

    def written(self, form: Format, layout: Layout) -> str:
        return form.rolls([self], layout)

    def explain(self) -> list[str]:
        """The roll step by step, a line each."""
        return list(map(visible, self._experiment.explain(self)))

    def __str__(self) -> str:
        return visible(self._experiment.line_text(self))

    def __repr__(self) -> str:
        # An altered record has no line, but its repr must work.
        try:
            return str(self)
        except RecordError:
            return visible(f"<Roll {self.expression} = {show(self._outcome)}>")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Roll):
            return NotImplemented
        return self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash((str(self._experiment), self._faces))

    def __reduce__(self) -> tuple[object, ...]:
        parts = (self._experiment, self._faces, self._outcome, dict(self._variables))
        return (Roll, (*parts, self._decisions))

    def _identity(self) -> tuple[object, ...]:
        # Compare outcomes as data: True and 1 are equal in Python, but not here.
        import json

        outcome = json.dumps(to_data(self._outcome))
        return (self._experiment, self._faces, outcome, dict(self._variables), self._decisions)

    def words(self) -> dict[str, Any]:
        """The roll in words as JSON-ready data: its line, the dice, the outcome and the steps."""
        line = self._experiment.recorded_line(self)
        return {
            "text": visible(str(line)),
            "dice": visible(line.said),
            "outcome": visible(line.outcome),
            "steps": self.explain(),
        }

    def to_data(self) -> dict[str, Any]:
        """The record as JSON-ready data."""
        return self._experiment.record(self)

    def to_json(self, indent: int | None = None) -> str:
        """The record as JSON, which ``astragal.verify`` reads."""
        return visible_json(self.to_data(), indent=indent)

    def verify(self) -> None:
        """Replay the faces; raises a RecordError if they do not lead to this outcome."""
        self._experiment.trace(self)
