"""A macro: messages with rolls in them, once its questions are answered."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, TypeAlias

from astragal._value import Value
from astragal._visible import visible
from astragal.experiment.experiment import Experiment
from astragal.limits import DEFAULT_LIMITS, NO_COST, Limits, bounded
from astragal.outcome import Number, show
from astragal.probability.distribution import Distribution
from astragal.rolling.roll import Roll
from astragal.rolling.sources import Source


class InlineRoll(Value):
    """A roll inside a message."""

    name: str
    experiment: Experiment[Any]
    later: bool = False
    """true if it is rolled on request, not with the message"""
    variables: Mapping[str, Number] = MappingProxyType({})
    """the given values that its formula uses"""

    @bounded
    def roll(self, source: Source | None = None, *, limits: Limits | None = None) -> Roll[Any]:
        return self.experiment.roll(source, variables=self.variables, limits=limits)

    @bounded
    def odds(self, *, limits: Limits | None = None) -> Distribution[Any]:
        return self.experiment.odds(variables=self.variables, limits=limits)

    @property
    def remarks(self) -> tuple[str, ...]:
        """Notes for the author of the macro about how the formula was read."""
        return getattr(self.experiment, "remarks", ())


class Again(Value):
    """The result of another roll of the message, by its index."""

    number: int


Part: TypeAlias = str | InlineRoll | Again


class Row(Value):
    """A line of a message; lines of templates have a label."""

    parts: tuple[Part, ...]
    label: str = ""


class Message(Value):
    """The chat message of one line of a macro."""

    rows: tuple[Row, ...]
    to: str = ""
    """the audience if it is not public: ``the game master``"""
    by: str = ""
    """the speaker, if the macro names one"""

    @property
    def rolls(self) -> tuple[InlineRoll, ...]:
        """Its rolls, in order."""
        parts = (part for row in self.rows for part in row.parts)
        return tuple(part for part in parts if isinstance(part, InlineRoll))

    @property
    def heading(self) -> str:
        """The speaker and the audience, if the macro names them: ``Bob, to the game master``."""
        return ", ".join(each for each in (self.by, f"to {self.to}" if self.to else "") if each)


class Played(Value):
    """A message with its rolls made."""

    message: Message
    rolls: tuple[Roll[Any] | None, ...]
    """one for each roll of the message; None for rolls on request"""

    @property
    def lines(self) -> list[str]:
        """The lines in the chat, without the speaker."""
        shown = [self._result(number) for number in range(len(self.rolls))]
        results = iter(shown)
        return [self._row(row, results, shown) for row in self.message.rows]

    def __str__(self) -> str:
        return "\n".join(self.lines)

    def _row(self, row: Row, results: Iterable[str], shown: list[str]) -> str:
        upcoming = iter(results)
        text = "".join(_shown(part, upcoming, shown) for part in row.parts).strip()
        return visible(f"{row.label}: {text}" if row.label else text)

    def _result(self, number: int) -> str:
        roll = self.rolls[number]
        return f"[{self.message.rolls[number].name}]" if roll is None else show(roll.outcome)


def _shown(part: Part, upcoming: Any, shown: list[str]) -> str:
    if isinstance(part, str):
        return part
    return shown[part.number] if isinstance(part, Again) else next(upcoming)


@bounded
def play(
    messages: Iterable[Message], source: Source | None = None, *, limits: Limits | None = None
) -> list[Played]:
    """Roll everything in the messages, in order, with faces from one source.

    Rolls on request are left out. The limits for one roll apply to all rolls together.
    """
    left = DEFAULT_LIMITS if limits is None else limits
    played = []
    for message in messages:
        rolls: list[Roll[Any] | None] = []
        for each in message.rolls:
            rolls.append(None if each.later else each.roll(source, limits=left))
            left = _left(left, each, rolls[-1])
        played.append(Played(message, tuple(rolls)))
    return played


def _left(limits: Limits, each: InlineRoll, roll: Roll[Any] | None) -> Limits:
    """The limits for the remaining rolls: all rolls share the extra dice of one roll."""
    known = getattr(dice_of(each.experiment), "cost", NO_COST).dice
    extra = 0 if roll is None else len(roll.faces) - known
    return limits.replaced(extra_dice=max(0, limits.extra_dice - extra)) if extra > 0 else limits


def dice_of(experiment: Experiment[Any]) -> Experiment[Any]:
    """The dice of a random table; any other experiment as it is."""
    found: Experiment[Any] = getattr(experiment, "expression", experiment)
    return found


def named_apart(messages: Iterable[Message]) -> tuple[Message, ...]:
    """Give every roll in the messages a unique name.

    >>> from astragal.notation.syntax.parser import parse
    >>> rolls = [InlineRoll(name, parse("1d6")) for name in ("", "Hit", "Hit")]
    >>> [roll.name for roll in named_apart([Message((Row(tuple(rolls)),))])[0].rolls]
    ['roll 1', 'Hit', 'Hit 2']
    """
    used: dict[str, int] = {}
    number = 0
    found = []
    for message in messages:
        rows = []
        for row in message.rows:
            parts: list[Part] = []
            for part in row.parts:
                if isinstance(part, InlineRoll):
                    number += 1
                    part = part.replaced(name=_free(part.name or f"roll {number}", used))
                parts.append(part)
            rows.append(row.replaced(parts=tuple(parts)))
        found.append(message.replaced(rows=tuple(rows)))
    return tuple(found)


def _free(name: str, used: dict[str, int]) -> str:
    """The name, numbered if it is taken; ``used`` notes the last number tried for each name."""
    free, number = name, used.get(name, 1)
    while free in used:
        number += 1
        free = f"{name} {number}"
    used[name] = number
    used[free] = 1
    return free
