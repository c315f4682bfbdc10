"""Every line of the five chapters is done by a command: docs/games/coverage.md lists them."""

from __future__ import annotations

import re

import pytest
from tools.console_docs import shown_by

from tests.support.files import ROOT

PAGE = (ROOT / "docs" / "games" / "coverage.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| ([STPGR]\d+) \| (.+?) \| `(astragal .+?)` \| `(.+?)` \|$", PAGE, re.M)


def test_every_row_is_read() -> None:
    assert len(ROWS) == len(re.findall(r"^\| [STPGR]\d+ \|", PAGE, re.M)) > 0


@pytest.mark.parametrize(("letter", "last"), [("S", 12), ("T", 15), ("P", 7), ("G", 9), ("R", 9)])
def test_every_rule_of_a_chapter_has_a_row(letter: str, last: int) -> None:
    listed = {rule for rule, *_ in ROWS}
    assert {f"{letter}{number}" for number in range(1, last + 1)} <= listed


@pytest.mark.parametrize(("rule", "says", "command", "shows"), ROWS)
def test_a_line_of_a_chapter(
    rule: str, says: str, command: str, shows: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Paths are those of the project; a line that is wrapped counts as one."""
    monkeypatch.chdir(ROOT)
    assert shows in " ".join(shown_by(command).split())
