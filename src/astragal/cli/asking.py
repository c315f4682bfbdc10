"""Commands built from questions: their fields become options, and parse the typed texts.

A command asks one of several questions; a switch selects it, such as ``--odds`` after a rule. Every
other option must be a field of that question, or one of its terminal options. Help, error messages
and completion follow from the fields.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import click

from astragal._value import Value
from astragal._visible import in_short
from astragal.cli.wrong_use import PlainCommand
from astragal.errors import AstragalError
from astragal.service.fields import Field, type_given

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from astragal.service.question import Given, Question

Typed = Mapping[str, Any]
"""The typed texts by option name, with ``_`` for ``-``."""
_FEW = 2
"""The help of an option names the questions it goes with if there are at most this many."""


class Way(Value):
    """A question that a command can ask, with the terminal options that go with it."""

    question: type[Question] | None
    own: tuple[Field, ...] = ()
    switch: str = ""
    """the options that select the question; "" for the command's default"""
    called: str = ""
    """the name of the question in sentences; "" to use the switch"""
    without: tuple[Field, ...] = ()
    """fields of the question without an option in this command"""

    @cached_property
    def options(self) -> dict[str, Field]:
        """The options that go with it, by name."""
        question = self.question
        asked = () if question is None else (*question.fields, *question.typed)
        left_out = {each.name for each in self.without}
        listed = (*(each for each in asked if each.name not in left_out), *self.own)
        return {each.place: each for each in listed if each.spelt}

    @cached_property
    def switches(self) -> set[str]:
        """The names of the options that select the question, with ``_`` for ``-``."""
        return {each.replace("-", "_") for each in self.switch.split()}

    def __str__(self) -> str:
        return self.called or f"--{self.switch}"

    def given(self, typed: Typed, **more: Any) -> Given:
        """The fields of the question: the typed values and those in ``more``."""
        assert self.question is not None
        return given_of(self.question, typed, **more)


def given_of(question: type[Question], typed: Typed, **more: Any) -> Given:
    """The fields of a question, with defaults for those that were not typed."""
    given = {}
    for each in question.fields:
        value = typed.get(each.place) if each.spelt and each.name not in more else None
        if each.name in more:
            given[each.name] = more[each.name]
        elif is_given(value, each):
            given[each.name] = value_of(each, value)
        elif each.required and each.spelt:
            example = each.example or each.shown
            raise click.UsageError(f"{each.option} is missing, e.g. {each.option} {example}")
        else:
            given[each.name] = None if each.required else each.default
    return given


# Options


class FieldOption(click.Option):
    """An option for a field, which supplies the completions."""

    def __init__(self, field: Field, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.field = field

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        from click.shell_completion import CompletionItem

        found = [CompletionItem(text, help=about) for text, about in self.field.completes()]
        return [each for each in found if each.value.startswith(incomplete)] or (
            super().shell_complete(ctx, incomplete)
        )


def options_of(ways: Sequence[Way], common: Iterable[Field] = ()) -> list[click.Option]:
    """The options of a command: every field of its questions once, and the terminal options."""
    fields: dict[str, Field] = {}
    for way in ways:
        fields.update((place, each) for place, each in way.options.items() if place not in fields)
    usual = {place for way in ways if not way.switch for place in way.options}
    switches = {place for way in ways for place in way.switches}
    made = []
    for place, each in fields.items():
        with_ = [way for way in ways if place in way.options and place not in way.switches]
        told = place not in usual | switches and len(with_) <= _FEW
        shown = _listed(with_) if told else ""
        made.append(option_of(each, f"With {shown}: " if shown else ""))
    return [*made, *map(option_of, common)]


def option_of(field: Field, before: str = "") -> click.Option:
    """An option for a field; its help is the field's description as a sentence."""
    about = before + field.help if before else field.help[:1].upper() + field.help[1:]
    spelt = [f"--{each}" for each in field.spelt.split()]
    more: dict[str, Any] = {}
    if field.is_switch:
        more = {"is_flag": True, "default": None if field.paired else False}
    elif field.bare is not None:
        more = {"is_flag": False, "flag_value": field.bare}
    return FieldOption(
        field,
        ["/".join(spelt), field.place],
        metavar=field.shown or None,
        multiple=field.several,
        nargs=field.parts,
        help=f"{about}.",
        **more,
    )


# Commands


class WordsCommand(PlainCommand):
    """A command whose arguments may begin with a dash: ``-2d6`` is dice, ``-2`` a modifier.

    An unknown word that looks like an option is still refused.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.ignore_unknown_options = True
        separated = args[args.index("--") :] if "--" in args else []
        rest = super().parse_args(ctx, args)
        for text in self._words(ctx):
            if is_option(text) and text not in separated:
                raise click.NoSuchOption(text.partition("=")[0], ctx=ctx)
        return rest

    def _words(self, ctx: click.Context) -> Iterator[str]:
        for each in self.params:
            if isinstance(each, click.Argument):
                yield from ctx.params.get(each.name or "") or ()


_OPTION = re.compile(r"--[a-zA-Z].*|-[a-zA-Z]", re.DOTALL)


def is_option(text: str) -> bool:
    """True if a word looks like an option: ``--explain``, ``-x``; but ``--d6`` is dice."""
    if not _OPTION.fullmatch(text):
        return False
    from astragal.dialects.reading import parse

    try:
        return not parse(text).body.draws
    except AstragalError:
        return True


# Typed options


def chosen(ways: Sequence[Way], typed: Typed) -> Way:
    """The question that the typed options select; refuses two questions, or a foreign option."""
    known = {place: field for each in ways for place, field in each.options.items()}
    given = {place: each for place, each in typed.items() if is_given(each, known.get(place))}
    asked = [way for way in ways if not way.switches.isdisjoint(given)]
    # A question that is a field of another selected question only adds to it: --sweep … --steps.
    wanted = [
        way
        for way in asked
        if not any(way.switches & other.options.keys() for other in asked if other is not way)
    ]
    if len(wanted) > 1:
        switches = (next(each for each in given if each in way.switches) for way in wanted)
        listed = (f"--{each.replace('_', '-')}" for each in switches)
        raise click.UsageError(f"give one of {' and '.join(listed)}")
    (way,) = wanted or [each for each in ways if not each.switch]
    _check(way, ways, given, known)
    return way


def is_given(typed: Any, field: Field | None) -> bool:
    """True if an option was typed; False counts only for one of a pair of switches."""
    return typed not in (None, ()) and (typed is not False or (field is not None and field.paired))


def _check(way: Way, ways: Sequence[Way], given: Typed, known: Mapping[str, Field]) -> None:
    for place, typed in given.items():
        if place in way.switches or place not in known:
            continue
        field = known[place]
        option = field.option_typed(typed)
        if place not in way.options:
            fitting = [each for each in ways if place in each.options]
            if any(not each.switches.isdisjoint(given) for each in fitting):
                raise click.UsageError(f"leave out {option}: it does not go with {way}")
            raise click.UsageError(f"{option} goes with {_listed(fitting)}")
        check_field(way.options[place], way.options, given)


def check_field(field: Field, known: Mapping[str, Field], given: Iterable[str]) -> None:
    """Refuse options that exclude a typed field, and missing ones that it needs."""
    names = {known[place].name: known[place] for place in given if place in known}
    for other in field.apart:
        if other in names:
            first, second = sorted((field, names[other]), key=lambda each: each is not field)
            raise click.UsageError(f"give {first.option} or {second.option}, not both")
    if field.needs is not None and field.needs not in names:
        needed = next(each for each in known.values() if each.name == field.needs)
        raise click.UsageError(f"{field.option} goes with {needed.option}")


def _listed(ways: Sequence[Way]) -> str:
    ways = [way for way in ways if not any(_adds_to(way, each) for each in ways)]
    usual = {way.called for way in ways if not way.switch}
    names = (
        each.called if each.called in usual else f"--{each.switch.partition(' ')[0]}"
        for each in ways
    )
    *first, last = dict.fromkeys(names)
    return f"{', '.join(first)} or {last}" if first else last


def _adds_to(way: Way, other: Way) -> bool:
    """True if a question only adds to another one, as ``--reach`` does to ``--sweep``."""
    needed = {place for place, field in way.options.items() if field.required}
    return way is not other and not other.switches.isdisjoint(needed)


def value_of(field: Field, typed: Any) -> Any:
    """The value of a field from its typed text; several texts give a tuple or a mapping."""
    if field.is_switch or not isinstance(typed, str | tuple):
        return typed
    texts = [as_typed(each) for each in ([typed] if isinstance(typed, str) else typed)]
    values = [_parsed(field, text) for text in texts]
    if all(isinstance(each, dict) for each in values):
        return _together(field, values)
    return values[0] if len(values) == 1 else tuple(text.strip() for text in texts)


def _together(field: Field, values: Iterable[dict[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for value in values:
        if field.once and (twice := next(iter(value.keys() & found.keys()), None)):
            raise click.UsageError(f"{field.option} {twice} is given twice")
        found |= value
    return found


def _parsed(field: Field, text: str) -> Any:
    from astragal.rules.types import MismatchError

    try:
        return type_given(field).parse(text)
    except MismatchError:
        like = f"; write it like {field.example}" if field.example else ""
        wrong = f"{in_short(text)} is not {field.noun or type_given(field).wanted()}{like}"
    except AstragalError as error:
        wrong = "; ".join(filter(None, (error.message, error.hint)))
    raise click.BadParameter(wrong, param_hint=f"'{field.option}'")


def as_typed(text: str) -> str:
    """The argument as UTF-8 text: in an ASCII locale, Python leaves it undecoded."""
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
