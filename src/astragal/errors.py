"""Every error a user can meet.

    AstragalError
    ├── NotationError    the text cannot be parsed as dice
    ├── LimitError       more was asked for than the limits allow
    │   └── StoppedError work under way was stopped: its time was up, or nobody wanted it
    ├── RollError        the text could be parsed, but not rolled
    │   └── FacesError   faces given by hand do not fit the dice asked for
    ├── RecordError      a record is unreadable, or its faces do not lead to what it says
    ├── OddsError        the odds cannot be given, or the question does not fit them
    │   └── UndefinedError  an outcome does not have the field that is asked for
    ├── RuleError        a rule cannot be rolled or solved as it is written
    ├── ProgramError     a program written for AnyDice cannot be read or run
    ├── ParameterError   a rule does not take the value it was given
    └── ChoiceError      a rule leaves a choice, and the answer is missing or not an option

Each carries a stable ``code``, a plain ``message``, the ``span`` of the text it is about,
and a ``hint`` where one helps. What helps those who program with Astragal may mean nothing to those
who play: ``hint_for`` gives the hint for either. One error renders three ways: ``str(error)`` is
the message, ``error.render()`` draws a caret under the place, ``error.to_dict()`` is ready for
JSON.

Message and hint are a line each, safe to show, and shorter than 500 characters together, whatever
was typed: hidden characters are escaped, and what is too long is cut in the middle.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from functools import partial
from typing import NamedTuple, Self

from astragal._visible import in_short, shortened, visible

_MOST = 480
"""The most characters of a message and its hint together."""
_MOST_MESSAGE = 300


class Span(NamedTuple):
    """A half-open stretch of the text, counted in characters."""

    start: int
    end: int


span_of: Callable[[tuple[int, int]], Span] = partial(tuple.__new__, Span)
"""A span from its start and end, made in C: a reader makes very many."""

NOWHERE = Span(0, 0)
"""The span of what was built in Python rather than parsed from text."""


class Audience(Enum):
    """Who reads a hint: those who program with Astragal, or those who play.

    >>> import astragal
    >>> try:
    ...     astragal.roll("1d20 + @str")
    ... except astragal.AstragalError as error:
    ...     for audience in astragal.Audience:
    ...         print(error.hint_for(audience))
    give it one: variables={'str': 3}
    say what str stands for
    """

    PROGRAMMER = "programmer"
    PLAYER = "player"


class Hints(NamedTuple):
    """What may help, where that is not the same for everybody."""

    programmer: str | None
    player: str | None = None


class AstragalError(Exception):
    """The base of every error Astragal raises on purpose.

    >>> import astragal
    >>> try:
    ...     astragal.parse("2d")
    ... except astragal.AstragalError as error:
    ...     print(error.code, error.span, error.hint)
    missing-sides Span(start=0, end=2) e.g. `2d6`
    """

    fixes: tuple[str, ...] = ()
    """whole texts that would do instead, where somebody has found them out"""

    def __init__(
        self,
        code: str,
        message: str,
        *,
        span: Span | None = None,
        hint: str | Hints | None = None,
        text: str | None = None,
    ) -> None:
        """``hint`` is for everybody, unless it is ``Hints``."""
        self.message = shortened(visible(message), _MOST_MESSAGE)
        super().__init__(self.message)
        self.code = code
        self.span = span
        self.text = text
        self.hint = hint

    @property
    def hint(self) -> str | None:
        """What may help those who program with Astragal."""
        return self._hints.programmer

    @hint.setter
    def hint(self, hint: str | Hints | None) -> None:
        given = hint if isinstance(hint, Hints) else self._for_everybody(hint)
        self._hints = Hints(*map(self._fitted, given))
        self._show()

    @property
    def hints(self) -> Hints:
        """What may help, for each audience: to be passed on with another message."""
        return self._hints

    def hint_for(self, audience: Audience) -> str | None:
        """What may help those who read it."""
        return self._hints.player if audience is Audience.PLAYER else self._hints.programmer

    @staticmethod
    def _for_everybody(hint: str | None) -> Hints:
        return Hints(hint, hint)

    def _fitted(self, hint: str | None) -> str | None:
        return None if hint is None else shortened(visible(hint), _MOST - len(self.message))

    def _show(self) -> None:
        """Show the drawing and the hint below the message in a traceback."""
        if notes := [note for note in (self.drawing(), self.hint) if note]:
            self.__notes__ = notes

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), (self.code, self.message), dict(self.__dict__))

    def __copy__(self) -> Self:
        """The error without its traceback, which keeps all that it passed through alive."""
        other = type(self)(self.code, self.message)
        other.__dict__.update(self.__dict__)
        return other

    def about(self, text: str) -> AstragalError:
        """This error, with the text that its span points into, unless it already had one."""
        if self.text is None and self.span is not None:
            self.text = text
            self._show()
        return self

    def drawing(self, width: int = 80, *, ascii_only: bool = False) -> str:
        """The line of the place with a caret under it, or "" if there is no place to show."""
        if type(width) is not int:
            raise AstragalError(
                "bad-width", f"a width is a number of columns, not {in_short(width)}"
            )
        text = self.text or ""
        if self.span is None or not text.strip():
            return ""
        from astragal._caret import draw_caret

        line, span = _line_of(text, self.span)
        return draw_caret(line, span, width, ascii_only=ascii_only)

    def render(
        self,
        width: int = 80,
        *,
        ascii_only: bool = False,
        audience: Audience = Audience.PROGRAMMER,
    ) -> str:
        """Message, caret and hint as lines for a terminal ``width`` columns wide."""
        drawing = self.drawing(width, ascii_only=ascii_only)
        lines = [self.message, drawing, self.hint_for(audience) or ""]
        return "\n".join(line for line in lines if line)

    def to_dict(self, *, audience: Audience = Audience.PROGRAMMER) -> dict[str, object]:
        """The error as JSON-ready data."""
        return {
            "code": self.code,
            "message": self.message,
            "span": list(self.span) if self.span is not None else None,
            "hint": self.hint_for(audience),
        }


def _line_of(text: str, span: Span) -> tuple[str, Span]:
    """The line in which a place begins, and the place in it."""
    start = text.rfind("\n", 0, span.start) + 1
    end = text.find("\n", span.start)
    end = len(text) if end < 0 else end
    return text[start:end], Span(span.start - start, min(span.end, end) - start)


class NotationError(AstragalError):
    """The text cannot be parsed as dice.

    >>> import astragal
    >>> astragal.parse("((1d6)")
    Traceback (most recent call last):
    ...
    astragal.errors.NotationError: this `(` is never closed
    ((1d6)
    ^
    """


class LimitError(AstragalError):
    """More was asked for than the limits allow; the message gives the number and the limit.

    >>> import astragal
    >>> try:
    ...     astragal.roll("999999999d6")
    ... except astragal.LimitError as error:
    ...     print(error)
    that is 999,999,999 dice; the limit is 10,000
    """

    limit: str | None = None
    """the name of the limit, if it is one of ``Limits``"""
    number: int | None = None
    """what was asked for, if that is known"""
    at_least: bool = False
    """whether ``number`` is only what was counted until then: all of it is more"""
    steps: int | None = None
    """the steps that were allowed"""


class StoppedError(LimitError):
    """Work was stopped on the way: its time was up, or the program that asked said so.

    The codes are ``too-slow`` and ``stopped``.

    >>> import astragal
    >>> try:
    ...     astragal.odds("20d(1d100)kh10", limits=astragal.Limits(seconds=1e-6))
    ... except astragal.StoppedError as error:
    ...     print(error.code)
    too-slow
    """


class RollError(AstragalError):
    """The text could be parsed, but this roll cannot be made.

    >>> import astragal
    >>> try:
    ...     astragal.roll("1d20 + @str")
    ... except astragal.RollError as error:
    ...     print(error)
    no value was given for @str
    """


class FacesError(RollError):
    """Faces given by hand do not fit the dice that were asked for.

    >>> import astragal
    >>> try:
    ...     astragal.roll("2d6", faces=[3, 7])
    ... except astragal.FacesError as error:
    ...     print(error)
    face 2 is 7, but a d6 has faces 1 to 6
    """


class RecordError(AstragalError):
    """A record is unreadable, or its faces do not lead to what it says.

    >>> import astragal
    >>> record = astragal.roll("2d6", faces=[3, 4]).to_json()
    >>> record = record.replace('"outcome": 7', '"outcome": 12')
    >>> try:
    ...     astragal.verify(record)
    ... except astragal.RecordError as error:
    ...     print(error)
    outcome: the record says 12, its faces give 7
    """


class OddsError(AstragalError):
    """The odds cannot be given, or the question does not fit them.

    >>> import astragal
    >>> try:
    ...     astragal.odds("1d6 / 1d6!")
    ... except astragal.OddsError as error:
    ...     print(error.code)
    endless-divisor
    """


class UndefinedError(OddsError, AttributeError):
    """A field of an outcome that some outcomes of its class have, and this one has not.

    >>> from astragal.games import scores
    >>> try:
    ...     scores.test(2, ranges="[..8] alarm [9..] quiet").odds().of("passes")
    ... except UndefinedError as error:
    ...     print(error.hint)
    name a range instead, as in range=alarm
    """


class RuleError(AstragalError):
    """A rule cannot be rolled or solved as it is written; the message names the rule and the line.

    >>> import astragal
    >>> @astragal.rule
    ... def broken() -> astragal.Asks[int]:
    ...     face: int = yield 6
    ...     return face
    >>> try:
    ...     broken().odds()
    ... except astragal.RuleError as error:
    ...     print(error.code)
    bad-request
    """

    @staticmethod
    def _for_everybody(hint: str | None) -> Hints:
        """Only those who write a rule can do something about it."""
        return Hints(hint, None)


class ProgramError(AstragalError):
    """A program written for AnyDice cannot be read or run.

    >>> from astragal import ProgramError, anydice
    >>> try:
    ...     anydice.run("X = 3d6")
    ... except ProgramError as error:
    ...     print(error.message, "/", error.hint)
    a variable is set with a colon / write X: …; `=` compares
    """


class ParameterError(AstragalError):
    """A rule does not take the value it was given; the message says what it takes.

    >>> import astragal
    >>> @astragal.rule
    ... def check(modifier: int = 0) -> astragal.Asks[int]:
    ...     face: int = yield "d20"
    ...     return face + modifier
    >>> try:
    ...     check(modifier="high")  # type: ignore[arg-type]
    ... except astragal.ParameterError as error:
    ...     print(error)
    check: modifier must be a whole number, not 'high'
    """


class ChoiceError(AstragalError):
    """A rule leaves a choice, and the answer is missing or not one of its options.

    >>> import astragal
    >>> @astragal.rule
    ... def gamble() -> astragal.Asks[int]:
    ...     return (yield "d6") if (yield astragal.choose("roll?", ["yes", "no"])) == "yes" else 4
    >>> try:
    ...     gamble().odds()
    ... except astragal.ChoiceError as error:
    ...     print(error)
    Gamble leaves a choice: roll? (yes, no)
    """
