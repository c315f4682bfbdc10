"""The order in which Roll20 applies modifiers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import chain, pairwise
from typing import TYPE_CHECKING

from astragal.dialects.arranging import arranged, place_of
from astragal.dialects.complaining import not_known
from astragal.dialects.stretches import ENDLESS, Stretch, joined, one_of, stretches_of, within
from astragal.dialects.words import Pending, Worded
from astragal.die import FUDGE, Die
from astragal.errors import NOWHERE
from astragal.notation.conditions import Comparison, Condition
from astragal.notation.modifiers.count import Tally
from astragal.notation.modifiers.explode import Explode
from astragal.notation.modifiers.keep import Keep
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.modifiers.reroll import Reroll

if TYPE_CHECKING:
    from astragal.dialects.reader import DialectReader
    from astragal.notation.nodes.node import Node

unknown = partial(not_known, "Roll20")


def arrange(
    reader: DialectReader, read: Sequence[Worded], die: Die | None, count: int | Node
) -> list[Modifier]:
    """Modifiers in order: explosions or re-rolls, marks, keeps, counts."""
    kinds = {type(each) for each in read}
    _refuse_overlaps([each for each in read if isinstance(each, Tally)], die)
    if "mt" in (each.word for each in read if isinstance(each, Pending)) and kinds & {Keep, Tally}:
        raise unknown("matches of dice that are kept or counted", place_of(read))
    rerolls = [each for each in read if isinstance(each, Reroll)]
    if rerolls and Explode in kinds:
        raise unknown("dice that explode and are re-rolled", place_of(read))
    if die == FUDGE and any(each.condition is None for each in rerolls):
        raise unknown("a bare `r` after Fate dice", place_of(read))
    if len({each.until for each in rerolls}) > 1 and rerolls[0].until:
        raise unknown("`ro` after `r`", place_of(read))
    once = _united([each for each in rerolls if not each.until], die)
    until = _united([each for each in rerolls if each.until], die)
    others = [each for each in read if not isinstance(each, Reroll)]
    return arranged(reader, [*once, *until, *others], die, count)


def _united(rerolls: Sequence[Reroll], die: Die | None) -> list[Reroll]:
    """Merge ``r2r4r6`` into one re-roll of all matching dice."""
    if len(rerolls) < 2:
        return list(rerolls)
    found = [matching(each.condition, die) for each in rerolls]
    if None in found:
        raise unknown("several re-rolls here", place_of(rerolls))
    stretches = joined(chain.from_iterable(each or () for each in found))
    if not stretches:
        return [rerolls[0]]
    return [rerolls[0].replaced(condition=one_of(stretches).replaced(span=place_of(rerolls)))]


def matching(condition: Condition | None, die: Die | None) -> list[Stretch] | None:
    """The ranges of matching faces; None if they are unknown before the roll."""
    if condition is None and die is not None:
        condition = Comparison("=", die.lowest)
    found = stretches_of(condition)
    if found is not None and die is not None:
        found = within(found, die.lowest, die.highest)
    endless = any(ENDLESS in (-low, high) for low, high in found or ())
    return None if endless else found


def _refuse_overlaps(tallies: Sequence[Tally], die: Die | None) -> None:
    """Refuse conditions that share a face: it is undocumented whether that counts twice."""
    for points in (1, -1):
        found = [matching(each.condition, die) for each in tallies if each.points == points]
        stretches = sorted(chain.from_iterable(each or () for each in found))
        apart = all(one[1] < other[0] for one, other in pairwise(stretches))
        if len(found) > 1 and (None in found or not apart):
            raise unknown("a die that counts twice", NOWHERE)
