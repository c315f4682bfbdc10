"""The damage of an attack: weapon dice are multiplied, extra dice are not; and threat ranges."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, ClassVar

from astragal.experiment.experiment import Asks
from astragal.games.target.about import multiplied_by
from astragal.mechanics import endless
from astragal.mechanics.arithmetic import rounded_down
from astragal.mechanics.endless import AtLeast
from astragal.notation.expression import Expression
from astragal.outcome import with_plain_minus
from astragal.rules.requests.capped import capped
from astragal.rules.requests.request import Request

LEAST = 1
"""The minimum damage of a hit."""

_RANGE = re.compile(r"(\d{1,2})\s*(?:-+|\.\.+|to)\s*20", re.IGNORECASE)


class Damage(Request[Any]):
    """The damage of one hit; if dice explode without end, a single outcome stands for the tail."""

    weapon: Expression
    extra: Expression | None
    times: int
    each_rolled: bool
    """True to roll the weapon's dice that many times, False to multiply one roll"""

    last: int | None = None
    """larger damage is combined into one outcome, this much or more"""

    inline: ClassVar[bool] = True

    def steps(self) -> Asks[Any]:
        each = [(1, self.weapon)] * self.times if self.each_rolled else [(self.times, self.weapon)]
        extra = [] if self.extra is None else [(1, self.extra)]
        beyond = None if self.last is None else AtLeast(self.last)
        done = yield capped([*each, *extra], least=LEAST, most=self.last, beyond=beyond)
        return done if isinstance(done, AtLeast) else rounded_down(done)

    def __str__(self) -> str:
        return "damage"


def last_listed(weapon: Expression, extra: Expression | None, times: int) -> int | None:
    """The first total of the tail that is not listed, if dice explode without end; else None."""
    lasts = endless.last_listed(weapon), None if extra is None else endless.last_listed(extra)
    if lasts == (None, None):
        return None
    return max(LEAST + 1, times * (lasts[0] or 0) + (lasts[1] or 0))


def read_threat(text: str) -> int | None:
    """Read a threat range such as ``18-20`` or ``18–20``, and return its first roll; else None."""
    found = _RANGE.fullmatch(with_plain_minus(text).strip())
    return None if found is None else int(found[1])


def told_times(multipliers: Sequence[int]) -> str:
    """The multipliers of a critical hit, in the description of a roll."""
    return f"with critical hits {multiplied_by(multipliers) or 'like others'}"
