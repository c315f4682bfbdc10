"""Texts from one program to another, and what each makes of a text: generic over all dialects."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from click.testing import CliRunner, Result

import astragal
from astragal.cli.main import main
from astragal.dialects.dialect import program_names, title_of
from astragal.dialects.reader import DialectReader
from astragal.dialects.translating import meanings, spellings
from astragal.notation.nodes.node import Node
from astragal.service import Service
from astragal.service.question import find_question
from astragal.service.schemas import schema_of
from tests.service.test_service import matches


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["translate", *words])


def ask(name: str, **fields: Any) -> dict[str, Any]:
    answer = Service().ask(name, fields)
    matches(answer, schema_of(find_question(name).answers))
    return answer


# Python


@pytest.mark.parametrize("program", program_names())
def test_what_all_programs_say_alike_goes_through_each_of_them(program: str) -> None:
    there = astragal.translate("2d6 + 3", target=program)
    assert astragal.translate(there, source=program) == "2d6 + 3"


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("round(4d10/3)", "round(4d10 / 3)"),
        ("2d6/3", "round((2d6 / 3) * 100) / 100"),
        ("6d10>=8!>=9", "{6d10!>9}>8"),
        ("2d20cs", "2d20"),
    ],
)
def test_functions_and_marks_that_come_to_the_same_stand_for_each_other(
    text: str, written: str
) -> None:
    assert astragal.translate(text, source="rpg-dice-roller", target="roll20") == written


def test_halves_below_zero_are_rounded_another_way() -> None:
    with pytest.raises(astragal.NotationError):
        astragal.translate("round((d6-4)/2)", source="rpg-dice-roller", target="roll20")


def test_each_program_is_asked_once() -> None:
    found = [name for each in meanings("2d6r<3") for name in each.programs]
    assert sorted(found) == sorted(program_names())


def test_programs_that_agree_stand_together_and_others_apart() -> None:
    (same,) = meanings("2d6 + 3", ["astragal", "roll20"])
    assert same.programs == ("astragal", "roll20")
    ours, theirs = meanings("2d6r<3", ["astragal", "roll20"])
    assert (str(ours.expression), str(theirs.expression)) == ("2d6r<3", "2d6rr<=3")
    assert (ours.mean(), theirs.mean()) == (Fraction(25, 3), Fraction(10))


def test_who_refuses_comes_last_with_the_reason() -> None:
    read, refused = meanings("3d6>3", ["astragal", "roll20"])
    assert read.programs == ("roll20",)
    assert refused.programs == ("astragal",)
    assert refused.expression is None
    assert refused.mean() is None
    assert refused.refusal is not None
    assert refused.refusal.code == "ambiguous-comparison"


@pytest.mark.parametrize(
    ("text", "mean"),
    [
        ("1d20+@b", Fraction(25, 2)),
        ("1d20+@c", None),
        ("6x(1d6)", None),
        ("1d6 > 3 and 1d6 > 3", Fraction(1, 4)),
    ],
)
def test_a_mean_is_that_of_numbers_and_of_truth(text: str, mean: Fraction | None) -> None:
    (each,) = meanings(text, ["astragal"])
    assert each.mean({"b": 2}) == mean


def test_remarks_of_a_dialect_are_told_once_each(monkeypatch: pytest.MonkeyPatch) -> None:
    joined = DialectReader.joined

    def remarking(self: DialectReader, level: int = 0) -> Node:
        self.remarks += ["it is so"] if level == 0 else []
        return joined(self, level)

    monkeypatch.setattr(DialectReader, "joined", remarking)
    for each in meanings("2d6 + 3"):
        assert each.remarks.count("it is so") == 1 or each.expression is None
    assert astragal.parse("2d6", dialect="roll20").remarks == ("it is so",)
    assert ask("read", text="2d6", dialect="roll20")["reading"]["remarks"] == ["it is so"]
    assert "it is so" in run("2d6", "--from", "roll20", "--to", "astragal").stderr
    assert "it is so" in run("2d6", "--from", "roll20").stdout
    assert run("2d6").stdout.count("it is so") == 1


def test_ours_are_not_told_where_all_programs_are() -> None:
    assert astragal.parse("d%").remarks
    assert all(not each.remarks for each in meanings("d%", ["astragal"]))


def test_a_mean_that_takes_too_long_is_left_out() -> None:
    (each,) = meanings("20d(1d100)kh10", ["astragal"])
    assert each.mean(limits=astragal.Limits(odds=10)) is None


def test_names_of_programs_are_checked_before_the_text() -> None:
    with pytest.raises(astragal.ParameterError, match="no dialect"):
        astragal.translate("2d", source="rol20")
    with pytest.raises(astragal.ParameterError, match="no dialect"):
        astragal.translate("2d", target="rol20")
    with pytest.raises(astragal.ParameterError, match="no dialect"):
        meanings("2d6", ["rol20"])


def test_what_a_program_cannot_say_is_refused_for_it_alone() -> None:
    (each,) = spellings(astragal.parse("largest_set(5d6)"), ["roll20"])
    assert each.text is None
    assert each.refusal is not None
    assert each.refusal.code == "untranslatable"


# The service


def test_without_a_source_all_programs_are_told_and_nothing_is_written() -> None:
    answer = ask("translate", text="2d6r<3")
    names = [name for each in answer["meanings"] for name in each["programs"]]
    assert sorted(names) == sorted(program_names())
    assert answer["spellings"] == []


def test_with_a_source_all_others_are_written() -> None:
    answer = ask("translate", text="8d10>7", source="roll20")
    (only,) = answer["meanings"]
    assert only["programs"] == ["roll20"]
    assert only["expression"] == "8d10c>=7"
    assert only["mean"]["exact"] == "16/5"
    written = [each["program"] for each in answer["spellings"]]
    assert written == [name for name in astragal.dialect_names() if name != "roll20"]


def test_a_target_is_written_alone() -> None:
    answer = ask("translate", text="4d6rr=1", source="astragal", target="roll20")
    assert answer["spellings"] == [
        {"program": "roll20", "text": "4d6r1", "remarks": [], "problem": None}
    ]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"text": "8d10f", "source": "roll20"}, "missing-condition"),
        ({"text": "largest_set(5d6)", "source": "astragal", "target": "roll20"}, "untranslatable"),
        ({"text": "2d6", "source": "rol20"}, "no-such-dialect"),
        ({"text": "2d6", "target": "rol20"}, "no-such-dialect"),
    ],
)
def test_what_cannot_be_translated_is_a_problem(fields: dict[str, str], code: str) -> None:
    with pytest.raises(astragal.AstragalError) as caught:
        Service().ask("translate", fields)
    assert caught.value.code == code


@pytest.mark.parametrize(
    ("source", "text", "target", "written"),
    [
        ("roll20", "1d20+5 To hit", "foundry", "1d20 + 5 # To hit"),
        ("foundry", "1d20+5 # hit 2", "roll20", "1d20 + 5 \\ hit 2"),
        ("roll20", "1d20+5 To hit", "avrae", "1d20 + 5"),
    ],
)
def test_a_comment_goes_along_where_it_can(
    source: str, text: str, target: str, written: str
) -> None:
    assert astragal.translate(text, source=source, target=target) == written


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("rol20", "did you mean roll20?"),
        ("no such", "the dialects are avrae, "),
        ("anydice", "AnyDice has programs, which `anydice` runs as they are"),
    ],
)
def test_a_dialect_that_there_is_not(name: str, hint: str) -> None:
    with pytest.raises(astragal.ParameterError) as caught:
        astragal.parse("2d6", dialect=name)
    assert str(caught.value.hint).startswith(hint)


def test_the_programs_are_listed_with_our_own_first() -> None:
    listed = ask("dialects")["dialects"]
    assert listed[0] == {"name": "astragal", "title": "Astragal"}
    assert {"name": "roll20", "title": "Roll20"} in listed


# The command line


def test_the_text_alone_goes_to_standard_output() -> None:
    found = run("8d10>7", "--from", "roll20", "--to", "astragal")
    assert found.stdout == "8d10c>=7\n"
    assert found.stderr == "  eight ten-sided dice, count each 7 or more\n"


@pytest.mark.parametrize("words", [(), ("",), (" ",)])
def test_nothing_to_translate(words: tuple[str, ...]) -> None:
    found = run(*words)
    assert found.exit_code == 2
    assert "translate what?" in found.stderr


def test_from_our_own_notation_needs_no_from() -> None:
    assert run("4d6rr=1", "--to", "roll20").stdout == "4d6r1\n"


def test_a_text_that_the_shell_has_parted_is_one() -> None:
    assert run("2d6", "+", "-1", "--to", "roll20").stdout == "2d6 + -1\n"


def test_without_to_our_notation_and_all_others_are_shown() -> None:
    shown = run("8d10>7", "--from", "roll20").stdout.splitlines()
    told = "eight ten-sided dice, count each 7 or more"
    assert shown[:2] == ["Astragal", f"  8d10c>=7: {told}; mean 3.20"]
    titles = ", ".join(shown[2::2])
    for name in astragal.dialect_names():
        assert (title_of(name) in titles) == (name != "roll20")


def test_without_from_each_program_is_shown_with_its_mean() -> None:
    shown = run("2d6r<3").stdout
    assert "2d6r<3: two six-sided dice, re-roll each less than 3 once; mean 8.33" in shown
    assert "2d6rr<=3: two six-sided dice, re-roll each 3 or less until none is left" in shown
    assert all(title_of(name) in shown for name in program_names())


def test_what_is_true_or_not_is_shown_with_its_chance() -> None:
    shown = run("1d20 + 5 >= 15", "--from", "astragal").stdout.splitlines()
    assert shown[1].endswith("? 55.00 %")


def test_dice_without_a_mean_have_none() -> None:
    shown = run("6x(4d6kh3)", "--from", "astragal").stdout.splitlines()
    assert "mean" not in shown[1]


def test_who_refuses_is_shown_with_the_reason() -> None:
    shown = run("3d6>3").stdout
    assert "refused: this could count dice or compare the total" in shown


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["8d10f", "--from", "roll20"], "Roll20's `f` needs a number"),
        (["largest_set(5d6)", "--to", "roll20"], "Roll20 cannot say `largest_set`"),
        (["2d6", "--to", "rol20"], "did you mean roll20?"),
    ],
)
def test_what_cannot_be_translated_ends_with_one(words: list[str], said: str) -> None:
    found = run(*words)
    assert found.exit_code == 1
    assert said in found.stderr
    assert not found.stdout


@pytest.mark.parametrize(
    "fields",
    [
        {"text": "2d6r<3"},
        {"text": "8d10>7", "source": "roll20"},
        {"text": "4d6rr=1", "source": "astragal", "target": "roll20"},
    ],
)
def test_json_is_the_answer_of_the_service(fields: dict[str, str]) -> None:
    options = {"source": "--from", "target": "--to"}
    words = [
        each
        for name, option in options.items()
        if name in fields
        for each in (option, fields[name])
    ]
    assert json.loads(run(fields["text"], *words, "--json").stdout) == ask("translate", **fields)


def test_errors_are_json_too() -> None:
    found = json.loads(run("8d10f", "--from", "roll20", "--json").stdout)
    assert found["code"] == "missing-condition"


def test_what_a_program_does_its_own_way_is_said_with_the_text_for_it() -> None:
    (foundry,) = spellings(astragal.parse("7d8kh3!o=8"), ["foundry"])
    assert foundry.text == "7d8kh3xo8"
    assert "goes on" in foundry.remarks[0]
    (roll20,) = spellings(astragal.parse("7d8kh3"), ["roll20"])
    assert not roll20.remarks
