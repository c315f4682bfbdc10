"""The fields of Roll20's templates: ``{{Attack=[[1d20+5]]}}``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from astragal._value import Value
from astragal.dialects.macros.brackets import Place, mistake

_TEMPLATE = re.compile(r"&\{template:[^{}]*\}")
_TOKEN = re.compile(r"[@%?]\{[^{}]*\}|\{\{|\}\}|=")


class Field(Value):
    """A field: the position of its first brace, and the range of its value."""

    start: int
    label: str
    value: int
    end: int


def has_template(text: str) -> bool:
    return _TEMPLATE.search(text) is not None


def fields(text: str, rolls: Sequence[Place]) -> Iterator[Field]:
    """The fields of a text, ``{{…}}``; braces inside values and rolls are not fields."""
    signs = list(text)
    for place in rolls:
        signs[place.start : place.end] = " " * (place.end - place.start)
    start = equals = -1
    for token in _TOKEN.finditer("".join(signs)):
        if token[0] == "{{" and start < 0:
            start, equals = token.start(), -1
        elif token[0] == "=" and start >= 0 and equals < 0:
            equals = token.start()
        elif token[0] == "}}" and start >= 0:
            yield _field(text, start, equals, token.start())
            start = -1
    if start >= 0:
        hint = "a field of a template ends with `}}`"
        raise mistake("unclosed", "this `{{` is never closed", text, start, hint)


def _field(text: str, start: int, equals: int, end: int) -> Field:
    """A field; ``{{just a text}}`` has an empty value."""
    if equals < 0:
        return Field(start, "", start + 2, end)
    return Field(start, " ".join(text[start + 2 : equals].split()), equals + 1, end)
