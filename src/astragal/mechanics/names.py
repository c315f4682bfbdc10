"""The names of those who roll."""

from __future__ import annotations

from collections.abc import Sequence


def not_as_many(names: Sequence[str], rolling: int) -> str | None:
    """Why the names do not fit those who roll; None if they do, or if there are none."""
    if names and len(names) != rolling:
        many = "one name is" if len(names) == 1 else f"{len(names)} names are"
        return f"names: {many} given for {rolling} who roll"
    return None
