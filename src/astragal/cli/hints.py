"""Hints for those who type at the prompt, in place of those for Python."""

from __future__ import annotations

from astragal.errors import AstragalError


def at_the_prompt(error: AstragalError) -> str | None:
    """What helps at the prompt."""
    if error.code == "missing-variable":
        name = error.message.rpartition("@")[2].strip("{}")
        return f"give it a value first, e.g. set {name}=3"
    if error.code == "too-many-odds":
        return "to allow more work: --limit 5e9"
    return error.hint
