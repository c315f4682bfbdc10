"""Phrases: their sound, their notation, and examples, which are their tests and documentation."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import IntEnum
from functools import cache, cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from astragal._modules import module_names
from astragal.errors import AstragalError, NotationError
from astragal.notation.expression import Expression
from astragal.notation.nodes.node import Kind as Value
from astragal.notation.syntax.parser import parse
from astragal.talk.templates import LISTED, MEANINGS, compiled, words_of
from astragal.talk.understood import Asked, Kind, Understood

if TYPE_CHECKING:
    from astragal.talk.listening import Listener


class NotHeardError(Exception):
    """A text is not this phrase, or a part of it is not understood."""


class UnclearPartError(NotHeardError):
    """A part of a text reads two ways, which ``error`` says; the whole may still be clear."""

    def __init__(self, error: NotationError, part: str) -> None:
        self.error = error
        self.part = part


class Level(IntEnum):
    """The order in which phrases are tried: what a text is as a whole comes before its parts."""

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
"""In a question, and next to words about single dice, a word is never just a label."""


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
        """With other notation, in what else may be meant too."""
        others = tuple(Asked(words, change(text)) for words, text in self.alternatives)
        return self._replace(text=change(self.text), alternatives=others)

    @property
    def is_number(self) -> bool:
        """Whether it comes to a number, so that it can be a part of a sum."""
        return self.expression.body.kind in (Value.NUMBER, Value.POOL)

    @property
    def rolls(self) -> bool:
        """Whether there are dice in it, or names that may stand for some."""
        return self.expression.body.draws or bool(self.expression.variables)

    def understood(self) -> Understood:
        expression = self.expression
        text = str(expression)
        if self.title:
            text = str(parsed(f"{expression.uncommented} # {self.title}"))
        others = tuple(Asked(words, str(parsed(each))) for words, each in self.alternatives)
        asked = tuple(Asked(words, str(parsed(each))) for words, each in self.asked)
        return Understood(self.kind, text, asked, self.title, others)


def joined(parts: Sequence[Heard], join: Callable[[list[str]], str]) -> Heard:
    """Several parts as one, with the other meanings of each."""
    texts = [each.text for each in parts]
    others = tuple(
        Asked(words, join([*texts[:place], text, *texts[place + 1 :]]))
        for place, part in enumerate(parts)
        for words, text in part.alternatives
    )
    title = ", ".join(each.title for each in parts if each.title)
    return Heard(join(texts), title=title, alternatives=others)


def parsed(text: str) -> Expression:
    """Notation as an expression; refused quietly, since a phrase may not fit."""
    try:
        return parse(text)
    except AstragalError:
        raise NotHeardError from None


class Said(Mapping[str, str]):
    """The words in the holes of a phrase; each can be heard as dice in its turn."""

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
        """The dice that the phrase is about."""
        return self.heard("dice")

    def heard(self, name: str) -> Heard:
        return self.listener.hear(self[name])

    def meaning(self, name: str) -> Any:
        """Look up the word in a hole in the table for holes of this name."""
        return MEANINGS[name][self[name].lower()]


class Example(NamedTuple):
    """A text and its reading; the hint, if it reads two ways."""

    typed: str
    read_as: str


Rewrite = Callable[[Said], Heard | str]


class Phrase:
    """How something is said, and the notation for it."""

    def __init__(
        self,
        name: str,
        level: Level,
        templates: tuple[str, ...],
        rewrite: Rewrite | str,
        examples: tuple[tuple[str, str], ...],
    ) -> None:
        self.name = name
        self.level = level
        self.templates = templates
        self.rewrite = rewrite
        self.examples = tuple(Example(*each) for each in examples)

    @cached_property
    def patterns(self) -> tuple[re.Pattern[str], ...]:
        return tuple(map(compiled, self.templates))

    def hear(self, text: str, listener: Listener) -> Heard | None:
        """The notation for a text if it is this phrase."""
        unclear = None
        for pattern in self.patterns:
            found = pattern.fullmatch(f" {text}")
            if found is None:
                continue
            try:
                with listener.labels(allowed=self.level not in _NO_LABELS):
                    return self._heard(Said(found, listener))
            except UnclearPartError as part:
                unclear = unclear or part
            except NotHeardError:
                continue
        if unclear is not None:
            raise unclear
        return None

    def _heard(self, said: Said) -> Heard:
        heard = self.rewrite if isinstance(self.rewrite, str) else self.rewrite(said)
        if isinstance(heard, str):
            heard = Heard(heard)
        parsed(heard.text)
        return heard


def also(text: str, words: str) -> Asked:
    """Another possible notation, and its effect."""
    return Asked(words, text)


@cache
def all_phrases() -> tuple[Phrase, ...]:
    """Every phrase, in the order of trying."""
    package = "astragal.talk.phrases"
    modules = [
        import_module(f"{package}.{each}") for each in module_names(import_module(package).__path__)
    ]
    found: list[Phrase] = [phrase for module in modules for phrase in module.PHRASES]
    return tuple(sorted(found, key=lambda each: each.level))


@cache
def vocabulary() -> frozenset[str]:
    """The words that phrases are made of: no titles or labels."""
    templates = (template for each in all_phrases() for template in each.templates)
    words = (word for template in templates for word in words_of(template))
    return frozenset(words) | LISTED
