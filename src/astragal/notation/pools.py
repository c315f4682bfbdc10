"""The nodes that are pools of values: dice, groups of expressions, repeats."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, repeat

from astragal._value import field
from astragal.die import Die
from astragal.errors import NotationError, RollError
from astragal.notation.modifiers import (
    Count,
    Explode,
    Keep,
    Modifier,
    Reroll,
    apply_all,
    join,
    looks,
    until_explosion,
)
from astragal.notation.nodes import (
    Given,
    Kind,
    Literal,
    Node,
    checked,
    require_number,
    whole,
)
from astragal.outcome import Number, Outcome, tidy, total
from astragal.rolling.frame import Frame
from astragal.rolling.trace import GroupLog


class Dice(Node):
    """``4d6kh3``: a group of equal dice and its modifiers, which apply in order.

    Count and die may be rolled: then the count is drawn first, then the sides, then the dice.
    """

    count: int | Node
    die: Die | Node
    modifiers: tuple[Modifier, ...] = ()
    settled: bool = field(init=False, compare=False)
    """whether die and modifiers are known without rolling, so that they were checked already"""

    def __post_init__(self) -> None:
        if isinstance(self.count, Literal):
            object.__setattr__(self, "count", self.count.n)
        if isinstance(self.die, Literal):
            object.__setattr__(self, "die", self._sides(self.die.n, self.die))
        for node in self.children:
            require_number(node, "d")
        if isinstance(self.count, int) and self.count < 0:
            raise NotationError("bad-count", f"there cannot be {self.count} dice", span=self.span)
        check_order_of(self.modifiers)
        literal = all(modifier.literal for modifier in self.modifiers)
        object.__setattr__(self, "settled", isinstance(self.die, Die) and literal)
        if isinstance(self.die, Die):
            for modifier in self.modifiers:
                if modifier.literal:
                    modifier.check(self.die, {})

    @property
    def kind(self) -> Kind:
        return Kind.POOL

    @property
    def children(self) -> tuple[Node, ...]:
        return tuple(part for part in (self.count, self.die) if isinstance(part, Node))

    def value(self, frame: Frame) -> Number:
        return sum(self.pool(frame))

    number = value

    def pool(self, frame: Frame) -> Sequence[Number]:
        count = self.count
        if not isinstance(count, int):
            count = whole(count, frame, "a number of dice", 0)
            frame.charge(count, looks(self.modifiers), self.span)
        die = self.die
        if not isinstance(die, Die):
            die = self._rolled_die(die, frame)
        if not self.settled:
            for modifier in self.modifiers:
                modifier.check(die, frame.variables)
        values: Sequence[Number] = frame.draw(die, count, self.span)
        log = None
        if frame.trace is not None:
            log = GroupLog(repeat(str(die), count), values)
        done = 0
        if frame.watched is self:
            done = until_explosion(self.modifiers)
            values = apply_all(self.modifiers[:done], values, die, frame, log)
            frame.natural = total(values)
        if done < len(self.modifiers):
            values = apply_all(self.modifiers[done:], values, die, frame, log)
        if log is not None and frame.trace is not None:
            frame.trace.groups.append(log.close(frame.trace.spell(self)))
        return values

    def _rolled_die(self, node: Node, frame: Frame) -> Die:
        sides = whole(node, frame, "a number of sides", 1)
        frame.limits.check("sides", sides, node.span)
        return self._sides(sides, node)

    @staticmethod
    def _sides(sides: int, node: Node) -> Die:
        if sides < 1:
            raise RollError("no-such-die", "a die needs at least one side", span=node.span)
        return Die(sides)

    @property
    def last_pool(self) -> Node | None:
        return self

    @property
    def single(self) -> bool:
        """One die that stays one, whatever re-rolls or changes it; or a count."""
        single = self.count == 1
        for modifier in self.modifiers:
            if isinstance(modifier, Explode) and modifier.burst != "!!":
                single = False
            elif isinstance(modifier, Keep) and modifier.number == 1 and not modifier.drop:
                single = True
            elif isinstance(modifier, Count):
                return True
        return single

    @property
    def takes_condition(self) -> bool:
        last = self.modifiers[-1] if self.modifiers else None
        return isinstance(last, Explode | Reroll) and last.condition is None

    def __str__(self) -> str:
        return f"{_show_count(self.count)}{_show_die(self.die)}{join(self.modifiers)}"


def _show_count(count: int | Node) -> str:
    if isinstance(count, Given):
        return count.variable.enclosed
    return str(count) if isinstance(count, int) else f"({count})"


def _show_die(die: Die | Node) -> str:
    if isinstance(die, Die):
        return str(die)
    if isinstance(die, Given):
        return f"d{die.variable.enclosed}"
    return f"d({die})"


def check_order_of(modifiers: Sequence[Modifier]) -> None:
    """A count ends the modifiers: what comes after it would look at points, not faces."""
    for before, after in pairwise(modifiers):
        if isinstance(before, Count):
            raise NotationError(
                "after-count",
                f"`{after}` stands behind the count `{before}`",
                span=after.span,
                hint=f"put it before: `{after}{before}`",
            )


class Group(Node):
    """``{2d6, 1d12}kh1``: expressions kept and dropped like dice, each by its total."""

    members: tuple[Node, ...]
    modifiers: tuple[Modifier, ...] = ()

    def __post_init__(self) -> None:
        if not self.members:
            raise NotationError("empty-group", "there is nothing in this group", span=self.span)
        for member in self.members:
            require_number(member, "{…}")
        if len(self.members) == 1 and any(isinstance(each, Keep) for each in self.modifiers):
            raise NotationError(
                "one-in-group",
                "this group holds one total, so there is nothing to keep or drop",
                span=self.span,
                hint="to keep dice, write it straight behind them: `4d6kh3`",
            )
        for modifier in self.modifiers:
            if modifier.draws:
                raise NotationError(
                    "not-dice",
                    f"`{modifier}` needs dice, and this is a group of totals",
                    span=modifier.span,
                    hint="put it behind the dice inside the braces",
                )
        check_order_of(self.modifiers)

    @property
    def kind(self) -> Kind:
        return Kind.POOL

    @property
    def children(self) -> tuple[Node, ...]:
        return self.members

    def value(self, frame: Frame) -> Number:
        return checked(total(self.pool(frame)), frame.limits, self.span)

    def pool(self, frame: Frame) -> Sequence[Number]:
        values: Sequence[Number] = [tidy(member.number(frame)) for member in self.members]
        if frame.trace is None:
            return apply_all(self.modifiers, values, None, frame, None)
        log = GroupLog(map(frame.trace.spell, self.members), values)
        values = apply_all(self.modifiers, values, None, frame, log)
        frame.trace.groups.append(log.close(frame.trace.spell(self)))
        return values

    @property
    def last_pool(self) -> Node | None:
        return self

    def __str__(self) -> str:
        return f"{{{', '.join(map(str, self.members))}}}{join(self.modifiers)}"


class Repeat(Node):
    """``6x(4d6kh3)``: so many times, a result each."""

    times: int
    body: Node

    def __post_init__(self) -> None:
        if self.times < 1:
            raise NotationError(
                "bad-count", "a repeat needs to happen at least once", span=self.span
            )

    @property
    def kind(self) -> Kind:
        return Kind.LIST if self.body.kind in (Kind.NUMBER, Kind.POOL, Kind.TRUTH) else Kind.LISTS

    @property
    def children(self) -> tuple[Node, ...]:
        return (self.body,)

    def value(self, frame: Frame) -> Outcome:
        return tuple(self.body.value(frame) for _ in range(self.times))

    def pool(self, frame: Frame) -> Sequence[Number]:
        return [self.body.number(frame) for _ in range(self.times)]

    def __str__(self) -> str:
        return f"{self.times}x({self.body})"
