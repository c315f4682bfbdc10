"""Names that circumstances can use: parameters, rolls and outcomes of the rules in play."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from astragal._nearest import did_you_mean
from astragal.errors import ParameterError
from astragal.rules.rule import Rule
from astragal.table.calls import plain_name, spoken_forms
from astragal.table.circumstances import Circumstance, Circumstances
from astragal.table.people import Character, People, sheet_of
from astragal.table.sides import sides_of

_SOME = 8
"""The most parameters listed in a hint."""


def check_circumstances(people: People, rules: Iterable[Rule[..., Any]], where: str) -> None:
    """Refuse a circumstance that can never have an effect in these rules.

    ``where`` names the game or file of the rules. Rules of other games do not count.
    """
    if any(person.circumstances.each for person in people.each):
        known = tuple(rules)
        for person in people.each:
            try:
                _check_all(person.circumstances, _Owner.of(person), known, where)
            except ParameterError as error:
                whose = f"{person.name}'s " if people.several else ""
                raise ParameterError(
                    error.code, f"{whose}{error.message}", hint=error.hints
                ) from None


class _Owner(NamedTuple):
    """The names on a sheet, for checking the owner's circumstances."""

    sheet: str
    names: tuple[str, ...]

    @classmethod
    def of(cls, person: Character) -> _Owner:
        return cls(sheet_of(person), tuple(person.known_names))


@lru_cache(maxsize=32)
def _check_all(
    circumstances: Circumstances, owner: _Owner, rules: tuple[Rule[..., Any], ...], where: str
) -> None:
    """Check all circumstances of a sheet; cached because a sweep repeats them in every cell."""
    plain = frozenset((*map(plain_name, owner.names), *_rule_names(rules)))
    for each in circumstances.each:
        _check(each, owner, plain, rules, where)


def check_circumstance(
    circumstance: Circumstance,
    person: Character,
    rules: Collection[Rule[..., Any]],
    where: str,
) -> None:
    """Refuse a circumstance that refers to anything unknown in these rules."""
    _check_all(Circumstances((circumstance,)), _Owner.of(person), tuple(rules), where)


def _check(
    circumstance: Circumstance,
    owner: _Owner,
    plain: frozenset[str],
    rules: Collection[Rule[..., Any]],
    where: str,
) -> None:
    """Check one circumstance; ``plain`` holds the plain names of all rolls."""
    for name in circumstance.gives:
        if not any(sides_of(rule).knows(name) for rule in rules):
            raise _unknown_parameter(circumstance, name, rules, where)
    for name in circumstance.on:
        if plain.isdisjoint(spoken_forms(name)):
            raise _unknown_roll(circumstance, name, owner, rules, where)
    field = circumstance.outcome_field
    fields = [_outcome_fields(rule) for rule in rules]
    if field and None not in fields and not any(field in each for each in fields if each):
        known = sorted({name for each in fields for name in each or ()})
        raise ParameterError(
            "bad-circumstance",
            f"{circumstance.name}: no outcome of {where} has {field}",
            hint=did_you_mean(field, known, f"the outcomes have {', '.join(known)}"),
        )


def _unknown_parameter(
    circumstance: Circumstance, name: str, rules: Iterable[Rule[..., Any]], where: str
) -> ParameterError:
    known = {
        each.name for rule in rules for each in rule.parameters if sides_of(rule).knows(each.name)
    }
    all_known = {each.name for rule in rules for each in rule.parameters}
    what = (
        "is no number to add to"
        if name in all_known
        else f"no rule of {where} has a parameter {name}"
    )
    return ParameterError(
        "bad-circumstance",
        f"{circumstance.name}: {f'{name} ' if name in all_known else ''}{what}",
        hint=did_you_mean(name, sorted(known), _what_to_do(circumstance, sorted(known))),
    )


def _what_to_do(circumstance: Circumstance, known: list[str]) -> str:
    some = ", ".join(known[:_SOME]) + (" …" if len(known) > _SOME else "")
    return f"end {circumstance.name} if it belongs to another game; this one adds to {some}"


def _rule_names(rules: Iterable[Rule[..., Any]]) -> Iterator[str]:
    for rule in rules:
        yield plain_name(rule.name)
        yield plain_name(rule.name.rpartition(".")[2])


def _unknown_roll(
    circumstance: Circumstance,
    name: str,
    owner: _Owner,
    rules: Iterable[Rule[..., Any]],
    where: str,
) -> ParameterError:
    known = [*owner.names, *(rule.name.rpartition(".")[2] for rule in rules)]
    return ParameterError(
        "bad-circumstance",
        f"{circumstance.name}: {name} is neither on {owner.sheet} nor a rule of {where}",
        hint=did_you_mean(name, known, f"there are {', '.join(known)}"),
    )


@lru_cache(maxsize=200)
def _outcome_fields(rule: Rule[..., Any]) -> frozenset[str] | None:
    """The fields of a rule's outcomes; None if its signature does not declare them."""
    classes = rule.outcome_classes
    if not classes or not all(isinstance(each, type) for each in classes):
        return None
    names = (name for each in classes for name in (*dir(each), *_declared(each)))
    return frozenset({"outcome", *(name for name in names if name[:1] != "_")})


def _declared(outcome: type) -> Iterator[str]:
    for each in outcome.__mro__:
        yield from vars(each).get("__annotations__", ())
