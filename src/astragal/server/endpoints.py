"""Endpoints: the addresses of questions, derived from the questions and the games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from astragal._visible import in_short
from astragal.catalogue import all_rules
from astragal.errors import AstragalError
from astragal.rules.rule import Rule
from astragal.server.problems import not_found
from astragal.service.description import question_schema
from astragal.service.fields import Field, type_given
from astragal.service.kinds import ObjectType
from astragal.service.problems import QuestionError
from astragal.service.question import Question, all_questions, find_question
from astragal.service.rule_subject import rule_named

PREFIX = "/api/v1"


class Endpoint(NamedTuple):
    """One address: a question, or a question about one rule."""

    path: str
    question: Question
    rule: Rule[..., Any] | None
    fields: Mapping[str, Field]
    """the fields accepted here"""
    label: str
    """the name in logs and metrics: one of a small fixed set, without text from users"""

    @property
    def methods(self) -> tuple[str, ...]:
        """GET is for questions whose answer never changes; rules only take POST."""
        asked_by_get = self.question.pure and self.rule is None and not self._needs_a_body
        return ("GET", "POST") if asked_by_get else ("POST",)

    @property
    def _needs_a_body(self) -> bool:
        return any(_is_document(each) and each.required for each in self.fields.values())

    @property
    def query_fields(self) -> dict[str, Field]:
        """The fields allowed in a GET: all but records, tokens and other documents."""
        return {name: each for name, each in self.fields.items() if not _is_document(each)}

    def completed(self, data: dict[str, Any]) -> dict[str, Any]:
        """The question's data, with the rule that the address names; refuses unknown fields."""
        if self.rule is None:
            return data
        for name in data:
            if name not in self.fields:
                message = f"{self.question.name}: unknown field {in_short(name)}"
                hint = f"here it takes {', '.join(self.fields)}"
                if any(each.name == name for each in self.rule.parameters):
                    hint = f'values of the rule are in "parameters": {{"{name}": …}}'
                raise QuestionError("unknown-field", message, hint=hint)
        return {**data, "rule": self.rule.name}


def missing(path: str) -> AstragalError:
    """The error for an address without an endpoint; it suggests the nearest one."""
    try:
        match path.removeprefix(f"{PREFIX}/").split("/"):
            case [question]:
                find_question(question)
            case ["games", game, rule, question]:
                rule_named(f"{game}.{rule}")
                find_question(question)
    except AstragalError as error:
        return error
    return not_found()


def _is_document(field: Field) -> bool:
    given = type_given(field)
    return isinstance(given, ObjectType) and bool(given.ref)


def endpoints() -> Mapping[str, Endpoint]:
    """Every endpoint by its path."""
    return _endpoints(tuple(all_rules()))


@lru_cache(maxsize=2)
def _endpoints(rules: tuple[Rule[..., Any], ...]) -> Mapping[str, Endpoint]:
    questions = all_questions().values()
    return {each.path: each for question in questions for each in _of(question, rules)}


def _of(question: Question, rules: Iterable[Rule[..., Any]]) -> Iterator[Endpoint]:
    fields = {each.name: each for each in question.fields}
    yield Endpoint(f"{PREFIX}/{question.name}", question, None, fields, question.name)
    for rule in rules if question.about_rules else ():
        game, _, name = rule.name.partition(".")
        path = f"{PREFIX}/games/{game}/{name}/{question.name}"
        allowed = question_schema(question, rule)["properties"]
        own = {name: each for name, each in fields.items() if name in allowed}
        yield Endpoint(path, question, rule, own, f"rule {question.name}")
