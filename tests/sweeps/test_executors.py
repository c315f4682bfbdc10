"""Sweeps by executors: equal results in order, whoever does the work and in whatever order."""

from __future__ import annotations

import multiprocessing
import os
import signal
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from astragal import AstragalError, Grid, Limits, OddsError, RuleError, load_rules, sweep
from astragal.games import percentile, scores, target, tiers, triumph
from astragal.sweeps import batches
from astragal.sweeps.answers import Asking
from tests.support.travelling import AtOnce, Backwards, rules_file


def of_scores(**how: Any) -> Grid:
    return sweep(scores.test, {"modifier": range(-2, 4)}, of="passes", **how)


def of_contests(**how: Any) -> Grid:
    axes = {"ability": range(3), "opponent": range(2)}
    return sweep(triumph.contest, axes, of="wins", fixed={"proficiency": "aptitude"}, **how)


def of_notation(**how: Any) -> Grid:
    return sweep("2d20kh1 + @m >= @dc", {"m": range(10), "dc": range(5, 15)}, **how)


def of_steps(**how: Any) -> Grid:
    return sweep(percentile.extended, {"target": range(30, 60, 10)}, within=4, of="done", **how)


def of_refusals(**how: Any) -> Grid:
    """Some cells are refused when they are made, others when they are answered."""
    limits = Limits(odds=40_000)
    return sweep("((@n)d6kh2) >= @dc", {"n": [-1, 2, 3, 60, 4], "dc": [5, 7]}, limits=limits, **how)


def of_words(**how: Any) -> Grid:
    axes = {"stat": [20, 40, 60], "advantages": [0, 1, -1]}
    return sweep(tiers.check, axes, of="grade", **how)


def of_numbers_among_words(**how: Any) -> Grid:
    """The damage is none where an attack can miss."""
    return sweep(target.attack, {"armor_class": [10, 15]}, of="damage", shares=True, **how)


SWEEPS = [of_scores, of_contests, of_notation, of_refusals, of_words, of_numbers_among_words]


@pytest.mark.parametrize("swept", SWEEPS)
def test_an_executor_changes_nothing(swept: Any) -> None:
    here = swept()
    assert swept(executor=AtOnce()) == here
    with ThreadPoolExecutor(3) as threads:
        assert swept(executor=threads) == here


@pytest.mark.slow
@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_processes_however_they_are_started(method: str) -> None:
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"there is no {method} here")
    with ProcessPoolExecutor(2, multiprocessing.get_context(method)) as processes:
        for swept in SWEEPS:
            assert swept(executor=processes) == swept()


def test_cells_are_in_order_whatever_comes_back_first() -> None:
    here = of_scores()
    grid = of_scores(executor=Backwards(6))
    assert list(grid.cells.items()) == list(here.cells.items())
    assert repr(grid) == repr(here)


def test_cells_go_in_batches() -> None:
    executor = AtOnce()
    of_notation(executor=executor)
    sizes = [len(batch.cells) for (batch,) in executor.sent]
    assert sum(sizes) == 100
    assert sizes == [3] * 33 + [1]
    many = AtOnce()
    sweep("1d20 + @m >= @dc", {"m": range(40), "dc": range(100)}, executor=many)
    assert max(len(batch.cells) for (batch,) in many.sent) == 50


def test_progress_is_told_up_to_the_end() -> None:
    for executor in (None, AtOnce(), Backwards(6)):
        told: list[tuple[int, int]] = []
        of_scores(executor=executor, progress=lambda *each: told.append(each))  # noqa: B023
        assert told == [(done, 6) for done in range(1, 7)]


def test_cells_that_cannot_be_made_count_as_done() -> None:
    told: list[tuple[int, int]] = []
    grid = sweep(
        scores.test,
        {"advantages": [-1, 0, 1, "x"]},
        of="passes",
        executor=AtOnce(),
        progress=lambda *each: told.append(each),
    )
    assert told == [(3, 4), (4, 4)]
    assert list(grid.errors) == [(-1,), ("x",)]


def test_limits_travel() -> None:
    limits = Limits(odds=10)
    for executor in (None, AtOnce()):
        with pytest.raises(AstragalError, match="the limit is 10"):
            sweep("30d6kh3 + @m >= 9", {"m": [1]}, limits=limits, executor=executor)


@pytest.mark.slow
def test_choices_are_made_for_an_aim_that_has_a_name(tmp_path: Path) -> None:
    axes = {"ability": range(2), "opponent": [0]}
    how: dict[str, Any] = {"of": "wins", "aim": "wins", "fixed": {"dice": "2d20▲♻"}}
    assert sweep(triumph.contest, axes, executor=AtOnce(), **how) == sweep(
        triumph.contest, axes, **how
    )


def test_rules_of_a_file(tmp_path: Path) -> None:
    blow = load_rules(rules_file(tmp_path))["blow"]
    axes = {"bonus": range(4), "armour": [10, 15]}
    assert sweep(blow, axes, of="hit", executor=AtOnce()) == sweep(blow, axes, of="hit")


def test_a_function_may_make_what_travels() -> None:
    attack_as_typed: Any = target.attack

    def attack(bonus: int) -> Any:
        return attack_as_typed(f"{bonus:+}", armor_class=15)

    axes = {"bonus": range(3)}
    assert sweep(attack, axes, of="hits", executor=AtOnce()) == sweep(attack, axes, of="hits")


def test_an_exception_of_a_rule_ends_the_sweep_and_is_told_in_words(tmp_path: Path) -> None:
    rules = load_rules(rules_file(tmp_path))
    with pytest.raises(Exception, match="three is too many") as here:
        sweep(rules["fragile"], {"bonus": range(5)})
    assert type(here.value).__name__ == "OwnError"
    with pytest.raises(RuleError, match="OwnError: three is too many") as there:
        sweep(rules["fragile"], {"bonus": range(5)}, executor=AtOnce())
    assert there.value.code == "raised"
    assert "in the rule fragile(bonus=3)" in str(there.value.hint)


def test_another_version_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    class Elsewhere(AtOnce):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Any:
            return super().submit(fn, args[0]._replace(version="0.0.1"))

    with pytest.raises(OddsError, match=r"the sweep astragal 0\.0\.1"):
        of_scores(executor=Elsewhere())


def test_a_worker_that_fails_is_blamed() -> None:
    class Broken(AtOnce):
        def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Any:
            return super().submit(lambda _: 1 // 0, *args)

    with pytest.raises(OddsError, match="a worker failed: ZeroDivisionError") as caught:
        of_scores(executor=Broken())
    assert caught.value.code == "worker-failed"


def test_an_executor_that_was_shut_down_is_blamed() -> None:
    threads = ThreadPoolExecutor(1)
    threads.shutdown()
    with pytest.raises(OddsError, match="cannot schedule new futures"):
        of_scores(executor=threads)


@pytest.mark.parametrize("wrong", [3, "dask", object(), ThreadPoolExecutor])
def test_something_else_is_no_executor(wrong: Any) -> None:
    with pytest.raises(OddsError) as caught:
        of_scores(executor=wrong)
    assert caught.value.code == "bad-executor"
    with pytest.raises(OddsError) as caught:
        of_scores(progress="loudly")
    assert caught.value.code == "bad-progress"


def test_what_is_left_is_called_off_after_an_error() -> None:
    executor = Backwards(-1)  # never begins
    with pytest.raises(KeyboardInterrupt):
        of_scores(executor=_Interrupted(executor))
    assert len(executor.waiting) == 3
    assert all(future.cancelled() for future, _, _ in executor.waiting)


class _Interrupted(Executor):
    def __init__(self, inner: Backwards) -> None:
        self.inner = inner

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Any:
        if len(self.inner.waiting) == 3:
            raise KeyboardInterrupt
        return self.inner.submit(fn, *args)


def _end_this_process(_: object) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.slow
def test_a_process_that_is_lost_is_said_to_be() -> None:
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, spawn) as processes:
        processes.submit(_end_this_process, None).exception()
        with pytest.raises(OddsError) as caught:
            of_scores(executor=processes)
    assert caught.value.code == "worker-lost"


def test_a_worker_keeps_what_it_knows_from_batch_to_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []

    def counted(question: Any) -> Any:
        made.append(question)
        return Asking(question)

    monkeypatch.setattr(batches, "Asking", counted)
    vars(batches._kept).clear()
    of_notation(executor=AtOnce())
    assert len(made) == 1
    of_scores(executor=AtOnce())
    assert len(made) == 2, "another question needs another memory, and takes the place of the first"
    of_notation(executor=AtOnce())
    assert len(made) == 3
