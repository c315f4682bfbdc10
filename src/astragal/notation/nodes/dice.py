"""Dice: ``4d6kh3``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import repeat
from typing import TYPE_CHECKING, ClassVar

from astragal._value import field, put
from astragal.die import Die
from astragal.errors import NOWHERE, NotationError, RollError, Span
from astragal.limits import Cost
from astragal.notation.modifiers import modifier as modifiers_of
from astragal.notation.modifiers.modifier import Modifier, apply_all, join
from astragal.notation.nodes.node import Kind, Node, apart, require_number, whole
from astragal.notation.nodes.values import Literal
from astragal.notation.operation import Chapter, Example, Operation
from astragal.outcome import Number, total
from astragal.outcome import show as show_outcome
from astragal.rolling.frame import Frame
from astragal.rolling.phrases import phrase
from astragal.rolling.trace import GroupLog, unchanged_group

if TYPE_CHECKING:
    from fractions import Fraction

    from astragal.notation.columns import Columns
    from astragal.notation.cost import Counter
    from astragal.notation.telling import Teller
    from astragal.notation.weighing.weigher import Weigher
    from astragal.probability.laws.law import Law
    from astragal.probability.pools.effects import Effect
    from astragal.probability.pools.pool import Pool
    from astragal.rolling.phrases import Said

_COUNT = "a number of dice"
_SIDES = "a number of sides"
_DIGITS_SINCE = 2
"""The first version of records where ``d66`` reads digits; before, it had 66 sides."""

_FEW_FACES = 40
"""For fair dice with up to this many faces in all, computing the sum is faster than a look-up."""

Modifiers = tuple[Modifier, ...]


class Dice(Node):
    """A group of identical dice and its modifiers, which apply in order.

    The count and the sides may themselves be rolled: first the count, then the sides, then the
    dice. Modifiers draw their dice as they apply.
    """

    count: int | Node
    die: Die | Node
    modifiers: Modifiers = ()
    kind = Kind.POOL
    settled: bool = field(init=False, compare=False)
    """whether the die and the modifiers are known and checked before anything is rolled"""

    chapter = Chapter.DICE
    examples: ClassVar[tuple[Example, ...]] = (
        Example("d20", "one die; a missing count is 1", (17,), "17"),
        Example("3D6", "three dice, added up; `d` or `D`", (1, 2, 3), "6"),
        Example("d%", "1 to 100, the same as `d100`", (70,), "70"),
        Example("4dF", "Fudge dice: −1, 0 or 1", (-1, 0, 1, 1), "1"),
        Example("d10ish", "0 to 10 on twenty sides: 0 once, 1–9 twice, 10 once", (10,), "10"),
        Example("d{2,3,5,7}", "a die with these faces", (5,), "5"),
        Example("d{0..99}", "a die with a run of faces", (0,), "0"),
        Example("d{1,1,1,2}", "a face that is listed more often weighs more", (1,), "1"),
        Example("d66", "two d6 read as digits, 11 to 66; also `d666`", (4, 3), "43"),
        Example("2d66", "a sum of two of them", (1, 1, 6, 6), "77"),
        Example("d{1..66}", "the die with 66 sides", (66,), "66"),
        Example("(1d4)d6", "the number of dice may be rolled", (2, 5, 6), "11"),
        Example("2d(1d6)", "so may the number of sides", (4, 1, 4), "5"),
    )

    def __init__(
        self,
        count: int | Node,
        die: Die | Node,
        modifiers: Modifiers = (),
        *,
        span: Span = NOWHERE,
    ) -> None:
        put(self, "count", count.n if isinstance(count, Literal) else count)
        put(self, "die", self._sides(die.n, die) if isinstance(die, Literal) else die)
        put(self, "modifiers", modifiers)
        put(self, "settled", isinstance(self.die, Die))
        put(self, "span", span)
        if not (self.settled and type(count) is int and count >= 0):
            self._check_sizes()
        if isinstance(self.die, Die) and self.die.symbolic:
            self._check_symbols(self.die)
        if modifiers:
            self._check_modifiers()

    def _check_sizes(self) -> None:
        for node in self.sizes:
            require_number(node, "d")
        if isinstance(self.count, int) and self.count < 0:
            message = f"there cannot be {self.count} dice"
            raise NotationError("bad-count", message, span=self.span)

    def _check_modifiers(self) -> None:
        modifiers_of.check_sequence(self.modifiers)
        for modifier in self.modifiers:
            if not modifier.literal:
                put(self, "settled", False)
            elif isinstance(self.die, Die):
                modifier.check(self.die)
                if modifier is self.modifiers[0] and isinstance(self.count, int):
                    modifier.check_number(self.count, self.die)

    def _check_symbols(self, die: Die) -> None:
        for modifier in self.modifiers:
            if not modifier.takes_symbols:
                word = (*die.symbols, "hit")[0]
                raise NotationError(
                    "needs-numbers",
                    f"`{modifier}` needs numbers, but these dice show symbols",
                    span=modifier.span,
                    hint=f"by a symbol go `r={word}`, `!={word}`, `k={word}`, `d={word}` "
                    f"and `c={word}`",
                )

    # Structure

    @property
    def sizes(self) -> tuple[Node, ...]:
        """The count and the sides, as far as they are nodes."""
        return tuple([part for part in (self.count, self.die) if isinstance(part, Node)])

    @property
    def children(self) -> tuple[Node, ...]:
        if self.settled and isinstance(self.count, int):
            return ()
        return (*self.sizes, *modifiers_of.operands_of(self.modifiers))

    @property
    def draws(self) -> bool:
        return True

    @property
    def parts(self) -> tuple[Operation, ...]:
        return (self, *self.modifiers)

    @property
    def last_pool(self) -> Node | None:
        return self

    @property
    def first_dice(self) -> Node | None:
        return None if isinstance(self.die, Die) and self.die.symbolic else self

    @property
    def single(self) -> bool:
        one = self.count == 1
        for modifier in self.modifiers:
            one = modifier.leaves_one(one)
        return one

    @property
    def takes_condition(self) -> bool:
        return bool(self.modifiers) and self.modifiers[-1].takes_condition

    def charge(self, counter: Counter, times: int) -> int:
        if isinstance(self.die, Die):
            limit = "sides" if isinstance(self.die.faces, range) else "custom_faces"
            if self.die.total > min(counter.limits.sides, counter.limits.custom_faces):
                counter.limits.check(limit, self.die.total, self.span)
        dice, work = self.cost()
        counter.count_dice(dice * times, self.span)
        counter.work += (work - 1) * times
        return times

    def cost(self) -> tuple[int, int]:
        """The dice drawn each time and the work, as far as known."""
        count, die = self.count, self.die
        known = count if isinstance(count, int) else 0
        drawn = known * (die.digits or 1) if isinstance(die, Die) else known
        start, end = self.span
        work = 1 + (end - start) // 8  # as in ``spelling_cost``
        for modifier in self.modifiers:
            work += modifier.cost(max(1, known))
        return drawn, work

    def is_newer_than(self, version: int) -> bool:
        if _digits(self.die) > 0 and version < _DIGITS_SINCE:
            return True
        return modifiers_of.sees_newer_order(self.modifiers, version)

    # In a roll

    def value(self, frame: Frame) -> Number:
        return sum(self.pool(frame))

    number = value

    def pool(self, frame: Frame) -> Sequence[Number]:
        count, die, modifiers = self.count, self.die, self.modifiers
        if not isinstance(count, int):
            count = whole(count, frame, _COUNT, 0)
            drawn = count * (_digits(die) or 1)
            frame.charge(Cost(drawn, modifiers_of.cost_of(modifiers, count)), self.span)
        if not isinstance(die, Die):
            die = self._rolled_die(die, frame)
        if not self.settled:
            modifiers_of.check_all(modifiers, die, frame)
        values: Sequence[Number] = frame.draw(die, count, self.span)
        log = None
        if frame.trace is not None:
            if not modifiers:
                frame.trace.groups.append(
                    unchanged_group(self.spelling, _spelt(die), values, die.nothing)
                )
            else:
                log = GroupLog(repeat(_spelt(die)), values)
        if frame.watched is self:
            values = self._watched(values, die, frame, log)
        elif modifiers:
            values = apply_all(modifiers, values, die, frame, log)
        if log is not None and frame.trace is not None:
            counted = bool(modifiers) and modifiers[-1].counts
            frame.trace.groups.append(log.close(self.spelling, 0 if counted else die.nothing))
        return values

    def column(self, columns: Columns) -> Sequence[Number] | None:
        if not (isinstance(self.count, int) and isinstance(self.die, Die)):
            return None
        if not self.settled or _digits(self.die) or self.die.symbolic:
            return None
        rows = columns.of_dice(self.count, self.die)
        for modifier in self.modifiers:
            rows = None if rows is None else modifier.on_rows(rows)
        return None if rows is None else rows.totals() or columns.constant(0)

    def _watched(
        self, values: Sequence[Number], die: Die, frame: Frame, log: GroupLog | None
    ) -> Sequence[Number]:
        """The final values; the natural result is the faces of the kept dice before explosions."""
        done = modifiers_of.before_explosion(self.modifiers)
        values = apply_all(self.modifiers[:done], values, die, frame, log)
        frame.natural, left = total(values), self.modifiers[done:]
        if all(modifier.keeps_all for modifier in left):
            return apply_all(left, values, die, frame, log)
        log = log or GroupLog(repeat(str(die), len(values)), values)
        first = dict(zip(log.live, values, strict=True))
        values = apply_all(left, values, die, frame, log)
        frame.natural = total(first.get(each, 0) for each in log.live)
        return values

    def _rolled_die(self, node: Node, frame: Frame) -> Die:
        sides = whole(node, frame, _SIDES, 1)
        frame.limits.check("sides", sides, node.span)
        return self._sides(sides, node)

    @staticmethod
    def _sides(sides: int, node: Node) -> Die:
        if sides < 1:
            raise RollError("no-such-die", "a die needs at least one side", span=node.span)
        return Die(sides)

    # In words

    def say(self, teller: Teller) -> Said:
        asked = "" if self.settled and type(self.count) is int else self._asked(teller)
        group = teller.take()
        if teller.totals:
            return show_outcome(group.total)
        dice = teller.dice(group, self.die if isinstance(self.die, Die) else None)
        return phrase([asked, dice]) if asked else dice

    def _asked(self, teller: Teller) -> Said:
        """``(2)d6`` if the count, the sides or an operand was rolled; else ""."""
        sizes = [teller.rolled(node) for node in self.sizes]
        changes = teller.rolled_operands(self.modifiers)
        if not sizes and not changes:
            return ""
        count = str(self.count) if isinstance(self.count, int) else sizes.pop(0)
        sides = phrase(["d", sizes[0]]) if sizes else str(self.die)
        return phrase([count, sides, changes, " "])

    def describe(self) -> str:
        dice = self.count if isinstance(self.count, int) else None
        return ", ".join([self._described(), *modifiers_of.descriptions(self.modifiers, dice)])

    def _described(self) -> str:
        from astragal.notation.wording import dice_in_words, number_in_words

        if isinstance(self.count, int):
            count, one = number_in_words(self.count), self.count == 1
        else:
            count, one = f"as many as {apart(self.count)} says:", False
        if isinstance(self.die, Die):
            return dice_in_words(count, self.die, one=one)
        noun = "die" if one else "dice"
        return f"{count} {noun} with as many sides as {apart(self.die)} says"

    def __str__(self) -> str:
        count = str(self.count) if isinstance(self.count, int) else self.count.as_count
        die = str(self.die) if isinstance(self.die, Die) else f"d{self.die.as_count}"
        return f"{count}{die}{join(self.modifiers)}"

    # In odds

    def law(self, weigher: Weigher) -> Law:
        weigher.budget.span = self.span
        if self.settled and type(self.count) is int and isinstance(self.die, Die):
            return self._total(self.count, self.die, self.modifiers, weigher)
        if any(not modifier.literal for modifier in self.modifiers):
            cases = weigher.settled(self.modifiers)
            if isinstance(self.die, Die):
                weigher.budget.spend(100 * len(cases) * self.die.total)
            return weigher.mixed(cases, lambda modifiers: self._law(modifiers, weigher))
        return self._law(self.modifiers, weigher)

    odds = law

    def _law(self, modifiers: Modifiers, weigher: Weigher) -> Law:
        from astragal.notation.weighing import known_dice

        if isinstance(self.die, Die):
            if isinstance(self.count, int):
                return self._total(self.count, self.die, modifiers, weigher)
            effects, face = known_dice.effects_on(self.die, modifiers)
            if weigher.natural is None and all(effect.apart for effect in effects):
                return self._compound(self.count, face, effects, weigher)
        sizes = known_dice.largest_first(self._sizes(weigher))
        plain = not modifiers and weigher.natural is None
        if plain and isinstance(self.count, int) and self.count < len(sizes):
            return known_dice.sum_of_fair(self.count, sizes, weigher.budget)
        known_dice.spend_on_mixture([size for _, size in sizes], weigher.budget)
        return weigher.mixed(sizes, lambda size: self._total(*size, modifiers, weigher))

    def _compound(
        self, number: Node, face: Law, effects: Sequence[Effect], weigher: Weigher
    ) -> Law:
        """The sum of a random number of independent and identical dice."""
        from astragal.probability.laws.compound import compound, endless_compound
        from astragal.probability.pools.effects import contribution

        budget = weigher.budget
        each = contribution(face, effects, budget)
        law = number.law(weigher)
        if not law.finite:
            budget.span = self.span
            return endless_compound(law, each, budget)
        cases = {size: chance for chance, size in weigher.wholes(number, _COUNT, 0)}
        budget.span = self.span
        budget.limits.check("dice", max(cases), self.span)
        return compound(cases, each, budget)

    def _sizes(self, weigher: Weigher) -> Iterator[tuple[Number, tuple[int, Die]]]:
        """Every possible count and die, with its probability."""
        limits = weigher.budget.limits
        counts: list[tuple[Number, int]] = [(1, self.count)] if isinstance(self.count, int) else []
        dice: list[tuple[Number, Die]] = [(1, self.die)] if isinstance(self.die, Die) else []
        if not isinstance(self.count, int):
            counts = weigher.wholes(self.count, _COUNT, 0)
        sides: list[tuple[Number, int]] = []
        if not isinstance(self.die, Die):
            sides = weigher.wholes(self.die, _SIDES, 1)
        each = _SIZE + weigher.part * len(self.modifiers)
        weigher.budget.spend(len(counts) * max(len(dice), len(sides)) * each)
        limits.check("dice", max(count for _, count in counts), self.span)
        limits.check("sides", max((number for _, number in sides), default=0), self.span)
        dice += [(chance, Die(number)) for chance, number in sides]
        for chance, count in counts:
            for share, die in dice:
                yield chance * share, (count, die)

    def _total(self, count: int, die: Die, modifiers: Modifiers, weigher: Weigher) -> Law:
        if weigher.natural is not None and weigher.natural.dice is self:
            from astragal.notation.weighing.natural import total_with_natural

            return total_with_natural(weigher.natural, count, die, modifiers, weigher.budget)
        if not self.settled:
            return weigher.total_of(count, die, modifiers, weigher.budget)
        fair = not modifiers and count and die.standard
        if fair and count * die.total <= _FEW_FACES:
            return weigher.fair_sum(die, count, weigher.budget)
        key = self if count is self.count else (count, die, modifiers)
        budget, cache = weigher.budget, weigher.remembered
        known = budget.remembered(cache, key)
        if known is None:
            before = budget.spent
            if fair:
                known = weigher.fair_sum(die, count, budget)
            else:
                known = weigher.total_of(count, die, modifiers, budget)
            budget.remember(cache, key, known, before)
        return known

    def pools(self, weigher: Weigher) -> Iterator[tuple[Fraction, Pool]]:
        pool_of = weigher.pool_of
        if self.settled and type(self.count) is int and isinstance(self.die, Die):
            yield weigher.sure, pool_of(self.count, self.die, self.modifiers, weigher.budget)
            return
        for share, modifiers in weigher.settled(self.modifiers):
            for chance, (count, die) in self._sizes(weigher):
                whole = weigher.sure * share * chance
                yield whole, pool_of(count, die, modifiers, weigher.budget)


_SIZE = 1_000
"""The steps per number of dice of one kind, in odds; each modifier adds to them."""


@lru_cache(maxsize=64)
def _spelt(die: Die) -> str:
    """The die in notation, cached since many rolls are described."""
    return str(die)


def _digits(die: Die | Node) -> int:
    """The number of d6 drawn for each die; 0 for an ordinary die."""
    return die.digits if isinstance(die, Die) else 0
