"""What programs mean, fact by fact."""

from __future__ import annotations

from fractions import Fraction

import pytest

from astragal import ProgramError
from astragal.anydice import run

Odds = dict[int, Fraction]


def outputs(program: str) -> list[Odds]:
    """The odds of every output; an empty one for the empty die."""
    return [dict(each.odds.items()) if each.odds else {} for each in run(program)]


def even(*outcomes: int) -> Odds:
    """The odds of a die with these faces."""
    odds: Odds = {}
    for outcome in outcomes:
        odds[outcome] = odds.get(outcome, Fraction(0)) + Fraction(1, len(outcomes))
    return odds


def same(one: str, other: str) -> bool:
    return outputs(f"output {one}") == outputs(f"output {other}")


NUMBERS = [
    ("2^3^2", 64),
    ("1 | 1 & 0", 0),
    ("0 & 1 | 1", 1),
    ("1 < 2 < 3", 1),
    ("3 > 2 > 1", 0),
    ("2 + 3 * 4", 14),
    ("1@23 ^ 2", 4),
    ("2 * 3 ^ 2", 18),
    ("1 + 1 = 2", 1),
    ("1 = 0 | 1", 1),
    ("-!0", -1),
    ("!-1", 0),
    ("#--12", 2),
    ("{0,0} & 1", 0),
    ("{1,-1} | 0", 0),
    ("!{1,-1}", 1),
    ("#+{4,5}", 2),
    ("#-{4,5}", 1),
    ("#{7:3}", 3),
    ("#{{1,2}, 3, {4..6}}", 6),
    ("1@{1..3:2} + 4@{1..3:2}", 2),
    ("#[sort 3d6]", 1),
    ("#[highest d4 of 4d6]", 1),
    ("#[count 6 in 10d6]", 1),
    ("-7 / 2", -3),
    ("7 / -2", -3),
    ("5 / 0", 0),
    ("2 ^ -1", 0),
    ("(-1) ^ -1", -1),
    ("(-1) ^ -2", 1),
    ("1 ^ -5", 1),
    ("10 ^ 999 / 10 ^ 998", 10),
    ("(-1) ^ 99999999999", -1),
    ("!0 + !7", 1),
    ("!{}", 1),
    ("#0", 1),
    ("#-123", 3),
    ("#{}", 0),
    ("#{5..7, 5..7}", 6),
    ("#(3d6)", 3),
    ("#d6", 1),
    ("#d{}", 0),
    ("#(2d6 + 1)", 1),
    ("#(-3d6)", 3),
    ("#(0d6)", 1),
    ("#((d2)d6)", 1),
    ("#((d{})d6)", 1),
    ("#((d2)d{})", 1),
    ("#(2d{})", 0),
    ("#(1d(3d6))", 3),
    ("#(d(3d6))", 3),
    ("#(2d(3d6))", 2),
    ("#(-(3d6))", 3),
    ("#(+(3d6))", 3),
    ("#(d{} + 3d6)", 3),
    ("#(3d6 - d{})", 3),
    ("#(d{} - 3d6)", 3),
    ("#(d{} + 12)", 2),
    ("#(12 - d{})", 2),
    ("#({3,9} + d{})", 2),
    ("#(0 | d{})", 1),
    ("2@345", 4),
    ("2@-345", -4),
    ("4@345", 0),
    ("0@345", 0),
    ("{1,1,3}@345", 11),
    ("2@{7,8,9}", 8),
    ("{2,2,4}@{7,8,9}", 16),
    ("{1,2,3} = 2", 1),
    ("2 < {1,2,3,4}", 2),
    ("{1,2,3} != 2", 2),
    ("{1,2} < {1,2,0}", 1),
    ("{2} > {1,9,9}", 1),
    ("{1,2} = {2,1}", 0),
    ("{1,2} = {1,2}", 1),
    ("{} < {0}", 1),
    ("{1,2,3} + 4", 10),
    ("{1,2} * {3,4}", 21),
    ("-{1,2}", -3),
    ("[absolute -4]", 4),
    ("[{1,2,3} contains 2]", 1),
    ("[{1,2,3} contains 4]", 0),
    ("[count {6,6} in {6}]", 2),
    ("[count 6 in {6,5,6}]", 2),
    ("[highest of 3 and 5]", 5),
    ("[lowest of 3 and 5]", 3),
    ("[maximum of 3d6]", 18),
    ("[maximum of d{}]", 0),
    ("[maximum of {4,5}]", 9),
    ("[reverse {}]", 0),
    ("1@[reverse {4,5,6}]", 6),
    ("1@[sort {4,6,5}]", 6),
    ("#[sort {4,6,5}]", 3),
]


@pytest.mark.parametrize(("text", "number"), NUMBERS)
def test_a_number(text: str, number: int) -> None:
    assert outputs(f"output {text}") == [{number: 1}]


DICE = [
    ("d4", even(1, 2, 3, 4)),
    ("d0", even(0)),
    ("d(-3)", even(-3, -2, -1)),
    ("0d6", even(0)),
    ("2d2", even(2, 3, 3, 4)),
    ("(-2)d2", even(-2, -3, -3, -4)),
    ("-2d2", even(-2, -3, -3, -4)),
    ("2d(-2)", even(-2, -3, -3, -4)),
    ("1d1d2", even(1, 2)),
    ("2d(2d2)", even(*(a + b for a in (2, 3, 3, 4) for b in (2, 3, 3, 4)))),
    ("#3d6", even(*range(1, 7))),
    ("d{1,1,5}", even(1, 1, 5)),
    ("d{}", {}),
    ("3d{}", {}),
    ("0d(d{})", {}),
    ("(d2)d2", even(1, 1, 2, 2, 2, 3, 3, 4)),
    ("(d{-1,1})d2", even(-2, -1, 1, 2)),
    ("(d{0,1})d2", even(0, 0, 1, 2)),
    ("{1,1}d2", even(2, 3, 3, 4)),
    ("{d4:2, 4}", even(1, 2, 3, 4, 1, 2, 3, 4, 4)),
    ("{2d2}", even(2, 3, 4)),
    ("{1..3:2}", even(1, 2, 3)),
    ("{4..1}", {}),
    ("{1:0, 2:-3, 3}", even(3)),
    ("{{1,2}..4}", even(3, 4)),
    ("{5:{1,1}}", even(5)),
    ("d4 / 2", even(0, 1, 1, 2)),
    ("6 / d{0,2}", even(0, 3)),
    ("d3 = d3", even(1, 0, 0)),
    ("d3 <= d3", even(1, 1, 1, 1, 1, 1, 0, 0, 0)),
    ("d3 < d3", even(1, 1, 1, 0, 0, 0, 0, 0, 0)),
    ("d3 != 2", even(1, 1, 0)),
    ("d6 > {1,2}", even(1, 1, 1, 0, 0, 0)),
    ("{1,2} < d6", even(1, 1, 1, 0, 0, 0)),
    ("d2 & d{0,1}", even(0, 1)),
    ("!d{0,1,2}", even(1, 0, 0)),
    ("1@2d2", even(1, 2, 2, 2)),
    ("2@2d2", even(1, 1, 1, 2)),
    ("{1,1}@2d2", even(2, 4, 4, 4)),
    ("{1,3}@3d2", even(2, 3, 3, 3, 3, 3, 3, 4)),
    ("2@d6", even(0)),
    ("1@(-(2d2))", even(-1, -1, -1, -2)),
    ("1@((-2)d2)", even(-1, -1, -1, -2)),
    ("1@(1d(2d2))", even(1, 2, 2, 2)),
    ("1@d{}", {}),
    ("1@((d{})d6)", {}),
    ("2@((d{})d6)", even(0)),
    ("d{} + 2", even(2)),
    ("3 - d{}", even(3)),
    ("d{} - d2", even(-1, -2)),
    ("d{} | d{0,1}", even(0, 1)),
    ("d{} + d{}", {}),
    ("d{} - d{}", {}),
    ("d{} | d{}", {}),
    ("d{} * 2", {}),
    ("2 / d{}", {}),
    ("d{} & 0", {}),
    ("d{} = 1", {}),
    ("!d{}", {}),
    ("-d{}", {}),
    ("[absolute d{-1,1,2}]", even(1, 1, 2)),
    ("[2d2 contains 2]", even(0, 1, 1, 1)),
    ("[{1,2} contains d3]", even(0, 1, 1)),
    ("[2d2 contains d2]", even(0, 1, 1, 1, 0, 1, 1, 1)),
    ("[count 2 in 2d2]", even(0, 1, 1, 2)),
    ("[count 2d2 in {2,2}]", even(0, 2, 2, 4)),
    ("[count d2 in d2]", even(0, 1)),
    ("[count 2d2 in 2d2]", even(4, 2, 2, 0, 2, 2, 2, 2, 2, 2, 2, 2, 0, 2, 2, 4)),
    ("[count 2d{1,3} in d{2,3}]", even(0, 0, 0, 0, 0, 1, 1, 2)),
    ("[count d{1,2} in d{3,4}]", even(0)),
    ("[sort 2d2]", even(2, 3, 3, 4)),
    ("[reverse 2d2]", even(2, 3, 3, 4)),
    ("[highest 1 of 2d2]", even(1, 2, 2, 2)),
    ("[highest 9 of 2d2]", even(2, 3, 3, 4)),
    ("[highest 0 of 2d2]", even(0)),
    ("[highest d2 of 2d2]", even(1, 2, 2, 2, 2, 3, 3, 4)),
    ("[lowest 1 of 2d2]", even(1, 1, 1, 2)),
    ("[highest 1 of d2 and 2]", even(2)),
    ("[lowest 2 of d2 and 2 and 3]", even(3, 4)),
    ("[highest of d2 and d3]", even(1, 2, 3, 2, 2, 3)),
    ("[lowest of d2 and 1]", even(1)),
    ("[middle 1 of 3d2]", even(1, 1, 1, 1, 2, 2, 2, 2)),
    ("[middle 1 of 2d2]", even(1, 2, 2, 2)),
    ("[middle 0 of 2d2]", even(0)),
    ("[middle 7 of 2d2]", even(2, 3, 3, 4)),
    ("[explode d{}]", {}),
]


@pytest.mark.parametrize(("text", "odds"), DICE)
def test_dice(text: str, odds: Odds) -> None:
    assert outputs(f"output {text}") == [odds]


def test_a_rolled_number_of_dice_stands_on_the_left() -> None:
    assert same("2d2d2", "(2d2)d2")
    assert not same("2d2d2", "2d(2d2)")


def test_no_spaces_are_needed() -> None:
    assert outputs("N:2X:2output NdX output Nd{1,2}output[highest 1 of NdX]") == [
        even(2, 3, 3, 4),
        even(2, 3, 3, 4),
        even(1, 2, 2, 2),
    ]


def test_both_sides_are_evaluated() -> None:
    for text in ("0 & X", "1 | X"):
        with pytest.raises(ProgramError):
            run(f"output {text}")


def test_nothing_is_put_out_before_an_error() -> None:
    with pytest.raises(ProgramError):
        run("output 1 output X")


def test_a_sequence_is_put_out_as_a_die() -> None:
    assert outputs("output {1, 1, 2}") == [even(1, 1, 2)]


def test_two_dots_may_stand_apart_and_digits_belong_to_no_name() -> None:
    assert outputs("X: 3 output {1 . . X}") == [even(1, 2, 3)]
    with pytest.raises(ProgramError):
        run("X1: 3")


def test_comments_and_strings() -> None:
    program = '\\ output 1 \\ output 2 named "two\nlines" \\\\'
    assert [each.label for each in run(program)] == ["two\nlines"]


def test_explosions() -> None:
    first = outputs('set "explode depth" to 1 output [explode d2]')[0]
    assert first == {1: Fraction(1, 2), 3: Fraction(1, 4), 4: Fraction(1, 4)}
    assert max(outputs("output [explode 2d2]")[0]) == 12, "the sum explodes, twice by default"


class TestNames:
    def test_outputs_are_counted_with_those_that_have_names(self) -> None:
        labels = [each.label for each in run('output 1 output 2 named "x" output 3 named " "')]
        assert labels == ["output 1", "x", "output 3"]

    @pytest.mark.parametrize(
        ("value", "shown"),
        [
            ("-12", "-12"),
            ("{}", "{}"),
            ("{1}", "{?}"),
            ("d6", "d6"),
            ("2d6", "2d6"),
            ("d{0..9}", "d{0..9}"),
            ("2d{3..4}", "2d{3..4}"),
            ("d{1,3}", "d{?}"),
            ("2d{1,1,2}", "2d{?}"),
            ("d{}", "d{}"),
            ("2d6+0", "d{?}"),
        ],
    )
    def test_a_variable_in_a_name(self, value: str, shown: str) -> None:
        assert run(f'X: {value} output 1 named "<[X]>"')[0].label == f"<{shown}>"

    @pytest.mark.parametrize(
        ("name", "shown"),
        [
            ("[[X]]", "[6]"),
            ("[[X]", "[6"),
            ("[X]]", "6]"),
            ("[X][X]", "66"),
            ("[X", "[X"),
            ("X]", "X]"),
            ("[]", "[]"),
            ("[ X ]", "[ X ]"),
            ("[X Y]", "[X Y]"),
            ("[X1]", "[X1]"),
            ("[x]", "[x]"),
            ("[sum X]", "[sum X]"),
            ("[Y [X] Y]", "[Y 6 Y]"),
        ],
    )
    def test_other_brackets_stay_in_a_name(self, name: str, shown: str) -> None:
        assert run(f'X: 6 output 1 named "{name}"')[0].label == shown

    @pytest.mark.parametrize("name", ["[Y]", "a [X][Y]", "[[Y]]", "[_Y_]", "two\nlines [Y]"])
    def test_a_variable_without_a_value_in_a_name(self, name: str) -> None:
        program = f'X: 6 output 1 output 2 named "{name}"'
        with pytest.raises(ProgramError) as caught:
            run(program)
        assert caught.value.code == "unknown-variable"
        span = caught.value.span
        assert span is not None
        assert program[span.start : span.end].strip("_") == "Y"

    def test_a_name_sees_what_is_set_when_it_is_put_out(self) -> None:
        loop = 'loop N over {1..2} { output N named "[N]: [SIDES]" SIDES: N }'
        assert [each.label for each in run(f"SIDES: 0 {loop}")] == ["1: 0", "2: 1"]
        with pytest.raises(ProgramError):
            run(loop)


class TestFunctions:
    def test_the_shape_is_the_name_and_the_last_definition_counts(self) -> None:
        program = """function: f A:n { result: 1 } function: f A:s { result: #A }
        output [f 3d2]"""
        assert outputs(program) == [even(3)]

    def test_own_functions_hide_built_in_ones(self) -> None:
        assert outputs("function: absolute X { result: 9 } output [absolute -1]") == [even(9)]

    def test_a_function_may_call_one_that_is_defined_later(self) -> None:
        program = "function: f { result: [g] } function: g { result: 4 } output [f]"
        assert outputs(program) == [even(4)]

    def test_without_a_name(self) -> None:
        assert outputs("function: A:n B:n { result: A * B } output [2 3]") == [even(6)]

    def test_neighbours_are_two_arguments(self) -> None:
        program = """function: f A { result: 1 } function: f A B { result: 2 }
        X: 5 output [f X -1] output [f X 1] output [f X d2]"""
        assert outputs(program) == [even(1), even(2), even(1)]

    def test_nothing_rolled_gives_whatever_the_result_is(self) -> None:
        program = """function: f A { result: A }
        output #[f {4,5}] output #[f 3d6] output #[f d{}]"""
        assert outputs(program) == [even(2), even(3), even(0)]

    def test_rolls_are_handed_over_sorted(self) -> None:
        program = "function: f A:s { result: 1@A * 10 + 2@A } output [f 2d2]"
        assert outputs(program) == [even(11, 21, 21, 22)]
        first = 'set "position order" to "lowest first" '
        assert outputs(first + program) == [even(11, 12, 12, 22)]

    def test_a_sequence_for_a_number_makes_a_die(self) -> None:
        program = "function: f A:n { result: {A, A} } output [f {1,2}] output [f 3]"
        assert outputs(program) == [even(6), even(3, 3)]

    def test_a_number_for_dice_is_a_die(self) -> None:
        assert outputs("function: f A:d { result: 1@A } output [f 34]") == [even(34)]

    def test_a_number_for_a_sequence_is_one_of_one(self) -> None:
        assert outputs("function: f A:s { result: {A, #A} } output [f 34]") == [even(34, 1)]

    def test_a_sequence_for_dice_is_a_die_of_its_sum(self) -> None:
        assert outputs("function: f A:d { result: 1@A + #A } output [f {3,4}]") == [even(8)]

    @pytest.mark.parametrize("kind", ["", ":?", ":d"])
    def test_a_collection_is_handed_over_as_it_is(self, kind: str) -> None:
        program = f"function: f A{kind} {{ B: A result: #B * 10 + #A }} output [f 3d6]"
        assert outputs(program) == [even(33)]

    def test_a_function_that_is_missing_shows_when_it_is_called(self) -> None:
        assert outputs("function: f { result: [nobody] } output 1") == [even(1)]

    def test_the_empty_die_is_not_rolled(self) -> None:
        program = """function: n A:n { result: 1 } function: s A:s { result: 1 }
        function: p A:d { result: 1 } function: u A { result: 1 }
        output [n d{}] output [s d{}] output [p d{}] output [u d{}]"""
        assert outputs(program) == [{}, {}, even(1), even(1)]

    def test_runs_without_a_result_are_left_out(self) -> None:
        program = "function: f A:n { if A > 2 { result: A } } output [f d4] output [f 1]"
        assert outputs(program) == [even(3, 4), {}]

    def test_so_are_those_that_give_the_empty_die(self) -> None:
        program = """function: f A:n { if A > LEAST { result: A } result: d{} }
        LEAST: 2 output [f d4] LEAST: 4 output [f d4] output #[f d4]"""
        assert outputs(program) == [even(3, 4), {}, even(0)]

    def test_sequences_as_results_are_summed(self) -> None:
        program = "function: f A:n { result: {A, A, 1} } output [f d2] output #[f d2]"
        assert outputs(program) == [even(3, 5), even(1)]

    def test_dice_as_results_are_mixed(self) -> None:
        program = "function: f A:n { if A = 1 { result: 2d2 } result: 0 } output [f d2]"
        assert outputs(program) == [even(0, 0, 0, 0, 2, 3, 3, 4)]

    def test_variables_of_the_caller_are_seen_and_kept(self) -> None:
        program = """X: 1 function: g { result: Y } function: f { Y: 7 X: 2 result: [g] + X }
        output [f] output X"""
        assert outputs(program) == [even(9), even(1)]

    def test_of_two_parameters_with_one_name_the_first_counts(self) -> None:
        assert outputs("function: f A:n A:n { result: A } output [f 1 2]") == [even(1)]

    def test_runs_share_variables_and_the_first_parameter_varies_fastest(self) -> None:
        program = """LOG: 0
        function: f A:n and B:n { LOG: LOG * 100 + A * 10 + B result: LOG }
        output [maximum of [f d2 and d{5,6}]]"""
        assert outputs(program) == [even(15251626)]

    def test_parameters_are_set_anew_for_each_run(self) -> None:
        program = "function: f A:n B:n { B: B + A result: B } output [f d3 10]"
        assert outputs(program) == [even(11, 12, 13)]

    def test_sorted_rolls_come_highest_first(self) -> None:
        program = """LOG: 0
        function: f A:s { LOG: LOG * 100 + 10 * 1@A + 2@A result: LOG }
        output [maximum of [f 2d2]]"""
        assert outputs(program) == [even(222111)]
        lowest = 'set "position order" to "lowest first" '
        assert outputs(lowest + program) == [even(111222)]

    def test_one_die_comes_lowest_first(self) -> None:
        program = "L: 0 function: f A:s { L: L * 10 + A result: L } output [maximum of [f d3]]"
        assert outputs(program) == [even(123)]


class TestDepth:
    def test_a_call_that_lies_too_deep_is_the_empty_die(self) -> None:
        found = run("function: f { result: 1 + [f] } output [f]")
        assert dict(found[0].odds.items()) == {10: 1}  # type: ignore[union-attr]
        assert found.warnings == (
            "The maximum function depth was exceeded, results are truncated.",
        )

    def test_built_in_functions_count_as_calls(self) -> None:
        program = """set "maximum function depth" to 1
        function: f { result: [absolute -3] } output [absolute -3] output [f]"""
        assert outputs(program) == [even(3), {}]

    def test_what_is_refused_evaluates_nothing(self) -> None:
        program = """set "maximum function depth" to 1
        function: f { result: 5 + [nobody [f] UNKNOWN] } output [f] output [f]"""
        assert outputs(program) == [even(5), even(5)]
        assert len(run(program).warnings) == 1

    def test_the_depth_holds_from_there_on(self) -> None:
        program = """function: f N:n { if N = 0 { result: 0 } result: 1 + [f N - 1] }
        set "maximum function depth" to 2 output [f 3]
        set "maximum function depth" to 3 output [f 3]
        set "maximum function depth" to 4 output [f 3]"""
        assert outputs(program) == [even(2), even(3), even(3)]

    def test_far_deeper_than_usual(self) -> None:
        program = """set "maximum function depth" to 900
        function: f N:n { if N = 0 { result: 0 } result: 1 + [f N - 1] } output [f 800]"""
        assert outputs(program) == [even(800)]


class TestOrder:
    PROGRAM = """output 1@2d2 output 1@123 output 1@{4,5} output 1@[sort {5,4}]
    output [highest 1 of 2d2] output [lowest 1 of 2d2]"""

    def test_lowest_first_turns_dice_and_digits_but_no_sequences(self) -> None:
        lowest = 'set "position order" to "lowest first" '
        assert outputs(lowest + self.PROGRAM) == [
            even(1, 1, 1, 2),
            even(3),
            even(4),
            even(4),
            even(1, 2, 2, 2),
            even(1, 1, 1, 2),
        ]


class TestStatements:
    def test_a_loop_has_no_scope_of_its_own(self) -> None:
        program = "X: 0 loop N over {1..3} { X: X + N Y: N } output X output Y output N"
        assert outputs(program) == [even(6), even(3), even(3)]

    def test_a_number_beside_the_empty_die_stays_a_number(self) -> None:
        assert outputs("if d{} + 1 { output 5 } loop N over {1..2 - d{}} { output N }") == [
            even(5),
            even(1),
            even(2),
        ]

    def test_a_loop_is_left_by_a_result(self) -> None:
        program = "function: f { loop N over {1..9} { if N > 3 { result: N } } } output [f]"
        assert outputs(program) == [even(4)]

    def test_what_a_loop_goes_over_is_evaluated_once(self) -> None:
        program = "X: {1,2} loop N over X { X: {5..9} output N }"
        assert outputs(program) == [even(1), even(2)]

    def test_functions_and_settings_may_stand_in_blocks_outside(self) -> None:
        program = """if 1 { function: f { result: 1@12 } set "position order" to "lowest first" }
        loop N over {1} { output [f] }"""
        assert outputs(program) == [even(2)]

    def test_there_is_no_highest_of_four(self) -> None:
        with pytest.raises(ProgramError):
            run("output [highest 1 of 1 and 2 and 3 and 4]")

    def test_conditions_in_turn(self) -> None:
        program = """loop N over {1..3} {
            if N = 1 { output 10 } else if N = 2 { output 20 } else { output 30 } }"""
        assert outputs(program) == [even(10), even(20), even(30)]

    def test_words_of_statements_may_be_part_of_a_name(self) -> None:
        program = "function: loop over set to if N:n { result: N } output [loop over set to if 3]"
        assert outputs(program) == [even(3)]
