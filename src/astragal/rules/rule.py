"""A rule: a generator function whose parameters are checked and described."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from enum import Enum
from functools import cached_property, partial, update_wrapper
from types import SimpleNamespace
from typing import (
    TYPE_CHECKING,
    Any,
    Generic,
    ParamSpec,
    Protocol,
    TypeAlias,
    get_args,
    get_type_hints,
    overload,
)

from astragal._generic import T
from astragal._value import field
from astragal._visible import in_short, visible
from astragal.errors import ParameterError, RuleError
from astragal.experiment.experiment import Asks, Experiment
from astragal.experiment.outcomes import Unapplied
from astragal.outcome import UNLISTED, as_list, typed
from astragal.probability.views import View
from astragal.rules.hiding import with_hideable
from astragal.rules.introductions import introduction, people, sheet_names
from astragal.rules.parameters import Absorbed, Formerly, Parameter, parameters_of
from astragal.rules.requests.request import Request
from astragal.rules.types.texts import Written

if TYPE_CHECKING:
    from astragal.notation.expression import Expression

P = ParamSpec("P")


class Called(Protocol):
    """A player's typed call of a rule: part of the record, without effect on the odds."""

    @property
    def names(self) -> Mapping[str, str]: ...
    @property
    def hidden(self) -> Mapping[str, str]: ...
    @property
    def people(self) -> tuple[str, ...]: ...
    def after(self, outcome: Any) -> str: ...
    def setting(self) -> str: ...
    def lines(self) -> list[str]: ...
    def to_data(self) -> dict[str, Any]: ...


Refuse: TypeAlias = Callable[[Any], str | None]
"""Returns the reason why parameters do not fit together, or None; it gets them as attributes."""

OpenAim: TypeAlias = Callable[[Any], str]
"""Returns the purpose of choices while something is hidden or not settled; "" if nothing is."""

Settle: TypeAlias = Callable[[dict[str, Any]], dict[str, Any]]
"""Replaces the given values, by parameter name, with the values that they stand for.

In ``reactive="Ann"``, for example, only the names of the rollers tell which side that is.
"""


_LISTS = 4
"""The first version of records that keeps lists of one entry, or of none, as lists."""
_MADE = 5_000
"""The most applications of a rule that are cached."""

_PLAIN = (int, str, bool, type(None), Enum)
"""Applications to values of these types are cached: equal ones of the same type are the same.

Applications to a ``Value`` are not: equal ones may differ in fields that are not compared.
"""


def _fields_of(outcome: type) -> Iterator[str]:
    """The public fields and properties of a class of outcomes, those of its bases first."""
    for each in reversed(outcome.__mro__):
        if not each.__module__.startswith(("builtins", "typing", "enum", "abc", "numbers")):
            properties = (name for name, value in vars(each).items() if isinstance(value, property))
            declared = vars(each).get("__annotations__", {})
            fields = (name for name, hint in declared.items() if "ClassVar" not in str(hint))
            for name in (*fields, *properties):
                if not name.startswith("_") and name not in UNLISTED:
                    yield name


def _is_plain(value: Any) -> bool:
    return isinstance(value, _PLAIN)


class Rule(Unapplied, Generic[P, T]):
    """A rule; call it with its parameters to get an experiment.

    >>> import astragal
    >>> @astragal.rule
    ... def attack(bonus: int, armour: int = 10) -> astragal.Asks[bool]:
    ...     \"\"\"d20 + bonus hits if it reaches the armour.\"\"\"
    ...     face: int = yield "d20"
    ...     return face + bonus >= armour
    >>> attack
    <rule attack(bonus, armour=10)>
    >>> attack(3, armour=15)
    attack(bonus=3, armour=15)
    >>> attack(3, armour=15).odds().probability(True)
    Fraction(9, 20)
    """

    name: str
    text: str
    """the rule in words, from its docstring"""
    parameters: tuple[Parameter, ...]

    def __init__(
        self,
        function: Callable[P, Asks[T]],
        name: str = "",
        refuse: Refuse | None = None,
        inline: bool = False,
        aim: str = "",
        rounds: bool = False,
        read: Callable[[Expression], Expression] | None = None,
        hides: Iterable[str] = (),
        settle: Settle | None = None,
        title: str = "",
        unasked: Formerly | None = None,
        open_aim: OpenAim | None = None,
    ) -> None:
        if not inspect.isfunction(function) or inspect.iscoroutinefunction(function):
            raise RuleError(
                "not-a-function", f"a rule must be a plain function, not {in_short(function)}"
            )
        for text in (name, aim, title):
            if not isinstance(text, str):
                raise RuleError("bad-name", f"a rule is named by a text, not by {in_short(text)}")
        update_wrapper(self, function)
        self.name = name or function.__name__
        spaced = self.name.rpartition(".")[2].replace("_", " ").strip()
        self.own_name = self.name.rpartition(".")[2]
        """its name without the name of its game"""
        self.title = title or spaced[:1].upper() + spaced[1:]
        """the words for a roll of it"""
        self.function: Callable[..., Any] = function
        self.text = inspect.cleandoc(function.__doc__ or "")
        self.parameters = with_hideable(parameters_of(function, self.name), hides, self.name)
        if read is not None:  # dice are read by the game's conventions
            self.parameters = tuple(
                each.replaced(type=each.type.reading(read)) for each in self.parameters
            )
        self.asks = inspect.isgeneratorfunction(function)
        signature = inspect.signature(function).parameters.values()
        self._positional = sum(each.kind is each.POSITIONAL_OR_KEYWORD for each in signature)
        self._names = tuple(parameter.name for parameter in self.parameters)
        self.inline = inline
        self.aim = aim
        """the default aim for its choices"""
        self.siblings: Mapping[str, Rule[..., Any]] = {}
        """the rules of its game, including itself; empty if it does not belong to a game"""
        self.rounds = rounds
        """whether it continues round after round until it ends"""
        self.unasked = unasked
        """the fixed answer to its last decision in older records, which did not ask for it"""
        self._refuse = refuse
        self._settle = settle
        self._open_aim = open_aim
        self._made: dict[tuple[Any, ...], Applied[T]] = {}

    def __call__(self, *args: P.args, **given: P.kwargs) -> Applied[T]:
        if given:
            return self._applied(args, given)
        # Rules often ask for one another with the same values. The types tell True from 1.
        key = (*args, *map(type, args))
        try:
            return self._made[key]
        except KeyError:
            made = self._applied(args, given)
        except TypeError:  # not hashable
            return self._applied(args, given)
        if all(map(_is_plain, args)):
            if len(self._made) >= _MADE:
                self._made.clear()
            self._made[key] = made
        return made

    def _applied(self, args: tuple[Any, ...], given: dict[str, Any]) -> Applied[T]:
        if len(args) > self._positional:
            raise ParameterError(
                "too-many-parameters",
                f"{self.name} takes {self._positional} values by position, not {len(args)}",
            )
        if self._settle is not None:
            given = self.settled({**dict(zip(self._names, args, strict=False)), **given})
            args = ()
        values = [
            parameter.check(value, self.name)
            for parameter, value in zip(self.parameters, args, strict=False)
        ]
        for parameter in self.parameters[len(values) :]:
            if parameter.name in given:
                values.append(parameter.check(given.pop(parameter.name), self.name))
            elif parameter.required:
                raise ParameterError(
                    "missing-parameter",
                    f"{self.name}: {parameter.name} is missing: {self.wanted(parameter)}",
                )
            else:
                values.append(parameter.default)
        if given:
            raise self._unknown(next(iter(given)), len(args))
        if self._refuse is not None:
            reason = self._refuse(SimpleNamespace(**dict(zip(self._names, values, strict=True))))
            if reason:
                raise ParameterError("refused", f"{self.name}: {reason}")
        return Applied(self, tuple(values))

    def aim_for(self, values: Mapping[str, Any]) -> str:
        """The aim of its choices, given these values."""
        hidden = "" if self._open_aim is None else self._open_aim(SimpleNamespace(**values))
        return hidden or self.aim

    def settled(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The given values, with the names of people replaced by their values."""
        try:
            return dict(given) if self._settle is None else self._settle(dict(given))
        except ParameterError as error:
            message = f"{self.name}: {error.message}"
            raise ParameterError(error.code, message, hint=error.hints) from None

    def renamed(self, name: str, siblings: Mapping[str, Rule[..., Any]]) -> Rule[P, T]:
        """The same rule by another name, among other rules."""
        made: Rule[P, T] = object.__new__(type(self))
        vars(made).update(vars(self), name=name, siblings=siblings, _made={})
        return made

    @staticmethod
    def wanted(parameter: Parameter) -> str:
        return f"{parameter.type.wanted()}{f' ({parameter.help})' if parameter.help else ''}"

    def _unknown(self, name: str, given: int) -> ParameterError:
        if name in self._names[:given]:
            return ParameterError("given-twice", f"{self.name}: {name} is given twice")
        takes = ", ".join(self._names) or "nothing"
        return ParameterError("unknown-parameter", f"{self.name} has no {name}; it takes {takes}")

    if not TYPE_CHECKING:  # or a type checker would accept any attribute

        def __getattr__(self, name: str) -> Any:
            if name in ("roll", "odds", "sample", "duration", "plan", "advise", "map"):
                raise AttributeError(f"call the rule first: {self.__dict__['name']}(…).{name}(…)")
            raise AttributeError(f"a rule has no {name}")

    def to_data(self) -> dict[str, Any]:
        """The rule as JSON-ready data, enough to build a form or a command line from."""
        return {
            "name": self.name,
            "text": self.text,
            "aim": self.aim or None,
            "fields": list(self.outcome_fields),
            "parameters": [parameter.to_data() for parameter in self.parameters],
        }

    @cached_property
    def outcome_classes(self) -> tuple[Any, ...]:
        """The classes of its outcomes; none if the signature does not declare them."""
        try:
            asks = get_type_hints(self.function).get("return")
            outcome = get_args(get_args(asks)[2])[0]
        except (AttributeError, IndexError, NameError, TypeError):
            return ()
        return get_args(outcome) or (outcome,)

    @cached_property
    def outcome_fields(self) -> tuple[str, ...]:
        """The fields of its outcomes, as far as the signature declares them."""
        classes = [each for each in self.outcome_classes if isinstance(each, type)]
        names = (name for each in classes for name in _fields_of(each))
        return tuple(dict.fromkeys(names))

    @property
    def headline(self) -> tuple[str, ...]:
        """The fields of its outcomes that players ask about first, in order."""
        headlines = (getattr(each, "headline", ()) for each in self.outcome_classes)
        return tuple(dict.fromkeys(name for names in headlines for name in names))

    def from_data(self, data: dict[str, Any]) -> Applied[T]:
        """The experiment with parameters from JSON data; a ParameterError if they do not fit."""
        if not isinstance(data, Mapping) or not all(isinstance(name, str) for name in data):
            raise ParameterError("bad-parameters", f"{self.name}: parameters have names")
        values = dict(data)
        for parameter in self.parameters:
            if parameter.name in data:
                values[parameter.name] = parameter.from_data(data[parameter.name], self.name)
        return self._applied((), values)

    def as_now(self, data: dict[str, Any], version: int) -> dict[str, Any]:
        """The parameters in a record of this version, converted to the current version."""
        now = dict(data)
        for parameter in self.parameters:
            if parameter.newer >= version:
                now.setdefault(parameter.name, parameter.type.to_data(parameter.default))
            value: Any = data.get(parameter.name)
            if parameter.name in data and version < _LISTS and parameter.is_list:
                value = now[parameter.name] = as_list(value)
            for formerly in parameter.formerly if parameter.name in data else ():
                if version > formerly.version:
                    continue
                if isinstance(formerly, Absorbed):
                    now[parameter.name] = [*value, *now.pop(formerly.name, ())]
                elif typed(value) == typed(formerly.value):
                    now[parameter.name] = formerly.now
        return now

    def __repr__(self) -> str:
        shown = (
            p.name if p.required else f"{p.name}={p.spell(p.default)}" for p in self.parameters
        )
        return visible(f"<rule {self.name}({', '.join(shown)})>")

    def __reduce__(self) -> str:
        # Pickled by name, like a function.
        return self.function.__qualname__


class Applied(Request[T]):
    """A rule with its parameters filled in."""

    rule: Rule[..., T]
    values: tuple[Any, ...]
    call: Called | None = field(default=None, compare=False)
    """the call as the player typed it"""

    def steps(self) -> Asks[T]:
        started: Asks[T] = self.starter()()
        return started

    def starter(self) -> Callable[[], Asks[T]]:
        rule, values = self.rule, self.values
        count = rule._positional
        if count == len(values):
            begin = partial(rule.function, *values)
        else:
            named = dict(zip(rule._names[count:], values[count:], strict=True))
            begin = partial(rule.function, *values[:count], **named)
        return begin if rule.asks else partial(_at_once, begin)

    @property
    def definition(self) -> Callable[..., Any]:
        return self.rule.function

    detailed = True

    @property
    def own_aim(self) -> View | None:
        return self.rule.aim_for(self.arguments) or None

    @property
    def inline(self) -> bool:  # type: ignore[override]
        return self.rule.inline

    @property
    def label(self) -> str:
        return introduction(self)

    @property
    def names_of_parameters(self) -> Mapping[str, str]:
        return {} if self.call is None else sheet_names(self.call.names)

    @property
    def sides(self) -> tuple[str, str]:
        return people(self)

    def aftermath(self, outcome: Any) -> str:
        return "" if self.call is None else visible(self.call.after(outcome))

    def describe(self) -> str:
        return self.rule.text or self.label

    def preface(self) -> list[str]:
        return [] if self.call is None else self.call.lines()

    def newer_than(self, version: int) -> str | None:
        return next(filter(None, (each.newer_than(version) for each in _within(self.values))), None)

    def record_of_call(self) -> dict[str, Any]:
        parameters = zip(self.rule.parameters, self.values, strict=True)
        called = {} if self.call is None else {"call": self.call.to_data()}
        return {
            "rule": self.rule.name,
            "parameters": {each.name: each.type.to_data(value) for each, value in parameters},
            **called,
        }

    def called(self, call: Called) -> Applied[T]:
        """The same experiment, with the call as the player typed it."""
        return Applied(self.rule, self.values, call)

    @property
    def arguments(self) -> dict[str, Any]:
        """The parameters by name."""
        return dict(zip(self.rule._names, self.values, strict=True))

    def __str__(self) -> str:
        shown = [
            f"{parameter.name}={text}"
            for parameter, value in zip(self.rule.parameters, self.values, strict=True)
            if parameter.required or value != parameter.default or self._is_told(parameter)
            # A value that is spelt as an empty text is left out.
            if (text := self._spelt(parameter, value))
        ]
        return visible(f"{self.rule.name}({', '.join(shown)})")

    def _is_told(self, parameter: Parameter) -> bool:
        """True if the typed call names the source of a parameter or hides it."""
        called = self.call
        return called is not None and parameter.name in {*called.names, *called.hidden}

    def _hides(self, parameter: Parameter) -> bool:
        return self.call is not None and parameter.name in self.call.hidden

    def _spelt(self, parameter: Parameter, value: Any) -> str:
        if self._hides(parameter):
            return "hidden"
        text = parameter.spell(value)
        name = self.call.names.get(parameter.name) if self.call is not None else None
        return f"{text} ({name})" if name and name not in text else text


def _within(values: Iterable[Any]) -> Iterator[Experiment[Any] | Written]:
    """Values whose meaning may depend on the version of a record, including nested ones."""
    for value in values:
        if isinstance(value, Experiment | Written):
            yield value
        elif isinstance(value, tuple | list):
            yield from _within(value)
        elif dataclasses.is_dataclass(value):
            yield from _within(vars(value).values())


def _at_once(begin: Callable[[], Any]) -> Generator[Any, Any, Any]:
    """The generator of a rule that makes no requests."""
    return begin()
    yield


@overload
def rule(function: Callable[P, Asks[T]], /) -> Rule[P, T]: ...
@overload
def rule(
    *,
    name: str = "",
    aim: str = "",
    hides: Iterable[str] = (),
    refuse: Refuse | None = None,
    inline: bool = False,
    title: str = "",
    rounds: bool = False,
    settle: Settle | None = None,
    open_aim: OpenAim | None = None,
) -> Callable[[Callable[P, Asks[T]]], Rule[P, T]]: ...
def rule(function: Any = None, /, **given: Any) -> Any:
    """Make a generator function with typed parameters a rule; its docstring states the rule.

    >>> import astragal
    >>> @astragal.rule
    ... def duel(ours: int = 0, theirs: int = 0) -> astragal.Asks[str]:
    ...     \"\"\"Both roll a d20 and add their bonus; a tie is a coin toss.\"\"\"
    ...     difference = (yield "d20") + ours - (yield "d20") - theirs
    ...     if difference == 0:
    ...         return astragal.coin("us", "them")
    ...     return "us" if difference > 0 else "them"
    >>> duel(2, 1).odds().probability("us")
    Fraction(439, 800)
    >>> print(duel(2, 1).roll(faces=[10, 12]))
    Duel, ours 2, theirs 1: 1d20: 10, 1d20: 12 → them

    ``name`` replaces the function's name, and ``title`` is the name of its rolls. ``aim`` is the
    default aim of its choices: a field of the outcome, or ``score>=7``. Players may hide the
    parameters listed in ``hides``: the rule then gets None. ``refuse`` returns the reason if
    parameters do not fit together, else None. The events of an ``inline`` rule are shown as part of
    the rule that asks for it. A chain that continues with an ``inline`` rule stays in the same
    step. A rule with ``rounds`` repeats for as many rounds as it needs. ``open_aim`` returns the
    aim of choices while something is hidden. ``settle`` takes the given values before they are
    checked, and replaces the names of people in them.
    """
    if function is None:
        return lambda function: Rule(function, **given)
    return Rule(function)
