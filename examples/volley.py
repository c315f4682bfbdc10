"""Attacks that hit, wound, get past armour and slay, as in Warhammer 40,000.

astragal play examples/volley.py volley --attacks 10 --strength 5 --odds
astragal play examples/volley.py volley --sweep strength=3..8 --sweep toughness=3..8
"""

from typing import Annotated

from astragal import Asks, Bounds, Expression, d, parse, rule

Needed = Annotated[int, Bounds(2, 7), "or more on a d6; nothing reaches 7"]

ONE = parse("1")


@rule
def attack(hit: Needed, strength: int, toughness: int, save: Needed) -> Asks[bool]:
    """Hit, wound, and the other side fails to save. A one fails, a six hits and wounds."""
    twice, half = strength >= 2 * toughness, 2 * strength <= toughness
    wound = 2 if twice else 6 if half else 4 + (strength < toughness) - (strength > toughness)
    for needed in (hit, wound):
        face = yield d(6)
        if face < 6 and face < needed:
            return False
    saved: int = yield d(6)
    return saved < save


@rule
def volley(
    attacks: Annotated[int, Bounds(0, 40)] = 10,
    hit: Needed = 3,
    strength: Annotated[int, Bounds(1, 20)] = 4,
    toughness: Annotated[int, Bounds(1, 20)] = 4,
    save: Needed = 5,
    damage: Annotated[Expression, "of an attack"] = ONE,
    wounds: Annotated[int, Bounds(1, 20), "of each model"] = 2,
    hurt: Annotated[int, "wounds lost by the first"] = 0,
) -> Asks[int]:
    """How many models are slain; damage beyond the last wound of a model is lost."""
    if not attacks:
        return 0
    if (yield attack(hit, strength, toughness, save)):
        hurt += yield damage
    slain = hurt >= wounds
    hurt = 0 if slain else hurt
    rest: int = yield volley(attacks - 1, hit, strength, toughness, save, damage, wounds, hurt)
    return slain + rest
