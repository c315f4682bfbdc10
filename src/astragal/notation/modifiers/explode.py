"""``! !! !p !!p !o``: dice that explode."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self, cast

from astragal._value import field
from astragal.die import Die
from astragal.errors import NotationError
from astragal.notation.aiming import check_aim, read_limit, read_ranked, refuse_ranks
from astragal.notation.conditions import Condition, Ranked, Test, split_faces
from astragal.notation.modifiers.modifier import Modifier, Values, never_stops
from astragal.notation.operation import Chapter, Example
from astragal.outcome import Number
from astragal.rolling.frame import Frame
from astragal.rolling.trace import Did, GroupLog, Step, listed

if TYPE_CHECKING:
    from astragal.notation.syntax.reader import Reader
    from astragal.probability.laws.law import Law
    from astragal.probability.pools.effects import Effect

Burst = Literal["!", "!!", "!p", "!!p", "!o"]
"""How a die explodes: by adding dice (`!`), within itself (`!!`), less 1 (`p`), or once (`!o`)."""

_BURSTS: dict[Burst, str] = {
    "!": "rolls one more die, which may explode too",
    "!!": "rolls again and adds that to itself, as often as it explodes",
    "!p": "rolls one more die less 1, which may explode too",
    "!!p": "rolls again and adds that less 1 to itself, as often as it explodes",
    "!o": "rolls one more die, once only",
}


class Explode(Modifier):
    """Each maximum or matching face rolls one more die, which may explode too.

    With ``at_most``, there are at most that many extra dice in all.
    """

    burst: Burst = "!"
    condition: Condition | None = None
    at_most: int | None = field(default=None, kw_only=True)

    chapter = Chapter.EXPLODE
    words = ("!", "!!", "!p", "!!p", "!o", "!ol", "!oh")
    samples = (
        "!",
        "!!",
        "!p",
        "!o",
        "!>=5",
        "!=3",
        "!!=2",
        "!p>4",
        "!!p",
        "!!p≠2",
        "!o<3",
        "!2..3",
        "!>=@{n}",
        "!=odd",
        "!:2",
        "!>=5:1",
        "!o=3:2",
        "!oh1",
        "!ol2",
        "!≠[1..3,5]",
    )
    examples = (
        Example(
            "2d6!", "each maximum rolls one more die, which may explode too", (6, 3, 6, 1), "16"
        ),
        Example("2d6!>=5", "each 5 or more does", (5, 4, 2), "11"),
        Example("2d6!=3", "each 3 does", (3, 6, 1), "10"),
        Example("2d6!!", "the same, folded into the die that exploded", (6, 6, 1, 5), "18"),
        Example("2d6!p", "the same, each extra die less 1", (6, 3, 6, 2), "15"),
        Example("2d6!!p", "folded, and each extra die less 1", (6, 3, 6, 2), "15"),
        Example("2d6!o", "explode once only", (6, 2, 6), "14"),
        Example("3d6!:2", "explode at most two times in all", (6, 6, 6, 6, 1), "25"),
        Example("3d6!o>=5:1", "at most one die explodes, the first", (5, 6, 1, 4), "16"),
        Example(
            "3d6!oh1", "the highest die explodes once; `!ol2`: the lowest 2", (2, 5, 1, 4), "12"
        ),
    )
    draws: ClassVar[bool] = True
    explodes: ClassVar[bool] = True
    keeps_all: ClassVar[bool] = True

    @classmethod
    def read(cls, reader: Reader, word: str, start: int, before: Sequence[Modifier]) -> Self:
        if word in ("!ol", "!oh"):
            ranked, limit = read_ranked(reader, word[-1], start), read_limit(reader, start)
            return cls("!o", ranked, at_most=limit, span=reader.span(start))
        refuse_ranks(reader, start)
        condition, limit = reader.optional_condition(start), read_limit(reader, start)
        return cls(cast("Burst", word), condition, at_most=limit, span=reader.span(start))

    def __post_init__(self) -> None:
        if self.burst not in _BURSTS:
            raise NotationError("bad-modifier", f"no such explosion: {self.burst}", span=self.span)
        once, limited = self.burst == "!o", self.burst in ("!", "!o")
        check_aim(self.condition, self.at_most, self.span, once=once, limited=limited)

    def __str__(self) -> str:
        limit = "" if self.at_most is None else f":{self.at_most}"
        return self.burst + str(self.condition or "") + limit

    @property
    def takes_symbols(self) -> bool:
        if self.condition is None or self.condition.by_rank:
            return False
        return self.burst in ("!", "!o")

    def describe(self) -> str:
        which = "a maximum" if self.condition is None else self.condition.which
        limit = ""
        if self.at_most is not None:
            times = "once" if self.at_most == 1 else f"{self.at_most} times"
            limit = f", no more than {times} in all"
        return f"{which} explodes: it {_BURSTS[self.burst]}{limit}"

    @property
    def takes_condition(self) -> bool:
        return self.condition is None and self.at_most is None

    @property
    def leaves_alike(self) -> bool:
        return self._folds

    def most_dice(self, dice: int) -> int:
        if self.at_most is not None:
            return dice + self.at_most
        if self.burst != "!o":
            from astragal.probability.bags import endless_symbols

            raise endless_symbols()
        return 2 * dice

    def leaves_one(self, one: bool) -> bool:
        return one and self._folds

    @property
    def _folds(self) -> bool:
        return self.burst in ("!!", "!!p")

    @property
    def _less(self) -> int:
        """The number subtracted from each extra die."""
        return 1 if self.burst in ("!p", "!!p") else 0

    def check(self, die: Die) -> None:
        if self.burst == "!o" or self.at_most is not None:
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
            exploding = self.condition.chosen(values)
        if not exploding:
            return values
        if self.burst == "!o":
            matches = _no_more
        elif self.condition is not None:
            matches = self.condition.test()
        if self._folds:
            return self._fold(values, exploding, die, matches, frame, log)
        return self._add(values, exploding, die, matches, frame, log)

    def _add(
        self,
        values: Values,
        exploding: Sequence[int],
        die: Die,
        matches: Test,
        frame: Frame,
        log: GroupLog | None,
    ) -> Values:
        less = self._less
        left = -1 if self.at_most is None else self.at_most
        result: list[Number] = []
        done = 0
        for position in exploding:
            result += values[done : position + 1]
            done = position + 1
            explodes = left != 0
            while explodes:
                face = frame.draw_extra(die, self.span)
                value = face - less if less else face
                if log is not None:
                    log.add(len(result), face, value)
                result.append(value)
                left -= 1
                explodes = left != 0 and matches(face)
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
        result, less = list(values), self._less
        for position in exploding:
            explodes = True
            while explodes:
                face = frame.draw_extra(die, self.span)
                result[position] += face - less
                if log is not None:
                    log.change(position, Did.FOLDED, result[position])
                explodes = matches(face)
        return result

    def cost(self, values: int) -> int:
        return values

    def tell(self, step: Step) -> str:
        changes = step.changes
        less = ", less 1 each" if self._less else ""
        if changes[0].did is Did.FOLDED:
            extra = listed(change.after - change.before + self._less for change in changes)
            dice = "the die" if len(changes) == 1 else "the dice"
            return f"explodes: adds {extra}{less and less + ','} to {dice} that exploded"
        added = [change for change in changes if change.did is Did.ADDED]
        return f"explodes: rolls {listed(each.before for each in added)} more{less}"

    def effect(self, die: Die | None, face: Law | None) -> Effect:
        from astragal.probability.pools import effects

        assert die is not None
        assert face is not None
        condition = self.condition
        if isinstance(condition, Ranked):
            from astragal.probability.pools.fresh import AddDice

            return AddDice(face, condition.number)
        split = split_faces(die.faces[-1:]) if condition is None else condition.split(die)
        once = self.burst == "!o"
        if self.at_most is not None:
            from astragal.probability.pools.limited import LimitedBurst

            return LimitedBurst(split, face, self.at_most, once)
        return effects.Burst(split, face, self._less, once=once, folded=self._folds)


def _no_more(face: Any) -> bool:
    """The test for extra dice of an explosion that happens only once."""
    return False
