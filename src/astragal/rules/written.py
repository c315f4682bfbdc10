"""Values with a form in writing, which rules can be given as text."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar, Self, TypeAlias

from astragal._value import Value

Find: TypeAlias = Callable[[str], tuple[str, int] | None]
"""What a name stands for on a sheet, with the name it has there; None if it is not there."""


class Written(Value):
    """A value that ``of`` reads, and ``str`` writes: ``of(str(value))`` is the value again.

    A rule's parameter of such a type takes the text too, on a command line and in a form as well.

    >>> import astragal
    >>> @astragal.rule
    ... def alarm(clock: astragal.Clock) -> astragal.Asks[bool]:
    ...     yield astragal.coin()
    ...     return clock.full
    >>> alarm("1/4")
    alarm(clock='1/4')
    """

    WANTED: ClassVar[str]
    """what is wanted, in words, with an example"""

    @classmethod
    @abstractmethod
    def of(cls, value: Any, find: Find | None = None) -> Self:
        """The value that a text stands for; a ValueError or an AstragalError if it stands for none."""

    @abstractmethod
    def __str__(self) -> str: ...


class Addable(Written):
    """A value that numbers can be added to, as circumstances do."""

    @abstractmethod
    def added(self, number: int, source: str) -> Self:
        """With a number added, and what it is from."""
