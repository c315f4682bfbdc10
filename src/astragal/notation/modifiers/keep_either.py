"""``kh1|kl1``, ``dl1|d=3``: several keeps or drops, each choosing from the same dice."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Self, TypeAlias

from astragal.die import Die
from astragal.errors import NotationError
from astragal.notation.modifiers.keep import Keep, all_of, joined_word, overlap
from astragal.notation.modifiers.keep_matching import KeepMatching
from astragal.notation.modifiers.modifier import Modifier, Values
from astragal.notation.operation import Chapter, Example
from astragal.rolling.frame import Frame
from astragal.rolling.trace import GroupLog, Step

if TYPE_CHECKING:
    from astragal.notation.syntax.reader import Reader
    from astragal.probability.laws.law import Law
    from astragal.probability.pools.effects import Effect

Part: TypeAlias = Keep | KeepMatching


class KeepEither(Modifier):
    """Keep, or drop, the dice that any part chooses; each part chooses from all the dice.

    Of equal dice, each part chooses those rolled first, so one die may be both highest and lowest.
    """

    parts: tuple[Part, ...]

    chapter = Chapter.KEEP
    words = ("kh", "kl", "k", "dh", "dl", "d")
    joint = "|"
    samples = ("kh1|kl1", "kh1|k=1", "dl1|dh1", "d=1|dh2", "k>4|kl@{n}", "dh1|dl(1d2)")
    examples = (
        Example(
            "4d6kh1|k=2", "keep what either keeps: the highest, and the twos", (6, 5, 2, 2), "10"
        ),
        Example("2d6kh1|kl1", "one die may be the highest and the lowest", (3, 3), "3"),
        Example("4d6dl1|d=5", "drop what either drops", (6, 5, 5, 2), "6"),
    )

    @classmethod
    def read(cls, reader: Reader, word: str, start: int, before: Sequence[Modifier]) -> Self | None:
        parts = [_read_part(reader, word, start, before)]
        while parts[-1] is not None and (following := joined_word(reader, "|", cls.words)):
            at = reader.at
            reader.at += len(following)
            parts.append(_read_part(reader, following, at, before))
        found = tuple(part for part in parts if part is not None)
        if len(found) < 2 or len(found) < len(parts):
            return None
        return cls(found, span=reader.span(start))

    def __post_init__(self) -> None:
        if len(self.parts) < 2:
            raise NotationError("bad-modifier", "`|` joins two keeps or more", span=self.span)
        if len({part.drop for part in self.parts}) > 1:
            raise NotationError(
                "bad-modifier",
                "`|` joins keeps, or drops, but not both",
                span=self.span,
                hint="one after the other works: `5d6kh3dl1`",
            )

    def __str__(self) -> str:
        return "|".join(map(str, self.parts))

    @property
    def drop(self) -> bool:
        return self.parts[0].drop

    def describe(self) -> str:
        first, *rest = (part.describe() for part in self.parts)
        return " and ".join([first, *(each.partition(" ")[2] for each in rest)])

    def describe_among(self, dice: int | None) -> str:
        """The description, with the number of dice where the highest and the lowest overlap."""
        parts = [each for each in self.parts if isinstance(each, Keep)]
        if dice is None or not self.literal or len(parts) < len(self.parts):
            return self.describe()
        if not overlap(parts, dice):
            return self.describe()
        told = " and ".join(each.which for each in parts)
        told = f"drop {told}" if self.drop else f"keep {told.replace(' and ', ' or ')}"
        return f"{told}, here {all_of(dice)}"

    def apply(self, values: Values, die: Die | None, frame: Frame, log: GroupLog | None) -> Values:
        kept = self._kept(values)
        if log is not None and len(kept) < len(values):
            log.keep(kept)
        return [values[position] for position in kept]

    def _kept(self, values: Values) -> list[int]:
        """The positions of the kept values."""
        chosen = {position for part in self.parts for position in _chosen(part, values)}
        return [each for each in range(len(values)) if (each in chosen) is not self.drop]

    def cost(self, values: int) -> int:
        return values * len(self.parts)

    def tell(self, step: Step) -> str:
        return step.dropped_and_kept()

    def effect(self, die: Die | None, face: Law | None) -> Effect:
        from astragal.probability.pools.picking import Pick

        return Pick(lambda values: [values[position] for position in self._kept(values)])


def _chosen(part: Part, values: Values) -> Sequence[int]:
    """The positions that a part chooses."""
    places = range(len(values))
    if isinstance(part, KeepMatching):
        matches = part.condition.test()
        return [place for place in places if matches(values[place])]
    assert isinstance(part.number, int)
    return sorted(places, key=values.__getitem__, reverse=part.highest)[: part.number]


def _read_part(reader: Reader, word: str, start: int, before: Sequence[Modifier]) -> Part | None:
    matching = KeepMatching.read(reader, word, start, before) if len(word) == 1 else None
    if matching is not None or word == "d":
        return matching
    return Keep.read(reader, word, start, before)
