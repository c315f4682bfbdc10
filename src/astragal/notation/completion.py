"""Completions for a text being typed: dice, modifiers, functions and names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from astragal.notation.functions.function import FUNCTIONS
from astragal.notation.modifiers.modifier import all_modifiers
from astragal.notation.nodes.logic import And, Not, Or
from astragal.notation.nodes.versus import Versus
from astragal.notation.operation import all_operations
from astragal.notation.syntax.parser import parse

_SIDES = ("4", "6", "8", "10", "12", "20", "%", "F")
_LONGEST = 400
"""The number of characters before the cursor that are looked at."""
_NAME = re.compile(r"@\{?(?P<typed>[^@{}+*/<>=;,()\[\]]*)$")
_DIE = re.compile(r"(?<![a-z_@{])\d*d(?P<typed>\d*)$", re.IGNORECASE)
# Possessive: each part can be read in one way only, or hostile texts take quadratic time.
_DICE = re.compile(
    r"(?:(?<![a-z_@{])\d*+d(?:\d++|%|f|\{[^{}]*+\})|[)}]|10ish)"  # a die, or the end of a group
    r"(?:(?:[=≠]\[[\d,.-]*+\]|[a-z!▲▼♻<>=≠&:\d])*"  # modifiers typed so far
    r"(?:[=≠]\[[\d,.-]*+\]|[▲▼♻<>=≠&:\d]))?+"
    r"(?P<typed>[a-z!]*+)$",
    re.IGNORECASE,
)
_JOIN = re.compile(r"(?:[\d)}\]!?▲▼♻]|d%)\s++(?P<typed>[a-z]*+)$", re.IGNORECASE)
_WORD = re.compile(r"(?<![a-z\d_@{])(?P<typed>[a-z_]*)$", re.IGNORECASE)


class Option(NamedTuple):
    """A possible completion and its meaning."""

    text: str
    about: str


class Completion(NamedTuple):
    """Completions that may replace the text from ``start`` to ``end``."""

    start: int
    end: int
    options: tuple[Option, ...]


def complete(text: str, cursor: int | None = None, names: Iterable[str] = ()) -> Completion:
    """The completions at the cursor, by default at the end; ``names`` may follow an ``@``.

    >>> complete("4d6kh").options[0]
    Option(text='kh3', about='keep the highest 3')
    >>> [option.text for option in complete("2d").options][:3]
    ['4', '6', '8']
    """
    end = len(text) if cursor is None else max(0, min(cursor, len(text)))
    before = text[max(0, end - _LONGEST) : end]
    for pattern, options in (
        (_NAME, [Option(_braced(name), "") for name in names]),
        (_DIE, [Option(sides, _about_die(sides)) for sides in _SIDES]),
        (_DICE, _modifiers()),
        (_JOIN, _between()),
        (_WORD, _functions()),
    ):
        if found := pattern.search(before):
            typed = found["typed"]
            start = end - len(typed)
            if pattern is _NAME:
                start -= before[found.start() : found.start("typed")].count("{")
            fitting = tuple(_beginning(typed, options))
            if fitting or pattern is _NAME:
                return Completion(start, end, fitting)
    return Completion(end, end, ())


def _beginning(typed: str, options: Iterable[Option]) -> Iterator[Option]:
    """The options that start with the typed text and are longer."""
    wanted = typed.casefold()
    for option in options:
        plain = option.text.casefold().strip("{}")
        if plain.startswith(wanted) and plain != wanted:
            yield option


def _braced(name: str) -> str:
    return name if re.fullmatch(r"[^\W\d]\w*", name) else f"{{{name}}}"


def _about_die(sides: str) -> str:
    return {"%": "1 to 100", "F": "−1, 0 or 1"}.get(sides, f"1 to {sides}")


@cache
def _modifiers() -> tuple[Option, ...]:
    """An example of each form of each modifier, with its meaning."""
    samples = (sample for each in all_modifiers() for sample in each.samples)
    plain = (sample for sample in samples if not set(sample) & set("@(…"))
    return tuple(Option(sample, _about(sample)) for sample in sorted(plain, key=len))


def _about(sample: str) -> str:
    described = parse(f"4d6{sample}").describe()
    return described.partition(", ")[2]


@cache
def _functions() -> tuple[Option, ...]:
    all_operations()  # imports their modules
    functions = (
        Option(f"{name}(", each.examples[0].meaning) for name, each in sorted(FUNCTIONS.items())
    )
    return (*functions, _word(Not))


@cache
def _between() -> tuple[Option, ...]:
    """The words that may join two comparisons or two totals."""
    return tuple(map(_word, (And, Or, Versus)))


def _word(join: type[And | Or | Not | Versus]) -> Option:
    return Option(join.word, join.examples[0].meaning.partition(";")[0])
