"""What people who are new here type: the share understood, helped, not helped, and misled.

The sentences were written before anybody tried them. Of each, `newcomers.txt` has the reading; `?`
where it is refused with texts to type; and `-` where it is refused with no more than examples.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from astragal.errors import AstragalError
from astragal.talk import read
from astragal.talk.refusing import GENERAL_HINTS

LINES = (Path(__file__).parent / "newcomers.txt").read_text(encoding="utf-8").splitlines()
ROWS = [tuple(line.split(" => ")) for line in LINES if " => " in line]


def outcome(typed: str) -> str:
    """The reading of a sentence; ``?`` for a refusal with texts to type, ``-`` for another."""
    try:
        found = read(typed)
    except AstragalError as error:
        hint = error.hint or ""
        if "`" not in hint or hint in GENERAL_HINTS or error.message.startswith("nothing joins"):
            return "-"
        return "?"
    told = str(found.expression) if found.understood is None else found.understood.told
    return told.partition(" (`")[0]


@pytest.mark.parametrize(("typed", "expected"), ROWS)
def test_a_sentence_is_understood_or_refused_as_it_should_be(typed: str, expected: str) -> None:
    assert outcome(typed) == expected


def test_most_are_understood_or_helped_and_none_are_misled() -> None:
    shares = Counter(
        "understood" if expected not in ("?", "-") else expected for _, expected in ROWS
    )
    assert len(ROWS) >= 500
    assert shares["understood"] >= 0.7 * len(ROWS)
    assert shares["-"] <= 0.03 * len(ROWS)


@pytest.mark.parametrize("typed", [typed for typed, expected in ROWS if expected == "?"])
def test_what_is_offered_can_be_typed(typed: str) -> None:
    """At least one text of the hint is read; none is the sentence itself."""
    with pytest.raises(AstragalError) as caught:
        read(typed)
    offered = re.findall("`([^`]+)`", caught.value.hint or "")
    assert typed not in offered
    assert any(outcome(text) not in ("?", "-") for text in offered)
    assert "is not a modifier" not in caught.value.message
