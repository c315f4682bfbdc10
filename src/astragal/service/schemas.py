"""JSON Schemas of the data in questions and answers, each under one name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

Schema: TypeAlias = dict[str, Any]

TEXT: Schema = {"type": "string"}
TEXTS: Schema = {"type": "array", "items": TEXT}
NUMBER: Schema = {"type": "number"}
TRUTH: Schema = {"type": "boolean"}
INTEGER: Schema = {"type": "integer"}
ANY: Schema = {}
OBJECT: Schema = {"type": "object"}


def ref(name: str) -> Schema:
    """A schema of this module by its name."""
    return {"$ref": f"#/components/schemas/{name}"}


def or_null(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


def array(items: Schema) -> Schema:
    return {"type": "array", "items": items}


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


def either(*schemas: Schema) -> Schema:
    return {"anyOf": list(schemas)}


FACE = either(INTEGER, {**TEXT, "description": "symbols, such as 2hit+crit"})
"""A face: a number, or symbols as they are spelt in notation."""

_DIE = record(
    {
        "die": TEXT,
        "position": INTEGER,
        "face": FACE,
        "value": ANY,
        "kept": TRUTH,
        "history": array(record({"did": TEXT, "by": TEXT, "from": ANY, "to": ANY}, {"with": ANY})),
    },
    additionalProperties=True,
)
_GROUP = record(
    {
        "group": TEXT,
        "labels": {**TEXTS, "description": "whose dice they are, or what they are for"},
        "total": ANY,
        "dice": array(_DIE),
    },
    additionalProperties=True,
)
_FACES = array(FACE)
_CALL = OBJECT
_VARIABLES = OBJECT
_ROLLED: dict[str, Schema] = {"faces": _FACES, "outcome": ANY, "groups": array(_GROUP)}
_DICE_RECORD = record(
    {"version": INTEGER, "expression": TEXT, "variables": _VARIABLES, **_ROLLED},
    {"decisions": TEXTS},
)
_RULE_RECORD = record(
    {
        "version": INTEGER,
        "rule": TEXT,
        "parameters": OBJECT,
        **_ROLLED,
        "decisions": TEXTS,
        "steps": TEXTS,
    },
    {"call": _CALL, "variables": _VARIABLES},
)
_TOKEN = record(
    {
        "token": INTEGER,
        "faces": _FACES,
        "decisions": TEXTS,
        "waits": ANY,
        "steps": TEXTS,
    },
    {
        "expression": TEXT,
        "rule": TEXT,
        "parameters": OBJECT,
        "call": _CALL,
        "variables": _VARIABLES,
        "signature": TEXT,
    },
)
_SECRET = record({"secret": INTEGER, "values": OBJECT, "salt": TEXT})
_FRACTION = record(
    {"exact": {"type": "string", "pattern": r"^-?\d+(/\d+)?$"}, "approx": or_null(NUMBER)}
)
_OUTCOME = record(
    {"outcome": ANY, "text": TEXT, "weight": TEXT, "probability": NUMBER},
    {"at_most": TEXT, "at_least": TEXT},
)
_PROBLEM = record(
    {
        "type": TEXT,
        "title": TEXT,
        "status": INTEGER,
        "detail": TEXT,
        "code": TEXT,
        "message": TEXT,
        "hint": or_null(TEXT),
        "place": or_null(array(INTEGER)),
        "text": or_null(TEXT),
        "fixes": TEXTS,
    }
)
CELL_ERROR = record({"code": TEXT, "message": TEXT, "span": ANY, "hint": or_null(TEXT)})
_CELL = record(
    {"at": OBJECT},
    {
        "exact": TEXT,
        "approx": or_null(NUMBER),
        "error": CELL_ERROR,
        # of a headline: the field of the outcome, and its value
        "field": TEXT,
        "value": ANY,
    },
)
GRID_FIELDS: dict[str, Schema] = {
    "version": INTEGER,
    "of": TEXT,
    "kind": {"enum": ["chance", "mean"]},
    "axes": {"type": "object", "additionalProperties": array(ANY)},
    "values": array(_CELL),
}
_SHARES_FIELDS: dict[str, Schema] = {**GRID_FIELDS, "words": TEXT}
GOAL = record({}, {"at_least": ref("Fraction"), "at_most": ref("Fraction")})
END: Schema = {"enum": ["least", "greatest"]}
_READ_AS = record(
    {
        "kind": {
            "enum": [
                *("roll", "odds", "mean", "median", "variance", "likeliest", "range"),
                *("highest", "lowest"),
            ]
        },
        "expression": TEXT,
        "told": TEXT,
        "title": TEXT,
        "alternatives": array(record({"words": TEXT, "expression": TEXT})),
        "answers": array(
            record({"words": TEXT, "expression": TEXT, "value": ref("Fraction"), "chance": TRUTH})
        ),
    }
)
_ODDS = record(
    {
        "version": INTEGER,
        "expression": TEXT,
        "denominator": TEXT,
        "outcomes": array(ref("Outcome")),
        "mean": or_null(ref("Fraction")),
        "variance": or_null(ref("Fraction")),
        "sd": or_null(NUMBER),
        "min": ANY,
        "max": ANY,
        "tail": ref("Fraction"),
        "quantiles": or_null({"type": "object", "additionalProperties": ANY}),
        "headline": or_null(ref("Grid")),
    },
    {"read_as": ref("ReadAs"), "remarks": TEXTS},
)
_SHARE = or_null(ref("Fraction"))
_LUCK = record({"below": _SHARE, "equal": ref("Fraction"), "above": _SHARE, "words": TEXT})
_ROLLED_ANSWER = record(
    {
        "roll": ref("Record"),
        "text": TEXT,
        "dice": TEXT,
        "outcome": TEXT,
        "steps": TEXTS,
        "luck": or_null(_LUCK),
    },
    {
        "compared": record({"total": TEXT, "words": TEXT}),
        "changes": TEXTS,
        "sheets": TEXTS,
        "secret": ref("Secret"),
        "read_as": ref("ReadAs"),
        "remarks": TEXTS,
    },
)
_PAUSED_ANSWER = record(
    {
        "paused": record(
            {
                "experiment": TEXT,
                "waits_for": TEXT,
                "question": or_null(TEXT),
                "options": TEXTS,
                "by": or_null(TEXT),
                "steps": TEXTS,
                "groups": array(_GROUP),
            }
        ),
        "token": ref("Token"),
    },
    {"secret": ref("Secret"), "read_as": ref("ReadAs"), "remarks": TEXTS},
)
_STAKES = record(
    {},
    {
        "wants": TEXT,
        "success": TEXT,
        "failure": TEXT,
        "favour": either(TEXT, TEXTS),
        "against": either(TEXT, TEXTS),
    },
)

_SHEET = record(
    {"name": TEXT},
    {
        "values": array(record({"name": TEXT, "value": TEXT}, {"under": TEXTS})),
        "rolls": array(
            record({"name": TEXT, "rule": TEXT}, {"parameters": OBJECT}),
        ),
        "circumstances": array(
            record(
                {"name": TEXT, "gives": {"type": "object", "additionalProperties": INTEGER}},
                {"on": TEXTS, "lasts": TEXT, "begins_when": TEXT},
            )
        ),
    },
)

_TYPE_FIELDS: dict[str, Schema] = {
    "optional": TRUTH,
    "format": TEXT,
    "least": INTEGER,
    "most": INTEGER,
    "names": {"type": "object", "additionalProperties": INTEGER},
    "choices": TEXTS,
    "shortest": INTEGER,
    "longest": INTEGER,
}
_ITEMS = record({"type": TEXT}, _TYPE_FIELDS, additionalProperties=True)
_PARAMETER = record(
    {"name": TEXT, "type": TEXT, "required": TRUTH, "help": TEXT},
    {"default": ANY, "hideable": TRUTH, "step": ANY, **_TYPE_FIELDS, "items": _ITEMS},
)

SCHEMAS: dict[str, Schema] = {
    "Fraction": _FRACTION,
    "Record": either(_DICE_RECORD, _RULE_RECORD),
    "Token": _TOKEN,
    "Secret": _SECRET,
    "Stakes": _STAKES,
    "Sheet": _SHEET,
    "Outcome": _OUTCOME,
    "Odds": _ODDS,
    "Grid": record(GRID_FIELDS),
    "Shares": record(_SHARES_FIELDS),
    "Parameter": _PARAMETER,
    "ReadAs": _READ_AS,
    "Rolled": _ROLLED_ANSWER,
    "Paused": _PAUSED_ANSWER,
    "Problem": _PROBLEM,
}
"""Every schema that is referred to by name."""
