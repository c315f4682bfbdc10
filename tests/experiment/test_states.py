"""Copies of the variables of a generator that waits, one for each path that goes on from there."""

from __future__ import annotations

from typing import Any

import pytest

from astragal.experiment.splitting.states import copier


@pytest.mark.parametrize(
    "variables",
    [
        ([1, 2],),
        ({1: "a"}, 7),
        ({1, 2}, (3, 4)),
        ((1, ([2, [3]], "x")), {"a": [1], "b": (2, {3})}),
        ([], {}, set()),
    ],
)
def test_copies_are_equal_and_share_nothing_that_changes(variables: tuple[Any, ...]) -> None:
    fresh = copier(variables)
    assert fresh is not None
    one, other = fresh(), fresh()
    assert one == other == variables
    for copy in (one, other):
        assert not changing(copy) & changing(variables)
    assert not changing(one) & changing(other)
    assert [type(each) for each in one] == [type(each) for each in variables]


def test_what_was_one_list_is_one_list_in_each_copy() -> None:
    shown = [1]
    fresh = copier((shown, {"again": shown}, (shown,)))
    assert fresh is not None
    one, again, held = fresh()
    assert one is again["again"] is held[0] is not shown


def test_what_cannot_change_is_not_copied() -> None:
    assert copier((1, "a", (2, (3,)), frozenset({4}))) is None


def changing(value: Any) -> set[int]:
    """Every list, dict and set in a value."""
    if not isinstance(value, list | dict | set | tuple):
        return set()
    parts = value.values() if isinstance(value, dict) else value
    own = set() if isinstance(value, tuple) else {id(value)}
    return own.union(*map(changing, parts))
