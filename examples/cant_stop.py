"""Three runners that climb as long as one of their numbers comes, as in Can't Stop.

astragal play examples/cant_stop.py turn --runners 6,7,8
astragal play examples/cant_stop.py turn --runners 4,6,8 --gained 5 --advise
astragal play examples/cant_stop.py moves --runners 6,7,8 --odds
"""

from collections.abc import Sequence
from typing import Annotated

from astragal import Asks, Bounds, choose, note, pool, rule

Runners = Annotated[Sequence[int], "the columns in which they stand"]


@rule
def moves(runners: Runners = (6, 7, 8)) -> Asks[int]:
    """Pair four d6 in the best of three ways: how many of the two sums move a runner."""
    a, b, c, e = yield pool(4, 6)
    pairs = ((a + b, c + e), (a + c, b + e), (a + e, b + c))
    return max((x in runners) + (y in runners) for x, y in pairs)


@rule(aim="outcome")
def turn(
    runners: Runners = (6, 7, 8),
    gained: Annotated[int, Bounds(0, 60), "steps that are not safe yet"] = 0,
) -> Asks[int]:
    """Climb until you stop; a roll that moves nobody loses every step of the turn."""
    if gained and (yield choose("roll on?", ["roll", "stop"], gained=gained)) == "stop":
        return gained
    steps = yield moves(runners)
    yield note("steps {}", steps)
    return turn(runners, min(gained + steps, 60)) if steps else 0
