"""The quick reader against the full one: the same expression to the last span, or nothing."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from astragal import AstragalError, Limits, parse
from astragal._value import Value
from astragal.limits import DEFAULT_LIMITS
from astragal.notation.expression import Expression
from astragal.notation.syntax.quick_reader import read_quickly
from astragal.notation.syntax.text_reader import TextReader

QUICK = [
    "d20",
    "1d20+5",
    "4d6kh3",
    "4d6k3",
    "2d20kl1 - 2",
    "4d6dl1+2d8dh2",
    "10d6!",
    " 10d6! + d4 - 7 ",
    "d%",
    "2d66+1",
    "0d6",
    "7",
    "5 + 3d6",
    "1d20+5 >= 15",
    "d20>=15",
    "d20 = 20",
    "2d6+3<10",
    "007d06+05",
    "8d10c>=7",
    "30d10c>=8c=10f<2 + 1",
]

FULL = [
    "",
    "4D6",
    "-1d6",
    "4d6 kh3",
    "4d6kh3kl1",
    "8d10 c>=7",
    "8d10c>=7 c=10",
    "8d10f=1",
    "8d10c=5..7",
    "8d10c==7",
    "8d10c>=7>=3",
    "8d10c>=@n",
    "(2d6+3)*2",
    "2d6*3",
    "1d6!>=5",
    "1d6! >= 5",
    "8d10>=7",
    "2d20kh1 >= 15",
    "1d20 == 5",
    "1d20 => 5",
    "1d20 != 5",
    "1d20 = 5..7",
    "1d20+5 >= 15 >= 3",
    "1d20+d6 >= 1d4",
    "d10ish",
    "4dF",
    "1d6 # fire",
    "1d6[fire]",
    "٣d6",
    "1d20+1234567890",
    "1d20+5\n",
]

MISTAKES = ["4d6kh0", "1d1!", "1d0", "d1000001", "10001d6", "1d20+", "2d6.3", "1d20+5d", "d6x"]

NUMBERS = ["0", "1", "2", "6", "9", "15"]
DICE = ["d", "d6", "d20", "d%", "d66", "D", "1d20", "4d6"]
MODIFIERS = ["kh", "kl", "k", "dl", "dh", "kh3", "!", "c", "f", "c>=5", "c=6", "f=1"]
SIGNS = ["+", "-", ">=", "<", "=", "*", "[", "x", " ", " + ", " - ", " >= "]
PIECES = st.sampled_from([*NUMBERS, *DICE, *MODIFIERS, *SIGNS])
KEEPS = ["kh1", "kh3", "k2", "kl", "dl1", "dh2", "kh0", "dl0"]
COUNTS = ["c>=5", "c=6c>4", "c<3f=1", "f=1", "c5", "c=1..3", "c=007"]
FOLLOWING = ["", "", *KEEPS, *COUNTS, "!", "!!", "s"]
TERMS = st.builds(
    "{}d{}{}".format,
    st.sampled_from(["", "1", "2", "4", "10", "0", "10001"]),
    st.sampled_from(["4", "6", "20", "%", "66", "666", "1", "0", "1000000", "1000001", "007"]),
    st.sampled_from(FOLLOWING),
) | st.integers(0, 10**10).map(str)
SUMS = st.lists(
    st.tuples(st.sampled_from(["+", "-", " + ", " - ", "-  ", "*", ">=", " = "]), TERMS),
    min_size=1,
    max_size=4,
).map(lambda terms: "".join(sign + term for sign, term in terms).lstrip("+-*>= "))
TEXTS = SUMS | st.lists(PIECES, max_size=8).map("".join)
LIMITS = st.sampled_from(
    [DEFAULT_LIMITS, Limits(), Limits(dice=5), Limits(work=4), Limits(sides=10), Limits(digits=1)]
)


def everything(value: Any) -> Any:
    """A value with all its fields, those that are not compared included."""
    if isinstance(value, tuple) and type(value) is tuple:
        return [everything(each) for each in value]
    if not isinstance(value, Value):
        return (type(value), value)
    declared = {
        name
        for base in type(value).__mro__
        for name, annotation in getattr(base, "__annotations__", {}).items()
        if "ClassVar[" not in str(annotation)
    }
    return (type(value), {name: everything(getattr(value, name)) for name in declared})


def fully(text: str, limits: Limits) -> Expression | None:
    try:
        return TextReader(text, limits).read()
    except AstragalError:
        return None


@given(TEXTS, LIMITS)
@example("1d6!>=5", DEFAULT_LIMITS)
@example("4d6k>=5", DEFAULT_LIMITS)
@example("2d6+3d6 >= 7", DEFAULT_LIMITS)
def test_it_reads_what_the_full_reader_reads_or_nothing(text: str, limits: Limits) -> None:
    quickly = read_quickly(text, limits)
    if quickly is not None:
        assert everything(quickly) == everything(fully(text, limits))


@pytest.mark.parametrize("text", QUICK)
def test_it_reads_the_commonest_texts(text: str) -> None:
    quickly = read_quickly(text, DEFAULT_LIMITS)
    assert quickly is not None
    assert everything(quickly) == everything(fully(text, DEFAULT_LIMITS))


@pytest.mark.parametrize("text", [*FULL, *MISTAKES])
def test_it_leaves_the_rest_to_the_full_reader(text: str) -> None:
    assert read_quickly(text, DEFAULT_LIMITS) is None


@pytest.mark.parametrize("text", MISTAKES)
def test_mistakes_are_explained_by_the_full_reader(text: str) -> None:
    with pytest.raises(AstragalError) as found:
        parse(text)
    with pytest.raises(AstragalError) as expected:
        TextReader(text, DEFAULT_LIMITS).read()
    assert found.value.to_dict() == expected.value.to_dict()
