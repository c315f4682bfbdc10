"""Six more games among the examples: each against its definition, worked out in another way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations, product
from typing import Any

import pytest

from tests.test_examples import game

pytestmark = pytest.mark.person
"""At the limits of a person at their own machine."""

DIE = range(1, 7)


@pytest.mark.parametrize(
    ("name", "rule", "given", "faces", "decisions", "outcome"),
    [
        ("cant_stop", "turn", {}, [1, 5, 4, 4, 6, 1, 1, 2], ["roll", "stop"], "3"),
        ("cant_stop", "turn", {}, [1, 5, 4, 4, 1, 1, 2, 2], ["roll"], "0"),
        ("hope_and_fear", "action", {}, [9, 5], [], "success, +1 Hope"),
        ("hope_and_fear", "action", {}, [5, 9], [], "success, +0 Hope"),
        ("hope_and_fear", "action", {}, [2, 2], [], "critical success"),
        ("hope_and_fear", "action", {"edge": "advantage"}, [3, 5, 5], [], "failure, +0 Hope"),
        ("hope_and_fear", "action", {"experience": 2}, [7, 5], ["spend"], "success, +0 Hope"),
        (
            "cortex",
            "check",
            {},
            [1, 7, 2, 7],
            ["d8 with a total of 14"],
            "success, effect d8, hitches 1",
        ),
        (
            "cortex",
            "check",
            {},
            [1, 1, 1, 9],
            ["d4 with a total of 9"],
            "success, effect d4, hitches 3",
        ),
        ("farkle", "turn", {}, [1, 1, 5, 3, 4, 6], ["200 with 4 left", "stop"], "200"),
        ("farkle", "turn", {}, [2, 2, 2, 3, 4, 6, 3, 3, 4], ["200 with 3 left", "roll"], "0"),
        (
            "farkle",
            "turn",
            {},
            [4] * 6 + [2, 3, 4, 6, 2, 1],
            ["800 with 0 left", "roll", "100 with 5 left", "stop"],
            "900",
        ),
        ("yahtzee", "throw", {}, [1, 2, 5, 5, 5, 5, 6, 5], ["5 5 5", "5 5 5 5"], "50"),
        ("yahtzee", "throw", {"box": "full house", "again": 0}, [1, 2, 1, 2, 2], [], "25"),
        ("pig", "turn", {}, [4, 5, 6, 5], ["roll", "roll", "roll", "hold"], "20"),
        ("pig", "duel", {"goal": 6}, [4, 1, 5, 4, 2], ["roll", "hold", "roll"], "True"),
        ("threes", "threes", {"dice": 3}, [3, 4, 2, 1], ["2", "1"], "3"),
        ("ironsworn", "move", {}, [2, 4, 9, 5], ["action die"], "1"),
        ("volley", "volley", {"attacks": 2}, [3, 4, 4, 6, 6, 1], [], "1"),
        ("volley", "volley", {"attacks": 2}, [2, 3, 4, 4], [], "0"),
    ],
)
def test_a_worked_example(
    name: str, rule: str, given: Any, faces: list[int], decisions: list[str], outcome: str
) -> None:
    rolled = game(name, rule)(**given).roll(faces=faces, decisions=decisions)
    assert str(rolled.outcome) == outcome


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "rule"),
    [
        ("cant_stop", "turn"),
        ("hope_and_fear", "action"),
        ("cortex", "check"),
        ("farkle", "turn"),
        ("yahtzee", "throw"),
        ("volley", "volley"),
    ],
)
def test_every_game_has_odds_and_a_plot_within_the_usual_limits(name: str, rule: str) -> None:
    assert "<svg" in game(name, rule)().odds().render("svg")


def moves(runners: tuple[int, ...]) -> Counter[int]:
    """Of all 1,296 throws, how many move so many runners at best."""
    best: Counter[int] = Counter()
    for faces in product(DIE, repeat=4):
        orders = permutations(faces)
        best[max((a + b in runners) + (c + e in runners) for a, b, c, e in orders)] += 1
    return best


@pytest.mark.parametrize(("runners", "percent"), [((6, 7, 8), 92.0), ((2, 3, 12), 43.8)])
def test_runners_that_cannot_stop(runners: tuple[int, ...], percent: float) -> None:
    chances = {steps: Fraction(n, 1296) for steps, n in moves(runners).items()}
    assert dict(game("cant_stop", "moves")(runners).odds().items()) == chances
    assert float(100 - 100 * chances[0]) == pytest.approx(percent, abs=0.05)

    @cache
    def rolled(gained: int) -> Fraction:
        total = Fraction(0)
        for steps in (1, 2):
            then = min(gained + steps, 60)
            worth = max(Fraction(then), rolled(then)) if then < 60 else Fraction(60)
            total += chances.get(steps, Fraction(0)) * worth
        return total

    turn = game("cant_stop", "turn")
    assert turn(runners).odds().mean == rolled(0)
    advice = turn(runners, 5).advise()
    assert advice.values == {"roll": rolled(5), "stop": Fraction(5)}


def test_hope_and_fear_by_hand() -> None:
    throws = list(product(range(1, 13), range(1, 13), DIE))
    action = game("hope_and_fear", "action")
    for edge, sign in (("none", 0), ("advantage", 1), ("disadvantage", -1)):
        wins = [a == b or a + b + 2 + sign * c >= 16 for a, b, c in throws]
        hopes = sum(win and a >= b for win, (a, b, _) in zip(wins, throws, strict=True))
        odds = action(2, 16, edge).odds()
        assert odds.probability(lambda result: result.success) == Fraction(sum(wins), 864)
        happy = odds.probability(lambda result: result.success and result.hope == 1)
        assert happy == Fraction(hopes, 864)
    # An Experience is worth its Hope for success first, and never where only Hope counts.
    assert action(1, 15, experience=2).advise().best == "spend"
    assert action(1, 15, experience=2).advise("hope").best == "keep"


def test_a_total_and_an_effect_by_hand() -> None:
    """Any two dice without a one make the total, and any third the effect."""
    sizes, results = (6, 8, 8, 10), Counter[tuple[bool, int, int]]()
    for faces in product(*(range(1, size + 1) for size in sizes)):
        live = [n for n in range(4) if faces[n] > 1]
        found = [(sum(faces[n] for n in live[:2]) >= 9, 4)]
        for two in combinations(live, 2):
            success = sum(faces[n] for n in two) >= 9
            found += [(success, sizes[n]) for n in live if n not in two]
            found.append((success, 4))
        if len(live) < 2:
            found = [(sum(faces[n] for n in live) >= 9, 4)]
        results[(*max(found), 4 - len(live))] += 1
    # Who fails in any case takes the largest effect, and the dice that are left for the total.
    odds = game("cortex", "check")().odds()
    ours = {(r.success, r.effect, r.hitches): chance for r, chance in odds.items()}
    won = {key: Fraction(n, 3840) for key, n in results.items() if key[0]}
    assert {key: chance for key, chance in ours.items() if key[0]} == won
    assert sum(chance for key, chance in ours.items() if not key[0]) == 1 - sum(won.values())


def scores(faces: list[int]) -> Iterator[tuple[int, int]]:
    """Points and dice of everything that may be put aside, one combination after the other."""
    yield 0, 0
    for face, points, dice in [(1, 100, 1), (5, 50, 1), (1, 1000, 3)] + [
        (face, 100 * face, 3) for face in range(2, 7)
    ]:
        if faces.count(face) >= dice:
            left = list(faces)
            for _ in range(dice):
                left.remove(face)
            for more, used in scores(left):
                yield points + more, dice + used


@pytest.mark.slow
def test_a_turn_of_farkle_by_hand() -> None:
    throws = {
        dice: Counter(tuple(sorted(faces)) for faces in product(DIE, repeat=dice))
        for dice in range(1, 7)
    }
    offered = {
        faces: {(points, used) for points, used in scores(list(faces)) if used}
        for throw in throws.values()
        for faces in throw
    }

    @cache
    def worth(dice: int, held: int) -> float:
        total = 0.0
        for faces, count in throws[dice].items():
            best = 0.0
            for points, used in offered[faces]:
                now = min(held + points, 3000)
                more = worth(dice - used or 6, now) if now < 3000 else 0
                best = max(best, now, more)
            total += count * best
        return total / float(6**dice)

    turn = game("farkle", "turn")
    assert float(turn().plan().value) == pytest.approx(worth(6, 0))
    nothing = game("farkle", "offers")().odds().probability(())
    assert nothing == Fraction(sum(n for f, n in throws[6].items() if not offered[f]), 6**6)
    advice = turn().advise(faces=[1, 1, 5, 3, 4, 6])
    one = max(100.0, worth(5, 100))
    assert advice.best == "100 with 5 left"
    assert float(advice.values[advice.best]) == pytest.approx(one)


def full_house(faces: tuple[int, ...]) -> bool:
    a, b, c, e, f = sorted(faces)
    return a != f and a == b and e == f and c in (a, f)


def straight(length: int, faces: tuple[int, ...]) -> bool:
    return any(set(range(n, n + length)) <= set(faces) for n in range(1, 8 - length))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("box", "fits", "points", "percent"),
    [
        ("yahtzee", lambda faces: min(faces) == max(faces), 50, 4.603),
        ("full house", full_house, 25, 36.288),
        ("small straight", lambda faces: straight(4, faces), 30, 61.54),
        ("large straight", lambda faces: straight(5, faces), 40, 26.11),
    ],
)
def test_a_box_of_yahtzee_by_hand(box: str, fits: Any, points: int, percent: float) -> None:
    throws = {
        dice: Counter(tuple(sorted(faces)) for faces in product(DIE, repeat=dice))
        for dice in range(6)
    }

    @cache
    def thrown(kept: tuple[int, ...], again: int) -> Fraction:
        dice = 5 - len(kept)
        ways = throws[dice].items()
        each = (n * best(tuple(sorted(kept + faces)), again) for faces, n in ways)
        return sum(each, Fraction(0)) * Fraction(1, 6**dice)

    @cache
    def best(faces: tuple[int, ...], again: int) -> Fraction:
        if not again:
            return Fraction(bool(fits(faces)))
        masks = product((False, True), repeat=5)
        keeps = {tuple(f for f, keep in zip(faces, mask, strict=True) if keep) for mask in masks}
        return max(thrown(kept, again - 1) for kept in keeps)

    odds = game("yahtzee", "throw")(box).odds()
    assert odds.probability(points) == thrown((), 2)
    assert 100 * float(odds.probability(points)) == pytest.approx(percent, abs=0.01)


@pytest.mark.parametrize(
    ("strength", "toughness", "needed"), [(4, 4, 4), (5, 4, 3), (8, 4, 2), (4, 5, 5), (4, 8, 6)]
)
def test_a_volley_by_hand(strength: int, toughness: int, needed: int) -> None:
    """From attack to attack: the models slain so far, and how hurt the first is."""
    throws = product(DIE, repeat=3)
    good = Fraction(sum(a >= 3 and b >= needed and c < 5 for a, b, c in throws), 216)
    states = {(0, 0): Fraction(1)}
    for _ in range(5):
        after: dict[tuple[int, int], Fraction] = {}
        for (slain, hurt), chance in states.items():
            ways = [((slain, hurt), 1 - good)]
            for damage in (1, 2, 3):
                dead = hurt + damage >= 2
                ways.append(((slain + dead, 0 if dead else hurt + damage), good / 3))
            for state, share in ways:
                after[state] = after.get(state, Fraction(0)) + chance * share
        states = after
    counts = {n: sum(p for (slain, _), p in states.items() if slain == n) for n in range(6)}
    volley = game("volley", "volley")(5, 3, strength, toughness, 5, "1d3")
    assert dict(volley.odds().items()) == counts


def test_wounds_beyond_the_last_are_lost() -> None:
    volley = game("volley", "volley")
    assert volley(4, damage="6").odds() == volley(4, damage="2").odds()


def test_pig_is_played_as_is_well_known() -> None:
    """Hold at 20 in a turn alone; of two players to 20, the first wins with 0.615558549805."""
    assert float(game("pig", "turn")().plan().value) == pytest.approx(8.14179489372703)
    assert game("pig", "turn")().plan().loss("hold at 20, else roll").lost == 0


@pytest.mark.slow
def test_two_players_of_pig_to_20() -> None:
    plan = game("pig", "duel")().plan()
    assert float(plan.value) == pytest.approx(0.615558549805, abs=1e-12)
    assert plan.value.denominator.bit_length() == 25


@cache
def least(dice: int) -> Fraction:
    """The least mean of the game of Threes, by all rolls."""
    if not dice:
        return Fraction(0)
    total = Fraction(0)
    for faces in product((0, 1, 2, 4, 5, 6), repeat=dice):
        low = sorted(faces)
        total += min(sum(low[:kept]) + least(dice - kept) for kept in range(1, dice + 1))
    return Fraction(total, 6**dice)


def test_threes_by_hand() -> None:
    assert game("threes", "threes")(4).plan().value == least(4)


@pytest.mark.slow
def test_a_move_whose_dice_may_be_rolled_once_more() -> None:
    assert game("ironsworn", "move")().odds().mean == Fraction(5707, 4500)
