"""Inserts other macros, values and answers into a Roll20 macro before it is read."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Mapping

from astragal.dialects.macros.brackets import mistake
from astragal.dialects.macros.needs import Given, Option, Question
from astragal.errors import NotationError, ParameterError, Span

_EXAMPLE = "e.g. `?{Bonus|0}`"
NOT_GIVEN = "give it with the macro, by its name"
_DEPTH = 99
"""The greatest depth of calls between macros, as in the program."""
_MOST_ASKED = 200
_CALL = re.compile(r"#([\w-]+)|%\{([^{}]*)\}|@\{([^{}]*)\}")
_ALONE = re.compile(r"^[ \t]*(#(?!\d+[ \t]*$)[\w-]+)[ \t]*$", re.MULTILINE)
"""A line that is only a call; ``#1`` is left alone, since it may be plain text."""
_INSIDE = re.compile(r"(?:[@%]\{[^{}]*\}|[^}])*+")
_NAME = re.compile(r"[\w-]*")
_READ_AT_ONCE = 4
"""The number of characters that count as one step of work."""


class Filling:
    """Inserts the given inputs into a text, and notes all inputs that the text asks for."""

    def __init__(self, given: Given, *, lenient: bool = False) -> None:
        self.given = given
        self.lenient = lenient
        """true if a missing answer becomes an empty text instead of an error"""
        self.asked: dict[str, Question] = {}
        self.values: dict[str, None] = {}
        """names of values, in order"""
        self.macros: dict[str, None] = {}
        self._read = 0
        """the number of characters searched"""

    def filled(self, text: str) -> str:
        text = self._expanded(text, 0, len(text))
        for _ in range(_MOST_ASKED):
            start = text.find("?{")
            if start < 0:
                self._refuse_uncalled(text)
                return text
            end = _closing(text, start)
            self._count(end - start)
            answer = self._answer(text[start + 2 : end - 1], text, start)
            self._check(len(text) + len(answer) - (end - start))
            text = text[:start] + answer + text[end:]
            text = self._expanded(text, start, start + len(answer))
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
        """Refuse certain calls of macros that were not given."""
        for call, span in () if self.lenient else _calls(text):
            raise NotationError(
                "no-such-macro",
                f"the macro calls `{call[:40]}`, which is not given",
                span=span,
                hint=NOT_GIVEN,
            ).about(text)

    def _expanded(self, text: str, start: int, end: int) -> str:
        """Replace calls in the text, and calls in the inserted texts.

        Only the text from ``start`` to ``end`` is new; calls around it count if it completes them.
        """
        for _ in range(_DEPTH + 1):
            start, end = _touched(text, start, end)
            part = text[start:end]
            self._count(len(part))
            found = [each for each in map(self._called, _CALL.finditer(part)) if each is not None]
            if not found:
                return text
            self._check(len(text) + sum(map(len, found)))
            part = _CALL.sub(lambda call: _or(self._called(call), call[0]), part)
            text = text[:start] + part + text[end:]
            end = start + len(part)
        raise NotationError(
            "macros-too-deep",
            f"these macros call each other more than {_DEPTH} deep",
            hint="see which of them calls itself",
        )

    def _called(self, call: re.Match[str]) -> str | None:
        """The given text for ``#attack``, ``%{Bob|attack}`` or ``@{damage}``; otherwise None."""
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
        """Note the remaining calls in a filled text: numeric values, and missing inputs."""
        for call in _CALL.finditer(text):
            if call[3] is not None:
                self.values[" ".join(call[3].split())] = None
        for called, _ in _calls(text):
            self.macros[called.strip("#%{}").split("|")[-1]] = None

    def _check(self, length: int) -> None:
        self.given.limits.check("length", length, Span(0, 0))

    def _count(self, characters: int) -> None:
        """Count characters before searching them; refused above the limit for work."""
        self._read += characters
        work, limits = self._read // _READ_AT_ONCE, self.given.limits
        if work > limits.work:
            raise limits.exceeded(
                "work",
                work,
                Span(0, 0),
                about="putting in what this macro calls and asks for",
                advice="ask fewer questions, and call fewer macros",
            )


def _touched(text: str, start: int, end: int) -> tuple[int, int]:
    """The widest range for calls that include new text from ``start`` to ``end``."""
    named, opened = text.rfind("#", 0, start), text.rfind("{", 0, start)
    closed = text.find("}", end)
    first = start
    if named >= 0 and _NAME.fullmatch(text, named + 1, start):
        first = named
    if opened > max(0, text.rfind("}", 0, start)) and text[opened - 1] in "@%":
        first = min(first, opened - 1)
    elif start and text[start - 1] in "@%":
        first = min(first, start - 1)
    behind = _NAME.match(text, end)
    assert behind is not None
    last = behind.end()
    if closed >= 0 and text.find("{", end, closed) < 0:
        last = max(last, closed + 1)
    return first, last


def _calls(text: str) -> Iterator[tuple[str, Span]]:
    """The certain calls: abilities, and macros on a line of their own."""
    for call in _CALL.finditer(text):
        if call[2] is not None:
            yield call[0], Span(*call.span())
    for line in _ALONE.finditer(text):
        yield line[1], Span(*line.span(1))


def _or(text: str | None, instead: str) -> str:
    return instead if text is None else text


def _closing(text: str, start: int) -> int:
    """The end of a question: after the first brace that does not close an ``@{value}`` in it.

    Questions inside options have their braces typed as entities, and are read once chosen.
    """
    end = _INSIDE.match(text, start + 2)
    assert end is not None
    if not text.startswith("}", end.end()):
        raise mistake(
            "unclosed", "this `?{` is never closed", text, start, "a question ends with `}`"
        )
    return end.end() + 1


def _question(inside: str, text: str, start: int) -> Question:
    name, *rest = _split(inside, "|")
    name = " ".join(html.unescape(name).split())
    if not name:
        raise mistake("unnamed-question", "a question needs a name", text, start, _EXAMPLE)
    if len(rest) < 2:
        return Question(name, rest[0].strip() if rest else None)
    return Question(name, None, tuple(_option(each) for each in rest))


def _option(text: str) -> Option:
    label, *value = _split(text, ",", 1)
    label = html.unescape(label).strip()
    return Option(label, value[0].strip() if value else label)


def _split(text: str, sign: str, most: int = -1) -> list[str]:
    """Split at a sign, except inside ``@{Bob|str}``."""
    parts: list[str] = []
    at = 0
    for token in re.finditer(rf"[@%]\{{[^{{}}]*\}}|{re.escape(sign)}", text):
        if token[0] == sign and len(parts) != most:
            parts.append(text[at : token.start()])
            at = token.end()
    return [*parts, text[at:]]
