"""Notes: sentences that a rule adds to the record of a roll, in the game's own words.

A moment is a note that does not appear in the record: the roll may pause there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from string import Formatter
from typing import Any

from astragal._visible import in_short
from astragal.errors import RuleError
from astragal.outcome import show, verdict_of
from astragal.rolling.counts import Rolled
from astragal.rolling.phrases import Said, outcome_phrase, phrase

_NO_NAMES: Mapping[str, str] = {}


class Note:
    """A sentence; its values are formatted only when it is shown.

    A plain object for speed: computing odds creates notes by the thousand that are never shown.
    """

    __slots__ = ("moment", "text", "turns", "values", "whose")

    def __init__(
        self,
        text: str,
        values: tuple[Any, ...] = (),
        moment: str | None = None,
        turns: bool = False,
        whose: str = "",
    ) -> None:
        self.text = text
        self.values = values
        self.moment = moment
        """whose turn it is, if the roll may pause here ("" if the rule does not say)"""
        self.turns = turns
        """whether this is a turning point, to be kept when a long story is shortened"""
        self.whose = whose
        """the person it is about, if that must be said"""

    def told(self, names: Mapping[str, str] = _NO_NAMES) -> Said:
        """The sentence; ``names`` are a character sheet's names for the rule's parameters."""
        said = self._told(names)
        return phrase([f"{self.whose}: ", said]) if self.whose and said else said

    def _told(self, names: Mapping[str, str]) -> Said:
        try:
            if all(type(each) is int or type(each) is str for each in self.values):
                return self.text.format(*self.values) if self.values else self.text
            return phrase(self._parts(names))
        except (IndexError, KeyError, ValueError) as error:
            message = f"the note `{self.text}` does not fit its values: {error}"
            raise RuleError("bad-note", message) from None

    def _parts(self, names: Mapping[str, str]) -> Iterator[Said]:
        for place, (before, field, form, _) in enumerate(Formatter().parse(self.text)):
            yield before
            if field is not None:
                value = self.values[int(field) if field else place]
                yield _said(value, form or "", names)

    @property
    def rolled(self) -> tuple[Rolled, ...]:
        """The dice in it, which say which of them count."""
        dice = (getattr(each, "dice", each) for each in self.values)
        return tuple(each for each in dice if isinstance(each, Rolled))

    @property
    def tells(self) -> bool:
        """True if it contains dice or totals, which describe themselves."""
        return any(callable(getattr(each, "told", None)) for each in self.values)

    @property
    def who(self) -> str:
        """The owner of the first dice or total in it."""
        return next(filter(None, (getattr(each, "who", "") for each in self.values)), "")

    def __str__(self) -> str:
        return str(self.told())


def _said(value: Any, form: str, names: Mapping[str, str]) -> Said:
    """Integers are kept for formats such as ``{:+}``; other values become text."""
    if isinstance(value, int) and not isinstance(value, bool):
        return format(value, form)
    if callable(tell := getattr(value, "told", None)):
        said: Said = tell(names)
        return said
    said = show(value) if verdict_of(value) is None else outcome_phrase(value)
    return format(str(said), form) if form else said


def note(text: Any, *values: Any, who: str = "") -> Note:
    """Add a sentence to the record of a roll. Each ``{}`` in the text takes the next value.

    Dice (``Rolled``) and totals (``Sum``) describe themselves and may be passed as the text. A
    sentence that begins with a colon or a comma continues the one before. ``who`` is the name of
    the person it is about, if that is not clear otherwise.

    >>> import astragal
    >>> @astragal.rule
    ... def test(modifier: int = 0) -> astragal.Asks[int]:
    ...     face: int = yield "d10"
    ...     added = astragal.Added(modifier)
    ...     yield astragal.note(astragal.Sum(face, (added,), face + modifier))
    ...     return face + modifier
    >>> print(test(1).roll(faces=[4]))
    Test, modifier 1: 4 + 1 = 5 → 5
    """
    return _note(text, values, whose=who)


def turning_point(text: Any, *values: Any) -> Note:
    """A note for a turning point, which the summary of a long chain keeps.

    >>> import astragal
    >>> str(astragal.turning_point("the {} is gone", "bridge"))
    'the bridge is gone'
    """
    return _note(text, values, turns=True)


def _note(text: Any, values: tuple[Any, ...], turns: bool = False, whose: str = "") -> Note:
    if isinstance(text, str):
        return Note(text, values, turns=turns, whose=whose)
    if not values and callable(getattr(text, "told", None)):
        return Note("{}", (text,), turns=turns, whose=whose)
    raise RuleError("bad-note", f"the text of a note must be a string, not {in_short(text)}")


def moment(text: str, *values: Any, by: str = "") -> Note:
    """Mark a point where a roll may pause: between two rounds, or before a player's turn.

    It changes neither rolls nor odds. ``by`` is the player whose turn it is.

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
    Race: 1d6: 4, 1d6: 3 → true
    """
    for said in (text, by):
        if not isinstance(said, str):
            raise RuleError("bad-note", f"a moment is told in words, not by {in_short(said)}")
    return Note(text, values, by)
