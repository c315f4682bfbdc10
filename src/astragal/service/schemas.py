"""JSON Schemas, made from types."""

from __future__ import annotations

from collections.abc import Mapping
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NotRequired,
    TypeAlias,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

from astragal.service.data import NAMED, OPEN

Schema: TypeAlias = dict[str, Any]

TEXT: Schema = {"type": "string"}
INTEGER: Schema = {"type": "integer"}
_PLAIN = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}


def ref(name: str) -> Schema:
    """A reference to a named schema."""
    return {"$ref": f"#/components/schemas/{name}"}


def record(
    required: Mapping[str, Schema], optional: Mapping[str, Schema] | None = None, **more: Any
) -> Schema:
    """An object with these fields and no others."""
    return {
        "type": "object",
        "properties": {**required, **(optional or {})},
        "required": list(required),
        "additionalProperties": False,
        **more,
    }


def schema_of(kind: Any) -> Schema:
    """The schema of a type; a reference if the type has a name.

    >>> schema_of(list[int] | None)
    {'anyOf': [{'type': 'array', 'items': {'type': 'integer'}}, {'type': 'null'}]}
    """
    if isinstance(kind, str):  # names of types, which need not be imported for that
        names = [ref(each) for each in kind.split(" | ")]
        return names[0] if len(names) == 1 else {"anyOf": names}
    name = next((name for name, each in NAMED.items() if each == kind), None)
    return written_out(kind) if name is None else ref(name)


def written_out(kind: Any) -> Schema:
    """The schema of a type, even if it is named; named types inside it stay references."""
    if kind is Any:
        return {}
    if kind in _PLAIN:
        return {"type": _PLAIN[kind]}
    if is_typeddict(kind):
        return _record_of(kind)
    inside = get_args(kind)
    match get_origin(kind):
        case origin if origin is Literal:
            return {"enum": list(inside)}
        case origin if origin is Annotated:
            return {**schema_of(inside[0]), **inside[1]._asdict()}
        case origin if origin in (Union, UnionType):
            return {"anyOf": [schema_of(each) for each in inside]}
        case origin if origin is list:
            return {"type": "array", "items": schema_of(inside[0])}
    assert get_origin(kind) is dict, kind
    values = schema_of(inside[1])
    return {"type": "object", **({"additionalProperties": values} if values else {})}


def _record_of(kind: Any) -> Schema:
    hints = get_type_hints(kind, include_extras=True)
    partial = not kind.__total__
    optional = {name for name, each in hints.items() if partial or get_origin(each) is NotRequired}
    fields = {
        name: schema_of(get_args(each)[0] if get_origin(each) is NotRequired else each)
        for name, each in hints.items()
    }
    needed = {name: each for name, each in fields.items() if name not in optional}
    others = {name: each for name, each in fields.items() if name in optional}
    return record(needed, others, additionalProperties=kind in OPEN)


SCHEMAS: dict[str, Schema] = {name: written_out(each) for name, each in NAMED.items()}
"""All named schemas."""
