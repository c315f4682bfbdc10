"""Small random rules: a program is a tree of nested tuples, and ``run`` is its rule."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from astragal import (
    Asks,
    Choice,
    Die,
    Experiment,
    best,
    choose,
    coin,
    d,
    dice,
    note,
    pool,
    rule,
    total,
    weighted,
    worst,
)
from astragal.rolling.sources import Source
from tests.support.paths import every_path

Program = tuple[Any, ...]


@rule
def run(program: Any) -> Asks[int]:
    """Ask for what the program says, follow the branch of the answer, end with a number."""
    while True:
        match program:
            case ("end", number):
                return int(number)
            case ("on", other):
                return run(other)
            case ("note", branch):
                yield note("so far {}", "so good")
                program = branch
            case ("choose" | "oppose" as who, *branches):
                place = yield choose("which way?", range(len(branches)), opposed=who == "oppose")
                program = branches[place]
            case (_, request, branches):
                answer = yield asked(request)
                number = sum(answer) if isinstance(answer, tuple) else int(answer)
                program = branches[number % len(branches)]


def key(number: int) -> int:
    """An order that is not that of the numbers, with ties."""
    return number * 7 % 5


REQUESTS: dict[str, Callable[..., Any]] = {
    "die": d,
    "custom": lambda faces: Die(faces),
    "notation": lambda text: text,
    "dice": dice,
    "pool": pool,
    "total": total,
    "best": lambda n, sides: best(n, sides, key=key),
    "worst": lambda n, sides: worst(n, sides, key=key),
    "unlike": lambda sides: best([d(each) for each in sides], key=key),
    "coin": lambda: coin(0, 1),
    "weighted": lambda weights: weighted(dict(enumerate(weights))),
    "mapped": lambda sides: dice(2, sides).map(max),
    "sub": lambda program: run(program),
    "several": lambda program: total(2, run(program)),
}


def asked(request: tuple[Any, ...]) -> Any:
    name, *values = request
    return REQUESTS[name](*values)


SIDES = st.integers(1, 4)
PLAIN = st.one_of(
    st.tuples(st.just("die"), SIDES),
    st.tuples(st.just("custom"), st.lists(st.integers(-2, 3), min_size=1, max_size=4).map(tuple)),
    st.tuples(
        st.just("notation"), st.sampled_from(["2d3kh1", "1d4+1", "2d2-1", "1d4r=1", "3d2c>=2"])
    ),
    st.tuples(
        st.sampled_from(["dice", "pool", "total", "best", "worst"]), st.integers(1, 3), SIDES
    ),
    st.tuples(st.just("unlike"), st.lists(SIDES, min_size=1, max_size=3).map(tuple)),
    st.tuples(st.just("coin")),
    st.tuples(st.just("weighted"), st.lists(st.integers(1, 3), min_size=1, max_size=3).map(tuple)),
    st.tuples(st.just("mapped"), SIDES),
)
ENDS = st.tuples(st.just("end"), st.integers(-2, 4))


def programs(*, choices: Sequence[str] = ()) -> st.SearchStrategy[Program]:
    """Programs that end, some of which leave choices: to us ("choose"), or to an opponent."""

    def grown(inner: st.SearchStrategy[Program]) -> st.SearchStrategy[Program]:
        branches = st.lists(inner, min_size=1, max_size=3).map(tuple)
        nested = st.tuples(st.sampled_from(["sub", "several"]), inner)
        kinds = [
            st.tuples(st.just("ask"), PLAIN, branches),
            st.tuples(st.just("ask"), nested, branches),
            st.tuples(st.just("on"), inner),
            st.tuples(st.just("note"), inner),
        ]
        if choices:
            options = st.lists(inner, min_size=1, max_size=3)
            kinds.append(
                st.builds(lambda who, some: (who, *some), st.sampled_from(choices), options)
            )
        return st.one_of(*kinds)

    return st.recursive(ENDS, grown, max_leaves=6)


def brute_odds(
    experiment: Experiment[Any], decide: Callable[[Choice], Any] | None = None, most: int = 4_000
) -> dict[Any, Fraction]:
    """The odds by rolling every face of every die, through the code that rolls."""
    odds: dict[Any, Fraction] = {}

    def once(source: Source) -> Any:
        return experiment.roll(source, decide=decide).outcome

    for outcome, chance in every_path(once, most_paths=most, most_faces=40 * most):
        odds[outcome] = odds.get(outcome, Fraction(0)) + chance
    return odds
