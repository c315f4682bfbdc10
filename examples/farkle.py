"""Six dice, some of them put aside for points, and the others thrown again, as in Farkle.

astragal play examples/farkle.py turn --faces 1,1,5,3,4,6 --advise
astragal play examples/farkle.py turn --odds --of "outcome>=500"
"""

from typing import Annotated

from astragal import Asks, Bounds, choose, note, pool, rule


@rule
def offers(dice: Annotated[int, Bounds(1, 6)] = 6) -> Asks[tuple[tuple[int, int], ...]]:
    """Throw the dice: the most points for each number of dice put aside."""
    faces = yield pool(dice, 6)
    found = {0: 0}
    for face in set(faces):
        single, three = {1: (100, 1000), 5: (50, 500)}.get(face, (0, 100 * face))
        for used, points in list(found.items()):
            for n in range(1, faces.count(face) + 1):
                if single or n % 3 == 0:
                    worth = points + n // 3 * three + n % 3 * single
                    found[used + n] = max(found.get(used + n, 0), worth)
    return tuple(sorted(found.items())[1:])


@rule(aim="outcome")
def turn(
    dice: Annotated[int, Bounds(1, 6), "to throw"] = 6,
    held: Annotated[int, Bounds(0, 3000), "points of this turn"] = 0,
) -> Asks[int]:
    """Put points aside and go on with the others, all six if none is left; nothing loses all."""
    offered = yield offers(dice)
    ways = {f"{points} with {dice - used} left": (used, points) for used, points in offered}
    yield note("dice {}: {}", dice, ", ".join(ways) or "nothing")
    if not ways:
        return 0
    used, points = yield choose("put aside?", ways, dice=dice, held=held)
    held = min(held + points, 3000)
    if (yield choose("roll on?", ["roll", "stop"], dice=dice - used, held=held)) == "stop":
        return held
    return turn(dice - used or 6, held)
