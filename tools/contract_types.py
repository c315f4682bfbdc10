"""Writes web/src/contract/generated.ts, the page's types, from the service's JSON Schemas.

python -m tools.contract_types           writes them
python -m tools.contract_types --check   exits with 1 if they are out of date
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from astragal.service.description import describe

PAGE = Path(__file__).parent.parent / "web" / "src" / "contract" / "generated.ts"
_HEAD = "/* Written by tools/contract_types.py from the service's schemas: do not edit. */\n"
_PLAIN = {
    "string": "string",
    "integer": "number",
    "number": "number",
    "boolean": "boolean",
    "null": "null",
}
_INDENT = "  "


def written() -> str:
    """The whole file: the version, each schema, and each question with its answer."""
    contract = describe()
    questions = contract["questions"]
    parts = [
        _HEAD,
        f"export const CONTRACT_VERSION = {contract['version']};\n",
        *(f"export type {name} = {typed(each)};\n" for name, each in contract["schemas"].items()),
        _record_of("Questions", questions, "question"),
        _record_of("Answers", questions, "answer"),
    ]
    return "\n".join(parts)


def _record_of(name: str, questions: Mapping[str, Any], part: str) -> str:
    rows = "".join(
        f"{_INDENT}/** {_comment(each['about'])} */\n"
        f"{_INDENT}{key}: {typed(_open(each[part]), 1)};\n"
        for key, each in questions.items()
    )
    return f"export interface {name} {{\n{rows}}}\n"


def _open(schema: Any) -> Any:
    """A schema in which names, of rules for one, are any text: the page learns them as it runs."""
    match schema:
        case {"enum": list(names)} if all(isinstance(name, str) for name in names):
            return {
                "type": "string",
                **{key: schema[key] for key in schema if key == "description"},
            }
        case dict():
            return {key: _open(each) for key, each in schema.items()}
        case list():
            return [_open(each) for each in schema]
    return schema


def typed(schema: Mapping[str, Any], depth: int = 0) -> str:
    """A JSON Schema as a TypeScript type; what it leaves open is unknown."""
    match schema:
        case {"$ref": str(ref)}:
            return ref.rpartition("/")[2]
        case {"anyOf": list(several)}:
            return _union(typed(each, depth) for each in several)
        case {"enum": list(values)}:
            return _union(map(json.dumps, values))
        case {"type": list(names)}:
            return _union(_PLAIN[name] for name in names)
        case {"type": "array"}:
            return _array(schema, depth)
        case {"type": "object"}:
            return _object(schema, depth)
        case {"type": str(name)}:
            return _PLAIN[name]
    return "unknown"


def _union(types: Iterable[str]) -> str:
    return " | ".join(dict.fromkeys(types))


def _array(schema: Mapping[str, Any], depth: int) -> str:
    return f"ReadonlyArray<{typed(schema.get('items', {}), depth)}>"


def _object(schema: Mapping[str, Any], depth: int) -> str:
    fields = schema.get("properties")
    if fields is None:
        inner = schema.get("additionalProperties", {})
        return f"{{ readonly [name: string]: {typed(inner, depth)} }}"
    if not fields:
        return "{ readonly [name: string]: never }"
    rows = "".join(_field(schema, name, each, depth + 1) for name, each in fields.items())
    return f"{{\n{rows}{_INDENT * depth}}}"


def _field(schema: Mapping[str, Any], name: str, inner: Mapping[str, Any], depth: int) -> str:
    key = name if re.fullmatch(r"[A-Za-z_]\w*", name) else json.dumps(name)
    about = inner.get("description")
    comment = f"{_INDENT * depth}/** {_comment(about)} */\n" if about else ""
    inside = typed(inner, depth)
    if name in schema.get("required", ()):
        return f"{comment}{_INDENT * depth}readonly {key}: {inside};\n"
    return f"{comment}{_INDENT * depth}readonly {key}?: {_union([inside, 'undefined'])};\n"


def _comment(text: str) -> str:
    return " ".join(text.replace("*/", "").split())


def main() -> None:
    current = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    wanted = written()
    if "--check" in sys.argv[1:]:
        sys.exit(int(current != wanted))
    PAGE.parent.mkdir(parents=True, exist_ok=True)
    PAGE.write_text(wanted, encoding="utf-8")


if __name__ == "__main__":
    main()
