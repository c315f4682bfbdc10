"""Small programs: what their documentation says or they themselves came to, text by text.

A dialect is a module of programs, and a module of facts in the folder beside this file.
"""

from __future__ import annotations

from fractions import Fraction
from importlib import import_module
from itertools import chain
from typing import Any

import pytest

import astragal
from astragal._modules import module_names
from astragal.dialects.dialect import dialect_names, find_dialect
from tests.dialects import small
from tests.dialects.support import faces_for

NAMES = [name.replace("_", "-") for name in module_names(small.__path__)]


def facts(kind: str) -> list[tuple[str, str, str]]:
    """The rows of one kind, with the name of their dialect."""
    modules = [
        (name, import_module(f"{small.__name__}.{name.replace('-', '_')}")) for name in NAMES
    ]
    rows = ([(name, *row) for row in getattr(module, kind, ())] for name, module in modules)
    return list(chain.from_iterable(rows))


@pytest.mark.parametrize(("name", "text", "meaning"), facts("MEANINGS"))
def test_each_text_is_what_the_program_makes_of_it(name: str, text: str, meaning: str) -> None:
    theirs, ours = astragal.parse(text, dialect=name), astragal.parse(meaning)
    assert str(theirs) == meaning
    given = dict.fromkeys(ours.variables, 2)
    faces = faces_for(ours, given)
    outcomes: list[Any] = [
        each.roll(faces=faces, variables=given).outcome for each in (theirs, ours)
    ]
    assert outcomes[0] == outcomes[1]


@pytest.mark.parametrize(("name", "text", "mean"), facts("MEANS"))
def test_means_are_those_of_the_program(name: str, text: str, mean: str) -> None:
    assert astragal.parse(text, dialect=name).odds().mean == Fraction(mean)


@pytest.mark.parametrize(("name", "text", "code"), facts("REFUSED"))
def test_what_is_not_known_or_cannot_be_said_is_refused(name: str, text: str, code: str) -> None:
    with pytest.raises(astragal.AstragalError) as caught:
        astragal.parse(text, dialect=name).odds()
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("name", "text", "remarks"),
    [
        ("diceevaluator", "2d6", 1),
        ("diceevaluator", "2d6, 2d8", 1),
        ("diceevaluator", "2d6=", 0),
        ("diceevaluator", "d6*2", 0),
        ("gnoll", "dF+dF", 1),
        ("gnoll", "d6", 0),
    ],
)
def test_what_is_read_in_another_way_is_said_once(name: str, text: str, remarks: int) -> None:
    assert len(astragal.parse(text, dialect=name).remarks) == remarks


def test_each_program_without_a_module_of_tests_has_facts() -> None:
    assert set(NAMES) == {name for name in dialect_names() if find_dialect(name).examples}


GROUPS = ("foundry", "roll-parser", "roll20", "rpg-dice-roller")


@pytest.mark.parametrize("name", sorted({*dialect_names()} - {*GROUPS}))
def test_only_some_programs_have_groups_in_braces(name: str) -> None:
    """Others would refuse such a text, so it is neither read for them nor written."""
    with pytest.raises(astragal.AstragalError):
        astragal.parse("{2d6, 1d8}", dialect=name)
    try:
        written = astragal.translate("{2d6, 1d8}kh1", target=name)
    except astragal.AstragalError:
        return
    assert "{" not in written
