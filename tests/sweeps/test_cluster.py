"""Sweeps on a Dask cluster: a real scheduler and two workers, on this machine alone."""

from __future__ import annotations

import gc
import logging
import os
import signal
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from astragal import load_rules, sweep
from astragal.cli.main import main
from astragal.games import scores, triumph
from tests.support.travelling import rules_file

distributed = pytest.importorskip("distributed")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore"),  # what Dask leaves to be closed is its own affair
]

HERE = "127.0.0.1"

PATIENT = '''
from astragal import Asks, d, rule


@rule
def patient(n: int = 0) -> Asks[int]:
    """Takes its time, so that there is a middle to be killed in."""
    sum(range(2_000_000))
    return (yield d(2)) + n
'''


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    cluster = distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        host=HERE,
        dashboard_address=f"{HERE}:0",
        silence_logs=logging.CRITICAL,
    )
    with cluster, distributed.Client(cluster, set_as_default=False) as connected:
        connected.wait_for_workers(2, timeout=120)
        yield connected
    gc.collect()


def test_two_workers_give_the_same_grid_in_order(client: Any) -> None:
    told: list[tuple[int, int]] = []
    with client.get_executor() as executor:
        for what, axes, of in (
            (scores.test, {"modifier": range(-2, 6), "advantages": range(3)}, "passes"),
            (triumph.contest, {"ability": range(3), "opponent": range(3)}, "wins"),
            ("((@n)d6kh2) + @m >= 9", {"n": range(-1, 5), "m": range(4)}, None),
        ):
            here = sweep(what, axes, of=of)
            told.clear()
            there = sweep(
                what,
                axes,
                of=of,
                executor=executor,
                progress=lambda *each: told.append(each),
            )
            assert there == here
            assert list(there.cells) == list(here.cells)
            assert there.errors.keys() == here.errors.keys()
            cells = len(here.cells) + len(here.errors)
            assert told[-1] == (cells, cells)
            assert told == sorted(told)


def test_the_source_of_a_rule_file_is_all_that_workers_need(client: Any, tmp_path: Path) -> None:
    path = rules_file(tmp_path)
    blow = load_rules(path)["blow"]
    here = sweep(blow, {"bonus": range(5)}, of="hit")
    path.unlink()
    with client.get_executor() as executor:
        assert sweep(blow, {"bonus": range(5)}, of="hit", executor=executor) == here


def test_the_command_line_finds_a_cluster_by_its_address(client: Any) -> None:
    address = client.scheduler.address
    words = ["play", "scores", "test", "--sweep", "modifier=-2..5", "--of", "passes"]
    here = CliRunner().invoke(main, words)
    there = CliRunner().invoke(main, [*words, "--cluster", address])
    assert (there.exit_code, there.output) == (here.exit_code, here.output)


def test_a_cluster_that_is_not_there_or_has_no_workers_is_said_to_be(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    words = ["odds", "1d20+@b >= 15", "--sweep", "b=0..3", "--cluster"]
    monkeypatch.setattr("astragal.cli.workers._PATIENCE", 1)
    nobody = CliRunner().invoke(main, [*words, f"tcp://{HERE}:9"])
    assert f"there is no Dask scheduler at tcp://{HERE}:9" in nobody.output
    assert nobody.exit_code == 1
    empty = distributed.LocalCluster(
        n_workers=0, host=HERE, dashboard_address=f"{HERE}:0", silence_logs=logging.CRITICAL
    )
    with empty:
        idle = CliRunner().invoke(main, [*words, empty.scheduler_address])
    assert "has no workers" in idle.output
    assert idle.exit_code == 1


def test_a_worker_that_is_killed_in_the_middle_changes_nothing(client: Any, tmp_path: Path) -> None:
    patient = load_rules(rules_file(tmp_path, PATIENT))["patient"]
    here = sweep(patient, {"n": range(12)})
    processes = client.run(os.getpid)
    killed: list[int] = []

    def kill_one(done: int, total: int) -> None:
        if not killed:
            busy = next(worker for worker, tasks in client.processing().items() if tasks)
            killed.append(processes[busy])
            os.kill(killed[0], signal.SIGKILL)

    with client.get_executor() as executor:
        there = sweep(patient, {"n": range(12)}, executor=executor, progress=kill_one)
    assert there == here
    assert list(there.cells) == list(here.cells)
    assert _ended(killed[0])


def _ended(process: int) -> bool:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        with suppress(ProcessLookupError):
            os.kill(process, 0)
            time.sleep(0.1)
            continue
        return True
    return False
