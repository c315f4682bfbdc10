"""Symbols on a face or in a total: an immutable bag of names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from astragal._visible import in_short
from astragal.errors import RollError
from astragal.outcome import Sortable

BLANK = "blank"
"""The name of a face without symbols."""

MOST = 1_000
"""The largest count of one symbol on a face."""

_PART = r"(?a)\s*(\d{0,9})\s*([A-Za-z_]\w*)\s*"

Pairs = tuple[tuple[str, int], ...]


class Symbols(Sortable):
    """Counts of symbols. Immutable and hashable; bags are added with ``+``.

    >>> from astragal import Symbols
    >>> total = Symbols("2 hit + crit") + Symbols("hit")
    >>> print(total)
    crit + 3 hit
    >>> total["hit"], total["miss"], total.count("hit", "crit")
    (3, 0, 4)
    >>> Symbols("hit") == "hit"  # one symbol alone is as good as its name
    True
    >>> print(Symbols({"success": 2, "failure": 3}).cancel("success", "failure"), "|", Symbols())
    failure | blank
    """

    __slots__ = ("_hash", "_pairs")

    _pairs: Pairs
    """pairs of a symbol and its count, sorted by name"""
    _hash: int

    def __init__(self, symbols: str | Mapping[str, int] | Symbols = BLANK) -> None:
        object.__setattr__(self, "_pairs", _pairs_of(symbols))
        object.__setattr__(self, "_hash", _hash_of(self._pairs))

    @classmethod
    def of_pairs(cls, pairs: Pairs) -> Symbols:
        """Create a bag from sorted pairs with counts of at least 1, without any checks."""
        bag = cls.__new__(cls)
        _put_pairs(bag, pairs)
        _put_hash(bag, _hash_of(pairs))
        return bag

    @classmethod
    def of_counts(cls, counts: Mapping[str, int]) -> Symbols:
        """Create a bag from whole numbers; counts of 0 or less are left out."""
        return cls.of_pairs(tuple([(name, n) for name, n in sorted(counts.items()) if n > 0]))

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the symbols."""
        return tuple([name for name, _ in self._pairs])

    def __getitem__(self, name: str) -> int:
        """The count of a symbol; 0 if it is missing."""
        for each, n in self._pairs:
            if each == name:
                return n
        return 0

    def count(self, *names: str) -> int:
        """The total count of some symbols."""
        return sum(map(self.__getitem__, names))

    def cancel(self, *pairs: str) -> Symbols:
        """The bag after cancelling the first with the second symbol, the third with the fourth …"""
        if not pairs or len(pairs) % 2:
            raise _refusal("symbols cancel in pairs: name two of them, or four, or six")
        counts = dict(self._pairs)
        for one, other in zip(pairs[::2], pairs[1::2], strict=True):
            left = counts.get(one, 0) - counts.get(other, 0)
            counts[one], counts[other] = left, -left
        return Symbols.of_counts(counts)

    def plus_all(self, bags: Iterable[Symbols]) -> Symbols:
        """This bag plus all others: faster than adding them one by one."""
        counts = dict(self._pairs)
        for bag in bags:
            for name, n in bag._pairs:
                counts[name] = counts.get(name, 0) + n
        return Symbols.of_counts(counts)

    def items(self) -> Pairs:
        """Each symbol with its count, sorted by name."""
        return self._pairs

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __contains__(self, name: object) -> bool:
        return name in self.names

    def __len__(self) -> int:
        """The total count of all symbols."""
        return sum(n for _, n in self._pairs)

    def __add__(self, other: object) -> Symbols:
        if not isinstance(other, Symbols):
            return self if type(other) is int and other == 0 else NotImplemented
        return self.plus_all((other,))

    __radd__ = __add__  # `sum` starts with a zero

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("symbols cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError("symbols cannot be changed")

    def __reduce__(self) -> tuple[object, ...]:
        return (Symbols, (dict(self._pairs),))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str):
            return len(self._pairs) <= 1 and len(self) <= 1 and str(self) == other
        return isinstance(other, Symbols) and self._pairs == other._pairs

    def __hash__(self) -> int:
        return self._hash

    def sort_key(self) -> Pairs:
        return self._pairs

    def __str__(self) -> str:
        return " + ".join(f"{n} {name}" if n > 1 else name for name, n in self._pairs) or BLANK

    @property
    def spelling(self) -> str:
        """The bag as a face in notation: ``2hit+crit``."""
        return str(self).replace(" ", "")

    def __repr__(self) -> str:
        return f"Symbols('{self}')"


_put_pairs: Any = Symbols.__dict__["_pairs"].__set__
_put_hash: Any = Symbols.__dict__["_hash"].__set__


def _hash_of(pairs: Pairs) -> int:
    """The hash of a bag; a single symbol has the hash of its name, as they are equal."""
    if not pairs:
        return hash(BLANK)
    return hash(pairs[0][0]) if len(pairs) == 1 and pairs[0][1] == 1 else hash(pairs)


def added(bags: Iterable[Symbols]) -> Symbols:
    """The sum of all bags."""
    return Symbols().plus_all(bags)


def is_symbol(name: object) -> bool:
    """True if a word can name a symbol."""
    return (
        isinstance(name, str) and name.isidentifier() and name.isascii() and name.lower() != BLANK
    )


def _pairs_of(symbols: object) -> Pairs:
    if isinstance(symbols, Symbols):
        return symbols._pairs
    counts = _read(symbols) if isinstance(symbols, str) else symbols
    if not isinstance(counts, Mapping):
        raise _refusal(f"symbols are a text such as `2 hit + crit`, not {in_short(symbols)}")
    for name, n in counts.items():
        if not is_symbol(name):
            raise _refusal(f"{in_short(name)} cannot name a symbol: a name is a word")
        if type(n) is not int or n < 0:
            raise _refusal(f"there cannot be {in_short(n)} of a symbol")
    return tuple([(name, n) for name, n in sorted(counts.items()) if n])


def _read(text: str) -> dict[str, int]:
    """Parse the counts in ``2 hit + crit``."""
    counts: dict[str, int] = {}
    if text.strip().lower() == BLANK:
        return counts
    for part in text.split("+"):
        found = re.fullmatch(_PART, part)
        if found is None:
            message = f"{in_short(text)} is not a face with symbols such as `2hit+crit`"
            digits = part.strip().isdecimal()
            hint = "beside symbols, a number is a word too: `one`, not `1`" if digits else None
            raise RollError("bad-symbols", message, hint=hint)
        counts[found[2]] = counts.get(found[2], 0) + int(found[1] or 1)
    return counts


def _refusal(message: str) -> RollError:
    return RollError("bad-symbols", message)
