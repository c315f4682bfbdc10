"""What an attack does: damage that is multiplied, with extra dice that are not."""

from __future__ import annotations

from math import lcm
from typing import TYPE_CHECKING, Any, ClassVar

from astragal.errors import OddsError
from astragal.experiment.experiment import Asks
from astragal.experiment.notes import note
from astragal.mechanics import endless
from astragal.mechanics.arithmetic import rounded_down
from astragal.mechanics.endless import AtLeast
from astragal.notation.expression import Expression
from astragal.probability.laws.law import Law
from astragal.probability.weights import Weights
from astragal.rules.requests.request import Request

if TYPE_CHECKING:
    from astragal.experiment.solve.memory import Memory
    from astragal.probability.weights import Weighing

LEAST = 1
"""Damage is at least this."""


class Damage(Request[Any]):
    """The damage of one hit; where dice explode without end, from some number on only that much."""

    weapon: Expression
    extra: Expression | None
    times: int
    each_rolled: bool
    """whether the weapon's dice are rolled that often, instead of multiplied"""

    last: int | None = None
    """from here on all damage is one outcome"""

    inline: ClassVar[bool] = True

    def steps(self) -> Asks[Any]:
        if self.times > 1:
            yield note("damage ×{}", self.times)
        done = 0
        for _ in range(self.times if self.each_rolled else 1):
            done += yield self.weapon
        done *= 1 if self.each_rolled else self.times
        done += (yield self.extra) if self.extra is not None else 0
        whole = max(LEAST, rounded_down(done))
        return whole if self.last is None or whole < self.last else AtLeast(self.last)

    def weigh(self, memory: Memory) -> Weighing:
        law = _law(memory, self.weapon)
        budget = memory.budget
        law = law.power(self.times, budget) if self.each_rolled else law.scaled(self.times)
        if self.extra is not None:
            law = law.plus(_law(memory, self.extra), budget)
        few, more = law.floors().cut(LEAST, past=True)
        last = self.last
        listed, beyond = (more, None) if last is None else more.cut(last)
        if not listed.finite:
            raise OddsError(
                "endless", f"the damage of {self.weapon} has no end, so its odds cannot be listed"
            )
        return _weights(few, listed, None if last is None else AtLeast(last), beyond)
        yield

    def __str__(self) -> str:
        return "damage"


def last_listed(weapon: Expression, extra: Expression | None, times: int) -> int | None:
    """From where on damage is unheard of, if dice explode without end."""
    lasts = endless.last_listed(weapon), None if extra is None else endless.last_listed(extra)
    if lasts == (None, None):
        return None
    return max(LEAST + 1, times * (lasts[0] or 0) + (lasts[1] or 0))


def _law(memory: Memory, dice: Expression) -> Law:
    found = memory.odds(dice)
    return found if isinstance(found, Law) else Law.of_table(*found)


def _weights(few: Law, listed: Law, last: AtLeast | None, beyond: Law | None) -> Weights:
    """What counts as the least, what is listed, and what is beyond the last that is."""
    table, denominator = listed.table()
    ends = {LEAST: few.mass} | ({last: beyond.mass} if beyond is not None else {})
    common = lcm(denominator, *(mass.denominator for mass in ends.values()))
    scale = common // denominator
    weights: dict[Any, int] = {number: weight * scale for number, weight in table.items()}
    weights |= {end: int(mass * common) for end, mass in ends.items() if mass}
    return Weights(weights, common)
