"""Sources of faces.

A source is any object with ``draw(die, count)``. Sources that use random bytes turn them into faces
in the same way (``ByteSource``), by rejection sampling, so that every face keeps its exact weight.
"""

from __future__ import annotations

import io
import os
import weakref
from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, Protocol, TypeAlias, runtime_checkable

from astragal._visible import in_short
from astragal.die import ONES_DIE, TENS_DIE, Die, TensDie
from astragal.errors import FacesError, RollError
from astragal.symbols import Symbols


@runtime_checkable
class Source(Protocol):
    """An object that supplies faces.

    >>> import astragal
    >>> class AlwaysHighest:
    ...     def draw(self, die: astragal.Die, count: int) -> list[object]:
    ...         return [die.highest] * count
    >>> astragal.roll("3d6", source=AlwaysHighest()).outcome
    18
    """

    def draw(self, die: Die, count: int) -> Sequence[Any]:
        """Exactly ``count`` faces of ``die``, in the order rolled."""
        ...


@lru_cache(maxsize=256)
def byte_table(total: int) -> tuple[bytes, bytes]:
    """For 1 to 255 equally likely positions: byte → position + 1, and the bytes to reject.

    Bytes below the largest multiple of ``total`` are distributed evenly; the others are rejected.
    """
    fair = 256 - 256 % total
    accepted = bytes(byte % total + 1 for byte in range(fair))
    return accepted + bytes(256 - fair), bytes(range(fair, 256))


def _faces(die: Die, picks: bytes) -> list[Any]:
    """The faces at positions counted from 1."""
    positions = die.positions
    return [positions[pick - 1] for pick in picks]


class ByteSource:
    """A source that reads a stream of random bytes, supplied by a subclass.

    To choose one of n positions, it reads the fewest bytes that can number n positions, big-endian.
    A value below the largest multiple of n counts (modulo n); any other is rejected, and the next
    bytes are read. Faces only depend on the stream, not on how draws are grouped.
    """

    __slots__ = ()

    @abstractmethod
    def read(self, count: int) -> bytes:
        """The next ``count`` bytes of the stream."""

    def draw(self, die: Die, count: int) -> Sequence[Any]:
        if die.total > 255:
            return [die.face_at(self.position(die.total)) for _ in range(count)]
        table, rejected = byte_table(die.total)
        picks = self.read(count).translate(table, rejected)
        while len(picks) < count:
            picks += self.read(count - len(picks)).translate(table, rejected)
        return picks if die.standard else _faces(die, picks)

    def position(self, total: int) -> int:
        """A number from 0 to ``total`` - 1, all equally likely."""
        size = max(1, ((total - 1).bit_length() + 7) // 8)
        span = 1 << (8 * size)
        fair = span - span % total
        while True:
            value = int.from_bytes(self.read(size), "big")
            if value < fair:
                return value % total


class SystemSource(ByteSource):
    """The operating system's secure generator, buffered: the default.

    Safe across threads (faces are taken from a buffer atomically, so none is used twice) and after
    ``fork`` (a child starts with empty buffers).

    >>> import astragal
    >>> 1 <= astragal.roll("d20", source=astragal.SystemSource()).outcome <= 20
    True
    """

    __slots__ = ("__weakref__", "_ready", "_take")

    _BUFFER = 4096

    def __init__(self) -> None:
        self._forget()
        _LIVING.add(self)

    def __reduce__(self) -> tuple[object, ...]:
        # A copy must not repeat the buffered faces of the original.
        return (SystemSource, ())

    def _forget(self) -> None:
        self._take = io.BytesIO().read
        self._ready: dict[int, Callable[[int], bytes]] = {}

    def draw(self, die: Die, count: int) -> Sequence[Any]:
        # Bytes are turned into positions one buffer at a time, per size of die.
        total = die.total
        if total > 255:
            return ByteSource.draw(self, die, count)
        take = self._ready.get(total)
        picks = b"" if take is None else take(count)
        if len(picks) < count:
            picks += self._refill(total, count - len(picks))
        return picks if die.standard else _faces(die, picks)

    def _refill(self, total: int, count: int) -> bytes:
        """``count`` positions from a fresh buffer, which keeps the rest for later draws."""
        table, rejected = byte_table(total)
        positions = b""
        while (missing := count - len(positions)) > 0:
            likely = missing * 260 // (256 - len(rejected))
            positions += os.urandom(max(self._BUFFER, likely)).translate(table, rejected)
        fresh = io.BytesIO(positions)
        taken = fresh.read(count)
        self._ready[total] = fresh.read
        return taken

    def read(self, count: int) -> bytes:
        # BytesIO.read takes and advances atomically: two threads cannot get the same bytes.
        taken = self._take(count)
        missing = count - len(taken)
        if not missing:
            return taken
        fresh = io.BytesIO(os.urandom(max(self._BUFFER, missing)))
        taken += fresh.read(missing)
        self._take = fresh.read
        return taken


_LIVING: weakref.WeakSet[SystemSource] = weakref.WeakSet()
"""All system sources, so that a forked child process can empty their buffers."""


def forget_buffers() -> None:
    """Drop the buffers of all system sources: a forked child must not repeat its parent."""
    for source in list(_LIVING):
        source._forget()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=forget_buffers)


Seed: TypeAlias = int | str
"""The seed that determines the faces of a ``SeededSource``."""


class SeededSource(ByteSource):
    """The same faces for the same seed, on every platform and in every release.

    The stream is SHA-512 in counter mode: block i (from 0) is the digest of the ASCII text
    ``astragal seed 1``, a zero byte, the seed in UTF-8, and i as eight bytes, big-endian. A number
    is the same seed as its decimal digits. Use it for repeatable rolls, not for fairness: anyone
    who knows the seed knows the faces.

    >>> import astragal
    >>> astragal.roll("5d6", source=astragal.SeededSource(42)).faces
    (4, 4, 6, 4, 2)
    >>> astragal.roll("5d6", source=astragal.SeededSource("42")).faces
    (4, 4, 6, 4, 2)
    """

    __slots__ = ("_block", "_left", "_prefix", "seed")

    def __init__(self, seed: Seed) -> None:
        if isinstance(seed, bool) or not isinstance(seed, int | str):
            raise RollError(
                "bad-seed", f"a seed must be a whole number or text, not {in_short(seed)}"
            )
        if isinstance(seed, int) and seed.bit_length() > 10_000:
            raise RollError("bad-seed", "this seed is too large")
        self.seed = str(seed)
        self._prefix = b"astragal seed 1\0" + self.seed.encode("utf-8", "surrogatepass")
        self._block = 0
        self._left = b""

    def read(self, count: int) -> bytes:
        if len(self._left) < count:
            self._extend(count)
        taken, self._left = self._left[:count], self._left[count:]
        return taken

    def _extend(self, count: int) -> None:
        from hashlib import sha512

        # Several blocks at a time: a read of one byte should not cost a hash.
        blocks = max(4, (count - len(self._left)) // 64 + 1)
        numbers = range(self._block, self._block + blocks)
        digests = [sha512(self._prefix + i.to_bytes(8, "big")).digest() for i in numbers]
        self._left = b"".join([self._left, *digests])
        self._block += blocks


Face: TypeAlias = int | tuple[int, int] | str | Symbols
"""A face rolled by hand: a number, both dice of a d100 (tens first), or symbols."""


_NUMBERS = frozenset({int})
"""The types of nearly all faces."""


def _face(face: Face, number: int, recorded: bool) -> Face:
    """Validate a face; text is parsed as symbols."""
    if isinstance(face, str):
        try:
            return Symbols(face)
        except RollError as error:
            raise FacesError("bad-face", f"face {number}: {error.message}") from None
    if type(face) is int or isinstance(face, Symbols):
        return face
    if isinstance(face, tuple) and not recorded:
        return _pair(face, number)
    raise FacesError("bad-face", f"face {number} is {in_short(face)}, not a whole number")


_BY_TWO_DICE = "write a d100 by its two dice like 7/0 or 70/0, the tens first"


def _pair(face: tuple[Any, ...], number: int) -> Face:
    """Validate a pair: a tens die, which may be marked 00 to 90, and a ones die."""
    if len(face) == 2 and type(face[0]) is int and type(face[1]) is int:
        tens, ones = TENS_DIE.typed(face[0]), ONES_DIE.typed(face[1])
        if tens in TENS_DIE.faces and ones in ONES_DIE.faces:
            return tens, ones
    raise FacesError(
        "bad-face",
        f"face {number} is {'/'.join(map(in_short, face))}, "
        "not a tens die (0 to 90) and a ones die (0 to 9)",
        hint=_BY_TWO_DICE,
    )


def _read_pair(face: tuple[int, int], die: Die, number: int) -> tuple[int, ...]:
    """A pair as one face of a d100, or as two faces of dice that show digits."""
    tens, ones = face
    if _is_hundred(die):
        return (10 * tens + ones or (100 if die.standard else 0),)
    if die.faces == ONES_DIE.faces:
        return face
    raise FacesError(
        "impossible-face",
        f"face {number} is {tens}/{ones}, the two dice of a d100, but a {die.spoken} is rolled",
    )


def _both(face: Face) -> Face:
    """A number typed for a tens die, such as 45 or 100, as a pair of dice if it shows both."""
    if type(face) is not int or not 10 < face <= 100 or (face % 10 == 0 and face != 100):
        return face
    return face // 10 % 10, face % 10


def _is_hundred(die: Die) -> bool:
    return die.faces in (range(1, 101), range(100))


class HandSource:
    """Faces rolled by hand, used in order.

    If a face is missing, or the die does not have it, the error names the die. Unless they are
    ``recorded``, faces are read as the die shows them: the 0 of a d10 is 10, the 00 of a d100 is
    100. A d100 may be given as two dice, the tens first: ``(7, 0)`` and ``(70, 10)`` are 70.
    Symbols may be written as text: ``"2hit+crit"``.

    ``finish()`` refuses unused faces; ``roll(…, faces=[…])`` calls it for you.

    >>> import astragal
    >>> dice = astragal.HandSource([6, 5, 4, 2, 20])
    >>> astragal.roll("4d6kh3", source=dice).outcome, astragal.roll("d20", source=dice).outcome
    (15, 20)
    >>> dice.finish()
    """

    __slots__ = ("_at", "_hundred", "_recorded", "faces")

    faces: tuple[Face, ...]

    def __init__(self, faces: Iterable[Face], *, recorded: bool = False) -> None:
        if type(faces) is not tuple and not isinstance(faces, Iterable):
            raise FacesError(
                "bad-face", f"faces must be a list of whole numbers, not {in_short(faces)}"
            )
        self.faces = given = tuple(faces)
        self._recorded = recorded
        self._at = 0
        self._hundred = False
        if not _NUMBERS.issuperset(map(type, given)):
            self.faces = tuple(
                _face(face, number, recorded) for number, face in enumerate(given, 1)
            )

    def draw(self, die: Die, count: int) -> Sequence[Any]:
        start = self._at
        if self._recorded:
            recorded: Any = self.faces[start : start + count]  # a record contains no pairs
            if len(recorded) == count and all(map(die.faces.__contains__, recorded)):
                self._at += count
                return recorded  # type: ignore[no-any-return]
        faces = self._next(die, count)
        if not self._recorded:
            faces = tuple(map(die.typed, faces))
        for number, face in enumerate(faces, start + 1):
            if face not in die.faces:
                raise FacesError(
                    "impossible-face",
                    f"face {number} is {_shown(face)}, "
                    f"but a {die.spoken} has {die.describe_faces()}",
                )
        if len(faces) < count:
            given = f"{len(self.faces)} face{'s were' if len(self.faces) != 1 else ' was'} given"
            raise FacesError(
                "too-few-faces",
                f"{given}, but the roll needs face {len(self.faces) + 1}, of a {die.spoken}",
                hint=_BY_TWO_DICE
                if die == ONES_DIE
                else "the faces are used in the order the dice are rolled",
            )
        self._at += count
        self._hundred = self._hundred or _is_hundred(die)
        return faces

    def _next(self, die: Die, count: int) -> tuple[Any, ...]:
        """The next faces; pairs are read as this die shows them."""
        place = self._at
        while place < self._at + count and place < len(self.faces):
            face = self.faces[place]
            if isinstance(die, TensDie) and not self._recorded:
                face = _both(face)
            if isinstance(face, tuple):
                read = _read_pair(face, die, place + 1)
                self.faces = (*self.faces[:place], *read, *self.faces[place + 1 :])
            place += 1
        return self.faces[self._at : place]

    def finish(self) -> None:
        """Refuse faces that were not used."""
        if self._at < len(self.faces):
            unused = self.faces[self._at :]
            shown = ", ".join(map(_shown, unused[:10])) + ("…" if len(unused) > 10 else "")
            raise FacesError(
                "too-many-faces",
                f"{len(self.faces)} face{'s were' if len(self.faces) != 1 else ' was'} given, "
                f"but {_dice_rolled(self._at)} rolled: "
                f"{shown} {'was' if len(unused) == 1 else 'were'} not used",
                hint=_BY_TWO_DICE if self._hundred else None,
            )


def _shown(face: object) -> str:
    return str(face) if isinstance(face, Symbols) else in_short(face)


def _dice_rolled(count: int) -> str:
    if not count:
        return "no die was"
    return "only 1 die was" if count == 1 else f"only {count} dice were"


SYSTEM = SystemSource()
"""The default source."""


def chosen_source(source: Source | None, faces: Iterable[Face] | None, seed: Seed | None) -> Source:
    """The source of a roll: one of these, or the default; two are refused.

    If ``faces`` are given, the caller must ``finish`` the source after the roll.
    """
    parts = (("a source", source), ("a seed", seed), ("faces", faces))
    given = [name for name, each in parts if each is not None]
    if len(given) > 1:
        *others, last = given
        word = "both" if len(given) == 2 else "all of them"
        raise RollError("two-sources", f"give {', '.join(others)} or {last}, not {word}")
    if faces is not None:
        return HandSource(faces)
    if seed is not None:
        return SeededSource(seed)
    return SYSTEM if source is None else trusted(source)


class CheckedSource:
    """A caller's own source, with every draw checked."""

    __slots__ = ("_source",)

    def __init__(self, source: Source) -> None:
        self._source = source

    def draw(self, die: Die, count: int) -> Sequence[Any]:
        faces = tuple(self._source.draw(die, count))
        if len(faces) != count:
            raise _bad_source(f"was asked for {count} faces and gave {len(faces)}")
        for face in faces:
            if type(face) not in (int, Symbols) or face not in die.faces:
                raise _bad_source(f"was asked for a {die} and gave {in_short(face)}")
        return faces


def _bad_source(what: str) -> RollError:
    return RollError("bad-source", f"the source {what}")


def trusted(source: Source) -> Source:
    """The source itself if it is built in; any other one wrapped in checks."""
    if isinstance(source, ByteSource | HandSource | CheckedSource):
        return source
    if not isinstance(source, Source):
        raise RollError(
            "bad-source", f"a source needs a method `draw`, which {in_short(source)} does not have"
        )
    return CheckedSource(source)
