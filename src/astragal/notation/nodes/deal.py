"""Cards: ``deal(5, {1..10, 1..10})kh2``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import repeat
from typing import TYPE_CHECKING

from astragal.die import Die
from astragal.errors import NotationError, RollError
from astragal.limits import Cost
from astragal.notation.functions.dealing import Deal
from astragal.notation.modifiers import modifier as modifiers_of
from astragal.notation.modifiers.modifier import Modifier, apply_all, join
from astragal.notation.nodes.node import Kind, Node, apart, checked, require_number, whole
from astragal.notation.nodes.values import Literal
from astragal.notation.operation import Chapter, Example, Operation
from astragal.notation.wording import number_in_words
from astragal.outcome import Number, total
from astragal.outcome import show as show_outcome
from astragal.rolling.frame import Frame
from astragal.rolling.phrases import phrase
from astragal.rolling.trace import GroupLog

if TYPE_CHECKING:
    from astragal.notation.cost import Counter
    from astragal.notation.telling import Teller
    from astragal.notation.weighing.weigher import Weigher
    from astragal.probability.laws.law import Law
    from astragal.probability.pools.pool import Pool
    from astragal.rolling.phrases import Said

_COUNT = "a number of cards"
_DEAL = Deal()


class DealtCards(Node):
    """Cards drawn without replacement; ``deck`` has a weighted face for each kind of card."""

    count: Node
    deck: Die
    modifiers: tuple[Modifier, ...] = ()

    chapter = Chapter.CARDS
    examples = (
        Example(
            "deal(4,{1..10,1..10})kh2",
            "the best two of four cards",
            (10, 3, 10, 1),
            "20",
        ),
    )

    def __post_init__(self) -> None:
        require_number(self.count, "deal")
        if self.deck.symbolic:
            raise NotationError(
                "needs-numbers",
                "cards here are whole numbers, but these are symbols",
                span=self.span,
                hint="number them: `deal(5, {1..4})`",
            )
        if isinstance(self.count, Literal):
            self._check_count(self.count.n, NotationError)
        for modifier in self.modifiers:
            if modifier.needs_die:
                raise NotationError(
                    "not-dice", f"`{modifier}` needs dice, but these are cards", span=modifier.span
                )
        modifiers_of.check_sequence(self.modifiers)

    def _check_count(self, count: int, error: type[NotationError | RollError]) -> None:
        if count > self.deck.total:
            raise error(
                "bad-count",
                f"{count} cards cannot be dealt from a deck of {self.deck.total}",
                span=self.span,
            )

    # Structure

    @property
    def kind(self) -> Kind:
        return Kind.POOL

    @property
    def children(self) -> tuple[Node, ...]:
        return (self.count, *modifiers_of.operands_of(self.modifiers))

    @property
    def draws(self) -> bool:
        return True

    @property
    def parts(self) -> tuple[Operation, ...]:
        return (self, *self.modifiers)

    @property
    def last_pool(self) -> Node | None:
        return self

    def charge(self, counter: Counter, times: int) -> int:
        known = self.count.n if isinstance(self.count, Literal) else 0
        counter.count_dice(known * times, self.span)
        looks = known * len(self.deck.faces) // 8 + modifiers_of.cost_of(self.modifiers, known)
        counter.count_looks(self, looks, times)
        return times

    # In a roll

    def value(self, frame: Frame) -> Number:
        return checked(total(self.pool(frame)), frame.limits, self.span)

    def pool(self, frame: Frame) -> Sequence[Number]:
        count = whole(self.count, frame, _COUNT, 0)
        if not isinstance(self.count, Literal):
            self._check_count(count, RollError)
            looks = count * len(self.deck.faces) // 8
            looks += modifiers_of.cost_of(self.modifiers, count)
            frame.charge(Cost(count, looks), self.span)
        values: Sequence[Number]
        values = _DEAL.compute(count, self.deck, lambda die: frame.draw(die, 1, self.span)[0])
        log = None if frame.trace is None else GroupLog(repeat("card"), values)
        values = apply_all(self.modifiers, values, None, frame, log)
        if frame.trace is not None and log is not None:
            frame.trace.groups.append(log.close(self.spelling))
        return values

    # In words

    def say(self, teller: Teller) -> Said:
        count = teller.rolled(self.count) if self.count.draws else None
        changes = teller.rolled_operands(self.modifiers)
        group = teller.take()
        if teller.totals:
            return show_outcome(group.total)
        shown = [teller.member(each, show_outcome(each.value)) for each in group.dice]
        before = [] if count is None else ["deal", count, " "]
        return phrase([*before, "(", *_with_commas(shown), ")", changes])

    def describe(self) -> str:
        count = (
            number_in_words(self.count.n)
            if isinstance(self.count, Literal)
            else f"as many as {apart(self.count)} says:"
        )
        cards = f"{count} card" + ("" if str(self.count) == "1" else "s")
        dealt = f"{cards} of {self.deck.total}, {self._spelt}, drawn without replacement"
        return ", ".join([dealt, *(modifier.describe() for modifier in self.modifiers)])

    @property
    def _spelt(self) -> str:
        """The deck in notation: all its cards, then the second copies, and so on."""
        weights = {card: self.deck.weight(card) for card in self.deck.faces}
        layers = (
            Die([card for card, weight in weights.items() if weight > copies])
            for copies in range(max(weights.values()))
        )
        return "{" + ",".join(part for each in layers for part in each.spelt_faces()) + "}"

    def __str__(self) -> str:
        return f"deal({self.count}, {self._spelt}){join(self.modifiers)}"

    # In odds

    def law(self, weigher: Weigher) -> Law:
        return weigher.mixed(
            self._dealt(weigher), lambda pool: weigher.total_after(pool, self.modifiers)
        )

    def pools(self, weigher: Weigher) -> Iterator[tuple[Fraction, Pool]]:
        for chance, pool in self._dealt(weigher):
            yield from weigher.pools_after(pool, self.modifiers, chance)

    def _dealt(self, weigher: Weigher) -> Iterator[tuple[Fraction, Pool]]:
        """The cards drawn, before modifiers; several pools if their number is random."""
        from astragal.probability.pools.handed import Handed

        for chance, count in weigher.wholes(self.count, _COUNT, 0):
            self._check_count(count, RollError)
            weigher.budget.span = self.span
            yield Fraction(chance), Handed(_DEAL.hand(count, self.deck), weigher.budget)


def _with_commas(shown: Sequence[Said]) -> list[Said]:
    return [part for each in shown for part in (", ", each)][1:]
