"""Programs of AnyDice's users, with AnyDice's answers, where a file of them lies beside us."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from astragal import ProgramError
from astragal.anydice import Outputs, run
from tests.support.files import ROOT

BESIDE = ROOT.parent / "shared" / "data" / "anydice.jsonl"
PROGRAMS = Path(os.environ.get("ASTRAGAL_ANYDICE", BESIDE))
WRONG_THERE = {
    "-1": "the empty die and a sequence",
    "-8": "0 to a negative power overflows",
    "1065f": "an expansion over the empty die loses mass",
    "183b0": "floats drift",
    "22432": "floats drift",
    "42a2f": "a die compared with a sequence",
}
"""Where AnyDice itself is wrong, and about what."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not PROGRAMS.exists(), reason="the programs lie elsewhere"),
]


def differs(found: Outputs, expected: dict[str, Any]) -> str | None:
    """What is not the same, if something is not."""
    labels = [each["label"] for each in expected["outputs"]]
    if [each.label for each in found] != labels:
        return "labels"
    if list(found.warnings) != expected.get("warnings", []):
        return "warnings"
    for output, known in zip(found, expected["outputs"], strict=True):
        odds = output.odds
        mine = {x: 100 * w / odds.denominator for x, w in odds.weights.items()} if odds else {}
        theirs = {outcome: float(text) for outcome, text in known["data"]}
        for outcome in {*mine, *theirs}:
            if not close(mine.get(outcome, 0), theirs.get(outcome, 0)):
                return f"{output.label}: {outcome}"
    return None


def close(one: float, other: float) -> bool:
    apart, most = abs(one - other), max(one, other)
    return apart <= 1e-7 and (most <= 1e-9 or apart <= 1e-9 * most)


def test_every_program_that_anydice_gets_right() -> None:
    wrong = {}
    for line in PROGRAMS.read_text(encoding="utf-8").splitlines():
        each = json.loads(line)
        expected = each["expected"]
        if expected["kind"] == "limit" or "bug" in expected or each["id"] in WRONG_THERE:
            continue
        try:
            found = run(each["program"])
        except ProgramError as error:
            if expected["kind"] != "error":
                wrong[each["id"]] = str(error)
            continue
        if expected["kind"] == "error":
            wrong[each["id"]] = "an error was expected"
        elif difference := differs(found, expected):
            wrong[each["id"]] = difference
    assert wrong == {}
