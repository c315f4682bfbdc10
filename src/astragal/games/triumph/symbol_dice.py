"""d20s with symbols: ▲ and ▼ keep, ! explodes, ♻ may re-roll."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Self

from astragal._value import Value, field
from astragal.errors import ParameterError
from astragal.experiment.choices import Choice, OpenChoiceError, choose
from astragal.experiment.experiment import Asks
from astragal.experiment.notes import note
from astragal.games.triumph.explosions import SIDES, Final, bursts, first_roll
from astragal.games.triumph.rerolls import Best, Key, Standing, offered, rerolls_of, without
from astragal.games.triumph.waiting import Faces
from astragal.probability.weights import Weights
from astragal.rules.requests.pool import pool
from astragal.rules.requests.request import Request, d
from astragal.rules.rule import rule
from astragal.rules.types.texts import Find, Written

if TYPE_CHECKING:
    from astragal.experiment.solve.memory import Memory
    from astragal.probability.budget import Budget
    from astragal.probability.weights import Weighing

_DICE = re.compile(
    r"\s*(?P<number>\d{0,2})d20(?P<symbols>(?:\s*(?:▲|▼|\^|v|!|(?:♻|r(?!r))\??|kh\d*|kl\d*))*)\s*",
    re.I,
)
_INVISIBLE = dict.fromkeys(map(ord, "\ufe0e\ufe0f"))
"""What comes with the emoji form of ♻."""
_SYMBOL = re.compile(r"▲|\^|▼|v|!|♻|kh\d*|kl\d*|r", re.IGNORECASE)
_MOST = 10
_RESULTS = 60_000
"""The steps of all results of one exploding die; of several they grow with their sums."""
OPPONENT = "opponent"
"""Who decides for the other side, if they have no name."""
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

    @classmethod
    def of(cls, value: Any, find: Find | None = None) -> Self:
        found = _DICE.fullmatch(value.translate(_INVISIBLE))
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
    """how many dice go on exploding, if any that is kept does"""
    keeping: int = 1
    """how many of those are kept"""

    def __str__(self) -> str:
        return f"{self.total} or more" if self.exploding else str(self.total)


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
    natural, whole = (sum(each[place] for place in kept) for each in (faces, totals))
    endless = 20 * levels
    keeping = sum(totals[place] == endless for place in kept) if dice.explodes else 0
    if not keeping:
        return D20Result(natural, whole)
    return D20Result(natural, whole, totals.count(endless), keeping)


@rule(name="explosions", inline=True)
def _explosions(dice: Any, faces: Sequence[int], levels: int) -> Asks[D20Result]:
    """Explosions are added to their die, then ▲ or ▼. Without choices, so it is solved at once."""
    totals: list[Any] = []
    for face in faces:
        whole = yield from _exploded(face, levels)
        totals.append(whole)
    return _kept(dice, faces, totals, levels)


def _sorted(faces: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(faces, reverse=True))


def _finished(dice: CheckDice, faces: tuple[int, ...], levels: int) -> Asks[Any]:
    """Once nothing is re-rolled any more: explosions, then ▲ or ▼."""
    if dice.explodes and 20 in faces:
        return (yield _explosions(dice, faces, levels))
    return _kept(dice, faces, faces, levels)


class D20s(Request[D20Result]):
    """The d20s of a check, the highest first: first ♻, then explosions, then ▲ or ▼."""

    dice: CheckDice
    reroll: Reroll = Reroll.CHOOSE
    levels: int = LEVELS
    by: str = ""
    """who decides on ♻"""
    opposed: bool = False
    """whether that is an opponent"""

    inline: ClassVar[bool] = True

    def steps(self) -> Asks[D20Result]:
        dice = self.dice
        rolled = yield pool(dice.number, 20)
        if self.by not in ("", OPPONENT):
            yield note("{}: {} rolls {}", self.by, dice, rolled)
        else:
            yield note("{} rolls {}", dice, rolled)
        waiting = [face for face in rolled if face <= self._rerolls]
        standing = [face for face in rolled if face > self._rerolls]
        if self.chooses and waiting:
            key = Standing(dice).of(standing)
            return Rerolling(self, key, tuple(sorted(waiting)), tuple(rolled))
        for face in waiting:
            new = yield d(20)
            yield note("the {} is re-rolled: {}", face, new)
            standing.append(new)
        return (yield from _finished(dice, _sorted(standing), self.levels))

    @property
    def chooses(self) -> bool:
        """Whether a player may have to decide."""
        return self.reroll is Reroll.CHOOSE and self.dice.rerolls > 0

    @property
    def _rerolls(self) -> int:
        return 0 if self.reroll is Reroll.NEVER else self.dice.rerolls

    def weigh(self, memory: Memory) -> Weighing:
        if self.chooses:
            question = choose("re-roll what ♻ covers?", ["re-roll", "keep"], by=self.by)
            raise OpenChoiceError(question.at(None, str(self)))
        return (yield from self._exploding(memory) if self.dice.explodes else self._plain())

    def _plain(self) -> Weighing:
        dice = self.dice
        again = f"r<={self._rerolls}" if self._rerolls else ""
        kept = f"k{'l' if dice.lowest else 'h'}{dice.kept}"
        law = yield self.asked(f"{dice.number}d20{again}{kept}")
        table = {D20Result(each, each): ways for each, ways in law.table.items()}
        return Weights(table, law.denominator)

    def _exploding(self, memory: Memory) -> Weighing:
        dice, rerolls = self.dice, self._rerolls
        memory.budget.spend(_RESULTS * dice.number * dice.kept**4)
        weights = tuple((face, rerolls + SIDES * (face > rerolls)) for face in range(1, SIDES + 1))
        first = first_roll(weights, dice.number, dice.kept, not dice.lowest)
        return results_of(first, SIDES ** (2 * dice.number), dice, self.levels)
        yield

    def __str__(self) -> str:
        return str(self.dice)


def results_of(
    finals: Mapping[Final, int], denominator: int, dice: CheckDice, levels: int
) -> Weights:
    """The odds of the results, from those of the dice after ♻."""
    rolls = levels - 1
    table: dict[D20Result, int] = defaultdict(int)
    for final, ways in finals.items():
        spare = SIDES ** ((dice.number - final.going) * rolls)
        natural = final.fixed + SIDES * final.kept
        law = bursts(final.going, final.kept, not dice.lowest, rolls)
        for (added, going, kept), more in law.items():
            result = D20Result(natural, natural + added, going, kept or 1)
            table[result] += ways * spare * more
    return Weights(table, denominator * SIDES ** (dice.number * rolls))


class Rerolling(Request[D20Result]):
    """♻: each die that it covers may be re-rolled once, one after another, in any order.

    Two of them are equal if nothing that matters differs: what stands that may be kept, what waits.
    """

    d20s: D20s
    key: Key
    waiting: Faces
    faces: tuple[int, ...] = field(default=(), compare=False)
    """all dice as they lie there"""

    inline: ClassVar[bool] = True

    def steps(self) -> Asks[D20Result]:
        dice, levels = self.d20s.dice, self.d20s.levels
        face: Any = yield self._choice()
        if not face:
            return (yield from _finished(dice, self.faces, levels))
        new = yield d(20)
        yield note("the {} is re-rolled: {}", face, new)
        left = without(self.waiting, face)
        faces = list(self.faces)
        faces[faces.index(face)] = new
        if not left:
            return (yield from _finished(dice, _sorted(faces), levels))
        key = Standing(dice).with_die(self.key, new)
        return Rerolling(self.d20s, key, left, _sorted(faces))

    def _choice(self) -> Choice:
        faces = self.faces
        who = {"by": self.d20s.by, "opposed": self.d20s.opposed}
        if len(self.waiting) == 1:
            (face,) = self.waiting
            options = {"re-roll": face, "keep": 0}
            return choose(f"re-roll the {face}?", options, **who, faces=faces)  # type: ignore[arg-type]
        options = {f"re-roll the {face}": face for face in offered(self.waiting)} | {"keep": 0}
        return choose("re-roll which?", options, **who, faces=faces)  # type: ignore[arg-type]

    def __str__(self) -> str:
        return str(self.d20s.dice)


def best_rerolls(d20s: D20s, worths: Callable[[D20Result], Fraction], budget: Budget) -> Best:
    """The best decisions of whoever rolls these d20s."""

    def worth(final: Final) -> Fraction:
        table, denominator = results_of({final: 1}, 1, d20s.dice, d20s.levels)
        whole = sum((ways * worths(result) for result, ways in table.items()), Fraction(0))
        return whole / denominator

    return Best(rerolls_of(d20s.dice, budget), worth, d20s.opposed)


class BestD20s(Request[D20Result]):
    """The d20s of a check, re-rolled in the best way for what their results are worth."""

    d20s: D20s
    worths: Callable[[D20Result], Fraction]

    def steps(self) -> Asks[D20Result]:
        return self.d20s.steps()

    def weigh(self, memory: Memory) -> Weighing:
        finals, denominator = best_rerolls(self.d20s, self.worths, memory.budget).law()
        return results_of(finals, denominator, self.d20s.dice, self.d20s.levels)
        yield

    def __str__(self) -> str:
        return str(self.d20s)
