"""Where in a rule something happened: for errors that name the rule and the line."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable
from contextlib import suppress
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any

from astragal.errors import AstragalError, LimitError, RuleError
from astragal.experiment.generators import answered, begun

_OURS = str(Path(__file__).parent.parent)


def asking_line(generator: Any) -> str:
    """The file and line at which a rule asks, through whatever it delegates to."""
    while hasattr(getattr(generator, "gi_yieldfrom", None), "gi_frame"):
        generator = generator.gi_yieldfrom
    frame = generator.gi_frame
    return _place(frame.f_code.co_filename, frame.f_lineno) if frame is not None else ""


def last_line(start: Callable[[], Generator[Any, Any, Any]], answers: Iterable[Any]) -> str:
    """The line on which a rule ended, given the same answers: it is run again and watched."""
    lines: list[str] = []
    generator: Any = start()

    def watch(frame: FrameType, event: str, _: Any) -> Any:
        if event == "line" and frame is generator.gi_frame:
            lines.append(_place(frame.f_code.co_filename, frame.f_lineno))
        return watch

    before = sys.gettrace()
    sys.settrace(watch)
    try:
        with suppress(Exception):
            answered(generator, begun(generator), answers)
    finally:
        sys.settrace(before)
    return lines[-1] if lines else ""


def raising_line(traceback: TracebackType | None) -> str:
    """The line of the rule that an exception came out of: the first on the way in that is not Astragal's own."""
    while traceback is not None:
        code = traceback.tb_frame.f_code
        if not code.co_filename.startswith(_OURS):
            return _place(code.co_filename, traceback.tb_lineno)
        traceback = traceback.tb_next
    return ""


def _place(filename: str, line: int) -> str:
    return f"{Path(filename).name}, line {line}"


def blamed(
    error: Exception, experiment: object, place: str, answers: tuple[Any, ...] = ()
) -> Exception:
    """An error that came out of a rule, saying which, where, and after which answers.

    One of ours is said anew, once; one of Python's is left as it is, with a note.
    """
    if isinstance(error, AstragalError):
        if isinstance(error, LimitError) or getattr(error, "blamed", False):
            return error
        hint = error.hint
        if error.code == "missing-variable":
            hint = 'in a rule, write the value into the text: f"1d20 + {bonus}"'
        said = type(error)(
            error.code,
            f"{experiment}{_where(place)}: {error.message}",
            span=error.span,
            hint=hint,
            text=error.text,
        )
        said.blamed = True  # type: ignore[attr-defined]
        return said
    shown = ", ".join(map(repr, answers[-8:]))
    word = "answer" if len(answers) == 1 else "answers"
    after = f", after the {word} {'… ' if len(answers) > 8 else ''}{shown}" if shown else ""
    error.add_note(f"in the rule {experiment}{_where(place)}{after}")
    if isinstance(error, TypeError) and any(name in str(error) for name in _UNASKED):
        error.add_note("what is asked for needs a `yield` before it: face = yield d(6)")
    return error


_UNASKED = (
    "'Die'",
    "'Applied'",
    "'Several'",
    "'Pool'",
    "'Total'",
    "'Extreme'",
    "'Coin'",
    "'Weighted'",
)
"""What Python says of a request that somebody calculates with instead of asking for it."""


def _where(place: str) -> str:
    return f" ({place})" if place else ""


def rule_error(
    code: str, experiment: object, place: str, what: str, hint: str | None = None
) -> RuleError:
    """An error in a rule, saying which and where."""
    error = RuleError(code, f"{experiment}{_where(place)}: {what}", hint=hint)
    error.blamed = True  # type: ignore[attr-defined]
    return error
