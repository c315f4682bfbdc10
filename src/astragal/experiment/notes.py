"""A note: what a rule says while it is rolled, in the game's own words."""

from __future__ import annotations

from typing import Any

from astragal._value import Value
from astragal.errors import RuleError
from astragal.outcome import show


class Note(Value):
    """A sentence, filled in when somebody wants to read it."""

    text: str
    values: tuple[Any, ...] = ()

    def __str__(self) -> str:
        try:
            return self.text.format(*map(_shown, self.values)) if self.values else self.text
        except (IndexError, KeyError, ValueError) as error:
            raise RuleError("bad-note", f"`{self.text}` cannot be filled in: {error}") from None


def _shown(value: Any) -> Any:
    """Numbers keep their formats; lists and outcomes are shown as everywhere."""
    return value if isinstance(value, int) and not isinstance(value, bool) else show(value)


def note(text: str, *values: Any) -> Note:
    """Say something in the record of a roll. Each ``{}`` of the text takes the next of the values.

    >>> import astragal
    >>> @astragal.rule
    ... def test(modifier: int = 0) -> astragal.Asks[int]:
    ...     face = yield "d10"
    ...     yield astragal.note("rolls {}, {:+}", face, modifier)
    ...     return face + modifier
    >>> print(test(1).roll(faces=[4]))
    test(modifier=1) → rolls 4, +1 → 5
    """
    if not isinstance(text, str):
        raise RuleError("bad-note", f"a note is a text, not {text!r}")
    return Note(text, values)
