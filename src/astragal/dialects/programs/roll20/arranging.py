"""The order in which it does what follows dice."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import chain, pairwise
from typing import Any

from astragal.dialects.arranging import counted
from astragal.dialects.complaining import not_known
from astragal.dialects.stretches import ENDLESS, Stretch, joined, one_of, stretches_of, within
from astragal.dialects.words import Pending, Worded
from astragal.die import FUDGE, Die
from astragal.errors import NOWHERE, Span
from astragal.notation.conditions import Comparison, Condition
from astragal.notation.modifiers.count import Tally
from astragal.notation.modifiers.explode import Explode
from astragal.notation.modifiers.keep import Keep
from astragal.notation.modifiers.mark import Mark
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.modifiers.reroll import Reroll
from astragal.notation.modifiers.sort import Sort

unknown = partial(not_known, "Roll20")


def arrange(read: Sequence[Worded], die: Die | None) -> list[Modifier]:
    """Explosions or re-rolls, marks, what is kept, what is counted."""
    kept = _only(Keep, read, "keep or drop")
    tallies = [each for each in read if isinstance(each, Tally)]
    _refuse_overlaps(tallies, die)
    matching = [each.word for each in _only(Pending, read, "match")]
    if "mt" in matching and (kept or tallies):
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
    found = [matching(each.condition, die) for each in rerolls]
    if None in found:
        raise unknown("several re-rolls here", _place(rerolls))
    stretches = joined(chain.from_iterable(each or () for each in found))
    if not stretches:
        return [rerolls[0]]
    return [rerolls[0].replaced(condition=one_of(stretches).replaced(span=_place(rerolls)))]


def matching(condition: Condition | None, die: Die | None) -> list[Stretch] | None:
    """The stretches of faces that match; None if they are not known before the roll."""
    if condition is None and die is not None:
        condition = Comparison("=", die.lowest)
    found = stretches_of(condition)
    if found is not None and die is not None:
        found = within(found, die.lowest, die.highest)
    endless = any(ENDLESS in (-low, high) for low, high in found or ())
    return None if endless else found


def _refuse_overlaps(tallies: Sequence[Tally], die: Die | None) -> None:
    """A die that two conditions count: whether it counts once or twice is not known."""
    for points in (1, -1):
        found = [matching(each.condition, die) for each in tallies if each.points == points]
        stretches = sorted(chain.from_iterable(each or () for each in found))
        apart = all(one[1] < other[0] for one, other in pairwise(stretches))
        if len(found) > 1 and (None in found or not apart):
            raise unknown("a die that counts twice", NOWHERE)


def _only(kind: type[Any], read: Sequence[Worded], doing: str) -> list[Any]:
    found = [each for each in read if isinstance(each, kind)]
    if len(found) > 1:
        raise unknown(f"several words that {doing}", _place(found))
    return found


def _place(read: Sequence[Worded]) -> Span:
    """From the first modifier to the last."""
    spans = [each.span for each in read if isinstance(each, Modifier)]
    return Span(spans[0].start, spans[-1].end) if spans else NOWHERE
