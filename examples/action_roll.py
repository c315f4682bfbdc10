"""An action roll as in Blades in the Dark: a few d6, of which the highest counts.

astragal play examples/action_roll.py action --rating 2 --extra 1
astragal play examples/action_roll.py action --sweep rating=0..4 --of outcome=failure
"""

from typing import Annotated

from astragal import Asks, Bounds, pool, rule


@rule
def action(
    rating: Annotated[int, Bounds(0, 4), "a die for each dot"] = 1,
    extra: Annotated[int, Bounds(0, 2), "dice for a push or for help, and for a bargain"] = 0,
) -> Asks[str]:
    """The highest d6: 6 succeeds, 4 or 5 at a price. Two sixes are critical.

    Without any dice, two are rolled and the lower one counts, which is never critical.
    """
    count = rating + extra
    faces = yield pool(count or 2, 6)  # the highest first
    counted = faces[0] if count else faces[-1]
    if count and faces.count(6) > 1:
        return "critical"
    return "success" if counted == 6 else "partial" if counted >= 4 else "failure"
