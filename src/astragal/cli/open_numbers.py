"""Open numbers as typed: ``--X 1..10 --Y 4,6,8``, or the parameters of a rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

import click

from astragal._nearest import did_you_mean
from astragal.cli.asking import as_typed
from astragal.cli.options import parse_number
from astragal.cli.rules.sets import find_rules
from astragal.errors import AstragalError
from astragal.rules.rule import Rule
from astragal.rules.types import ListType, OptionalType
from astragal.service.rule_subject import RuleSubject
from astragal.sweeps.axes import read_values
from astragal.table.party import Party


class Typed(NamedTuple):
    """The words of a command that are no options of its own."""

    words: tuple[str, ...]
    options: Mapping[str, str]

    @classmethod
    def of(cls, words: Iterable[str]) -> Typed:
        """What stands alone, and what stands behind an option."""
        alone, options = [], {}
        rest = iter([as_typed(word) for word in words])
        for word in rest:
            if not word.startswith("--") or not word[2:3].isalpha():
                alone.append(word)
                continue
            name, sign, value = word[2:].partition("=")
            if not sign and (value := next(rest, "")) == "":
                raise click.UsageError(f"--{name} needs a value, e.g. --{name} 1..10")
            if name in options:
                raise click.UsageError(f"--{name} is given twice")
            options[name] = value
        return cls(tuple(alone), options)


class Open(NamedTuple):
    """What has open numbers, their values, and what stays as it is."""

    what: Any
    axes: Mapping[str, tuple[Any, ...]]
    fixed: Mapping[str, Any]
    aim: Any = None


def open_notation(family: str, typed: Typed) -> Open:
    """Notation with letters, and the numbers for them."""
    if typed.words:
        raise click.UsageError(f"--family and {' '.join(typed.words)}: give one of them")
    if not typed.options:
        raise click.UsageError("which numbers are open? e.g. --family XdY --X 1..10 --Y 4,6,8")
    read = {name: _values(name, text, _number) for name, text in typed.options.items()}
    return Open(family, read, {})


def open_rule(typed: Typed, party: Party) -> Open:
    """A rule; those of its parameters that have several values are open."""
    game, *rest = typed.words
    if len(rest) != 1:
        raise click.UsageError(
            "name a game and a rule, and its parameters as options; "
            "e.g. astragal find tiers check --stat 30..60/5 --chance passes 65%"
        )
    rule = find_rules(game.lower() if not game.endswith(".py") else game).find(rest[0])
    given = {_parameter(rule, name): text for name, text in typed.options.items()}
    parameters = {each.name: each for each in rule.parameters}
    opened = {name for name, text in given.items() if _is_open(parameters[name].type, text)}
    values = {
        n: parameters[n].typed(text, rule.name) for n, text in given.items() if n not in opened
    }
    subject = RuleSubject(rule, values, party)
    axes = {name: _values(name, given[name], None, subject) for name in given if name in opened}
    what, fixed = subject.swept(axes)
    return Open(what, axes, fixed, subject.own_aim)


def _is_open(kind: Any, text: str) -> bool:
    """Whether a text gives several values; commas belong to a value that is a list itself."""
    inner = kind.inner if isinstance(kind, OptionalType) else kind
    return ".." in text or ("," in text and not isinstance(inner, ListType))


def _parameter(rule: Rule[..., Any], name: str) -> str:
    known = [each.name for each in rule.parameters]
    spelt = name.replace("-", "_")
    if spelt not in known:
        hint = did_you_mean(name, [f"--{each}" for each in known], f"it takes {', '.join(known)}")
        raise click.UsageError(f"{rule.name} has no {name}; {hint}")
    return spelt


def _values(
    name: str,
    text: str,
    read: Callable[[str, Any], Any] | None,
    subject: RuleSubject | None = None,
) -> tuple[Any, ...]:
    try:
        if subject is not None:
            return subject.read_axis(name, text)
        assert read is not None
        return read_values(name, text, read)
    except AstragalError as error:
        raise click.BadParameter(error.message, param_hint=f"'--{name}'") from None


def _number(name: str, text: str) -> Any:
    return parse_number(text, f"--{name}")
