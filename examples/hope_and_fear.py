"""Two d12, one of Hope and one of Fear, as in Daggerheart: the higher one colours the result.

astragal play examples/hope_and_fear.py action --modifier 2 --difficulty 15
astragal play examples/hope_and_fear.py action --modifier 2 --odds
"""

from dataclasses import dataclass
from typing import Annotated, Literal

from astragal import Asks, Bounds, choose, d, dice, note, rule


@dataclass(frozen=True, order=True)
class Result:
    success: bool
    hope: int
    """What is won or lost of it; nothing is won with Fear."""
    critical: bool = False

    def __str__(self) -> str:
        if self.critical:
            return "critical success"
        return f"{'success' if self.success else 'failure'}, {self.hope:+} Hope"


@rule(aim="success, then hope")
def action(
    modifier: Annotated[int, Bounds(-5, 10), "added to both dice"] = 1,
    difficulty: Annotated[int, Bounds(5, 30)] = 15,
    edge: Annotated[Literal["none", "advantage", "disadvantage"], "a d6 more or less"] = "none",
    experience: Annotated[int, Bounds(0, 4), "added for a Hope, if you like"] = 0,
) -> Asks[Result]:
    """2d12 against the difficulty; the higher die decides between Hope and Fear, equal ones win."""
    spent = bool(experience) and (yield choose("spend a Hope?", {"spend": True, "keep": False}))
    hope, fear = yield dice(2, 12)
    yield note("Hope {}, Fear {}", hope, fear)
    extra = 0 if edge == "none" else (yield d(6))
    score = hope + fear + modifier + spent * experience
    score += -extra if edge == "disadvantage" else extra
    yield note("{} against {}", score, difficulty)
    critical = hope == fear
    return Result(critical or score >= difficulty, (hope >= fear) - spent, critical)
