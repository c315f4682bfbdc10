"""Limits follow the sender: generous for a person, those of before for strangers."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

import astragal
from astragal import STRANGERS, LimitError, Limits
from astragal.limits import DEFAULT_LIMITS
from astragal.server import Settings
from astragal.service import Service
from tests.support.processes import unmeasured

pytestmark = pytest.mark.person

OF_A_ROLL = ("length", "depth", "digits", "sides", "custom_faces", "dice", "extra_dice", "results")
DEAR = "1d1000*1d1000*1d7"
"""What takes a person a few seconds, and strangers too long."""


def test_a_person_may_ask_for_a_minute_and_four_gibibytes() -> None:
    assert Limits() == DEFAULT_LIMITS
    assert Limits().odds * 3e-9 == pytest.approx(60)
    assert Limits().paths * 10e-6 == pytest.approx(60)
    assert Limits().memory == 4096


def test_strangers_have_the_limits_of_before() -> None:
    before = {
        "odds": 500_000_000,
        "paths": 150_000,
        "asks": 1_000,
        "states": 50_000,
        "memory": 450,
        "cells": 10_000,
        "candidates": 100_000,
        "written": 4_000_000,
        "work": 250_000,
        "stored": 16_000_000,
        "silence": 10,
    }
    assert {name: getattr(STRANGERS, name) for name in before} == before
    for name in (*OF_A_ROLL, "work"):
        assert getattr(STRANGERS, name) == getattr(Limits(), name), "rolls are limited as before"
    assert STRANGERS.seconds is None


def test_what_is_sent_by_strangers_has_their_limits() -> None:
    assert Service().limits == Settings().limits == STRANGERS
    answer = Service().reply(json.dumps({"ask": "odds", "expression": DEAR}))
    assert answer.status == 422
    assert "too-many-odds" in answer.body


def test_a_person_gets_what_strangers_do_not() -> None:
    with pytest.raises(LimitError, match="500,000,000"):
        astragal.odds(DEAR, limits=STRANGERS)
    with pytest.raises(LimitError, match="20,000,000,000"):
        astragal.odds("9000d9000")


@pytest.mark.parametrize("limit", [None, "1e9", "1e12"])
def test_every_limit_of_odds_follows_the_one_on_the_command_line(limit: str | None) -> None:
    from astragal.cli.own_options import limits_of

    limits = limits_of({"limit": limit, "time": "2"})
    assert limits.seconds == 2
    usual = Limits()
    if limit is None:
        assert limits.replaced(seconds=None) == usual
        return
    assert limits.odds == float(limit)
    for name in ("paths", "states"):
        ratio = getattr(limits, name) / getattr(usual, name)
        assert ratio == pytest.approx(limits.odds / usual.odds, rel=1e-3)
    assert limits.memory == max(1, limits.odds // usual.odds) * usual.memory
    for name in (*OF_A_ROLL, "work"):
        assert getattr(limits, name) == getattr(usual, name)


COMMANDS = ("roll", "odds", "compare", "find", "translate", "macro", "anydice", "resume", "verify")


@pytest.mark.parametrize("command", [*COMMANDS, "reveal", "play"])
def test_every_command_that_works_something_out_takes_limits(command: str) -> None:
    from click.testing import CliRunner

    from astragal.cli.main import main

    words = ["play", "scores", "test"] if command == "play" else [command]
    shown = CliRunner().invoke(main, [*words, "--help"]).output
    assert "--limit" in shown
    assert "--time" in shown


@pytest.mark.slow
def test_the_command_line_works_for_a_person() -> None:
    words = [sys.executable, "-m", "astragal", "odds", "1d700*1d700", "--at-least", "9"]
    for more, code in (([], 0), (["--limit", "1e6"], 1)):
        done = subprocess.run(
            [*words, *more], capture_output=True, text=True, check=False, env=unmeasured()
        )
        assert done.returncode == code, done.stderr
        assert ("--limit" in done.stderr) == (code == 1)
