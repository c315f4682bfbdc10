"""The best plan against expectimax over everything that can happen, in random small rules.

They mix dice, walks, choices of both sides, chains, and what they ask for that has choices itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from astragal import Asks, Experiment, choose, d, pool, rule, walk
from tests.support.examples import examples

ENDS = 3
SIZE = 7


class Node(NamedTuple):
    """A place in a random rule; it leads to places before it, of which the first ones are ends."""

    kind: str
    asked: int
    ways: tuple[int, int, int]


def twos(found: int, face: int, shown: int) -> int:
    return found + shown * (face == 2)


def played(nodes: Sequence[Node]) -> Experiment[int]:
    @rule
    def play(place: int) -> Asks[int]:
        """Go from place to place until an end."""
        while place >= ENDS:
            kind, asked, ways = nodes[place - ENDS]
            if kind == "die":
                place = ways[(yield d(3)) - 1]
            elif kind == "walk":
                place = ways[(yield walk(pool(2, 2), start=0, step=twos))]
            elif kind == "chain":
                return play(ways[0])
            elif kind == "ask":
                place = ways[(yield play(asked))]
            else:
                options = {"left": 0, "middle": 1, "right": 2}
                opposed = kind == "them"
                place = ways[(yield choose("which way?", options, opposed=opposed, place=place))]
        return place

    return play(ENDS + len(nodes) - 1)


def expectimax(nodes: Sequence[Node], place: int, then: Callable[[int], Fraction]) -> Fraction:
    """The worth of a place, if ``then`` is what its outcome is worth."""
    if place < ENDS:
        return then(place)
    kind, asked, ways = nodes[place - ENDS]

    def after(way: int) -> Fraction:
        return expectimax(nodes, ways[way], then)

    match kind:
        case "die":
            return (after(0) + after(1) + after(2)) / 3
        case "walk":
            return (after(0) + 2 * after(1) + after(2)) / 4
        case "chain":
            return after(0)
        case "ask":
            return expectimax(nodes, asked, after)
        case _:
            values = [after(0), after(1), after(2)]
            return min(values) if kind == "them" else max(values)


@st.composite
def rules(draw: st.DrawFn) -> list[Node]:
    nodes: list[Node] = []
    for size in range(draw(st.integers(2, SIZE))):
        before = st.integers(max(0, ENDS + size - 4), ENDS + size - 1)
        kind = draw(st.sampled_from(["die", "walk", "us", "them", "us", "ask", "ask", "chain"]))
        nodes.append(Node(kind, draw(before), (draw(before), draw(before), draw(before))))
    return nodes


@given(rules())
@examples(300)
def test_the_best_plan_is_worth_what_expectimax_says(nodes: list[Node]) -> None:
    rolled: Any = played(nodes)
    plan = rolled.plan(lambda outcome: outcome)
    assert plan.value == expectimax(nodes, ENDS + len(nodes) - 1, Fraction)
    assert rolled.odds(decide=plan).mean == plan.value
    assert rolled.odds(aim="outcome").mean == plan.value
