"""What a refusal says of the cost: never that a part of it is all of it."""

from __future__ import annotations

import pytest

import astragal
from astragal import LimitError, Limits
from astragal.cli.hints import DICE, hinted

COSTLY = [
    *("1d200/1d300", "2d20 * 1d60 * 1d50", "40d6 * 40d8", "{1d4!, 1d6!}kh1 * 1d90"),
    *("deal(9, {1..40})kh4", "largest_set(9d20kh5)", "matches({4d12 & 5d20})"),
]


@pytest.mark.parametrize("text", COSTLY)
@pytest.mark.parametrize("share", [2, 10, 1_000])
def test_a_number_of_steps_is_a_lower_bound_and_called_so(text: str, share: int) -> None:
    everything = Limits(odds=10**15).shared()
    astragal.odds(text, limits=everything)
    assert everything.tally is not None
    whole = everything.tally.steps
    with pytest.raises(LimitError) as caught:
        astragal.odds(text, limits=Limits(odds=whole // share))
    error = caught.value
    assert error.number is not None
    if error.at_least:
        assert f"that is at least {error.number:,} steps" in error.message
        assert whole // share < error.number <= whole
        assert "or more" not in (hinted(error, DICE).hint or "")
    else:
        assert "that is about" in error.message


def test_ten_times_a_lower_bound_is_allowed_to_try() -> None:
    with pytest.raises(LimitError) as caught:
        astragal.odds("9000d9000")
    assert caught.value.at_least
    assert hinted(caught.value, DICE).hint == "to try with ten times that: --limit 5e12"
