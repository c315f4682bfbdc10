"""Values that can be written as text: what a rule takes from a command line or a form."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar, Self, TypeAlias

from astragal._value import Value

Find: TypeAlias = Callable[[str], tuple[str, int] | None]
"""Finds a name on a sheet: the name as spelt there, and its number; None if it is not there."""


class Written(Value):
    """A value that ``of`` parses and ``str`` writes: ``of(str(value))`` equals the value.

    A rule's parameter of such a type accepts the text as well.

    >>> import astragal
    >>> @astragal.rule
    ... def alarm(clock: astragal.Clock) -> astragal.Asks[bool]:
    ...     yield astragal.coin()
    ...     return clock.full
    >>> alarm("1/4")
    alarm(clock='1/4')
    """

    WANTED: ClassVar[str]
    """what the text looks like, with an example; error messages say that a value must be this"""

    @classmethod
    @abstractmethod
    def of(cls, value: Any, find: Find | None = None) -> Self:
        """The value of a text; a ValueError or an AstragalError if it has none."""

    @abstractmethod
    def __str__(self) -> str: ...


class Addable(Written):
    """A value to which circumstances can add numbers."""

    @abstractmethod
    def added(self, number: int, source: str) -> Self:
        """The value with a number added; ``source`` says where the number comes from."""
