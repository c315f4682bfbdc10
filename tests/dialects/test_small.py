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
from astragal.dialects.dialect import dialect_names, find_dialect, title_of
from astragal.dialects.gone import GONE
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


def test_each_program_without_a_module_of_tests_has_facts() -> None:
    assert set(NAMES) == {name for name in dialect_names() if find_dialect(name).examples}


@pytest.mark.parametrize("name", GONE)
def test_programs_that_are_gone_are_refused_with_what_is_nearest(name: str) -> None:
    gone = GONE[name]
    with pytest.raises(astragal.ParameterError) as caught:
        astragal.parse("2d6", dialect=name)
    assert caught.value.code == "dialect-gone"
    assert gone.title in caught.value.message
    assert gone.nearest in str(caught.value.hint)
    with pytest.raises(astragal.ParameterError):
        astragal.translate("2d6", target=name)
    with pytest.raises(astragal.ParameterError, match="no longer read"):
        astragal.meanings("2d6", [gone.title.replace("-", "_")])
    assert name not in dialect_names()
    assert title_of(name) == gone.title
    near = gone.nearest.split("`")[1]
    assert near in (*dialect_names(), "anydice")
    assert str(astragal.parse(gone.here)) == gone.here


GROUPS = ("foundry", "roll20", "rpg-dice-roller")


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
