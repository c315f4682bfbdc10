"""What may follow a group of dice. Each modifier is written once, here: what it does to values,
what it reports to the log when somebody wants to know, how it prints, what it means.

``apply`` takes the values in order and returns the values in order; modifiers that draw do so die by
die, left to right.
"""

from __future__ import annotations

import operator
from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal

from astragal._value import Value, field
from astragal.die import Die
from astragal.errors import NOWHERE, NotationError, RollError, Span
from astragal.notation.conditions import Condition, Operand, Test, Variables, resolve, show_operand
from astragal.outcome import Number
from astragal.rolling.frame import Frame
from astragal.rolling.trace import Did, GroupLog

Values = Sequence[Number]


class Modifier(Value):
    """The base of all modifiers."""

    span: Span = field(default=NOWHERE, compare=False, kw_only=True)

    @property
    def draws(self) -> bool:
        """Whether it can roll more dice, which only real dice can."""
        return False

    @property
    def operands(self) -> tuple[Operand, ...]:
        """The numbers in it, typed or given by the caller."""
        return ()

    @property
    def literal(self) -> bool:
        """Whether no variable is needed to know what it does."""
        return all(isinstance(operand, int) for operand in self.operands)

    def check(self, die: Die, variables: Variables) -> None:
        """Refuse what can never end on this die, before anything is rolled."""

    @abstractmethod
    def apply(self, values: Values, die: Die | None, frame: Frame, log: GroupLog | None) -> Values:
        """The values after this modifier; ``die`` is None for the members of a ``{…}`` group."""

    @abstractmethod
    def meaning(self) -> str:
        """What it does, in words."""


class Keep(Modifier):
    """``kh3 kl2 dh1 dl1``: keep or drop the highest or lowest. Among equals, those rolled first stay."""

    number: Operand
    highest: bool = True
    drop: bool = False

    def __post_init__(self) -> None:
        if isinstance(self.number, int):
            self._check_number(self.number)

    @property
    def operands(self) -> tuple[Operand, ...]:
        return (self.number,)

    def _check_number(self, number: int) -> None:
        least = 0 if self.drop else 1
        if number < least:
            raise NotationError(
                "bad-count",
                f"`{self}` {'drops' if self.drop else 'keeps'} {number} dice; it must be at least {least}",
                span=self.span,
            )

    def resolved(self, variables: Variables) -> int:
        """How many it keeps or drops."""
        if isinstance(self.number, int):
            return self.number
        number = resolve(self.number, variables)
        self._check_number(number)
        return number

    def __str__(self) -> str:
        return (
            ("d" if self.drop else "k") + ("h" if self.highest else "l") + show_operand(self.number)
        )

    def meaning(self) -> str:
        verb, end = ("drop" if self.drop else "keep"), ("highest" if self.highest else "lowest")
        return f"{verb} the {end}" + ("" if self.number == 1 else f" {self.number}")

    def apply(self, values: Values, die: Die | None, frame: Frame, log: GroupLog | None) -> Values:
        number = self.resolved(frame.variables)
        staying = max(0, len(values) - number) if self.drop else number
        if staying >= len(values):
            return values
        highest_stay = self.highest is not self.drop
        if log is None and staying == 1:
            return [max(values) if highest_stay else min(values)]
        if log is None and len(values) - staying <= _FEW:
            return _without_extremes(values, len(values) - staying, min if highest_stay else max)
        ranked = sorted(range(len(values)), key=values.__getitem__, reverse=highest_stay)
        kept = sorted(ranked[:staying])
        if log is not None:
            log.keep(kept)
        return [values[position] for position in kept]


_FEW = 2
"""Up to so many dice are dropped one by one, which takes less time than ranking them all."""


def _without_extremes(
    values: Values, count: int, extreme: Callable[[Values], Number]
) -> list[Number]:
    """The values in order without the ``count`` least (or greatest); among equals the last rolled go."""
    backwards = [*reversed(values)]
    for _ in range(count):
        backwards.remove(extreme(backwards))
    backwards.reverse()
    return backwards


Burst = Literal["!", "!!", "!p", "!o"]
"""How a die explodes: adding dice, folding them into itself, adding each less 1, adding one only."""

_BURSTS: dict[Burst, str] = {
    "!": "rolls one more die, which may explode too",
    "!!": "rolls again and adds to itself, again and again",
    "!p": "rolls one more die less 1, which may explode too",
    "!o": "rolls one more die, once only",
}


class Explode(Modifier):
    """``! !! !p !o``: a maximum face, or one that matches, rolls more. The new die is judged by its face."""

    burst: Burst = "!"
    condition: Condition | None = None

    def __post_init__(self) -> None:
        if self.burst not in _BURSTS:
            raise NotationError("bad-modifier", f"no such explosion: {self.burst}", span=self.span)

    @property
    def draws(self) -> bool:
        return True

    @property
    def operands(self) -> tuple[Operand, ...]:
        return () if self.condition is None else self.condition.operands

    def check(self, die: Die, variables: Variables) -> None:
        if self.burst == "!o":
            return
        if _endless(die, self.condition, variables):
            raise _never_stops(f"every face of a {die} explodes", self.span)

    def __str__(self) -> str:
        return self.burst + str(self.condition or "")

    def meaning(self) -> str:
        which = "a maximum" if self.condition is None else f"each {self.condition.meaning()}"
        return f"{which} explodes: it {_BURSTS[self.burst]}"

    def apply(self, values: Values, die: Die | None, frame: Frame, log: GroupLog | None) -> Values:
        assert die is not None
        top = die.highest
        if self.condition is None:
            matches: Test = partial(operator.eq, top)
            exploding = [position for position, value in enumerate(values) if value == top]
        else:
            matches = self.condition.test(frame.variables)
            exploding = [position for position, value in enumerate(values) if matches(value)]
        if not exploding:
            return values
        if self.burst == "!!":
            return self._fold(values, exploding, die, matches, frame, log)
        less = 1 if self.burst == "!p" else 0
        once = self.burst == "!o"
        result: list[Number] = []
        done = 0
        for position in exploding:
            result += values[done : position + 1]
            done = position + 1
            explodes = True
            while explodes:
                face = frame.draw_extra(die, self.span)
                if log is not None:
                    log.add(len(result), face, face - less)
                result.append(face - less)
                explodes = not once and matches(face)
        result += values[done:]
        return result

    def _fold(
        self,
        values: Values,
        exploding: Sequence[int],
        die: Die,
        matches: Test,
        frame: Frame,
        log: GroupLog | None,
    ) -> Values:
        result = list(values)
        for position in exploding:
            explodes = True
            while explodes:
                face = frame.draw_extra(die, self.span)
                result[position] += face
                if log is not None:
                    log.change(position, Did.FOLDED, result[position])
                explodes = matches(face)
        return result


class Reroll(Modifier):
    """``r ♻ rr``: roll again, once (the new face stands) or until it no longer matches.

    Without a condition the ``lowest`` so many faces are meant.
    """

    condition: Condition | None = None
    lowest: int = 1
    until: bool = False

    def __post_init__(self) -> None:
        if self.lowest < 1 or (self.lowest > 1 and (self.until or self.condition is not None)):
            raise NotationError("bad-reroll", "this re-roll makes no sense", span=self.span)

    @property
    def draws(self) -> bool:
        return True

    @property
    def operands(self) -> tuple[Operand, ...]:
        return () if self.condition is None else self.condition.operands

    def check(self, die: Die, variables: Variables) -> None:
        if not self.until:
            return
        if _endless(die, self.condition, variables):
            raise _never_stops(f"every face of a {die} is re-rolled", self.span)

    def __str__(self) -> str:
        if self.lowest > 1:
            return "♻" * self.lowest
        return ("rr" if self.until else "r") + str(self.condition or "")

    def meaning(self) -> str:
        if self.condition is not None:
            which = f"each {self.condition.meaning()}"
        else:
            which = "a minimum" if self.lowest == 1 else f"the {self.lowest} lowest faces"
        return f"re-roll {which} " + ("until it is none" if self.until else "once")

    def apply(self, values: Values, die: Die | None, frame: Frame, log: GroupLog | None) -> Values:
        assert die is not None
        matches = (
            partial(operator.contains, die.faces[: self.lowest])
            if self.condition is None
            else self.condition.test(frame.variables)
        )
        result = list(values)
        for position, value in enumerate(values):
            if matches(value):
                result[position] = self._again(die, matches, frame, log, position)
        return result

    def _again(
        self, die: Die, matches: Test, frame: Frame, log: GroupLog | None, position: int
    ) -> int:
        while True:
            face = frame.draw_extra(die, self.span)
            if log is not None:
                log.change(position, Did.REROLLED, face)
            if not self.until or not matches(face):
                return face


class Clamp(Modifier):
    """``min2 max5``: raise to, or cap at."""

    bound: Operand
    raises: bool

    @property
    def operands(self) -> tuple[Operand, ...]:
        return (self.bound,)

    def __str__(self) -> str:
        return ("min" if self.raises else "max") + show_operand(self.bound)

    def meaning(self) -> str:
        return f"{'raise each to at least' if self.raises else 'cap each at'} {self.bound}"

    def apply(self, values: Values, die: Die | None, frame: Frame, log: GroupLog | None) -> Values:
        bound = resolve(self.bound, frame.variables)
        change, did = (max, Did.RAISED) if self.raises else (min, Did.CAPPED)
        result = [change(value, bound) for value in values]
        if log is not None:
            for position, (value, new) in enumerate(zip(values, result, strict=True)):
                if new != value:
                    log.change(position, did, new)
        return result


class Tally(Value):
    """One ``c`` or ``f`` of a count: the dice that match add ``points``, 1 or -1."""

    condition: Condition
    points: int = 1

    def __post_init__(self) -> None:
        if self.points not in (1, -1):
            raise NotationError("bad-modifier", "a die counts for 1 or for -1")

    def __str__(self) -> str:
        return ("c" if self.points > 0 else "f") + str(self.condition)


class Count(Modifier):
    """``c>=7c=10f=1``: each die becomes the points its tallies give it."""

    tallies: tuple[Tally, ...]

    def __post_init__(self) -> None:
        if not self.tallies or self.tallies[0].points < 0:
            raise NotationError("nothing-counted", "a count starts with `c`", span=self.span)

    @property
    def operands(self) -> tuple[Operand, ...]:
        return tuple(operand for tally in self.tallies for operand in tally.condition.operands)

    def __str__(self) -> str:
        return "".join(map(str, self.tallies))

    def meaning(self) -> str:
        parts = [
            f"{'count' if tally.points > 0 else 'take away'} each {tally.condition.meaning()}"
            for tally in self.tallies
        ]
        return ", ".join(parts)

    def apply(self, values: Values, die: Die | None, frame: Frame, log: GroupLog | None) -> Values:
        matches = self.tallies[0].condition.test(frame.variables)
        result = [1 if matches(value) else 0 for value in values]
        for tally in self.tallies[1:]:
            matches, points = tally.condition.test(frame.variables), tally.points
            result = [
                sofar + points if matches(value) else sofar
                for sofar, value in zip(result, values, strict=True)
            ]
        if log is not None:
            for position, points in enumerate(result):
                log.change(position, Did.COUNTED, points)
        return result


class Unique(Modifier):
    """``u``: distinct faces only; the first of each stays."""

    def __str__(self) -> str:
        return "u"

    def meaning(self) -> str:
        return "only one of each value"

    def apply(self, values: Values, die: Die | None, frame: Frame, log: GroupLog | None) -> Values:
        first: dict[Number, int] = {}
        for position, value in enumerate(values):
            first.setdefault(value, position)
        if log is not None and len(first) < len(values):
            log.keep(list(first.values()))
        return list(first)


class Sort(Modifier):
    """``s``: show sorted, lowest first."""

    def __str__(self) -> str:
        return "s"

    def meaning(self) -> str:
        return "shown sorted"

    def apply(self, values: Values, die: Die | None, frame: Frame, log: GroupLog | None) -> Values:
        order = sorted(range(len(values)), key=values.__getitem__)
        if log is not None:
            log.sort(order)
        return [values[position] for position in order]


def looks(modifiers: Sequence[Modifier]) -> int:
    """How often the modifiers look at each value; a count looks once for each of its tallies."""
    return sum(len(each.tallies) if isinstance(each, Count) else 1 for each in modifiers)


def apply_all(
    modifiers: Sequence[Modifier],
    values: Values,
    die: Die | None,
    frame: Frame,
    log: GroupLog | None,
) -> Values:
    """The values after all the modifiers, in the order written."""
    for modifier in modifiers:
        if frame.extra_dice:
            # Dice that nobody could count beforehand are looked at too.
            frame.look(len(values), modifier.span)
        if log is not None:
            log.begin(str(modifier))
        values = modifier.apply(values, die, frame, log)
        if log is not None:
            log.end()
    return values


def until_explosion(modifiers: Sequence[Modifier]) -> int:
    """How many modifiers stand before the first that explodes; all of them, if none does."""
    places = (place for place, each in enumerate(modifiers) if isinstance(each, Explode))
    return next(places, len(modifiers))


def join(modifiers: Sequence[Modifier]) -> str:
    """Modifiers as text, with a space where two would otherwise read as one."""
    text = ""
    for modifier in modifiers:
        spelt = str(modifier)
        text += " " + spelt if _merges(text, spelt) else spelt
    return text


def _merges(before: str, after: str) -> bool:
    if after[0] == "!":
        return before.endswith(("!", "!p", "!o", "r"))
    if after[0] == "r":
        return before.endswith("r")
    return after[0] == "♻" and before.endswith("♻")


def _endless(die: Die, condition: Condition | None, variables: Variables) -> bool:
    """Whether every face matches; without a condition one end of the die is meant."""
    if condition is None:
        return die.lowest == die.highest
    return condition.matches_every_face(die, variables)


def _never_stops(what: str, span: Span) -> RollError:
    return RollError("endless", f"{what}: it would never stop", span=span)
