"""The whole contract as data: every question, its fields and its answer, in JSON Schema."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from astragal.rules.parameters import Parameter
from astragal.rules.rule import Rule
from astragal.service.fields import AXES, PARAMETERS, RULE, SUBJECT, Field
from astragal.service.question import Question, all_questions
from astragal.service.schemas import INTEGER, SCHEMAS, TEXT, Schema, record, schema_of
from astragal.service.service import VERSION

_OF_DICE = {each.name for each in SUBJECT[:3]}


def describe() -> dict[str, Any]:
    """All questions by name, and the named schemas."""
    return {
        "version": VERSION,
        "questions": {name: describe_question(each) for name, each in all_questions().items()},
        "schemas": SCHEMAS,
    }


def describe_question(question: Question, rule: Rule[..., Any] | None = None) -> dict[str, Any]:
    """A question's fields and answer as schemas; for a ``rule``, with its parameters."""
    return {
        "name": question.name,
        "about": question.__doc__ or "",
        "pure": question.pure,
        "question": question_schema(question, rule),
        "answer": schema_of(question.answers),
    }


def question_schema(question: Question, rule: Rule[..., Any] | None = None) -> Schema:
    """The JSON Schema of a question's fields; for a ``rule``, without the fields that name it."""
    fields = list(question.fields)
    if rule is not None:
        fields = [each for each in fields if each.name not in {*_OF_DICE, RULE.name, "token"}]
    properties = {each.name: field_schema(each) for each in fields}
    required = [each.name for each in fields if each.required]
    if rule is not None:
        # A swept parameter is given by an axis, so it may be missing here.
        whole = AXES.name not in properties
        properties[PARAMETERS.name] = parameters_schema(rule, whole=whole)
        if whole and any(each.required for each in rule.parameters):
            required.append(PARAMETERS.name)
    return _record_of(properties, required)


def field_schema(each: Field) -> Schema:
    schema = each.type.schema()
    return {**schema, "description": each.help} if "$ref" not in schema else schema


def parameters_schema(rule: Rule[..., Any], *, whole: bool = True) -> Schema:
    """The parameters of a rule, each as data or as typed; all are optional unless ``whole``."""
    properties = {each.name: _parameter_schema(each) for each in rule.parameters}
    required = [each.name for each in rule.parameters if each.required and whole]
    return _record_of(properties, required)


def _record_of(properties: Mapping[str, Schema], required: Iterable[str]) -> Schema:
    needed = {name: properties[name] for name in required}
    return record(needed, {name: each for name, each in properties.items() if name not in needed})


def _parameter_schema(parameter: Parameter) -> Schema:
    schema = parameter.type.schema()
    if parameter.type.written_type is not None:
        schema = {"anyOf": [schema, INTEGER]}
    elif parameter.type.number_names() or parameter.type.may_be_named:
        schema = {"anyOf": [schema, TEXT]} if schema != TEXT else TEXT
    described = {**schema, "description": parameter.help or parameter.type.wanted()}
    if not parameter.required:
        described["default"] = parameter.type.to_data(parameter.default)
    return described
