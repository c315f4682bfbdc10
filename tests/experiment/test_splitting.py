"""Splitting generators: the segments do what the generator does, or nothing is split."""

from __future__ import annotations

import linecache
from collections.abc import Callable, Iterator
from contextlib import suppress
from fractions import Fraction
from importlib import import_module
from typing import Any

import pytest
from hypothesis import assume, given

import astragal
from astragal import Asks, LimitError, Limits, RuleError, ask, coin, d, note, rule
from astragal.experiment.experiment import Experiment
from astragal.experiment.solve.levels import Levels
from astragal.experiment.solve.memory import Memory
from astragal.experiment.splitting import splits, worth
from astragal.experiment.splitting.normal_form import NotSplitError
from astragal.limits import DEFAULT_LIMITS
from astragal.probability.weights import Weights
from tests.support.examples import examples
from tests.support.random_rules import compiled, sources


@pytest.fixture(autouse=True)
def nothing_known() -> None:
    worth.splits.clear()


class ByLevels(Experiment[Any]):
    """An experiment that is weighed level by level, however few its paths are."""

    function: Callable[..., Any]
    values: tuple[Any, ...] = ()

    def steps(self) -> Any:
        return self.function(*self.values)

    def weigh(self, memory: Memory) -> Any:
        return Levels(self, memory).weigh()

    def __str__(self) -> str:
        return "by levels"


class PathByPath(Experiment[Any]):
    """The same, by running the generator for every path."""

    function: Callable[..., Any]
    values: tuple[Any, ...] = ()

    def steps(self) -> Any:
        generator = self.function(*self.values)
        worth.give_up(worth.kind_of(generator))
        return generator

    def __str__(self) -> str:
        return "path by path"


def weights_of(experiment: Experiment[Any], **limits: Any) -> Weights:
    return Memory(Limits(**limits) if limits else DEFAULT_LIMITS).weights(experiment)


def both(function: Callable[..., Any], *values: Any, **limits: int) -> tuple[Weights, Weights]:
    """The weights by levels, and path by path."""
    levels = weights_of(ByLevels(function, values), **limits)
    paths = weights_of(PathByPath(function, values), **limits)
    return levels, paths


def assert_same(function: Callable[..., Any], *values: Any) -> None:
    levels, paths = both(function, *values)
    assert levels == paths


# Programs written at random


def helper(n: int) -> Asks[int]:
    total = 0
    for _ in range(1 + n % 2):
        total += yield d(2)
    return total


def twice() -> Asks[int]:
    first = yield from helper(1)
    return (yield coin(first, 0)) + 1  # type: ignore[no-any-return]


NAMES = {
    "d": d,
    "coin": coin,
    "note": note,
    "helper": helper,
    "twice": twice,
    "pick": lambda *given, last: last,
}


@pytest.mark.slow
@examples(300)
@given(sources())
def test_programs_written_at_random_are_split_as_they_run(source: str) -> None:
    assume("yield" in source)
    program = compiled(source, NAMES)
    filename = program.__code__.co_filename
    try:
        levels = weights_of(ByLevels(program, (2,)), paths=3_000, asks=12)
    except (LimitError, NotSplitError):
        return  # too long, or nothing asked
    else:
        with suppress(LimitError):
            paths = weights_of(PathByPath(program, (2,)), paths=20_000, asks=12)
            assert levels == paths
    finally:
        del linecache.cache[filename]


def delegates(n: int) -> Asks[int]:
    first: Any = yield from helper(n)
    second: Any = yield from twice()
    return int(first + second)


def test_a_generator_that_delegates_to_several_requests_is_split() -> None:
    assert_same(delegates, 1)


# Sums


def difference(sides: int) -> Asks[int]:
    ours = yield d(sides)
    theirs = yield d(6)
    return int(ours - theirs - 3)


def with_names() -> Asks[int]:
    a = yield d(4)
    b = yield d(3)
    total = a + b
    c = yield d(5)
    more = -c
    return total + more + a  # type: ignore[no-any-return]


def of_truths() -> Asks[int]:
    a = yield coin()
    b = yield d(3)
    return int(a + b)


def of_another_request() -> Asks[int]:
    a = yield d(4)
    b = yield d(a)
    return a - b  # type: ignore[no-any-return]


def without_the_answer() -> Asks[int]:
    a = yield d(4)
    yield d(3)
    return a + 1  # type: ignore[no-any-return]


def of_texts() -> Asks[str]:
    a = yield coin("a", "b")
    b = yield coin("c", "d")
    return a + b  # type: ignore[no-any-return]


@pytest.mark.parametrize(
    ("function", "values"),
    [
        (difference, (4,)),
        (difference, (300,)),
        (with_names, ()),
        (of_truths, ()),
        (of_another_request, ()),
        (without_the_answer, ()),
        (of_texts, ()),
    ],
)
def test_sums_are_what_following_every_answer_gives(
    function: Callable[..., Any], values: tuple[Any, ...]
) -> None:
    levels, paths = both(function, *values)
    assert levels == paths
    assert list(levels.table) == list(paths.table), "in the same order"


def test_expected_a_large_difference_of_sums_is_not_followed_answer_by_answer() -> None:
    @rule
    def battle() -> Asks[int]:
        """How many more we have than they."""
        ours = yield "600d6"
        theirs = yield "600d6"
        return int(ours - theirs)

    odds = battle().odds()
    assert odds.mean == 0
    assert odds.variance == 1200 * Fraction(35, 12)
    assert odds == astragal.odds("600d6 - 600d6")


# Shapes that are easy to get wrong


def lists_that_grow() -> Asks[Any]:
    shown: list[int] = []
    while len(shown) < 3:
        face = yield d(3)
        shown.append(face)
        if face == 3:
            continue
        if sum(shown) > 4:
            break
    return tuple(shown)


def two_names_for_one_list() -> Asks[Any]:
    ours: list[int] = []
    also = (ours, 1)
    ours.append((yield d(2)))
    yield d(2)
    ours.append((yield d(2)))
    return (*also[0], *ours)


def held_methods() -> Asks[Any]:
    word = "abc"
    shown = word.replace
    yield d(2)
    return shown("a", str((yield d(2))))


def adding_to_what_there_was() -> Asks[Any]:
    n, shown = 1, [0]
    n += (n := (yield d(2)))
    shown += [(yield d(2))]
    return (n, *shown)


def order_of_evaluation() -> Asks[Any]:
    n = 0

    def next_() -> int:
        return 7

    return ((n := n + 1), (yield d(2)), (n := n + 1), next_(), n, (yield coin("x", "y")))


def true_is_not_one() -> Asks[Any]:
    seen = True if (yield coin("truth", "number")) == "truth" else 1
    yield d(2)
    return (str(seen), (yield d(3) if (yield coin()) else d(2)))


def unequal_depths() -> Asks[str]:
    """Words are listed as the paths come to them, not by their depth."""
    for word in ("one", "two", "three"):
        if (yield d(3)) == 3:
            return word
        if (yield d(2)) == 1 and (yield d(2)) == 1:
            return f"early {word}"
    return "none"


def unequal_denominators() -> Asks[Any]:
    n = yield d(4)
    return n if n > 2 else (yield d(5))


def keywords_and_defaults(a: int = 2, *rest: int, b: int = 3, **more: int) -> Asks[int]:
    return (yield d(a)) + (yield d(b)) + len(rest) + len(more)  # type: ignore[no-any-return]


def asked_with_types() -> Asks[Any]:
    word = yield from astragal.ask(coin("x", "y"))
    return word, (yield from ask(d(2))) + (yield from ask(d(3)))


def closure() -> Callable[[], Asks[Any]]:
    sides = 4

    def inner() -> Asks[Any]:
        doubled = [yield_ * 2 for yield_ in range(sides)]
        return doubled[(yield d(sides)) - 1]

    return inner


@pytest.mark.parametrize(
    "function",
    [
        lists_that_grow,
        two_names_for_one_list,
        held_methods,
        adding_to_what_there_was,
        order_of_evaluation,
        true_is_not_one,
        unequal_depths,
        unequal_denominators,
        keywords_and_defaults,
        asked_with_types,
        closure(),
    ],
    ids=lambda function: function.__name__,
)
def test_shapes_that_are_easy_to_get_wrong(function: Callable[..., Any]) -> None:
    assert_same(function)


def test_outcomes_are_listed_as_the_paths_come_to_them() -> None:
    listed = list(weights_of(ByLevels(unequal_depths)).table)
    assert listed == ["one", "early one", "two", "early two", "three", "none", "early three"]


def test_paths_that_meet_go_on_as_one() -> None:
    calls: list[int] = []

    def summing() -> Asks[int]:
        total = 0
        for _ in range(10):
            total += yield d(6)
        return total

    experiment = ByLevels(summing)
    memory = Memory(DEFAULT_LIMITS)
    count: Any = lambda experiment, more, paths=0: calls.append(more)  # noqa: E731
    memory.count_paths = count  # type: ignore[method-assign]
    found = memory.weights(experiment)
    assert sum(calls) == sum(6 * (5 * n + 1) for n in range(10)), "6¹⁰ paths, a few states"
    assert found.table == dict(astragal.total(10, 6).odds().weights)


# What is not split


def within_try() -> Asks[int]:
    with suppress(ZeroDivisionError):
        return (yield d(6))  # type: ignore[no-any-return]
    return 0


def over_an_iterator() -> Asks[int]:
    total = 0
    for n in (each for each in (1, 2)):
        total += n * (yield d(2))
    return total


def holding_an_iterator() -> Asks[int]:
    waiting = iter([1, 2, 3])
    yield d(2)
    total = next(waiting)
    yield d(2)
    return total + next(waiting)


def holding_a_method_of_a_list() -> Asks[int]:
    shown: list[int] = []
    more = shown.append
    more((yield d(2)))
    more((yield d(2)))
    return sum(shown)


def closing_over_what_changes() -> Asks[int]:
    n = 1

    def look() -> int:
        return n

    n = yield d(3)
    return look() + int(n)


class Box:
    """Something that can be changed."""

    value = 0


def changing_a_box() -> Asks[int]:
    box = Box()
    box.value += yield d(2)
    box.value += yield d(2)
    return box.value


@pytest.mark.parametrize(
    "function",
    [
        within_try,
        over_an_iterator,
        holding_an_iterator,
        holding_a_method_of_a_list,
        closing_over_what_changes,
        changing_a_box,
        rule(within_try).function,
    ],
    ids=lambda function: function.__name__,
)
def test_what_cannot_be_split_is_run_path_by_path(function: Callable[..., Any]) -> None:
    with pytest.raises(NotSplitError):
        weights_of(ByLevels(function))
    assert sum(weights_of(PathByPath(function)).table.values())


def test_variables_that_others_may_change_are_not_split() -> None:
    runs: list[int] = []

    def counting() -> Asks[int]:
        runs.append(1)
        return (yield d(6)) + len(runs)  # type: ignore[no-any-return]

    with pytest.raises(NotSplitError):
        weights_of(ByLevels(counting))


RUNS: list[int] = []


def test_a_rule_that_changes_each_time_is_found_out_when_it_is_followed_again() -> None:
    def different() -> Asks[int]:
        RUNS.append(1)
        return (yield d(6)) + len(RUNS)  # type: ignore[no-any-return]

    with pytest.raises(RuleError) as caught:
        weights_of(ByLevels(different))
    assert caught.value.code == "unsteady"


def test_a_source_that_has_changed_since_is_not_split() -> None:
    program = compiled("def program():\n    return (yield d(6)) + 1\n", NAMES)
    filename = program.__code__.co_filename
    assert weights_of(ByLevels(program)).table[2] == 1
    for changed in ("(yield d(6)) - 1", "(yield d(6)) + 2", "(yield d(8)) + 1", "1 + (yield d(6))"):
        other = compiled("def program():\n    return (yield d(6)) + 1\n", NAMES)
        source = ["def program():\n", f"    return {changed}\n"]
        linecache.cache[other.__code__.co_filename] = (1, None, source, filename)
        if changed == "1 + (yield d(6))":
            continue  # it means the same
        with pytest.raises(NotSplitError):
            weights_of(ByLevels(other))


# Errors are those of the generator


@rule
def dividing(n: int) -> Asks[Fraction]:
    """Divides by zero on one of very many paths."""
    total = 0
    for _ in range(n):
        total += yield d(10)
    total -= yield d(10)
    return Fraction(1, total - n * 10 + 1)


@rule
def refusing() -> Asks[int]:
    total: int = (yield d(40)) + (yield d(40))
    if total == 79:
        raise RuleError("odd", "that cannot be")
    return total


@rule
def asking_for_nonsense() -> Asks[int]:
    total: int = (yield d(40)) + (yield d(40))
    if total == 79:
        yield 3.5
    return total


@rule
def returning_nonsense() -> Asks[Any]:
    total: int = (yield d(40)) + (yield d(40))
    return 0.5 if total == 79 else total


@rule
def asking_too_much() -> Asks[int]:
    total: int = (yield d(40)) + (yield d(40))
    if total == 79:
        yield "1000d1000 * 1000d1000"
    return total


@rule
def asking_by_ask_for_nonsense() -> Asks[int]:
    total = (yield from ask(d(40))) + (yield from ask(d(40)))
    if total == 79:
        yield from ask(3.5)  # type: ignore[call-overload]
    return total


def test_what_is_asked_by_ask_is_asked_as_by_yield() -> None:
    """No generator is made for it, and nothing is relayed."""

    def by_ask(n: int) -> Asks[int]:
        return (yield from ask(d(n))) + 1

    def by_yield(n: int) -> Asks[int]:
        return (yield d(n)) + 1  # type: ignore[no-any-return]

    asks = [splits.started(function(6)) for function in (by_ask, by_yield)]
    assert [each[2:] for each in asks] == [(d(6), ())] * 2


def line_in(function: Any, text: str) -> str:
    code = function.function.__code__
    lines = linecache.getlines(code.co_filename)
    place = next(n for n in range(code.co_firstlineno, len(lines)) if text in lines[n])
    return f"test_splitting.py, line {place + 1}"


@pytest.mark.parametrize(
    ("experiment", "code", "text"),
    [
        (refusing(), "odd", "raise RuleError"),
        (asking_for_nonsense(), "bad-request", "yield 3.5"),
        (asking_by_ask_for_nonsense(), "bad-request", "ask(3.5)"),
        (returning_nonsense(), "float-outcome", "return 0.5"),
    ],
    ids=str,
)
def test_errors_name_the_line_of_the_rule(experiment: Any, code: str, text: str) -> None:
    with pytest.raises(astragal.AstragalError) as caught:
        experiment.odds()
    assert caught.value.code == code
    assert line_in(experiment.rule, text) in caught.value.message


def test_an_error_of_what_is_asked_for_is_that_error() -> None:
    with pytest.raises(LimitError) as caught:
        asking_too_much().odds()
    assert caught.value.code == "too-many-odds"


def test_an_error_of_python_says_on_which_path_it_came_up() -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        dividing(3).odds()
    (said,) = caught.value.__notes__
    assert line_in(dividing, "return Fraction") in said
    assert "after the answers 10, 10, 10, 1" in said


GAMES: list[Any] = [import_module(f"astragal.games.{name}") for name in astragal.game_names()]


def every_rule() -> Iterator[Experiment[Any]]:
    percentile, scores, target, tiers, triumph = GAMES
    yield percentile.test(45)
    yield percentile.attack(45)
    yield percentile.damage("2d10", tearing=True)
    yield percentile.damage("3d5", fury="once")
    yield percentile.extended(45, 3, tries=4)
    yield percentile.roll("3d10-1d5", [2, 3], divide=3)
    yield scores.test(2, advantages=2)
    yield scores.contest(2, 1, advantages=1)
    yield target.check("+2 luck", 15)
    yield target.attack("5", 10, damage="2d6", extra="1d6", threat=18, multiplied="rolls")
    yield target.opposed("2", "2")
    yield tiers.check(45, tier=2, advantages=1)
    yield tiers.test([45, 60], tier=4, clock="4", helpers=[30])
    yield tiers.countdown([45], [40, 20])
    yield triumph.check(3, 15, dominance=2)
    yield triumph.contest(3, 2, dominance=1, dice="2d20▲!", opponent_dice="1d20!")
    yield triumph.attack(3, 12, "2d6+3")


@pytest.mark.parametrize("experiment", list(every_rule()), ids=str)
def test_the_games_rules_are_split_as_they_run(experiment: Any) -> None:
    for _ in range(2):  # the second time, all of it is split
        weights_of(experiment)
    kinds = list(worth.splits)
    for kind in kinds:
        worth.is_worth_splitting(kind, 1_000)
    levels = weights_of(experiment)
    for kind in kinds:
        worth.give_up(kind)
    try:
        assert weights_of(experiment) == levels
    finally:
        worth.splits.clear()


def test_what_is_only_told_is_left_out() -> None:
    """Odds tell nothing: what is worked out for notes, or to choose between them, is not."""
    worked: list[int] = []

    def words(face: int) -> str:
        worked.append(face)
        return "high" if face > 300 else ""

    @rule
    def told(sides: int) -> Asks[int]:
        """A face, told in words."""
        face: int = yield d(sides)
        said = words(face)
        longer = said + "!"
        if longer or face:
            yield note("{} {}", said, longer)
        else:
            yield note("nothing")
        return face % 2

    odds = told(600).odds()
    assert odds.probability(1) == Fraction(1, 2)
    assert len(worked) < 400, "paths played by the generator itself, before it was split"
    worked.clear()
    told(600).roll(faces=[7])
    assert worked


def test_experiments_that_differ_in_what_is_told_alone_are_weighed_once() -> None:
    """Their first request, and the variables of all that follows it, are equal."""

    @rule
    def parity(sides: int, told: int, added: int = 0) -> Asks[int]:
        """A face, told with another number."""
        face: int = yield d(sides)
        yield note("{} of {}", face, told)
        return (face + added) % 2

    memory = Memory(DEFAULT_LIMITS)
    first = memory.weights(parity(601, 1))
    assert memory.weights(parity(601, 2)) is first
    assert memory.weights(parity(601, 1, added=1)) == Weights({0: 301, 1: 300}, 601)
    assert first == Weights({1: 301, 0: 300}, 601)
    assert memory.weights(parity(600, 1)) == Weights({1: 1, 0: 1}, 2)


def test_what_is_told_matters_where_it_decides() -> None:
    @rule
    def noted(sides: int, limit: int) -> Asks[bool]:
        """Whether a face is above a number."""
        face: int = yield d(sides)
        yield note("against {}", limit)
        return face > limit

    memory = Memory(DEFAULT_LIMITS)
    assert [memory.weights(noted(400, each)).table[True] for each in (100, 200)] == [3, 1]
