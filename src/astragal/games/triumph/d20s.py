"""The d20s of a check: first ♻, then explosions, then ▲ or ▼."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

from astragal._value import Value, field
from astragal.experiment.experiment import Asks, Experiment
from astragal.experiment.notes import Note, note
from astragal.games.triumph.fortunes import FORTUNES, Fortune, Luck
from astragal.games.triumph.margins import Margin, beyond, plus
from astragal.games.triumph.symbol_dice import CheckDice, Reroll
from astragal.probability.walks.readings import Done
from astragal.rolling.counts import Rolled
from astragal.rules.requests.pool import pool
from astragal.rules.requests.request import Request, d
from astragal.rules.requests.rerolled import rerolled
from astragal.rules.requests.walk import walk
from astragal.rules.rule import rule

OPPONENT = "opponent"
"""The name of the other side in decisions if it has none."""
LEVELS = 5
"""The most rolls of an exploding die. Totals of 100 or more are therefore only lower bounds."""


class D20Result(Value):
    """The result of a check's d20s: their fortune, and the total with explosions."""

    fortune: Fortune
    total: int
    exploding: int = 0
    """the number of dice that explode further; 0 unless one of them is kept"""
    keeping: int = 1
    """the number of kept dice among those that explode further"""

    def plus(self, added: Margin) -> Margin:
        """The total with an addition; only a bound while dice explode further."""
        whole = plus(added, self.total)
        return beyond(whole) if self.exploding and isinstance(whole, int) else whole

    def __str__(self) -> str:
        return f"{self.total} or more" if self.exploding else str(self.total)


class Counting(NamedTuple):
    """The dice that count, before any explodes."""

    total: int
    """the total of the counting dice that do not explode"""
    going: int
    """the number of exploding dice"""
    kept: int
    """the number of exploding dice that count"""
    fortune: Fortune


class Standing(Value):
    """The state of a roll of d20s: the dice that may still count; or their sum, if all do."""

    dice: CheckDice
    luck: Luck

    @property
    def start(self) -> tuple[int, ...]:
        return (0, 0, 0) if self._all else ()

    @property
    def _all(self) -> bool:
        return self.dice.kept == self.dice.number

    def step(self, state: tuple[int, ...], face: int) -> tuple[int, ...]:
        dice = self.dice
        if self._all:
            total, going, marks = state
            explodes = dice.explodes and face == 20
            return total + face * (not explodes), going + explodes, marks | self.luck.marks(face)
        faces = sorted((*state, face))
        if not dice.explodes:
            return tuple(faces[: dice.kept] if dice.lowest else faces[-dice.kept :])
        # All exploding dice are rolled again, so all of them matter.
        going = faces.count(20)
        if dice.lowest:
            return (*faces[: len(faces) - going][: dice.kept], *(20,) * going)
        return tuple(faces[-max(dice.kept, going) :])

    def counting(self, state: tuple[int, ...]) -> Counting:
        """The dice that count in the end."""
        dice = self.dice
        if self._all:
            total, going, marks = state
            return Counting(total, going, going, FORTUNES[marks])
        faces = state[: dice.kept] if dice.lowest else state[-dice.kept :]
        going, kept = (each.count(20) * dice.explodes for each in (state, faces))
        return Counting(sum(faces) - 20 * kept, going, kept, self.luck.fortune(faces))


class D20s(Request[D20Result]):
    """The d20s of a check, the highest first: first ♻, then explosions, then ▲ or ▼."""

    dice: CheckDice
    reroll: Reroll = Reroll.CHOOSE
    levels: int = LEVELS
    by: str = ""
    """the player who decides on ♻"""
    opposed: bool = False
    """True if that player is the opponent"""
    luck: Luck = Luck()

    inline: ClassVar[bool] = True

    def steps(self) -> Asks[D20Result]:
        dice, standing = self.dice, Standing(self.dice, self.luck)
        rolled: Any = yield self.rolled(standing)
        counting = standing.counting(rolled.state)
        if dice.explodes and 20 in rolled.first and min(rolled.first) > self._covered:
            yield note(Rolled(rolled.first, None, self.who))
        if counting.going:
            return Exploding(self, counting, rolled.faces)
        if len(rolled.faces) > 1:
            yield _shown(self, rolled.faces, rolled.faces)
        return D20Result(counting.fortune, counting.total)

    def rolled(self, standing: Standing) -> Experiment[Any]:
        """The dice after ♻."""
        how: dict[str, Any] = {"by": self.by, "opposed": self.opposed, "who": self.who}
        chosen = self.reroll is Reroll.CHOOSE
        return rerolled(self.dice.number, 20, self._covered, standing, chosen=chosen, **how)

    @property
    def _covered(self) -> int:
        return 0 if self.reroll is Reroll.NEVER else self.dice.rerolls

    @property
    def who(self) -> str:
        """The name of the roller in notes; "" if none is needed."""
        return f"the {OPPONENT}" if self.by == OPPONENT else self.by

    @property
    def chooses(self) -> bool:
        """True if a player may have to decide."""
        return self.reroll is Reroll.CHOOSE and self.dice.rerolls > 0

    def __str__(self) -> str:
        return str(self.dice)


@rule(name="explosion", inline=True)
def _explosion(levels: int) -> Asks[int]:
    """A 20 is rolled again and added, as long as 20s come up, at most so many rolls in all."""
    whole = last = 20
    while last == 20 and whole < 20 * levels:
        last = yield d(20)
        yield note("the 20 explodes: {} more", last)
        whole += last
    return whole


class _Kept(Value):
    """The reading of exploding dice that adds up the highest, or the lowest."""

    kept: int
    endless: int
    """the total of a die that could explode further"""

    start: ClassVar[Any] = (0, 0, 0, 0)

    def step(self, state: Any, total: int, dice: int) -> Any:
        seen, whole, going, kept = state
        counting = min(dice, self.kept - seen)
        if total == self.endless:
            going, kept = dice, counting
        state = (seen + counting, whole + counting * total, going if kept else 0, kept)
        return Done(state) if seen + counting == self.kept else state

    def end(self, state: Any) -> tuple[int, int, int]:
        _, whole, going, kept = state
        return whole, going, kept


class Exploding(Request[D20Result]):
    """The explosions of dice, added to each die before ▲ or ▼."""

    d20s: D20s
    counting: Counting
    faces: tuple[int, ...] = field(compare=False)
    """all faces, for the note"""

    inline: ClassVar[bool] = True

    def steps(self) -> Asks[D20Result]:
        (total, going, kept, fortune), levels = self.counting, self.d20s.levels
        if levels == 1:
            if len(self.faces) > 1:
                yield self.shown((20,) * going)
            return D20Result(fortune, total + 20 * kept, going if kept else 0, kept or 1)
        exploding = pool(going, _explosion(levels), inline=True)
        reading, lowest = _Kept(kept, 20 * levels), bool(self.d20s.dice.lowest)
        more, going, kept = yield walk(exploding, by=reading, rising=lowest, tell=self.shown)
        return D20Result(fortune, total + more, going, kept or 1)

    def shown(self, exploded: Sequence[int]) -> Note:
        if len(self.faces) < 2:
            return note("")
        others = (face for face in self.faces if face != 20)
        return _shown(self.d20s, self.faces, (*exploded, *others))

    def __str__(self) -> str:
        return "explosions"


def _shown(d20s: D20s, faces: Sequence[int], totals: Sequence[int]) -> Note:
    """A note of the final dice; a single die shows in the total."""
    dice = d20s.dice
    order = sorted(range(len(totals)), key=totals.__getitem__, reverse=not dice.lowest)
    kept = tuple(order[: dice.kept])
    both = {d20s.luck.fortune([faces[place]]) for place in kept if faces} >= _OPPOSITES
    ruled = "triumph and disaster cancel out" if both else ""
    return note(Rolled(tuple(faces), kept, d20s.who, ruled=ruled))


_OPPOSITES = {Fortune.TRIUMPH, Fortune.DISASTER}
