"""A node with others in place of some in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from astragal.notation.nodes.node import Node


def replaced(value: Any, changes: Sequence[tuple[Node, Node]]) -> Any:
    """The value with the second of a pair wherever it holds the very node that is the first."""
    for old, new in changes:
        if value is old:
            return new
    if isinstance(value, Node):
        parts = {name: getattr(value, name) for name in value._positional}
        return value.replaced(**{name: replaced(part, changes) for name, part in parts.items()})
    return tuple(replaced(each, changes) for each in value) if type(value) is tuple else value
