"""A die: faces with weights."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby

from astragal.errors import RollError

_HEAVIEST = 1_000_000
"""A weight is spelt by repeating its face, so weights are kept to what can be written down."""


class Die:
    """Faces with whole-number weights. Immutable; equal when faces and weights are equal.

    >>> from astragal import Die
    >>> Die(6), Die([2, 3, 5, 7]), Die({0: 1, 1: 3})
    (Die('d6'), Die('d{2,3,5,7}'), Die('d{0,1,1,1}'))
    >>> Die([0, 1, 1, 1]).weight(1)
    3
    """

    __slots__ = ("_hash", "_positions", "faces", "standard", "total", "weights")

    faces: Sequence[int]
    """the distinct faces, lowest first"""
    weights: Sequence[int] | None
    """each face's weight, or None where every face weighs one"""
    total: int
    """the sum of the weights"""
    standard: bool
    """whether the faces are 1 to ``total``, each weighing one"""

    def __init__(self, faces: int | Iterable[int] | Mapping[int, int]) -> None:
        if isinstance(faces, int):
            _require(faces >= 1, "a die needs at least one side")
            distinct: Sequence[int] = range(1, faces + 1)
            weights = None
        else:
            distinct, weights = _normal(Counter(faces))
        self.faces = distinct
        self.weights = weights
        self.total = sum(weights) if weights is not None else len(distinct)
        self.standard = isinstance(distinct, range) and distinct.start == 1
        self._hash = hash(
            (tuple(distinct) if not isinstance(distinct, range) else distinct, weights)
        )
        self._positions: tuple[int, ...] | None = None

    @property
    def lowest(self) -> int:
        return self.faces[0]

    @property
    def highest(self) -> int:
        return self.faces[-1]

    def weight(self, face: int) -> int:
        """How heavy a face is; 0 for a face the die does not have."""
        if face not in self.faces:
            return 0
        return 1 if self.weights is None else self.weights[self.faces.index(face)]

    def face_at(self, position: int) -> int:
        """The face at a position from 0 to ``total`` - 1, each face holding as many as it weighs."""
        if self.weights is None:
            return self.faces[position]
        for face, weight in zip(self.faces, self.weights, strict=True):
            if position < weight:
                return face
            position -= weight
        raise IndexError(position)

    @property
    def positions(self) -> Sequence[int]:
        """Every position's face, for dice small enough to list."""
        if self.weights is None:
            return self.faces
        if self._positions is None:
            self._positions = tuple(
                face
                for face, weight in zip(self.faces, self.weights, strict=True)
                for _ in range(weight)
            )
        return self._positions

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Die):
            return NotImplemented
        return self is other or (self.faces == other.faces and self.weights == other.weights)

    def __hash__(self) -> int:
        return self._hash

    def __str__(self) -> str:
        """The die in notation."""
        if self.standard:
            return f"d{self.total}"
        if self == FUDGE:
            return "dF"
        if self == D10ISH:
            return "d10ish"
        return f"d{{{','.join(_spell(self))}}}"

    def __repr__(self) -> str:
        return f"Die({str(self)!r})"

    def describe_faces(self) -> str:
        """The faces in words, short: for errors."""
        if isinstance(self.faces, range) and len(self.faces) > 2:
            return f"faces {self.lowest} to {self.highest}"
        if len(self.faces) > 12:
            return f"{len(self.faces)} faces from {self.lowest} to {self.highest}"
        return ("faces " if len(self.faces) > 1 else "only the face ") + ", ".join(
            map(str, self.faces)
        )


def _require(condition: bool, message: str) -> None:
    if not condition:
        raise RollError("no-such-die", message)


def _normal(weights: Mapping[int, int]) -> tuple[Sequence[int], Sequence[int] | None]:
    """Faces sorted, as a range where they are consecutive; weights only where some differ from one."""
    _require(bool(weights), "a die needs at least one side")
    for face, weight in weights.items():
        _require(type(face) is int, f"a face must be a whole number, not {face!r}")
        _require(type(weight) is int and weight > 0, f"a weight must be at least 1, not {weight!r}")
    heaviest = sum(weights.values())
    _require(heaviest <= _HEAVIEST, f"weights add up to {heaviest:,}; the most is {_HEAVIEST:,}")
    faces = tuple(sorted(weights))
    if any(weight != 1 for weight in weights.values()):
        return faces, tuple(weights[face] for face in faces)
    if faces[-1] - faces[0] == len(faces) - 1:
        return range(faces[0], faces[-1] + 1), None
    return faces, None


def _spell(die: Die) -> Iterable[str]:
    """The faces as they are typed: runs of three and more of weight one as ``a..b``."""
    weights = die.weights or [1] * len(die.faces)
    listed = [(face, weight) for face, weight in zip(die.faces, weights, strict=True)]

    def run(item: tuple[int, tuple[int, int]]) -> tuple[int, int]:
        index, (face, weight) = item
        return (face - index, 0) if weight == 1 else (face - index, index + 1)

    for _, items in groupby(enumerate(listed), run):
        stretch = [pair for _, pair in items]
        (first, weight), (last, _) = stretch[0], stretch[-1]
        if len(stretch) > 2:
            yield f"{first}..{last}"
        else:
            for face, _ in stretch:
                yield from [str(face)] * weight


@lru_cache(maxsize=256)
def standard_die(sides: int) -> Die:
    """A die of so many sides; dice are immutable, so the common ones are made once."""
    return Die(sides)


FUDGE = Die([-1, 0, 1])
D10ISH = Die([0, *range(1, 10), *range(1, 10), 10])
