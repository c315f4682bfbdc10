"""Dice: faces with weights."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

import astragal
from astragal import Die, RollError, SeededSource, parse
from astragal.die import D66, D666
from astragal.notation.nodes.dice import Dice


def test_digits_are_read_in_order() -> None:
    assert (D66.lowest, D66.highest, D66.total, D66.digits) == (11, 66, 36, 2)
    assert (D666.lowest, D666.highest, D666.total) == (111, 666, 216)
    assert [str(die) for die in (D66, D666, Die(66), Die(666))] == [
        "d66",
        "d666",
        "d{1..66}",
        "d{1..666}",
    ]
    assert Die(list(D66.faces)) != D66 == pickle.loads(pickle.dumps(D66))
    odds = astragal.odds("d66")
    assert {face: 36 * chance for face, chance in odds.items()} == dict.fromkeys(D66.faces, 1)


@given(st.dictionaries(st.integers(-50, 50), st.integers(1, 4), min_size=1, max_size=12))
def test_a_die_spells_itself_in_notation_that_reads_back(weights: dict[int, int]) -> None:
    die = Die(weights)
    body = parse(str(die)).body
    assert isinstance(body, Dice)
    assert body.die == die
    assert hash(body.die) == hash(die)


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=20))
def test_each_face_holds_as_many_positions_as_it_weighs(faces: list[int]) -> None:
    die = Die(faces)
    assert die.total == len(faces)
    assert [die.face_at(position) for position in range(die.total)] == sorted(faces)
    assert list(die.positions) == sorted(faces)
    assert all(die.weight(face) == faces.count(face) for face in range(-9, 10))


def test_equal_faces_make_equal_dice() -> None:
    assert Die(6) == Die([1, 2, 3, 4, 5, 6]) == Die(dict.fromkeys(range(1, 7), 1))
    assert Die([1, 1, 2, 2]) != Die(2)
    assert Die(6) != "d6"


@pytest.mark.parametrize("faces", [0, -1, True, None, 2.5, [], {1: 0}, {1: -1}, [1.5], {1: 10**9}])
def test_what_is_no_die_is_refused(faces: object) -> None:
    with pytest.raises(RollError):
        Die(faces)  # type: ignore[arg-type]


def test_a_position_past_the_last_is_an_error() -> None:
    with pytest.raises(RollError):
        Die({1: 2, 2: 1}).face_at(3)


def test_a_die_is_a_value() -> None:
    for die in (Die(6), Die(10**30), Die([2, 3, 5]), Die({0: 1, 1: 300})):
        again = pickle.loads(pickle.dumps(die))
        assert again == die
        assert hash(again) == hash(die)
        with pytest.raises(AttributeError):
            die.total = 7
        with pytest.raises(AttributeError):
            del die.total


def test_hashes_do_not_depend_on_the_process() -> None:
    """A die that was pickled elsewhere must be found in a set made here."""
    code = "from astragal import Die; print(hash(Die(6)), hash(Die({0: 1, 1: 3})))"
    runs = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": str(seed)},
        ).stdout
        for seed in (1, 2)
    }
    assert len(runs) == 1


def test_a_die_may_have_more_sides_than_a_list_could() -> None:
    die = Die(10**30)
    assert die.total == 10**30
    assert die.face_at(10**30 - 1) == 10**30
    assert 1 <= SeededSource(1).draw(die, 1)[0] <= 10**30
