"""Reading requests: a question comes from the body of a POST or the query of a GET."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from email.message import Message
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

from starlette.types import Receive, Scope

from astragal._visible import in_short
from astragal.rules.types import TextType
from astragal.server.endpoints import Endpoint
from astragal.server.problems import (
    not_json_type,
    not_utf8,
    packed_question,
    too_large,
    too_slow_to_send,
)
from astragal.server.sending import JSON, header
from astragal.service.fields import Field, type_given
from astragal.service.problems import QuestionError
from astragal.service.question import Given
from astragal.service.service import read_json, read_question

_MOST_FIELDS = 50


class Asked(NamedTuple):
    """A raw question, which may take as long to read as to answer."""

    method: str
    path: str
    content: bytes
    """the body or the query string"""

    def read(self, endpoint: Endpoint) -> Given:
        """The checked fields of the question."""
        if self.method == "POST":
            data = read_question(self.content)
        else:
            data = from_query(self.content, endpoint.query_fields)
        return endpoint.question.read(endpoint.completed(data))


class GoneError(Exception):
    """The client disconnected before its request was complete."""


async def read_body(scope: Scope, receive: Receive, most: int, seconds: float) -> bytes:
    """The body of a POST; raises a problem if it is not plain JSON, too large, or too slow."""
    _check_form(header(scope, b"content-type") or "", header(scope, b"content-encoding") or "")
    length = header(scope, b"content-length") or "0"
    if not length.isdigit() or len(length) > 18 or int(length) > most:
        raise too_large(most)
    # No timeout for the first part: the connection itself limits that wait, as for headers.
    message = _not_gone(await receive())
    body: bytes = message.get("body", b"")
    if message.get("more_body", False):
        body = await _rest(receive, body, most, seconds)
    if len(body) > most:
        raise too_large(most)
    return body


def _check_form(kind: str, encoding: str) -> None:
    """Refuse a body that is not uncompressed JSON in UTF-8."""
    if kind != JSON:
        message = Message()
        message["Content-Type"] = kind
        if kind.partition(";")[0].strip().lower() != JSON:
            raise not_json_type()
        charset = str(message.get_param("charset", "utf-8"))
        if charset.strip().lower() not in ("utf-8", "utf8"):
            raise not_utf8()
    if encoding.strip().lower() not in ("", "identity"):
        raise packed_question()


async def _rest(receive: Receive, body: bytes, most: int, seconds: float) -> bytes:
    parts, size, more = [body], len(body), True
    try:
        async with asyncio.timeout(seconds):
            while more:
                if size > most:
                    raise too_large(most)
                message = _not_gone(await receive())
                parts.append(message.get("body", b""))
                size += len(parts[-1])
                more = message.get("more_body", False)
    except TimeoutError:
        raise too_slow_to_send(seconds) from None
    return b"".join(parts)


def _not_gone(message: Mapping[str, Any]) -> Mapping[str, Any]:
    if message["type"] == "http.disconnect":
        raise GoneError
    return message


def from_query(query: bytes, fields: Mapping[str, Field]) -> dict[str, Any]:
    """The fields of a question in a query: texts as they are, everything else as JSON.

    >>> from astragal.service.question import find_question
    >>> fields = {each.name: each for each in find_question("odds").fields}
    >>> from_query(b"expression=1d20%2B@n&variables={%22n%22:3}", fields)
    {'expression': '1d20+@n', 'variables': {'n': 3}}
    """
    data: dict[str, Any] = {}
    for name, value in _pairs(query):
        if name in data:
            raise QuestionError("named-twice", f"{in_short(name)} occurs twice in the question")
        data[name] = value if is_text(fields.get(name)) else read_json(value)
    return data


def _pairs(query: bytes) -> list[tuple[str, str]]:
    try:
        return parse_qsl(
            query.decode("ascii"),
            keep_blank_values=True,
            strict_parsing=bool(query),
            errors="strict",
            max_num_fields=_MOST_FIELDS,
        )
    except ValueError:
        raise QuestionError("not-a-query", "the query is not made of name=value") from None


def is_text(field: Field | None) -> bool:
    """True if a query holds the field as plain text; unknown fields count as text."""
    return field is None or isinstance(type_given(field), TextType)
