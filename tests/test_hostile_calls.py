"""Whatever is passed to a public callable, only an AstragalError comes out, safe to show."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import astragal
from astragal import AstragalError, Die, Distribution, Limits, Sheet
from tests.support.public_calls import CLASSES, FUNCTIONS, NOT_CALLED, PUBLIC_CALLS
from tests.support.texts import is_safe

API: Any = astragal
HUGE = 10**5000
OMITTED = object()


class Unshowable:
    """A value that cannot even be shown."""

    def __repr__(self) -> str:
        raise RuntimeError("no")


def nested(depth: int = 3000) -> Any:
    deep: Any = []
    for _ in range(depth):
        deep = [deep]
    return deep


def generated() -> Iterator[Any]:
    yield 1
    yield "two"


HOSTILE: dict[str, Callable[[], Any]] = {
    "huge": lambda: HUGE,
    "huge negative": lambda: -HUGE,
    "tiny fraction": lambda: Fraction(1, HUGE),
    "huge fraction": lambda: Fraction(HUGE, 3),
    "negative": lambda: -1,
    "zero": lambda: 0,
    "one": lambda: 1,
    "half": lambda: Fraction(1, 2),
    "float": lambda: 1.5,
    "nan": lambda: float("nan"),
    "infinite": lambda: float("-inf"),
    "complex": lambda: 1j,
    "None": lambda: None,
    "True": lambda: True,
    "bytes": lambda: b"\xff\x00",
    "no text": lambda: "",
    "text": lambda: "x",
    "blank": lambda: " \t\n",
    "surrogate": lambda: "\ud800",
    "control": lambda: "\x1b[8m\n\u202e\x00",
    "digits": lambda: "9" * 5000,
    "fraction text": lambda: "1/0",
    "long text": lambda: "x" * 20_000,
    "brackets": lambda: "(" * 5000,
    "toml": lambda: "a = " + "[" * 5000,
    "json": lambda: "[" * 100_000,
    "empty list": list,
    "list": lambda: [1, "x", None],
    "list of huge": lambda: [HUGE, 1],
    "pairs": lambda: [("x", 1)],
    "nested": nested,
    "empty mapping": dict,
    "mapping": lambda: {"x": HUGE, "\x1b": 1},
    "mapping of numbers": lambda: {1: 2, HUGE: HUGE},
    "odd mapping": lambda: {None: None, Unshowable(): [Unshowable()]},
    "set": lambda: {1, 2},
    "range": lambda: range(3),
    "generator": generated,
    "unshowable": Unshowable,
    "unshowable list": lambda: [Unshowable()],
    "module": lambda: astragal,
    "die": lambda: Die(6),
    "experiment": lambda: astragal.best(2, 6),
    "distribution": lambda: Distribution({1: 1, 2: 1}),
    "limits": lambda: Limits(dice=1),
    "sheet": lambda: Sheet("A", {"x": 1, "y": "1d6"}),
}


def test_every_public_name_is_called_or_need_not_be() -> None:
    assert {*FUNCTIONS, *CLASSES, *NOT_CALLED} == set(astragal.__all__)


def attempt(call: Callable[..., Any], arguments: dict[str, Any]) -> None:
    """Call it: only an AstragalError may be raised, and whatever comes out is safe to show."""
    try:
        result = call(**arguments)
        ours = type(result).__module__.startswith("astragal")
        shown, length = f"{result}\n{result!r}" if ours else "", 0
    except AstragalError as error:
        shown, length = error.render(), len(error.message) + len(error.hint or "")
    assert is_safe(shown)
    assert length < 500


@pytest.mark.parametrize(
    "make",
    [
        lambda: astragal.roll("2d6", faces=[HUGE, 1]),
        lambda: astragal.odds("2d6").sum_of(HUGE),
        lambda: astragal.odds("1d6").best_of(HUGE),
        lambda: astragal.odds("1d6!").best_of(HUGE),
        lambda: astragal.total(HUGE, 6),
        lambda: API.roll("@x", variables=[("x", 1)]),
        lambda: API.parse("1d6").sample("x"),
        lambda: astragal.parse("1d6").sample(HUGE),
        lambda: Sheet.read("x = " + "[" * 5000),
        lambda: Sheet.read("x = " + "9" * 5000),
        lambda: Sheet.read(".".join("a" * 5000) + " = []"),
        lambda: astragal.RandomTable.of({"roll": "d6", "entries": nested()}),
        lambda: astragal.verify("[" * 100_000),
        lambda: astragal.Limits(dice=-HUGE),
        lambda: Die({1: HUGE}),
        lambda: API.Die([[]]),
        lambda: astragal.Clock.of("x"),
        lambda: astragal.odds("1d6!").listed_to(Fraction(1, HUGE)),
    ],
)
def test_refusals(make: Callable[[], Any]) -> None:
    with pytest.raises(AstragalError):
        make()


def test_large_numbers_are_answered_where_they_can_be() -> None:
    assert astragal.weighted({"a": HUGE, "b": 1}).roll(faces=[HUGE]).outcome == "a"
    assert str(astragal.weighted({"a": HUGE, "b": 1})).startswith("weighted(a: 1000")
    far = astragal.odds("1d6!", tail=Fraction(1, 10**400))
    assert 0 < far.tail < Fraction(1, 10**400)
    assert str(Die(HUGE)) == f"d1{'0' * 5000}"


@pytest.mark.parametrize("name", PUBLIC_CALLS)
@given(st.data())
def test_hostile_values_are_answered_or_refused(name: str, data: st.DataObject) -> None:
    call, values, required = PUBLIC_CALLS[name]
    arguments = {}
    for parameter, value in values.items():
        chosen = data.draw(st.sampled_from(["sensible", "omitted", *HOSTILE]), label=parameter)
        if chosen == "sensible" or (chosen == "omitted" and parameter in required):
            arguments[parameter] = value
        elif chosen != "omitted":
            arguments[parameter] = HOSTILE[chosen]()
    attempt(call, arguments)
