"""Words: the outcomes of a cell with their chances, in an order shared by all cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from fractions import Fraction
from operator import itemgetter
from typing import Any, NamedTuple, TypeAlias

from astragal.errors import NOWHERE
from astragal.experiment.experiment import Experiment
from astragal.limits import Limits
from astragal.mechanics.ranges import RangeTable
from astragal.notation.cost import nodes_in
from astragal.notation.expression import Expression
from astragal.notation.nodes.ranges import NO_RANGE, Ranges
from astragal.outcome import event_text, typed
from astragal.probability.distribution import Distribution
from astragal.rules.rule import Applied

Rank: TypeAlias = tuple[int, Any] | None
"""Sort key of a word; None if it is unordered."""


class Word(NamedTuple):
    """An outcome with its chance: a number, true, false, or the outcome as people read it.

    It can be sent to any process; outcomes that read alike become one word.
    """

    word: Any
    rank: Rank
    chance: Fraction


class Words(NamedTuple):
    """The answer of a cell whose outcomes are words."""

    words: tuple[Word, ...]


def check_number(words: int, limits: Limits) -> None:
    """Refuse more words, over all cells, than a grid may have cells."""
    if words > limits.cells:
        raise limits.exceeded(
            "cells",
            words,
            NOWHERE,
            about="the chance of every outcome",
            advice="look at a field with few values, or at one value, such as outcome=hit",
        )


def words_of(seen: Distribution, experiment: Experiment[Any]) -> Words:
    """Every outcome as a word, with its chance."""
    ranges = _ranges(experiment)
    found: dict[Any, Word] = {}
    for outcome, chance in seen.items():
        word = _word(outcome)
        first = found.get(typed(word), Word(word, _rank(outcome, ranges), Fraction(0)))
        found[typed(word)] = first._replace(chance=first.chance + chance)
    return Words(tuple(found.values()))


def _word(outcome: Any) -> Any:
    return outcome if type(outcome) in (int, Fraction, bool, str) else event_text(outcome)


def _rank(outcome: Any, ranges: Mapping[str, int]) -> Rank:
    """Sort key: numbers, then ranges as written and members of an enumeration as declared."""
    if isinstance(outcome, Enum):
        return (2, list(type(outcome)).index(outcome))
    if isinstance(outcome, int | Fraction):
        return (0, outcome)
    return (1, ranges[outcome]) if isinstance(outcome, str) and outcome in ranges else None


def _ranges(experiment: Experiment[Any]) -> dict[str, int]:
    """Names of all ranges in dice or among a rule's parameters, numbered as written."""
    if isinstance(experiment, Expression):
        nodes = nodes_in(experiment.bindings, experiment.body)
        tables = [node.ranges for node in nodes if isinstance(node, Ranges)]
    elif isinstance(experiment, Applied):
        tables = [each.ranges for each in experiment.values if isinstance(each, RangeTable)]
    else:
        return {}
    names = dict.fromkeys([*(each.name for ranges in tables for each in ranges), NO_RANGE])
    return {name: place for place, name in enumerate(names)}


def in_order(answers: Iterable[Words]) -> tuple[Any, ...]:
    """The words of all cells without repetition, in their natural order.

    Words without a natural order keep the order of the cells.
    """
    orders = list(dict.fromkeys(tuple(each[:2] for each in answer.words) for answer in answers))
    ranks = {typed(word): (word, rank) for order in orders for word, rank in order}
    ranked = [(rank, word) for word, rank in ranks.values() if rank is not None]
    if len(ranked) == len(ranks):
        return tuple(word for _, word in sorted(ranked, key=itemgetter(0)))
    merged = _merged([[typed(word) for word, _ in order] for order in orders])
    return tuple(ranks[key][0] for key in merged)


def _merged(orders: Sequence[Sequence[Any]]) -> list[Any]:
    """Merge lists into one that keeps the order of each, as far as they agree."""
    merged: list[Any] = []
    for order in orders:
        place = 0
        for each in order:
            if each in merged:
                place = max(place, merged.index(each) + 1)
            else:
                merged.insert(place, each)
                place += 1
    return merged
