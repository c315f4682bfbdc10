"""Words of Roll20's own, and the order in which it does what follows dice."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from astragal.dialects.arranging import counted
from astragal.dialects.complaining import not_known
from astragal.dialects.scoring import is_settled
from astragal.dialects.words import Made, Pending, Rerolls, Word, Worded
from astragal.die import FUDGE, Die
from astragal.errors import NOWHERE, Span
from astragal.notation.conditions import Comparison, Condition, OneOf
from astragal.notation.modifiers.count import Tally
from astragal.notation.modifiers.explode import Explode
from astragal.notation.modifiers.keep import Keep
from astragal.notation.modifiers.mark import Mark
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.modifiers.reroll import Reroll
from astragal.notation.modifiers.sort import Sort

if TYPE_CHECKING:
    from astragal.dialects.reader import DialectReader
    from astragal.dialects.writer import Writer


_MOST_LISTED = 20
"""How many faces to re-roll are written out."""


class Matching(Pending):
    """How many values are shown by ``least`` dice or more, of those that a condition names."""

    least: int
    condition: Condition | None
    counts: bool
    """False if the matches are only shown"""


class Matches(Word):
    """``mt``, ``mt3``, ``mt3>4``; with ``m``, the total stays what it is."""

    counts: bool = True

    def read(self, reader: DialectReader, start: int) -> Made:
        least = reader.digits()
        return (Matching(2 if least is None else least, reader.condition(None), self.counts),)


class Rerolled(Rerolls):
    """``r2r4r6`` names several faces."""

    def write(self, worded: Worded, writer: Writer) -> str | None:
        listed = worded.condition if isinstance(worded, Reroll) else None
        if not isinstance(listed, OneOf) or not listed.wanted:
            return super().write(worded, writer)
        faces = [face for low, high in listed.stretches for face in range(low, high + 1)]
        each = [super(Rerolled, self).write(_rerolling(worded, face), writer) for face in faces]
        return "".join(map(str, each)) if all(each) and len(faces) <= _MOST_LISTED else None


def _rerolling(worded: Worded, face: int) -> Reroll:
    assert isinstance(worded, Reroll)
    return worded.replaced(condition=Comparison("=", face))


unknown = partial(not_known, "Roll20")


def arrange(read: Sequence[Worded], die: Die | None) -> list[Modifier]:
    """Explosions or re-rolls, marks, what is kept, what is counted."""
    kept = _only(Keep, read, "keep or drop")
    tallies = [each for each in read if isinstance(each, Tally)]
    _refuse_overlaps(tallies, die)
    matching = [each for each in _only(Matching, read, "match") if each.counts]
    if matching and (kept or tallies):
        raise unknown("matches of dice that are kept or counted", _place(read))
    marks = [each for each in read if isinstance(each, Mark)]
    sorting = [each for each in read if isinstance(each, Sort)]
    found = [*_drawing(read, die), *marks, *kept, *sorting]
    return [*found, counted(tallies)] if tallies else found


def _drawing(read: Sequence[Worded], die: Die | None) -> list[Modifier]:
    """What rolls more dice."""
    explosions = _only(Explode, read, "explode")
    rerolls = [each for each in read if isinstance(each, Reroll)]
    if explosions and rerolls:
        raise unknown("dice that explode and are re-rolled", _place(read))
    if die == FUDGE and any(each.condition is None for each in rerolls):
        raise unknown("a bare `r` after Fate dice", _place(read))
    if len({each.until for each in rerolls}) > 1 and rerolls[0].until:
        raise unknown("`ro` after `r`", _place(read))
    once = [each for each in rerolls if not each.until]
    until = [each for each in rerolls if each.until]
    return [*explosions, *_united(once, die), *_united(until, die)]


def _united(rerolls: Sequence[Reroll], die: Die | None) -> list[Reroll]:
    """``r2r4r6``: one re-roll of all that match."""
    if len(rerolls) < 2:
        return list(rerolls)
    conditions = [each.condition for each in rerolls]
    faces = _faces(conditions, die)
    if faces is None:
        raise unknown("several re-rolls here", _place(rerolls))
    stretches = tuple((face, face) for face in faces)
    return [rerolls[0].replaced(condition=OneOf(stretches, span=_place(rerolls)))]


def _faces(conditions: Sequence[Condition | None], die: Die | None) -> Sequence[int] | None:
    """The faces that match one of the conditions; None if that is not known before the roll."""
    numbers = [_number(each) for each in conditions]
    if None not in numbers:
        return sorted({number for number in numbers if number is not None})
    if die is None or not all(map(is_settled, conditions)):
        return None
    lowest = Comparison("=", die.lowest)
    tests = [(each or lowest).test() for each in conditions]
    return [face for face in die.faces if any(test(face) for test in tests)]


def _number(condition: Condition | None) -> int | None:
    """The only face that matches, if a condition names one."""
    if not isinstance(condition, Comparison) or condition.op != "=":
        return None
    return condition.operand if isinstance(condition.operand, int) else None


def _refuse_overlaps(tallies: Sequence[Tally], die: Die | None) -> None:
    """A die that two conditions count: whether it counts once or twice is not known."""
    for points in (1, -1):
        alike = [each.condition for each in tallies if each.points == points]
        if len(alike) > 1 and not _are_apart(alike, die):
            raise unknown("a die that counts twice", NOWHERE)


def _are_apart(conditions: Sequence[Condition], die: Die | None) -> bool:
    found = [_faces([each], die) for each in conditions]
    known = [face for faces in found for face in faces or ()]
    return None not in found and len(set(known)) == len(known)


def _only(kind: type[Any], read: Sequence[Worded], doing: str) -> list[Any]:
    found = [each for each in read if isinstance(each, kind)]
    if len(found) > 1:
        raise unknown(f"several words that {doing}", _place(found))
    return found


def _place(read: Sequence[Worded]) -> Span:
    """From the first modifier to the last."""
    spans = [each.span for each in read if isinstance(each, Modifier)]
    return Span(spans[0].start, spans[-1].end) if spans else NOWHERE
