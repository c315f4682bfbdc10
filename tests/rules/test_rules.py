"""Rules: their odds, views of them, and what makes two of them the same."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
import time
from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest

import astragal
from astragal import (
    Asks,
    AstragalError,
    Distribution,
    Limits,
    RuleError,
    best,
    coin,
    d,
    dice,
    note,
    rule,
    total,
)
from astragal.games import triumph
from tests.support.programs import brute_odds
from tests.support.sampling import agrees
from tests.support.small_rules import (
    LARGE,
    SMALL,
    Side,
    contest,
    hit,
    pools,
    score_test,
)


@pytest.mark.slow
@pytest.mark.parametrize("experiment", SMALL, ids=str)
def test_odds_are_those_of_every_face(experiment: Any) -> None:
    assert dict(experiment.odds().items()) == brute_odds(experiment, most=20_000)


@pytest.mark.slow
@pytest.mark.parametrize("experiment", [*SMALL, *LARGE], ids=str)
def test_rolls_fall_as_often_as_their_odds_say(experiment: Any) -> None:
    """As many as it takes to see a total of twenty dice that is off by one."""
    assert agrees(experiment, 5_000, str(experiment))


def test_outcomes_of_any_type_and_views_of_them() -> None:
    odds = score_test(1).odds()
    assert odds.outcomes == tuple(sorted(odds.outcomes)), "dataclasses with an order stand in order"
    assert odds.of("passes").probability(True) == Fraction(9, 20)
    assert odds.of("score").mean == odds.of(lambda s: s.score).mean == Fraction(6)
    assert odds.probability(lambda s: s.critical) == Fraction(1, 10)
    assert odds.of("passes").label == "Score test, modifier 1: passes"
    assert contest().odds().outcomes == (Side.US, Side.THEM), "members stand as defined"
    with pytest.raises(AstragalError) as caught:
        odds.of("wins")
    assert caught.value.code == "no-such-field"
    assert caught.value.hint is not None
    assert "it has critical, passes, score" in caught.value.hint


def test_odds_as_data_of_dataclasses_and_members() -> None:
    outcomes = score_test(1).odds().to_data()["outcomes"]
    assert outcomes[0]["outcome"] == {"score": 1, "critical": True}
    assert [each["outcome"] for each in contest().odds().to_data()["outcomes"]] == ["us", "them"]
    assert "us,1," in contest().odds().to_csv()


def test_a_contest_of_pools() -> None:
    odds = pools(10, 8).odds()
    ours, theirs = (astragal.odds(f"{n}d6c>=5") for n in (10, 8))
    assert (odds["win"], odds["tie"], odds["lose"]) == tuple(ours.versus(theirs))


def test_equal_experiments_are_analysed_once() -> None:
    started = []

    @rule
    def counted(n: int) -> Asks[int]:
        started.append(n)
        face: int = yield d(n)
        return face

    @rule
    def often() -> Asks[int]:
        a, b, c = (yield counted(3)), (yield counted(3)), (yield counted(3))
        return int(a + b + c)

    assert often().odds() == astragal.odds("3d3")
    once = len(started)
    assert counted(3).odds() == astragal.odds("1d3")
    assert once <= 2 * (len(started) - once)


@pytest.mark.slow
def test_deep_recursion_is_no_trouble() -> None:
    @rule
    def deep(n: int) -> Asks[int]:
        if n == 0:
            return 0
        return min(3, int((yield deep(n - 1)) + (yield coin(0, 1))))

    assert deep(3000).odds().probability(3) > Fraction(999, 1000)
    assert deep(3000).roll(limits=Limits(work=10**6)).outcome == 3


def test_a_rule_that_asks_for_nothing() -> None:
    @rule
    def certain(n: int) -> Any:
        return n

    @rule
    def passed_on(n: int) -> Any:
        """Not a generator: it only picks what to go on with."""
        return total(n, 6)

    assert certain(3).odds().probability(3) == 1
    assert passed_on(2).odds() == astragal.odds("2d6")
    assert passed_on(2).roll(faces=[1, 2]).outcome == 3


def test_a_die_can_be_gone_on_with() -> None:
    @rule
    def then() -> Any:
        return d(6)

    assert then().odds() == astragal.odds("1d6")
    assert then().roll(faces=[4]).outcome == 4


def test_true_is_not_one() -> None:
    assert coin() != coin(1, 0)
    assert coin().odds() != coin(1, 0).odds()
    assert coin().odds().truth
    assert coin(1, 0).odds().numeric


def test_true_is_not_one_however_deep() -> None:
    @rule
    def given(value: Any) -> Asks[Any]:
        yield note("nothing")
        return value

    assert given((1,)).roll().outcome[0] is not True
    assert given((True,)).roll().outcome[0] is True
    assert given((1,)) != given((True,))
    for mixed in (coin(True, 1), dice(1, 2).map(lambda faces: faces[0] == 1 or 1)):
        with pytest.raises(RuleError) as caught:
            mixed.odds()
        assert caught.value.code == "mixed-outcomes"


def test_functions_are_the_same_if_they_were_written_in_one_place_and_see_the_same() -> None:
    def under(stat: Any) -> Any:
        return best(2, 100, key=lambda roll: roll <= stat)

    assert under(40) == under(40)
    assert hash(under(40)) == hash(under(40))
    assert under(40) != under(50)
    assert under(1) != under(True)
    assert under([1]) != under([1]), "what can change is never the same"

    calls = []

    def noted(roll: int) -> int:
        calls.append(roll)
        return roll

    @rule
    def twice() -> Asks[int]:
        first = yield best(2, 20, key=lambda roll: noted(roll))
        second = yield best(2, 20, key=lambda roll: noted(roll))
        return int(first + second)

    twice().odds()
    asked = len(calls)
    best(2, 20, key=noted).odds()
    assert asked <= 2 * (len(calls) - asked)


def test_pickles_are_found_again_in_another_process() -> None:
    """Hashes of texts differ between processes, so none may travel."""
    code = (
        "import pickle, sys; from astragal import coin; "
        "other = pickle.loads(bytes.fromhex(sys.argv[1])); "
        "print(other in {coin('heads', 'tails')})"
    )
    toss = coin("heads", "tails")
    hash(toss)
    pickled = pickle.dumps(toss).hex()
    run = subprocess.run(
        [sys.executable, "-c", code, pickled], capture_output=True, text=True, check=True,
        env={**os.environ, "PYTHONHASHSEED": "1"},
    )  # fmt: skip
    assert run.stdout == "True\n"


@pytest.mark.slow
def test_a_child_process_can_use_rules_while_its_parent_does() -> None:
    """A lock that another thread held when the child was made would never be opened there.

    Python's own lock on a module that is being imported is one; so everything is loaded before.
    """
    hit().odds()
    busy = threading.Event()

    def work() -> None:
        while not busy.is_set():
            hit().odds()

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    try:
        for _ in range(30):
            child = os.fork()
            if child == 0:
                hit().odds()
                os._exit(0)
            for _ in range(1_000):
                done, status = os.waitpid(child, os.WNOHANG)
                if done:
                    break
                time.sleep(0.005)
            else:
                os.kill(child, 9)
                os.waitpid(child, 0)
                pytest.fail("a child hung")
            assert status == 0
    finally:
        busy.set()
        for thread in threads:
            thread.join()


def test_views_are_written_alike_everywhere() -> None:
    odds = score_test(1).odds()
    assert odds.of("score>=7") == odds.of("passes")
    assert contest().odds().of("outcome=us").probability(True) == Fraction(1, 2)
    assert contest().odds().of("outcome != us").probability(True) == Fraction(1, 2)
    assert odds.of("score").of("outcome").mean == 6
    with pytest.raises(AstragalError) as caught:
        odds.of("score").of("total")
    assert "outcome>=10" in (caught.value.hint or "")


def test_ranked_outcomes_are_listed_from_the_worst_to_the_best() -> None:
    odds = triumph.contest(3, 1, dominance=1).odds()
    assert len(odds) > 100
    assert list(odds) == sorted(odds)
    assert all(not worse > better for worse, better in pairwise(odds))
    assert odds == Distribution(dict(odds.items()))
