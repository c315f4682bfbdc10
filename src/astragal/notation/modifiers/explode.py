"""``! !! !p !o``: dice that explode."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Literal, Self, cast

from astragal.die import Die
from astragal.errors import NotationError
from astragal.notation.conditions import Condition, Test, split_faces
from astragal.notation.modifiers.modifier import Modifier, Values, never_stops
from astragal.notation.operation import Chapter, Example
from astragal.outcome import Number
from astragal.rolling.frame import Frame
from astragal.rolling.trace import Did, GroupLog, Step, listed

if TYPE_CHECKING:
    from astragal.notation.syntax.reader import Reader
    from astragal.odds.laws.law import Law
    from astragal.odds.pools.effects import Effect

Burst = Literal["!", "!!", "!p", "!o"]
"""How a die explodes: add dice, fold them into the die, add dice less 1 each, add one die only."""

_BURSTS: dict[Burst, str] = {
    "!": "rolls one more die, which may explode too",
    "!!": "rolls again and adds that to itself, as often as it explodes",
    "!p": "rolls one more die less 1, which may explode too",
    "!o": "rolls one more die, once only",
}


class Explode(Modifier):
    """A maximum, or a face that matches, rolls one more die, whose face may explode too."""

    burst: Burst = "!"
    condition: Condition | None = None

    chapter = Chapter.EXPLODE
    words = ("!", "!!", "!p", "!o")
    samples = ("!", "!!", "!p", "!o", "!>=5", "!=3", "!!=2", "!p>4", "!o<3", "!2..3", "!>=@{n}")
    examples = (
        Example(
            "2d6!", "each maximum rolls one more die, which may explode too", (6, 3, 6, 1), "16"
        ),
        Example("2d6!>=5", "each 5 or more does", (5, 4, 2), "11"),
        Example("2d6!=3", "each 3 does", (3, 6, 1), "10"),
        Example("2d6!!", "the same, folded into the die that exploded", (6, 6, 1, 5), "18"),
        Example("2d6!p", "the same, each extra die less 1", (6, 3, 6, 2), "15"),
        Example("2d6!o", "explode once only", (6, 2, 6), "14"),
    )
    draws: ClassVar[bool] = True
    explodes: ClassVar[bool] = True
    keeps_all: ClassVar[bool] = True

    @classmethod
    def read(cls, reader: Reader, word: str, start: int, before: Sequence[Modifier]) -> Self:
        condition = reader.optional_condition(start)
        return cls(cast("Burst", word), condition, span=reader.span(start))

    def __post_init__(self) -> None:
        if self.burst not in _BURSTS:
            raise NotationError("bad-modifier", f"no such explosion: {self.burst}", span=self.span)

    def __str__(self) -> str:
        return self.burst + str(self.condition or "")

    @property
    def takes_symbols(self) -> bool:
        return self.condition is not None and self.burst in ("!", "!o")

    def describe(self) -> str:
        which = "a maximum" if self.condition is None else f"each {self.condition.describe()}"
        return f"{which} explodes: it {_BURSTS[self.burst]}"

    @property
    def takes_condition(self) -> bool:
        return self.condition is None

    def most_dice(self, dice: int) -> int:
        if self.burst != "!o":
            from astragal.odds.bags import endless_symbols

            raise endless_symbols()
        return 2 * dice

    def leaves_one(self, one: bool) -> bool:
        return one and self.burst == "!!"

    def check(self, die: Die) -> None:
        if self.burst == "!o":
            return
        one_face = die.lowest == die.highest
        if one_face if self.condition is None else self.condition.matches_every_face(die):
            raise never_stops(f"every face of a {die} explodes", self.span)

    def apply(self, values: Values, die: Die | None, frame: Frame, log: GroupLog | None) -> Values:
        assert die is not None
        top = die.highest
        if self.condition is None:
            matches: Test = partial(operator.eq, top)
            exploding = [position for position, value in enumerate(values) if value == top]
        else:
            matches = self.condition.test()
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
                value = face - less if less else face
                if log is not None:
                    log.add(len(result), face, value)
                result.append(value)
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

    def cost(self, values: int) -> int:
        return values

    def tell(self, step: Step) -> str:
        changes = step.changes
        if changes[0].did is Did.FOLDED:
            extra = listed(change.after - change.before for change in changes)
            dice = "the die" if len(changes) == 1 else "the dice"
            return f"explodes: adds {extra} to {dice} that exploded"
        added = [change for change in changes if change.did is Did.ADDED]
        less = " less 1 each" if any(each.after != each.before for each in added) else ""
        return f"explodes: rolls {listed(each.before for each in added)}{less} more"

    def effect(self, die: Die | None, face: Law | None) -> Effect:
        from astragal.odds.pools import effects

        assert die is not None
        assert face is not None
        condition = self.condition
        split = split_faces(die.faces[-1:]) if condition is None else condition.split(die)
        once, folded = self.burst == "!o", self.burst == "!!"
        return effects.Burst(split, face, int(self.burst == "!p"), once=once, folded=folded)
