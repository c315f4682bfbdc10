"""d20s with symbols: ▲ and ▼ keep, ! explodes, ♻ may re-roll."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum
from math import comb
from typing import TYPE_CHECKING, Any, ClassVar, Self

from astragal._value import Value
from astragal.errors import ParameterError
from astragal.experiment.choices import choose
from astragal.experiment.experiment import Asks
from astragal.experiment.notes import note
from astragal.odds.weights import Weights
from astragal.rules.requests.best import best, worst
from astragal.rules.requests.dice import pool
from astragal.rules.requests.request import Request, d
from astragal.rules.rule import rule
from astragal.rules.types.texts import Find, Written

if TYPE_CHECKING:
    from astragal.experiment.solve.memory import Memory
    from astragal.odds.weights import Weighing

_DICE = re.compile(
    r"\s*(?P<number>\d{0,2})d20(?P<symbols>(?:\s*(?:▲|▼|\^|v|!|♻|kh\d*|kl\d*|r(?!r)))*)\s*", re.I
)
_SYMBOL = re.compile(r"▲|\^|▼|v|!|♻|kh\d*|kl\d*|r", re.IGNORECASE)
_MOST = 10
LEVELS = 5
"""A die that explodes is rolled at most this often; from 100 on, its total is only a bound."""


class CheckDice(Written):
    """The d20s of a check with their symbols: ``2d20▲``, ``1d20!♻♻``.

    >>> CheckDice.of("2d20▲♻")
    CheckDice(number=2, highest=1, lowest=0, explodes=False, rerolls=1)
    """

    WANTED: ClassVar[str] = "d20s with symbols, such as 2d20▲, 1d20♻♻ or 2d20▼! (or kh, kl, r, !)"

    number: int
    highest: int = 0
    lowest: int = 0
    explodes: bool = False
    rerolls: int = 0

    def __post_init__(self) -> None:
        counts = (self.number, self.highest, self.lowest, self.rerolls)
        if not all(type(each) is int for each in counts):
            raise ParameterError("bad-dice", f"expected {self.WANTED}")
        if min(self.highest, self.lowest, self.rerolls) < 0:
            raise ParameterError("bad-dice", "the number of a symbol cannot be negative")
        if self.highest and self.lowest:
            raise ParameterError(
                "both-ways", "▲ keeps the highest and ▼ the lowest; a check cannot do both"
            )
        if not 1 <= self.number <= _MOST:
            raise ParameterError("bad-dice", f"a check rolls 1 to {_MOST} d20s, not {self.number}")
        if max(self.highest, self.lowest) > self.number:
            raise ParameterError(
                "bad-dice", f"a check of {self.number} d20s cannot keep more of them"
            )
        if self.rerolls > 19:
            raise ParameterError(
                "bad-dice", "♻ must leave a face that is not re-rolled: at most 19"
            )
        if self.explodes and self.kept > 1:
            raise ParameterError(
                "bad-dice", "a check with exploding dice keeps one of them: ▲ or ▼ once"
            )

    @classmethod
    def of(cls, value: Any, find: Find | None = None) -> Self:
        found = _DICE.fullmatch(value)
        if found is None:
            raise ValueError(value)
        counts = {"▲": 0, "▼": 0, "!": 0, "♻": 0}
        for symbol in _SYMBOL.findall(found["symbols"].casefold()):
            sign = {"^": "▲", "v": "▼", "r": "♻"}.get(symbol, symbol)
            sign = {"kh": "▲", "kl": "▼"}.get(symbol[:2], sign)
            count = int(symbol[2:] or 1) if symbol[:1] == "k" else 1
            if not count:
                raise ParameterError("bad-dice", f"`{symbol}` would keep nothing")
            counts[sign] += count
        number = int(found["number"] or 1)
        # More symbols than dice keep them all.
        highest, lowest = (min(counts[sign], number) for sign in "▲▼")
        return cls(number, highest, lowest, bool(counts["!"]), counts["♻"])

    @property
    def kept(self) -> int:
        """How many dice are kept."""
        return self.highest or self.lowest or self.number

    def __str__(self) -> str:
        keeps = "▲" * self.highest + "▼" * self.lowest
        return f"{self.number}d20{keeps}{'!' * self.explodes}{'♻' * self.rerolls}"


class Reroll(Enum):
    """Whether a face that ♻ covers is re-rolled."""

    CHOOSE = "choose"
    ALWAYS = "always"
    NEVER = "never"


class D20Result(Value):
    """The result of a check's d20s: the natural one, and the total with explosions."""

    natural: int
    total: int
    exploding: int = 0
    """how many dice go on exploding, if the one that is kept does"""

    def __str__(self) -> str:
        return f"{self.total} or more" if self.exploding else str(self.total)


def _rank(rolled: D20Result) -> int:
    return rolled.total


def _exploded(face: int, levels: int) -> Asks[Any]:
    """A 20 is rolled again and added, as long as 20s come up, at most ``levels`` rolls in all."""
    whole = last = face
    while last == 20 and whole < 20 * levels:
        last = yield d(20)
        yield note("the 20 explodes: {} more", last)
        whole += last
    return whole


def _kept(dice: CheckDice, faces: Sequence[int], totals: Sequence[int], levels: int) -> D20Result:
    """The dice that ▲ or ▼ keeps, by their totals."""
    order = sorted(range(len(totals)), key=totals.__getitem__, reverse=not dice.lowest)
    kept = order[: dice.kept]
    whole = sum(totals[place] for place in kept)
    going = totals.count(20 * levels) if dice.explodes and whole == 20 * levels else 0
    return D20Result(sum(faces[place] for place in kept), whole, going)


@rule(name="explosions", inline=True)
def _explosions(dice: Any, faces: Sequence[int], levels: int) -> Asks[D20Result]:
    """Explosions are added to their die, then ▲ or ▼. Without choices, so it is solved at once."""
    totals: list[Any] = []
    for face in faces:
        whole = yield from _exploded(face, levels)
        totals.append(whole)
    return _kept(dice, faces, totals, levels)


@rule(name="exploding d20")
def _one(rerolls: int, levels: int) -> Asks[D20Result]:
    """One die that explodes; faces that ♻ covers are re-rolled."""
    face = yield d(20)
    if face <= rerolls:
        face = yield d(20)
    whole: Any = yield from _exploded(face, levels)
    return D20Result(face, whole, int(whole == 20 * levels))


def _sorted(faces: list[int]) -> tuple[int, ...]:
    return tuple(sorted(faces, reverse=True))


class D20s(Request[D20Result]):
    """The d20s of a check, the highest first: first ♻, then explosions, then ▲ or ▼."""

    dice: CheckDice
    reroll: Reroll = Reroll.CHOOSE
    levels: int = LEVELS

    inline: ClassVar[bool] = True

    def steps(self) -> Asks[D20Result]:
        dice = self.dice
        rolled = yield pool(dice.number, 20)
        yield note("{} rolls {}", dice, rolled)
        faces: Any = yield from self._rerolled(rolled)
        if dice.explodes and 20 in faces:
            return (yield _explosions(dice, faces, self.levels))  # type: ignore[no-any-return]
        return _kept(dice, faces, faces, self.levels)

    def _rerolled(self, rolled: tuple[int, ...]) -> Asks[Any]:
        """♻: each die that it covers may be re-rolled once, one after another, in any order."""
        waiting = [face for face in rolled if face <= self._rerolls]
        standing = [face for face in rolled if face > self._rerolls]
        while waiting:
            face: Any = yield from self._picked(waiting, _sorted(standing + waiting))
            if not face:
                break
            waiting.remove(face)
            new = yield d(20)
            yield note("the {} is re-rolled: {}", face, new)
            standing.append(new)
        return _sorted(standing + waiting)

    def _picked(self, waiting: list[int], faces: tuple[int, ...]) -> Asks[Any]:
        """The face to re-roll next; 0 for none."""
        if self.reroll is Reroll.ALWAYS:
            return waiting[0]
        if len(waiting) == 1:
            options = {"re-roll": waiting[0], "keep": 0}
            return (yield choose(f"re-roll the {waiting[0]}?", options, faces=faces))
        options = {f"re-roll the {face}": face for face in waiting} | {"keep": 0}
        return (yield choose("re-roll which?", options, faces=faces))

    @property
    def _rerolls(self) -> int:
        return 0 if self.reroll is Reroll.NEVER else self.dice.rerolls

    def weigh(self, memory: Memory) -> Weighing:
        if self.reroll is Reroll.CHOOSE and self.dice.rerolls:
            return (yield from super().weigh(memory))
        return (yield from self._exploding() if self.dice.explodes else self._plain())

    def _plain(self) -> Weighing:
        dice = self.dice
        again = f"r<={self._rerolls}" if self._rerolls else ""
        kept = f"k{'l' if dice.lowest else 'h'}{dice.kept}"
        law = yield self.asked(f"{dice.number}d20{again}{kept}")
        table = {D20Result(each, each): ways for each, ways in law.table.items()}
        return Weights(table, law.denominator)

    def _exploding(self) -> Weighing:
        """By order statistics; if the kept die goes on exploding, also by how many do."""
        number = self.dice.number
        one = _one(self._rerolls, self.levels)
        law = yield (worst if self.dice.lowest else best)(number, one, key=_rank)
        single = yield one
        going = next(ways for each, ways in single.table.items() if each.exploding)
        table = {each: ways for each, ways in law.table.items() if not each.exploding}
        stopping = single.denominator - going
        for count in (number,) if self.dice.lowest else range(1, number + 1):
            result = D20Result(20, 20 * self.levels, count)
            table[result] = comb(number, count) * going**count * stopping ** (number - count)
        return Weights(table, law.denominator)

    def __str__(self) -> str:
        return str(self.dice)
