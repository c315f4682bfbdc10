"""Names of the participants of a roll."""

from __future__ import annotations

from collections.abc import Sequence


def not_as_many(names: Sequence[str], rolling: int) -> str | None:
    """The reason why the number of names is wrong; None if it fits or no names are given."""
    if names and len(names) != rolling:
        many = "one name is" if len(names) == 1 else f"{len(names)} names are"
        return f"names: {many} given for {rolling} who roll"
    return None
