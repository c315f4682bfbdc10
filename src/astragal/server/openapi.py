"""The description of the API (OpenAPI 3.1), derived from the service's questions."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from astragal import __version__
from astragal.server.endpoints import Endpoint
from astragal.server.reading import is_text
from astragal.server.sending import JSON, PROBLEM
from astragal.service.description import describe_question, field_schema
from astragal.service.schemas import SCHEMAS, TEXT, Schema, record, ref

Described: TypeAlias = dict[str, Any]

_ABOUT = """\
Dice for tabletop games: rolled with a record, and their exact odds. A question is asked by POST,
its fields as JSON; one whose answer never changes also by GET, where texts are written as they are
and everything else as JSON. Answers are the same bytes as from the library's service."""

_PROBLEMS = {
    400: "The question does not have the form of one: its JSON, its fields or their types",
    403: "Brought by a page of another site",
    404: "No such game, rule or address",
    405: "Another method is used here",
    408: "The question did not arrive in time",
    413: "The question is too long",
    415: "The question is not JSON, not in UTF-8, or compressed",
    421: "This server is not reached by that name",
    422: "A question, but without an answer: the problem says why, and where",
    429: "Too many questions",
    500: "Something is wrong here, not with the question",
    503: "It took too long, or too much is asked at the moment",
}
_OF_GET = (400, 403, 404, 405, 421, 422, 429, 500, 503)
_OF_POST = (400, 403, 404, 405, 408, 413, 415, 421, 422, 429, 500, 503)
_OF_SERVER = (403, 405, 421, 500, 503)
_LATER = (429, 503)

_RETRY_AFTER = {"description": "Seconds to wait", "schema": {"type": "integer", "minimum": 1}}
_LASTING = {
    "ETag": {"description": "Names this answer", "schema": TEXT},
    "Cache-Control": {"description": "How long it may be kept", "schema": TEXT},
}
_STATUS = record({"status": TEXT})


def openapi(endpoints: Mapping[str, Endpoint]) -> Described:
    """The whole description."""
    return {
        "openapi": "3.1.0",
        "info": {"title": "Astragal", "version": __version__, "description": _ABOUT},
        "tags": [{"name": name} for name in dict.fromkeys(map(_tag, endpoints.values()))],
        "paths": {path: _path(each) for path, each in endpoints.items()} | dict(_own_paths()),
        "components": {
            "schemas": SCHEMAS,
            "responses": {str(status): _problem(status) for status in _PROBLEMS},
        },
    }


def _path(endpoint: Endpoint) -> Described:
    described = describe_question(endpoint.question, endpoint.rule)
    about = {"summary": described["about"], "tags": [_tag(endpoint)]}
    name = "_".join(endpoint.path.split("/")[3:])
    path = {"post": about | {"operationId": f"ask_{name}"} | _post(endpoint, described)}
    if "GET" in endpoint.methods:
        path["get"] = about | {"operationId": f"get_{name}"} | _get(endpoint, described)
    return path


def _tag(endpoint: Endpoint) -> str:
    return "dice and rules" if endpoint.rule is None else endpoint.rule.name.partition(".")[0]


def _post(endpoint: Endpoint, described: Described) -> Described:
    content: Described = {"schema": described["question"]}
    example = json.loads(endpoint.question.example)
    if endpoint.rule is None and (example or not endpoint.fields):
        content["examples"] = {"usual": {"value": example}}
    answer = {"description": "The answer", "content": {JSON: {"schema": described["answer"]}}}
    return {
        "requestBody": {"required": True, "content": {JSON: content}},
        "responses": {"200": answer, **_problems(_OF_POST)},
    }


def _get(endpoint: Endpoint, described: Described) -> Described:
    required = described["question"]["required"]
    content = {JSON: {"schema": described["answer"]}}
    answer = {"description": "The answer", "headers": _LASTING, "content": content}
    unchanged = {"description": "The answer that you have still holds", "headers": _LASTING}
    return {
        "parameters": [
            _parameter(name, endpoint, name in required) for name in endpoint.query_fields
        ],
        "responses": {"200": answer, "304": unchanged, **_problems(_OF_GET)},
    }


def _parameter(name: str, endpoint: Endpoint, required: bool) -> Described:
    """A field in a query: text is given as it is, anything else as JSON."""
    field = endpoint.fields[name]
    described: Described = {
        "name": name,
        "in": "query",
        "required": required,
        "description": field.help,
    }
    if is_text(field):
        return described | {"schema": _without_null(field_schema(field))}
    return described | {"content": {JSON: {"schema": field_schema(field)}}}


def _without_null(schema: Schema) -> Schema:
    """The schema of an optional text without null, which a query cannot express."""
    kept = [each for each in schema.get("anyOf", ()) if each != {"type": "null"}]
    return dict(kept[0]) if len(kept) == 1 else schema


def _problems(statuses: tuple[int, ...]) -> Described:
    return {str(status): {"$ref": f"#/components/responses/{status}"} for status in statuses}


def _problem(status: int) -> Described:
    described: Described = {
        "description": _PROBLEMS[status],
        "content": {PROBLEM: {"schema": ref("Problem")}},
    }
    return described | ({"headers": {"Retry-After": _RETRY_AFTER}} if status in _LATER else {})


def _own_paths() -> Iterator[tuple[str, Described]]:
    """The paths about the server itself."""
    about = {
        "/healthz": ("Whether the server runs", JSON, _STATUS),
        "/readyz": ("Whether it has a worker, too", JSON, _STATUS),
        "/metrics": ("What was counted, as Prometheus reads it", "text/plain", TEXT),
        "/openapi.json": ("This description", JSON, {"type": "object"}),
    }
    for path, (summary, kind, schema) in about.items():
        answer = {"description": summary, "content": {kind: {"schema": schema}}}
        name = path.rpartition("/")[2].partition(".")[0]
        get = {"operationId": f"server_{name}", "summary": summary, "tags": ["the server"]}
        yield path, {"get": get | {"responses": {"200": answer, **_problems(_OF_SERVER)}}}
