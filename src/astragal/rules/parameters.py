"""The parameters of a rule, read off its signature: checked when it is used, and described as data."""

from __future__ import annotations

import collections.abc
import dataclasses
import inspect
import types
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from enum import Enum
from fractions import Fraction
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from astragal._value import Value
from astragal.die import Die
from astragal.errors import ParameterError, RecordError, RuleError
from astragal.notation.expression import Expression
from astragal.outcome import show
from astragal.rules import kinds
from astragal.rules.kinds import Kind, UnfitError
from astragal.rules.written import Written

REQUIRED: Any = object()
"""The default of a parameter that has none."""


class Bounds(Value):
    """The least and the most a number may be, or a list may be long; None is open.

    >>> from typing import Annotated
    >>> import astragal
    >>> @astragal.rule
    ... def check(stat: Annotated[int, astragal.Bounds(1, 99), "rolled under"]) -> astragal.Asks[bool]:
    ...     \"\"\"d100, equal to or under the Stat.\"\"\"
    ...     return (yield "d100") <= stat
    >>> check.parameters[0].to_data()
    {'name': 'stat', 'type': 'integer', 'least': 1, 'most': 99, 'required': True, 'help': 'rolled under'}
    """

    least: int | Fraction | None = None
    most: int | Fraction | None = None

    def __post_init__(self) -> None:
        for end in (self.least, self.most):
            if end is not None and type(end) not in (int, Fraction):
                raise RuleError(
                    "bad-bounds", f"a bound is a whole number or a Fraction, not {end!r}"
                )
        if self.least is not None and self.most is not None and self.least > self.most:
            raise RuleError("bad-bounds", f"from {self.least} to {self.most} there is nothing")


class Names:
    """Numbers that have names in a game, which can be given instead of them.

    >>> from typing import Annotated
    >>> import astragal
    >>> @astragal.rule
    ... def climb(difficulty: Annotated[int, astragal.Names({"easy": 1, "hard": 5})]) -> astragal.Asks[bool]:
    ...     return (yield "d10") >= difficulty
    >>> climb("Hard")
    climb(difficulty=5)
    """

    def __init__(self, numbers: Mapping[str, int]) -> None:
        self.numbers = tuple(numbers.items())
        if not all(type(number) is int for _, number in self.numbers):
            raise RuleError("bad-names", "a name stands for a whole number")


class Parameter(Value):
    """One parameter of a rule: its name, the kind of value it takes, its default and what it means.

    >>> import astragal
    >>> @astragal.rule
    ... def check(modifier: int = 0) -> astragal.Asks[int]:
    ...     return (yield "d20") + modifier
    >>> check.parameters[0].name, check.parameters[0].default
    ('modifier', 0)
    """

    name: str
    kind: Kind
    default: Any = REQUIRED
    help: str = ""

    @property
    def required(self) -> bool:
        return self.default is REQUIRED

    def check(self, value: Any, rule: str) -> Any:
        """The value in its usual form; a ParameterError if it is not what is wanted."""
        return self._made(self.kind.check, value, rule)

    def read(self, text: str, rule: str) -> Any:
        """The value that a text stands for; a ParameterError if it is not what is wanted."""
        return self._made(self.kind.read, text, rule)

    def from_data(self, data: Any, rule: str) -> Any:
        """The value that was written as data."""
        return self._made(self.kind.from_data, data, rule)

    def _made(self, make: Callable[[Any], Any], given: Any, rule: str) -> Any:
        """What is made of something given; an error says of which rule and parameter."""
        try:
            return make(given)
        except UnfitError as unfit:
            raise self._refusal(unfit, rule) from None
        except (ParameterError, RecordError) as error:
            code = error.code if isinstance(error, ParameterError) else "bad-parameter"
            message = f"{rule}: {self.name}: {error.message}"
            raise ParameterError(code, message, hint=error.hint) from None

    def _refusal(self, unfit: UnfitError, rule: str) -> ParameterError:
        got = _shown(unfit.got)
        message = f"{rule}: {self.name}{unfit.place} must be {unfit.wanted}, not {got}"
        hint = None
        near = isinstance(unfit.got, str) and get_close_matches(
            unfit.got.title(), kinds.names_of(self.kind), 1
        )
        if near:
            hint = f"did you mean {near[0]}?"
        elif isinstance(unfit.got, str) and unfit.wanted.startswith(kinds.Integer.noun):
            hint = "a name stands for a number where a sheet has it"
        return ParameterError("bad-parameter", message, hint=hint)

    def to_data(self) -> dict[str, Any]:
        """The parameter as JSON-ready data: what a form or a command line is made from."""
        data = {"name": self.name} | self.kind.describe() | {"required": self.required}
        if not self.required:
            data["default"] = self.kind.to_data(self.default)
        return data | {"help": self.help}

    def spell(self, value: Any) -> str:
        """A value as it is written in a call."""
        return self.kind.spell(value)


def _shown(value: Any) -> str:
    """A value that somebody gave, in a few words, whatever it is."""
    try:
        text = show(value) if isinstance(value, Fraction) else repr(value)
    except (ValueError, RecursionError):  # a number too long to write, lists too deep
        return f"this {type(value).__name__}"
    return text if len(text) <= 60 else text[:59] + "…"


def parameters_of(function: Callable[..., Any], name: str) -> tuple[Parameter, ...]:
    """The parameters of a rule's function; a RuleError where they cannot be understood."""
    try:
        hints = get_type_hints(function, include_extras=True)
    except (AttributeError, NameError, SyntaxError, TypeError) as error:
        raise RuleError("unknown-type", f"{name}: {error}, in its parameters") from None
    found = []
    for each in inspect.signature(function).parameters.values():
        if each.kind in (each.VAR_POSITIONAL, each.VAR_KEYWORD, each.POSITIONAL_ONLY):
            raise RuleError(
                "bad-signature",
                f"{name}: a rule has parameters with names, and `{each}` is none",
                hint="several values are one parameter: `stats: list[int]`",
            )
        if each.name not in hints:
            raise RuleError(
                "untyped-parameter",
                f"{name}: {each.name} needs a type, such as `{each.name}: int`",
            )
        try:
            kind, text = _kind_of(hints[each.name], f"{name}: {each.name}")
        except (AttributeError, IndexError, NameError, RecursionError, TypeError) as error:
            raise RuleError("unknown-type", f"{name}: {each.name}: {error}") from None
        parameter = Parameter(each.name, kind, help=text)
        if each.default is not inspect.Parameter.empty:
            default = parameter.check(each.default, name)
            parameter = Parameter(each.name, kind, default, text)
        found.append(parameter)
    return tuple(found)


_PLAIN: dict[Any, Kind] = {
    int: kinds.Integer(),
    bool: kinds.Truth(),
    str: kinds.Text(),
    Fraction: kinds.Rational(),
    Die: kinds.ADie(),
    Expression: kinds.Notation(),
}
_LISTS = (list, tuple, collections.abc.Sequence, collections.abc.Iterable)


def _kind_of(hint: Any, place: str) -> tuple[Kind, str]:
    """The kind a type hint stands for, and the help that is written beside it."""
    extras: tuple[Any, ...] = ()
    if get_origin(hint) is Annotated:
        hint, *listed = get_args(hint)
        extras = tuple(listed)
    # `Annotated[int, "…"] | None` is written as often as `Annotated[int | None, "…"]`.
    for inner in get_args(hint) if get_origin(hint) in (Union, types.UnionType) else ():
        if get_origin(inner) is Annotated:
            extras += tuple(extra for extra in get_args(inner)[1:] if isinstance(extra, str))
    text = " ".join(extra for extra in extras if isinstance(extra, str))
    bounds = next((extra for extra in extras if isinstance(extra, Bounds)), None)
    kind = _plain_kind(hint, place)
    for extra in extras:
        if isinstance(extra, Names):
            kind = _named(kind, extra, place)
    return (kind if bounds is None else _bounded(kind, bounds, place)), text


def _plain_kind(hint: Any, place: str) -> Kind:
    if hint in _PLAIN:
        return _PLAIN[hint]
    origin, inside = get_origin(hint), get_args(hint)
    if origin is Literal:
        return kinds.OneOf(inside)
    if origin in (Union, types.UnionType):
        return _union(inside, place)
    if origin in _LISTS:
        return _list(origin, inside, place)
    if isinstance(hint, type) and issubclass(hint, Written):
        return kinds.WrittenAs(hint)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return kinds.OneOf(tuple(hint))
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        return _record(hint, place)
    if hint is float:
        raise RuleError("float", f"{place} cannot be a float: odds are exact; a Fraction is")
    return kinds.Anything()


def _union(inside: tuple[Any, ...], place: str) -> Kind:
    others = [each for each in inside if each is not type(None)]
    if set(others) == {int, Fraction}:
        kind: Kind = kinds.Rational()
    elif len(others) == 1:
        kind, _ = _kind_of(others[0], place)
    else:
        kind = kinds.Anything()
    return kinds.Optional(kind) if len(others) < len(inside) else kind


def _list(origin: Any, inside: tuple[Any, ...], place: str) -> Kind:
    if origin is tuple and (len(inside) != 2 or inside[1] is not Ellipsis):
        return kinds.Anything()
    return kinds.ListOf(_kind_of(inside[0], place)[0])


def _record(record: type, place: str) -> Kind:
    hints = get_type_hints(record, include_extras=True)
    fields = [field for field in dataclasses.fields(record) if field.init]
    missing = (dataclasses.MISSING, dataclasses.MISSING)
    return kinds.RecordOf(
        record,
        tuple(
            (each.name, _kind_of(hints[each.name], f"{place}.{each.name}")[0]) for each in fields
        ),
        frozenset(each.name for each in fields if (each.default, each.default_factory) == missing),
    )


def _named(kind: Kind, names: Names, place: str) -> Kind:
    match kind:
        case kinds.Integer():
            return kinds.Integer(kind.least, kind.most, names.numbers)
        case kinds.Optional():
            return kinds.Optional(_named(kind.inner, names, place))
    raise RuleError("bad-names", f"{place} is {kind.wanted()}: names are for whole numbers")


def _bounded(kind: Kind, bounds: Bounds, place: str) -> Kind:
    match kind:
        case kinds.Integer():
            return kinds.Integer(bounds.least, bounds.most, kind.names)
        case kinds.Rational():
            return kinds.Rational(bounds.least, bounds.most)
        case kinds.ListOf() if not any(
            isinstance(end, Fraction) for end in (bounds.least, bounds.most)
        ):
            most = None if bounds.most is None else int(bounds.most)
            return kinds.ListOf(kind.item, int(bounds.least or 0), most)
        case kinds.Optional():
            return kinds.Optional(_bounded(kind.inner, bounds, place))
    raise RuleError("bad-bounds", f"{place} is {kind.wanted()}: it has no bounds")
