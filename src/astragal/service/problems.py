"""Problem documents (RFC 9457): errors as data, whichever front end brought the question."""

from __future__ import annotations

from typing import Any

from astragal.errors import AstragalError, Audience, Hints, StoppedError

_TITLES = {
    400: "The question is not one that can be asked",
    404: "There is no such thing",
    413: "The question is too long",
    422: "The question has no answer as it stands",
    429: "Too many questions",
    500: "Something is wrong here, not with the question",
    503: "The answer took too long",
}
_ABSENT = ("no-such-question", "no-such-game", "no-such-rule")
_HINTS = {
    "undecided": "give decisions or an aim; or start it: then it pauses at each choice",
    "no-aim": "an aim says what to make likely, or large: a field of the outcome, or e.g. score>=7",
    "not-numbers": "of says what to look at: a field of the outcome, or e.g. outcome=won",
    "rises-and-falls": "greatest says which is meant: true, or false for the least",
    "missing-variable": "variables gives values by name",
    "signed": "it was signed elsewhere",
    "unknown-rule": "only rules of the games can be read",
}
"""Hints for callers of the service, by error code."""


def in_own_words(error: AstragalError) -> AstragalError:
    """The error with its hint for players, in the service's own words where it has some."""
    hint = _HINTS.get(error.code, error.hint_for(Audience.PLAYER))
    error.hint = Hints(hint, hint)
    return error


def problem_with(error: AstragalError | None) -> dict[str, Any] | None:
    """The problem document of an error inside an answer; None if there is no error."""
    return None if error is None else problem(in_own_words(error))


class QuestionError(AstragalError):
    """A malformed question: bad JSON, unknown fields, or fields of the wrong type."""


def status_of(error: AstragalError) -> int:
    """The HTTP status of an error: 400 if the question is malformed, 422 if it has no answer."""
    if error.code in _ABSENT:
        return 404
    if isinstance(error, QuestionError):
        return 413 if error.code == "question-too-long" else 400
    return 503 if isinstance(error, StoppedError) else 422


def problem(error: AstragalError, status: int | None = None) -> dict[str, Any]:
    """The error as a problem document; ``place`` is its span in ``text``."""
    from http import HTTPStatus

    wanted = status_of(error) if status is None else status
    return {
        "type": f"/errors#{error.code}",
        "title": _TITLES.get(wanted) or HTTPStatus(wanted).phrase,
        "status": wanted,
        "detail": error.message,
        "code": error.code,
        "message": error.message,
        "hint": error.hint_for(Audience.PLAYER),
        "place": None if error.span is None else list(error.span),
        "text": error.text,
        "fixes": list(error.fixes),
    }
