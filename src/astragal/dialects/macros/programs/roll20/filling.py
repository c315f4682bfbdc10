"""What is put into a Roll20 macro before it is read: other macros, values, answers."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping

from astragal.dialects.macros.needs import Given, Option, Question
from astragal.errors import AstragalError, NotationError, ParameterError, Span

NOT_GIVEN = "give it with the macro, by its name"
_DEPTH = 99
"""How deep macros may call others, as in the program."""
_MOST_ASKED = 200
_CALL = re.compile(r"#([\w-]+)|%\{([^{}]*)\}|@\{([^{}]*)\}")
_ALONE = re.compile(r"^[ \t]*(#(?!\d+[ \t]*$)[\w-]+)[ \t]*$", re.MULTILINE)
"""A line that is a call and nothing else; ``#1`` may be meant as it is."""
_INSIDE = re.compile(r"(?:[@%]\{[^{}]*\}|[^}])*+")


class Filling:
    """Puts in what is given, and notes what is asked for on the way."""

    def __init__(self, given: Given, *, lenient: bool = False) -> None:
        self.given = given
        self.lenient = lenient
        """whether a question without an answer is left empty"""
        self.asked: dict[str, Question] = {}
        self.values: dict[str, None] = {}
        """the names of values, in order"""
        self.macros: dict[str, None] = {}

    def filled(self, text: str) -> str:
        text = self._expanded(text)
        for _ in range(_MOST_ASKED):
            start = text.find("?{")
            if start < 0:
                self._refuse_uncalled(text)
                return text
            end = _closing(text, start)
            answer = self._answer(text[start + 2 : end - 1], text, start)
            text = self._expanded(text[:start] + answer + text[end:])
            self._check(len(text))
        raise NotationError(
            "macros-too-deep",
            f"this macro asks more than {_MOST_ASKED:,} questions",
            hint="does an answer ask the same question again?",
        )

    def _answer(self, inside: str, text: str, start: int) -> str:
        question = _question(inside, text, start)
        question = self.asked.setdefault(question.name, question)
        try:
            return html.unescape(question.answered(self.given.answers))
        except ParameterError:
            if self.lenient:
                return ""
            raise

    def _refuse_uncalled(self, text: str) -> None:
        """Refuse what is surely called and not given."""
        for call, span in () if self.lenient else _calls(text):
            raise NotationError(
                "no-such-macro",
                f"the macro calls `{call[:40]}`, which is not given",
                span=span,
                hint=NOT_GIVEN,
            ).about(text)

    def _expanded(self, text: str) -> str:
        """The text with what it calls put in, and what that calls."""
        for _ in range(_DEPTH + 1):
            found = [each for each in map(self._called, _CALL.finditer(text)) if each is not None]
            if not found:
                return text
            self._check(len(text) + sum(map(len, found)))
            text = _CALL.sub(lambda call: _or(self._called(call), call[0]), text)
        raise NotationError(
            "macros-too-deep",
            f"these macros call each other more than {_DEPTH} deep",
            hint="see which of them calls itself",
        )

    def _called(self, call: re.Match[str]) -> str | None:
        """The text behind ``#attack``, ``%{Bob|attack}`` or ``@{damage}``, if it is given."""
        if call[3] is not None:
            return self._noted(self.given.texts, self.values, " ".join(call[3].split()))
        name = call[1] or call[2]
        macros = self.given.macros
        return self._noted(macros, self.macros, name if name in macros else name.split("|")[-1])

    @staticmethod
    def _noted(texts: Mapping[str, str], notes: dict[str, None], name: str) -> str | None:
        if name in texts:
            notes[name] = None
        return texts.get(name)

    def note_left(self, text: str) -> None:
        """Note what a filled text still calls: values that are numbers, and what is not given."""
        for call in _CALL.finditer(text):
            if call[3] is not None:
                self.values[" ".join(call[3].split())] = None
        for called, _ in _calls(text):
            self.macros[called.strip("#%{}").split("|")[-1]] = None

    def _check(self, length: int) -> None:
        self.given.limits.check("length", length, Span(0, 0))


def _calls(text: str) -> Iterator[tuple[str, Span]]:
    """What can be nothing but calls: abilities, and macros that have a line to themselves."""
    for call in _CALL.finditer(text):
        if call[2] is not None:
            yield call[0], Span(*call.span())
    for line in _ALONE.finditer(text):
        yield line[1], Span(*line.span(1))


def _or(text: str | None, instead: str) -> str:
    return instead if text is None else text


def _closing(text: str, start: int) -> int:
    """Where a question ends: at the first brace that closes no ``@{value}`` in it.

    Braces of questions inside its options are typed as entities, and come up once one is chosen.
    """
    end = _INSIDE.match(text, start + 2)
    assert end is not None
    if not text.startswith("}", end.end()):
        raise error("unclosed", "this `?{` is never closed", text, start)
    return end.end() + 1


def _question(inside: str, text: str, start: int) -> Question:
    name, *rest = _split(inside, "|")
    name = " ".join(html.unescape(name).split())
    if not name:
        raise error("unnamed-question", "a question needs a name", text, start)
    if len(rest) < 2:
        return Question(name, rest[0].strip() if rest else None)
    return Question(name, None, tuple(_option(each) for each in rest))


def _option(text: str) -> Option:
    label, *value = _split(text, ",", 1)
    label = html.unescape(label).strip()
    return Option(label, value[0].strip() if value else label)


def _split(text: str, sign: str, most: int = -1) -> list[str]:
    """Parted at a sign, but not inside ``@{Bob|str}``."""
    parts: list[str] = []
    at = 0
    for token in re.finditer(rf"[@%]\{{[^{{}}]*\}}|{re.escape(sign)}", text):
        if token[0] == sign and len(parts) != most:
            parts.append(text[at : token.start()])
            at = token.end()
    return [*parts, text[at:]]


def error(code: str, message: str, text: str, start: int) -> AstragalError:
    span = Span(start, start + 2)
    return NotationError(code, message, span=span, hint="e.g. `?{Bonus|0}`").about(text)
