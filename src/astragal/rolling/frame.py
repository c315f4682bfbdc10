"""One evaluation under way: where its faces come from, what it has drawn, what it may still spend."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from astragal.die import Die
from astragal.errors import FacesError, Span
from astragal.limits import Cost, Limits
from astragal.outcome import Number
from astragal.rolling.sources import Source
from astragal.rolling.trace import Trace


class Frame:
    """The state of one roll: created for it, thrown away after it.

    ``trace`` is None when only faces and outcome are wanted: then nothing else is kept.
    Dice whose number is known were counted before the roll began; ``charge`` counts the others.
    """

    natural: Number | None = None
    """what the watched dice came to"""
    watched: object = None
    """the dice whose result is the natural one"""
    extra_dice = 0
    """how many explosions and re-rolls there were"""
    _dice = 0
    _work = 0

    def __init__(
        self,
        source: Source,
        variables: Mapping[str, Number],
        limits: Limits,
        cost: Cost,
        trace: Trace | None = None,
    ) -> None:
        self.source = source
        self.variables = variables
        self.limits = limits
        self.cost = cost
        self.trace = trace
        self.faces: list[int] = []
        self.names: dict[str, Number | Sequence[Number]] = {}

    def draw(self, die: Die, count: int, span: Span) -> Sequence[int]:
        """The dice of a group, in order."""
        try:
            faces = self.source.draw(die, count)
        except FacesError as error:
            error.span = error.span or span
            raise
        self.faces += faces
        return faces

    def draw_extra(self, die: Die, span: Span) -> int:
        """One more die: an explosion or a re-roll."""
        self.extra_dice += 1
        if self.extra_dice > self.limits.extra_dice:
            raise self.limits.exceeded("extra_dice", None, span)
        try:
            face = self.source.draw(die, 1)[0]
        except FacesError as error:
            error.span = error.span or span
            raise
        self.faces.append(face)
        return face

    def charge(self, dice: int, passes: int, span: Span) -> None:
        """Count dice whose number was rolled; ``passes`` is how often modifiers will look at each."""
        self._dice += dice
        self.limits.check("dice", self.cost.dice + self._dice, span)
        self.look(dice * passes, span)

    def look(self, dice: int, span: Span) -> None:
        """Count a look at dice that were rolled already."""
        self._work += dice
        self.limits.check("work", self.cost.work + self._work, span)
