"""An operation of the notation: a node, a modifier or a function. One class owns all there is to it.

A class that lacks part of that is refused when it is made, not when somebody asks for the part.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from importlib import import_module
from pkgutil import iter_modules
from typing import ClassVar, NamedTuple

from astragal._value import Value


class Chapter(Enum):
    """Where the documentation and the help list an operation."""

    DICE = "Dice"
    KEEP = "Keep and drop"
    EXPLODE = "Explode"
    REROLL = "Re-roll"
    CHANGE = "Change, count, show"
    ARITHMETIC = "Arithmetic"
    FUNCTIONS = "Functions"
    TOGETHER = "Put together"
    POOLS = "Read a pool"
    RANGES = "Ranges"


class Example(NamedTuple):
    """A row of the documentation and of the tests: dice that were rolled, and what they come to."""

    text: str
    meaning: str
    faces: tuple[int, ...]
    result: str


class Operation(Value):
    """The base of all operations; ``abstract=True`` marks the bases that are not operations themselves."""

    chapter: ClassVar[Chapter]
    examples: ClassVar[tuple[Example, ...]]
    """the rows of the documentation, which are run as tests"""
    is_node: ClassVar[bool] = False
    """whether it stands for a value of its own, rather than changing or computing one"""
    since: ClassVar[int] = 1
    """the version of records in which texts got the meaning that this operation gives them"""

    def is_newer_than(self, version: int) -> bool:
        """Whether its text meant something else in a version of records."""
        return self.since > version

    _needed: ClassVar[tuple[str, ...]] = ("chapter", "examples")

    def __init_subclass__(cls, *, abstract: bool = False) -> None:
        super().__init_subclass__()
        if not abstract:
            require_complete(cls, cls._needed)
            OPERATIONS.append(cls)


OPERATIONS: list[type[Operation]] = []
"""Every operation, as they register themselves; ``all_operations`` sees to it that all of them have."""


def require_complete(cls: type, attributes: tuple[str, ...]) -> None:
    """Refuse a class in which one of these attributes, or the body of an abstract method, is missing."""
    missing = [name for name in attributes if not hasattr(cls, name)]
    missing += [name for name in dir(cls) if _is_abstract(getattr(cls, name, None))]
    if missing:
        raise TypeError(f"{cls.__name__} is incomplete: it lacks {', '.join(missing)}")


def _is_abstract(attribute: object) -> bool:
    return getattr(attribute, "__isabstractmethod__", False) is True


def modules_of(package: str, path: list[str]) -> Iterator[str]:
    """Import every module of a package, so that the operations in it are known."""
    for module in iter_modules(path):
        name = f"{package}.{module.name}"
        import_module(name)
        yield name


def all_operations() -> list[type[Operation]]:
    """Every operation of the notation, in the order of the documentation."""
    import_module("astragal.notation.syntax.reader")
    chapters = list(Chapter)
    return sorted(OPERATIONS, key=lambda each: chapters.index(each.chapter))


def examples_of(chapter: Chapter) -> list[Example]:
    """The examples of all operations of a chapter."""
    return [row for each in all_operations() if each.chapter is chapter for row in each.examples]
