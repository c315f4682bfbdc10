"""Functions of two pools whose value is a pool again: ``without(5d6, 2d6)kh2``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from astragal.errors import NotationError
from astragal.notation.functions import FUNCTIONS
from astragal.notation.functions.function import PoolsFunction
from astragal.notation.modifiers import modifier as modifiers_of
from astragal.notation.modifiers.keep import Keep
from astragal.notation.modifiers.keep_united import KeepUnited
from astragal.notation.modifiers.modifier import Modifier, apply_all, join
from astragal.notation.nodes.call import refuse_twice, require_pool
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.dice_group import DiceGroup, with_what_followed
from astragal.notation.nodes.node import Kind, Node, checked, inside
from astragal.notation.operation import Chapter, Example, Operation
from astragal.outcome import Number, total
from astragal.outcome import show as show_outcome
from astragal.rolling.frame import Frame
from astragal.rolling.phrases import phrase
from astragal.rolling.trace import GroupLog, Step, listed

if TYPE_CHECKING:
    from astragal.notation.cost import Counter
    from astragal.notation.telling import Teller
    from astragal.notation.weighing.features import Feature
    from astragal.notation.weighing.weigher import Weigher
    from astragal.probability.laws.law import Law
    from astragal.probability.pools.pool import Pool
    from astragal.rolling.phrases import Said


class PoolCall(Node):
    """A function that leaves part of a pool, given another pool, and the modifiers after it."""

    name: str
    members: tuple[Node, ...]
    modifiers: tuple[Modifier, ...] = ()

    chapter = Chapter.POOLS
    examples = (
        Example(
            "without(5d6,2d6)kh2",
            "the highest two dice that the others leave",
            (6, 6, 5, 3, 1, 6, 3),
            "11",
        ),
    )

    def __post_init__(self) -> None:
        if len(self.members) != 2:
            raise NotationError(
                "wrong-arguments",
                f"`{self.name}` takes 2 values, not {len(self.members)}",
                span=self.span,
                hint=f"e.g. `{self.function.example}`",
            )
        for member in self.members:
            require_pool(member, self.function)
        for modifier in self.modifiers:
            if not isinstance(modifier, Keep | KeepUnited):
                raise NotationError(
                    "not-dice",
                    f"`{modifier}` cannot follow `{self.name}(…)`",
                    span=modifier.span,
                    hint="`kh`, `kl`, `dh` and `dl` may; put others after the dice, "
                    "inside the brackets",
                )

    @property
    def function(self) -> PoolsFunction:
        function = FUNCTIONS[self.name]
        assert isinstance(function, PoolsFunction)
        return function

    # Structure

    @property
    def kind(self) -> Kind:
        return Kind.POOL

    @property
    def children(self) -> tuple[Node, ...]:
        return (*self.members, *modifiers_of.operands_of(self.modifiers))

    @property
    def parts(self) -> tuple[Operation, ...]:
        return (self, *self.modifiers)

    @property
    def last_pool(self) -> Node | None:
        return self

    def charge(self, counter: Counter, times: int) -> int:
        counter.count_looks(self, 1 + modifiers_of.cost_of(self.modifiers, 1), times)
        return times

    def asks_of(self, name: str, weigher: Weigher) -> tuple[list[Feature], tuple[Node, ...]]:
        refuse_twice(name, self.members, self.name)
        return [], self.children

    # In a roll

    def value(self, frame: Frame) -> Number:
        return checked(total(self.pool(frame)), frame.limits, self.span)

    def pool(self, frame: Frame) -> Sequence[Number]:
        one, other = (member.pool(frame) for member in self.members)
        frame.look(len(one) + len(other), self.span)
        kept = self.function.compute(one, other)
        log = None
        if frame.trace is not None:
            log = GroupLog(map(show_outcome, one), one)
            log.begin(_Matching(self.name))
            log.keep(kept)
            log.end()
        left = [one[position] for position in kept]
        left = list(apply_all(self.modifiers, left, None, frame, log))
        if frame.trace is not None and log is not None:
            frame.trace.groups.append(log.close(self.spelling))
        return left

    # In words

    def say(self, teller: Teller) -> Said:
        start = teller.taken
        one = teller.say(self.members[0])
        place = teller.taken - 1
        other = teller.say(self.members[1])
        changes = teller.rolled_operands(self.modifiers)
        group = teller.take()
        if teller.totals:
            return show_outcome(group.total)
        left = ""
        if isinstance(self.members[0], Dice | DiceGroup):
            end, teller.taken = teller.taken, start
            (struck,) = with_what_followed([teller.groups[place]], group)
            teller.instead = {place: struck}
            one = teller.say(self.members[0])
            teller.instead, teller.taken = {}, end
        else:
            left = ", ".join(show_outcome(die.value) for die in group.dice if die.kept)
            left = f" [{left or 'nothing'}]"
        return phrase([f"{self.name}(", one, ", ", other, ")", changes, left])

    def describe(self) -> str:
        one, other = map(inside, self.members)
        changes = (modifier.describe() for modifier in self.modifiers)
        return ", ".join([self.function.words.format(one, other), *changes])

    def __str__(self) -> str:
        return f"{self.name}({', '.join(map(str, self.members))}){join(self.modifiers)}"

    # In odds

    def law(self, weigher: Weigher) -> Law:
        return weigher.mixed(self.pools(weigher), lambda pool: pool.total())

    def pools(self, weigher: Weigher) -> Iterator[tuple[Fraction, Pool]]:
        from astragal.probability.pools.handed import Handed
        from astragal.probability.pools.joined import hand_of

        one, other = (hand_of(list(member.pools(weigher))) for member in self.members)
        weigher.budget.span = self.span
        pool = Handed(self.function.hand(one, other), weigher.budget)
        return weigher.pools_after(pool, self.modifiers)


class _Matching:
    """The log entry for the values that a function left of a pool."""

    def __init__(self, name: str) -> None:
        self.spelling = name

    def tell(self, step: Step) -> str:
        return f"leaves {listed(step.left)}" if step.left else "leaves nothing"
