"""Optional re-rolls: the second result stands, even if it is worse."""

from __future__ import annotations

from enum import Enum
from typing import Annotated, Any, ClassVar

from astragal.experiment.choices import choose
from astragal.experiment.experiment import Asks, Experiment
from astragal.experiment.notes import note
from astragal.experiment.solve.aims import Decided
from astragal.rules.introductions import Words
from astragal.rules.parameters import OrText
from astragal.rules.requests.repeating import Repeating
from astragal.rules.requests.request import Request


class Reroll(Enum):
    """The policy for a re-roll; True stands for CHOOSE."""

    NEVER = "never"
    CHOOSE = "choose"
    ALWAYS = "always"

    @classmethod
    def switched(cls, on: bool) -> Reroll:
        return cls.CHOOSE if on else cls.NEVER


def granted(reroll: Reroll) -> str:
    """Wording of a re-roll in the introduction of a roll."""
    return "with a second roll" if reroll is Reroll.ALWAYS else "with a re-roll allowed"


Rerolling = Annotated[
    OrText[Reroll], Words(granted), "may be rolled again once; the second result stands"
]


def again(reroll: Reroll, result: Any, by: str = "", what: str = "", who: str = "") -> Asks[Any]:
    """Decide if a result is rolled again: by the policy, or by asking the player.

    ``who`` is named as the player if ``by`` is empty.
    """
    if reroll is Reroll.NEVER:
        return False
    said = by or who
    kept = f"{said} keeps it" if said else ", kept"
    rolled = f"{said} rolls again" if said else ", rolled again"
    if reroll is Reroll.CHOOSE:
        question = f"re-roll {what}?" if what else "re-roll?"
        options = {"keep": False, "re-roll": True}
        says = {"keep": kept, "re-roll": rolled}
        return (yield choose(question, options, by=by, says=says, result=result))
    yield note("{}", rolled)
    return True


class Granted(Request[Any]):
    """A roll with a re-roll."""

    once: Experiment[Any]
    reroll: Reroll

    inline: ClassVar[bool] = True

    def steps(self) -> Asks[Any]:
        made = yield self.once
        more = yield from again(self.reroll, made)
        return self.once if more else made

    def decided(self) -> Decided | None:
        return Repeating(self, self.once) if self.reroll is Reroll.CHOOSE else None

    def __str__(self) -> str:
        return str(self.once)
