"""Modifiers as steps of exact arithmetic: what each does to values, done to their laws."""

from __future__ import annotations

from collections.abc import Sequence

from astragal.die import Die
from astragal.notation import modifiers as written
from astragal.notation.conditions import Condition, Variables, resolve
from astragal.odds.laws.arithmetic import capped, raised
from astragal.odds.laws.law import Law, union
from astragal.odds.pools.effects import Burst, Each, Keep, Split, Step, Unique


def steps_of(
    modifiers: Sequence[written.Modifier], die: Die | None, variables: Variables
) -> list[Step]:
    """The steps of some modifiers; ``die`` is None for the members of a group."""
    draws = die is not None and any(modifier.draws for modifier in modifiers)
    face = Law.of_die(die) if die is not None and draws else None
    steps = []
    for modifier in modifiers:
        if die is not None:
            modifier.check(die, variables)
        step = _step(modifier, die, face, variables)
        if step is not None:
            steps.append(step)
    return steps


def _step(
    modifier: written.Modifier, die: Die | None, face: Law | None, variables: Variables
) -> Step | None:
    match modifier:
        case written.Keep():
            number = modifier.resolved(variables)
            return Keep(number, modifier.highest, modifier.drop)
        case written.Clamp(bound=bound):
            limit, change = resolve(bound, variables), raised if modifier.raises else capped
            return Each(lambda law: change(law, limit), monotone=True)
        case written.Count(tallies=tallies):
            return _count(tallies, variables)
        case written.Unique():
            return Unique()
        case written.Sort():
            return None
        case written.Explode():
            assert die is not None
            assert face is not None
            split = _splits(modifier.condition, variables, die.faces[-1:])
            burst = modifier.burst
            less, once, folded = burst == "!p", burst == "!o", burst == "!!"
            return Burst(split, face, int(less), once=once, folded=folded)
        case written.Reroll():
            assert die is not None
            assert face is not None
            split = _splits(modifier.condition, variables, die.faces[: modifier.lowest])
            return _reroll(split, face, until=modifier.until)
    raise TypeError(f"no odds for {type(modifier).__name__}")


def _reroll(split: Split, face: Law, *, until: bool) -> Each:
    _, again = split(face)
    new = again.weighted(1 / again.mass) if until else face

    def change(law: Law) -> Law:
        hit, miss = split(law)
        return union([miss, new.weighted(hit.mass)])

    return Each(change)


_FEW = 1000
"""Up to so many values are counted one by one."""


def _count(tallies: Sequence[written.Tally], variables: Variables) -> Each:
    tests = [(tally.condition.test(variables), tally.points) for tally in tallies]
    splits = [(_splits(tally.condition, variables), tally.points) for tally in tallies]

    def change(law: Law) -> Law:
        if law.finite and law.size <= _FEW:
            return law.map(lambda value: sum(points for test, points in tests if test(value)))
        parts = [(0, law)]
        for split, points in splits:
            halves = [(sofar, *split(part)) for sofar, part in parts]
            parts = [(sofar + points, hit) for sofar, hit, _ in halves]
            parts += [(sofar, miss) for sofar, _, miss in halves]
        return union(Law.certain(points).weighted(part.mass) for points, part in parts)

    return Each(change)


def _splits(condition: Condition | None, variables: Variables, faces: Sequence[int] = ()) -> Split:
    """Takes a law apart into what matches a condition, or without one some faces, and the rest."""
    if condition is None:
        return _among(faces)
    op = condition.op
    low, high = condition.bounds(variables)

    def split(law: Law) -> tuple[Law, Law]:
        match op:
            case "<":
                return law.cut(low)
            case "<=":
                return law.cut(low, past=True)
            case ">":
                return law.cut(low, past=True)[::-1]
            case ">=":
                return law.cut(low)[::-1]
        below, rest = law.cut(low)
        inside, above = rest.cut(high, past=True)
        outside = union([below, above])
        return (inside, outside) if op == "=" else (outside, inside)

    return split


def _among(faces: Sequence[int]) -> Split:
    """Takes a law apart into these values, and the rest."""

    def split(law: Law) -> tuple[Law, Law]:
        found, left = [], law
        for face in faces:
            below, rest = left.cut(face)
            same, above = rest.cut(face, past=True)
            found.append(same)
            left = union([below, above])
        return union(found), left

    return split
