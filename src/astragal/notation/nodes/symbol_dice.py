"""Dice with symbols: ``3d{hit,miss,hit+crit}``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from astragal.die import Die
from astragal.notation.modifiers.modifier import Modifier, Values
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.node import Kind
from astragal.notation.operation import Chapter, Example
from astragal.outcome import Outcome
from astragal.rolling.frame import Frame
from astragal.symbols import Symbols, added

if TYPE_CHECKING:
    from astragal.notation.columns import Columns
    from astragal.notation.syntax.reader import Reader
    from astragal.notation.telling import Teller
    from astragal.notation.weighing.weigher import Weigher
    from astragal.probability.bags import Form
    from astragal.probability.laws.law import Law
    from astragal.probability.pools.effects import Effect
    from astragal.probability.weights import Weights
    from astragal.rolling.phrases import Said
    from astragal.rolling.trace import GroupLog, Step


class SymbolDice(Dice):
    """A group of identical dice with symbols as faces; counting turns them into numbers."""

    kind = Kind.SYMBOLS

    chapter = Chapter.SYMBOLS
    examples = (
        Example(
            "3d{hit,miss,hit+crit}",
            "faces with symbols; the total says how many of each",
            ("hit", "crit+hit", "miss"),
            "crit + 2 hit + miss",
        ),
        Example(
            "2d{blank,blank,hit,2hit}",
            "a blank face, a face listed twice, a face with two of a symbol",
            ("blank", "2hit"),
            "2 hit",
        ),
        Example(
            "4d{hit,miss,blank}c=hit",
            "count the dice that show a symbol: a number",
            ("hit", "miss", "hit", "blank"),
            "2",
        ),
        Example(
            "3d{hit,miss,blank}r=miss",
            "re-roll by a symbol; `r≠hit` re-rolls all others, `r=blank` the blank faces",
            ("miss", "hit", "miss", "hit", "blank"),
            "2 hit",
        ),
        Example(
            "2d{hit,miss,hit+crit}!=crit",
            "explode by a symbol",
            ("crit+hit", "miss", "hit"),
            "crit + 2 hit + miss",
        ),
        Example(
            "4d{hit,miss,blank}d=miss",
            "keep or drop by a symbol: `k=hit`, `d=miss`; `u` keeps one of each face",
            ("hit", "miss", "hit", "blank"),
            "2 hit",
        ),
    )
    since: ClassVar[int] = 2

    @property
    def draws_symbols(self) -> bool:
        return True

    @property
    def symbols(self) -> tuple[str, ...]:
        assert isinstance(self.die, Die)
        return self.die.symbols

    def value(self, frame: Frame) -> Outcome:  # type: ignore[override]
        return added(self.pool(frame))  # type: ignore[arg-type]

    number = value  # type: ignore[assignment]

    def say(self, teller: Teller) -> Said:
        said = super().say(teller)
        # Otherwise, sums of totals with several symbols each would run together.
        return f"({said})" if teller.totals and "+" in said else said

    def column(self, columns: Columns) -> None:
        return None

    def law(self, weigher: Weigher) -> Law:
        raise TypeError("symbols have no odds as a number")

    def odds(self, weigher: Weigher) -> Weights:  # type: ignore[override]
        return weigher.bags(self)

    def most(self, weigher: Weigher) -> dict[str, int]:
        dice = self.count
        if not isinstance(dice, int):
            dice = max(n for _, n in weigher.wholes(dice, "a number of dice", 0))
        for modifier in self.modifiers:
            dice = modifier.most_dice(dice)
        assert isinstance(self.die, Die)
        return {name: dice * max(face[name] for face in self.die.faces) for name in self.symbols}

    def tally(self, weigher: Weigher, form: Form) -> Law:
        scored = (*self.modifiers, Score(form))
        return Dice(self.count, self.die, scored, span=self.span).law(weigher)


class Score(Modifier, abstract=True):
    """Every face becomes the value of its symbols. Used in odds only; it has no notation."""

    form: Form

    ends: ClassVar[bool] = True
    counts: ClassVar[bool] = True
    keeps_all: ClassVar[bool] = True

    @property
    def takes_symbols(self) -> bool:
        return True

    @classmethod
    def read(cls, reader: Reader, word: str, start: int, before: Sequence[Modifier]) -> None:
        return None

    def __str__(self) -> str:
        return " worth " + Symbols.of_pairs(self.form).spelling

    def describe(self) -> str:
        return str(self)

    def apply(self, values: Values, die: Die | None, frame: Frame, log: GroupLog | None) -> Values:
        from astragal.probability.bags import worth

        form = dict(self.form)
        return [worth(face, form) for face in values]  # type: ignore[arg-type]

    def cost(self, values: int) -> int:
        return values

    def tell(self, step: Step) -> str:
        return str(self)

    def effect(self, die: Die | None, face: Law | None) -> Effect:
        from astragal.probability.bags import worth
        from astragal.probability.pools.effects import Each

        assert die is not None
        form = dict(self.form)
        worths = [worth(each, form) for each in die.faces]
        return Each(lambda law: law.map(lambda place: worths[int(place)]))
