"""Damage rolls without an attack."""

from __future__ import annotations

from typing import Annotated

from astragal.experiment.experiment import Asks
from astragal.games.percentile.about import Divide, HowToRound, game
from astragal.games.percentile.ten_sided import TenSided
from astragal.games.percentile.weapons import (
    Damage,
    Fury,
    Primitive,
    Proven,
    Tearing,
    Times,
    Weapon,
    Wound,
    refuse_damage,
)
from astragal.mechanics.arithmetic import added_up
from astragal.mechanics.rerolls import Reroll, Rerolling, again
from astragal.rules.introductions import Words
from astragal.rules.parameters import OrText


@game.rule(refuse=refuse_damage, aim="damage")
def damage(
    dice: Annotated[OrText[TenSided], Words("{}"), "such as 1d10+5 or 2d5"],
    tearing: Tearing = False,
    proven: Proven = None,
    primitive: Primitive = None,
    fury: Fury = "each",
    multipliers: Times = (),
    divide: Divide = 1,
    rounding: HowToRound = "up",
    reroll: Rerolling = Reroll.NEVER,
) -> Asks[Damage]:
    """Damage dice: a natural 10 is Fury and adds 1d5, also on the d10 that is halved for a d5.

    Tearing rolls one more die and drops the lowest. Proven X raises dice to X; Primitive X lowers
    them to X, though a rolled 10 is still Fury. The d5 of Fury is not a damage die: it is neither
    raised nor lowered. A re-roll's second result stands, even if it is worse.
    """
    times = added_up(multipliers)
    weapon = Weapon(dice, tearing, proven, primitive, fury, times, divide, rounding)
    once = Wound(weapon)
    done: Damage = yield once
    more = yield from again(reroll, done)
    return once if more else done
