"""Immutable values, declared like dataclasses.

``dataclasses`` writes and compiles source text for every class: a third of the command line's
start-up time. Here a few methods serve all classes, and type checkers see no difference.

Classes with very many instances may define ``__init__`` explicitly, with ``put`` for each field:
this takes half the time. If the fields are known to be valid, ``made`` takes a quarter.
"""

from __future__ import annotations

from operator import attrgetter
from typing import Any, ClassVar, Self, TypeVar, dataclass_transform

from astragal._visible import in_short

_REQUIRED: Any = object()
_COMPUTED = ("_hash", "_known", "_ranked")
"""Cached attributes of a value that are not fields."""
put = object.__setattr__
"""Sets a field of a value under construction."""


class _Field:
    def __init__(self, default: Any, init: bool, compare: bool, kw_only: bool) -> None:
        self.default = default
        self.init = init
        self.compare = compare
        self.kw_only = kw_only


def field(
    *, default: Any = _REQUIRED, init: bool = True, compare: bool = True, kw_only: bool = False
) -> Any:
    """A field with options, as in dataclasses."""
    return _Field(default, init, compare, kw_only)


V = TypeVar("V", bound="Value")


def made(cls: type[V], fields: dict[str, Any]) -> V:
    """Create a value from these fields and defaults, without any checks.

    For parsers that have already checked the fields.
    """
    value = _new(cls)
    _set_fields(value, fields)
    return value


_new = object.__new__


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
class Value:
    """The base of immutable values. Its fields are the annotated names, those of bases first.

    >>> class Point(Value):
    ...     x: int
    ...     y: int = 0
    >>> Point(3) == Point(3, 0), Point(3)
    (True, Point(x=3, y=0))
    """

    _positional: ClassVar[tuple[str, ...]] = ()
    _accepted: ClassVar[frozenset[str]] = frozenset()
    _required: ClassVar[frozenset[str]] = frozenset()
    _least: ClassVar[int] = 0
    _keywords: ClassVar[frozenset[str]] = frozenset()
    _compared: ClassVar[tuple[str, ...]] = ()
    _values: ClassVar[Any] = type

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        own = {
            name: _declared(cls, name)
            for name, annotation in cls.__annotations__.items()
            if "ClassVar[" not in str(annotation)
        }
        cls._check_declarations(own)
        given = {name: each for name, each in own.items() if each.init}
        cls._positional += tuple(name for name, each in given.items() if not each.kw_only)
        cls._accepted |= given.keys()
        cls._required |= {name for name, each in given.items() if each.default is _REQUIRED}
        cls._least = len(cls._required)
        cls._keywords = cls._accepted - set(cls._positional)
        cls._compared += tuple(name for name, each in own.items() if each.compare)
        # Hashing and comparing are very frequent, so they are done in C.
        cls._values = attrgetter(*cls._compared) if cls._compared else type

    @classmethod
    def _check_declarations(cls, own: dict[str, _Field]) -> None:
        """Refuse declarations that the fast path through ``__init__`` could not handle."""
        optional = len(cls._positional) > len(cls._required)
        for name, each in own.items():
            if name in cls._compared or name in cls._accepted:
                raise TypeError(f"{cls.__name__}.{name} is declared twice")
            if isinstance(each.default, list | dict | set):
                raise TypeError(f"{cls.__name__}.{name} has a mutable default")
            if not each.init:
                continue
            required = each.default is _REQUIRED
            if required and (optional or each.kw_only):
                raise TypeError(f"{cls.__name__}.{name} needs a default")
            optional = optional or (not required and not each.kw_only)

    def __init__(self, *args: Any, **given: Any) -> None:
        # Required fields come first. So with at least that many arguments, and no keywords except
        # for keyword-only fields, nothing can be missing, unknown or given twice.
        names = self._positional
        count = len(args)
        if (
            count < self._least
            or count > len(names)
            or (given and not given.keys() <= self._keywords)
        ):
            self._check_call(args, given)
        fields = self.__dict__
        fields.update(zip(names, args, strict=False))
        if given:
            fields.update(given)
        self.__post_init__()

    @classmethod
    def _check_call(cls, args: tuple[Any, ...], given: dict[str, Any]) -> None:
        positional = set(cls._positional[: len(args)])
        if len(args) > len(cls._positional) or not positional.isdisjoint(given):
            raise TypeError(f"{cls.__name__} takes {', '.join(cls._positional)}, each once")
        names = positional | given.keys()
        if not (cls._required <= names <= cls._accepted):
            wrong = (cls._required - names) or (names - cls._accepted)
            raise TypeError(f"{cls.__name__}: missing or unknown: {', '.join(sorted(wrong))}")

    def __post_init__(self) -> None:
        """Check the fields, and set those that are declared with ``init=False``."""

    def replaced(self, **fields: Any) -> Self:
        """A copy with other values for some fields."""
        given = {name: each for name, each in self.__dict__.items() if name in self._accepted}
        return type(self)(**given | fields)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} cannot be changed")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} cannot be changed")

    def __eq__(self, other: object) -> bool:
        if type(self) is not type(other):
            return NotImplemented
        return self is other or bool(self._values(self) == self._values(other))

    def __hash__(self) -> int:
        fields = self.__dict__
        try:
            hashed: int = fields["_hash"]
        except KeyError:
            hashed = fields["_hash"] = hash((type(self), self._values(self)))
        return hashed

    def __getstate__(self) -> dict[str, Any]:
        # Hashes of strings differ between processes.
        return {name: each for name, each in self.__dict__.items() if name not in _COMPUTED}

    def __repr__(self) -> str:
        shown = (f"{name}={_shown(getattr(self, name))}" for name in self._compared)
        return f"{type(self).__name__}({', '.join(shown)})"


_set_fields = Value.__dict__["__dict__"].__set__
"""Sets all fields of a value at once."""


def _shown(value: object) -> str:
    try:
        return repr(value)
    except Exception:  # a number with thousands of digits, or an error in a foreign class
        return in_short(value)


def _declared(cls: type[Value], name: str) -> _Field:
    """A field as declared; its default stays on the class, where every instance finds it."""
    declared = cls.__dict__.get(name, _REQUIRED)
    if not isinstance(declared, _Field):
        return _Field(declared, True, True, False)
    if declared.default is _REQUIRED:
        delattr(cls, name)
    else:
        setattr(cls, name, declared.default)
    return declared
