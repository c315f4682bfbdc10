"""Reading the records of notation back, and checking them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, TypeAlias

from astragal.errors import AstragalError, RecordError
from astragal.limits import Limits
from astragal.notation.cost import names_used
from astragal.notation.syntax.parser import parse
from astragal.outcome import Number, from_data
from astragal.rolling.roll import RECORD_VERSION, Roll

Record: TypeAlias = str | bytes | dict[str, Any]
"""A record as JSON text, or as the data that the text stands for."""

_FIELDS = ("version", "expression", "variables", "faces", "outcome", "groups")


def read_record(record: Record, *, limits: Limits | None = None) -> Roll:
    """The roll a record claims, not yet checked.

    >>> import astragal
    >>> roll = astragal.roll("1d20+5")
    >>> astragal.read_record(roll.to_json()) == roll
    True
    """
    data = load(record)
    require_fields(data, _FIELDS)
    try:
        expression = parse(data["expression"], limits=limits)
    except AstragalError as error:
        raise RecordError("bad-expression", f"expression: {error.message}") from error
    faces = read_faces(data)
    variables = _variables(data["variables"])
    unused = sorted(variables.keys() - names_used(expression.bindings, expression.body))
    if unused:
        raise RecordError("bad-variables", f"variables.{unused[0]}: nothing uses it")
    return Roll(expression, faces, from_data(data["outcome"]), variables)


def require_same(data: dict[str, Any], roll: Roll) -> None:
    """Refuse a record that says anything else than the roll it was read as."""
    difference = _difference("", data, roll.to_data())
    if difference:
        raise RecordError("altered", difference)


def read_faces(data: dict[str, Any]) -> tuple[int, ...]:
    faces = data["faces"]
    if not isinstance(faces, list) or not all(type(face) is int for face in faces):
        raise RecordError("bad-faces", "faces: must be a list of whole numbers")
    return tuple(faces)


def load(record: Record) -> dict[str, Any]:
    """The record's data."""
    data: object = record
    if isinstance(record, str | bytes):
        try:
            data = json.loads(record, object_pairs_hook=_once)
        except (ValueError, RecursionError) as error:
            raise RecordError("not-json", f"the record is not JSON: {error}") from None
    if not isinstance(data, dict):
        raise RecordError("not-a-record", "a record is a JSON object")
    return data


def require_fields(data: dict[str, Any], fields: tuple[str, ...]) -> None:
    """Refuse a record that lacks a field or has others, or is of another version."""
    for name in fields:
        if name not in data:
            raise RecordError("missing-field", f"{name}: missing from the record")
    for name in data:
        if name not in fields:
            raise RecordError("unknown-field", f"{str(name)[:40]}: not part of a record")
    if data["version"] != RECORD_VERSION or type(data["version"]) is not int:
        raise RecordError(
            "bad-version",
            f"version: this record is of version {str(data['version'])[:20]}; "
            f"only {RECORD_VERSION} can be read",
        )


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object in which no name stands twice: readers would disagree about which counts."""
    data = dict(pairs)
    if len(data) < len(pairs):
        raise RecordError("named-twice", "a name stands twice in the record")
    return data


def _variables(data: object) -> dict[str, Number]:
    if not isinstance(data, Mapping):
        raise RecordError("bad-variables", "variables: must be names with values")
    variables: dict[str, Number] = {}
    for name, value in data.items():
        number = from_data(value, f"variables.{name}")
        if isinstance(number, bool) or not isinstance(number, int | Fraction):
            raise RecordError("bad-variables", f"variables.{name}: must be a number")
        variables[name] = number
    return variables


def _difference(place: str, claimed: Any, replayed: Any) -> str | None:
    """Where two pieces of data first differ, in words; None if nowhere."""
    if isinstance(claimed, dict) and isinstance(replayed, dict):
        keys = [*replayed, *(key for key in claimed if key not in replayed)]
        inside = ((f"{place}.{key}" if place else key, key) for key in keys)
        pairs = (
            (where, claimed.get(key, _ABSENT), replayed.get(key, _ABSENT)) for where, key in inside
        )
        return next(filter(None, (_difference(*pair) for pair in pairs)), None)
    if isinstance(claimed, list) and isinstance(replayed, list):
        if len(claimed) != len(replayed):
            return f"{place}: the record has {len(claimed)} entries, its faces give {len(replayed)}"
        triples = (
            (f"{place}[{i}]", *pair) for i, pair in enumerate(zip(claimed, replayed, strict=True))
        )
        return next(filter(None, (_difference(*triple) for triple in triples)), None)
    if type(claimed) is type(replayed) and claimed == replayed:
        return None
    return f"{place}: the record says {_short(claimed)}, its faces give {_short(replayed)}"


_ABSENT = object()


def _short(value: object) -> str:
    return "nothing" if value is _ABSENT else json.dumps(value, ensure_ascii=False)[:60]
