"""What a rule can ask for: several, the best, totals, weighted alternatives."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

import astragal
from astragal import (
    AstragalError,
    RuleError,
    SeededSource,
    best,
    capped,
    coin,
    d,
    dice,
    limited,
    pool,
    total,
    weighted,
    worst,
)
from astragal._value import Value
from astragal.rules.requests.turns import InTurn
from tests.support.small_rules import (
    hit,
)


@pytest.mark.parametrize(
    ("experiment", "faces", "line"),
    [
        (best(3, 100), [4, 96, 11], "best of 3d100: ~4~, 96, ~11~ → 96"),
        (dice(2, 6), [3, 5], "2d6: 3, 5 → 3, 5"),
        (pool(2, 6), [3, 5], "pool of 2d6: 3, 5 → 5, 3"),
        (coin("heads", "tails"), [2], "coin: d2: 2 → tails"),
        (dice([d(6), coin()]), [2, 1], "d6, coin: 2, true → 2, true"),
        (total([d(6), "2d4kh1 + 1"]), [6, 3, 2], "total of d6, 2d4kh1 + 1: 6, 4 → 10"),
        (total(2, hit()), [6, 3], "total of 2 of hit(): 1, 0 → 1"),
        (dice(2, 6).map(max), [2, 1], "max of 2d6: 2d6: 2, 1 → 2"),
    ],
)
def test_requests_are_experiments_of_their_own(
    experiment: Any, faces: list[int], line: str
) -> None:
    assert str(experiment.roll(faces=faces)) == line


def test_the_best_of_many_is_not_enumerated() -> None:
    """500 dice have 100 ** 500 faces together."""
    odds = best(500, 100).odds()
    assert odds.probability(100) == 1 - Fraction(99, 100) ** 500
    assert worst(500, 100).odds().probability(1) == 1 - Fraction(99, 100) ** 500
    assert total(200, best(3, 6)).odds().mean == 200 * best(3, 6).odds().mean


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda: dice("2d6"), "bad-number"),
        (lambda: capped("2d6", most=2.5), "bad-number"),  # type: ignore[arg-type]
        (lambda: capped("2d6", most=2, least=3), "bad-number"),
        (lambda: capped([("2d6", 2)], most=2), "bad-number"),  # type: ignore[list-item]
        (lambda: capped("2d6", most=2, beyond=[]), "bad-outcome"),
        (lambda: dice(-1, 6), "bad-number"),
        (lambda: dice(20_000, 6).roll(), "too-many-dice"),
        (lambda: dice(10**9, 6), "bad-number"),
        (lambda: dice(2, object()), "bad-request"),  # type: ignore[call-overload]
        (lambda: pool(1.5, 6), "bad-number"),  # type: ignore[call-overload]
        (lambda: best(2, 6, key=3), "bad-key"),  # type: ignore[call-overload]
        (lambda: best([]), "bad-number"),
        (lambda: total(2, "hello world"), None),
        (lambda: weighted({}), "no-alternatives"),
        (lambda: weighted({"a": 0}), "no-alternatives"),
        (lambda: weighted({"a": -1}), "bad-weight"),
        (lambda: weighted({"a": 0.5}), "bad-weight"),  # type: ignore[dict-item]
        (lambda: coin([1], [2]), "bad-alternative"),
        (lambda: coin(0.5, 1.5), "bad-alternative"),
        (lambda: weighted({None: 1}), "bad-alternative"),
        (lambda: total(2, weighted({"a": 1})).odds(), "not-a-number"),
        (lambda: pool(2, weighted({"a": 1, 2: 1})).odds(), "no-order"),
        (lambda: coin().roll(faces=[1], source=SeededSource(1)), "two-sources"),
        (lambda: coin().sample(-1), "bad-count"),
    ],
)
def test_requests_that_make_no_sense(make: Callable[[], Any], code: str | None) -> None:
    with pytest.raises(AstragalError) as caught:
        make()
    assert code is None or caught.value.code == code


def test_weights_may_be_fractions_or_come_from_odds() -> None:
    thirds = weighted({"a": Fraction(1, 3), "b": Fraction(1, 6)})
    assert thirds.odds().probability("a") == Fraction(2, 3)
    assert thirds.roll(faces=[3]).outcome == "b"
    assert weighted(astragal.odds("2d6")).odds() == astragal.odds("2d6")


def test_keys_need_an_order_but_no_hash() -> None:
    by_list = best(2, 6, key=lambda face: [face % 3, face])
    assert by_list.odds() == best(2, 6, key=lambda face: (face % 3, face)).odds()


def test_odds_without_end_are_no_alternatives() -> None:
    with pytest.raises(RuleError) as caught:
        weighted(astragal.odds("1d6!"))
    assert caught.value.code == "endless"


def test_partial_orders_have_no_best() -> None:
    sets = weighted({frozenset({1}): 1, frozenset({2}): 1, frozenset({1, 2}): 1})
    with pytest.raises(RuleError) as caught:
        best(2, sets).odds()
    assert caught.value.code == "no-order"


def test_a_mistake_in_a_key_is_not_an_order() -> None:
    wrong = best(2, 6, key=lambda face: face + "1")  # type: ignore[operator]
    for go in (wrong.odds, wrong.roll):
        with pytest.raises(TypeError):
            go()


@pytest.mark.parametrize("bounds", [{}, {"least": 3}, {"most": 9}, {"least": 4, "most": 10}])
def test_a_capped_sum_is_the_sum_held_to_its_bounds(bounds: dict[str, Any]) -> None:
    """Twice 1d6 - 1d4 and a half of 1d3, each face enumerated."""
    table: dict[Any, int] = {}
    for six in range(1, 7):
        for four in range(1, 5):
            for three in range(1, 4):
                whole = max(bounds.get("least", -99), 2 * six - four + Fraction(three, 2))
                held: Any = "many" if whole >= bounds.get("most", 99) else whole
                table[held] = table.get(held, 0) + 1
    asked = capped([(2, 6), (-1, "1d4"), "1d3/2"], beyond="many", **bounds)
    assert dict(asked.odds().items()) == {each: Fraction(n, 72) for each, n in table.items()}
    assert asked.roll(faces=[6, 1, 1]).outcome == ("many" if "most" in bounds else Fraction(23, 2))


def test_dice_without_end_are_listed_up_to_a_bound() -> None:
    twice = capped([(2, "2d6!"), "1d8"], most=40)
    twin = astragal.parse("min(2*(2d6!) + 1d8, 40)").odds()
    assert twice.odds() == twin
    assert capped("1 - 1d6!", least=-7, most=9).odds() == astragal.parse("max(1 - 1d6!, -7)").odds()
    for given in ({"least": 1}, {}):
        with pytest.raises(astragal.OddsError, match="infinitely many"):
            capped("2d6!", **given).odds()


def _one_more(face: int) -> astragal.Experiment[int]:
    """A 4 or more adds a d3."""
    return total([d(3)]).map(face.__add__) if face > 3 else weighted({face: 1})


def test_what_follows_each_roll_is_rolled_once_all_lie() -> None:
    both = InTurn((d6(), d4()), (_one_more, _one_more))
    assert both.roll(faces=[6, 2, 1, 1]).outcome == (7, 2)
    paths: dict[tuple[int, int], Fraction] = {}
    for ours, first in _one_side(6).items():
        for theirs, second in _one_side(4).items():
            paths[ours, theirs] = first * second
    assert dict(both.odds().items()) == paths


def _one_side(sides: int) -> dict[int, Fraction]:
    found: dict[int, Fraction] = {}
    for face in range(1, sides + 1):
        for more in (1, 2, 3) if face > 3 else (0, 0, 0):
            found[face + more] = found.get(face + more, Fraction(0)) + Fraction(1, 3 * sides)
    return found


def d6() -> astragal.Experiment[int]:
    return total([d(6)])


def d4() -> astragal.Experiment[int]:
    return total([d(4)])


class Climb(Value):
    """A d3 up or, if it shows a 1, one down, until the top is reached."""

    top: int

    def step(self, height: int) -> astragal.Experiment[int]:
        return weighted({max(0, height - 1): 1, height + 2: 1, height + 3: 1})

    def over(self, height: int) -> bool:
        _LOOKED_AT.append(height)
        return height >= self.top

    def end(self, height: int, made: int | None) -> tuple[int, int | None]:
        return height, made

    def called(self, height: int) -> str:
        return f"from {height}"


_LOOKED_AT: list[int] = []


@pytest.mark.parametrize(("most", "made"), [(0, 0), (1, 0), (7, 0), (7, 3)])
def test_a_limited_chain_has_the_odds_of_every_way_up(most: int, made: int) -> None:
    here, ended = {2: Fraction(1)}, dict[tuple[int, int], Fraction]()
    for steps in range(made, most + 1):
        after: dict[int, Fraction] = {}
        for height, chance in here.items():
            if height >= 6 or steps == most:
                ended[height, steps] = chance
                continue
            for then in (max(0, height - 1), height + 2, height + 3):
                after[then] = after.get(then, Fraction(0)) + chance / 3
        here = after
    _LOOKED_AT.clear()
    assert dict(limited(Climb(6), 2, most, made).odds().items()) == ended
    assert len(_LOOKED_AT) <= 2 * len(set(_LOOKED_AT)), "each state is looked at once"
