"""Independent outcomes combined: the full table of weights is only built on demand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from math import prod
from typing import Any, final


@final
class Joint(Mapping[Any, int]):
    """The weights of every combination, as tuples or instances of ``kind``, a named tuple.

    Check for it with ``type(x) is Joint``: ``isinstance`` is slow for plain dictionaries.

    >>> from astragal.probability.joint import Joint
    >>> joint = Joint([{1: 1, 2: 3}, {5: 2}])
    >>> len(joint), joint[2, 5], joint.total
    (2, 6, 8)
    """

    def __init__(self, parts: Sequence[Mapping[Any, int]], kind: Any = tuple) -> None:
        self.parts = tuple(parts)
        self.kind = kind

    @cached_property
    def _listed(self) -> dict[Any, int]:
        outcomes: Any = product(*self.parts)
        if self.kind is not tuple:
            outcomes = map(self.kind, outcomes)
        return dict(zip(outcomes, map(prod, product(*map(_values, self.parts))), strict=True))

    @property
    def total(self) -> int:
        """The sum of all weights."""
        return prod(sum(part.values()) for part in self.parts)

    def part(self, field: str) -> Mapping[Any, int] | None:
        """The weights of one component, by field name; None if there is no such field."""
        names = getattr(self.kind, "names", ())
        return self.parts[names.index(field)] if field in names else None

    def __len__(self) -> int:
        return prod(map(len, self.parts))

    def __getitem__(self, outcome: Any) -> int:
        return self._listed[outcome]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._listed)

    def items(self) -> Any:
        return self._listed.items()

    def values(self) -> Any:
        return self._listed.values()


def _values(part: Mapping[Any, int]) -> Any:
    return part.values()
