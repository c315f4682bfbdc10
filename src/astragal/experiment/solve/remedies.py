"""What helps where a rule takes too much: the parameter that grows, and what it does not ask for.

Each way to ask for less at once is a ``remedy`` of the requests that are it: what a rule asks for
already is not advised.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from astragal.errors import Hints
from astragal.experiment.experiment import Experiment

Onward = Mapping[Experiment[Any], Sequence[Any]]
"""Stages, each with those that may follow it."""

_MANY = 100
"""With fewer values, a parameter is not what makes the states many."""
_SEVERAL = 10
"""A parameter with as many values makes the situations of a plan that many times more."""
_WAYS = ("a total", "the best", "a pool", "notation")


class Growth(NamedTuple):
    """A parameter of a chain with very many values."""

    name: str
    least: int
    most: int
    only_grows: bool

    @property
    def advice(self) -> str:
        values = f"`{self.name}` takes ever more values, {self.least:,} to {self.most:,} so far"
        if self.only_grows:
            return (
                f"{values}, and only grows: if it just counts the steps, leave it out and ask "
                "for duration(), which counts them; or end the chain at a highest value"
            )
        return f"{values}: cap it, such as min({self.name}, 20)"


def growth(onward: Onward) -> Growth | None:
    """The parameter that makes the stages of a chain so many, if there is one."""
    stages = [each for each in onward if _given(each)]
    if not stages:
        return None
    ((definition, _),) = Counter(each.definition for each in stages).most_common(1)
    alike = [each for each in stages if each.definition is definition]
    values: dict[str, set[int]] = {}
    for each in alike:
        for name, value in _given(each).items():
            if type(value) is int:
                values.setdefault(name, set()).add(value)
    name = max(values, key=lambda name: len(values[name]), default="")
    if not name or len(values[name]) < _MANY:
        return None
    after = (
        (_given(each)[name], _given(following)[name])
        for each in alike
        for following in onward[each]
        if following.definition is definition
    )
    only_grows = all(later >= now for now, later in after)
    return Growth(name, min(values[name]), max(values[name]), only_grows)


def making(experiments: Iterable[Experiment[Any]]) -> str:
    """The parameters that make the situations of a plan many, with their values so far."""
    values: dict[str, set[int]] = {}
    for each in experiments:
        for name, value in _given(each).items():
            if type(value) is int:
                values.setdefault(name, set()).add(value)
    several = sorted(
        (n for n in values if len(values[n]) >= _SEVERAL), key=lambda n: -len(values[n])
    )
    told = [
        f"`{name}` ({min(values[name]):,} to {max(values[name]):,} so far)" for name in several[:3]
    ]
    return " and ".join(filter(None, (", ".join(told[:-1]), *told[-1:])))


def _given(stage: Any) -> Mapping[str, Any]:
    """The parameters of a rule by name."""
    return getattr(stage, "arguments", {})


def for_paths(onward: Onward, requests: Iterable[Any]) -> Hints:
    """What helps where a rule can go too many ways; ``requests`` are those that it makes."""
    if (found := growth(onward)) is not None:
        return Hints(found.advice)
    asked = {getattr(each, "remedy", "") for each in requests}
    ways = [each for each in _WAYS if each not in asked]
    named = " or ".join(filter(None, (", ".join(ways[:-1]), *ways[-1:])))
    less = [f"ask for less at once: {named} instead of every die"] if ways else []
    apart = [] if onward else ["use a rule of its own for what repeats, or a chain"]
    return Hints("; or ".join([*less, *apart]))


def for_states(onward: Onward) -> Hints:
    """What helps where a chain has too many states."""
    found = growth(onward)
    return Hints("use fewer states: cap the numbers they hold" if found is None else found.advice)
