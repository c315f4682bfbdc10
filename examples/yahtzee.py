"""Three throws of five dice for one box of the sheet, as in Yahtzee.

astragal play examples/yahtzee.py throw --faces 2,3,4,4,6 --advise --box "large straight"
astragal play examples/yahtzee.py throw --box yahtzee --odds
"""

from itertools import combinations
from typing import Annotated, Literal

from astragal import Asks, Bounds, choose, pool, rule

Box = Literal["yahtzee", "full house", "small straight", "large straight", "chance"]


def points(box: str, faces: tuple[int, ...]) -> int:
    counts = sorted(faces.count(face) for face in set(faces))
    runs = [all(n + i in faces for i in range(4 + (box[0] == "l"))) for n in range(1, 4)]
    return {
        "yahtzee": 50 * (counts == [5]),
        "full house": 25 * (counts == [2, 3]),
        "small straight": 30 * any(runs),
        "large straight": 40 * any(runs),
        "chance": sum(faces),
    }[box]


@rule(aim="outcome")
def throw(
    box: Annotated[Box, "what the dice are for"] = "yahtzee",
    again: Annotated[int, Bounds(0, 2), "throws that follow"] = 2,
    kept: Annotated[tuple[int, ...], "dice that stay"] = (),
) -> Asks[int]:
    """Throw the dice that were not kept, up to three times; the last throw counts."""
    faces = tuple(sorted((*kept, *(yield pool(5 - len(kept), 6)))))
    if not again:
        return points(box, faces)
    ways = {kept for size in range(6) for kept in combinations(faces, size)}
    keep = {" ".join(map(str, kept)) or "nothing": kept for kept in sorted(ways)}
    return throw(box, again - 1, (yield choose("keep what?", keep, faces=faces, again=again)))
