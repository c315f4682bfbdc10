"""Pools of unlike values: groups, dice that explode into more dice, filtered dice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from fractions import Fraction
from math import inf, prod

from astragal.outcome import Number
from astragal.probability.budget import Budget
from astragal.probability.laws import arithmetic
from astragal.probability.laws.law import Law, union
from astragal.probability.pools.effects import (
    Each,
    Effect,
    Keep,
    KeepRanks,
    KeepStretches,
    Split,
    contribution,
)
from astragal.probability.pools.handed import Handed
from astragal.probability.pools.multisets import ADDED, Multisets, multisets_of, together
from astragal.probability.pools.pool import Pool
from astragal.probability.readings import presence
from astragal.probability.readings.blocks import (
    Block,
    Term,
    dice_of,
    kept_of_blocks,
    most_values,
    without_extremes,
)
from astragal.probability.readings.presence import Presence
from astragal.probability.readings.sets import largest_set
from astragal.probability.readings.windows import stretches_of_blocks
from astragal.probability.refusals import no_closed_form
from astragal.probability.walks import hands
from astragal.probability.walks.hands import Hand
from astragal.probability.walks.readings import LARGEST_SET, Reading, middle_ranks, ranks


class Unlike(Pool):
    """Blocks of values; ``size`` is the number of values if it is fixed."""

    def __init__(self, terms: Sequence[Term], size: int | None, budget: Budget) -> None:
        super().__init__(budget)
        self.terms = [
            (weight, tuple(block for block in blocks if block.size)) for weight, blocks in terms
        ]
        self.size = size

    @property
    def _values_end(self) -> bool:
        return all(block.law.finite for _, blocks in self.terms for block in blocks)

    @property
    def endless(self) -> bool:
        """True if the number of extra dice is unbounded."""
        return any(block.endless for _, blocks in self.terms for block in blocks)

    @property
    def laws(self) -> Collection[Law]:
        return {id(block.law): block.law for _, blocks in self.terms for block in blocks}.values()

    def each(self, effect: Each) -> Unlike:
        changed = {id(law): effect.change(law) for law in self.laws}
        terms = [
            (weight, tuple(block._replace(law=changed[id(block.law)]) for block in blocks))
            for weight, blocks in self.terms
        ]
        return Unlike(terms, self.size, self.budget)

    def filter(self, split: Split) -> Pool:
        known = {id(law): split(law) for law in self.laws}
        terms = [
            (weight, tuple(block.filtered(lambda law: known[id(law)]) for block in blocks))
            for weight, blocks in self.terms
        ]
        return Unlike(terms, None, self.budget)

    def keep(self, effect: Keep) -> Pool:
        if isinstance(effect, KeepRanks) and self.size is not None:
            first, last = effect.ranks(self.size)
            effect = KeepRanks(last - first, effect.highest is not effect.drop, drop=False)
            if effect.number == self.size:
                return self
            if effect.number == 1 and not self._values_end:
                laws = [b.law for b in self.terms[0][1] for _ in range(b.size)]
                extreme = arithmetic.greatest if effect.highest else arithmetic.least
                left = Block(extreme(laws, self.budget), 1)
                return Unlike([(Fraction(1), (left,))], 1, self.budget)
        if not self._values_end:
            raise no_closed_form("keeping some of several values that explode without limit")
        return Kept(self, effect.at_one_end(self.least_size) if self.endless else effect)

    def unique(self) -> Pool:
        if not self._values_end:
            raise no_closed_form("one of each value where values explode without limit")
        return DistinctValues(self.terms, self.budget)

    def total(self, effects: Sequence[Effect] = ()) -> Law:
        laws = []
        for weight, blocks in self.terms:
            total = Law.certain(0).weighted(weight)
            for block in blocks:
                each = contribution(block.law, effects, self.budget)
                total = total.plus(block.total(each, self.budget), self.budget)
            laws.append(total)
        return union(laws)

    def read(self, reading: Reading) -> Law:
        found = self._largest_set_apart() if reading is LARGEST_SET else None
        if found is not None:
            return found
        if reading.by_presence and presence.cases(self._finite_terms()) <= self._cases_by_value:
            return DistinctValues(self.terms, self.budget).read(reading)
        return super().read(reading)

    def _largest_set_apart(self) -> Law | None:
        """The largest set if a single value explodes, whose set is separate; None otherwise."""
        match self.terms:
            case [(weight, (Block(stops, n, False, 0), Block(more, _, True, 0)))] if weight == 1:
                value, table = more.sole, stops.table()[0]
                if value is not None and value not in table:
                    extra = Law.certain(1).weighted(more.mass).geometric_series()
                    stopped = largest_set(stops.weighted(1 / stops.mass), n, self.budget)
                    extras = extra.power(n, self.budget).weighted((1 - more.mass) ** n)
                    return arithmetic.greatest([stopped, extras], self.budget)
        return None

    def middle(self) -> Law:
        if not self.size:
            return super().middle()
        if self.size == 2:
            return self.total().scaled(Fraction(1, 2))
        first, last = middle_ranks(self.size)
        return self.read(ranks(first, last, Fraction(1, last - first)))

    @property
    def least_size(self) -> int:
        sizes = (
            sum(block.size for block in blocks if not block.endless and not block.absent)
            for _, blocks in self.terms
        )
        return min(sizes, default=0)

    @property
    def _cases_by_value(self) -> float:
        """Estimated number of cases of a walk."""
        if not self._values_end:
            return inf
        return sum(
            sum(block.law.size for block in blocks)
            * prod((block.size + 1) * (block.size + 2) // 2 for block in blocks)
            for _, blocks in self.terms
        )

    def _finite_terms(self) -> Sequence[Term]:
        if not self._values_end:
            raise no_closed_form("reading a pool whose values explode without limit")
        return self.terms

    def hand(self) -> Hand:
        return dice_of(self.terms, self.budget)

    def multisets(self) -> Multisets:
        sets: dict[tuple[Number, ...], Fraction] = defaultdict(Fraction)
        for weight, blocks in self.terms:
            if any(block.endless for block in blocks) or not self._values_end:
                raise no_closed_form("this reading of a pool that explodes without limit")
            pools = [_multisets_of_block(block, self.budget) for block in blocks]
            found = together(pools, self.budget)
            if len(self.terms) == weight == 1:
                return found
            found.spend(ADDED)
            for values, chance in found.sets.items():
                sets[values] += weight * chance
        return Multisets(sets, self.budget)


def _multisets_of_block(block: Block, budget: Budget) -> Multisets:
    sets: dict[tuple[Number, ...], Fraction] = defaultdict(Fraction)
    for weight, number in block.counts():
        found = multisets_of(block.law, number, 0, number, budget)
        found.spend(ADDED)
        for values, chance in found.sets.items():
            sets[values] += weight * chance
    return Multisets(sets, budget)


class Kept(Pool):
    """The values of some ranks of blocks."""

    def __init__(self, blocks: Unlike, effect: Keep) -> None:
        super().__init__(blocks.budget)
        self.blocks = blocks
        self.effect = effect

    def each(self, effect: Each) -> Pool:
        if not effect.monotone:
            return super().each(effect)
        return Kept(self.blocks.each(effect), self.effect)

    def keep(self, effect: Keep) -> Pool:
        if not self.blocks.endless:
            return self._face_by_face().keep(effect)
        return Kept(self.blocks, self.effect.then(effect).at_one_end(self.blocks.least_size))

    def unique(self) -> Pool:
        return self._face_by_face().unique()

    def total(self, effects: Sequence[Effect] = ()) -> Law:
        keep, blocks = self.effect, self.blocks
        if keep.window == (0, 0, False):
            return Law.certain(0)
        keeps_ranks = isinstance(keep, KeepRanks) and not keep.drop
        points = None
        if not (keeps_ranks and blocks.endless):
            points = self.points(effects, list(blocks.laws))
        if not blocks.endless and (points is not None or not keeps_ranks):
            face_by_face = self._face_by_face()
            return face_by_face.total(effects) if points is None else face_by_face.worth(points)
        if isinstance(keep, KeepStretches):
            return stretches_of_blocks(blocks.terms, keep, self.gain(effects), self.budget)
        assert isinstance(keep, KeepRanks)
        number, highest = keep.number, keep.highest
        if not keep.drop:
            return kept_of_blocks(blocks.terms, number, highest, self.gain(effects), self.budget)
        if points is None:
            return super().total(effects)
        return without_extremes(blocks.terms, number, highest, points.__getitem__, self.budget)

    def _face_by_face(self) -> Handed:
        return Handed(self.hand(), self.budget)

    def hand(self) -> Hand:
        return hands.Ranked(self.blocks.hand(), self.effect.stretches)

    def multisets(self) -> Multisets:
        if isinstance(self.effect, KeepRanks):
            return self.blocks.multisets().keep(self.effect)
        return self._face_by_face().multisets()


class DistinctValues(Pool):
    """One of each value of a pool of blocks, or the highest or lowest of these."""

    def __init__(
        self, terms: Sequence[Term], budget: Budget, kept: KeepRanks | None = None
    ) -> None:
        super().__init__(budget)
        self.terms = terms
        self.kept = kept

    def filter(self, split: Split) -> Pool:
        if self.kept is not None:
            return super().filter(split)
        return Unlike(self.terms, None, self.budget).filter(split).unique()

    def keep(self, effect: Keep) -> Pool:
        if not isinstance(effect, KeepRanks) or effect.drop or self.kept is not None:
            return super().keep(effect)
        return DistinctValues(self.terms, self.budget, effect)

    def unique(self) -> Pool:
        return self

    def total(self, effects: Sequence[Effect] = ()) -> Law:
        points = self.points(effects, [block.law for _, blocks in self.terms for block in blocks])
        return super().total(effects) if points is None else self.present().worth(points)

    def read(self, reading: Reading) -> Law:
        return self.present().read(reading) if reading.by_presence else super().read(reading)

    def present(self) -> Handed:
        """The values that come up at all; its cost does not grow with the number of dice."""
        self.budget.expect(_LEAST * sum(map(most_values, (blocks for _, blocks in self.terms))))
        present = Handed(hands.Plain(Presence(self.terms, self.budget)), self.budget)
        return present if self.kept is None else present.keep(self.kept)

    def hand(self) -> Hand:
        return (
            super().hand()
            if self.kept is not None
            else hands.Distinct(dice_of(self.terms, self.budget))
        )

    def multisets(self) -> Multisets:
        pool = Unlike(self.terms, None, self.budget).multisets().unique()
        return pool if self.kept is None else pool.keep(self.kept)


_LEAST = 2_000
"""The minimum steps for each value that may come up."""
