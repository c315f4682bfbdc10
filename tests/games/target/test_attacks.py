"""target: attacks with given dice and against every face, and what their rolls say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise, product
from typing import Any

import pytest

from astragal.games import target
from astragal.games.target import Attack

attack: Any = target.attack
check: Any = target.check
defense: Any = target.defense
opposed: Any = target.opposed

D20 = range(1, 21)


def totals(dice: Iterable[int], bonus: int) -> Counter[int]:
    return Counter(sum(faces) + bonus for faces in product(*(range(1, d + 1) for d in dice)))


def attack_by_hand(
    bonus: int,
    armor: int,
    weapon: Counter[int],
    extra: Counter[int],
    threat: int,
    times: int,
    rolls: bool,
) -> dict[Any, Fraction]:
    """Every face of the attack, the confirmation and the damage dice."""
    law: dict[Any, Fraction] = {}

    def hits(face: int) -> bool:
        return face == 20 or (face != 1 and face + bonus >= armor)

    def damage(critical: bool, chance: Fraction) -> None:
        groups = [weapon] * (times if critical and rolls else 1) + [extra]
        for picks in product(*(group.items() for group in groups)):
            done = sum(value for value, _ in picks[:-1])
            done = done * (times if critical and not rolls else 1) + picks[-1][0]
            share = chance
            for (_, count), group in zip(picks, groups, strict=True):
                share *= Fraction(count, sum(group.values()))
            outcome = Attack(True, critical, max(1, done))
            law[outcome] = law.get(outcome, Fraction(0)) + share

    for face in D20:
        if not hits(face):
            law[Attack(False)] = law.get(Attack(False), Fraction(0)) + Fraction(1, 20)
            continue
        confirmed = Fraction(sum(map(hits, D20)), 20) if face >= threat else Fraction(0)
        damage(True, confirmed / 20)
        damage(False, (1 - confirmed) / 20)
    return {outcome: chance for outcome, chance in law.items() if chance}


NO_DICE = Counter({0: 1})


@pytest.mark.slow
@pytest.mark.parametrize("multiplied", ["result", "rolls"])
@pytest.mark.parametrize(
    ("bonus", "armor", "threat", "multipliers", "extra"),
    [
        (5, 16, 20, (2,), False),
        (5, 16, 18, (2, 2), False),
        (0, 30, 20, (3,), True),
        (40, 10, 2, (2,), True),
        (0, 20, 15, (2,), False),
    ],
)
def test_expected_attacks_against_every_face(
    bonus: int, armor: int, threat: int, multipliers: tuple[int, ...], extra: bool, multiplied: str
) -> None:
    """A 1 misses, a 20 hits; what is in the threat range but misses is no threat; ×2 ×2 is ×3."""
    times = {(2,): 2, (2, 2): 3, (3,): 3}[multipliers]
    more = totals([4], 0) if extra else NO_DICE
    expected = attack_by_hand(
        bonus, armor, totals([6], -2), more, threat, times, multiplied == "rolls"
    )
    made = attack(bonus, armor, "1d6-2", "1d4" if extra else None, threat, multipliers, multiplied)
    assert dict(made.odds().items()) == expected


@pytest.mark.parametrize(
    ("how", "faces", "outcome"),
    [
        ({}, [1], "miss"),
        ({}, [10], "miss"),
        ({}, [11, 4], "hit, 7 damage"),
        ({}, [20, 10, 4], "hit, 7 damage"),
        ({}, [20, 11, 4], "critical hit, 14 damage"),
        ({}, [20, 1, 4], "hit, 7 damage"),
        ({}, [20, 20, 4], "critical hit, 14 damage"),
        ({"multiplied": "rolls"}, [20, 11, 4, 5], "critical hit, 15 damage"),
        ({"extra": "1d6"}, [20, 11, 4, 6], "critical hit, 20 damage"),
        ({"extra": "1d6"}, [12, 4, 6], "hit, 13 damage"),
        ({"threat": 19}, [19, 12, 6], "critical hit, 18 damage"),
        ({"threat": 10}, [10], "miss"),
        ({"multipliers": [3]}, [20, 12, 1], "critical hit, 12 damage"),
        ({"multipliers": [3, 3]}, [20, 12, 1], "critical hit, 20 damage"),
        ({"damage": "1d4-4"}, [12, 1], "hit, 1 damage"),
        ({"damage": "1d8/2"}, [12, 7], "hit, 3 damage"),
        ({"modifiers": "+2 luck, +5 luck"}, [11, 4], "hit, 7 damage"),
        ({"modifiers": "+2 luck, +5 luck"}, [10], "miss"),
    ],
)
def test_expected_attacks_step_by_step(how: dict[str, Any], faces: list[int], outcome: str) -> None:
    """+5 against 16 for 1d8 + 3, unless said otherwise. G8: damage is at least 1."""
    given = {"modifiers": 5, "armor_class": 16, "damage": "1d8+3"} | how
    assert str(attack(**given).roll(faces=faces).outcome) == outcome


@pytest.mark.parametrize(
    ("how", "faces", "told"),
    [
        ({}, [20, 11, 4], ["1d8 + 3: (4) + 3 = 7, ×2"]),
        ({"multipliers": [2, 2]}, [20, 11, 4], ["1d8 + 3: (4) + 3 = 7, ×3"]),
        ({"multipliers": [1]}, [20, 11, 4], ["1d8 + 3: (4) + 3 = 7"]),
        ({}, [20, 1, 4], ["1d8 + 3: (4) + 3 = 7"]),
        (
            {"multiplied": "rolls", "extra": "1d6"},
            [20, 11, 4, 5, 6],
            ["1d8 + 3: (4) + 3 = 7", "1d8 + 3: (5) + 3 = 8", "1d6: 6"],
        ),
    ],
)
def test_expected_a_critical_hit_says_how_its_damage_is_multiplied(
    how: dict[str, Any], faces: list[int], told: list[str]
) -> None:
    rolled = attack(5, 16, "1d8+3", **how).roll(faces=faces)
    lines = [line.strip() for line in rolled.explain()]
    assert lines[1] == "20 + 5 = 25"
    assert lines[2].startswith("a threat, ")
    assert lines[3:-1] == told


def test_better_attacks_sort_behind_worse_ones() -> None:
    worst_first = [
        Attack(False),
        Attack(True, False, 3),
        Attack(True, True, 3),
        Attack(True, damage=4),
    ]
    assert all(one < other for one, other in pairwise(worst_first))


# What a roll tells

TOLD = "+2 luck does not count: +4 luck is of the same type"


@pytest.mark.parametrize(
    ("made", "faces", "told"),
    [
        (check("+2 luck, +4 luck", 15), [11], [TOLD, "11 + 4 (luck) = 15"]),
        (check("+2 luck, +4 luck", 15, take=10), [], [TOLD, "10 + 4 (luck) = 14"]),
        (check("+4 luck", 15), [11], ["11 + 4 (luck) = 15"]),
        (
            opposed("+2 luck, +4 luck", "1, 2"),
            [11, 9],
            [TOLD, "11 + 4 (luck) = 15", "the opponent 9 + 1 + 2 = 12"],
        ),
        (attack("+2 luck, +4 luck", 19), [11], [TOLD, "11 + 4 (luck) = 15"]),
        (
            defense("dodge", "+2 luck, +4 luck", 15),
            [11],
            [TOLD, "11 + 4 (luck) = 15"],
        ),
    ],
    ids=str,
)
def test_g3_what_counted_is_told_before_the_roll(
    made: Any, faces: list[int], told: list[str]
) -> None:
    assert [line.strip() for line in made.roll(faces=faces).explain()[1:-1]] == told
