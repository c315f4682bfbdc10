"""Laws of random rules: odds against brute force, plans against exhaustive search."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from astragal import (
    NEVER,
    Asks,
    Choice,
    Experiment,
    HandSource,
    SeededSource,
    chain,
    choose,
    d,
    rule,
    verify,
    weighted,
)
from astragal.experiment.solve.analysis import Analysis
from astragal.experiment.solve.memory import Memory
from astragal.experiment.solve.situations import Fork, Graphs
from astragal.limits import DEFAULT_LIMITS
from tests.support.examples import examples
from tests.support.paths import TooManyPathsError
from tests.support.programs import brute_odds, programs, run


def odds_of(experiment: Experiment[Any], **how: Any) -> dict[Any, Fraction]:
    return dict(experiment.odds(**how).items())


@examples(300)
@given(programs())
def test_odds_are_those_of_every_face(program: Any) -> None:
    experiment = run(program)
    try:
        expected = brute_odds(experiment)
    except TooManyPathsError:
        assume(False)
    assert odds_of(experiment) == expected
    assert sum(expected.values()) == 1


@examples(200)
@given(programs(choices=["choose"]), st.integers(0, 2**32))
def test_every_roll_replays_and_verifies(program: Any, seed: int) -> None:
    experiment = run(program)
    roll = experiment.roll(SeededSource(seed), decide=lambda choice: choice.options[-1])
    again = experiment.roll(faces=roll.faces, decisions=roll.decisions)
    assert again == roll
    assert again.explain() == roll.explain()
    assert str(roll).endswith(f"→ {roll.outcome}")
    shown = sum(len(group.dice) for group in roll.groups)
    assert bool(shown) == bool(roll.faces)
    assert shown <= len(roll.faces)
    assert experiment.sample(1, HandSource(roll.faces), decide=lambda c: c.options[-1]) == [
        roll.outcome
    ]


def policies_of(experiment: Experiment[Any]) -> Iterator[tuple[Any, dict[Any, Fraction]]]:
    """What we decide, for every policy of both sides, with its odds by brute force."""
    graph = Graphs(Memory(DEFAULT_LIMITS), merging=False).of(experiment)
    choices = [node.choice for node in graph.nodes if isinstance(node, Fork)]
    assume(1 < prod(len(choice.options) for choice in choices) <= 64)
    for picks in product(*(range(len(choice.options)) for choice in choices)):
        policy = dict(zip((choice.situation for choice in choices), picks, strict=True))
        ours = tuple(
            pick for choice, pick in zip(choices, picks, strict=True) if not choice.opposed
        )

        def decide(choice: Choice, policy: dict[Any, int] = policy) -> Any:
            return choice.options[policy[choice.situation]]

        try:
            odds = brute_odds(experiment, decide, most=600)
        except TooManyPathsError:
            assume(False)
        assert odds_of(experiment, decide=decide) == odds
        yield ours, odds


def mean_of(odds: Mapping[int, Fraction]) -> Fraction:
    return sum((outcome * chance for outcome, chance in odds.items()), Fraction(0))


@examples(150)
@given(programs(choices=["choose"]))
def test_the_best_plan_is_the_best_of_all_policies(program: Any) -> None:
    experiment = run(program)
    values = [mean_of(odds) for _, odds in policies_of(experiment)]
    plan = experiment.plan(lambda outcome: outcome)
    assert plan.value == max(values)
    assert experiment.odds(decide=plan).mean == plan.value
    assert experiment.odds(aim=lambda outcome: outcome).mean == plan.value
    assert -experiment.plan(lambda outcome: -outcome).value == min(values)
    travelled = pickle.loads(pickle.dumps(experiment.plan("outcome")))
    assert experiment.odds(decide=travelled).mean == plan.value


@pytest.mark.slow
@examples(150)
@given(programs(choices=["choose", "oppose"]))
def test_the_best_plan_holds_against_every_policy_of_an_opponent(program: Any) -> None:
    experiment = run(program)
    answers: dict[Any, list[Fraction]] = {}
    for ours, odds in policies_of(experiment):
        answers.setdefault(ours, []).append(mean_of(odds))
    plan = experiment.plan("outcome")
    assert plan.value == max(map(min, answers.values()))
    assert experiment.odds(decide=plan).mean == plan.value


# Chains


def states(size: int) -> st.SearchStrategy[Any]:
    """For each state some weighted next ones; those from ``size`` on are ends."""
    targets = st.dictionaries(st.integers(0, size + 1), st.integers(1, 4), min_size=1, max_size=4)
    return st.lists(targets, min_size=size, max_size=size)


def solved_by_hand(table: list[dict[int, int]]) -> dict[Any, Fraction]:
    """Where a chain ends, by elimination with Fractions, written down as plainly as possible."""
    size = len(table)
    ends = sorted({target for row in table for target in row if target >= size})
    can_end = set(ends)
    for _ in table:
        can_end |= {state for state, row in enumerate(table) if can_end & row.keys()}
    living = [state for state in range(size) if state in can_end]
    if 0 not in living:
        return {NEVER: Fraction(1)}
    matrix = []
    for state in living:
        total = sum(table[state].values())
        chance = {target: Fraction(weight, total) for target, weight in table[state].items()}
        left = [Fraction(int(state == other)) - chance.get(other, 0) for other in living]
        matrix.append(left + [chance.get(end, Fraction(0)) for end in ends])
    for column in range(len(living)):
        pivot = next(row for row in range(column, len(living)) if matrix[row][column])
        matrix[column], matrix[pivot] = matrix[pivot], matrix[column]
        matrix[column] = [value / matrix[column][column] for value in matrix[column]]
        for row in range(len(living)):
            if row != column and (factor := matrix[row][column]):
                matrix[row] = [
                    a - factor * b for a, b in zip(matrix[row], matrix[column], strict=True)
                ]
    solution = matrix[living.index(0)][len(living) :]
    odds: dict[Any, Fraction] = {
        end: chance for end, chance in zip(ends, solution, strict=True) if chance
    }
    if (never := Fraction(1) - sum(odds.values())) > 0:
        odds[NEVER] = never
    return odds


def chain_over(table: list[dict[int, int]]) -> Experiment[int]:
    return chain(lambda s: weighted(table[s]), 0, until=lambda s: s >= len(table))


@examples(300)
@given(st.integers(1, 7).flatmap(states))
def test_a_chain_ends_as_elimination_says(table: list[dict[int, int]]) -> None:
    assert odds_of(chain_over(table)) == solved_by_hand(table)


@examples(150)
@given(st.integers(1, 4).flatmap(states), st.integers(0, 5))
def test_the_chance_to_have_ended_is_that_of_every_face(
    table: list[dict[int, int]], n: int
) -> None:
    @rule
    def so_many(state: int, left: int) -> Asks[bool]:
        """Whether it ends within so many steps, one after another."""
        while left and state < len(table):
            state = yield weighted(table[state])
            left -= 1
        return state >= len(table)

    expected = so_many(0, n).odds().probability(True)
    assert chain_over(table).duration().within(n) == expected


@examples(150)
@given(st.integers(1, 6).flatmap(states))
def test_mean_and_variance_of_the_steps_agree_with_their_distribution(
    table: list[dict[int, int]],
) -> None:
    """The moments are sums over all n; far out, what is left of the sums is as small as we like."""
    duration = chain_over(table).duration()
    odds = odds_of(chain_over(table))
    assert duration.ends == 1 - odds.get(NEVER, 0)
    assume(duration.ends > 0)
    given_end = duration.if_it_ends()
    assert given_end.ends == 1
    n = given_end.quantile(1 - Fraction(1, 10**6))
    assume(n < 500)
    far = 3 * n + 20
    chances = [given_end.exactly(k) for k in range(far)]
    assert [duration.exactly(k) for k in range(5)] == [c * duration.ends for c in chances[:5]]
    mean = sum(k * chance for k, chance in enumerate(chances))
    square = sum(k * k * chance for k, chance in enumerate(chances))
    assert float(given_end.mean) == pytest.approx(float(mean), rel=1e-9)
    assert float(given_end.variance) == pytest.approx(
        float(square - mean * mean), rel=1e-6, abs=1e-9
    )


@examples(60)
@given(st.lists(st.tuples(states(4), st.booleans()), min_size=2, max_size=2))
def test_the_best_stationary_plan_of_a_chain_is_the_best_of_all(tables: Any) -> None:
    """Four states; in each a player chooses by which of two tables the next is rolled."""
    first, second = (table for table, _ in tables)

    @rule
    def walk(state: int) -> Asks[int]:
        """Two ways to go on from every state."""
        if state >= 4:
            return state
        table = yield choose("by which table?", [0, 1], state=state)
        return walk((yield weighted((first, second)[table][state])))

    values = []
    for picks in product([0, 1], repeat=4):
        odds = odds_of(walk(0), decide=lambda choice, picks=picks: picks[choice.about["state"]])
        mixed = [(first, second)[pick][state] for state, pick in enumerate(picks)]
        assert odds == solved_by_hand(mixed)
        values.append(odds.get(5, Fraction(0)))
    assert walk(0).plan(lambda outcome: outcome == 5).value == max(values)
    best = walk(0).odds(aim=lambda outcome: outcome == 5)
    assert best.probability(5) == max(values)


@examples(100)
@given(programs(choices=["choose"]), st.integers(0, 2**32))
def test_advice_on_the_way_agrees_with_the_plan(program: Any, seed: int) -> None:
    experiment = run(program)
    plan = experiment.plan(lambda outcome: outcome)
    met: list[tuple[int, Choice]] = []
    drawn: list[int] = []

    class Counting(SeededSource):
        def draw(self, die: Any, count: int) -> Any:
            faces = super().draw(die, count)
            drawn.extend(faces)
            return faces

    def decide(choice: Choice) -> Any:
        met.append((len(drawn), choice))
        return plan(choice)

    roll = experiment.roll(Counting(seed), decide=decide)
    for place, (faces, choice) in enumerate(met):
        advice = experiment.advise(
            lambda outcome: outcome, faces=roll.faces[:faces], decisions=roll.decisions[:place]
        )
        assert advice.choice == choice
        assert advice.values[roll.decisions[place]] == advice.value
        if place == 0 and faces == 0:
            assert advice.value == plan.value


@examples(60)
@given(programs())
def test_what_is_known_is_used_again(program: Any) -> None:
    """One memory for two experiments gives what two memories give."""
    memory = Memory(DEFAULT_LIMITS)
    experiments = [run(program), run(("ask", ("several", program), (("end", 1), ("end", 2))))]
    for experiment in experiments:
        shared = Analysis(experiment, memory=memory).odds()
        assert shared == experiment.odds()
    assert d(6) not in memory.known or memory.known[d(6)].denominator == 6


def test_the_records_of_made_up_rules_verify() -> None:
    """Their parameter is any value, which no record can hold: a rule of plain numbers can."""

    @rule
    def luck(n: int) -> Asks[int]:
        face: int = yield d(n)
        return face

    roll = luck(20).roll(SeededSource(1))
    assert verify(roll.to_json(), rules=[luck]) == roll
