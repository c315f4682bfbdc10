"""Slow work: done in a process of its own, with the same results, until ctrl-C ends it."""

from __future__ import annotations

import multiprocessing
import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from astragal import Limits, OddsError, StoppedError, chain, coin, odds, roll
from astragal.cli.main import main
from astragal.cli.screen import work
from astragal.cli.screen.work import Clock
from astragal.errors import NOWHERE, AstragalError, LimitError
from tests.support.pseudo_terminal import terminal

RULES = '''
from astragal import Asks, choose, d, rule


@rule
def slow(last: int = 9) -> Asks[int]:
    """Very many ways to go, no two of which meet, and something to work out on each."""
    total = 0
    for _ in range(4):
        total = total * 10 + (yield d(10))
    total = total * 10 + (yield d(last))
    return (total + sum(range(4_000))) % 101


@rule
def lucky(bonus: int = 0) -> Asks[bool]:
    """Roll a d20 for 15 or more, and again if you like."""
    face = yield d(20)
    if (yield choose("again?", {"yes": True, "no": False}, face=face)):
        face = yield d(20)
    return face + bonus >= 15


@rule
def climb(place: int = 3) -> Asks[str]:
    """Up or down by turns, until the top or the bottom."""
    place += 1 if (yield d(2)) == 1 else -1
    if place in (0, 7):
        return "top" if place else "bottom"
    return climb(place)


@rule
def wrong() -> Asks[int]:
    """Fails on one face."""
    return 1 // ((yield d(6)) - 3)


def _local():
    class Own(Exception):
        pass

    return Own


@rule
def own_error() -> Asks[int]:
    """Fails in a way that no other process can read."""
    if (yield d(6)) == 3:
        raise _local()("no threes")
    return 1
'''


@pytest.fixture
def rules(tmp_path: Path) -> str:
    path = tmp_path / "slow_rules.py"
    path.write_text(RULES, encoding="utf-8")
    return str(path)


def run(*words: str) -> Result:
    return CliRunner().invoke(main, words)


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Every job is too slow to be done here; those that are done elsewhere, as they come."""
    jobs: list[object] = []
    elsewhere = work._answer_of_process

    def answer(job: work.Job[object], limits: Limits, clock: Clock) -> work._Answer:
        jobs.append(job)
        return elsewhere(job, limits, clock)

    monkeypatch.setattr(work, "_QUICK", {"odds": 1, "paths": 1, "states": 1})
    monkeypatch.setattr(work, "_answer_of_process", answer)
    return jobs


QUESTIONS = [
    "lucky --odds",
    "lucky --odds --aim outcome=True --json",
    "lucky --advise --aim outcome=True --faces 5",
    "lucky --advise --aim outcome=True --faces 5 --csv",
    "lucky --sweep bonus=0..3 --aim outcome=True",
    "lucky --sweep bonus=0..9 --aim outcome=True --reach 65% --json",
    "climb --odds --markdown",
    "climb --steps",
    "climb --steps --of outcome=top --json",
    "climb --sweep place=1..6 --of outcome=top",
    "climb --sweep place=1..6 --within 4",
    "wrong --odds",
    "own_error --odds",
]


@pytest.mark.parametrize("line", QUESTIONS)
def test_a_process_answers_as_this_one_does(
    line: str, rules: str, sent: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    there = run("play", rules, *line.split())
    assert sent or there.exit_code == 1
    monkeypatch.undo()
    here = run("play", rules, *line.split())
    assert (there.exit_code, there.output) == (here.exit_code, here.output)


@pytest.mark.parametrize(
    "words",
    [
        # Dice that no other test has: what is known already needs no process.
        ["odds", "3d37!", "--json"],
        ["odds", "4d37kh3", "1d37+@{Focus Save}", "--set", "Focus Save=3"],
        ["odds", "2d37+@b >= 15", "--sweep", "b=0..5"],
        ["odds", "3d37+@b >= 15", "--sweep", "b=0..20", "--reach", "65%"],
        ["odds", "5d37 / 1d37!"],
    ],
)
def test_notation_too(
    words: list[str], sent: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    there = run(*words)
    assert sent
    monkeypatch.undo()
    here = run(*words)
    assert (there.exit_code, there.output) == (here.exit_code, here.output)


def test_only_what_is_slow_gets_a_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "_answer_of_process", None)
    assert work.done(lambda limits: limits.paths, Limits()) == 20_000
    assert work.done(lambda limits: limits.paths, Limits(), parts=10) == 2_000
    assert work.done(lambda limits: limits.paths, Limits(paths=10)) == 10
    with pytest.raises(LimitError, match="the limit is 1,000"):
        # The limit is a small one of the caller's own: more time would not help.
        work.done(lambda limits: odds("300d6", limits=limits), Limits(odds=1_000))


def test_parts_that_were_refused_only_in_haste_are_done_elsewhere(sent: list[object]) -> None:
    def job(*, limits: Limits) -> list[AstragalError]:
        refused: list[AstragalError] = [OddsError("a-code", "refused for good")]
        if limits.paths == 1:
            refused.append(limits.exceeded("paths", None, NOWHERE))
        return refused

    found = work.done(job, Limits(), refused=lambda errors: errors)
    assert [error.code for error in found] == ["a-code"]
    assert sent == [job]
    assert len(work.done(job, Limits(paths=1), refused=lambda errors: errors)) == 2
    assert sent == [job], "these limits are the caller's own"


def _never_returns(*, limits: Limits) -> None:
    """Like a long product in FLINT: no count comes by at which it could be stopped."""
    if limits.paths < Limits().paths:
        raise limits.exceeded("paths", None, NOWHERE)
    time.sleep(600)


def test_a_process_is_ended_when_its_time_is_up() -> None:
    with pytest.raises(StoppedError, match=r"stopped after 0\.3 seconds"):
        work.done(_never_returns, Limits(seconds=0.3))
    assert multiprocessing.active_children() == []


@pytest.mark.parametrize(
    "words",
    [
        ["roll", "(2d6)d6kh3"],
        ["odds", "10d37kh3"],
        ["odds", "1d37+@b >= 15", "--sweep", "b=0..5"],
        ["play", "tiers", "check", "--stat", "45"],
        ["play", "tiers", "check", "--stat", "45", "--odds"],
        ["play", "scores", "test", "--sweep", "modifier=-2..5", "--of", "passes"],
    ],
)
def test_commands_give_up_in_time(words: list[str]) -> None:
    result = run(*words, "--time", "0.000001")
    assert result.exit_code == 1
    assert "the limit on time" in result.output
    assert run(*words, "--time", "60").exit_code == 0


def test_a_record_is_not_checked_rather_than_wrong_when_time_is_up(tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    path.write_text(roll("4d6kh3").to_json(), encoding="utf-8")
    result = run("verify", str(path), "--time", "0.000001")
    assert result.exit_code == 1
    assert "not checked: " in result.output
    assert "does not hold" not in result.output
    assert run("verify", str(path), "--time", "60").exit_code == 0


@pytest.mark.parametrize("typed", ["0", "-1", "soon", "1e9"])
def test_what_is_no_time_is_refused(typed: str) -> None:
    result = run("odds", "1d6", "--time", typed)
    assert result.exit_code == 2
    assert "--time" in result.output


@pytest.mark.parametrize("typed", ["9e999999999", "9e-9", "1.5", "0", "", "1e3e3", "9" * 5000])
def test_what_is_no_number_of_steps_is_refused(typed: str) -> None:
    assert run("odds", "1d6", "--limit", typed).exit_code == 2


@pytest.mark.parametrize("typed", ["5000000000", "5,000_000", "5e9", "1.5E+9", "9e99"])
def test_numbers_of_steps_can_be_written_in_several_ways(typed: str) -> None:
    assert run("odds", "1d6", "--limit", typed).exit_code == 0


def test_what_cannot_be_sent_is_done_here(sent: list[object]) -> None:
    class Local:
        pass

    def job(*, limits: Limits) -> Local:
        if limits.paths == 1:
            raise limits.exceeded("paths", None, NOWHERE)
        return Local()

    assert isinstance(work.done(job, Limits()), Local)
    assert sent == [job]


def test_without_fork_only_what_can_be_sent_is_sent(
    sent: list[object], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(multiprocessing, "get_all_start_methods", lambda: ["spawn"])
    walk = chain(lambda n: coin(n + 1, n - 1), 3, until=lambda n: n in (0, 7))
    assert work.done(lambda limits: walk.odds(limits=limits), Limits()) == walk.odds()
    assert sent == []


def test_errors_come_back_whole(sent: list[object]) -> None:
    def job(*, limits: Limits) -> object:
        if limits.paths == 1:
            raise limits.exceeded("paths", None, NOWHERE)
        raise OddsError("a-code", "a message", hint="a hint")

    with pytest.raises(OddsError) as caught:
        work.done(job, Limits())
    error = caught.value
    assert (error.code, error.message, error.hint) == ("a-code", "a message", "a hint")


def _heeding_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class _Terminal:
    """A command in a real terminal."""

    def __init__(self, process: subprocess.Popen[bytes], master: int) -> None:
        self.process = process
        self.master = master
        self.shown = b""

    def wait_for(self, text: bytes) -> None:
        while text not in self.shown:
            ready, _, _ = select.select([self.master], [], [], 30)
            assert ready, self.shown
            self.shown += os.read(self.master, 1000)
        self.shown = self.shown.partition(text)[2]

    def type(self, line: bytes) -> None:
        os.write(self.master, line)

    def interrupt(self) -> None:
        self.process.send_signal(signal.SIGINT)


@contextmanager
def in_terminal(*words: str) -> Iterator[_Terminal]:
    master, slave = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "astragal", *words],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        # Tests that run in the background would hand on that interrupts are ignored.
        preexec_fn=_heeding_interrupts,
    )
    os.close(slave)
    try:
        yield _Terminal(process, master)
    finally:
        process.kill()
        process.wait()
        os.close(master)


@pytest.mark.slow
@pytest.mark.parametrize("question", [["--odds"], ["--sweep", "last=8..9"]])
def test_ctrl_c_stops_a_slow_rule(rules: str, question: list[str]) -> None:
    with in_terminal("play", rules, "slow", *question) as terminal:
        terminal.wait_for(b"working, ")
        terminal.interrupt()
        terminal.wait_for(b"stopped")
        assert terminal.process.wait(timeout=20) == 130


@pytest.mark.slow
def test_ctrl_c_at_the_prompt_stops_a_slow_rule_and_the_prompt_goes_on(
    rules: str, tmp_path: Path
) -> None:
    with terminal("prompt", home=tmp_path) as screen:
        screen.ready()
        screen.type(f"play {rules} slow --odds\r")
        screen.until("working, ")
        screen.interrupt()
        screen.until("stopped")
        screen.ready()
        screen.type("41+1\r")
        screen.until("41 plus 1")
