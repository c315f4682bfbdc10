"""``r ♻ rr``: dice that are re-rolled."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Self

from astragal.die import Die
from astragal.errors import NotationError
from astragal.notation.conditions import Condition, Test, split_faces
from astragal.notation.modifiers.modifier import Modifier, Values, never_stops
from astragal.notation.operation import Chapter, Example
from astragal.rolling.frame import Frame
from astragal.rolling.trace import Did, GroupLog, Step

if TYPE_CHECKING:
    from astragal.notation.syntax.reader import Reader
    from astragal.odds.laws.law import Law
    from astragal.odds.pools.effects import Effect


class Reroll(Modifier):
    """Roll again, once (the new face stands) or until the face no longer matches.

    Without a condition, this many of the ``lowest`` faces are re-rolled.
    """

    condition: Condition | None = None
    lowest: int = 1
    until: bool = False

    chapter = Chapter.REROLL
    words = ("r", "rr", "♻")
    samples = ("r", "r<=2", "r=1", "r≠3", "rr", "rr<3", "♻", "♻♻", "r<=@{n}")
    examples = (
        Example(
            "2d6r",
            "re-roll the lowest face once, and the new face stands; also `♻`",
            (1, 4, 5),
            "9",
        ),
        Example("1d20♻♻♻", "each further `♻` takes in one more of the lowest faces", (3, 12), "12"),
        Example("2d6r<=2", "re-roll each 2 or less once", (2, 4, 1), "5"),
        Example("2d6rr<=2", "re-roll each 2 or less until it is more", (2, 4, 1, 5), "9"),
    )
    draws: ClassVar[bool] = True
    keeps_all: ClassVar[bool] = True

    @classmethod
    def read(cls, reader: Reader, word: str, start: int, before: Sequence[Modifier]) -> Self:
        if word == "♻":
            count = reader.count_symbols(word)
            return cls(lowest=count, span=reader.span(start))
        condition = reader.optional_condition(start)
        return cls(condition, until=word == "rr", span=reader.span(start))

    def __post_init__(self) -> None:
        if self.lowest < 1:
            raise NotationError("bad-reroll", "a re-roll needs at least one face", span=self.span)
        if self.lowest > 1 and (self.until or self.condition is not None):
            message = "only a re-roll once and without a condition takes several lowest faces"
            raise NotationError("bad-reroll", message, span=self.span)

    def __str__(self) -> str:
        if self.lowest > 1:
            return "♻" * self.lowest
        return ("rr" if self.until else "r") + str(self.condition or "")

    def describe(self) -> str:
        if self.condition is not None:
            which = f"each {self.condition.describe()}"
        else:
            which = "a minimum" if self.lowest == 1 else f"the {self.lowest} lowest faces"
        return f"re-roll {which} " + ("until none is left" if self.until else "once")

    @property
    def takes_condition(self) -> bool:
        return self.condition is None

    def check(self, die: Die) -> None:
        if not self.until:
            return
        one_face = die.lowest == die.highest
        if one_face if self.condition is None else self.condition.matches_every_face(die):
            raise never_stops(f"every face of a {die} is re-rolled", self.span)

    def apply(self, values: Values, die: Die | None, frame: Frame, log: GroupLog | None) -> Values:
        assert die is not None
        matches: Test = (
            partial(operator.contains, die.faces[: self.lowest])
            if self.condition is None
            else self.condition.test()
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

    def cost(self, values: int) -> int:
        return values

    def tell(self, step: Step) -> str:
        return f"re-rolls {step.moves()}"

    def effect(self, die: Die | None, face: Law | None) -> Effect:
        from astragal.odds.laws.law import union
        from astragal.odds.pools import effects

        assert die is not None
        assert face is not None
        condition = self.condition
        split = split_faces(die.faces[: self.lowest]) if condition is None else condition.split()
        _, stays = split(face)
        new = stays.weighted(1 / stays.mass) if self.until else face

        def change(law: Law) -> Law:
            hit, miss = split(law)
            return union([miss, new.weighted(hit.mass)])

        return effects.Each(change)
