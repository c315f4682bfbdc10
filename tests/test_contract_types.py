"""The page's types are those of the service's contract."""

from __future__ import annotations

import pytest
from tools.contract_types import PAGE, typed, written


def test_the_pages_types_are_up_to_date() -> None:
    assert PAGE.read_text(encoding="utf-8") == written(), "run python -m tools.contract_types"


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({}, "unknown"),
        ({"type": "integer"}, "number"),
        ({"type": ["integer", "string", "boolean"]}, "number | string | boolean"),
        ({"$ref": "#/components/schemas/Odds"}, "Odds"),
        ({"anyOf": [{"type": "integer"}, {"type": "number"}, {"type": "null"}]}, "number | null"),
        ({"enum": ["chance", "mean"]}, '"chance" | "mean"'),
        ({"type": "array", "items": {"type": "string"}}, "ReadonlyArray<string>"),
        ({"type": "object"}, "{ readonly [name: string]: unknown }"),
        (
            {"type": "object", "additionalProperties": {"type": "number"}},
            "{ readonly [name: string]: number }",
        ),
    ],
)
def test_a_schema_becomes_a_type(schema: dict[str, object], expected: str) -> None:
    assert typed(schema) == expected


def test_fields_are_required_or_not_and_told_about() -> None:
    schema = {
        "type": "object",
        "properties": {"a": {"type": "string", "description": "ends */ here"}, "b-c": {}},
        "required": ["a"],
    }
    assert typed(schema) == (
        '{\n  /** ends here */\n  readonly a: string;\n  readonly "b-c"?: unknown | undefined;\n}'
    )
