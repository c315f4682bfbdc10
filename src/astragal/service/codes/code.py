"""The explanation of an error code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, TypeAlias


class Code(NamedTuple):
    """An error code, explained to somebody who sees it for the first time."""

    means: str
    do: str
    example: str | None = None
    """a text that causes it"""


Area: TypeAlias = Mapping[str, Code]
