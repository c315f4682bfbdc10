"""What is rolled for a count, for sides or for an operand is counted before a die is made."""

from __future__ import annotations

from typing import Any

import pytest

import astragal
from astragal import LimitError
from astragal.die import Die
from astragal.probability.laws.finite import Finite
from astragal.probability.walks.lattice import Lattice

WIDE = "1d1000000"


@pytest.mark.parametrize(
    "text",
    [
        f"1d({WIDE})",
        f"({WIDE})d6",
        f"2d6kh({WIDE})",
        f"2d6r<=({WIDE})",
        f"9d10c>=({WIDE})",
        f"2d6!>=({WIDE})",
        f"highest(100d6,({WIDE}))",
        f"({WIDE}/100)d6",
    ],
)
def test_wide_operands_are_refused_before_they_are_listed(
    text: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    expression = astragal.parse(text)
    monkeypatch.delattr(Finite, "table")  # nothing may be listed before the refusal
    with pytest.raises(LimitError) as caught:
        expression.odds()
    assert caught.value.limit == "odds"


def test_pools_of_rolled_numbers_are_counted_before_they_are_put_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    expression = astragal.parse("beats((1d1000)d6, (1d1000)d6)")
    monkeypatch.delattr(Lattice, "written")  # no face may be looked at before the refusal
    with pytest.raises(LimitError) as caught:
        expression.odds()
    assert caught.value.limit == "odds"


def test_dice_of_rolled_sides_are_counted_before_they_are_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = []

    begin = Die.__init__

    def counting(self: Die, *given: Any) -> None:
        made.append(given)
        begin(self, *given)

    expression = astragal.parse("(1d1000)d(1d1000)kh1")
    monkeypatch.setattr(Die, "__init__", counting)
    with pytest.raises(LimitError):
        expression.odds()
    assert not made


def squares(times: int) -> str:
    steps = "; ".join(f"n{i} = n{i - 1} * n{i - 1}" for i in range(1, times))
    return f"n0 = 1d3; {steps}; n{times - 1}"


def test_products_of_names_have_no_more_digits_than_in_rolls() -> None:
    assert astragal.odds(squares(6)).highest == 3**32
    for work in (lambda: astragal.odds(squares(22)), lambda: astragal.roll(squares(22), faces=[3])):
        with pytest.raises(LimitError) as caught:
            work()
        assert caught.value.limit == "digits"


def test_products_of_rolls_have_no_more_digits_than_in_rolls() -> None:
    large = f"{10**99} * 1d3"
    assert astragal.odds(large).highest == 3 * 10**99
    with pytest.raises(LimitError) as caught:
        astragal.odds(f"{large} * 1d10")
    assert caught.value.limit == "digits"


def test_what_no_cell_can_answer_is_refused_once(monkeypatch: pytest.MonkeyPatch) -> None:
    from astragal.notation.weighing.weigher import Weigher

    counted = []
    wholes = Weigher.wholes

    def counting(self: Weigher, *given: object) -> object:
        counted.append(given)
        return wholes(self, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(Weigher, "wholes", counting)
    for ask in (astragal.sweep, lambda *a: astragal.reach(*a, at_least=3)):
        counted.clear()
        with pytest.raises(LimitError):
            ask(f"1d({WIDE}) + @x", {"x": range(100)})
        assert len(counted) == 1
