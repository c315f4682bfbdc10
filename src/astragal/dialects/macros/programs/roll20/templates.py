"""The fields of Roll20's templates: ``{{Attack=[[1d20+5]]}}``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from astragal._value import Value
from astragal.dialects.macros.brackets import Place
from astragal.errors import NotationError, Span

_TEMPLATE = re.compile(r"&\{template:[^{}]*\}")
_TOKEN = re.compile(r"[@%?]\{[^{}]*\}|\{\{|\}\}|=|.", re.DOTALL)


class Field(Value):
    """A field from its first brace on, with where its value begins and ends."""

    start: int
    label: str
    value: int
    end: int


def has_template(text: str) -> bool:
    return _TEMPLATE.search(text) is not None


def fields(text: str, rolls: Sequence[Place]) -> Iterator[Field]:
    """What is in each ``{{…}}``; braces in values and in rolls belong to those."""
    start = equals = -1
    for at, token in _tokens(text, rolls):
        if token == "{{" and start < 0:
            start, equals = at, -1
        elif token == "=" and start >= 0 and equals < 0:
            equals = at
        elif token == "}}" and start >= 0:
            yield _field(text, start, equals, at)
            start = -1
    if start >= 0:
        raise NotationError(
            "unclosed",
            "this `{{` is never closed",
            span=Span(start, start + 2),
            hint="a field of a template ends with `}}`",
        ).about(text)


def _field(text: str, start: int, equals: int, end: int) -> Field:
    """``{{just a text}}`` has no value."""
    if equals < 0:
        return Field(start, "", start + 2, end)
    return Field(start, " ".join(text[start + 2 : equals].split()), equals + 1, end)


def _tokens(text: str, rolls: Sequence[Place]) -> Iterator[tuple[int, str]]:
    """Each sign of a text with its place; rolls are left out."""
    ends = {place.start: place.end for place in rolls}
    at = 0
    while at < len(text):
        if at in ends:
            at = ends[at]
            continue
        token = _TOKEN.match(text, at)
        assert token is not None
        yield at, token[0]
        at = token.end()
