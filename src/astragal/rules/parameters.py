"""The parameters of a rule, as its signature declares them."""

from __future__ import annotations

import collections.abc
import dataclasses
import inspect
import types
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from fractions import Fraction
from typing import (
    Annotated,
    Any,
    Literal,
    TypeAlias,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from astragal._nearest import did_you_mean
from astragal._value import Value
from astragal._visible import in_short, shortened
from astragal.die import Die
from astragal.errors import ParameterError, RecordError, RuleError
from astragal.notation.expression import Expression
from astragal.outcome import Number, to_data
from astragal.rules.introductions import Words
from astragal.rules.types import (
    AmountType,
    AnyType,
    BooleanType,
    ChoiceType,
    DieType,
    IntegerType,
    ListType,
    MismatchError,
    NotationType,
    OptionalType,
    ParameterType,
    RationalType,
    RecordType,
    TextType,
    WrittenType,
)
from astragal.rules.types.containers import Hidden
from astragal.rules.types.numbers import Read, parse_integer
from astragal.rules.types.texts import LONGEST, Written

REQUIRED: Any = object()
"""The default of a parameter that must be given."""

S = TypeVar("S")

OrText: TypeAlias = S | Any
"""The type of a parameter that callers may also give as text: ``OrText[int]``.

The rule itself always gets the value. No Python type can say both, so a type checker sees an
``int`` or anything: callers may pass text, and the rule need not check the type. Text that does not
stand for a value is refused when the rule is called.
"""


class Bounds(Value):
    """The minimum and maximum of a number, or of a list's length; None for no bound.

    >>> from typing import Annotated
    >>> import astragal
    >>> Stat = Annotated[int, astragal.Bounds(1, 99), "rolled under"]
    >>> @astragal.rule
    ... def check(stat: Stat) -> astragal.Asks[bool]:
    ...     \"\"\"d100, equal to or under the Stat.\"\"\"
    ...     face: int = yield "d100"
    ...     return face <= stat
    >>> check.parameters[0].to_data()
    {'name': 'stat', 'type': 'integer', 'least': 1, 'most': 99, 'required': True,
     'help': 'rolled under'}
    """

    least: int | Fraction | None = None
    most: int | Fraction | None = None

    def __post_init__(self) -> None:
        for end in (self.least, self.most):
            if end is not None and type(end) not in (int, Fraction):
                raise RuleError(
                    "bad-bounds",
                    f"a bound must be a whole number or a Fraction, not {in_short(end)}",
                )
        if self.least is not None and self.most is not None and self.least > self.most:
            raise RuleError(
                "bad-bounds",
                f"the bounds {in_short(self.least)} to {in_short(self.most)} exclude every number",
            )


class Names:
    """Names for numbers, which callers may use instead of the numbers.

    >>> from typing import Annotated
    >>> import astragal
    >>> Difficulty = Annotated[astragal.OrText[int], astragal.Names({"easy": 1, "hard": 5})]
    >>> @astragal.rule
    ... def climb(difficulty: Difficulty) -> astragal.Asks[bool]:
    ...     face: int = yield "d10"
    ...     return face >= difficulty
    >>> climb("Hard")
    climb(difficulty=5)
    """

    def __init__(self, numbers: Mapping[str, int]) -> None:
        if not isinstance(numbers, Mapping):
            raise RuleError(
                "bad-names", f"names must map to whole numbers, not {in_short(numbers)}"
            )
        self.numbers = tuple(numbers.items())
        if not all(type(number) is int for _, number in self.numbers):
            raise RuleError("bad-names", "names must stand for whole numbers")


class Step(Value):
    """How much of a number counts as one step, if 1 is too little to matter.

    >>> from typing import Annotated
    >>> import astragal
    >>> @astragal.rule
    ... def check(stat: Annotated[int, astragal.Step(5)]) -> astragal.Asks[bool]:
    ...     face: int = yield "d100"
    ...     return face <= stat
    >>> [(each.change, str(each.difference)) for each in astragal.matters(check(45)).effects]
    [('+5', '1/20'), ('-5', '-1/20')]
    """

    by: int | Fraction

    def __post_init__(self) -> None:
        if type(self.by) not in (int, Fraction) or self.by <= 0:
            raise RuleError("bad-step", f"a step is a number above 0, not {in_short(self.by)}")


class Hideable:
    """Marks a difficulty that may be hidden from the players, or undecided as yet.

    The rule then gets None, or ``Hidden.HIDDEN`` if the type is ``int | Hidden | None`` because
    None has a meaning of its own, or the stand-in that the type itself defines.

    >>> from typing import Annotated
    >>> import astragal
    >>> @astragal.rule
    ... def climb(height: Annotated[int | None, astragal.Hideable()] = None) -> astragal.Asks[str]:
    ...     face = yield "d10"
    ...     return f"{face}" if height is None else f"{face}, {'up' if face >= height else 'down'}"
    >>> hidden, secret = astragal.hide(climb(7), "height")
    >>> roll = hidden.roll(faces=[8])
    >>> roll.outcome, astragal.reveal(roll.to_json(), secret, rules=[climb]).outcome
    ('8', '8, up')
    """


class Newer(Value):
    """A parameter that was added in a later version: older records do not contain it."""

    version: int
    """the last version of records without the parameter"""


class AloneUpTo(Value):
    """The largest number that may be typed in a call without the parameter's name.

    A larger one is probably meant for another parameter.
    """

    most: int
    otherwise: str
    """the parameter that a larger number is probably meant for"""


class Formerly(Value):
    """A value that had another meaning in records up to a version; both are data."""

    version: int
    value: Any
    now: Any


class Absorbed(Value):
    """Another parameter's list that was merged into this one after a version of records.

    Its entries are appended to this parameter's own.
    """

    version: int
    name: str


class ReadAs:
    """Another way to write a whole number: a function of a text, which returns it or None.

    >>> from typing import Annotated
    >>> import astragal
    >>> from astragal.rules.parameters import ReadAs
    >>> @astragal.rule
    ... def guess(n: Annotated[int, ReadAs({"a dozen": 12}.get)]) -> astragal.Asks[bool]:
    ...     face: int = yield "d20"
    ...     return face == n
    >>> guess("a dozen")
    guess(n=12)
    """

    def __init__(self, read: Read) -> None:
        self.read = read


def counted_in(sign: str) -> ReadAs:
    """A unit sign that may follow a number in text: ``3 $`` for 3.

    >>> from typing import Annotated
    >>> import astragal
    >>> from astragal.rules.parameters import counted_in
    >>> @astragal.rule
    ... def buy(price: Annotated[int, counted_in("$")]) -> astragal.Asks[bool]:
    ...     face: int = yield "d10"
    ...     return face >= price
    >>> buy("3 $")
    buy(price=3)
    """

    def read(text: str) -> int | None:
        bare = parse_integer(text.rstrip().removesuffix(sign))
        return bare if isinstance(bare, int) else None

    return ReadAs(read)


class Parameter(Value):
    """One parameter of a rule: its name, type, default and help text.

    >>> import astragal
    >>> @astragal.rule
    ... def check(modifier: int = 0) -> astragal.Asks[int]:
    ...     face: int = yield "d20"
    ...     return face + modifier
    >>> check.parameters[0].name, check.parameters[0].default
    ('modifier', 0)
    """

    name: str
    type: ParameterType
    default: Any = REQUIRED
    help: str = ""
    hideable: bool = False
    """whether it may be hidden from the players"""
    step: Number = 1
    """the difference that counts as one step"""
    alone: AloneUpTo | None = None
    """the numbers that may be typed without the parameter's name"""
    formerly: tuple[Formerly | Absorbed, ...] = ()
    """the values with another meaning in older records"""
    words: Words | None = None
    """the words about it in the introduction of a roll"""
    newer: int = 0
    """the last version of records in which the game lacked this parameter"""

    @property
    def required(self) -> bool:
        return self.default is REQUIRED

    @property
    def is_list(self) -> bool:
        return isinstance(self.type, ListType)

    @property
    def hidden(self) -> Any:
        """The value that the rule gets if the parameter is hidden."""
        (stand_in,) = self.type.stand_ins
        return stand_in

    @property
    def names_of_values(self) -> tuple[str, ...]:
        """All names for values: of numbers and choices, and "hidden" if it may be hidden."""
        kind = self.type.item if isinstance(self.type, ListType) else self.type
        hidden = (Hidden.HIDDEN.value,) if self.hideable else ()
        return (*kind.number_names(), *kind.choices_shown(), *hidden)

    def is_hidden_by(self, text: str) -> bool:
        """True if a text means that the value is hidden."""
        return self.hideable and text.strip().casefold() == Hidden.HIDDEN.value

    def check(self, value: Any, rule: str) -> Any:
        """The normalised value; a ParameterError if it does not match the type."""
        return self._converted(self.type.check, value, rule)

    def parse(self, text: str, rule: str) -> Any:
        """The value of a text; a ParameterError if the text is invalid."""
        if not isinstance(text, str):
            raise self._refusal(MismatchError("written as text", text), rule)
        if self.is_hidden_by(text):
            return self.hidden
        return self._converted(self.type.parse, text, rule)

    def typed(self, text: str, rule: str) -> Any:
        """The value of a text; the text itself if it may be a name on a sheet."""
        absent = text.strip() == "none" and self.type.optional
        is_value = absent or self.is_hidden_by(text) or not self.type.may_be_named
        return self.parse(text, rule) if is_value else text

    def from_data(self, data: Any, rule: str) -> Any:
        """The value of data from ``to_data``; a ParameterError if the data is invalid."""
        if data is None and self.hideable and not self.type.optional:
            return self.hidden
        return self._converted(self.type.from_data, data, rule)

    def _converted(self, convert: Callable[[Any], Any], given: Any, rule: str) -> Any:
        """``convert(given)``; errors name the rule and the parameter."""
        try:
            return convert(given)
        except MismatchError as error:
            raise self._refusal(error, rule) from None
        except (ParameterError, RecordError) as error:
            code = error.code if isinstance(error, ParameterError) else "bad-parameter"
            message = f"{rule}: {self.name}: {error.message}"
            raise ParameterError(code, message, hint=error.hints) from None

    def _refusal(self, error: MismatchError, rule: str) -> ParameterError:
        message = (
            f"{rule}: {self.name}{error.place} must be {error.wanted}, not {in_short(error.got)}"
        )
        return ParameterError("bad-parameter", message, hint=self._hint(error))

    def _hint(self, error: MismatchError) -> str | None:
        if not isinstance(error.got, str):
            return None
        if hint := did_you_mean(error.got, self.names_of_values):
            return hint
        from astragal.notation.syntax.mistakes import plain_form

        if (ascii_form := plain_form(error.got)) is not None:
            return f"write it in ASCII: {shortened(ascii_form, 60)}"
        if error.wanted.startswith(IntegerType.noun) and not self.type.number_names():
            return "only names on the sheet stand for numbers"
        return None

    def to_data(self) -> dict[str, Any]:
        """The parameter as JSON-ready data, enough to build a form or a command line from."""
        data = {"name": self.name} | self.type.describe() | {"required": self.required}
        if not self.required:
            data["default"] = self.type.to_data(self.default)
        if self.hideable:
            data["hideable"] = True
        if self.step != 1:
            data["step"] = to_data(self.step)
        return data | {"help": self.help}

    def spell(self, value: Any) -> str:
        """A value as it is written in a call."""
        return self.type.spell(value)


def parameters_of(function: Callable[..., Any], name: str) -> tuple[Parameter, ...]:
    """The parameters of a rule's function; a RuleError if the signature is incomplete."""
    try:
        hints = get_type_hints(function, include_extras=True)
    except (AttributeError, NameError, SyntaxError, TypeError) as error:
        raise RuleError(
            "unknown-type", f"{name}: cannot read the types of its parameters: {error}"
        ) from None
    signature = inspect.signature(function)
    return tuple(_declared(each, hints, name) for each in signature.parameters.values())


def _declared(each: inspect.Parameter, hints: Mapping[str, Any], rule: str) -> Parameter:
    if each.kind in (each.VAR_POSITIONAL, each.VAR_KEYWORD, each.POSITIONAL_ONLY):
        raise RuleError(
            "bad-signature",
            f"{rule}: parameters must be passed by name, which `{each}` cannot be",
            hint="use one parameter for several values: `stats: list[int]`",
        )
    if each.name not in hints:
        raise RuleError(
            "untyped-parameter", f"{rule}: {each.name} needs a type, such as `{each.name}: int`"
        )
    try:
        hint = hints[each.name]
        type_, text = _type_of(hint, f"{rule}: {each.name}")
    except (AttributeError, IndexError, NameError, RecursionError, TypeError) as error:
        raise RuleError("unknown-type", f"{rule}: {each.name}: {error}") from None
    extras = getattr(hint, "__metadata__", ())
    hideable = any(isinstance(extra, Hideable) for extra in extras)
    step = next((each.by for each in _all_of(Step, hint)), 1)
    formerly = tuple(extra for extra in extras if isinstance(extra, Formerly | Absorbed))
    alone = next((extra for extra in extras if isinstance(extra, AloneUpTo)), None)
    words = next(_all_of(Words, hint), None)
    newer = next((extra.version for extra in extras if isinstance(extra, Newer)), 0)
    more = (text, hideable, step, alone, formerly, words, newer)
    if each.default is inspect.Parameter.empty:
        return Parameter(each.name, type_, REQUIRED, *more)
    default = Parameter(each.name, type_).check(each.default, rule)
    return Parameter(each.name, type_, default, *more)


def _all_of(kind: type[S], hint: Any) -> Iterator[S]:
    """All annotations of this kind, on the type itself or nested in its arguments."""
    yield from (each for each in getattr(hint, "__metadata__", ()) if isinstance(each, kind))
    for inner in get_args(hint):
        yield from _all_of(kind, inner)


_PLAIN: dict[Any, ParameterType] = {
    int: IntegerType(),
    bool: BooleanType(),
    str: TextType(LONGEST),
    Fraction: RationalType(),
    Die: DieType(),
    Expression: NotationType(),
}
_LISTS = (list, tuple, collections.abc.Sequence, collections.abc.Iterable)


def _type_of(hint: Any, place: str) -> tuple[ParameterType, str]:
    """The parameter type that a type hint declares, and its annotated help text."""
    extras: tuple[Any, ...] = ()
    if get_origin(hint) is Annotated:
        hint, *listed = get_args(hint)
        extras = tuple(listed)
    # People write `Annotated[int, "…"] | None` as often as `Annotated[int | None, "…"]`.
    for inner in get_args(hint) if get_origin(hint) in (Union, types.UnionType) else ():
        if get_origin(inner) is Annotated:
            extras += tuple(extra for extra in get_args(inner)[1:] if isinstance(extra, str))
    text = " ".join(extra for extra in extras if isinstance(extra, str))
    return _restricted(_plain_type(hint, place), extras, place), text


def _restricted(plain: ParameterType, extras: tuple[Any, ...], place: str) -> ParameterType:
    """The type with its annotated names, spellings and bounds."""
    declared = plain
    for names in (extra for extra in extras if isinstance(extra, Names)):
        named = declared.with_names(names.numbers)
        if named is None:
            raise RuleError(
                "bad-names", f"{place} is {plain.wanted()}; only whole numbers can have names"
            )
        declared = named
    for other in (extra for extra in extras if isinstance(extra, ReadAs)):
        written = declared.read_as(other.read)
        if written is None:
            raise RuleError("bad-names", f"{place}: only whole numbers can be read in other ways")
        declared = written
    bounds = next((extra for extra in extras if isinstance(extra, Bounds)), None)
    if bounds is None:
        return declared
    bounded = declared.bounded(bounds.least, bounds.most)
    if bounded is None:
        raise RuleError("bad-bounds", f"{place} is {plain.wanted()}; it cannot have these bounds")
    return bounded


def _plain_type(hint: Any, place: str) -> ParameterType:
    if hint in _PLAIN:
        return _PLAIN[hint]
    origin, inside = get_origin(hint), get_args(hint)
    if origin is Literal:
        return ChoiceType(inside)
    if origin in (Union, types.UnionType):
        return _union(inside, place)
    if origin in _LISTS:
        return _list(origin, inside, place)
    if isinstance(hint, type) and issubclass(hint, Written):
        return WrittenType(hint)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return ChoiceType(tuple(hint))
    if isinstance(hint, type) and dataclasses.is_dataclass(hint):
        return _record(hint, place)
    if hint is float:
        raise RuleError("float", f"{place} cannot be a float, since odds are exact; use a Fraction")
    return AnyType()


def _union(inside: tuple[Any, ...], place: str) -> ParameterType:
    others = [each for each in inside if each not in (type(None), Any, Hidden)]
    if set(others) == {int, Fraction}:
        declared: ParameterType = RationalType()
    elif set(others) == {int, Expression}:
        declared = AmountType()
    elif len(others) == 1:
        declared, _ = _type_of(others[0], place)
    else:
        declared = AnyType()
    hidden, absent = Hidden in inside, type(None) in inside
    return OptionalType(declared, hidden, absent) if hidden or absent else declared


def _list(origin: Any, inside: tuple[Any, ...], place: str) -> ParameterType:
    if origin is tuple and (len(inside) != 2 or inside[1] is not Ellipsis):
        return AnyType()
    return ListType(_type_of(inside[0], place)[0])


def _record(record: type, place: str) -> ParameterType:
    hints = get_type_hints(record, include_extras=True)
    fields = [field for field in dataclasses.fields(record) if field.init]
    missing = (dataclasses.MISSING, dataclasses.MISSING)
    return RecordType(
        record,
        tuple(
            (each.name, _type_of(hints[each.name], f"{place}.{each.name}")[0]) for each in fields
        ),
        frozenset(each.name for each in fields if (each.default, each.default_factory) == missing),
    )
