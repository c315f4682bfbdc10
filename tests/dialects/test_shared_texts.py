"""Texts that are known to be valid elsewhere: none is given another meaning."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.dialects.shared_texts import rows, verdict

GOALS = {"roll20": 99, "foundry": 99, "avrae": 99, "rpg-dice-roller": 98}
"""The percentage of valid texts that must be read right; 85 for small programs."""


def _id(row: dict[str, Any]) -> str:
    return f"{row['dialect']} {row['expr']}"


@pytest.mark.parametrize("row", rows(), ids=_id)
def test_no_text_is_given_another_meaning(row: dict[str, Any]) -> None:
    assert not verdict(row).startswith("wrong")


@pytest.mark.parametrize("dialect", sorted({row["dialect"] for row in rows()}))
def test_nearly_all_valid_texts_are_read(dialect: str) -> None:
    valid = [row for row in rows() if row["dialect"] == dialect and row["valid"]]
    counts = Counter(verdict(row).partition(":")[0] for row in valid)
    assert 100 * counts["right"] >= GOALS.get(dialect, 85) * len(valid)
