"""d20s with symbols: ▲ and ▼ keep, ! explodes, ♻ may re-roll."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, ClassVar, Self

from astragal._value import Value, field
from astragal.die import Die
from astragal.errors import NotationError, ParameterError
from astragal.experiment.choices import Choice, OpenChoiceError, choose
from astragal.experiment.experiment import Asks, Experiment
from astragal.experiment.notes import Note, note
from astragal.experiment.solve.aims import Aim, Decided, Worths
from astragal.games.triumph.explosions import SIDES, Final, bursts, first_roll
from astragal.games.triumph.fortunes import FORTUNES, Fortune, Luck
from astragal.games.triumph.margins import Margin, beyond, plus
from astragal.games.triumph.rerolls import Best, Key, Standing, offered, rerolls_of, without
from astragal.notation.modifiers.explode import Explode
from astragal.notation.modifiers.keep import Keep
from astragal.notation.modifiers.reroll import Reroll as RerollSymbol
from astragal.notation.nodes.dice import Dice
from astragal.notation.syntax.parser import parse
from astragal.probability.budget import Budget
from astragal.probability.pools.waiting import Faces
from astragal.probability.weights import Weights
from astragal.rolling.counts import Rolled
from astragal.rules.requests.pool import pool
from astragal.rules.requests.request import Request, d
from astragal.rules.rule import rule
from astragal.rules.types.texts import Find, Written

if TYPE_CHECKING:
    from astragal.experiment.solve.memory import Memory
    from astragal.probability.views import View
    from astragal.probability.weights import Weighing

_ARROWS = str.maketrans("^vV", "▲▼▼")
"""How the arrows are written where there are none."""
_D20 = Die(20)
_BEGINS = re.compile(r"\d*d20(?!\d)")
_NATURAL_BY_ITSELF = 4
"""Since this version of records each kept die is natural by itself."""
_MOST = 10
_RESULTS = 60_000
"""The steps of all results of one exploding die; of several they grow with their sums."""
_SUMS = 40_000
"""The steps of the sums of dice that do not explode."""
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
    typed: str = field(default="", compare=False)
    """as somebody typed them"""

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
        try:
            dice = parse(value.translate(_ARROWS))
        except NotationError as error:
            if error.code not in ("both-arrows", "bad-count"):
                raise ValueError(value) from None
            raise ParameterError("bad-dice", error.message) from None
        if dice.bindings or dice.comment or not isinstance(dice.body, Dice):
            raise ValueError(value)
        return cls.of_dice(dice.body).replaced(typed="".join(value.split()))

    @classmethod
    def tells(cls, word: str) -> bool:
        return _BEGINS.match(word) is not None

    @classmethod
    def of_dice(cls, dice: Dice) -> Self:
        """The dice of a check from notation; a ValueError if no check has such dice."""
        number, keeps, rerolls = dice.count, [], 0
        if dice.die != _D20 or not isinstance(number, int):
            raise ValueError(dice)
        for modifier in dice.modifiers:
            match modifier:
                case Keep(number=int(count), drop=False):
                    keeps.append((modifier.highest, min(count, number)))
                case Explode(burst="!" | "!!", condition=None, at_most=None):
                    pass
                case RerollSymbol(condition=None, until=False, at_most=None):
                    rerolls += modifier.lowest
                case _:
                    raise ValueError(dice)
        if len(keeps) > 1:
            raise ParameterError(
                "both-ways", "▲ keeps the highest and ▼ the lowest; a check does one, once"
            )
        kept: dict[str, Any] = {
            "highest" if highest else "lowest": count for highest, count in keeps
        }
        explodes = any(isinstance(each, Explode) for each in dice.modifiers)
        return cls(number, **kept, explodes=explodes, rerolls=rerolls)

    @property
    def kept(self) -> int:
        """How many dice are kept."""
        return self.highest or self.lowest or self.number

    def newer_than(self, version: int) -> str | None:
        """Several dice that are kept were natural by their sum."""
        return str(self) if self.kept > 1 and version < _NATURAL_BY_ITSELF else None

    def __str__(self) -> str:
        if self.typed:
            return self.typed
        keeps = "▲" * self.highest + "▼" * self.lowest
        return f"{self.number}d20{keeps}{'!' * self.explodes}{'♻' * self.rerolls}"


class Reroll(Enum):
    """Whether a face that ♻ covers is re-rolled."""

    CHOOSE = "choose"
    ALWAYS = "always"
    NEVER = "never"


class D20Result(Value):
    """The result of a check's d20s: their fortune, and the total with explosions."""

    fortune: Fortune
    total: int
    exploding: int = 0
    """how many dice go on exploding, if any that is kept does"""
    keeping: int = 1
    """how many of those are kept"""

    def plus(self, added: Margin) -> Margin:
        """The total with what is added to it: only a bound as long as dice go on exploding."""
        whole = plus(added, self.total)
        return beyond(whole) if self.exploding and isinstance(whole, int) else whole

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


def _kept(d20s: D20s, faces: Sequence[int], totals: Sequence[int]) -> D20Result:
    """The dice that ▲ or ▼ keeps, by their totals."""
    dice, levels = d20s.dice, d20s.levels
    kept = _places(dice, totals)
    fortune = d20s.luck.fortune(faces[place] for place in kept)
    whole = sum(totals[place] for place in kept)
    endless = 20 * levels
    keeping = sum(totals[place] == endless for place in kept) if dice.explodes else 0
    if not keeping:
        return D20Result(fortune, whole)
    return D20Result(fortune, whole, totals.count(endless), keeping)


def _places(dice: CheckDice, totals: Sequence[int]) -> tuple[int, ...]:
    """The places of the dice that are kept."""
    order = sorted(range(len(totals)), key=totals.__getitem__, reverse=not dice.lowest)
    return tuple(order[: dice.kept])


_OPPOSITES = {Fortune.TRIUMPH, Fortune.DISASTER}


def _shown(d20s: D20s, faces: Sequence[int], totals: Sequence[int]) -> Note:
    """A note of the dice in the end; a single one shows in the total."""
    kept = _places(d20s.dice, totals)
    both = {d20s.luck.fortune([faces[place]]) for place in kept} >= _OPPOSITES
    ruled = "triumph and disaster cancel out" if both else ""
    return note(Rolled(tuple(faces), kept, d20s.who, ruled=ruled))


@rule(name="explosions", inline=True)
def _explosions(d20s: Any, faces: Sequence[int]) -> Asks[D20Result]:
    """Explosions are added to their die, then ▲ or ▼. Without choices, so it is solved at once."""
    totals: list[Any] = []
    for face in faces:
        whole = yield from _exploded(face, d20s.levels)
        totals.append(whole)
    if len(faces) > 1:
        yield _shown(d20s, faces, totals)
    return _kept(d20s, faces, totals)


def _sorted(faces: Iterable[int]) -> tuple[int, ...]:
    return tuple(sorted(faces, reverse=True))


def _finished(d20s: D20s, faces: tuple[int, ...]) -> Asks[Any]:
    """Once nothing is re-rolled any more: explosions, then ▲ or ▼."""
    if d20s.dice.explodes and 20 in faces:
        return (yield _explosions(d20s, faces))
    if len(faces) > 1:
        yield _shown(d20s, faces, faces)
    return _kept(d20s, faces, faces)


class D20s(Request[D20Result]):
    """The d20s of a check, the highest first: first ♻, then explosions, then ▲ or ▼."""

    dice: CheckDice
    reroll: Reroll = Reroll.CHOOSE
    levels: int = LEVELS
    by: str = ""
    """who decides on ♻"""
    opposed: bool = False
    """whether that is an opponent"""
    luck: Luck = Luck()

    inline: ClassVar[bool] = True

    def steps(self) -> Asks[D20Result]:
        dice = self.dice
        rolled = yield pool(dice.number, 20)
        waiting = [face for face in rolled if face <= self._rerolls]
        if waiting or (dice.explodes and 20 in rolled):
            yield note(Rolled(tuple(rolled), None, self.who))
        standing = [face for face in rolled if face > self._rerolls]
        if self.chooses and waiting:
            key = Standing(dice, self.luck).of(standing)
            return Rerolling(self, key, tuple(sorted(waiting)), tuple(rolled))
        for face in waiting:
            new = yield d(20)
            yield note("the {} is re-rolled: {}", face, new)
            standing.append(new)
        return (yield from _finished(self, _sorted(standing)))

    @property
    def who(self) -> str:
        """Who rolls, where that has to be said."""
        return f"the {OPPONENT}" if self.by == OPPONENT else self.by

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
        dice, rerolls = self.dice, self._rerolls
        results = _RESULTS * dice.kept**3 if dice.explodes else _SUMS * dice.number
        memory.budget.spend(results * dice.number * dice.kept)
        weights = tuple((face, rerolls + SIDES * (face > rerolls)) for face in range(1, SIDES + 1))
        first = first_roll(
            *(weights, dice.number, dice.kept, not dice.lowest),
            explodes=dice.explodes,
            luck=self.luck,
        )
        return results_of(first, SIDES ** (2 * dice.number), dice, self.levels)
        yield

    def decided(self) -> Decided | None:
        return _Choosing(self) if self.chooses else None

    def __str__(self) -> str:
        return str(self.dice)


def results_of(
    finals: Mapping[Final, int], denominator: int, dice: CheckDice, levels: int
) -> Weights:
    """The odds of the results, from those of the dice after ♻."""
    rolls = levels - 1 if dice.explodes else 0
    table: dict[D20Result, int] = defaultdict(int)
    for final, ways in finals.items():
        spare = SIDES ** ((dice.number - final.going) * rolls)
        known, fortune = final.fixed + SIDES * final.kept, FORTUNES[final.marks]
        law = bursts(final.going, final.kept, not dice.lowest, rolls)
        for (added, going, kept), more in law.items():
            result = D20Result(fortune, known + added, going, kept or 1)
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
        d20s = self.d20s
        face: Any = yield self._choice()
        if not face:
            return (yield from _finished(d20s, self.faces))
        new = yield d(20)
        yield note("the {} is re-rolled: {}", face, new)
        left = without(self.waiting, face)
        faces = list(self.faces)
        faces[faces.index(face)] = new
        if not left:
            return (yield from _finished(d20s, _sorted(faces)))
        key = Standing(d20s.dice, d20s.luck).with_die(self.key, new)
        return Rerolling(d20s, key, left, _sorted(faces))

    def _choice(self) -> Choice:
        faces = self.faces
        asked = partial(choose, by=self.d20s.by, opposed=self.d20s.opposed, faces=faces)
        if len(self.waiting) == 1:
            (face,) = self.waiting
            options = {"re-roll": face, "keep": 0}
            says = {"re-roll": "", "keep": f"the {face} is kept"}
            return asked(f"re-roll the {face}?", options, says=says)
        offers = {f"re-roll the {face}": face for face in offered(self.waiting)}
        says = {**dict.fromkeys(offers, ""), "keep": "nothing is re-rolled"}
        return asked("re-roll which?", {**offers, "keep": 0}, says=says)

    def __str__(self) -> str:
        return str(self.d20s.dice)


class _Choosing(Decided):
    """The best re-rolls of some d20s."""

    def __init__(self, d20s: D20s) -> None:
        self.d20s = d20s

    def outcomes(self, memory: Memory) -> Sequence[D20Result]:
        d20s = self.d20s
        finals = dict.fromkeys(rerolls_of(d20s.dice, d20s.luck, memory.budget).finals, 1)
        return tuple(results_of(finals, 1, d20s.dice, d20s.levels).table)

    def best(self, aim: View | Worths) -> Experiment[D20Result] | None:
        goal = Aim(aim)
        return BestD20s(self.d20s, goal.worth) if len(goal.goals) == 1 else None

    def odds(self, worths: Worths, memory: Memory) -> Weights:
        return _best_odds(self.d20s, worths, memory.budget)


class BestD20s(Request[D20Result]):
    """The d20s of a check, re-rolled in the best way for what their results are worth."""

    d20s: D20s
    worths: Callable[[D20Result], Fraction]

    def steps(self) -> Asks[D20Result]:
        return self.d20s.steps()

    def weigh(self, memory: Memory) -> Weighing:
        return _best_odds(self.d20s, self.worths, memory.budget)
        yield

    def __str__(self) -> str:
        return str(self.d20s)


def _best_odds(
    d20s: D20s, worths: Callable[[D20Result], int | Fraction], budget: Budget
) -> Weights:
    """The odds of the results, with the best re-rolls for what they are worth."""
    rerolls = rerolls_of(d20s.dice, d20s.luck, budget)
    ends = _ends_of(d20s.dice, d20s.luck, d20s.levels)

    def worth(final: Final) -> Fraction:
        table, denominator = ends[final]
        return Fraction(sum(ways * worths(result) for result, ways in table.items())) / denominator

    finals, whole = Best(rerolls, worth, d20s.opposed).law()
    found: dict[D20Result, int] = defaultdict(int)
    for final, ways in finals.items():
        for result, more in ends[final].table.items():
            found[result] += ways * more
    return Weights(found, whole * ends[final].denominator)


@lru_cache(maxsize=64)
def _ends_of(dice: CheckDice, luck: Luck, levels: int) -> Mapping[Final, Weights]:
    """What comes of dice that are not re-rolled any more, over one denominator."""
    finals = dict.fromkeys(rerolls_of(dice, luck, Budget()).finals)
    return {final: results_of({final: 1}, 1, dice, levels) for final in finals}
