"""Outcomes: numbers, booleans, names of ranges, and lists of these; for rules, any value."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum, StrEnum
from operator import itemgetter
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias, Union

from astragal._generic import T
from astragal._visible import in_short, visible
from astragal.errors import RecordError, RollError

if TYPE_CHECKING:
    from fractions import Fraction

    from astragal.symbols import Symbols

# Importing fractions takes a tenth of the start-up time, and most rolls need none.

Number: TypeAlias = Union[int, "Fraction"]
Outcome: TypeAlias = Union[int, "Fraction", bool, str, "Symbols", tuple["Outcome", ...]]

_SAFE = 2**53
"""Integers from here on are written as text: JSON readers that use floats lose digits."""

_DEEPEST = 100
"""Maximum depth of nested lists in records; repeats cannot be nested deeper."""


def tidy(number: Number) -> Number:
    """The number; whole fractions become integers, true and false become 1 and 0."""
    if type(number) is int:
        return number
    return number if number.denominator != 1 else int(number)


def size_of(number: Number) -> Number:
    """The number without its sign."""
    return -number if number < 0 else number


class Sortable:
    """The base of outcomes with a sort key, which is faster than comparing them in pairs."""

    def sort_key(self) -> Any:
        raise NotImplementedError


def in_order(numbers: Iterable[Number]) -> list[Number]:
    """The numbers, lowest first."""
    listed = list(numbers)
    if all(type(number) is int for number in listed):
        return sorted(listed)
    try:
        # Floats distinguish most fractions, and are much faster to compare.
        return sorted(listed, key=lambda number: (float(number), number))
    except OverflowError:
        return sorted(listed)


def counts(values: Iterable[T]) -> dict[T, int]:
    """Number of times each value occurs. Faster than Counter, which checks for mappings first."""
    found: dict[T, int] = {}
    for value in values:
        found[value] = found.get(value, 0) + 1
    return found


def total(numbers: Iterable[Number], nothing: Any = 0) -> Any:
    """The sum, tidied; symbols are added to ``nothing``, an empty bag."""
    return tidy(sum(numbers)) if nothing == 0 else nothing.plus_all(numbers)


_NUMBER = r"[+-]?\d{1,200}(?:/0*[1-9]\d{0,199}|\.\d{1,200})?"


_MINUS = str.maketrans("−–", "--")


def with_plain_minus(text: str) -> str:
    """The text with hyphens for typographic minus signs and dashes."""
    return text.translate(_MINUS)


def read_number(text: str) -> Number | None:
    """Parse ``15``, ``7/2``, ``3.5`` or ``−3``; None if the text is not a number."""
    from fractions import Fraction

    text = with_plain_minus(text).strip()
    return tidy(Fraction(text)) if re.fullmatch(_NUMBER, text, re.ASCII) else None


def _is_number(value: object) -> bool:
    """True for exact numbers, except for booleans."""
    if isinstance(value, int):
        return not isinstance(value, bool)
    from fractions import Fraction

    return isinstance(value, Fraction)


def check_variables(variables: object) -> None:
    """Refuse variables that do not map names to exact numbers."""
    if not isinstance(variables, Mapping):
        raise RollError(
            "bad-variable", f"variables must map names to numbers, not {in_short(variables)}"
        )
    for name, value in variables.items():
        if not isinstance(name, str) or name.startswith("@"):
            raise RollError(
                "bad-variable",
                f"{in_short(name)} cannot name a variable: names are text without the @",
            )
        if not _is_number(value):
            raise RollError(
                "bad-variable",
                f"@{name} must be a whole number or a Fraction, not {in_short(value)}",
            )


def typed(value: Any) -> Any:
    """A dict key for the value that distinguishes True from 1 and False from 0."""
    if type(value) is bool:
        return bool, value
    if type(value) is not tuple or is_plain(value):
        return value
    return (tuple, *map(typed, value))


def untyped(key: Any) -> Any:
    """The value of a key created by ``typed``."""
    if type(key) is not tuple or is_plain(key):
        return key
    return key[1] if key[0] is bool else tuple(map(untyped, key[1:]))


_PLAIN = frozenset({int, str})


def is_plain(values: tuple[Any, ...]) -> bool:
    """True if a tuple only contains whole numbers and texts, without subclasses."""
    return _PLAIN.issuperset(map(type, values))


class Verdict(StrEnum):
    """The meaning of an outcome for the player; formats show it, for instance in colour.

    A class of outcomes declares it as ``verdict``; true and false do not need one.

    >>> import astragal
    >>> astragal.Side.WIN.verdict is astragal.Verdict.SUCCESS
    True
    >>> astragal.roll("1d20 >= 10", faces=[12]).line.pieces[-1]
    Piece(text='true', role=<Role.SUCCESS: 'success'>)
    """

    CRITICAL = "critical"
    SUCCESS = "success"
    FAILURE = "failure"
    FUMBLE = "fumble"


def verdict_of(outcome: object) -> Verdict | None:
    """The verdict declared by an outcome; None if it is neither good nor bad."""
    if isinstance(outcome, bool):
        return Verdict.SUCCESS if outcome else Verdict.FAILURE
    verdict = getattr(outcome, "verdict", None)
    return verdict if isinstance(verdict, Verdict) else None


UNLISTED = frozenset(
    {
        *("ahead", "both", "called", "event", "headline", "means", "only_if"),
        *("row_words", "shows", "verdict", "why"),
    }
)
"""Attributes that describe a class of outcomes and are not fields."""


class Named(tuple[Any, ...]):
    """A tuple with named items, shown and recorded like any other tuple.

    >>> class Point(Named):
    ...     names = ("x", "y")
    >>> Point((3, 4)).y, Point((3, 4)) == (3, 4)
    (4, True)
    """

    __slots__ = ()

    names: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        for place, name in enumerate(cls.names):
            setattr(cls, name, property(itemgetter(place)))


def is_hashable(value: object) -> bool:
    """True if a value, including everything inside it, can be a dict key."""
    try:
        hash(value)
    except TypeError:
        return False
    return True


def _show_inside(item: object) -> str:
    return f"({show(item)})" if isinstance(item, tuple) else show(item)


def show(outcome: object) -> str:
    """An outcome as people read it: ``15``, ``7/2``, ``true``, ``hit``, ``15, 12, 9``.

    >>> from typing import NamedTuple
    >>> class Turn(NamedTuple):
    ...     points: int
    ...     over: bool
    >>> show(Turn(3, False))
    'points 3, over false'
    """
    if type(outcome) is int:
        return str(outcome) if -_SAFE < outcome < _SAFE else digits(outcome)
    if isinstance(outcome, bool):
        return "true" if outcome else "false"
    if type(outcome) is tuple or isinstance(outcome, Named):
        small = {*map(type, outcome)} == {int} and max(map(abs, outcome)) < _SAFE
        return ", ".join(map(str, outcome) if small else map(_show_inside, outcome))
    if isinstance(outcome, Enum):
        return visible(_enum_name(outcome))
    from fractions import Fraction

    if type(outcome) is Fraction:
        return f"{digits(outcome.numerator)}/{digits(outcome.denominator)}"
    try:
        fields = _unspoken_fields(outcome)
        if fields:
            return ", ".join(f"{visible(each)} {show(getattr(outcome, each))}" for each in fields)
        return visible(str(outcome))
    except Exception:  # a foreign class may raise anything
        return in_short(outcome)


def event_text(outcome: object) -> str:
    """An outcome as a row of odds is called: what happens, without what decided it."""
    event = getattr(outcome, "event", None)
    return visible(event) if isinstance(event, str) else show(outcome)


def _unspoken_fields(outcome: object) -> Sequence[str]:
    """Fields of a named tuple or dataclass without its own ``__str__``."""
    kind = type(outcome)
    if kind.__str__ is not object.__str__:
        return ()
    if isinstance(outcome, tuple):
        return getattr(kind, "_fields", ())
    return tuple(getattr(kind, "__dataclass_fields__", ()))


_PRINTABLE_BITS = 13_000
"""Python refuses to print integers with many more bits."""


def digits(number: int) -> str:
    """All digits of a whole number of any length."""
    if number.bit_length() <= _PRINTABLE_BITS:
        return str(number)
    if number < 0:
        return f"-{digits(-number)}"
    half = number.bit_length() * 3 // 20
    high, low = divmod(number, 10**half)
    return digits(high) + digits(low).zfill(half)


def _enum_name(member: Enum) -> str:
    """A member of an enumeration: its own ``str`` if it has one, else its text, else its name."""
    for each in type(member).__mro__:
        if each.__module__ == "enum":
            break
        if "__str__" in vars(each) and each not in (str, int):
            return str(member)
    return member.value if isinstance(member.value, str) else member.name.replace("_", " ").lower()


def to_data(outcome: object) -> object:
    """An outcome as JSON data; numbers, booleans, texts and lists of these can be read back."""
    if type(outcome) is int and -_SAFE < outcome < _SAFE:
        return outcome  # the most common case
    if isinstance(outcome, Enum):
        return _enum_name(outcome)
    if type(outcome) is tuple or isinstance(outcome, list | Named):
        return [to_data(item) for item in outcome]
    if isinstance(outcome, int) and not -_SAFE < outcome < _SAFE:
        return {"integer": digits(outcome)}
    if outcome is None or isinstance(outcome, bool | int | str):
        return outcome
    from fractions import Fraction

    if isinstance(outcome, Fraction):
        return {
            "numerator": to_data(outcome.numerator),
            "denominator": to_data(outcome.denominator),
        }
    return _other_data(outcome)


def _other_data(outcome: Any) -> object:
    """A value with named fields as an object, a set as a list, anything else as its ``str``."""
    from astragal.symbols import Symbols

    if isinstance(outcome, Symbols):
        return {"symbols": dict(outcome.items())}
    fields = (
        getattr(outcome, "__dataclass_fields__", None)
        or getattr(outcome, "_fields", None)
        or getattr(outcome, "_compared", None)
    )
    if fields is not None:
        return {name: to_data(getattr(outcome, name)) for name in fields}
    if isinstance(outcome, frozenset):
        return sorted(map(to_data, outcome), key=str)
    return str(outcome)


def from_data(data: object, place: str = "outcome", depth: int = 0) -> Outcome:
    """Read an outcome written by ``to_data``; errors name the ``place`` of the data."""
    match data:
        case bool() | int() | str():
            return data
        case list() if depth < _DEEPEST:
            return tuple(from_data(item, place, depth + 1) for item in data)
        case {"symbols": dict(counts), **rest} if not rest:
            return _symbols(counts, place)
        case {"integer": str(digits), **rest} if not rest and _is_integer(digits):
            return int(digits)
        case {"numerator": above, "denominator": below, **rest} if not rest and depth < _DEEPEST:
            numerator, denominator = (from_data(part, place, depth + 1) for part in (above, below))
            if type(numerator) is int and type(denominator) is int and denominator > 0:
                from fractions import Fraction

                return tidy(Fraction(numerator, denominator))
    raise RecordError("bad-outcome", f"{place}: {in_short(data)} is not an outcome")


def _symbols(counts: dict[str, int], place: str) -> Symbols:
    from astragal.symbols import Symbols

    try:
        return Symbols(counts)
    except RollError as error:
        raise RecordError("bad-outcome", f"{place}: {error.message}") from None


def as_list(data: Any) -> list[Any]:
    """A list from data that used to hold a single value, or none.

    >>> as_list(None), as_list(3), as_list([3, 4])
    ([], [3], [3, 4])
    """
    return data if isinstance(data, list) else [] if data is None else [data]


def face_to_data(face: int | Symbols) -> int | str:
    """A face as JSON data: a number, or symbols as spelt in notation."""
    return face if isinstance(face, int) else face.spelling


def _is_integer(digits: str) -> bool:
    return len(digits) < 4000 and digits.removeprefix("-").isdecimal() and digits.isascii()
