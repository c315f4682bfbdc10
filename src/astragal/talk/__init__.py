"""Table talk: what people say at a table, turned into notation or into a question about odds.

Notation is read first and keeps its meaning; what is not notation is looked up among phrases. Each
phrase is a row of a module in `phrases`, with what it sounds like, what it becomes, and examples.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from astragal.talk.understood import Asked, Read, Understood

if TYPE_CHECKING:
    from astragal.talk.listening import read, understand

__all__ = ["Asked", "Read", "Understood", "read", "understand"]


def __getattr__(name: str) -> Any:
    """Import the listener when it is needed: most texts are notation."""
    if name not in ("read", "understand"):
        raise AttributeError(f"module {__name__} has no attribute {name}")
    from astragal.talk import listening

    return getattr(listening, name)
