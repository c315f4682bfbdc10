"""Suggestions of an error as whole texts."""

from __future__ import annotations

import pytest

from astragal.service import Service


@pytest.mark.parametrize(
    ("text", "better"),
    [
        ("2d6 + 4d6kx", ["2d6 + 4d6kh3", "2d6 + 4d6dl1", "2d6 + 4d6!"]),
        ("d6 d8", ["d6 + d8", "d6, d8"]),
        ("hihgest 3 of 4d6", ["highest 3 of 4d6"]),
        ("2d6 x 3", ["3x(2d6)", "3 * 2d6"]),
        ("1d20+str", ["1d20+@str"]),
        ("2d6 + 1d8+dex", ["2d6 + 1d8+@dex"]),
        ("é 10d10>=8", []),
        ("{1d6,2d6", []),
    ],
)
def test_what_a_hint_suggests_is_offered_as_a_whole_text_that_can_be_read(
    text: str, better: list[str]
) -> None:
    found = Service().ask("read", {"text": text})["fixes"]
    assert found[: len(better)] == better
    for each in found:
        assert Service().ask("read", {"text": each})["reading"] is not None


def test_what_means_something_needs_no_better_text() -> None:
    assert Service().ask("read", {"text": "4d6kh3"})["fixes"] == []
