"""Sweeps by several processes on the command line: the same output, progress, no stray process."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from astragal._extras import how_to_install
from astragal.cli.main import main
from astragal.cli.workers import Staff
from tests.cli.test_work import in_terminal
from tests.support.processes import unmeasured
from tests.support.travelling import rules_file

pytestmark = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")

SLOW = '''
from astragal import Asks, d, rule


@rule
def slow(last: int = 9) -> Asks[int]:
    """Many ways to go, no two of which meet, and something to work out on each."""
    total = 0
    for _ in range(3):
        total = total * 10 + (yield d(10))
    total = total * 1000 + (yield d(last))
    return (total + sum(range(1_000))) % 101
'''


def run(*words: str) -> Result:
    return CliRunner().invoke(main, words)


LINES = [
    ["play", "scores", "test", "--sweep", "modifier=-2..5", "--of", "passes"],
    ["play", "scores", "test", "--sweep", "modifier=-2..1", "--of", "passes", "--json"],
    ["play", "triumph", "contest", "--sweep", "ability=0..2", "--of", "wins", "--csv"],
    ["odds", "2d20kh1+@b >= @dc", "--sweep", "b=0..3", "--sweep", "dc=10..12"],
    ["play", "tiers", "check", "--sweep", "stat=20..60/20", "--of", "grade", "--json"],
    ["odds", "1d20+@b [..9] miss [10..] hit", "--sweep", "b=0..3"],
    ["odds", "2d20kh1+@b >= @dc", "--sweep", "b=0..3", "--sweep", "dc=5..20", "--reach", "70%"],
    ["odds", "((@n)d6) >= 8", "--sweep", "n=-1..3"],
    ["odds", "30d37kh3+@b >= 15", "--sweep", "b=0..3", "--limit", "10"],
]


@pytest.mark.parametrize("words", LINES, ids=" ".join)
def test_workers_answer_as_one_process_does(words: list[str]) -> None:
    here = run(*words)
    there = run(*words, "--workers", "2")
    assert (there.exit_code, there.output) == (here.exit_code, here.output)
    assert multiprocessing.active_children() == []


def test_a_rule_of_a_file_and_a_sheet_with_circumstances(tmp_path: Path) -> None:
    path = rules_file(tmp_path)
    sheet = tmp_path / "alice.toml"
    sheet.write_text(
        'name = "Alice"\nArmour = 14\n[[circumstances]]\nname = "rage"\nbonus = 2\n',
        encoding="utf-8",
    )
    words = ["play", str(path), "blow", "--sweep", "bonus=0..4", "--of", "hit"]
    words += ["--armour", "Armour", "--sheet", str(sheet)]
    here, there = run(*words), run(*words, "--workers", "2")
    assert here.exit_code == 0, here.output
    assert (there.exit_code, there.output) == (here.exit_code, here.output)
    broken = ["play", str(path), "fragile", "--sweep", "bonus=0..4"]
    here, there = run(*broken), run(*broken, "--workers", "2")
    assert "three is too many" in there.output
    assert (there.exit_code, there.output) == (here.exit_code, here.output)


def test_a_sweep_with_refused_cells_has_the_exit_status_of_an_error() -> None:
    odds = run("odds", "((@n)d6) >= 8", "--sweep", "n=-1..3")
    assert "refused at n=-1: a number of dice cannot be -1" in odds.output
    assert odds.exit_code == 1
    play = run("play", "scores", "test", "--sweep", "advantages=-1..1", "--of", "passes")
    assert "refused at advantages=-1" in play.output
    assert play.exit_code == 1


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["odds", "2d6", "--workers", "2"], "--workers goes with --sweep"),
        (["odds", "1d20+@b>9", "--sweep", "b=1..2", "--workers", "0"], "--workers: '0' is not a"),
        (["odds", "1d20+@b>9", "--sweep", "b=1..2", "--workers", "2", "--cluster", "x"],
         "give --workers or --cluster, not both"),
        (["play", "scores", "test", "--workers", "2"], "--workers goes with --sweep"),
        (["play", "scores", "test", "--odds", "--cluster", "x"], "--cluster goes with --sweep"),
    ],
)  # fmt: skip
def test_wrong_use_is_said_plainly(words: list[str], said: str) -> None:
    result = run(*words)
    assert said in result.output
    assert result.exit_code == 2


def test_without_dask_a_cluster_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    result = run("odds", "1d20+@b >= 15", "--sweep", "b=0..3", "--cluster", "127.0.0.1:1")
    assert how_to_install("cluster") in result.output
    assert result.exit_code == 2


def test_a_job_that_fails_leaves_no_process() -> None:
    def busy() -> None:
        with Staff(workers=2).executor(9) as executor:
            executor.submit(time.sleep, 60)
            executor.submit(time.sleep, 60)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        busy()
    assert multiprocessing.active_children() == []


@pytest.fixture
def slow(tmp_path: Path) -> str:
    return str(rules_file(tmp_path, SLOW))


def _children(process: int) -> set[int]:
    found = subprocess.run(
        ["ps", "-o", "pid=", "--ppid", str(process)], capture_output=True, text=True, check=False
    )
    return {int(word) for word in found.stdout.split()}


def _gone(processes: set[int]) -> bool:
    """Whether all of them have ended, within a while."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        if not any(map(_alive, processes)):
            return True
        time.sleep(0.1)
    return False


def _alive(process: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False


needs_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")


@needs_proc
@pytest.mark.slow
def test_progress_is_shown_and_ctrl_c_ends_every_worker(slow: str) -> None:
    words = ["play", slow, "slow", "--sweep", "last=2..200", "--workers", "2"]
    with in_terminal(*words) as terminal:
        terminal.wait_for(b" of 199 cells, ")
        workers = _children(terminal.process.pid)
        assert len(workers) == 2
        terminal.interrupt()
        terminal.wait_for(b"\x1b[K")
        terminal.wait_for(b"stopped")
        assert terminal.process.wait(timeout=60) == 130
        assert _gone(workers)


@needs_proc
@pytest.mark.slow
def test_workers_end_with_a_program_that_was_killed(slow: str) -> None:
    words = [sys.executable, "-m", "astragal", "play", slow, "slow"]
    words += ["--sweep", "last=2..200", "--workers", "2"]
    with subprocess.Popen(words, env=unmeasured(), stdout=subprocess.DEVNULL) as process:
        until = time.monotonic() + 60
        while len(_children(process.pid)) < 2 and time.monotonic() < until:
            time.sleep(0.1)
        workers = _children(process.pid)
        os.kill(process.pid, signal.SIGKILL)
    assert len(workers) == 2
    assert _gone(workers)


@pytest.mark.slow
def test_nothing_is_shown_where_there_is_no_terminal(slow: str) -> None:
    words = [sys.executable, "-m", "astragal", "play", slow, "slow", "--workers", "2"]
    done = subprocess.run(
        [*words, "--sweep", "last=2..9"], env=unmeasured(), capture_output=True, check=True
    )
    assert done.stderr == b""
    assert b"last" in done.stdout
