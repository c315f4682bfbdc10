"""A die: faces with weights."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import cache, lru_cache
from itertools import accumulate, groupby
from typing import Any, TypeAlias

from astragal._visible import in_short
from astragal.errors import RollError
from astragal.limits import readable
from astragal.outcome import digits
from astragal.symbols import MOST, Symbols

_MOST_WEIGHT = 1_000_000
"""The largest sum of weights, because notation repeats a face to give it a weight."""


class Die:
    """Faces with whole-number weights. Immutable; equal if faces and weights are equal.

    Faces are whole numbers, or bags of symbols: ``Symbols``, or texts that spell them.

    >>> from astragal import Die
    >>> Die(6), Die([2, 3, 5, 7]), Die({0: 1, 1: 3})
    (Die('d6'), Die('d{2,3,5,7}'), Die('d{0,1,1,1}'))
    >>> Die([0, 1, 1, 1]).weight(1)
    3
    >>> Die(["hit", "2 hit + crit", "blank", "blank"])
    Die('d{blank,blank,crit+2hit,hit}')
    """

    __slots__ = (
        "_cumulative",
        "_hash",
        "faces",
        "highest",
        "lowest",
        "positions",
        "standard",
        "symbolic",
        "total",
        "weights",
    )

    faces: Sequence[Any]
    """the distinct faces, lowest first; symbols by name"""
    lowest: Any
    highest: Any
    symbolic: bool
    """whether the faces are symbols instead of numbers"""
    weights: Sequence[int] | None
    """weight of each face; None if all weigh one"""
    total: int
    """the sum of the weights"""
    standard: bool
    """whether the faces are 1 to ``total``, each weighing one"""
    positions: Sequence[Any]
    """the face at each position, for up to 255 positions; ``face_at`` works for every die"""
    digits: int = 0
    """number of d6 that give its digits; 0 for an ordinary die"""
    _cumulative: Sequence[int]
    _hash: int

    def __init__(self, faces: int | Iterable[int | str | Symbols] | Mapping[Any, int]) -> None:
        put = object.__setattr__
        if type(faces) is int and faces > 0:
            distinct: Sequence[Any] = range(1, faces + 1)
            weights: Sequence[int] | None = None
            first, last, total, standard = 1, faces, faces, True
        else:
            distinct, weights = _normalised(faces)
            first, last = distinct[0], distinct[-1]
            # len() fails for very long ranges.
            count = last - first + 1 if isinstance(distinct, range) else len(distinct)
            total = count if weights is None else sum(weights)
            standard = isinstance(distinct, range) and first == 1
        put(self, "faces", distinct)
        put(self, "weights", weights)
        put(self, "lowest", first)
        put(self, "highest", last)
        put(self, "total", total)
        put(self, "standard", standard)
        put(self, "symbolic", isinstance(first, Symbols))
        put(self, "_cumulative", () if weights is None else tuple(accumulate(weights)))
        listed = distinct if weights is None or total > 255 else _listed(distinct, weights)
        put(self, "positions", listed if total <= 255 else ())
        put(self, "_hash", hash((distinct, weights or ())))

    @property
    def nothing(self) -> Any:
        """The total of no dice of this kind."""
        return Symbols() if self.symbolic else 0

    @property
    def symbols(self) -> tuple[str, ...]:
        """Names of the symbols on its faces, sorted."""
        if not self.symbolic:
            return ()
        return tuple(sorted({name for face in self.faces for name in face}))

    def read(self, faces: Sequence[int]) -> Sequence[int]:
        """The results of the faces drawn; for an ordinary die, the faces themselves."""
        return faces

    def typed(self, face: Any) -> Any:
        """The face meant by a number typed after rolling this die by hand.

        A 0 means 10 on a ten-sided die, and 00 means 100 on percentile dice. A coin shows heads or
        tails.

        >>> Die(10).typed(0), Die(100).typed(0), Die(range(10)).typed(10), Die(6).typed(0)
        (10, 100, 0, 0)
        """
        if isinstance(face, Symbols) and self.standard and self.total == len(_COIN):
            return _COIN.get(str(face).casefold(), face)
        if face == 0 and self.standard and self.total in _PRINTED_ZERO:
            return self.total
        return 0 if face == 10 and self.faces == range(10) else face

    def weight(self, face: int | Symbols) -> int:
        """A face's weight; 0 for a face the die does not have."""
        if face not in self.faces:
            return 0
        return 1 if self.weights is None else self.weights[self.faces.index(face)]

    def face_at(self, position: int) -> Any:
        """The face at a position from 0 to ``total`` - 1; each face has as many as its weight."""
        if type(position) is not int or not 0 <= position < self.total:
            raise RollError("no-such-position", f"a {self} has no position {in_short(position)}")
        if self.weights is None:
            return self.faces[position]
        return self.faces[_bisect()(self._cumulative, position)]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a die cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("a die cannot be changed")

    def __reduce__(self) -> tuple[object, ...]:
        if self.standard:
            return (Die, (self.total,))
        weights = self.weights or [1] * len(self.faces)
        return (Die, (dict(zip(self.faces, weights, strict=True)),))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Die):
            return NotImplemented
        return self is other or (
            type(self) is type(other)
            and self.faces == other.faces
            and self.weights == other.weights
        )

    def __hash__(self) -> int:
        return self._hash

    def __str__(self) -> str:
        """The die in notation."""
        if self.standard and self.total not in _TAKEN:
            return f"d{digits(self.total)}"
        if self == FUDGE:
            return "dF"
        if self == D10ISH:
            return "d10ish"
        return f"d{{{','.join(self.spelt_faces())}}}"

    def spelt_faces(self) -> Iterable[str]:
        """The faces as typed in braces."""
        return _spell(self)

    def __repr__(self) -> str:
        return f"Die({str(self)!r})"

    @property
    def short(self) -> str:
        """The die in notation; long lists of symbols are replaced by the number of faces."""
        spelt = str(self)
        return f"d{{… {self.total} faces}}" if self.symbolic and len(spelt) > _LONG else spelt

    @property
    def spoken(self) -> str:
        """The die as people say it, for errors.

        >>> Die(range(100)).spoken, Die(6).spoken
        ('d100 read 00 to 99', 'd6')
        """
        return _SPOKEN.get(self.faces, str(self)) if self.total == len(self.faces) else str(self)

    def describe_faces(self) -> str:
        """A short description of the faces, for errors."""
        if self.symbolic:
            shown = ", ".join(map(str, self.faces[:12])) + (", …" if len(self.faces) > 12 else "")
            return ("faces " if len(self.faces) > 1 else "only the face ") + shown
        if isinstance(self.faces, range) and self.total > 2:
            return f"faces {in_short(self.lowest)} to {in_short(self.highest)}"
        if len(self.faces) > 12:
            return (
                f"{len(self.faces)} faces from {in_short(self.lowest)} to {in_short(self.highest)}"
            )
        return ("faces " if len(self.faces) > 1 else "only the face ") + ", ".join(
            map(in_short, self.faces)
        )


class DigitDie(Die):
    """Several d6 read in order as digits: ``d66`` is 11 to 66, ``d666`` 111 to 666.

    >>> from astragal.die import DigitDie
    >>> d66 = DigitDie(2)
    >>> d66, d66.lowest, d66.highest, d66.total
    (Die('d66'), 11, 66, 36)
    >>> d66.read([4, 3, 1, 6])
    [43, 16]
    """

    __slots__ = ("digits",)

    def __init__(self, digits: int) -> None:
        object.__setattr__(self, "digits", digits)
        numbers = [0]
        for _ in range(digits):
            numbers = [10 * number + face for number in numbers for face in range(1, 7)]
        super().__init__(numbers)

    def read(self, faces: Sequence[int]) -> list[int]:
        """The numbers formed by these d6 faces, in order."""
        numbers = []
        for place in range(0, len(faces), self.digits):
            number = 0
            for face in faces[place : place + self.digits]:
                number = 10 * number + face
            numbers.append(number)
        return numbers

    def __reduce__(self) -> tuple[object, ...]:
        return (DigitDie, (self.digits,))

    def __eq__(self, other: object) -> bool:
        return super().__eq__(other)

    def __hash__(self) -> int:
        return self._hash

    def __str__(self) -> str:
        return "d" + "6" * self.digits


class TensDie(Die):
    """The tens die of a d100, 0 to 9; it may be marked in tens, 00 to 90.

    A 10 is taken as that of an ordinary d10, which means 0, although a die marked in tens has a 10,
    too.

    >>> from astragal.die import TensDie
    >>> TensDie().typed(7), TensDie().typed(70), TensDie().typed(10)
    (7, 7, 0)
    """

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(range(10))

    def typed(self, face: Any) -> Any:
        return face // 10 if face in _MARKED_IN_TENS else super().typed(face)

    def __reduce__(self) -> tuple[object, ...]:
        return (TensDie, ())


class WordDie(Die):
    """A die with a word for each face: ``success`` and ``failure``.

    >>> from astragal import Symbols
    >>> from astragal.die import WordDie
    >>> WordDie(("success", "failure")).typed(Symbols("failure"))
    2
    """

    __slots__ = ("words",)

    words: tuple[str, ...]

    def __init__(self, words: tuple[str, ...]) -> None:
        object.__setattr__(self, "words", words)
        super().__init__(len(words))

    def typed(self, face: Any) -> Any:
        if not isinstance(face, Symbols):
            return super().typed(face)
        said = str(face).casefold()
        known = [number for number, word in enumerate(self.words, 1) if word.casefold() == said]
        return known[0] if known else super().typed(face)

    def __reduce__(self) -> tuple[object, ...]:
        return (WordDie, (self.words,))


@cache
def _bisect() -> Callable[[Sequence[int], int], int]:
    """Import ``bisect_right`` on first use, as only weighted dice need it."""
    from bisect import bisect_right

    return bisect_right


_SPOKEN: Mapping[Sequence[int], str] = {
    range(100): "d100 read 00 to 99",
    range(10): "d10 read 0 to 9",
    range(1, 3): "coin or d2",
}
_COIN = {"heads": 1, "tails": 2}
_PRINTED_ZERO = (10, 100)
"""Dice with this many sides show their highest face as 0."""
_MARKED_IN_TENS = range(20, 100, 10)
"""Faces that only a die marked in tens has."""
_LONG = 40
"""Symbol dice with longer notation are described by their number of faces."""

_TAKEN = (66, 666)
"""Dice with this many sides are written in braces, because ``d66`` and ``d666`` mean digits."""


def _refusal(message: str) -> RollError:
    return RollError("no-such-die", message)


_Faces: TypeAlias = tuple[Sequence[Any], Sequence[int] | None]


def _listed(faces: Sequence[Any], weights: Sequence[int]) -> Sequence[Any]:
    """The face at each position."""
    pairs = zip(faces, weights, strict=True)
    return tuple([face for face, weight in pairs for _ in range(weight)])


def _normalised(faces: object) -> _Faces:
    """Sorted faces, as a range if consecutive, and weights; None if every weight is 1."""
    weights = _weighed(faces)
    if not weights:
        raise _refusal("a die needs at least one side")
    symbolic = any(isinstance(face, str | Symbols) for face in weights)
    for face, weight in weights.items():
        if type(face) is not int and not (symbolic and isinstance(face, str | Symbols)):
            raise _refusal(f"a face must be a whole number or symbols, not {in_short(face)}")
        if symbolic and type(face) is int:
            raise _refusal("a die shows numbers or symbols, not both")
        if type(weight) is not int or weight < 1:
            raise _refusal(f"a weight must be at least 1, not {in_short(weight)}")
    weight_of_all = sum(weights.values())
    if weight_of_all > _MOST_WEIGHT:
        most = f"the most is {_MOST_WEIGHT:,}"
        raise _refusal(f"the weights add up to {readable(weight_of_all)}; {most}")
    if symbolic:
        return _symbolic(weights)
    listed = tuple(sorted(weights))
    if any(weight != 1 for weight in weights.values()):
        return listed, tuple(weights[face] for face in listed)
    if listed[-1] - listed[0] == len(listed) - 1:
        return range(listed[0], listed[-1] + 1), None
    return listed, None


def _symbolic(given: Mapping[str | Symbols, int]) -> _Faces:
    """Symbol faces in order, without duplicates, and weights; None if every weight is 1."""
    weights: Counter[Symbols] = Counter()
    for face, weight in given.items():
        weights[face if isinstance(face, Symbols) else Symbols(face)] += weight
    listed = tuple(sorted(weights, key=Symbols.sort_key))
    for name, n in (pair for face in listed for pair in face.items()):
        if n > MOST:
            raise _refusal(f"a face shows {readable(n)} of `{name}`; the most is {MOST:,}")
    if all(weight == 1 for weight in weights.values()):
        return listed, None
    return listed, tuple(weights[face] for face in listed)


def _weighed(faces: object) -> Mapping[Any, Any]:
    """The weight of each face; in a list, the number of times it occurs."""
    if type(faces) is int:
        raise _refusal("a die needs at least one side")
    if isinstance(faces, Iterable):
        with suppress(TypeError):
            return Counter(faces)
        raise _refusal("a face must be a whole number or symbols")
    raise _refusal(f"a die needs a number of sides or a list of faces, not {in_short(faces)}")


def _spell(die: Die) -> Iterable[str]:
    """The faces as typed: three or more in a row, each of weight 1, as ``a..b``."""
    weights = die.weights or [1] * len(die.faces)
    listed = list(zip(die.faces, weights, strict=True))
    if die.symbolic:
        yield from (face.spelling for face, weight in listed for _ in range(weight))
        return

    def run(item: tuple[int, tuple[int, int]]) -> tuple[int, int]:
        index, (face, weight) = item
        return (face - index, 0) if weight == 1 else (face - index, index + 1)

    for _, items in groupby(enumerate(listed), run):
        stretch = [pair for _, pair in items]
        (first, weight), (last, _) = stretch[0], stretch[-1]
        if len(stretch) > 2:
            yield f"{digits(first)}..{digits(last)}"
        else:
            for face, _ in stretch:
                yield from [digits(face)] * weight


@lru_cache(maxsize=256)
def standard_die(sides: int) -> Die:
    """A die with this many sides. Dice are immutable, so common ones are cached."""
    return Die(sides)


def numbered_die(sides: int) -> Die:
    """The die for ``d`` and this number in notation."""
    return _AT_HAND.get(sides) or standard_die(sides)


D6 = Die(6)
D66 = DigitDie(2)
D666 = DigitDie(3)
_AT_HAND = {sides: Die(sides) for sides in (4, 8, 10, 12, 20, 100)} | {6: D6, 66: D66, 666: D666}
"""The most common dice, and those that are read digit by digit."""
FUDGE = Die([-1, 0, 1])
D10ISH = Die([0, *range(1, 10), *range(1, 10), 10])
TENS_DIE = TensDie()
ONES_DIE = Die(range(10))
"""The two dice of a d100, as they are printed."""
