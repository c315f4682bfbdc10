"""Every roll of some dice: for modifiers that depend on the order, and for small pools."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from astragal.errors import OddsError
from astragal.experiment.run.play import KnownFaces, NeededError
from astragal.notation.modifiers.modifier import join
from astragal.outcome import Number
from astragal.probability.budget import Budget
from astragal.probability.pools.effects import Burst
from astragal.probability.pools.multisets import Multisets
from astragal.probability.refusals import no_closed_form
from astragal.rolling.frame import NO_VARIABLES, Frame

if TYPE_CHECKING:
    from astragal.die import Die
    from astragal.notation.modifiers.modifier import Modifier
    from astragal.notation.nodes.dice import Dice


_ROLL, _FACE, _LETTER = 10_000, 1_000, 100
"""The steps of a roll, of each face in it, and of each letter of the modifiers."""


class Rolled(NamedTuple):
    """One roll: its final values, its probability, and the natural result if watched."""

    values: Sequence[Number]
    chance: Fraction
    natural: Number | None


def every_roll(dice: Dice, budget: Budget) -> Iterator[Rolled]:
    """Every roll of dice of a known kind and number, which must not explode without limit."""
    rolls: list[tuple[tuple[int, ...], Fraction]] = [((), Fraction(1))]
    each = _ROLL + _LETTER * len(join(dice.modifiers))
    while rolls:
        faces, chance = rolls.pop()
        budget.spend(each + _FACE * len(faces))
        frame = Frame(KnownFaces(faces), NO_VARIABLES, budget.limits)
        frame.watched = dice
        try:
            values = dice.pool(frame)
        except NeededError as needed:
            drawn = needed.die
            budget.expect(each * (len(rolls) + len(drawn.faces)))
            rolls += [
                ((*faces, face), chance * drawn.weight(face) / drawn.total) for face in drawn.faces
            ]
            continue
        yield Rolled(values, chance, frame.natural)


def order_matters(modifiers: Sequence[Modifier]) -> bool:
    """True if a modifier takes the first dice after others have changed which dice these are."""
    alike = True
    for modifier in modifiers:
        if modifier.by_order and not alike:
            return True
        alike = alike and modifier.leaves_alike
    return False


def every_pool(dice: Dice, die: Die, modifiers: Sequence[Modifier], budget: Budget) -> Multisets:
    """The pool of some dice, from every roll of them."""
    from astragal.notation.modifiers.modifier import effects_of
    from astragal.probability.laws.law import Law

    effects = effects_of(modifiers, die, Law.of_die(die))
    if any(isinstance(each, Burst) and each.endless for each in effects):
        raise no_closed_form("which dice come first where some explode without limit")
    if any(modifier.rerolls_without_end for modifier in modifiers):
        raise OddsError(
            "no-closed-form",
            "no exact odds for which dice come first where some are re-rolled without limit",
            hint="to re-roll once only, write `r` for `rr`, and `ruo` for `ru`",
        )
    sets: dict[tuple[Number, ...], Fraction] = defaultdict(Fraction)
    for rolled in every_roll(dice, budget):
        sets[tuple(sorted(rolled.values))] += rolled.chance
    return Multisets(sets, budget)
