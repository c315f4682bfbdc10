"""The service: it reads a question, has it answered, and writes the answer."""

from __future__ import annotations

import json
from collections.abc import Mapping
from decimal import Decimal
from math import inf
from typing import Any, NamedTuple

from astragal._visible import in_short, visible_json
from astragal.errors import AstragalError
from astragal.experiment.places import in_words
from astragal.limits import STRANGERS, Limits, bounded
from astragal.rolling.signatures import Key
from astragal.rolling.sources import SYSTEM, Source
from astragal.service.problems import QuestionError, in_own_words, problem
from astragal.service.question import Given, Question, find_question

VERSION = 1
"""The version of the contract. It changes when an existing question gets a different answer."""

_LONGEST = 1_000_000
"""The longest question in characters, more than four full sheets."""
_DEEPEST = 60
"""The deepest nesting of objects and lists."""


class Reply(NamedTuple):
    """An answer or a problem document, ready to send."""

    status: int
    """200, or the status of the problem"""
    body: str
    """one JSON object, always formatted the same way"""


class Service:
    """Answers questions within limits.

    >>> from astragal.service import Service
    >>> Service().ask("odds", {"expression": "2d6"})["mean"]
    {'exact': '7', 'approx': 7.0}
    >>> Service().reply('{"ask": "odds", "expression": "2d"}').status
    422
    """

    def __init__(
        self,
        *,
        limits: Limits = STRANGERS,
        key: Key | None = None,
        source: Source = SYSTEM,
    ) -> None:
        self.limits = limits
        self.key = key
        """the key that signs tokens"""
        self.source = source
        """the source of faces, unless the question names one"""

    @bounded
    def ask(self, name: str, data: Mapping[str, Any]) -> dict[str, Any]:
        """The answer to a question; raises AstragalError if there is none."""
        question = find_question(name)
        return self.answer(question, question.read(data))

    def answer(self, question: Question, given: Given) -> dict[str, Any]:
        """The answer to a question whose fields are already checked."""
        try:
            return question.answer(given, self)
        except AstragalError as error:
            raise in_own_words(error) from None
        except (Exception, SystemExit) as error:
            # An error of a third-party rule, recognised by a note that says where it occurred.
            if isinstance(error, RecursionError | MemoryError) or not _is_of_a_rule(error):
                raise
            raise in_own_words(in_words(error)) from None

    def reply(self, text: str) -> Reply:
        """The answer to a question in JSON, or the problem with it. Never raises."""
        try:
            data = read_question(text)
            name = data.pop("ask", None)
            return self.reply_to(name, data)
        except AstragalError as error:
            return refusal(error)
        except MemoryError:
            return refusal(no_memory())

    def reply_to(self, name: Any, data: Mapping[str, Any]) -> Reply:
        """Like ``reply``, for data; may raise MemoryError."""
        try:
            question = find_question(name)
            return self.reply_given(question, question.read(data))
        except AstragalError as error:
            return refusal(error)

    def reply_given(self, question: Question, given: Given) -> Reply:
        """Like ``reply_to``, for a question whose fields are already checked."""
        try:
            return Reply(200, self._written(question, given))
        except AstragalError as error:
            return refusal(error)
        except RecursionError:
            return refusal(no_memory())

    @bounded
    def _written(self, question: Question, given: Given) -> str:
        return visible_json(self.answer(question, given))


def _is_of_a_rule(error: BaseException) -> bool:
    return isinstance(error, SystemExit) or bool(getattr(error, "__notes__", ()))


def no_memory() -> AstragalError:
    return AstragalError("no-memory", "there was not enough memory for this")


def refusal(error: AstragalError, status: int | None = None) -> Reply:
    """A problem document, ready to send."""
    document = problem(error, status)
    return Reply(document["status"], visible_json(document))


def read_question(text: str | bytes) -> dict[str, Any]:
    """The question in a JSON text, as a dict; raises QuestionError if it is not an object."""
    data = read_json(text)
    if not isinstance(data, dict):
        raise QuestionError("not-json", f"a question is a JSON object, not {in_short(data)}")
    return data


def read_json(text: str | bytes) -> Any:
    """The data in a question or a part of it; raises QuestionError if it is not strict JSON."""
    if len(text) > _LONGEST:
        raise QuestionError(
            "question-too-long",
            f"a question has at most {_LONGEST:,} characters, not {len(text):,}",
        )
    try:
        data = _DECODER.decode(text if isinstance(text, str) else text.decode())
    except RecursionError:
        raise QuestionError("not-json", "the question is nested too deeply") from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise QuestionError("not-json", f"the question is not JSON: {where}") from None
    except ValueError:  # not UTF-8, or a number with too many digits
        raise QuestionError("not-json", "the question is not JSON") from None
    _check_depth(data)
    return data


def _check_depth(data: Any) -> None:
    level, depth = [data] if isinstance(data, dict | list) else [], 0
    while level:
        depth += 1
        if depth > _DEEPEST:
            raise QuestionError("not-json", "the question is nested too deeply")
        inside = (each.values() if isinstance(each, dict) else each for each in level)
        level = [part for each in inside for part in each if isinstance(part, dict | list)]


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        raise QuestionError("named-twice", "a name occurs twice in the question")
    return data


def _number(text: str) -> int | float:
    """A number with a point or an exponent; an exact whole number such as 2.0 becomes an int."""
    number = float(text)
    if number == inf or number == -inf:
        raise QuestionError("not-json", "the question holds a number that is too large")
    if not number.is_integer():
        return number
    exact = Decimal(text)
    return int(exact) if exact == exact.to_integral_value() else number


def _no_constant(name: str) -> Any:
    raise QuestionError("not-json", f"{name} is not JSON")


_DECODER = json.JSONDecoder(
    object_pairs_hook=_without_duplicates, parse_constant=_no_constant, parse_float=_number
)
