"""Dice with symbols: the dice of Genesys, and a check with them.

astragal play examples/genesys.py check --ability 2 --proficiency 1 --difficulty 2
astragal play examples/genesys.py check --ability 2 --difficulty 2 --odds --of passes
astragal play examples/genesys.py check --ability 1 --difficulty 1 --faces success+advantage,threat
"""

from typing import NamedTuple

from astragal import Asks, Die, Symbols, rule, total

# Each face with the number of sides that show it. A triumph counts as a success too, and despair as
# a failure: their faces show both.
BOOST = Die({"blank": 2, "success": 1, "success+advantage": 1, "2 advantage": 1, "advantage": 1})
SETBACK = Die({"blank": 2, "failure": 2, "threat": 2})
ABILITY = Die(
    {"blank": 1, "success": 2, "2 success": 1}
    | {"advantage": 2, "success+advantage": 1, "2 advantage": 1}
)
DIFFICULTY = Die(
    {"blank": 1, "failure": 1, "2 failure": 1, "threat": 3, "2 threat": 1, "failure+threat": 1}
)
PROFICIENCY = Die(
    {"blank": 1, "success": 2, "2 success": 2, "advantage": 1}
    | {"success+advantage": 3, "2 advantage": 2, "success+triumph": 1}
)
CHALLENGE = Die(
    {"blank": 1, "failure": 2, "2 failure": 2, "threat": 2}
    | {"failure+threat": 2, "2 threat": 2, "failure+despair": 1}
)
FORCE = Die({"dark": 6, "2 dark": 1, "light": 2, "2 light": 3})
PERCENTILE = Die(100)


class Result(NamedTuple):
    left: Symbols

    @property
    def passes(self) -> bool:
        return "success" in self.left

    def __str__(self) -> str:
        return f"{'pass' if self.passes else 'fail'}: {self.left}"


@rule
def check(
    ability: int = 0,
    proficiency: int = 0,
    boost: int = 0,
    difficulty: int = 0,
    challenge: int = 0,
    setback: int = 0,
) -> Asks[Result]:
    """Roll all dice together; successes and failures cancel, and so do advantage and threat."""
    pool = [ABILITY] * ability + [PROFICIENCY] * proficiency + [BOOST] * boost
    pool += [DIFFICULTY] * difficulty + [CHALLENGE] * challenge + [SETBACK] * setback
    rolled = yield total(pool)
    if not pool:
        return Result(Symbols())
    return Result(rolled.cancel("success", "failure", "advantage", "threat"))
