"""Problems that only a server has: addresses, methods, sizes, rates."""

from __future__ import annotations

from collections.abc import Mapping

from astragal.errors import AstragalError
from astragal.service.service import Reply, refusal


class HttpProblemError(AstragalError):
    """A refused request, with its status and headers."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        *,
        hint: str | None = None,
        retry_after: int | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(code, message, hint=hint)
        self.status = status
        self.headers = dict(headers or {})
        if retry_after is not None:
            self.headers["Retry-After"] = str(retry_after)

    def reply(self) -> Reply:
        return refusal(self, self.status)


def not_found() -> HttpProblemError:
    return HttpProblemError(
        404, "no-such-place", "there is nothing at this address", hint="see /openapi.json"
    )


def wrong_method(method: str, allowed: tuple[str, ...]) -> HttpProblemError:
    listed = ", ".join(allowed)
    return HttpProblemError(
        405,
        "wrong-method",
        f"this address only answers {' and '.join(allowed)}, not {method}",
        headers={"Allow": listed},
    )


def not_json_type() -> HttpProblemError:
    return HttpProblemError(
        415,
        "not-json",
        "a question is sent as JSON",
        hint="send the header Content-Type: application/json",
    )


def packed_question() -> HttpProblemError:
    return HttpProblemError(
        415,
        "packed-question",
        "a question is sent as it is, not compressed",
        hint="leave out the header Content-Encoding",
        headers={"Accept-Encoding": "identity"},
    )


def not_utf8() -> HttpProblemError:
    return HttpProblemError(
        415,
        "not-utf-8",
        "a question is sent in UTF-8",
        hint="send the header Content-Type: application/json, without another charset",
    )


def no_such_range(headers: Mapping[str, str]) -> HttpProblemError:
    return HttpProblemError(
        416,
        "no-such-range",
        "the file has no such part",
        hint="leave out the header Range to get all of it",
        headers=headers,
    )


def bad_range() -> HttpProblemError:
    return HttpProblemError(
        400, "unreadable-range", "the header Range cannot be read", hint="write it as bytes=0-499"
    )


def not_http() -> HttpProblemError:
    return HttpProblemError(400, "not-http", "this is not an HTTP request")


def headers_too_long(most: int) -> HttpProblemError:
    return HttpProblemError(
        431,
        "headers-too-long",
        f"the address and headers of a request have at most {most:,} bytes",
        hint="ask by POST",
    )


def too_large(most: int) -> HttpProblemError:
    return HttpProblemError(
        413, "question-too-long", f"a question has at most {most:,} bytes", hint="ask in parts"
    )


def too_slow_to_send(seconds: float) -> HttpProblemError:
    return HttpProblemError(
        408, "slow-question", f"the question did not arrive within {seconds:g} seconds"
    )


def took_too_long(seconds: float) -> HttpProblemError:
    return HttpProblemError(
        503,
        "too-slow",
        f"this takes longer than the {seconds:g} seconds that a question may take here",
        hint="ask for less, or ask on your own machine, where nothing ends it",
    )


def too_much_memory(most: int) -> HttpProblemError:
    return HttpProblemError(
        422,
        "no-memory",
        f"this takes more than the {most:,} MiB of memory that a question may take here",
        hint="ask for less, or ask on your own machine",
    )


def worker_lost() -> HttpProblemError:
    return HttpProblemError(
        503,
        "worker-lost",
        "the process that worked on this ended",
        hint="ask again; if it happens every time, ask for less",
        retry_after=1,
    )


def broken() -> HttpProblemError:
    return HttpProblemError(
        500, "internal-error", "something went wrong here; it was written to the log"
    )
