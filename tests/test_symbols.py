"""Bags of symbols: values that are added, read, told and stored."""

from __future__ import annotations

import copy
import pickle
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal import Die, RollError, RuleError, Symbols, d, dice, rule, total, verify
from astragal.experiment.experiment import Asks
from astragal.outcome import from_data, show, to_data
from tests.support.strategies import faces


def test_a_bag_is_read_and_told() -> None:
    bag = Symbols("2 hit + crit+hit")
    assert (bag["hit"], bag["miss"], bag.count("hit", "crit", "miss"), len(bag)) == (3, 0, 4, 4)
    assert (str(bag), bag.spelling, repr(bag)) == (
        "crit + 3 hit",
        "crit+3hit",
        "Symbols('crit + 3 hit')",
    )
    assert ("hit" in bag, "miss" in bag, bag.names, list(bag)) == (
        True,
        False,
        ("crit", "hit"),
        ["crit", "hit"],
    )
    assert (show(Symbols()), bool(Symbols()), Symbols("Blank")) == ("blank", False, Symbols({}))


def test_one_symbol_alone_is_equal_to_its_name() -> None:
    """Or `face == "hit"` in a rule would be false, whatever was rolled."""
    assert Symbols("hit") == "hit"
    assert Symbols("hit") != "miss"
    assert Symbols("2 hit") != "2 hit", "a text has several spellings, a name has one"
    assert Symbols("crit + hit") != "crit + hit"
    assert Symbols() == "blank"
    faces = (Symbols("hit"), Symbols("miss"), Symbols("hit"))
    assert (faces.count("hit"), Counter(faces)["hit"], {"hit": 3}[faces[0]]) == (2, 2, 3)  # type: ignore[index]
    with pytest.raises(RollError) as caught:
        Die(["1", "2", "claw"])
    assert "`one`, not `1`" in (caught.value.hint or "")


@given(faces, faces, faces)
def test_bags_are_added_in_any_order(a: Symbols, b: Symbols, c: Symbols) -> None:
    assert a + b == b + a
    assert (a + b) + c == a + (b + c) == sum([a, b, c])
    assert a + Symbols() == a
    assert (a + b)["hit"] == a["hit"] + b["hit"]
    assert hash(a + b) == hash(b + a)


@given(faces)
def test_a_bag_reads_back_from_text_and_data(bag: Symbols) -> None:
    assert Symbols(str(bag)) == Symbols(bag.spelling) == Symbols(dict(bag.items())) == bag
    assert from_data(to_data(bag)) == bag
    assert pickle.loads(pickle.dumps(bag)) == copy.deepcopy(bag) == bag


@given(faces, st.sampled_from([("hit", "miss"), ("crit", "hit", "miss", "blow")]))
def test_what_cancels_is_never_there_in_both_kinds(bag: Symbols, pairs: tuple[str, ...]) -> None:
    left = bag.cancel(*pairs)
    for one, other in zip(pairs[::2], pairs[1::2], strict=True):
        assert min(left[one], left[other]) == 0
        assert left[one] - left[other] == bag[one] - bag[other]


@pytest.mark.parametrize(
    "wrong",
    ["", "hit,miss", "2", "hit +", "+hit", "a b", {"hit": -1}, {"hit": True}, {"a b": 1}, 5, None],
)
def test_what_is_no_bag_is_refused(wrong: object) -> None:
    with pytest.raises(RollError) as refused:
        Symbols(wrong)  # type: ignore[arg-type]
    assert refused.value.code == "bad-symbols"


def test_symbols_cannot_be_changed_and_cancel_in_pairs() -> None:
    bag = Symbols("hit")
    with pytest.raises(AttributeError):
        bag.names = ()  # type: ignore[misc]
    with pytest.raises(RollError, match="in pairs"):
        bag.cancel("hit")
    with pytest.raises(TypeError):
        bag + 1


@pytest.mark.parametrize("wrong", [["hit", 1], [1, "hit"], [("hit",)], ["hit,miss"], ["1001 hit"]])
def test_a_die_shows_numbers_or_symbols(wrong: list[object]) -> None:
    with pytest.raises(RollError):
        Die(wrong)  # type: ignore[arg-type]


# In rules


ATTACK = Die(["hit", "2 hit", "miss", "hit + crit"])


@rule
def strike(count: int = 2) -> Asks[str]:
    """So many dice; a crit beats two hits, and these beat anything else."""
    shown = yield total(count, ATTACK)
    again = yield ATTACK
    return "crit" if "crit" in shown + again else "hit" if shown["hit"] > 1 else "miss"


def test_a_rule_asks_for_symbols() -> None:
    rolled = strike().roll(faces=["hit", "miss", "hit+crit"])
    assert rolled.outcome == "crit"
    assert verify(rolled.to_json(), rules=strike) == rolled
    assert strike().odds().probability("crit") == 1 - strike(0).odds().probability("miss") ** 3


def test_a_total_of_unlike_dice_is_that_of_every_roll() -> None:
    pool = [ATTACK, Die(["crit", "blank"]), ATTACK]
    every = dice(pool).odds().map(lambda shown: sum(shown, Symbols()))
    assert dict(total(pool).odds().items()) == dict(every.items())


def test_numbers_and_symbols_have_no_total() -> None:
    mixed = total([d(6), ATTACK])
    for ask in (mixed.odds, lambda: mixed.roll(faces=[3, "hit"])):
        with pytest.raises(RuleError) as refused:
            ask()
        assert refused.value.code == "not-a-number"


def test_numbers_and_symbols_are_told_apart_in_groups() -> None:
    rolled = dice([d(6), ATTACK]).roll(faces=[3, "hit"])
    assert show(rolled.outcome) == "3, hit"
    assert [group.total for group in rolled.groups] == [3, Symbols("hit")]
