"""Phrases: rows of text that sentences are matched with.

A row is ``# name | level | result``, followed by its templates and examples, one on each line:

    # Several times | repeat | = {n}x({dice})
    {dice} {n} times|time [over]
    d20+2 3 times => 3x(1d20 + 2)

After the level, ``with labels`` allows words from the lists in `labels` to name dice. A line
``<on> = on|in|with`` names a set of words for all rows below it. The result is the name of a
function, or one of these, with the template's holes filled in:

    = {dice} - {n}              notation
    first {dice} ** {n}         of a whole number: a sum is refused, since a term may be meant
    last …                      the same, where it would be the last term
    alone …                     of dice, to which nothing is added
    + r{face} :: rr{face} :: …  a modifier of the dice; perhaps another, and its effect
    ? … :: is a :: … :: is b    refused: it could mean two things
    ! message :: hint           refused
    ask mean                    a question about the dice
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import IntEnum
from functools import cache, cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from astragal._modules import module_names
from astragal.errors import AstragalError, NotationError
from astragal.notation.expression import Expression
from astragal.notation.nodes.node import Kind as Value
from astragal.notation.syntax.parser import parse
from astragal.talk.conditions import Condition, face_condition
from astragal.talk.templates import LISTED, MEANINGS, compiled, words_of
from astragal.talk.understood import Asked, Kind, Understood

if TYPE_CHECKING:
    from astragal.talk.listening import Listener


class NotHeardError(Exception):
    """A text is not this phrase, or a part of it is not understood."""


class UnclearPartError(NotHeardError):
    """A part of a text is ambiguous, as ``error`` explains; the whole may still be clear."""

    def __init__(self, error: NotationError, part: str) -> None:
        self.error = error
        self.part = part


class Level(IntEnum):
    """The order in which phrases are tried: phrases for whole texts before those for parts."""

    COMMAND = 0
    QUESTION = 1
    SEVERAL = 2
    TITLE = 3
    REPEAT = 4
    TARGET = 5
    POOL = 6
    WORD = 7
    LABEL = 8
    SUM = 9
    AND = 10
    NAME = 11


_NO_LABELS = (Level.QUESTION, Level.POOL)
"""Levels without labels: questions, and words about single dice."""


class Heard(NamedTuple):
    """Notation for a part of a sentence, with the title and the question that came with it."""

    text: str
    kind: Kind = "roll"
    title: str = ""
    asked: tuple[Asked, ...] = ()
    alternatives: tuple[Asked, ...] = ()

    @property
    def expression(self) -> Expression:
        return parsed(self.text)

    def changed(self, change: Callable[[str], str]) -> Heard:
        """Change the notation, and each of the alternatives."""
        others = tuple(Asked(words, change(text)) for words, text in self.alternatives)
        return self._replace(text=change(self.text), alternatives=others)

    @property
    def is_number(self) -> bool:
        """True if the result is a number or a pool, which can be part of a sum."""
        return self.expression.body.kind in (Value.NUMBER, Value.POOL)

    @property
    def rolls(self) -> bool:
        """True if it has dice, or names that may stand for dice."""
        nodes = (self.expression.body, *(each.node for each in self.expression.bindings))
        return any(each.draws for each in nodes) or bool(self.expression.variables)

    def understood(self) -> Understood:
        expression = self.expression
        text = str(expression)
        if self.title:
            text = str(parsed(f"{expression.uncommented} # {self.title}"))
        others = tuple(Asked(words, str(parsed(each))) for words, each in self.alternatives)
        asked = tuple(Asked(words, str(parsed(each))) for words, each in self.asked)
        return Understood(self.kind, text, asked, self.title, others)


def number(heard: Heard) -> Heard:
    """Return the argument if it is a number; otherwise the phrase does not fit."""
    if not heard.is_number:
        raise NotHeardError
    return heard


def joined(parts: Sequence[Heard], join: Callable[[list[str]], str]) -> Heard:
    """Join several parts into one, with the alternatives of each."""
    texts = [each.text for each in parts]
    others = tuple(
        Asked(words, join([*texts[:place], text, *texts[place + 1 :]]))
        for place, part in enumerate(parts)
        for words, text in part.alternatives
    )
    title = ", ".join(each.title for each in parts if each.title)
    return Heard(join(texts), title=title, alternatives=others)


def parsed(text: str) -> Expression:
    """Parse notation; invalid notation means that the phrase does not fit."""
    try:
        return parse(text)
    except AstragalError:
        raise NotHeardError from None


_DICE_HOLES = ("dice", "other", "more", "less")
_HOLE = re.compile(r"\{([a-z]+)(?:=(\w*))?\}")
_CHANGED = re.compile(r"\{([a-z]+)\}((?:[a-z!][^\s)]*)?)")


class Said(Mapping[str, str]):
    """The words in a phrase's holes, by name; each can be read as a phrase itself."""

    def __init__(self, found: re.Match[str], listener: Listener) -> None:
        self._holes = {name: text for name, text in found.groupdict().items() if text is not None}
        self.listener = listener

    def __getitem__(self, name: str) -> str:
        return self._holes[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._holes)

    def __len__(self) -> int:
        return len(self._holes)

    def number(self, default: int | None = None, name: str = "n") -> int:
        if name in self:
            return int(self[name])
        if default is None:
            raise NotHeardError
        return default

    @cached_property
    def dice(self) -> Heard:
        """The notation for the hole ``dice``."""
        return self.heard("dice")

    @cached_property
    def face(self) -> Condition:
        """The condition in the hole ``face``."""
        condition = face_condition(self["face"])
        if condition is None:
            raise NotHeardError
        return condition

    def heard(self, name: str) -> Heard:
        return self.listener.hear(self[name])

    def retold(self, text: str) -> Heard:
        """The notation for the phrase in other words; if these are ambiguous, so is the phrase."""
        try:
            return self.listener.hear(text)
        except UnclearPartError as part:
            raise part.error from None

    def numbers(self) -> list[Heard]:
        """The two rolls in ``dice`` and ``other``; refused unless both are numbers with dice."""
        both = [number(self.heard(name)) for name in ("dice", "other")]
        if not all(each.rolls for each in both):
            raise NotHeardError
        return both

    def meaning(self, name: str) -> Any:
        """Look up the word in a hole in the table for holes of this name."""
        return MEANINGS[name][self[name].lower()]

    def filled(self, pattern: str) -> str:
        """Fill in the holes of a pattern, except those for dice."""

        def word(found: re.Match[str]) -> str:
            name, default = found[1], found[2]
            if name in _DICE_HOLES and default is None:
                return found[0]
            if name not in self:
                if default is None:
                    raise NotHeardError
                return default
            if name == "face":
                return self.face.tight
            return str(self.meaning(name)) if name in MEANINGS else self[name]

        return _HOLE.sub(word, pattern)

    def notation(self, pattern: str) -> Heard:
        """The notation for a pattern of numbers; a modifier after a hole goes to the dice in it."""
        from astragal.talk.changing import with_modifier

        pattern = self.filled(pattern)
        names = list(dict.fromkeys(found[1] for found in _HOLE.finditer(pattern)))
        parts = [number(self.heard(name)) for name in names]

        def put(texts: list[str]) -> str:
            given = dict(zip(names, texts, strict=True))
            return _CHANGED.sub(lambda found: with_modifier(given[found[1]], found[2]), pattern)

        return joined(parts, put) if parts else Heard(pattern)


class Example(NamedTuple):
    """A text and its reading, or the hint if it is ambiguous."""

    typed: str
    read_as: str


Result = Callable[[Said], Heard | str]


class Phrase:
    """Templates for a sentence, and the notation for it."""

    def __init__(self, name: str, level: Level, result: Result, *, labels: bool) -> None:
        self.name = name
        self.level = level
        self.labels = labels
        self.result = result
        self.templates: list[str] = []
        self.examples: list[Example] = []

    @cached_property
    def patterns(self) -> tuple[re.Pattern[str], ...]:
        return tuple(map(compiled, self.templates))

    def hear(self, text: str, listener: Listener) -> Heard | None:
        """The notation for a text; None if it is not this phrase."""
        unclear = None
        for pattern in self.patterns:
            found = pattern.fullmatch(f" {text}")
            if found is None:
                continue
            try:
                with listener.labels(allowed=self.labels):
                    heard = self.result(Said(found, listener))
                    heard = Heard(heard) if isinstance(heard, str) else heard
                    parsed(heard.text)
                    return heard
            except UnclearPartError as part:
                unclear = unclear or part
            except NotHeardError:
                continue
        if unclear is not None:
            raise unclear
        return None


def also(text: str, words: str) -> Asked:
    """Another possible notation, and its effect."""
    return Asked(words, text)


def phrases(rows: str, functions: Mapping[str, Any]) -> tuple[Phrase, ...]:
    """Read phrases from rows of text; ``functions`` has the functions that results name."""
    found: list[Phrase] = []
    named: dict[str, str] = {}
    for line in rows.strip().splitlines():
        line = re.sub(r"<(\w+)>", lambda word: named.get(word[1], word[0]), line)
        if line.startswith("# "):
            name, tried, result = line[2:].split(" | ", 2)
            level = Level[tried.removesuffix(" with labels").upper()]
            labels = level not in _NO_LABELS or tried.endswith(" with labels")
            found.append(Phrase(name, level, _result(result, functions), labels=labels))
        elif line.startswith("<"):
            word, words = line.split("> = ")
            named[word[1:]] = words
        elif " => " in line:
            found[-1].examples.append(Example(*line.split(" => ")))
        elif line:
            found[-1].templates.append(line)
    return tuple(found)


def _result(text: str, functions: Mapping[str, Any]) -> Result:
    from astragal.talk import results

    sign, _, pattern = text.partition(" ")
    if not pattern:
        return cast(Result, functions[text])
    parts = pattern.split(" :: ")
    make = results.MAKERS[sign]
    return lambda said: make(said, *parts)


@cache
def all_phrases() -> tuple[Phrase, ...]:
    """All phrases, in the order in which they are tried."""
    package = "astragal.talk.phrases"
    modules = [
        import_module(f"{package}.{each}") for each in module_names(import_module(package).__path__)
    ]
    found: list[Phrase] = [phrase for module in modules for phrase in module.PHRASES]
    return tuple(sorted(found, key=lambda each: each.level))


@cache
def vocabulary() -> frozenset[str]:
    """All words used in phrases, which cannot be titles or labels."""
    templates = (template for each in all_phrases() for template in each.templates)
    words = (word for template in templates for word in words_of(template))
    return frozenset(words) | LISTED
