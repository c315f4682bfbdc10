"""Natural results in odds: the faces of the kept dice before explosions, and the total."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from astragal.die import Die
from astragal.notation.modifiers.modifier import Modifier, before_explosion, effects_of
from astragal.notation.weighing.every_roll import every_roll, order_matters
from astragal.outcome import Number
from astragal.probability.budget import Budget
from astragal.probability.laws.law import Law, law_of, union
from astragal.probability.pools.effects import (
    Burst,
    Each,
    Effect,
    Filter,
    Keep,
    KeepRanks,
    OneOfEach,
    Onward,
    contribution,
)
from astragal.probability.pools.first_dice import FirstDice
from astragal.probability.pools.identical import Identical
from astragal.probability.pools.multisets import Multisets
from astragal.probability.pools.picking import Pick
from astragal.probability.pools.pool import Pool, pool_after, total_after
from astragal.probability.refusals import no_closed_form

if TYPE_CHECKING:
    from astragal.notation.nodes.dice import Dice

_SUM = 60
"""The number of entries whose cost equals that of a sum of two laws."""

_MOST_RANKS = 50
"""The most ranks of unlimited exploding dice that are followed: each is a nested call."""

ByNatural: TypeAlias = dict[Number, Law]
"""The law of the total for each natural result, weighted by the probability of that result."""


class Natural(NamedTuple):
    """Restricts the odds of dice to natural results among these faces, or to all others."""

    dice: Dice
    faces: frozenset[int]
    among: bool

    def holds(self, result: Number) -> bool:
        return (result in self.faces) == self.among

    def only(self, law: Law) -> Law:
        """The part of a finite law in which the total, as natural result, is among those wanted."""
        table, denominator = law.table()
        return Law.of_table({n: w for n, w in table.items() if self.holds(n)}, denominator)

    def among_these(self, found: ByNatural) -> Law:
        """The part in which the natural result is among those wanted."""
        return union(law for result, law in found.items() if self.holds(result))


def total_with_natural(
    natural: Natural, count: int, die: Die, modifiers: Sequence[Modifier], budget: Budget
) -> Law:
    """The part of the law of the total with a wanted natural result."""
    done, face = before_explosion(modifiers), Law.of_die(die)
    before = effects_of(modifiers[:done], die, face)
    after = effects_of(modifiers[done:], die, face)
    dice = Identical(face, count, budget)
    if order_matters(modifiers):
        return _one_by_one(natural, count, die, modifiers, after, budget)
    if not after:
        return natural.only(total_after(dice, before))
    pool = pool_after(dice, before)
    if all(isinstance(effect, Each | Burst) for effect in after):
        return _of_all(pool, after, natural)
    found = _quickly(pool, after, natural)
    if found is not None:
        return found
    return _one_by_one(natural, count, die, modifiers, after, budget)


def _one_by_one(
    natural: Natural,
    count: int,
    die: Die,
    modifiers: Sequence[Modifier],
    after: Sequence[Effect],
    budget: Budget,
) -> Law:
    if any(isinstance(each, Burst) and each.endless for each in after):
        raise no_closed_form("which of the dice that explode without limit are kept in the end")
    return law_of(_every_roll(natural, count, die, modifiers, budget))


def _of_all(pool: Pool, after: Sequence[Effect], natural: Natural) -> Law:
    """The case that every die is kept: the natural result is known before the explosion."""
    if isinstance(pool, Identical) and pool.n == 1:
        return total_after(Identical(natural.only(pool.law), 1, pool.budget), after)
    sets = pool.multisets().sets
    wanted = {values: chance for values, chance in sets.items() if natural.holds(sum(values))}
    return total_after(Multisets(wanted, pool.budget), after)


def _quickly(pool: Pool, after: Sequence[Effect], natural: Natural) -> Law | None:
    """The wanted part of the law, if there is a fast way to find it; else None."""
    if isinstance(pool, Identical) and pool.n == 1:
        after = _of_one(after)
    if all(isinstance(effect, Each | Filter | Burst) for effect in after):
        return natural.among_these(_each_alone(pool, after))
    # Other pools are not in the order rolled, and of two equal dice the first one matters.
    if isinstance(pool, Identical) and isinstance(after[0], Burst):
        return _ranked(pool, after, natural)
    return None


def _ranked(pool: Identical, after: Sequence[Effect], natural: Natural) -> Law | None:
    """The case that dice explode and are kept by rank, and none are dropped later; else None."""
    place = next(place for place, each in enumerate(after) if not each.apart)
    (burst, *rest), keep, changes = after[:place], after[place], after[place + 1 :]
    between = [each for each in rest if isinstance(each, Each | Filter)]
    if not (
        isinstance(burst, Burst)
        and isinstance(keep, KeepRanks | OneOfEach)
        and len(between) == len(rest)
        and all(isinstance(each, Each | Burst) for each in changes)
    ):
        return None
    if burst.endless and isinstance(keep, KeepRanks) and keep.number > _MOST_RANKS:
        return None
    rolled = _chances(pool.law)
    if burst.folded and any(map(burst.hits, rolled)):
        return _folded(pool, burst, keep, changes, natural) if not between else None
    dice = FirstDice(burst, between, keep, pool.gain(changes), pool.budget)
    known = dice.certain(rolled)
    return natural.among_these(dice.naturals([rolled] * pool.n)) if known else None


def _of_one(effects: Sequence[Effect]) -> list[Effect]:
    """The effects on a single die; keeps become no effect or a drop of the die."""
    found: list[Effect] = []
    for place, effect in enumerate(effects):
        if not effect.apart and not isinstance(effect, Keep | OneOfEach):
            return [*found, *effects[place:]]
        if isinstance(effect, Burst) and not effect.folded:
            return [*found, *effects[place:]]
        if isinstance(effect, Pick):
            found.append(effect.alone)
        elif _drops_one(effect):
            found.append(Filter(lambda law: (law.weighted(0), law)))
        elif effect.apart:
            found.append(effect)
    return found


def _drops_one(effect: Effect) -> bool:
    """True if the effect drops a value that is the only one."""
    return isinstance(effect, Keep) and all(a == b for a, b in effect.stretches(1))


# Dice kept or dropped independently


def _each_alone(pool: Pool, after: Sequence[Effect]) -> ByNatural:
    budget = pool.budget

    @cache
    def fate(value: Number) -> ByNatural:
        kept, gone = _fate(Law.certain(value), after, budget)
        return _merged([({value: kept}, Fraction(1)), ({0: gone}, Fraction(1))])

    if isinstance(pool, Identical):
        one = _merged((fate(value), chance) for value, chance in _chances(pool.law).items())
        return _together([one] * pool.n, budget)
    return _merged(
        (_together(list(map(fate, values)), budget), chance)
        for values, chance in pool.multisets().sets.items()
    )


def _together(dice: Sequence[ByNatural], budget: Budget) -> ByNatural:
    """The sum of independent dice, by the sum of their natural results."""
    states: ByNatural = {0: Law.certain(0)}
    for die in dice:
        budget.spend_entries(_SUM * len(states) * len(die))
        states = _merged(
            ({sofar + more: law.plus(added, budget)}, Fraction(1))
            for sofar, law in states.items()
            for more, added in die.items()
        )
    return states


def _fate(law: Law, effects: Sequence[Effect], budget: Budget) -> tuple[Law, Law]:
    """A die's contribution to the total with all its extra dice: if kept, and if dropped."""
    nothing = Law.certain(0).weighted(0)
    if not law.mass or not effects:
        return (law if law.mass else nothing), nothing
    effect, *rest = effects
    if isinstance(effect, Each):
        return _fate(effect.change(law), rest, budget)
    if isinstance(effect, Filter):
        staying, going = effect.split(law)
        kept, gone = _fate(staying, rest, budget)
        return kept, union([gone, Law.certain(0).weighted(going.mass)])
    assert isinstance(effect, Burst)
    if effect.folded:
        return _fate(effect.folds(law, budget), rest, budget)
    hit, miss = effect.split(law)
    stopped = _fate(miss, rest, budget)
    if not hit.mass:
        return stopped
    extra = effect.extra(Onward(rest), budget)
    kept, gone = (each.plus(extra, budget) for each in _fate(hit, rest, budget))
    return union([stopped[0], kept]), union([stopped[1], gone])


# Dice that are folded and kept by rank


def _folded(
    pool: Identical, burst: Burst, keep: Effect, changes: Sequence[Effect], natural: Natural
) -> Law | None:
    """The case of a single kept value that reveals the die's face before it exploded; else None."""
    first, last = keep.ranks(pool.n) if isinstance(keep, KeepRanks) else (0, 0)
    hit, miss = burst.split(pool.law)
    top, others = hit.sole, miss.table()[0]
    least = min(burst.face.table()[0]) - burst.less
    if last - first != 1 or top is None or not others or top + least <= max(others):
        return None
    plain, exploded = pool_after(pool, [burst, keep]).total().cut(max(others), past=True)
    parts = [natural.only(plain), *([exploded] if natural.holds(top) else [])]
    return contribution(union(parts), changes, pool.budget)


# Helpers


def _chances(law: Law) -> dict[Number, Fraction]:
    table, denominator = law.table()
    return {value: Fraction(weight, denominator) for value, weight in table.items()}


def _merged(parts: Iterable[tuple[ByNatural, Fraction]]) -> ByNatural:
    """The mixture of several parts."""
    found: dict[Number, list[Law]] = defaultdict(list)
    for part, chance in parts:
        for natural, law in part.items():
            found[natural].append(law.weighted(chance))
    return {natural: union(laws) for natural, laws in found.items()}


def _every_roll(
    natural: Natural, count: int, die: Die, modifiers: Sequence[Modifier], budget: Budget
) -> Iterator[tuple[Number, Fraction]]:
    """Every roll with a wanted natural result: its total and its probability."""
    dice = type(natural.dice)(count, die, tuple(modifiers))
    for rolled in every_roll(dice, budget):
        if rolled.natural is not None and natural.holds(rolled.natural):
            yield sum(rolled.values), rolled.chance
