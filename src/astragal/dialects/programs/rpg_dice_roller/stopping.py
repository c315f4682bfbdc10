"""What would never end: the program stops after a thousand rolls for each die.

So a die that is re-rolled whatever it shows is any die in the end, one that always explodes is
a thousand and one dice, and of more dice than there are faces only so many can be made to differ.
"""

from __future__ import annotations

from collections.abc import Sequence

from astragal.dialects.programs.rpg_dice_roller.arranging import COUNTS
from astragal.die import Die
from astragal.errors import Span
from astragal.notation.conditions import Condition
from astragal.notation.modifiers.clamp import Clamp
from astragal.notation.modifiers.explode import Explode
from astragal.notation.modifiers.keep import Keep
from astragal.notation.modifiers.mark import Mark
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.modifiers.reroll import Reroll
from astragal.notation.modifiers.reroll_duplicates import RerollDuplicates
from astragal.notation.modifiers.sort import Sort
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.dice_group import DiceGroup

_TIMES = 1000


def stopped(
    count: int, die: Die, modifiers: Sequence[Modifier], most: int, span: Span
) -> Dice | DiceGroup | None:
    """What is left of dice that would be rolled without end; None if nothing would be.

    There may be ``most`` dice.
    """
    if any(isinstance(each, Clamp) for each in modifiers):
        return None
    endless = [each for each in modifiers if _always(each, die) and _fits(each, modifiers)]
    kept = [each for each in modifiers if each not in endless]
    explodes = any(isinstance(each, Explode) for each in endless)
    size = count * (_TIMES + 1) if explodes else count
    grows = any(isinstance(each, Explode) for each in kept)
    if size > most or grows:
        return None
    if _never_differ(size, die, kept):
        return _some_differ(size, die, kept, span)
    return Dice(size, die, tuple(kept), span=span) if endless else None


def _always(modifier: Modifier, die: Die) -> bool:
    """Whether a die is rolled again whatever it shows."""
    match modifier:
        case Reroll(until=True, condition=Condition() as condition):
            return condition.matches_every_face(die)
        case Explode(burst="!" | "!!", condition=Condition() as condition):
            return condition.matches_every_face(die)
    return False


def _fits(modifier: Modifier, modifiers: Sequence[Modifier]) -> bool:
    """Whether nothing looks at single dice that hold many."""
    folded = isinstance(modifier, Explode) and modifier.burst == "!!"
    return not folded or all(isinstance(each, Explode | Mark | Sort) for each in modifiers)


def _never_differ(count: int, die: Die, modifiers: Sequence[Modifier]) -> bool:
    found = [each for each in modifiers if isinstance(each, RerollDuplicates) and not each.once]
    conditions = [each.condition for each in found]
    every = all(each is None or each.matches_every_face(die) for each in conditions)
    return bool(found) and every and count > len(die.faces)


def _some_differ(count: int, die: Die, modifiers: Sequence[Modifier], span: Span) -> DiceGroup:
    """Dice with a face each, and the rest as they fall."""
    first = tuple(each for each in modifiers if each.draws)
    after = tuple(each for each in modifiers if isinstance(each, (Keep, *COUNTS)))
    faces = len(die.faces)
    return DiceGroup((Dice(faces, die, first), Dice(count - faces, die)), after, span=span)
