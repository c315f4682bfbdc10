"""One roll in progress: its source, faces, decisions and limits."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import nullcontext
from types import MappingProxyType
from typing import Any, NamedTuple

from astragal.die import D6, Die
from astragal.errors import FacesError, Span
from astragal.limits import NO_COST, Cost, Limits
from astragal.outcome import Number
from astragal.rolling.roll import NO_VARIABLES as NO_VARIABLES
from astragal.rolling.sources import Source
from astragal.rolling.trace import Trace
from astragal.watch import Watch

_NO_NAMES: Mapping[str, Any] = MappingProxyType({})


class Begun(NamedTuple):
    """The start of an expression requested by a rule."""

    faces: int
    """number of faces drawn before it"""
    situation: tuple[Any, ...]
    """the experiments under way, each with its answers so far"""


class Frame:
    """The state of one roll, from start to end.

    A rule and the expressions it requests share a frame, so that faces, decisions and limits are
    counted together. ``scene`` is None unless the roll is to be described; then it collects events,
    and expressions write to the ``trace`` in it.
    """

    scene: Any = None
    trace: Trace | None = None
    decide: Callable[[Any], Any] | None = None
    halt: Callable[[str, str], None] | None = None
    """called where the roll may pause, with the next request and whose turn it is"""
    natural: Number | None = None
    """the result of the watched dice, before explosions and additions"""
    watched: object = None
    """the dice that give the natural result"""
    names: Mapping[str, Any] = _NO_NAMES
    """values of the names in the current expression"""
    decisions: tuple[str, ...] = ()
    """labels of the chosen options, in order"""
    playing: Any = None
    """the current expression"""
    begun: Begun | None = None
    """where the current expression began, if a rule requested it"""
    answered: tuple[tuple[int, Any], ...] = ()
    """options chosen in the current expression, each with the number of faces drawn before it"""
    extra_dice = 0
    """explosions and re-rolls so far"""
    known: Iterable[Any] = ()
    """answers known in advance, faces and options, in the order in which they are needed"""
    cost: Cost = NO_COST
    """the cost of dice and of looks at dice charged so far"""
    watch: Watch | None = None

    def __init__(self, source: Source, variables: Mapping[str, Number], limits: Limits) -> None:
        self.source = source
        self.variables = variables
        self.limits = limits
        self.faces: list[Any] = []

    def decided(self, choice: Any) -> int:
        """Ask for a decision and return the position of the chosen option."""
        if self.decide is None:
            raise choice.undecided()
        with nullcontext() if self.watch is None else self.watch.rest():
            place: int = choice.place_of(self.decide(choice))
        self.decisions += (choice.labels[place],)
        return place

    def charge(self, cost: Cost, span: Span) -> None:
        """Count dice and looks at dice before they happen; refused beyond the limits."""
        if self.cost is not NO_COST:
            cost = Cost(self.cost.dice + cost.dice, self.cost.work + cost.work)
        self.cost = cost
        dice, work = cost
        if dice > self.limits.dice:
            raise self.limits.exceeded("dice", dice, span)
        if work > self.limits.work:
            raise self.limits.exceeded("work", work, span)
        if self.watch is not None:
            self.watch.look()

    def look(self, dice: int, span: Span) -> None:
        """Count a look at dice that are already rolled."""
        work = self.cost.work + dice
        self.cost = Cost(self.cost.dice, work)
        self.limits.check("work", work, span)
        if self.watch is not None:
            self.watch.look()

    def draw(self, die: Die, count: int, span: Span | None) -> Sequence[Any]:
        """The faces of ``count`` dice in order; they must have been charged before."""
        if die.digits:
            return die.read(self.draw(D6, count * die.digits, span))
        try:
            faces = self.source.draw(die, count)
        except FacesError as error:
            error.span = error.span or span
            raise
        self.faces += faces
        return faces

    def draw_extra(self, die: Die, span: Span) -> Any:
        """The face of one extra die, for an explosion or a re-roll."""
        self.extra_dice += 1
        if self.extra_dice > self.limits.extra_dice:
            raise self.limits.exceeded("extra_dice", None, span)
        if self.watch is not None:
            self.watch.look()
        if die.digits:
            return self.draw(die, 1, span)[0]
        try:
            (face,) = self.source.draw(die, 1)
        except FacesError as error:
            error.span = error.span or span
            raise
        self.faces.append(face)
        return face
