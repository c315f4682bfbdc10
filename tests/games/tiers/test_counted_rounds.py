"""The weights of rounds in which hundreds of dice are rolled are long, which is counted."""

from __future__ import annotations

from typing import Any

import pytest

from astragal.errors import LimitError
from astragal.games import tiers


@pytest.mark.slow
@pytest.mark.parametrize("given", [{"edges": "999/+/"}, {"tags": ["gold rope +3"] * 100}])
def test_many_turns_with_long_weights_are_refused_early(given: dict[str, Any]) -> None:
    """There are too many states, and their weights are long: either ends the work early."""
    countdown = tiers.countdown(stats=[0] * 20, opponents=[0], clock="1000", **given)
    with pytest.raises(LimitError) as caught:
        countdown.odds()
    assert caught.value.code in ("too-many-odds", "too-many-paths")


def test_what_has_odds_can_be_rolled() -> None:
    with pytest.raises(Exception, match="advantages"):
        tiers.check(45, advantages=1_000)
    assert tiers.check(45, advantages=999).roll()
