"""The modifiers of rpg-dice-roller: their order, combined keeps, and endless rolls.

The program stops after a thousand rolls for each die. So a die that is always re-rolled is a plain
die in the end, and a die that always explodes becomes 1,001 dice. If unique dice outnumber the
faces, only one die for each face is unique.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from astragal.dialects.complaining import missing_condition
from astragal.dialects.words import Conditional, Made, Word, Worded
from astragal.dialects.writer import Writer
from astragal.die import Die
from astragal.errors import NOWHERE, NotationError, Span
from astragal.notation.conditions import Comparison, Condition
from astragal.notation.modifiers.clamp import Clamp
from astragal.notation.modifiers.count import Count, Tally
from astragal.notation.modifiers.explode import Explode
from astragal.notation.modifiers.keep import Keep
from astragal.notation.modifiers.mark import Mark
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.modifiers.reroll import Reroll
from astragal.notation.modifiers.reroll_duplicates import RerollDuplicates
from astragal.notation.modifiers.sort import Sort
from astragal.notation.modifiers.worth import Case, Worth
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.dice_group import DiceGroup
from astragal.notation.nodes.group import Group
from astragal.notation.nodes.labels import Labelled
from astragal.notation.nodes.node import Level, Node

if TYPE_CHECKING:
    from astragal.dialects.reader import DialectReader


class Uniques(Conditional):
    """``u``: re-rolls dice that show the same face as an earlier die."""

    bare = None
    once: bool = False

    def made(self, condition: Condition | None, span: Span = NOWHERE) -> Modifier:
        return RerollDuplicates(condition, self.once, span=span)


class Targets(Word):
    """``>4f<2``: successes count 1; of the other dice, failures count -1."""

    def read(self, reader: DialectReader, start: int) -> Made | None:
        success = reader.condition(None)
        if success is None:
            return None
        failure = None
        if reader.take_here("f"):
            failure = reader.condition(None)
            if failure is None:
                raise missing_condition(reader, start)
        return (counted(success, failure),)

    def write(self, worded: Worded, writer: Writer) -> str | None:
        if isinstance(worded, Tally):
            spelt = writer.condition(worded.condition, None)
            return None if spelt is None else ("" if worded.points > 0 else "f") + spelt
        if not isinstance(worded, Worth) or worded.otherwise != 0:
            return None
        if [case.points for case in worded.cases] != [1, -1]:
            return None
        success, failure = (writer.condition(case.condition, None) for case in worded.cases)
        return None if success is None or failure is None else f"{success}f{failure}"


def counted(success: Condition, failure: Condition | None) -> Count | Worth:
    """A plain count, if no value matches both conditions; otherwise scores."""
    if failure is None:
        return Count((Tally(success),))
    if _apart(success, failure):
        return Count((Tally(success), Tally(failure, -1)))
    return Worth((Case(success, 1), Case(failure, -1)), 0)


def _apart(one: Condition, other: Condition) -> bool:
    """True if no value matches both; checking values near their numbers is enough."""
    assert isinstance(one, Comparison)
    assert isinstance(other, Comparison)
    ends = [int(each.operand) for each in (one, other)]  # type: ignore[arg-type]
    tests = [each.test() for each in (one, other)]
    values = [
        end + step / 2 for end in (*ends, min(ends) - 2, max(ends) + 2) for step in (-1, 0, 1)
    ]
    return not any(all(test(value) for test in tests) for value in values)


class RpgWriter(Writer):
    """Writes labels after dice and groups only."""

    def modifiers(self, modifiers: tuple[Modifier, ...], node: Node) -> str:
        """Write counts where no word takes their condition; the program ignores the order."""
        before = [each for each in modifiers if not isinstance(each, COUNTS)]
        counts = [each for each in modifiers if isinstance(each, COUNTS)]
        first = bool(before) and before[-1].takes_condition
        ordered = (*counts, *before) if first else (*before, *counts)
        return super().modifiers(ordered, node)

    def labelled(self, node: Labelled) -> str:
        text = self.node(node.inner, Level.PRIMARY)
        described = isinstance(node.inner, Dice | Group | DiceGroup)
        return f"{text}[{node.labels[0]}]" if described else text


COUNTS = (Count, Worth)
_ORDER: tuple[tuple[type[Modifier], ...], ...] = (
    (Clamp,),
    (Explode,),
    (Reroll,),
    (RerollDuplicates,),
    (Keep,),
    (Mark,),
    (Sort,),
    COUNTS,
)
"""Marks and sorting do not change totals, so they may come before counts."""


def arranged(read: Sequence[Worded], die: Die, count: int) -> tuple[Modifier, ...]:
    """Modifiers in the program's order; draws are refused for dice with one face."""
    found = last_of_each(read)
    for each in found:
        if each.draws and die.lowest == die.highest:
            raise NotationError(
                "endless", f"`{each}` needs dice with more than one face", span=each.span
            )
    return with_keeps(found, keeps_of(found), count)


def last_of_each(read: Sequence[Worded]) -> list[Modifier]:
    """The last modifier of each kind, in the program's order."""
    last = {_kind(each): each for each in read if isinstance(each, Modifier)}
    return sorted(last.values(), key=_place)


def _kind(modifier: Modifier) -> object:
    match modifier:
        case Clamp():
            return "clamp", modifier.raises
        case Keep():
            return "keep", modifier.drop, modifier.highest
        case Mark():
            return "mark", modifier.good
    return _place(modifier)


def _place(modifier: Modifier) -> tuple[int, bool]:
    """A sort key for the program's order; dice are raised before they are capped."""
    place = next(place for place, kinds in enumerate(_ORDER) if isinstance(modifier, kinds))
    return place, isinstance(modifier, Clamp) and not modifier.raises


def keeps_of(modifiers: Sequence[Modifier]) -> list[Keep]:
    return [each for each in modifiers if isinstance(each, Keep)]


def grows(modifiers: Sequence[Modifier]) -> bool:
    """True if explosions may add dice."""
    return any(isinstance(each, Explode) and each.burst in ("!", "!p") for each in modifiers)


def with_keeps(
    modifiers: Sequence[Modifier], keeps: Sequence[Keep], count: int
) -> tuple[Modifier, ...]:
    """Replace the keeps among modifiers."""
    before = [each for each in modifiers if isinstance(each, Clamp) or each.draws]
    after = [each for each in modifiers if isinstance(each, Mark | Sort | Count | Worth)]
    return (*before, *kept(keeps, count, grows(modifiers)), *after)


# Keeps and drops: all look at the whole pool, and a die is dropped if any of them drops it


def kept(keeps: Sequence[Keep], size: int, growing: bool) -> Sequence[Keep]:
    """Equivalent keeps and drops that apply in turn to ``size`` dice, or more if ``growing``."""
    if growing:
        return _kept_of_more(keeps, size)
    if len(keeps) == 1 and keeps[0].number <= size:  # type: ignore[operator]
        return keeps
    cuts = [_cut(keep, size) for keep in keeps]
    low = max((low for low, _ in cuts), default=0)
    high = max((high for _, high in cuts), default=0)
    if low + high >= size:
        return [Keep(size, highest=False, drop=True)]
    found = [Keep(low, highest=False, drop=True), Keep(high, highest=True, drop=True)]
    return [each for each in found if each.number]


def _cut(keep: Keep, size: int) -> tuple[int, int]:
    """The numbers of the lowest and the highest of ``size`` dice that a keep or drop removes.

    A number of highest dice above ``size`` has an unexpected effect: the program then counts from
    the other end.
    """
    number = keep.number
    assert isinstance(number, int)
    if keep.highest and not keep.drop:
        return (size - number if number <= size else max(0, 2 * size - number)), 0
    if keep.highest:
        return 0, number if number <= size else min(size, number - size)
    return (min(number, size), 0) if keep.drop else (0, max(0, size - number))


def _kept_of_more(keeps: Sequence[Keep], size: int) -> Sequence[Keep]:
    """Like ``kept``, for an unknown number of dice."""
    highest, lowest = (
        [each for each in keeps if not each.drop and each.highest is end] for end in (True, False)
    )
    many = [each for each in keeps if each.highest and each.number > size]  # type: ignore[operator]
    if many or (highest and lowest):
        span = Span(keeps[0].span.start, keeps[-1].span.end)
        message = "what is kept of dice that explode depends on how many there will be"
        raise NotationError("untranslatable", message, span=span)
    dropped = [each for each in keeps if each.drop]
    first = [each for each in dropped if each.highest is bool(lowest)]
    last = [each for each in dropped if each.highest is not bool(lowest)]
    return [*first, *highest, *lowest, *last]


_TIMES = 1000


def stopped(
    count: int, die: Die, modifiers: Sequence[Modifier], most: int, span: Span
) -> Dice | DiceGroup | None:
    """The result of endless rolls, which the program stops; None if there are none.

    Also None if the result would have more than ``most`` dice.
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
    """True if a modifier rolls again on every face."""
    match modifier:
        case Reroll(until=True, condition=Condition() as condition):
            return condition.matches_every_face(die)
        case Explode(burst="!" | "!!", condition=Condition() as condition):
            return condition.matches_every_face(die)
    return False


def _fits(modifier: Modifier, modifiers: Sequence[Modifier]) -> bool:
    """True unless a modifier looks at single dice that compound explosions have merged."""
    folded = isinstance(modifier, Explode) and modifier.burst == "!!"
    return not folded or all(isinstance(each, Explode | Mark | Sort) for each in modifiers)


def _never_differ(count: int, die: Die, modifiers: Sequence[Modifier]) -> bool:
    found = [each for each in modifiers if isinstance(each, RerollDuplicates) and not each.once]
    conditions = [each.condition for each in found]
    every = all(each is None or each.matches_every_face(die) for each in conditions)
    return bool(found) and every and count > len(die.faces)


def _some_differ(count: int, die: Die, modifiers: Sequence[Modifier], span: Span) -> DiceGroup:
    """One unique die for each face, and plain dice for the rest."""
    first = tuple(each for each in modifiers if each.draws)
    after = tuple(each for each in modifiers if isinstance(each, (Keep, *COUNTS)))
    faces = len(die.faces)
    return DiceGroup((Dice(faces, die, first), Dice(count - faces, die)), after, span=span)
