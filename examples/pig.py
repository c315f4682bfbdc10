"""Pig: roll on and add up, or hold; a 1 loses the turn. One turn alone, and two players to a goal.

astragal play examples/pig.py turn --plan
astragal play examples/pig.py turn --plan --strategy "hold at 15, else roll"
astragal play examples/pig.py duel --goal 12 --plan --when hold
"""

from typing import Annotated

from astragal import Asks, Bounds, choose, d, rule


@rule(aim="outcome")
def turn(held: Annotated[int, Bounds(0, 99), "added up so far"] = 0) -> Asks[int]:
    """One turn, played for as much as possible on average."""
    if held and (yield choose("roll on?", ["roll", "hold"], held=held)) == "hold":
        return held
    face = yield d(6)
    return 0 if face == 1 or held + face > 99 else turn(held + face)


@rule(aim="outcome")
def duel(
    mine: Annotated[int, "the score of whoever rolls"] = 0,
    theirs: Annotated[int, "the score of the other one"] = 0,
    held: Annotated[int, "added up in this turn"] = 0,
    us: Annotated[bool, "whether it is our turn"] = True,
    goal: Annotated[int, Bounds(2, 100), "what wins"] = 20,
) -> Asks[bool]:
    """Two players, turn by turn, both playing their best: whether we reach the goal first."""
    if mine + held >= goal:
        return us
    if held:
        on = yield choose(
            "roll on?", ["roll", "hold"], opposed=not us, mine=mine, theirs=theirs, held=held
        )
        if on == "hold":
            return duel(theirs, mine + held, 0, not us, goal)
    face = yield d(6)
    if face == 1:
        return duel(theirs, mine, 0, not us, goal)
    return duel(mine, theirs, held + face, us, goal)
