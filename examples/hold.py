"""A move with hold, as games Powered by the Apocalypse have them: roll now, spend later.

astragal play examples/hold.py guard --stat 1
astragal play examples/hold.py guard --stat 1 --faces 4,3,2 --advise --aim outcome
"""

from typing import Annotated

from astragal import Asks, Bounds, choose, d, note, rule


@rule
def move(stat: Annotated[int, Bounds(-3, 4), "added to 2d6"] = 0) -> Asks[str]:
    """2d6 + stat: 10 or more is a strong hit, 7 to 9 a weak one, anything less a miss."""
    hit: str = yield f"2d6 + {stat} [..6] miss [7..9] weak [10..] strong"
    return hit


@rule
def guard(
    stat: Annotated[int, Bounds(-3, 4), "added to 2d6"] = 0,
    dangers: Annotated[int, Bounds(1, 6), "how many come, one after another"] = 4,
) -> Asks[int]:
    """A strong hit holds 3, a weak one 1. Each danger is a d3 of harm, which a hold turns aside."""
    hold = {"strong": 3, "weak": 1}.get((yield move(stat)), 0)
    averted = 0
    yield note("hold {}", hold)
    for left in reversed(range(dangers)):
        harm = yield d(3)
        yield note("harm {} comes", harm)
        if not hold:
            continue
        now = yield choose("spend hold?", {"spend": 1, "wait": 0}, harm=harm, hold=hold, left=left)
        hold, averted = hold - now, averted + now * harm
    return averted
