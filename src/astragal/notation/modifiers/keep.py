"""``kh3 kl2 dh1 dl1``: keep or drop the highest or lowest dice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, ClassVar, Self

from astragal.die import Die
from astragal.errors import NotationError
from astragal.notation.modifiers.modifier import Modifier, Values
from astragal.notation.operands import Operand, say, spell_count
from astragal.notation.operation import Chapter, Example
from astragal.outcome import Number
from astragal.rolling.frame import Frame
from astragal.rolling.trace import GroupLog, Step

if TYPE_CHECKING:
    from astragal.notation.syntax.reader import Reader
    from astragal.probability.laws.law import Law
    from astragal.probability.pools.effects import Effect
    from astragal.rolling.rows import Rows

_FEW = 2
"""Up to this many dice are dropped one by one, which is faster than ranking them all."""

_OPPOSITE = {"▲": "▼", "▼": "▲"}


class Keep(Modifier):
    """Keep or drop the highest or lowest. Of equal dice, those rolled first are kept."""

    number: Operand
    highest: bool = True
    drop: bool = False

    chapter = Chapter.KEEP
    words = ("kh", "kl", "k", "dh", "dl", "▲", "▼")
    samples = ("kh3", "k3", "kh", "kl2", "dh1", "dl1", "▲", "▲▲", "▼", "kh@{n}", "dl(1d2)")
    examples = (
        Example("4d6kh3", "keep the highest 3; also `k3` and `▲▲▲`", (6, 5, 4, 2), "15"),
        Example("2d20▲", "`kh` and `▲` alone keep one", (3, 18), "18"),
        Example("4d6kl2", "keep the lowest 2; also `▼▼`", (6, 5, 4, 2), "6"),
        Example("4d6dh1", "drop the highest", (6, 5, 4, 2), "11"),
        Example("4d6dl1", "drop the lowest", (6, 5, 4, 2), "15"),
        Example("2d6kh5", "keeping more than there are keeps all", (3, 4), "7"),
    )
    picks: ClassVar[bool] = True

    @classmethod
    def read(cls, reader: Reader, word: str, start: int, before: Sequence[Modifier]) -> Self:
        if word in _OPPOSITE:
            return cls._read_arrows(reader, word, start, before)
        count = reader.operand()
        number = 1 if count is None else count
        return cls(number, word in ("kh", "k", "dh"), word[0] == "d", span=reader.span(start))

    @classmethod
    def _read_arrows(
        cls, reader: Reader, word: str, start: int, before: Sequence[Modifier]
    ) -> Self:
        count = reader.count_symbols(word)
        if any(reader.text[each.span.start] == _OPPOSITE[word] for each in before):
            raise reader.error(
                "both-arrows",
                "▲ and ▼ cannot both follow the same dice",
                reader.span(start),
                "to keep the lowest of the highest three, write e.g. `4d6kh3kl1`",
            )
        return cls(count, highest=word == "▲", span=reader.span(start))

    def __post_init__(self) -> None:
        least = 0 if self.drop else 1
        if isinstance(self.number, int) and self.number < least:
            verb = "drops" if self.drop else "keeps"
            raise NotationError(
                "bad-count",
                f"`{self}` {verb} {self.number} dice; it must be at least {least}",
                span=self.span,
            )

    def __str__(self) -> str:
        return (
            ("d" if self.drop else "k") + ("h" if self.highest else "l") + spell_count(self.number)
        )

    def describe(self) -> str:
        return f"{'drop' if self.drop else 'keep'} {self.which}"

    @property
    def which(self) -> str:
        """The dice that it keeps or drops, in words."""
        end = "highest" if self.highest else "lowest"
        return f"the {end}" + ("" if self.number == 1 else f" {say(self.number)}")

    def leaves(self, dice: int) -> int | None:
        return min(dice, self._staying(dice)) if isinstance(self.number, int) else None

    def leaves_one(self, one: bool) -> bool:
        return one or (self.number == 1 and not self.drop)

    def apply(self, values: Values, die: Die | None, frame: Frame, log: GroupLog | None) -> Values:
        staying, highest_stay = self._staying(len(values)), self.highest is not self.drop
        if staying >= len(values):
            return values
        if log is None and staying == 1:
            return [max(values) if highest_stay else min(values)]
        if log is None and len(values) - staying <= _FEW:
            return _without_extremes(values, len(values) - staying, min if highest_stay else max)
        ranked = sorted(range(len(values)), key=values.__getitem__, reverse=highest_stay)
        kept = sorted(ranked[:staying])
        if log is not None:
            log.keep(kept)
        return [values[position] for position in kept]

    def _staying(self, values: int) -> int:
        """The number of values it keeps; it may exceed ``values``."""
        number = self.number
        assert isinstance(number, int)
        return max(0, values - number) if self.drop else number

    def on_rows(self, rows: Rows) -> Rows:
        return rows.kept(self._staying(rows.width), highest=self.highest is not self.drop)

    def cost(self, values: int) -> int:
        return values

    def tell(self, step: Step) -> str:
        return step.dropped_and_kept()

    def effect(self, die: Die | None, face: Law | None) -> Effect:
        from astragal.probability.pools.effects import KeepRanks

        assert isinstance(self.number, int)
        return KeepRanks(self.number, self.highest, self.drop)


def overlap(parts: Sequence[Keep], dice: int) -> bool:
    """True if the parts overlap when they choose from both ends of ``dice`` dice."""
    numbers = {True: 0, False: 0}
    for each in parts:
        assert isinstance(each.number, int)
        numbers[each.highest] = max(numbers[each.highest], each.number)
    return min(numbers.values()) > 0 and sum(numbers.values()) > dice


def all_of(dice: int) -> str:
    """A number of dice in words: ``both``, ``all five``."""
    from astragal.notation.wording import number_in_words

    return {1: "the only one", 2: "both"}.get(dice, f"all {number_in_words(dice)}")


def _without_extremes(
    values: Values, count: int, extreme: Callable[[Values], Number]
) -> list[Number]:
    """The values without the ``count`` least (or greatest), in order; of equals, drop the last."""
    backwards = [*reversed(values)]
    for _ in range(count):
        backwards.remove(extreme(backwards))
    backwards.reverse()
    return backwards


def joined_word(reader: Reader, sign: str, words: Sequence[str]) -> str:
    """Read the sign that joins another keep; returns the keep's word, which comes next, or ""."""
    here = reader.at
    if reader.take(sign):
        reader.skip()
        word = reader.letters_ahead().lower()
        if word in words and reader.word_ahead() not in reader.kinds:
            return word
    reader.at = here
    return ""
