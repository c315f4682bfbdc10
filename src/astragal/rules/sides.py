"""The side that a parameter of a rule belongs to, according to its name."""

from __future__ import annotations

from enum import Enum


class Side(Enum):
    """The side that a parameter belongs to; the value is the prefix of its parameters' names."""

    OURS = ""
    OPPONENT = "opponent"
    HELPER = "helper"
    OPPONENTS_HELPER = "opponent_helper"

    @property
    def opposes(self) -> bool:
        return self.value.startswith("opponent")

    @property
    def said(self) -> str:
        """The people on this side, in words."""
        return {"": "those who roll", "opponent": "opponents"}.get(self.value, "helpers")


def side_of(name: str) -> Side:
    """The side that a parameter of this name belongs to."""
    for side in (Side.OPPONENTS_HELPER, Side.OPPONENT, Side.HELPER):
        if name in (side.value, f"{side.value}s") or name.startswith(
            (f"{side.value}_", f"{side.value}s_")
        ):
            return side
    return Side.OURS
