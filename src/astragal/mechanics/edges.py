"""Edges for and against: advantages and disadvantages, dominance and threat. They cancel one to one."""

from __future__ import annotations


def net(gains: int, losses: int, cap: int | None = None) -> int:
    """What remains when they cancel one to one: over 0 of the gains, under 0 of the losses.

    Only what remains is held to the ``cap``, if there is one.

    >>> net(5, 1), net(5, 1, cap=3), net(1, 3)
    (4, 3, -2)
    """
    left = gains - losses
    return left if cap is None else max(-cap, min(cap, left))
