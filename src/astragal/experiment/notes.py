"""Notes: sentences that a rule adds to the record of a roll, in the game's own words.

A moment is a note that nobody reads in the record: the roll may pause there.
"""

from __future__ import annotations

from typing import Any

from astragal._visible import in_short
from astragal.errors import RuleError
from astragal.outcome import show


class Note:
    """A sentence; its values are formatted only when it is shown.

    A plain object: while odds are worked out, rules make notes by the thousand, for nobody.
    """

    __slots__ = ("moment", "text", "values")

    def __init__(self, text: str, values: tuple[Any, ...] = (), moment: str | None = None) -> None:
        self.text = text
        self.values = values
        self.moment = moment
        """whose turn it is, if the roll may pause here ("" if the rule does not say)"""

    def __str__(self) -> str:
        try:
            return self.text.format(*map(_shown, self.values)) if self.values else self.text
        except (IndexError, KeyError, ValueError) as error:
            message = f"the note `{self.text}` does not fit its values: {error}"
            raise RuleError("bad-note", message) from None


def _shown(value: Any) -> Any:
    """Whole numbers stay as they are, for formats such as ``{:+}``; other values become text."""
    return value if isinstance(value, int) and not isinstance(value, bool) else show(value)


def note(text: str, *values: Any) -> Note:
    """Add a sentence to the record of a roll. Each ``{}`` in the text takes the next value.

    >>> import astragal
    >>> @astragal.rule
    ... def test(modifier: int = 0) -> astragal.Asks[int]:
    ...     face: int = yield "d10"
    ...     yield astragal.note("rolls {}, {:+}", face, modifier)
    ...     return face + modifier
    >>> print(test(1).roll(faces=[4]))
    test(modifier=1) → rolls 4, +1 → 5
    """
    if not isinstance(text, str):
        raise RuleError("bad-note", f"the text of a note must be a string, not {in_short(text)}")
    return Note(text, values)


def moment(text: str, *values: Any, by: str = "") -> Note:
    """Say where a roll may pause: between two rounds, or before somebody's turn.

    It changes neither rolls nor odds. ``by`` is whose turn it is.

    >>> import astragal
    >>> @astragal.rule
    ... def race() -> astragal.Asks[bool]:
    ...     ours: int = yield "d6"
    ...     yield astragal.moment("their turn", by="Bob")
    ...     theirs: int = yield "d6"
    ...     return ours > theirs
    >>> pause = race().start(faces=[4])
    >>> assert isinstance(pause, astragal.Pause)
    >>> pause.by, pause.moment
    ('Bob', 'their turn')
    >>> print(pause.resume(faces=[3]))
    race() → 1d6: 4, 1d6: 3 → true
    """
    for said in (text, by):
        if not isinstance(said, str):
            raise RuleError("bad-note", f"a moment is told in words, not by {in_short(said)}")
    return Note(text, values, by)
