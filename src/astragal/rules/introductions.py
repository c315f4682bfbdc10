"""The introduction of a roll, composed from the words of the rule's parameters, names first.

``Check against 43 with an Advantage``; ``Ann, Stealth +3, against Bob, Perception +1``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Mapping, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, TypeAlias

from astragal._value import Value
from astragal._visible import in_short, visible
from astragal.errors import RuleError
from astragal.notation.expression import Expression
from astragal.outcome import show
from astragal.rules.sides import Side, side_of
from astragal.rules.types.containers import Hidden
from astragal.rules.types.texts import Written

if TYPE_CHECKING:
    from astragal.rules.parameters import Parameter
    from astragal.rules.rule import Applied

_FIELD = re.compile(r"\{[^{}]*\}")
_WITH = "with "
_AGAINST = "against "
_ASIDE = "("
_LEADS = ("opponent", "opponents")


class Words(Value):
    """How the introduction of a roll describes a parameter; ``{}`` is its value.

    ``one`` replaces the text for the value 1; an empty text omits the parameter. Phrases that begin
    with "with" are collected at the end, and those in brackets follow everything else. ``text`` may
    also be a function of the value.

    >>> from typing import Annotated
    >>> import astragal
    >>> @astragal.rule
    ... def check(
    ...     skill: Annotated[int, astragal.Words("{:+}")],
    ...     dc: Annotated[int, astragal.Words("against DC {}")] = 10,
    ...     edges: Annotated[int, astragal.Words("with {} edges", one="with an edge")] = 0,
    ... ) -> astragal.Asks[bool]:
    ...     face: int = yield "d20"
    ...     return face + skill >= dc
    >>> print(check(3, 15, edges=1).roll(faces=[12]))
    Check +3 against DC 15 with an edge: 1d20: 12 → true
    """

    text: str | Callable[[Any], str]
    one: str = ""
    hidden: str = ""
    """the words to use if the value is hidden"""
    always: bool = False
    """whether the default is mentioned too"""

    def __post_init__(self) -> None:
        known = isinstance(self.text, str) or callable(self.text)
        if not known or type(self.one) is not str or type(self.hidden) is not str:
            raise RuleError("bad-words", f"words are text, not {in_short(self.text)}")

    def said(self, value: Any, spelt: str) -> str:
        """The words for a value; ``spelt`` is how it is written in a call."""
        if callable(self.text):
            return self.text(value)
        text = self.one if self.one and type(value) is int and value == 1 else self.text
        shown = value if isinstance(value, int) and not isinstance(value, bool) else spelt
        try:
            return text.format(shown)
        except (IndexError, KeyError, ValueError) as error:
            message = f"the words `{text}` do not fit {in_short(value)}: {error}"
            raise RuleError("bad-words", message) from None

    def when_hidden(self) -> str:
        """The words for a hidden value."""
        return self.hidden or ("" if callable(self.text) else _FIELD.sub("?", self.text))


def listed(texts: Sequence[str]) -> str:
    """Several texts as a list in words: ``a, b and c``."""
    *others, last = texts or [""]
    return f"{', '.join(others)} and {last}" if others else last


class _Words:
    """The words about one side."""

    def __init__(self, names: Sequence[str] = (), numbers: Sequence[str] = ()) -> None:
        self.names = names
        self.numbers = numbers
        """a number for each roller, if there can be several"""
        self.each: list[list[str]] = [[] for _ in numbers]
        """for each roller, the words that do not apply to all of them"""
        self.trait = ""
        self.plain: list[str] = []
        self.with_: list[str] = []
        self.loose: list[str] = []
        self.asides: list[str] = []

    def add(self, text: str) -> None:
        if text.startswith(_WITH):
            self.with_.append(text.removeprefix(_WITH))
        elif text.startswith(_ASIDE):
            self.asides.append(text[1:-1])
        elif text:
            self.plain.append(text)

    def add_each(self, words: Words, values: Sequence[Any]) -> None:
        """Add a parameter that has a value for each person who rolls, or one for all."""
        if len(values) == 1:
            each = " each" if len(self.numbers) > 1 else ""
            self.add(words.said(values[0], _plain(values[0])) + each)
            return
        for place, value in enumerate(values):
            if value:
                self.each[place].append(words.said(value, _plain(value)).removeprefix(_WITH))

    @property
    def people(self) -> str:
        """The people who roll, each with their number and the phrases that are theirs alone."""
        if not self.numbers:
            return listed(self.names)
        people = []
        for name, number, own in zip_longest(self.names, self.numbers, self.each, fillvalue=""):
            has = f"{_WITH}{listed(own)}" if own else ""
            if name[-1:].isdecimal() and number[:1].isdecimal():
                number = f"({number})"
            people.append(" ".join(filter(None, (name, number, has))))
        if not any(self.each) or len(people) == 1:
            return listed(people)
        return f"{', '.join(people[:-1])}, and {people[-1]}"  # a person's own phrases may be a list

    def told(self, title: str = "", numbers: str = "{}") -> str:
        """The complete text; ``numbers`` is the phrase for people without names."""
        people = self.people
        nameless = numbers.format(people) if people and not self.names else ""
        words = [self.trait or title, nameless, *self.plain]
        words += [_WITH + listed(self.with_)] if self.with_ else []
        text = ", ".join([" ".join(filter(None, words)), *self.loose]).removeprefix(", ")
        if not self.names or not text:
            return text if not self.names else people
        numbers_meet = people[-1].isdecimal() and text[0].isdecimal()
        goes_on = not (text[0].isalpha() or numbers_meet)
        goes_on = goes_on or bool(self.numbers and text.startswith(_WITH))
        return f"{people} {text}" if goes_on else f"{people}, {text}"


def introduction(applied: Applied[Any], unsaid: Container[str] = ()) -> str:
    """The introduction: who rolls what, against whom and with what, except for ``unsaid``."""
    given = {each.name: (each, value) for each, value in _given(applied, unsaid)}
    us, them = (_Words(*each) for each in _people(applied, unsaid))
    lead = applied.rule.parameters[0].name if applied.rule.parameters else ""
    opposed = any(given[name][1] is not None for name in _LEADS if name in given)
    for name, (parameter, value) in given.items():
        side = them if side_of(name).opposes else us
        if parameter.is_list and name in ("names", "opponent_names"):
            continue
        leads = name == lead or name in _LEADS
        if leads and parameter.is_list and side.numbers:  # said with the names
            trait = applied.names_of_parameters.get(name, "")
            side.trait = f"{trait} {applied.rule.title}" if trait and side is us else trait
            continue
        _say(side, applied, parameter, value, leads and opposed)
    asides = [*us.asides, *them.asides]
    asides += [] if applied.call is None else filter(None, [applied.call.setting()])
    after = f" ({'; '.join(asides)})" if asides else ""
    title = applied.rule.title
    if them.people:  # the number rolled against belongs to the opponents
        them.plain += [each.removeprefix(_AGAINST) for each in us.plain if _is_against(each)]
        us.plain = [each for each in us.plain if not _is_against(each)]
    if not (opposed or them.people or them.plain):
        lead_words = given[lead][0].words if lead in given else None
        return visible(us.told(title, _around(lead_words)) + after)
    comma = "," if us.names or us.loose or us.with_ else ""
    theirs = them.told().removeprefix("against ")
    told = us.told(title)
    return visible(f"{told}{comma} against {theirs}{after}" if theirs else told + after)


def _is_against(text: str) -> bool:
    return text.startswith(_AGAINST)


def people(applied: Applied[Any]) -> tuple[str, str]:
    """The names of the people who roll and of their opponents; "" for a side without names."""
    ours, theirs = _people(applied)
    return listed(ours[0]), listed(theirs[0])


def _people(applied: Applied[Any], unsaid: Container[str] = ()) -> tuple[_People, _People]:
    """The names on both sides, and a number for each person if several may roll."""
    given = applied.arguments
    ours, theirs = _texts(given.get("names")), _texts(given.get("opponent_names"))
    if not ours and applied.call is not None:
        ours = applied.call.people
    first = next(iter(applied.rule.parameters), None)
    if len(ours) == 2 and not theirs and not (first and first.is_list):
        return (ours[:1], ()), (ours[1:], ())
    numbers = {each.name: _numbers(each, value) for each, value in _given(applied, unsaid)}
    return (
        _matched(ours, numbers.get("" if first is None else first.name, ())),
        _matched(theirs, numbers.get("opponents", ())),
    )


_People: TypeAlias = tuple[Sequence[str], Sequence[str]]
"""Names, and a number for each; either list may be missing."""


def _everybody(applied: Applied[Any]) -> tuple[str, ...]:
    """The names of those who roll, then of their opponents; none if the first have none."""
    ours, theirs = (_texts(applied.arguments.get(each)) for each in ("names", "opponent_names"))
    return ours + theirs if ours else ()


def _matched(names: Sequence[str], numbers: Sequence[str]) -> _People:
    """Names and numbers; no numbers if they do not match, or for one person without a name."""
    fit = len(names) == len(numbers) if names else len(numbers) > 1
    return names, numbers if fit else ()


def _numbers(parameter: Parameter, value: Any) -> list[str]:
    """The numbers of the people who roll, formatted as in the parameter's words."""
    if not parameter.is_list or parameter.words is None or not _is_numbers(value):
        return []
    return [_bare(parameter.words, each) for each in value]


def _is_numbers(value: Any) -> bool:
    return isinstance(value, tuple | list) and all(type(each) is int for each in value)


def _texts(value: Any) -> tuple[str, ...]:
    return tuple(map(str, value)) if isinstance(value, tuple | list) else ()


def _given(applied: Applied[Any], unsaid: Container[str]) -> list[tuple[Parameter, Any]]:
    values = zip(applied.rule.parameters, applied.values, strict=True)
    return [(each, value) for each, value in values if each.name not in unsaid]


def _around(words: Words | None) -> str:
    """The words around a value, with a placeholder for it."""
    text = "{}" if words is None or callable(words.text) else words.text
    return _FIELD.sub("{}", text)


def _say(side: _Words, applied: Applied[Any], parameter: Parameter, value: Any, lead: bool) -> None:
    """Add the words for one parameter."""
    words, call = parameter.words, applied.call
    if value is Hidden.HIDDEN or (call is not None and parameter.name in call.hidden):
        said = "" if words is None else words.when_hidden()
        side.add(said or f"against a hidden {_spaced(parameter.name)}")
        return
    named = call is not None and parameter.name in call.names
    usual = not parameter.required and value == parameter.default and not named
    if _says_nothing(value) or (usual and not lead and not (words and words.always)):
        return
    trait = applied.names_of_parameters.get(parameter.name, "")
    if trait == listed(side.names):
        trait = ""
    if trait and not side.trait and (lead or parameter is applied.rule.parameters[0]):
        side.trait, trait = trait, ""
    if words is None:
        if text := _loose(parameter, value):
            side.loose.append(f"{text} ({trait})" if trait else text)
        return
    if _has_one_for_each(side, parameter, value):
        side.add_each(words, value)
        return
    said = _worded(words, parameter, value, _everybody(applied))
    if lead:  # the opponent is already named
        said = said.removeprefix("against ")
    if named and call is not None:  # a modifier from a sheet names its source itself
        said = said.replace(f" ({call.names[parameter.name]})", "")
    side.add(f"{said} ({trait})" if trait and said else said)


def _says_nothing(value: Any) -> bool:
    return value is None or (isinstance(value, Written) and not value.said)


def _has_one_for_each(side: _Words, parameter: Parameter, value: Any) -> bool:
    """True if several people roll, and a parameter has a number for each or one for all."""
    theirs = parameter.is_list and side_of(parameter.name) in (Side.OURS, Side.OPPONENT)
    fits = theirs and _is_numbers(value) and len(value) in (1, len(side.numbers))
    return bool(fits and side.numbers and any(value))


def _worded(words: Words, parameter: Parameter, value: Any, names: Sequence[str]) -> str:
    """A value in words; of a list with a number for each person, only those that matter."""
    if isinstance(value, Written):
        return words.said(value, value.said_among(names))
    if not parameter.is_list or callable(words.text):
        return words.said(value, _plain(value))
    if not value:
        return f"with no {_spaced(parameter.name)}"
    if _is_numbers(value) and not any(value):
        return f"with no {_spaced(parameter.name)}"
    if len(value) == 1:
        return words.said(value[0], _plain(value[0]))
    if _is_numbers(value) and not _FIELD.sub("", str(words.text)):
        return listed([_bare(words, each) for each in value])
    return words.said(value, _plain(value))


def _bare(words: Words | None, number: int) -> str:
    """A number as the words format it, but without the words."""
    field = None if words is None or callable(words.text) else _FIELD.search(words.text)
    return str(number) if field is None else field[0].format(number)


def _plain(value: Any) -> str:
    """A value as people write it, without the quotes and brackets of a call."""
    if isinstance(value, Expression):
        return value.written if value.comment else value.typed
    if isinstance(value, Written):
        return value.said
    return listed(list(map(_plain, value))) if isinstance(value, tuple | list) else show(value)


def _loose(parameter: Parameter, value: Any) -> str:
    """The words for a parameter that defines none."""
    name = _spaced(parameter.name)
    if isinstance(value, bool):
        return name if value else f"no {name}"
    if isinstance(value, Value) and type(value).__str__ is object.__str__:
        return ""  # it has no words of its own
    return f"{name} {_plain(value)}" if value not in ((), []) else f"no {name}"


def _spaced(name: str) -> str:
    return name.replace("_", " ")


def sheet_names(names: Mapping[str, str]) -> dict[str, str]:
    """The names of values on character sheets, without the names of the sheets."""
    found = {}
    for parameter, name in names.items():
        each = {one.rpartition(": ")[2] for one in name.split(", ")}
        if len(each) == 1:
            found[parameter] = each.pop()
    return found
