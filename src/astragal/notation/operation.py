"""The base of the notation's operations: nodes, modifiers and functions.

One class implements all aspects of an operation. Incomplete classes are refused on import.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from importlib import import_module
from types import MappingProxyType
from typing import ClassVar, NamedTuple

from astragal._modules import module_names
from astragal._value import Value


class Chapter(Enum):
    """The chapter of the documentation and the help that lists an operation."""

    DICE = "Dice"
    CARDS = "Cards"
    KEEP = "Keep and drop"
    EXPLODE = "Explode"
    REROLL = "Re-roll"
    CHANGE = "Change, count, show"
    ARITHMETIC = "Arithmetic"
    COMPARE = "Compare"
    FUNCTIONS = "Functions"
    TOGETHER = "Put together"
    POOLS = "Read a pool"
    RANGES = "Ranges"
    SYMBOLS = "Symbols"
    READ_SYMBOLS = "Read symbols"


class Example(NamedTuple):
    """A row of the documentation, run as a test: these faces give this result."""

    text: str
    meaning: str
    faces: tuple[int | str, ...]
    result: str
    variables: Mapping[str, int] = MappingProxyType({})
    """the values for ``@name``"""
    decisions: tuple[str, ...] = ()
    """the options that the player takes, if there is a choice"""


class Operation(Value):
    """The base of all operations; ``abstract=True`` marks a class that is only a base."""

    chapter: ClassVar[Chapter]
    examples: ClassVar[tuple[Example, ...]]
    """the rows of its documentation, which are also run as tests"""
    is_node: ClassVar[bool] = False
    """whether it is a node, with a value of its own"""
    since: ClassVar[int] = 1
    """the first version of records where its text has this meaning"""

    @property
    def leaves_choice(self) -> bool:
        """True if a player has to decide something in it, not counting its children."""
        return False

    def is_newer_than(self, version: int) -> bool:
        """True if its text had another meaning in this version of records."""
        return self.since > version

    _needed: ClassVar[tuple[str, ...]] = ("chapter", "examples")
    _abstract: ClassVar[frozenset[str]] = frozenset()
    """the names of its abstract methods"""

    def __init_subclass__(cls, *, abstract: bool = False) -> None:
        super().__init_subclass__()
        names = [*cls._abstract, *vars(cls)]
        cls._abstract = frozenset(name for name in names if _is_abstract(getattr(cls, name)))
        if not abstract:
            cls._require_complete()
            OPERATIONS.append(cls)

    @classmethod
    def _require_complete(cls) -> None:
        missing = [name for name in cls._needed if not getattr(cls, name, None)]
        missing += sorted(cls._abstract)
        if missing:
            raise TypeError(f"{cls.__name__} is incomplete: it lacks {', '.join(missing)}")


def _is_abstract(attribute: object) -> bool:
    return getattr(attribute, "__isabstractmethod__", False) is True


OPERATIONS: list[type[Operation]] = []
"""All operations, in order of registration; ``all_operations`` imports all modules first."""


def import_modules(package: str) -> None:
    """Import every module of a package, so that its operations register themselves."""
    for module in module_names(import_module(package).__path__):
        import_module(f"{package}.{module}")


def all_operations() -> list[type[Operation]]:
    """Every operation of the notation, in documentation order: by chapter and module."""
    for package in ("nodes", "modifiers", "functions"):
        import_modules(f"astragal.notation.{package}")
    chapters = list(Chapter)
    return sorted(OPERATIONS, key=lambda each: (chapters.index(each.chapter), each.__module__))


def examples_of(chapter: Chapter) -> list[Example]:
    """The examples of all operations of a chapter."""
    return [row for each in all_operations() if each.chapter is chapter for row in each.examples]
