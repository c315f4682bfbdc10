"""Groups of expressions: ``{2d6, 1d12}kh1``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

from astragal.errors import NotationError
from astragal.notation.modifiers.modifier import apply_all, join
from astragal.notation.nodes.braces import Braces
from astragal.notation.nodes.node import require_number
from astragal.notation.operation import Chapter, Example
from astragal.outcome import Number, counts, tidy
from astragal.outcome import show as show_outcome
from astragal.rolling.frame import Frame
from astragal.rolling.phrases import joined, phrase
from astragal.rolling.trace import GroupLog

if TYPE_CHECKING:
    from astragal.notation.cost import Counter
    from astragal.notation.telling import Teller
    from astragal.notation.weighing.weigher import Weigher
    from astragal.probability.laws.law import Law
    from astragal.probability.pools.pool import Pool
    from astragal.rolling.phrases import Said


class Group(Braces):
    """Expressions that are kept, dropped and counted like dice, by their totals."""

    between: ClassVar[str] = ", "
    opening: ClassVar[str] = "{"
    closing: ClassVar[str] = "}"
    holds: ClassVar[str] = "totals"
    chapter = Chapter.TOGETHER
    examples = (
        Example(
            "{2d6, 1d12}kh1",
            "a group of expressions, kept, dropped and counted by their totals",
            (3, 4, 8),
            "8",
        ),
    )

    def __post_init__(self) -> None:
        if not self.members:
            raise NotationError("empty-group", "there is nothing in this group", span=self.span)
        for member in self.members:
            require_number(member, "{…}")
        if len(self.members) == 1 and any(each.picks for each in self.modifiers):
            raise NotationError(
                "one-in-group",
                "this group holds one total, so there is nothing to keep or drop",
                span=self.span,
                hint=self._kept_by_die(),
            )
        self.check_modifiers("needs dice, but this is a group of totals")

    def _kept_by_die(self) -> str:
        """A hint on how to keep or drop the dice of the only member."""
        from astragal.notation.nodes.arithmetic import Sum
        from astragal.notation.nodes.dice import Dice

        (member,) = self.members
        terms = member.terms if isinstance(member, Sum) else (("+", member),)
        rolled = [str(term) for _, term in terms if isinstance(term, Dice)]
        kept = join(self.modifiers)
        if len(rolled) == 1 and len(terms) > 1:
            whole = str(member).replace(rolled[0], rolled[0] + kept, 1)
            return f"to keep dice, write it directly after them: `{whole}`"
        if len(rolled) < len(terms) or any(sign != "+" for sign, _ in terms):
            return "to keep dice, write it directly after them, e.g. `4d6kh3`"
        dice = " & ".join(rolled)
        return (
            f"to keep dice, write `{{{dice}}}{kept}`" if len(terms) > 1 else f"write `{dice}{kept}`"
        )

    # Structure

    def charge(self, counter: Counter, times: int) -> int:
        start, end = self.span
        looks = (end - start) // 8  # as in ``spelling_cost``
        for modifier in self.modifiers:
            looks += modifier.cost(len(self.members))
        counter.work += times * looks
        return times

    # In a roll

    def pool(self, frame: Frame) -> Sequence[Number]:
        values: Sequence[Number] = [tidy(member.number(frame)) for member in self.members]
        if frame.trace is None:
            return apply_all(self.modifiers, values, None, frame, None)
        log = GroupLog([member.spelling for member in self.members], values)
        values = apply_all(self.modifiers, values, None, frame, log)
        frame.trace.groups.append(log.close(self.spelling))
        return values

    # In words

    def say(self, teller: Teller) -> Said:
        members = [teller.say(member) for member in self.members]
        changes = teller.rolled_operands(self.modifiers)
        group = teller.take()  # its own group is finished after those of its members
        if teller.totals:
            return show_outcome(group.total)
        shown = joined(", ", [teller.member(each, members[each.position]) for each in group.dice])
        return phrase([self.opening, shown, self.closing, changes])

    # In odds

    def law(self, weigher: Weigher) -> Law:
        weigher.budget.span = self.span
        return weigher.total_after(self._members(weigher), self.modifiers)

    odds = law

    def pools(self, weigher: Weigher) -> Iterator[tuple[Fraction, Pool]]:
        return weigher.pools_after(self._members(weigher), self.modifiers)

    def _members(self, weigher: Weigher) -> Pool:
        laws = [(member.law(weigher), count) for member, count in counts(self.members).items()]
        if len(laws) == 1:
            return weigher.identical(*laws[0], weigher.budget)
        from fractions import Fraction

        from astragal.probability.pools.unlike import Unlike
        from astragal.probability.readings.blocks import Block

        blocks = tuple(Block(law, count) for law, count in laws)
        return Unlike([(Fraction(1), blocks)], len(self.members), weigher.budget)
