"""All errors that users can encounter.

    AstragalError
    ├── NotationError    the text cannot be parsed as dice
    ├── LimitError       the request exceeds the limits
    │   └── StoppedError work was stopped: it ran out of time, or was cancelled
    ├── RollError        the text can be parsed, but not rolled
    │   └── FacesError   faces given by hand do not fit the dice
    ├── RecordError      a record is unreadable, or its faces do not lead to its outcome
    ├── OddsError        the odds are not available, or the question does not fit them
    │   └── UndefinedError  an outcome lacks the requested field
    ├── RuleError        a rule cannot be rolled or solved as written
    ├── ProgramError     an AnyDice program cannot be read or run
    ├── ParameterError   a rule does not accept a value
    └── ChoiceError      a rule offers a choice, and the answer is missing or not an option

Each carries a stable ``code``, a plain ``message``, the ``span`` of the text it concerns, and a
``hint`` if one helps. Programmers who use Astragal need other hints than players: ``hint_for``
returns the one for either. An error has three forms: ``str(error)`` is the message,
``error.render()`` draws a caret under the position, ``error.to_dict()`` is ready for JSON.

Message and hint are one line each, safe to show, and shorter than 500 characters together for any
input: hidden characters are escaped, and long texts are cut in the middle.
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
    """A half-open range of the text, in characters."""

    start: int
    end: int


span_of: Callable[[tuple[int, int]], Span] = partial(tuple.__new__, Span)
"""Creates a span from its start and end, in C, because a reader creates very many."""

NOWHERE = Span(0, 0)
"""The span of expressions built in Python instead of parsed from text."""


class Audience(Enum):
    """The reader of a hint: a programmer using Astragal, or a player.

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
    """Hints that differ by audience."""

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
    """complete texts to use instead, if any are known"""

    def __init__(
        self,
        code: str,
        message: str,
        *,
        span: Span | None = None,
        hint: str | Hints | None = None,
        text: str | None = None,
    ) -> None:
        """``hint`` is for all audiences, unless it is ``Hints``."""
        self.message = shortened(visible(message), _MOST_MESSAGE)
        super().__init__(self.message)
        self.code = code
        self.span = span
        self.text = text
        self.hint = hint

    @property
    def hint(self) -> str | None:
        """The hint for programmers who use Astragal."""
        return self._hints.programmer

    @hint.setter
    def hint(self, hint: str | Hints | None) -> None:
        given = hint if isinstance(hint, Hints) else self._for_everybody(hint)
        self._hints = Hints(*map(self._fitted, given))
        self._show()

    @property
    def hints(self) -> Hints:
        """The hints for all audiences, to be passed on with another message."""
        return self._hints

    def hint_for(self, audience: Audience) -> str | None:
        """The hint for an audience."""
        return self._hints.player if audience is Audience.PLAYER else self._hints.programmer

    @staticmethod
    def _for_everybody(hint: str | None) -> Hints:
        return Hints(hint, hint)

    def _fitted(self, hint: str | None) -> str | None:
        return None if hint is None else shortened(visible(hint), _MOST - len(self.message))

    def _show(self) -> None:
        """Add the drawing and the hint to tracebacks, below the message."""
        if notes := [note for note in (self.drawing(), self.hint) if note]:
            self.__notes__ = notes

    def __reduce__(self) -> tuple[object, ...]:
        return (type(self), (self.code, self.message), dict(self.__dict__))

    def __copy__(self) -> Self:
        """A copy without the traceback, which would keep all of its frames alive."""
        other = type(self)(self.code, self.message)
        other.__dict__.update(self.__dict__)
        return other

    def about(self, text: str) -> AstragalError:
        """This error, with the text that its span points into, unless it already has one."""
        if self.text is None and self.span is not None:
            self.text = text
            self._show()
        return self

    def drawing(self, width: int = 80, *, ascii_only: bool = False) -> str:
        """The line of the span with a caret under it; "" without a span."""
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
    """The line where a span starts, and the span relative to it."""
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
    """The request exceeds the limits; the message gives the number and the limit.

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
    """the requested number, if known"""
    at_least: bool = False
    """whether counting stopped at ``number``, so that the full number is higher"""
    steps: int | None = None
    """the allowed number of steps"""


class StoppedError(LimitError):
    """Work was stopped early: it ran out of time, or the program cancelled it.

    The codes are ``too-slow`` and ``stopped``.

    >>> import astragal
    >>> try:
    ...     astragal.odds("20d(1d100)kh10", limits=astragal.Limits(seconds=1e-6))
    ... except astragal.StoppedError as error:
    ...     print(error.code)
    too-slow
    """


class RollError(AstragalError):
    """The text can be parsed, but this roll cannot be made.

    >>> import astragal
    >>> try:
    ...     astragal.roll("1d20 + @str")
    ... except astragal.RollError as error:
    ...     print(error)
    no value was given for @str
    """


class FacesError(RollError):
    """Faces given by hand do not fit the dice.

    >>> import astragal
    >>> try:
    ...     astragal.roll("2d6", faces=[3, 7])
    ... except astragal.FacesError as error:
    ...     print(error)
    face 2 is 7, but a d6 has faces 1 to 6
    """


class RecordError(AstragalError):
    """A record is unreadable, or its faces do not lead to its outcome.

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
    """The odds are not available, or the question does not fit them.

    >>> import astragal
    >>> try:
    ...     astragal.odds("1d6 / 1d6!")
    ... except astragal.OddsError as error:
    ...     print(error.code)
    endless-divisor
    """


class UndefinedError(OddsError, AttributeError):
    """The outcome lacks a field that other outcomes of its class have.

    >>> from astragal.games import scores
    >>> try:
    ...     scores.test(2, ranges="[..8] alarm [9..] quiet").odds().of("passes")
    ... except UndefinedError as error:
    ...     print(error.hint)
    name a range instead, as in range=alarm
    """


class RuleError(AstragalError):
    """A rule cannot be rolled or solved as written; the message names the rule and the line.

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
        """Hide the hint from players, as only the author of a rule can act on it."""
        return Hints(hint, None)


class ProgramError(AstragalError):
    """An AnyDice program cannot be read or run.

    >>> from astragal import ProgramError, anydice
    >>> try:
    ...     anydice.run("X = 3d6")
    ... except ProgramError as error:
    ...     print(error.message, "/", error.hint)
    a variable is set with a colon / write X: …; `=` compares
    """


class ParameterError(AstragalError):
    """A rule does not accept a value; the message says what it takes.

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
    """A rule offers a choice, and the answer is missing or not one of its options.

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
