"""``kh1&kl1``, ``dl1&dh1``, ``kh3&dl1``: keeps and drops applied together to the same dice."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Self

from astragal.die import Die
from astragal.errors import NotationError
from astragal.notation.modifiers.keep import Keep, all_of, joined_word, overlap
from astragal.notation.modifiers.modifier import Modifier, Values
from astragal.notation.operation import Chapter, Example
from astragal.outcome import Number
from astragal.rolling.frame import Frame
from astragal.rolling.trace import GroupLog, Step

if TYPE_CHECKING:
    from astragal.notation.syntax.reader import Reader
    from astragal.probability.laws.law import Law
    from astragal.probability.pools.effects import Effect


class KeepUnited(Modifier):
    """Keep the dice that any keep keeps and no drop drops; each looks at all the dice.

    Dice are ranked once, so the highest of several dice is never the lowest too. Of equal dice,
    those rolled first are kept.
    """

    parts: tuple[Keep, ...]

    chapter = Chapter.KEEP
    words = ("kh", "kl", "k", "dh", "dl")
    joint = "&"
    samples = ("kh1&kl1", "k2&kl1", "dl1&dh1", "kh3&dl1", "kl2&kh@{n}", "dh1&dl(1d2)")
    examples = (
        Example("4d6kh1&kl1", "keep the highest and the lowest", (6, 5, 4, 2), "8"),
        Example("5d6dl1&dh1", "drop the lowest and the highest", (6, 5, 4, 2, 1), "11"),
        Example("5d6kh3&dh1", "of the highest 3, all but the highest", (6, 5, 4, 2, 1), "9"),
    )
    picks: ClassVar[bool] = True

    @classmethod
    def read(cls, reader: Reader, word: str, start: int, before: Sequence[Modifier]) -> Self | None:
        parts = [Keep.read(reader, word, start, before)]
        # In a group, an `&` without such a word joins the next dice.
        while following := joined_word(reader, "&", cls.words):
            at = reader.at
            reader.at += len(following)
            parts.append(Keep.read(reader, following, at, before))
            bare = reader.at == at + 1  # `k` alone, which elsewhere may be followed by a condition
            if bare and reader.here() != "!" and reader.condition_ahead():
                raise reader.error(
                    "unexpected",
                    "`&` joins keeps and drops by rank, without conditions",
                    reader.span(at),
                    "e.g. `4d6kh1&kl1`; dice that match are kept one modifier later: `kh3k>=5`",
                )
        return cls(tuple(parts), span=reader.span(start)) if len(parts) > 1 else None

    def __post_init__(self) -> None:
        if len(self.parts) < 2:
            raise NotationError("bad-modifier", "`&` joins two keeps or more", span=self.span)

    def __str__(self) -> str:
        return "&".join(map(str, self.parts))

    def describe(self) -> str:
        kept = self._kept
        dropped = " and ".join(each.which for each in self.parts if each.drop)
        if not kept:
            return f"drop {dropped}"
        return f"keep {kept}, but not {dropped}" if dropped else f"keep {kept}"

    @property
    def _kept(self) -> str:
        return " and ".join(each.which for each in self.parts if not each.drop)

    def describe_among(self, dice: int | None) -> str:
        """The description, with the number of dice where choices from both ends overlap."""
        if dice is None or not self.literal:
            return self.describe()
        keeps = [each for each in self.parts if not each.drop]
        drops = [each for each in self.parts if each.drop]
        if overlap(keeps, dice):
            kept = " or ".join(each.which for each in keeps)
            told = f"keep {kept}" + self.describe().removeprefix(f"keep {self._kept}")
        elif any(overlap([one, other], dice) for one in drops for other in self.parts):
            told = self.describe()
        else:
            return self.describe()
        everything = [(0, dice)] if self._only_drops else self.stretches(dice)
        return f"{told}, here {_in_words(everything, dice)}"

    def leaves(self, dice: int) -> int | None:
        return sum(high - low for low, high in self.stretches(dice)) if self.literal else None

    def leaves_one(self, one: bool) -> bool:
        return one and not any(each.drop for each in self.parts)

    def stretches(self, size: int) -> list[tuple[int, int]]:
        """The kept ranks of ``size`` dice, counted from the highest, as half-open ranges.

        Two ranges never touch.
        """
        top, low, first, last = self._numbers
        bottom, last = size - low, size - last
        if top >= bottom or self._only_drops:
            top, bottom = size, size
        found = [(first, min(top, last)), (max(first, bottom), last)]
        return [(low, high) for low, high in found if low < high]

    @cached_property
    def _numbers(self) -> tuple[int, int, int, int]:
        """The most high and low dice that any part keeps, then the most that any part drops."""
        most = {(False, True): 0, (False, False): 0, (True, True): 0, (True, False): 0}
        for each in self.parts:
            if isinstance(each.number, int):
                kind = each.drop, each.highest
                most[kind] = max(most[kind], each.number)
        high, low, dropped_high, dropped_low = most.values()
        return high, low, dropped_high, dropped_low

    @cached_property
    def _only_drops(self) -> bool:
        return all(each.drop for each in self.parts)

    def apply(self, values: Values, die: Die | None, frame: Frame, log: GroupLog | None) -> Values:
        ranked = sorted(values, reverse=True)
        staying: dict[Number, int] = {}
        for low, high in self.stretches(len(values)):
            for value in ranked[low:high]:
                staying[value] = staying.get(value, 0) + 1
        kept = []
        for position, value in enumerate(values):
            if staying.get(value):
                staying[value] -= 1
                kept.append(position)
        if log is not None and len(kept) < len(values):
            log.keep(kept)
        return [values[position] for position in kept]

    def cost(self, values: int) -> int:
        return values

    def tell(self, step: Step) -> str:
        return step.dropped_and_kept()

    def effect(self, die: Die | None, face: Law | None) -> Effect:
        from astragal.probability.pools.effects import KeepStretches, Window

        high, low, dropped_high, dropped_low = self._numbers
        outer = max(high, dropped_high), max(low, dropped_low)
        return KeepStretches(self.stretches, Window(*outer, self._only_drops))


def _in_words(stretches: Sequence[tuple[int, int]], dice: int) -> str:
    """The dice with these ranks: ``all five``, ``the highest 2``, ``3 of them``."""
    count = sum(high - low for low, high in stretches)
    if count == dice:
        return all_of(dice)
    if not count:
        return "none"
    number = "" if count == 1 else f" {count}"
    if stretches[0] == (0, count):
        return f"the highest{number}"
    if stretches[-1] == (dice - count, dice):
        return f"the lowest{number}"
    return f"{count} of them"
