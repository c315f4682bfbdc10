"""Table talk: what people say at a table, turned into notation or into a question about odds.

Notation is tried first and keeps its meaning. Other texts are matched with phrases. Each phrase is
a row in a module of `phrases`, with templates for its wording, the resulting notation and examples.
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
