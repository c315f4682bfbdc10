"""Mistakes: each is named, has its place, and comes with a hint."""

from __future__ import annotations

import pytest

from astragal import AstragalError, LimitError, Limits, ProgramError
from astragal.anydice import run

MISTAKES = [
    ("2d6", "no-statement", "2"),
    ("X", "no-statement", "X"),
    ("X = 3", "equals-sign", "="),
    ("x: 3", "small-letters", "x"),
    ("output 3 + x", "small-letters", "x"),
    ("Output 3", "capital-letters", "Output"),
    ("OUTPUT 3", "capital-letters", "OUTPUT"),
    ("output min(d6, 3)", "round-brackets", "min"),
    ("output 4d6kh3", "dice-words", "4d6kh3"),
    ("output 4d6 drop lowest", "dice-words", "drop"),
    ("output 3d6!", "dice-words", "!"),
    ("output highest 3 of 4d6", "no-brackets", "highest"),
    ("output attack d20", "no-brackets", "attack"),
    ("output x output 3", "small-letters", "x"),
    ("output 3D6", "capital-letters", "D6"),
    ("output (3d6))", "unopened-bracket", ")"),
    ("output [absolute 1]]", "unopened-bracket", "]"),
    ("output 2d6, 3d6", "no-statement", ","),
    ("output 1..6", "no-statement", ".."),
    ("output A: 3", "no-statement", ":"),
    ("output 7 % 3", "unknown-sign", "%"),
    ("function: explode6 N:n { result: N }", "unexpected-here", "6"),
    ("output 1 && 1", "unknown-sign", "&&"),
    ("output d6 == 1", "unknown-sign", "=="),
    ("output 1 // one", "unknown-sign", "//"),
    ("output d6 ≥ 3", "unknown-sign", "≥"),
    ("output 1 named “one”", "unknown-sign", "“"),
    ("X: output 3", "unexpected-here", "output"),
    ("function: f(A) { result: A }", "unexpected-here", "("),
    ("function: f { result: 1 output [f]", "after-result", "output"),
    ("if 1 { X: 1 } elseif 2 { X: 2 }", "else-if", "elseif"),
    ("X: 1 }", "unopened-bracket", "}"),
    ("output", "unexpected-here", ""),
    ("output 1 +\n\n", "unexpected-here", ""),
    ("output (1", "unclosed-bracket", "("),
    ("output {1", "unclosed-bracket", "{"),
    ("output [absolute 1", "unclosed-bracket", "["),
    ("if 1 { X: 1", "unclosed-bracket", "{"),
    ("output {1, }", "unexpected-here", "}"),
    ("output 1 named two", "unexpected-here", "two"),
    ('output "x"', "unexpected-here", '"x"'),
    ("output 1.5", "not-whole-here", "."),
    ("output d%", "unknown-sign", "%"),
    ("output 1 ; output 2", "unknown-sign", ";"),
    ("\\ no end", "unclosed-comment", "\\"),
    ('output 1 named "x', "unclosed-name", '"'),
    ("result: 1", "misplaced", "result"),
    ("function: f { output 1 }", "misplaced", "output"),
    ('function: f { set "explode depth" to 1 }', "misplaced", "set"),
    ("function: f { function: g { } }", "misplaced", "function"),
    ("function: f { result: 1 X: 2 }", "after-result", "X"),
    ("function: f A:q { }", "unexpected-here", "q"),
    ("function f { }", "unexpected-here", "f"),
    ("loop 3 over {1} { }", "unexpected-here", "3"),
    ("loop N in {1} { }", "unexpected-here", "in"),
    ("output X", "unknown-variable", "X"),
    ("output [no such 3]", "unknown-function", "[no such 3]"),
    ("output 1 + [no such] + 1", "unknown-function", "[no such]"),
    ("if d6 { X: 1 }", "not-a-condition", "d6"),
    ("if {} { X: 1 }", "not-a-condition", "{}"),
    ("if d{} { X: 1 }", "not-a-condition", "d{}"),
    ("loop N over 3 { }", "not-a-sequence", "3"),
    ("loop N over d3 { }", "not-a-sequence", "d3"),
    ("output {1..d6}", "no-dice-here", "d6"),
    ("output {d6..1}", "no-dice-here", "d6"),
    ("output {1:d6}", "no-dice-here", "d6"),
    ("output d2@{1}", "no-dice-here", "d2"),
    ('set "no such" to 1', "bad-setting", 'set "no such" to 1'),
    ('set "explode depth" to 0', "bad-setting", 'set "explode depth" to 0'),
    ('set "explode depth" to d6', "bad-setting", 'set "explode depth" to d6'),
    ('set "position order" to 3', "bad-setting", 'set "position order" to 3'),
    ("output 0 ^ -1", "zero-power", "0 ^ -1"),
    ("output 3 * d{0,1} ^ -1", "zero-power", "d{0,1} ^ -1"),
    ("output 10 ^ 1000", "number-too-long", "10 ^ 1000"),
    ("output 3 ^ 3000", "number-too-long", "3 ^ 3000"),
    ("output 9 ^ 9 ^ 999", "number-too-long", "9 ^ 9 ^ 999"),
]


@pytest.mark.parametrize(("program", "code", "place"), MISTAKES)
def test_a_mistake(program: str, code: str, place: str) -> None:
    with pytest.raises(ProgramError) as caught:
        run(program)
    error = caught.value
    assert error.code == code
    assert error.span is not None
    assert program[error.span.start : error.span.end] == place
    assert error.text == program


def test_a_program_that_ends_too_early_is_shown_where_its_last_line_ends() -> None:
    with pytest.raises(ProgramError) as caught:
        run("output 3d6 +\n\n")
    assert caught.value.span == (12, 12)


def test_a_word_that_is_nearly_right_is_offered() -> None:
    with pytest.raises(ProgramError) as caught:
        run("output [higest 3 of 4d6]")
    assert caught.value.hint == "there is one: `[highest ? of ?]`"
    with pytest.raises(ProgramError) as caught:
        run("DAMAGE: 3 output DAMGE")
    assert caught.value.hint == "did you mean DAMAGE?"


HINTS = [
    ("output [hit 3 vs 2]", "define it: function: hit A:n vs B:n { result: … }"),
    ("function: f { result: 1 output [f]", "a `}` is missing before `output`"),
    ("function: f { if 1 { result: 1 result: 2 }", "a `}` is missing before `result`"),
    ("X: 1; output X", "take it out: a statement ends where the next one begins"),
    ("ouput 2d6", "did you mean `output`?"),
    ("output x", "variables are written in capital letters: `X`"),
    ("# damage", "a comment stands between backslashes: \\ like this \\"),
    ("output 2d6 // damage", "a comment stands between backslashes: \\ like this \\"),
    ("output é", "variables are capital letters A to Z, words of functions small ones"),
    ("output 2d6 € 3", None),
    ("output d20 named Attack", 'named "…"'),
    ("output d6 => 3", "write `>=`"),
    ("output highest 3 of 4d6", "put them round all its words: [highest 3 of 4d6]"),
    ("output 3D6", "write `d6`"),
    ("output d%", "write d100 for d%"),
    ("output 7 % 3", "write A - A / 3 * 3 for what is left of A after a division by 3"),
    ("output 1..6", "a range stands in braces: {1..6}"),
    ("output 4dF", "set it first: F: …; a Fate die is d{-1..1}"),
    ("function: explode6 N:n { result: N }", "names of functions have no digits"),
    ("output 2 * bonus", "variables are written in capital letters: `BONUS`"),
]


@pytest.mark.parametrize(("program", "hint"), HINTS)
def test_a_hint(program: str, hint: str | None) -> None:
    with pytest.raises(ProgramError) as caught:
        run(program)
    assert caught.value.hint == hint


REFUSED = [
    ("output 99999d6", "too-many-dice"),
    ("output d99999999", "too-many-sides"),
    ("X: {1..999999999}", "too-many-odds"),
    ("X: {1:999999999}", "too-many-odds"),
    ("loop A over {1..9999} { loop B over {1..199999} { X: 1 } }", "too-many-odds"),
    ("function: f A:s { result: 9@[sort {A, 3}] } output [f 20d20]", "too-many-odds"),
    ("function: f A:n B:n { result: A*B } output [f 50d100 50d100]", "too-many-odds"),
    ("output d3000 * d3000", "too-many-odds"),
    ("D: d1000000 loop N over {1..1000} { D: d{D, D} }", "too-many-odds"),
    ("output " + "(" * 60 + "1" + ")" * 60, "too-deep"),
    ("output " + "-" * 60 + "1", "too-deep"),
    ("output 1" + "0" * 200, "number-too-long"),
    ("X: 1 " * 4000, "too-long"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("program", "code"), REFUSED)
def test_what_costs_too_much_is_refused(program: str, code: str) -> None:
    with pytest.raises(LimitError) as caught:
        run(program, limits=Limits(odds=20_000_000))
    assert caught.value.code == code


def test_limits_can_be_raised() -> None:
    assert len(run("output 20000d2", limits=Limits(dice=20_000))) == 1


def test_very_long_sums_are_read() -> None:
    assert run("output 1" + "+1" * 5000)[0].odds.mean == 5001  # type: ignore[union-attr]


def test_only_texts_are_programs() -> None:
    with pytest.raises(AstragalError):
        run(3)  # type: ignore[arg-type]


def test_values_side_by_side_are_several_where_only_such_a_function_is_there() -> None:
    pool = "function: pool A:n B:n { result: A + B }"
    parted = run(f"{pool} output [pool d6 d8]")
    assert parted[0].odds == run("output d6 + d8")[0].odds
    assert parted.warnings == (
        "[pool d6 d8] is called with d6, d8; for AnyDice, values side by side like that are one",
    )
    for call in ("[pool 1d6d8]", "[pool d6 d 8]", "[pool d6 d8 d4]"):
        with pytest.raises(ProgramError, match=r"there is no function \[pool \?\]") as caught:
            run(f"{pool} output {call}")
        assert "there is one [pool ? ?]" in str(caught.value.hint)
    both = f"{pool} function: pool A:n {{ result: A }}"
    assert run(f"{both} output [pool d6 d8]")[0].odds == run("output (d6) d 8")[0].odds
    assert run(f"{both} output [pool (d6) (d8)]").warnings == ()
