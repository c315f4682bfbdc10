"""Texts made from each dialect's tables: read, written and read again, they mean the same."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

import astragal
from astragal.dialects.dialect import Dialect, dialect_names, find_dialect
from astragal.dialects.normal import same
from astragal.dialects.writer import write


def conditions(dialect: Dialect) -> st.SearchStrategy[str]:
    signs = st.sampled_from(["", "", *dialect.comparisons])
    numbers = st.sampled_from(["", "1", "2", "5", "6", "(1d4)"])
    return st.tuples(signs, numbers).map("".join)


@st.composite
def dice(draw: st.DrawFn, dialect: Dialect) -> str:
    """Dice with up to three words behind, which the dialect may or may not take together."""
    sides = draw(st.sampled_from(["6", "10", "20", "(2*3)", *dialect.dice]))
    count = draw(st.sampled_from(["", "1", "3", "5", "(1+2)"]))
    words = st.sampled_from([row.word for row in dialect.words] or [""])
    behind = st.lists(st.tuples(words, conditions(dialect)).map("".join), max_size=3)
    return f"{count}{dialect.letters[0]}{sides}{''.join(draw(behind))}"


@st.composite
def formulas(draw: st.DrawFn, dialect: Dialect) -> str:
    terms = draw(st.lists(dice(dialect), min_size=1, max_size=2))
    sign = draw(
        st.sampled_from(
            [" + ", " - ", *(sign for level in dialect.levels for sign in level), *dialect.powers]
        )
    )
    text = sign.join([*terms, *draw(st.lists(st.sampled_from(["2", "7"]), max_size=1))])
    if not draw(st.booleans()):
        return text
    before, after = draw(st.sampled_from([("{", "}"), ("(", ")"), ("-", "")]))
    return f"{before}{text}{after}{draw(conditions(dialect))}"


@pytest.mark.parametrize("name", dialect_names())
@given(data=st.data())
def test_what_is_read_is_written_and_read_the_same(name: str, data: st.DataObject) -> None:
    dialect = find_dialect(name)
    text = data.draw(formulas(dialect))
    try:
        expression = astragal.parse(text, dialect=name)
    except astragal.AstragalError:
        return
    ours = astragal.parse(str(expression))
    assert ours == expression or same(ours, expression)
    written = written_or_refused(expression, dialect)
    if written is not None:
        assert same(astragal.parse(written, dialect=name), expression)


def written_or_refused(expression: astragal.Expression, dialect: Dialect) -> str | None:
    try:
        return write(expression, dialect)
    except astragal.NotationError:
        return None


@pytest.mark.parametrize("name", dialect_names())
@given(text=st.text("0123456789dkhlxr!<>=+-*/%()[]{}@.,#\\cspmt ", max_size=20))
def test_any_text_is_read_or_refused(name: str, text: str) -> None:
    with suppress(astragal.AstragalError):
        assert astragal.parse(text, dialect=name).text == text
