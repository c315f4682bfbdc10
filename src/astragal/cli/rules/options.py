"""The options of a rule's command: its parameters, and the options that all rules share."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import click

from astragal.cli.asking import Way, as_typed, options_of
from astragal.cli.own_options import (
    EVERY,
    EXPLAIN,
    KEY,
    MATTERS,
    PAUSE,
    PLOTS,
    SECRET,
    SHEET_OUT,
    STAFF,
    TIMES,
    WORK,
    formats,
)
from astragal.errors import ParameterError
from astragal.rules.parameters import Parameter
from astragal.rules.rule import Rule
from astragal.service.fields import DIALECT, GAME, STAKES, STEPS, VARIABLES, switch
from astragal.service.questions.advise import Advise
from astragal.service.questions.matters import Matters
from astragal.service.questions.odds import Odds
from astragal.service.questions.plan import Plan
from astragal.service.questions.reach import Reach
from astragal.service.questions.roll import Roll
from astragal.service.questions.start import Start
from astragal.service.questions.steps import Steps
from astragal.service.questions.sweep import Sweep

if TYPE_CHECKING:
    from astragal.table.stakes import Stakes

_DICE = (DIALECT, GAME, VARIABLES)
"""Fields that only concern dice."""
_ASKED = (*_DICE, STAKES)
_PICTURES = (*formats(), *PLOTS)
_ROWS = (EVERY, *_PICTURES)
_ROLLED = (SHEET_OUT, SECRET, EXPLAIN)
WAYS = (
    Way(Roll, (TIMES, *_ROLLED, *formats()), called="a roll", without=_DICE),
    Way(Start, (PAUSE, KEY, SECRET, EXPLAIN, *formats()), "pause", "a roll", without=_DICE),
    Way(
        Odds,
        (
            switch("odds", "show exact odds instead of rolling"),
            switch("table", "the chance of every outcome"),
            *_PICTURES,
        ),
        "odds",
        without=_ASKED,
    ),
    Way(Steps, (STEPS, *_PICTURES), "steps", without=_ASKED),
    Way(Sweep, (*STAFF, *_ROWS), "sweep", without=_ASKED),
    Way(Reach, (*STAFF, *_ROWS), "reach", without=_ASKED),
    Way(
        Matters,
        (MATTERS, *_PICTURES),
        "matters",
        without=_ASKED,
    ),
    Way(
        Advise,
        (switch("advise", "show what each option of a choice is worth"), *_ROWS),
        "advise",
        without=_ASKED,
    ),
    Way(
        Plan,
        (switch("plan", "show what is best in every situation"), *_ROWS),
        "plan",
        without=_ASKED,
    ),
)
COMMON = options_of(WAYS, WORK)
_SHORT = 40
_SHOWN = 3
"""The most positional parameters in the usage line of the help."""
_OWN = "parameter_"
"""The prefix of a rule's own options in click, which avoids clashes with common options."""


def own_options(rule: Rule[..., Any]) -> list[click.Option]:
    """An option for each parameter of a rule."""
    taken: set[str] = set()
    return [_option(parameter, taken) for parameter in rule.parameters]


def value_words(rule: Rule[..., Any]) -> click.Argument:
    """The argument for values without options, in the order of the parameters."""
    first = " ".join(f"[{each.name.upper()}]" for each in rule.parameters[:_SHOWN])
    return click.Argument(["words"], nargs=-1, metavar=first or "[NOTHING]")


def said_values(
    rule: Rule[..., Any],
    words: Sequence[str],
    given: Collection[str],
    is_name: Callable[[str], bool],
) -> dict[str, Any]:
    """The parameters given without options: ``2``, ``modifier=2``, ``vs 15``."""
    if not words:
        return {}
    from astragal.talk.call_words import read_call

    known = {each.name: each for each in rule.parameters}
    said = read_call(rule, [as_typed(word) for word in words], (), is_name, given)
    return {name: _value(known[name], text, rule) for name, text in said.items()}


def own_values(rule: Rule[..., Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters given by options; a name on a sheet stays a text."""
    values = {}
    for parameter in rule.parameters:
        value = given[_OWN + parameter.name]
        if value is not None:
            typed = isinstance(value, str)
            values[parameter.name] = _value(parameter, as_typed(value), rule) if typed else value
    return values


def _value(parameter: Parameter, typed: str, rule: Rule[..., Any]) -> Any:
    if typed.endswith(".toml") and _takes_a_table(parameter):
        from astragal.table.random_tables import RandomTable

        return RandomTable.load(typed)
    return parameter.typed(typed, rule.name)


def _option(parameter: Parameter, taken: set[str]) -> click.Option:
    spelt = _spelling(parameter, taken)
    taken.add(spelt)
    name, said = _OWN + parameter.name, about(parameter)
    if parameter.type.is_flag:
        return click.Option([f"{spelt}/--no-{spelt[2:]}", name], default=None, help=said)
    bare: dict[str, Any] = {}
    if parameter.type.switched_on is not None:  # it may stand alone, or in front of a value
        bare = {"is_flag": False, "flag_value": parameter.type.switched_on}
    return click.Option([spelt, name], metavar=_metavar(parameter), help=said, **bare)


def _spelling(parameter: Parameter, taken: set[str]) -> str:
    """The parameter's name as an option, with the prefix ``--rule-`` if it is taken."""
    common = {"--help", *(option for each in COMMON for option in each.opts)}
    spelt = f"--{parameter.name.replace('_', '-')}"
    while spelt in taken or spelt in common:
        spelt = f"--rule-{spelt[2:]}"
    return spelt


def about(parameter: Parameter) -> str:
    """The description of a parameter, its names for numbers, and its default."""
    names = parameter.type.number_names()
    said = parameter.help or parameter.type.wanted()
    if names and parameter.help:
        said += f": {', '.join(names)}"
    if not parameter.required and parameter.default not in (None, ()):
        said += f"  [default: {parameter.spell(parameter.default)}]"
    return said


def _metavar(parameter: Parameter) -> str:
    """A word for the value of an option; if they are short, the choices themselves."""
    choices = "|".join(parameter.type.choices_shown())
    if 0 < len(choices) <= _SHORT:
        return choices
    described: str = parameter.type.describe()["type"]
    return described.upper()


def _takes_a_table(parameter: Parameter) -> bool:
    """True if a parameter takes a random table, which may be in a file."""
    from astragal.table.random_tables import RandomTable

    written = parameter.type.written_type
    return written is not None and issubclass(written, RandomTable)


_STAKES = {"for": "favour", "favor": "favour", "want": "wants"}
"""Other words for the fields of stakes."""


def read_stakes(text: str) -> Stakes:
    """``wants: over the wall; failure: the dogs wake; against: rain, dark``, or a TOML file."""
    from astragal.table.stakes import Stakes

    if text.strip().endswith(".toml"):
        return _load_stakes(text)
    stakes: dict[str, Any] = {}
    for part in filter(str.strip, text.split(";")):
        name, colon, said = part.partition(":")
        if not colon:
            name, said = "wants", part
        name = _STAKES.get(name.strip().casefold(), name.strip().casefold())
        if name in stakes:
            raise click.BadParameter(f"{name} is given twice", param_hint="'--stakes'")
        several = [each.strip() for each in said.split(",")]
        stakes[name] = several if name in ("favour", "against") else said.strip()
    return Stakes.from_data(stakes)


def _load_stakes(path: str) -> Stakes:
    from astragal.table.files import parse_toml, read_text
    from astragal.table.stakes import Stakes

    text = read_text(path, "stakes")
    try:
        return Stakes.from_data(parse_toml(text, "stakes"))
    except ParameterError as error:
        raise ParameterError(error.code, f"{path}: {error.message}") from None
