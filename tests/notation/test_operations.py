"""An operation is one class in one module, and a half-added one is refused when it is imported."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from astragal import AstragalError, LimitError, RollError, SeededSource, parse, roll
from astragal.notation.functions.function import FUNCTIONS, NumberFunction
from astragal.notation.modifiers.modifier import MODIFIERS, Modifier, all_modifiers
from astragal.notation.nodes.node import Node
from astragal.notation.operation import OPERATIONS, Chapter, Example, Operation, all_operations
from astragal.outcome import show
from tests.support.files import ROOT
from tests.support.processes import unmeasured

EXAMPLES = [row for each in all_operations() for row in each.examples]
SAMPLES = [sample for each in all_modifiers() for sample in each.samples]


@pytest.mark.parametrize("row", EXAMPLES, ids=lambda row: row.text)
def test_an_example_comes_to_what_it_says(row: Any) -> None:
    decisions = row.decisions or None
    rolled = roll(row.text, faces=row.faces, variables=row.variables, decisions=decisions)
    assert show(rolled.outcome) == row.result


@pytest.mark.parametrize("sample", SAMPLES)
def test_a_sample_of_a_modifier_is_read_told_and_weighed(sample: str) -> None:
    """Each form that the help, the fuzzer and generated tests take from the registry."""
    expression = parse(f"3d6{sample}")
    assert parse(str(expression)) == expression
    rolled = expression.roll(variables={"n": 3})
    assert rolled.explain()
    assert expression.describe()
    odds = expression.odds(variables={"n": 3})
    assert sum(chance for _, chance in odds.items()) + odds.tail == 1


@pytest.mark.parametrize("modifier", all_modifiers())
def test_a_modifier_that_says_it_keeps_all_dice_does(modifier: type[Modifier]) -> None:
    dropped = [
        die
        for sample in modifier.samples
        for seed in range(20)
        for group in roll(f"4d6{sample}", SeededSource(seed), variables={"n": 2}).groups
        for die in group.dice
        if not die.kept
    ]
    assert modifier.keeps_all is (not dropped)


def test_every_modifier_has_a_sample_for_each_of_its_words() -> None:
    for modifier in all_modifiers():
        for word in modifier.words:
            assert any(word in sample for sample in modifier.samples), (modifier, word)


def test_every_operation_is_in_a_chapter_and_has_a_name_of_its_own() -> None:
    assert len({each.__name__ for each in OPERATIONS}) == len(OPERATIONS)
    assert {each.chapter for each in OPERATIONS} == set(Chapter)


PARTS: dict[str, Any] = {
    "chapter": Chapter.CHANGE,
    "words": ("zz",),
    "samples": ("zz",),
    "examples": (Example("3d6zz", "nothing", (1, 2, 3), "6"),),
    "read": classmethod(lambda cls, reader, word, start, before: cls()),
    "__str__": lambda self: "zz",
    "describe": lambda self: "nothing",
    "apply": lambda self, values, die, frame, log: values,
    "cost": lambda self, values: values,
    "tell": lambda self, step: "does nothing",
    "effect": lambda self, die, face: None,
}


@pytest.mark.parametrize("missing", PARTS)
def test_a_modifier_that_lacks_a_part_is_refused_when_it_is_made(missing: str) -> None:
    parts = {name: part for name, part in PARTS.items() if name != missing}
    before = list(MODIFIERS), list(OPERATIONS)
    with pytest.raises(TypeError, match=f"Half is incomplete: it lacks {missing}"):
        type("Half", (Modifier,), {"__module__": __name__, "__annotations__": {}, **parts})
    assert (list(MODIFIERS), list(OPERATIONS)) == before


@pytest.mark.parametrize(("base", "lacks"), [(NumberFunction, "compute"), (Node, "law")])
def test_so_is_a_function_and_a_node(base: type[Operation], lacks: str) -> None:
    with pytest.raises(TypeError, match=f"it lacks .*{lacks}"):
        type("Half", (base,), {"__module__": __name__, "__annotations__": {}})
    assert "Half" not in FUNCTIONS


ADD = '''
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.operands import Operand, say, spell_count
from astragal.notation.operation import Chapter, Example
from astragal.rolling.trace import Did


class Add(Modifier):
    """Add a number to each die."""

    number: Operand

    chapter = Chapter.CHANGE
    words = ("add",)
    samples = ("add2", "add@{n}")
    examples = (Example("3d6add2", "add 2 to each die", (1, 2, 6), "15"),)

    @classmethod
    def read(cls, reader, word, start, before):
        number = reader.operand(signed=True)
        return None if number is None else cls(number, span=reader.span(start))

    def __str__(self):
        return f"add{spell_count(self.number)}"

    def describe(self):
        return f"add {say(self.number)} to each"

    def apply(self, values, die, frame, log):
        result = [value + self.number for value in values]
        if log is not None:
            for position, value in enumerate(result):
                log.change(position, Did.CHANGED, value)
        return result

    def cost(self, values):
        return values

    def tell(self, step):
        return f"adds {self.number} to each: {step.moves()}"

    def effect(self, die, face):
        from astragal.probability.pools.effects import Each

        return Each(lambda law: law.shifted(self.number), monotone=True)
'''

TRY = """
import astragal
from astragal.cli.prompt.commands.help import notation_help
from tools import fuzz, notation_docs

roll = astragal.roll("3d6add2kh2", faces=[1, 2, 6])
print(roll)
print(*roll.explain(), sep=" | ")
print(astragal.parse("3d6add2").describe())
print(astragal.odds("3d6add@n", variables={"n": 2}).mean)
print(astragal.verify(roll.to_json()) == roll)
print("3d6add2" in notation_help(80, unicode=True), "add2" in fuzz._MODIFIERS)
page = notation_docs.written(notation_docs.PAGE.read_text())
print("| `3d6add2` | add 2 to each die | 1, 2, 6 | 15 |" in page)
"""


@pytest.mark.slow
def test_a_modifier_is_one_file(tmp_path: Path) -> None:
    """The modifier that once needed seven: in a copy, one new file and nothing else."""
    shutil.copytree(ROOT / "src" / "astragal", tmp_path / "astragal")
    (tmp_path / "astragal" / "notation" / "modifiers" / "add.py").write_text(ADD)
    environment = unmeasured() | {"PYTHONPATH": os.pathsep.join((str(tmp_path), str(ROOT)))}
    result = subprocess.run(
        [sys.executable, "-c", TRY], env=environment, capture_output=True, text=True, check=False
    )
    assert result.stderr == ""
    assert result.stdout.splitlines() == [
        "3d6add2kh2 → (~1→3~, 2→4, 6→8) = 12",
        "3d6add2kh2: rolls 1, 2, 6 |   add2 adds 2 to each: 1 to 3, 2 to 4, 6 to 8 |   "
        "kh2 drops 3, keeps 4, 8 |   makes 12",
        "three six-sided dice, add 2 to each",
        "33/2",
        "True",
        "True True",
        "True",
    ]


@pytest.mark.parametrize(
    ("text", "code", "chance"),
    [
        ("4d6k=3..(1d4)", "backwards-range", "1/2"),
        ("a = 1d6; 4d6r=3..a", "backwards-range", "1/3"),
        ("4d6kh(1d4-1)", "bad-count", "1/4"),
        ("4d6dl(1d4-2)", "bad-count", "1/4"),
        ("4d6k>=(1d4/2)", "not-whole", "1/2"),
        ("4d6!>=(1d4)", "endless", "1/4"),
    ],
)
def test_a_number_that_only_sometimes_fits_is_said_with_its_probability(
    text: str, code: str, chance: str
) -> None:
    with pytest.raises(RollError, match=f"with probability {chance}") as caught:
        parse(text).odds()
    assert caught.value.code == code
    failed = {_code(text, seed) for seed in range(60)}
    assert failed == {code, ""}


def _code(text: str, seed: int) -> str:
    try:
        parse(text).roll(SeededSource(seed))
    except RollError as error:
        return error.code
    return ""


@pytest.mark.parametrize(
    "text",
    [
        "1d6k>=(1d1000)k>=(1d1000)k>=(1d1000)",
        "5d6k>=(1d1000000)",
        "1000d6k>=(1d1000)kh(1d1000)",
        "6d6min(1d6)max(1d6)min(1d6)max(1d6)min(1d6)max(1d6)k>=(1d6)",
    ],
)
def test_too_many_cases_are_refused_before_they_are_made(text: str) -> None:
    with pytest.raises(LimitError, match="steps of exact arithmetic"):
        parse(text).odds()


@pytest.mark.parametrize("text", ["a = 1d6 >= 4; a", "a = 1d6 >= 4; a[x]", "a = 1d6 >= 4; 2x(a)"])
def test_a_name_of_a_comparison_is_true_or_false_in_odds_too(text: str) -> None:
    odds = parse(text).odds()
    assert odds.probability(roll(text, faces=[5]).outcome) > 0


def test_numbers_rolled_inside_one_another_are_told_apart() -> None:
    rolled = roll("4d6k>=(4d6k>=(1d6))", faces=[1, 2, 3, 4, 1, 1, 1, 1, 6])
    assert rolled.line.said == "4d6k>=(4d6k>=(6) (~1~, ~1~, ~1~, ~1~)) (1, 2, 3, 4)"


def test_letters_that_meet_do_not_make_a_word_of_another_program() -> None:
    for text in ("4d6s d=1", "4d6u s", "4d6s s d=1", "2d6r r", "2d6! !", "2d6r !"):
        assert parse(str(parse(text))) == parse(text)
    assert str(parse("4d6s d=1")) == "4d6s d=1"


def test_the_longest_reading_of_a_word_wins() -> None:
    texts = {
        "4d6k0..4": "4d6k0..4",
        "4d6k": "4d6kh1",
        "4d6k2": "4d6kh2",
        "4d6k2..3": "4d6k2..3",
        "4d6k>2": "4d6k>2",
    }
    assert {text: str(parse(text)) for text in texts} == texts
    ambiguous: Sequence[str] = ("4d6k >= 3", "4d6k!=3", "4d6d1", "4d6d")
    for text in ambiguous:
        with pytest.raises(AstragalError):
            parse(text)
