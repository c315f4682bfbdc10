"""Errors that name the rule and its line at fault."""

from __future__ import annotations

import os
from types import TracebackType
from typing import Any

from astragal.errors import AstragalError, ChoiceError, Hints, LimitError, RuleError
from astragal.experiment.generators import line_of

_OURS = os.path.dirname(os.path.dirname(__file__))


def raising_line(traceback: TracebackType | None) -> str:
    """The outermost line of a traceback outside Astragal's own code: a line of the rule."""
    while traceback is not None:
        code = traceback.tb_frame.f_code
        if not code.co_filename.startswith(_OURS):
            return line_of(code.co_filename, traceback.tb_lineno)
        traceback = traceback.tb_next
    return ""


def blamed(
    error: Exception, experiment: object, place: str, answers: tuple[Any, ...] = ()
) -> Exception:
    """An error that a rule raised, with the rule, the line and the answers before it.

    An AstragalError gets a new message, once; other exceptions get a note.
    """
    if isinstance(error, AstragalError):
        # A wrong decision is not the rule's fault, and its message says which experiment asks.
        if isinstance(error, LimitError | ChoiceError) or getattr(error, "blamed", False):
            return error
        if getattr(experiment, "blames_asker", False):  # the rule that asks for it is to blame
            return error
        hint = error.hints
        if error.code == "missing-variable":
            player = "write the number itself, or put the name on a sheet"
            author = 'write the value into the text, f"1d20 + {bonus}", or give it: variables={…}'
            hint = Hints(author if place else player, player)
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
    if isinstance(error, TypeError) and any(f"'{name}'" in str(error) for name in _requests()):
        error.add_note("a request needs a `yield` before it: face = yield d(6)")
    return error


def _requests() -> set[str]:
    """The type names that Python mentions in an error about a request used without `yield`."""
    from astragal.experiment.experiment import Experiment

    names = {"Die", "DigitDie"}
    waiting: list[type] = [Experiment]
    while waiting:
        known = waiting.pop()
        names.add(known.__name__)
        waiting += known.__subclasses__()
    return names


def _where(place: str) -> str:
    return f" ({place})" if place else ""


def rule_error(
    code: str, experiment: object, place: str, what: str, hint: str | None = None
) -> RuleError:
    """A RuleError that names the rule and the line."""
    error = RuleError(code, f"{experiment}{_where(place)}: {what}", hint=hint)
    error.blamed = True  # type: ignore[attr-defined]
    return error


def in_words(error: BaseException) -> RuleError:
    """Any exception that a rule raised as a RuleError: its type, message and notes."""
    notes = getattr(error, "__notes__", ())
    return RuleError("raised", f"{type(error).__name__}: {error}", hint="; ".join(notes) or None)
