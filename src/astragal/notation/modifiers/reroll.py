"""``r ♻ rr``: re-roll dice; with a ``?``, a player decides on each of them."""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache, partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Self

from astragal._value import field
from astragal.die import Die
from astragal.errors import NotationError
from astragal.experiment.choices import Choice, choose
from astragal.notation.aiming import check_aim, read_limit, read_ranked, refuse_ranks
from astragal.notation.conditions import Condition, Ranked, Test, split_faces
from astragal.notation.modifiers.modifier import Modifier, Values, never_stops
from astragal.notation.operation import Chapter, Example
from astragal.outcome import Number, show
from astragal.rolling.frame import Frame
from astragal.rolling.trace import Did, GroupLog, Step

if TYPE_CHECKING:
    from astragal.notation.syntax.reader import Reader
    from astragal.probability.laws.law import Law
    from astragal.probability.pools.effects import Effect


_OPTIONS = MappingProxyType({"keep": False, "re-roll": True})
"""Keeping comes first, so that it is chosen if both are equally good."""

_STEPS = 100
"""The steps per number of a long law, in addition to those of the condition."""


class Reroll(Modifier):
    """Re-roll dice once (the new face stands), or until the face no longer matches.

    Without a condition, this many of the ``lowest`` faces are re-rolled. With ``at_most``, at most
    that many dice are, those rolled first. With ``may``, a player decides on each matching die in
    turn, lowest first.
    """

    condition: Condition | None = None
    lowest: int = 1
    until: bool = False
    may: bool = False
    wants: str | Callable[[Number], Fraction] = ""
    """the player's aim in odds: the "highest" or "lowest" total, or a function for the worth of a
    total; "" leaves the decision open"""
    at_most: int | None = field(default=None, kw_only=True)

    chapter = Chapter.REROLL
    words = ("r", "rr", "rl", "rh", "♻")
    samples = (
        "r",
        "r<=2",
        "r=1",
        "r≠3",
        "rr",
        "rr<3",
        "♻",
        "♻♻",
        "r<=@{n}",
        "r=even",
        "rr=[1,4]",
        "rl1",
        "rh2",
        "r<=2:1",
        "r:2",
    )
    choices = ("r?", "r<=2?", "♻♻?")
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
        Example("2d6r=[1,3]", "re-roll what is in a list", (3, 4, 1), "5"),
        Example("4d6r<=2:1", "re-roll at most one of them, the first", (2, 1, 6, 4, 5), "16"),
        Example(
            "4d6rl1", "re-roll the lowest die once; `rh2`: the highest 2", (2, 1, 6, 4, 5), "17"
        ),
        Example(
            "1d20♻♻?",
            "with a `?` after it, a re-roll is a choice: a player may",
            (2, 17),
            "17",
            decisions=("re-roll",),
        ),
        Example(
            "2d6r<=2?",
            "each die is decided on, the lowest first; odds take the best for the highest total",
            (2, 1, 5),
            "7",
            decisions=("re-roll", "keep"),
        ),
    )
    draws: ClassVar[bool] = True
    keeps_all: ClassVar[bool] = True

    @classmethod
    def read(cls, reader: Reader, word: str, start: int, before: Sequence[Modifier]) -> Self:
        if word == "♻":
            count, at_most = reader.count_symbols(word), read_limit(reader, start)
            may = bool(reader.take("?"))
            return cls(lowest=count, may=may, at_most=at_most, span=reader.span(start))
        condition: Condition | None
        if word in ("rl", "rh"):
            condition = read_ranked(reader, word[-1], start)
        else:
            refuse_ranks(reader, start)
            condition = reader.optional_condition(start)
        at_most, may = read_limit(reader, start), bool(reader.take("?"))
        return cls(condition, until=word == "rr", may=may, at_most=at_most, span=reader.span(start))

    def __post_init__(self) -> None:
        if self.lowest < 1:
            raise NotationError("bad-reroll", "a re-roll needs at least one face", span=self.span)
        if self.lowest > 1 and (self.until or self.condition is not None):
            message = "only a re-roll once and without a condition takes several lowest faces"
            raise NotationError("bad-reroll", message, span=self.span)
        if self.until and self.may:
            raise NotationError(
                "bad-reroll",
                "only a re-roll once can be a choice",
                span=self.span,
                hint="write `r?` instead of `rr?`",
            )
        limited = not self.until and not self.may
        check_aim(self.condition, self.at_most, self.span, once=not self.until, limited=limited)
        if self.may and self._by_rank:
            raise NotationError(
                "bad-number-of-times",
                "a re-roll of the highest or lowest dice cannot be a choice",
                span=self.span,
                hint="write `rl1`, or `r<=2?` for a choice",
            )

    @property
    def can_be_a_choice(self) -> bool:
        """True if a player could decide on each die that it re-rolls."""
        return not (self.until or self._by_rank or self.at_most is not None)

    @property
    def _by_rank(self) -> bool:
        return self.condition is not None and self.condition.by_rank

    def __str__(self) -> str:
        may = "?" if self.may else ""
        limit = "" if self.at_most is None else f":{self.at_most}"
        if self.lowest > 1:
            return "♻" * self.lowest + limit + may
        return ("rr" if self.until else "r") + str(self.condition or "") + limit + may

    @property
    def takes_symbols(self) -> bool:
        return self.condition is not None and not self._by_rank and not self.may

    def describe(self) -> str:
        if self.condition is not None:
            which = self.condition.which
        else:
            which = "a minimum" if self.lowest == 1 else f"the {self.lowest} lowest faces"
        if self.may:
            return f"{which} may be re-rolled once"
        if self.at_most is not None:
            return f"re-roll {which} once, no more than {self.at_most}, in the order rolled"
        return f"re-roll {which} " + ("until none is left" if self.until else "once")

    @property
    def takes_condition(self) -> bool:
        return self.condition is None and self.at_most is None and not self.may

    @property
    def by_order(self) -> bool:
        return self.at_most is not None

    @property
    def rerolls_without_end(self) -> bool:
        return self.until

    @property
    def leaves_alike(self) -> bool:
        return self.at_most is None and not self._by_rank and not self.may

    @property
    def leaves_choice(self) -> bool:
        return self.may and not self.wants

    def check(self, die: Die) -> None:
        if not self.until:
            return
        one_face = die.lowest == die.highest
        if one_face if self.condition is None else self.condition.matches_every_face(die):
            raise never_stops(f"every face of a {die} is re-rolled", self.span)

    def apply(self, values: Values, die: Die | None, frame: Frame, log: GroupLog | None) -> Values:
        assert die is not None
        result = list(values)
        if self.condition is not None and self.condition.by_rank:
            for position in self.condition.chosen(values):
                result[position] = self._drawn(die, frame, log, position)
            return result
        matches: Test = (
            partial(operator.contains, die.faces[: self.lowest])
            if self.condition is None
            else self.condition.test()
        )
        if self.may:
            self._offer(result, die, matches, frame, log)
            return result
        found = [position for position, value in enumerate(values) if matches(value)]
        for position in found[: self.at_most]:
            result[position] = self._again(die, matches, frame, log, position)
        return result

    def _offer(
        self, values: list[Number], die: Die, matches: Test, frame: Frame, log: GroupLog | None
    ) -> None:
        """Let the player decide on each matching die; all dice are visible."""
        waiting = [position for position, value in enumerate(values) if matches(value)]
        for position in sorted(waiting, key=values.__getitem__):
            if frame.playing.ask(frame, partial(self._choice, values, position)):
                values[position] = self._again(die, matches, frame, log, position)

    @staticmethod
    def _choice(values: list[Number], position: int) -> Choice:
        return choose(f"re-roll the {show(values[position])}?", _OPTIONS, dice=tuple(values))

    def open_choice(self) -> Choice:
        return choose(f"re-roll what `{self}` covers?", _OPTIONS)

    def _again(
        self, die: Die, matches: Test, frame: Frame, log: GroupLog | None, position: int
    ) -> Any:
        while True:
            face = self._drawn(die, frame, log, position)
            if not self.until or not matches(face):
                return face

    def _drawn(self, die: Die, frame: Frame, log: GroupLog | None, position: int) -> Any:
        face = frame.draw_extra(die, self.span)
        if log is not None:
            log.change(position, Did.REROLLED, face)
        return face

    def cost(self, values: int) -> int:
        return values

    def tell(self, step: Step) -> str:
        return f"re-rolls {step.moves()}"

    def effect(self, die: Die | None, face: Law | None) -> Effect:
        from astragal.probability.laws.law import union
        from astragal.probability.pools import effects

        assert die is not None
        assert face is not None
        condition = self.condition
        if isinstance(condition, Ranked):
            from astragal.probability.pools.fresh import RerollRanks

            return RerollRanks(face, condition.number, condition.highest)
        split = split_faces(die.faces[: self.lowest]) if condition is None else condition.split(die)
        if self.may:
            from astragal.probability.pools.may_reroll import MayReroll, MayRerollFor

            if isinstance(self.wants, str):
                return MayReroll(split, face, self.wants == "lowest")
            return MayRerollFor(split, face, worth=self.wants)
        if self.at_most is not None:
            from astragal.probability.pools.limited import LimitedReroll

            return LimitedReroll(split, face, self.at_most)

        @cache
        def new() -> Law:
            if not self.until:
                return face
            _, stays = split(face)
            return stays.weighted(1 / stays.mass)

        def change(law: Law) -> Law:
            hit, miss = split(law)
            return union([miss, new().weighted(hit.mass)])

        steps = 1 if condition is None else condition.steps
        return effects.Each(change, steps=_STEPS + steps)
