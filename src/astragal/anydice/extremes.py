"""The greater or the smaller of two independent numbers."""

from __future__ import annotations

from astragal.anydice.budget import Budget
from astragal.anydice.faces import Faces, count_table


def extreme_of(one: Faces, other: Faces, *, highest: bool, budget: Budget) -> Faces:
    """By cumulative weights: the greater is at most a number if both are."""
    outcomes = sorted({*one.table, *other.table}, reverse=not highest)
    count_table(2 * len(outcomes), one.total.bit_length() + other.total.bit_length(), budget)
    table: dict[int, int] = {}
    mine = theirs = before = 0
    for outcome in outcomes:
        mine += one.table.get(outcome, 0)
        theirs += other.table.get(outcome, 0)
        reached = mine * theirs
        if reached != before:
            table[outcome] = reached - before
        before = reached
    return Faces.of(table, one.total * other.total, one.doubt + other.doubt)
