"""``astragal find``."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import click

from astragal._nearest import did_you_mean
from astragal.cli.asking import Way, as_typed
from astragal.cli.call import Call
from astragal.cli.own_options import PLOTS, formats
from astragal.cli.reading import load_party
from astragal.cli.rules.sets import find_rules
from astragal.cli.wrong_use import PlainCommand
from astragal.rules.rule import Rule
from astragal.rules.types import ListType, OptionalType
from astragal.service.questions.find import Find


class FindCall(Call):
    """Find dice for a wish, or the parameters of a rule: exact, best first.

    The dice tried are 1 to 12 of one kind, all or some of them kept, alone or with some of
    another kind, plus -20 to 20; --family says which instead.

    \b
    astragal find --mean 12 --sd 3
    astragal find --chance ">=15" 65% --chance "<=5" 5%
    astragal find --range 3..18 --mean 12 --near 0.2
    astragal find --mean 12 --sd 3 --weight mean=2
    astragal find --family XdY+Z --X 1..10 --Y 4,6,8 --Z 0..5 --mean 12
    astragal find tiers check --stat 30..60/5 --chance passes 50%

    A chance that is off by 5 % counts like a mean that is off by 1.
    """

    name = "find"
    ways = (Way(Find, (*formats(), *PLOTS), called="a search"),)
    arguments = (
        click.Argument(["words"], nargs=-1, metavar="[GAME RULE]", type=click.UNPROCESSED),
    )

    def answer(self) -> None:
        typed = self.typed
        party = load_party(typed["sheet"]) if typed["sheet"] else self.session.party
        tried = _tried(*_parted(typed["words"]), has_family=typed["family"] is not None)
        given = self.way.given(typed, wishes=_wishes(typed), sheets=party, **tried)
        self.show(self.work(Find().found, given))


command = FindCall.command(PlainCommand, context_settings={"ignore_unknown_options": True})


# The dice, or the rule


def _parted(words: Iterable[str]) -> tuple[list[str], dict[str, str]]:
    """Split words into positional ones and the values of options unknown to the command."""
    alone: list[str] = []
    options: dict[str, str] = {}
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
    return alone, options


def _tried(alone: list[str], options: Mapping[str, str], *, has_family: bool) -> dict[str, Any]:
    """The fields that select the candidates: dice with open numbers, a rule, or our own dice."""
    if has_family and alone:
        raise click.UsageError(f"--family and {' '.join(alone)}: give one of them")
    if has_family and not options:
        raise click.UsageError("which numbers are open? e.g. --family XdY --X 1..10 --Y 4,6,8")
    if alone:
        return _rule(alone, options)
    for name in () if has_family else options:
        raise click.NoSuchOption(f"--{name}")
    return {"axes": options}


def _rule(alone: list[str], options: Mapping[str, str]) -> dict[str, Any]:
    """The fields for a rule; its parameters with several values become axes."""
    game, *rest = alone
    if len(rest) != 1:
        raise click.UsageError(
            "name a game and a rule, and its parameters as options; "
            "e.g. astragal find tiers check --stat 30..60/5 --chance passes 65%"
        )
    rule = find_rules(game.lower() if not game.endswith(".py") else game).find(rest[0])
    known = {each.name: each.type for each in rule.parameters}
    typed = {_parameter(rule, name): text for name, text in options.items()}
    axes = {name: text for name, text in typed.items() if _is_open(known[name], text)}
    fixed = {name: text for name, text in typed.items() if name not in axes}
    return {"rule": rule, "axes": axes, "parameters": fixed}


def _is_open(kind: Any, text: str) -> bool:
    """True if a text gives several values; commas do not count if the parameter is a list."""
    inner = kind.inner if isinstance(kind, OptionalType) else kind
    return ".." in text or ("," in text and not isinstance(inner, ListType))


def _parameter(rule: Rule[..., Any], name: str) -> str:
    known = [each.name for each in rule.parameters]
    spelt = name.replace("-", "_")
    if spelt not in known:
        hint = did_you_mean(name, [f"--{each}" for each in known], f"it takes {', '.join(known)}")
        raise click.UsageError(f"{rule.name} has no {name}; {hint}")
    return spelt


# The wishes


def _wishes(typed: Mapping[str, Any]) -> list[dict[str, str]]:
    """The wishes that were typed, each with its weight."""
    weights = dict(map(_weight, typed["weight"]))
    options = {"mean": "mean", "sd": "sd", "range": "range", "steps": "steps_mean"}
    wished = [(of, typed[option]) for of, option in options.items() if typed[option] is not None]
    wishes = [
        {"of": name, "target": as_typed(target), "weight": weights.pop(name, "1")}
        for of, target in (*wished, *typed["chance"])
        for name in [as_typed(of).strip()]
    ]
    for of in weights:
        raise click.UsageError(f"--weight {of}: nothing is wished for of that name")
    return wishes


def _weight(typed: str) -> tuple[str, str]:
    name, sign, number = as_typed(typed).rpartition("=")
    if not sign or not name:
        raise click.BadParameter("write it like mean=2", param_hint="'--weight'")
    return name.strip(), number
