"""Groups of dice: ``{4d6 & 3d8}kh4``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from operator import itemgetter
from typing import TYPE_CHECKING, ClassVar

from astragal.errors import NotationError
from astragal.notation.modifiers import modifier as modifiers_of
from astragal.notation.modifiers.modifier import apply_all
from astragal.notation.nodes.braces import Braces
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.labels import Labelled
from astragal.notation.nodes.node import Kind, Node
from astragal.notation.operation import Chapter, Example
from astragal.outcome import Number
from astragal.outcome import show as show_outcome
from astragal.rolling.frame import Frame
from astragal.rolling.phrases import joined, phrase
from astragal.rolling.trace import GroupLog, RolledDie, RolledGroup

if TYPE_CHECKING:
    from astragal.notation.cost import Counter
    from astragal.notation.telling import Teller
    from astragal.notation.weighing.weigher import Weigher
    from astragal.probability.laws.law import Law
    from astragal.probability.pools.pool import Pool
    from astragal.rolling.phrases import Said


class DiceGroup(Braces):
    """Dice of several kinds, which are kept, dropped and counted together, die by die."""

    between: ClassVar[str] = " & "
    holds: ClassVar[str] = "dice"
    chapter = Chapter.TOGETHER
    examples = (
        Example(
            "{4d6 & 3d8}kh4",
            "a group of dice, kept, dropped and counted die by die",
            (6, 5, 4, 1, 8, 3, 2),
            "23",
        ),
        Example("{2d6! & 2d8kh1}c>=5", "its members may have modifiers", (6, 2, 5, 7, 1), "3"),
    )

    def __post_init__(self) -> None:
        if len(self.members) < 2:
            raise NotationError(
                "one-in-group", "a group of dice has two members or more", span=self.span
            )
        for member in self.members:
            _require_dice(member)
        self.check_modifiers("needs dice of one kind, but this is a group of several")

    # Structure

    @property
    def single(self) -> bool:
        one = False
        for modifier in self.modifiers:
            one = modifier.leaves_one(one)
        return one

    @property
    def _known_dice(self) -> int:
        """The number of dice, as far as known before they are rolled."""
        counts = [_dice_of(member).count for member in self.members]
        return sum(count for count in counts if isinstance(count, int))

    def is_newer_than(self, version: int) -> bool:
        dice = [_dice_of(member).modifiers for member in self.members]
        return any(
            modifiers_of.sees_newer_order((*each, *self.modifiers), version) for each in dice
        )

    @property
    def values_held(self) -> int | None:
        found = 0
        for member in map(_dice_of, self.members):
            left = member.count if isinstance(member.count, int) else None
            for modifier in member.modifiers:
                left = None if left is None else modifier.leaves(left)
            if left is None:
                return None
            found += left
        return found

    def charge(self, counter: Counter, times: int) -> int:
        looks = modifiers_of.cost_of(self.modifiers, self._known_dice)
        counter.count_looks(self, looks, times)
        return times

    # In a roll

    def pool(self, frame: Frame) -> Sequence[Number]:
        values: list[Number] = []
        names: list[str] = []
        for member in self.members:
            values += member.pool(frame)
            if frame.trace is not None:
                names += [die.die for die in frame.trace.groups[-1].left]
        more = len(values) - self._known_dice
        if more > 0:
            frame.look(modifiers_of.cost_of(self.modifiers, more), self.span)
        if frame.trace is None:
            return apply_all(self.modifiers, values, None, frame, None)
        log = GroupLog(names, values)
        left = apply_all(self.modifiers, values, None, frame, log)
        frame.trace.groups.append(log.close(self.spelling))
        return left

    # In words

    def say(self, teller: Teller) -> Said:
        start = teller.taken
        places = [self._place(member, teller) for member in self.members]
        changes = teller.rolled_operands(self.modifiers)
        group = teller.take()
        if teller.totals:
            return show_outcome(group.total)
        end, teller.taken = teller.taken, start
        shown = with_what_followed([teller.groups[place] for place in places], group)
        teller.instead = dict(zip(places, shown, strict=True))
        members = [teller.say(member) for member in self.members]
        teller.instead, teller.taken = {}, end
        return phrase(["{", joined(" & ", members), "}", changes])

    @staticmethod
    def _place(member: Node, teller: Teller) -> int:
        """The index of a member's dice among the groups of a roll, after the groups they need."""
        teller.say(member)
        return teller.taken - 1

    # In odds

    def law(self, weigher: Weigher) -> Law:
        weigher.budget.span = self.span
        if not self.modifiers:
            return weigher.total([weigher.law(member) for member in self.members])
        pools = list(self._members(weigher))
        if len(pools) == 1:
            return weigher.total_after(pools[0][1], self.modifiers)
        return weigher.mixed(pools, lambda pool: weigher.total_after(pool, self.modifiers))

    odds = law

    def pools(self, weigher: Weigher) -> Iterator[tuple[Fraction, Pool]]:
        for chance, pool in list(self._members(weigher)):
            yield from weigher.pools_after(pool, self.modifiers, chance)

    def _members(self, weigher: Weigher) -> Iterator[tuple[Fraction, Pool]]:
        """The dice of all members together; several pools if counts, sides or operands vary."""
        from astragal.probability.pools.joined import Joined

        pools = [list(member.pools(weigher)) for member in self.members]
        weigher.budget.spend_cases(prod(map(len, pools)))
        if {1}.issuperset(map(len, pools)):
            yield weigher.sure, Joined([pool for ((_, pool),) in pools], weigher.budget)
            return
        for case in product(*pools):
            chance = prod((share for share, _ in case), start=Fraction(1))
            yield chance, Joined([pool for _, pool in case], weigher.budget)


def _dice_of(member: Node) -> Dice:
    dice = member.inner if isinstance(member, Labelled) else member
    assert isinstance(dice, Dice)
    return dice


def _require_dice(member: Node) -> None:
    """Refuse a member unless it is dice of one kind with numeric values."""
    dice = member.inner if isinstance(member, Labelled) else member
    if not isinstance(dice, Dice) or dice.kind is not Kind.POOL:
        raise NotationError(
            "not-dice",
            f"a group with `&` holds dice with numbers, and `{member}` is something else",
            span=member.span,
            hint="for a group of totals, put commas between them: `{2d6+3, 1d12}kh1`",
        )


def with_what_followed(members: Sequence[RolledGroup], group: RolledGroup) -> list[RolledGroup]:
    """The members' dice with their changes in the group, in the order shown there."""
    places = {die.position: place for place, die in enumerate(group.dice)}
    as_rolled = list(places) == sorted(places)
    positions = iter(range(len(places)))
    shown = []
    for member in members:
        dice: list[tuple[int, RolledDie]] = []
        placed = {id(die): places[next(positions)] for die in member.left}
        for die in member.dice:
            if die.kept:
                place = placed[id(die)]
                dice.append((place, _followed(die, group.dice[place])))
            else:
                dice.append((len(places), die))
        if not as_rolled:
            dice.sort(key=itemgetter(0))
        shown.append(member._replace(dice=tuple(die for _, die in dice)))
    return shown


def _followed(die: RolledDie, after: RolledDie) -> RolledDie:
    """A member's die with its changes in the group."""
    history = die.history + after.history
    return die._replace(value=after.value, kept=after.kept, history=history)
