"""Hints for rules that take too much work: the parameter that grows, and cheaper requests.

Requests that ask for less at once name themselves in ``remedy``, so that a hint never recommends a
request that the rule already makes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from astragal.errors import Hints
from astragal.experiment.experiment import Experiment

Onward = Mapping[Experiment[Any], Sequence[Any]]
"""Stages, each with its possible successors."""

_MANY = 100
"""A parameter with fewer values than this is not blamed for the number of states."""
_SEVERAL = 10
"""A parameter with at least this many values is blamed for the number of situations in a plan."""
_EVER_MORE = 1_000
"""A parameter of a plan with at least this many values should be capped."""
_WAYS = ("a total", "the best", "a pool", "notation")


class Growth(NamedTuple):
    """A parameter of a chain that takes very many values."""

    name: str
    least: int
    most: int
    only_grows: bool

    @property
    def values(self) -> str:
        return f"`{self.name}` takes ever more values, {self.least:,} to {self.most:,} so far"

    @property
    def advice(self) -> str:
        if self.only_grows:
            return (
                f"{self.values}, and only grows: if it just counts the steps, leave it out and ask "
                "for duration(), which counts them; or end the chain at a highest value"
            )
        return f"{self.values}: cap it, such as min({self.name}, 20)"


def growth(onward: Onward) -> Growth | None:
    """The parameter behind the many stages of a chain; None if there is none."""
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


class Making(NamedTuple):
    """The parameters behind the many situations of a plan, with the values they took."""

    values: Mapping[str, set[int]]

    def __str__(self) -> str:
        told = [
            f"`{name}` ({min(values):,} to {max(values):,} so far)"
            for name, values in [*self.values.items()][:3]
        ]
        return " and ".join(filter(None, (", ".join(told[:-1]), *told[-1:])))

    @property
    def advice(self) -> str:
        name, values = next(iter(self.values.items()))
        if len(values) < _EVER_MORE:
            return "let them take fewer values, with smaller goals or larger steps"
        return f"cap `{name}`, such as min({name}, 20), or leave it out if it just counts the steps"


def making(experiments: Iterable[Experiment[Any]]) -> Making | None:
    """The parameters behind the many situations of a plan; None if there are none."""
    values: dict[str, set[int]] = {}
    for each in experiments:
        for name, value in _given(each).items():
            if type(value) is int:
                values.setdefault(name, set()).add(value)
    several = sorted(
        (n for n in values if len(values[n]) >= _SEVERAL), key=lambda n: -len(values[n])
    )
    return Making({name: values[name] for name in several}) if several else None


def _given(stage: Any) -> Mapping[str, Any]:
    """The parameters of a rule by name."""
    return getattr(stage, "arguments", {})


def for_paths(onward: Onward, requests: Iterable[Any], waiting: Sequence[Any] = ()) -> Hints:
    """Hints for a rule with too many paths; ``requests`` are those that it makes.

    The ``waiting`` requests are nested: each was made by the one before it.
    """
    if (found := growth(onward)) is not None:
        return Hints(found.advice)
    if (found := growth({one: [other] for one, other in pairwise(waiting)})) is not None:
        return Hints(
            f"it asks for itself ever deeper: {found.values}; let it end without asking somewhere, "
            "or return it (`return …` instead of `yield …`): that makes it a chain"
        )
    asked = {getattr(each, "remedy", "") for each in requests}
    ways = [each for each in _WAYS if each not in asked]
    named = " or ".join(filter(None, (", ".join(ways[:-1]), *ways[-1:])))
    less = [f"ask for less at once: {named} instead of every die"] if ways else []
    apart = [] if onward else ["use a rule of its own for what repeats, or a chain"]
    return Hints("; or ".join([*less, *apart]))


def for_states(onward: Onward) -> Hints:
    """Hints for a chain with too many states."""
    found = growth(onward)
    return Hints("use fewer states: cap the numbers they hold" if found is None else found.advice)
