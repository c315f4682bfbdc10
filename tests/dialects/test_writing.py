"""What is written for another program is read there as it was meant, or refused."""

from __future__ import annotations

from contextlib import suppress

import pytest

import astragal
from astragal.dialects.dialect import find_dialect
from astragal.dialects.normal import same
from astragal.dialects.writer import write


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("4d6kh3 + 2", "4d6kh3 + 2"),
        ("8d10c>=7f=1", "8d10>7f1"),
        ("4d6c>4", "4d6>5"),
        ("4d6r=1", "4d6ro1"),
        ("2d6!=6", "2d6!6"),
        ("-(1d6 + 2) * 3", "-(1d6 + 2) * 3"),
    ],
)
def test_written_for_roll20(text: str, written: str) -> None:
    assert write(astragal.parse(text), find_dialect("roll20")) == written


@pytest.mark.parametrize("text", ["4d6!o", "1d20 >= 15", "p = 2d6; p + p", "1d{2,3,5}"])
def test_what_a_program_cannot_say_is_refused(text: str) -> None:
    with pytest.raises(astragal.NotationError) as caught:
        write(astragal.parse(text), find_dialect("roll20"))
    assert caught.value.code == "untranslatable"


def test_counts_of_what_differs_are_refused_where_there_are_none() -> None:
    with pytest.raises(astragal.NotationError) as caught:
        write(astragal.parse("5d6c≠3"), find_dialect("avrae"))
    assert caught.value.code == "untranslatable"


def test_an_unknown_dialect_names_the_nearest() -> None:
    with pytest.raises(astragal.ParameterError, match="no dialect") as caught:
        astragal.parse("2d6", dialect="rol20")
    assert "roll20" in str(caught.value.hint)


def test_dice_of_digits_are_ordinary_dice_elsewhere() -> None:
    expression = astragal.parse("2d66", dialect="roll20")
    assert expression.odds().highest == 132
    assert expression.remarks == ("`d66` is a die of 66 sides in Roll20",)


@pytest.mark.parametrize(
    ("text", "program", "written"),
    [
        ("8d6 // 2", "roll20", "floor(8d6 / 2)"),
        ("8d6 // 2", "foundry", "floor(8d6 / 2)"),
        ("8d6 * 3 // 2 * 2 + 1", "rpg-dice-roller", "floor(8d6 * 3 / 2) * 2 + 1"),
        ("7 // 2 // 2", "roll20", "floor(floor(7 / 2) / 2)"),
        ("floor(8d6 / 2)", "avrae", "8d6 / 2"),
        ("floor(8d6 / 2) + 1", "avrae", "(8d6 // 2) + 1"),
        ("floor(1d6 / 2) + 3", "tyche", "(1d6 / 2) + 3"),
    ],
)
def test_what_is_rounded_down_is_written_either_way(text: str, program: str, written: str) -> None:
    expression, dialect = astragal.parse(text), find_dialect(program)
    assert write(expression, dialect) == written
    assert astragal.parse(written, dialect=program).odds() == expression.odds()


def test_a_quotient_below_zero_is_not_cut_for_rounded_down() -> None:
    """Tyche's quotients go towards zero."""
    with pytest.raises(astragal.NotationError):
        write(astragal.parse("floor((1d6 - 4) / 2)"), find_dialect("tyche"))


@pytest.mark.parametrize(
    ("program", "written"),
    [
        ("rollem", "6#4d6dl1"),
        ("dicemaiden", "6 4d6d1"),
    ],
)
def test_repeats_are_written_for_programs_that_have_them(program: str, written: str) -> None:
    expression = astragal.parse("6x(4d6dl1)")
    assert write(expression, find_dialect(program)) == written
    assert astragal.parse(written, dialect=program) == expression


def test_repeats_are_refused_for_others() -> None:
    with pytest.raises(astragal.NotationError, match="Roll20 cannot say repeated rolls"):
        write(astragal.parse("6x(4d6)"), find_dialect("roll20"))


@pytest.mark.parametrize(
    ("text", "program", "written"),
    [
        ("highest(4d6, 3)", "roll20", "4d6kh3"),
        ("lowest(2d20) + 5", "avrae", "2d20kl1 + 5"),
        ("highest(4d6!, 2)", "foundry", "4d6x6kh2"),
        ("nth(4d6, 2)", "foundry", "4d6kh2kl1"),
        ("middle(5d6)", "avrae", "(5d6kh3)kl1"),
        ("max(2d6, 1d12)", "roll20", "{2d6, 1d12}kh1"),
        ("max(2d6, 1d12)", "foundry", "max(2d6, 1d12)"),
        ("min(1d20, 1d20)", "rollem", "2d20kl1"),
        ("{1d20, 1d20}kh1", "dicemaiden", "2d20k1"),
        ("4d6dh1", "dicemaiden", "4d6kl3"),
        ("4d6dl1", "tyche", "4d6kh3"),
    ],
)
def test_equal_spellings_are_known(text: str, program: str, written: str) -> None:
    expression, dialect = astragal.parse(text), find_dialect(program)
    assert write(expression, dialect) == written
    assert astragal.parse(written, dialect=program).odds() == expression.odds()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("highest(4d6, 3)", "4d6kh3"),
        ("4d6dl1dh1", "4d6kh3kl2"),
        ("{2d6, 1d12}dl1", "max(2d6, 1d12)"),
        ("nth(5d6, 5)", "5d6kl1"),
        ("highest(3d6dl1, 1)", "3d6kh1"),
        ("4d6!!dl1", "4d6!!kh3"),
        ("4d6kh2kh3", "4d6kh2"),
        ("6d6dl1dl2", "6d6kh3"),
        ("4d6kh9", "4d6"),
    ],
)
def test_equal_spellings_have_one_form(one: str, other: str) -> None:
    assert astragal.parse(one).odds() == astragal.parse(other).odds()
    assert same(astragal.parse(one), astragal.parse(other))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("4d6!dl1", "4d6!kh3"),
        ("highest(4d6c>=5)", "4d6c>=5kh1"),
        ("nth(4d6, 5)", "4d6kh5kl1"),
        ("middle(4d6)", "4d6kh3kl1"),
        ("4d6udl1", "4d6ukh3"),
    ],
)
def test_what_differs_is_not_the_same(one: str, other: str) -> None:
    with suppress(astragal.NotationError):
        assert not same(astragal.parse(one), astragal.parse(other))


def test_brackets_in_brackets_are_tried_once_each() -> None:
    text = "max(" * 40 + "largest_set(3d6)" + ", 1)" * 40
    with pytest.raises(astragal.NotationError):
        write(astragal.parse(text), find_dialect("roll20"))
