"""``astragal odds`` with a rule of a game, and what is looked at of it."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from astragal.cli.main import main


@pytest.mark.parametrize(
    ("line", "says", "exit_code"),
    [
        (["check 45", "--game", "tiers", "--of", "passes"], "46.00 %", 0),
        (["check 45", "--game", "tiers", "--of", "grade=Critical"], "5.00 %", 0),
        (["check 45", "--game", "tiers", "--of", "pases"], "passes", 1),
        (["2d6", "--game", "tiers", "--of", "passes"], "the outcome '2' has no passes", 1),
        (["2d6", "--of", "outcome=7"], "true 16.67 %", 0),
    ],
)
def test_of_looks_at_a_part_of_the_outcome(line: list[str], says: str, exit_code: int) -> None:
    result = CliRunner().invoke(main, ["odds", *line])
    assert result.exit_code == exit_code, result.output
    assert says in result.output
    assert says != "46.00 %" or "grade" not in result.output
