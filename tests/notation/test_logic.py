"""Truths joined by words, and two sides against each other."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal import AstragalError, NotationError, SeededSource, Verdict, odds, parse, roll, verify
from astragal.notation.nodes.logic import And, Not, Or
from astragal.notation.nodes.versus import Versus
from astragal.notation.syntax.quick_reader import read_quickly
from astragal.notation.texts import JOINING
from astragal.talk import read
from tests.support.brute import brute_odds, kind_of


@pytest.mark.parametrize(
    ("text", "faces", "line"),
    [
        (
            "1d20 + 5 >= 15 and 1d6 >= 2",
            [17, 3],
            "1d20 + 5 >= 15 and 1d6 >= 2 → (17) + 5 >= 15 and (3) >= 2: true",
        ),
        ("not 1d6 = 1", [1], "not 1d6 = 1 → not (1) = 1: false"),
        ("not 1d6 = 1 or 1d4 = 4", [1, 4], "not 1d6 = 1 or 1d4 = 4 → not (1) = 1 or (4) = 4: true"),
        ("1d20 + 5 vs 1d20", [3, 8], "1d20 + 5 vs 1d20 → (3) + 5 vs (8): tie"),
        ("2x(1d20 vs 1d20)", [3, 8, 9, 1], "2x(1d20 vs 1d20) → lower, higher"),
        ("a = 2d6; a > 3 and a < 9", [4, 4], "a = 2d6; a > 3 and a < 9 → a = (4, 4); "
                                             "a > 3 and a < 9: true"),
    ],
)  # fmt: skip
def test_a_roll_is_told(text: str, faces: list[int], line: str) -> None:
    rolled = roll(text, faces=faces)
    assert str(rolled) == line
    assert verify(rolled.to_json()) == rolled


SPELLINGS = [
    # typed, canonical
    ("(1d6>3)AND(1d6>4)", "1d6 > 3 and 1d6 > 4"),
    ("1d6>3 and (1d6>4 or 1d6>5)", "1d6 > 3 and (1d6 > 4 or 1d6 > 5)"),
    ("(1d6>3 and 1d6>4) Or 1d6>5", "1d6 > 3 and 1d6 > 4 or 1d6 > 5"),
    ("(1d6>3 and 1d6>4) and 1d6>5", "(1d6 > 3 and 1d6 > 4) and 1d6 > 5"),
    ("NOT(1d6>3)", "not 1d6 > 3"),
    ("not(1d6>3 or 1d6=1)", "not (1d6 > 3 or 1d6 = 1)"),
    ("not not 1d6>3", "not not 1d6 > 3"),
    ("(not 1d6>3)*2", "(not 1d6 > 3) * 2"),
    ("1d6 VS 2d4", "1d6 vs 2d4"),
    ("4d6kh3 vs(10)", "4d6kh3 vs (10)"),
    ("(2+3)vs 1d6", "(2 + 3) vs 1d6"),
    ("@a vs 1d20", "@a vs 1d20"),
    ("(1d20>5 and 1d6>2)[luck]", "(1d20 > 5 and 1d6 > 2)[luck]"),
    ("(2d6) = 7..9 and 1d6 = 1..3", "(2d6) = 7..9 and 1d6 = 1..3"),
    ("2d6!or", "2d6!or"),
]


@pytest.mark.parametrize(("typed", "canonical"), SPELLINGS)
def test_every_text_has_one_spelling(typed: str, canonical: str) -> None:
    assert str(parse(typed)) == canonical
    assert parse(canonical) == parse(typed)


@pytest.mark.parametrize(
    "text",
    [
        "a = 1d20; a >= 5 and a <= 15",
        "a = 1d6; b = a + 1d4; a >= 3 and b >= 6 or b = 2",
        "a = 1d6; b = 1d6; a > b and a > 3 or not a = b",
        "a = 2d6; highest(a) = 6 and lowest(a) <= 2 or a = 7",
        "a = 1d6 >= 4; a or not a and 1d4 = 1",
        "a = 1d6 >= 4; (a and 1d4 > 2) * 3 + a",
        "1d6 >= 3 and 1d6 >= 3 and not 1d4 = 1",
        "1d6 = 1 or 1d8 = 1 or 1d4 <= 2",
        "1d6 > 3 or 1d6 > 3 and 1d4 = 4",
        "2x(1d4 = 1 or 1d4 = 2)",
        "a = 1d4; 2x(a = 1 or 1d4 = a)",
        "highest(3x(1d6 > 3 and 1d4 > 2))",
        "(1d6 >= 3 and 1d6 >= 2)d4",
        "{1d4 > 1 and 1d6 > 2, 1d4 = 4}kh1",
        "1d8 vs 1d6 + 1",
        "a = 1d6; a + 1d4 vs 2 * a",
        "a = 1d6; a vs 7 - a",
        "a = 1d6; b = 1d6; max(a, b) vs a + 1",
        "3x(1d4 vs 1d4)",
        "1d4 vs (2)",
        "1d6/2 vs 1d3",
        "1d4 vs 1d4, 1d4 > 2 or 1d4 = 1",
        "a = 2d4; a > 9 and a < 3",
        "a = 1d20; a + 30 vs a",
    ],
)
def test_odds_are_those_of_every_face(text: str) -> None:
    """Both sides may use one name, so that they are no longer independent."""
    expression = parse(text)
    found = {(kind_of(outcome), outcome): chance for outcome, chance in expression.odds().items()}
    assert found == brute_odds(expression)[0]


_COMPARED = st.builds(
    "{} {} {}".format,
    st.sampled_from(["a", "b", "a + 1d3", "b - a", "1d3", "highest(a)"]),
    st.sampled_from(["=", "<", ">=", "≠"]),
    st.sampled_from(["2", "a", "b", "3"]),
)
_TRUTHS = st.recursive(
    _COMPARED,
    lambda inner: st.one_of(
        inner.map("not ({})".format),
        st.builds("({}) and ({})".format, inner, inner),
        st.builds("({}) or ({})".format, inner, inner),
    ),
    max_leaves=3,
)


@given(_TRUTHS)
def test_odds_of_any_truth_about_shared_names(truth: str) -> None:
    expression = parse(f"a = 2d3; b = 1d3 + 1; {truth}")
    found = {(bool, outcome): chance for outcome, chance in expression.odds().items()}
    assert found == brute_odds(expression)[0]


def test_known_chances() -> None:
    assert odds("a = 1d20; a >= 5 and a <= 15").probability(True) == Fraction(11, 20)
    assert odds("1d20 >= 5 and 1d20 <= 15").probability(True) == Fraction(12, 20)
    assert odds("(1d6!) >= 7 and (1d6!) >= 7").probability(True) == Fraction(1, 36)
    contest = odds("1d20+5 vs 1d20+3")
    assert [contest[each] for each in ("higher", "tie", "lower")] == [
        Fraction(229, 400),
        Fraction(18, 400),
        Fraction(153, 400),
    ]


def test_sides_that_explode_without_limit_have_exact_odds() -> None:
    """By symmetry, and both on the same face: 1/36 for each of five, or again after two sixes."""
    found = odds("1d6! vs 1d6!")
    assert found["higher"] == found["lower"]
    assert found["tie"] == Fraction(5, 36) / (1 - Fraction(1, 36))


@pytest.mark.parametrize("text", ["1d4 > 4 and (2d6) > 0", "1d4 > 0 or (2d6) > 0"])
def test_every_die_is_rolled_whatever_the_first_decides(text: str) -> None:
    assert len(roll(text, faces=[4, 1, 2]).faces) == 3


def test_dice_are_drawn_from_left_to_right() -> None:
    assert roll("1d4 = 1 and 1d6 = 5 or not 1d8 = 7 and 1d10 = 9", faces=[1, 5, 7, 10]).outcome
    assert roll("1d4 vs 1d20", faces=[4, 20]).outcome == "lower"


def test_how_a_side_fares_is_a_success_or_a_failure() -> None:
    roles = [str(roll("1d6 vs 1d6", faces=[3, n]).line.pieces[-1].role) for n in (2, 3, 4)]
    assert roles == [Verdict.SUCCESS, "outcome", Verdict.FAILURE]


def test_values_of_the_caller() -> None:
    text = "1d20 + @skill >= @dc and 1d20 > @luck"
    values = {"skill": 5, "dc": 15, "luck": 10}
    assert odds(text, variables=values).probability(True) == Fraction(11, 40)
    assert odds("@ours vs @theirs", variables={"ours": 3, "theirs": 2})["higher"] == 1


def test_choices_are_for_what_is_true() -> None:
    found = odds("1d20r<=10? >= 11 and 1d6 >= 4").probability(True)
    assert found == Fraction(3, 4) * Fraction(1, 2)
    contest = parse("1d6r<=3? vs (4)").odds(aim="outcome=higher")
    assert contest["higher"] == Fraction(2, 6) + Fraction(3, 6) * Fraction(2, 6)
    with pytest.raises(AstragalError, match="what are the choices for"):
        odds("1d6r? vs 1d6")


def test_samples_have_the_outcomes_of_single_rolls() -> None:
    for text in ("8d6 vs 9d6", "(8d6) >= 27 and (9d6) > 30 or not (2d6) = 7"):
        source, expression = SeededSource(3), parse(text)
        alone = [expression.roll(source).outcome for _ in range(40)]
        assert expression.sample(40, SeededSource(3)) == alone
        assert len(set(alone)) > 1


MISTAKES = [
    # text, code, its place, a part of the message, a part of the hint
    ("1d6 and 1d8 > 3", "not-a-truth", "1d6", "`and` needs", "`1d6 >= 4`"),
    ("2d6 and 1d8", "not-a-truth", "2d6", "this is dice", "`2d6, 1d8` rolls each"),
    ("1d20 = 5 or 4", "not-a-truth", "4", "a number", "`a = 1d20; a = 5 or a = 4`"),
    ("not 4", "not-a-truth", "4", "a number", "`a = 1d20; not a = 4`"),
    ("1d8 > 3 or 2d6+1", "not-a-truth", "2d6+1", "`or` needs", "`2d6 + 1 >= 4`"),
    ("not 3d6", "not-a-truth", "3d6", "`not` needs", "`(3d6) >= 4`"),
    ("not @n", "not-a-truth", "@n", "a number", "`@n >= 4`"),
    ("1d6 > 3 and 1d6 vs 1d6", "not-a-truth", "1d6 vs 1d6", "higher, tie or lower", None),
    ("1d6>3 and 2x(1d6)", "not-a-truth", "2x(1d6)", "a list", None),
    ("(1d6>3) vs 1d6", "not-a-number", "1d6>3", "two totals", "1d20+5 vs 1d20+3"),
    ("(1d6 vs 1d6) + 1", "not-a-number", "1d6 vs 1d6", "higher, tie or lower", None),
    ("a = 1d6 vs 1d6; a", "not-a-number", "1d6 vs 1d6", "higher, tie or lower", None),
    ("1d6 vs 1d6 [..3] low", "not-a-number", "1d6 vs 1d6", "higher, tie or lower", None),
    ("1d20+5 vs 15", "vs-a-number", "15", "a number", "`1d20 + 5 >= 15`"),
    ("2d6 vs 7", "vs-a-number", "7", "a number", "`2d6 vs (7)`"),
    ("15 vs 1d20", "vs-a-number", "15", "a number", "`(15) vs 1d20`"),
    ("1d20 vs 1d20 vs 1d4", "chained-comparison", "vs", "one comparison", "and"),
    ("1d20 > 3 vs 1d4", "chained-comparison", "vs", "one comparison", None),
    ("1d6>3 and", "missing-value", "and", "after `and`", "a comparison"),
    ("1d20 VS", "missing-value", "VS", "after `VS`", "a number or dice"),
    ("or 1d6>3", "missing-value", "or", "before `or`", None),
    ("1d6>3 and or 1d6>2", "missing-value", "or", "before `or`", None),
    ("3 + not 1d6>3", "unexpected", "not", "before a whole comparison", "(not 1d6 = 1) * 2"),
    ("1d6>3 not 1d6>2", "unexpected", "not", "nothing joins `not`", "`and not`"),
    ("1d6>3 & 1d6>2", "unexpected", "&", "means nothing", "`1d6>3 and 1d6>4`"),
    ("1d20vs1d20", "unknown-modifier", "vs", "not a modifier", None),
    *((f"{word} = 2d6; {word}", "bad-name", word, f"`{word}` cannot be a name", None)
      for word in ("and", "Or", "NOT", "vs")),
]  # fmt: skip


@pytest.mark.parametrize(("text", "code", "place", "message", "hint"), MISTAKES)
def test_a_mistake(text: str, code: str, place: str, message: str, hint: str | None) -> None:
    with pytest.raises(NotationError) as caught:
        parse(text)
    error = caught.value
    assert error.code == code
    assert error.span is not None
    assert text[slice(*error.span)] == place
    assert message in error.message
    assert hint is None or hint in (error.hint or "")


@pytest.mark.parametrize(
    ("said", "means"),
    [
        ("1d20+5 vs 15", "1d20 + 5 >= 15"),
        ("1d20+5 vs AC 15", "1d20 + 5 >= 15"),
        ("d20+5 versus d20+3", "1d20 + 5 vs 1d20 + 3"),
        ("d20 adv vs d20", "2d20kh1 vs 1d20"),
        ("1d20 >= 5 and 1d20 >= 9 # both", "1d20 >= 5 and 1d20 >= 9 # both"),
    ],
)
def test_at_a_table(said: str, means: str) -> None:
    """``vs`` with a number is met or beaten there, and what was read is shown."""
    expression, understood = read(said)
    assert str(expression) == means
    assert (understood is not None) is (str(parse(means)) != said)


def test_notation_is_read_before_anything_else() -> None:
    assert read("d20+5 vs d20+3").understood is None


def test_the_words_are_those_of_the_operations() -> None:
    assert {each.word for each in (And, Or, Not, Versus)} == set(JOINING)


@pytest.mark.parametrize("text", ["1d20>=5 and 1d6>=2", "d20+5 vs d20", "not d20>=5"])
def test_the_quick_reader_leaves_the_words_to_the_other(text: str) -> None:
    expression = parse(text)
    assert read_quickly(text, expression.limits) is None


def test_in_words() -> None:
    assert parse("1d6 > 3 and not @x > 1").describe() == (
        "(is one six-sided die more than 3?) and not (is the value of x more than 1?)"
    )
    assert parse("2d6 vs 1d12").describe() == (
        "two six-sided dice against one twelve-sided die: higher, tie or lower"
    )
