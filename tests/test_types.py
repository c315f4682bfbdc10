"""What type checkers say: to those who embed the library, and of the documentation's examples.

These tests are run, and mypy reads them. There ``assert_type`` fails, and so does an ``ignore`` of
an error that mypy does not find.
"""

from __future__ import annotations

import ast
import asyncio
import doctest
import json
import pkgutil
import re
import shutil
import subprocess
import sys
from enum import Enum
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any, assert_type, get_args, get_origin, get_type_hints

import pytest

import astragal
from astragal import Asks, Distribution, Experiment, Pause, Roll, Sheet, Side, aio, rule
from astragal.games import scores, target, tiers, triumph
from astragal.games.scores.score_ranges import Score
from astragal.games.tiers.checks import OpenCheck
from astragal.games.tiers.clocks import Clock
from astragal.games.tiers.rolls import Check
from astragal.rules.types import (
    AmountType,
    ChoiceType,
    IntegerType,
    ListType,
    NotationType,
    OptionalType,
    ParameterType,
    WrittenType,
)
from tests.support.files import ROOT

REFERENCE = re.compile(r"^::: ([\w.]+)", re.MULTILINE)
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])


def test_a_roll_knows_its_outcome() -> None:
    rolled = scores.test(2).roll(faces=[3])
    assert_type(rolled, Roll[Score])
    assert_type(rolled.outcome.passes, bool)
    assert_type(astragal.roll(scores.test(2), faces=[3]), Roll[Score])
    assert_type(astragal.roll(astragal.d(6), faces=[3]), Roll[int])
    assert not hasattr(rolled.outcome, "passed")
    with pytest.raises(AttributeError):
        _ = rolled.outcome.passed  # type: ignore[attr-defined]


def test_notation_may_come_to_anything() -> None:
    rolled = astragal.roll("2d6", faces=[3, 4])
    assert_type(rolled, Roll[Any])
    assert rolled.outcome + 2 == 9
    assert_type(astragal.parse("2d6").odds(), Distribution[Any])


def test_a_check_may_be_unsettled() -> None:
    rolled = tiers.check(45, tier="Hard").roll(faces=[21])
    assert_type(rolled, Roll[Check | Any])
    assert_type(rolled.outcome.passes, bool | Any)
    seen = tiers.check(45, None).roll(faces=[21]).outcome
    assert isinstance(seen, OpenCheck)
    assert seen.total == 2


def test_odds_know_their_outcomes() -> None:
    odds = scores.test(2).odds()
    assert_type(odds, Distribution[Score])
    assert_type(astragal.odds(scores.test(2)), Distribution[Score])
    assert_type(odds.outcomes, tuple[Score, ...])
    assert_type(next(iter(odds)), Score)
    assert_type(dict(odds.items()), dict[Score, Fraction])
    assert_type(odds.map(lambda score: score.score), Distribution[int])
    assert_type(odds.of(lambda score: score.passes), Distribution[bool])
    assert_type(odds.of("passes"), Distribution[Any])
    assert_type(odds.given(lambda score: score.passes), Distribution[Score])
    assert odds.probability(odds.outcomes[0]) > 0
    assert odds.probability(lambda score: score.passes) > odds.probability(3)  # type: ignore[arg-type]
    side = astragal.against(6, 6).odds()
    assert side.probability("win") == side[Side.WIN] == side.probability(Side.LOSE)


def test_sums_of_odds_are_odds_of_numbers() -> None:
    odds = astragal.best(2, 20).odds()
    assert_type(odds, Distribution[int])
    assert_type(odds + 1, Distribution[int | Fraction])
    assert_type(odds.best_of(2), Distribution[int | Fraction])
    assert_type(Distribution({"a": 1, "b": 2}), Distribution[str])
    assert_type(Distribution.mixture([(odds, 1), (odds, 2)]), Distribution[int])


def test_experiments_know_what_they_come_to() -> None:
    assert_type(astragal.dice(2, 6), Experiment[tuple[int, ...]])
    assert_type(astragal.pool(2, scores.test()), Experiment[tuple[Score, ...]])
    assert_type(astragal.best(2, scores.test(), key=lambda each: each.score), Experiment[Score])
    assert_type(astragal.worst([astragal.d(6), astragal.d(8)]), Experiment[int])
    assert_type(astragal.total(2, "1d6"), Experiment[int | Fraction])
    assert_type(astragal.weighted({"sun": 3, "rain": 1}), Experiment[str])
    assert_type(astragal.chain(lambda n: astragal.coin(n + 1, 0), 0, until=bool), Experiment[int])
    assert_type(scores.test(2).map(lambda score: score.score).sample(2), list[int])
    whole: Experiment[int | str] = astragal.best(2, 20)  # it may be used where more is allowed
    assert whole.label == "best of 2d20"


def test_a_rule_keeps_its_parameters() -> None:
    @rule
    def strike(bonus: int, *, armour: int = 10) -> Asks[bool]:
        face: int = yield "d20"
        return face + bonus >= armour

    assert_type(strike(3, armour=12).odds(), Distribution[bool])
    with pytest.raises(astragal.ParameterError):
        strike("three")  # type: ignore[arg-type]
    with pytest.raises(astragal.ParameterError):
        strike(3, armor=12)  # type: ignore[call-arg]


def test_what_rules_take_as_text_may_be_passed_as_text() -> None:
    assert tiers.test([45], tier="Hard", on_failure="reset", clock="1/4", tags=["gold"])
    assert target.check("+4 luck, 3", 15, bonus="1d4")
    assert target.attack(2, 15, damage="1d8+2", threat="18-20", multipliers=["×3"])
    assert scores.test(ranges="[..6] miss [7..] hit")
    assert triumph.check(3, "Hard", proficiency="mastery", bonus="1d4")
    assert triumph.check(3, dice="1d20♻")
    assert tiers.countdown([45], clock=Clock(4), opponents=[30])


def test_a_sheet_keeps_the_outcome_of_a_rule() -> None:
    called = Sheet("Alice", {"Attack": 2}).call(scores.test, "Attack")
    assert_type(called.roll(faces=[3]), Roll[Score])
    assert called.arguments["modifier"] == 2


def test_a_pause_knows_the_outcome() -> None:
    reached = scores.group_test([1, 2]).start(faces=[3, 4])
    assert_type(reached, Pause[Score] | Roll[Score])
    while isinstance(reached, Pause):
        reached = reached.resume(reached.options[0] if reached.choice else None)
    assert_type(reached.outcome.score, int)


def test_what_is_stored_of_one_rule_has_its_type() -> None:
    @rule
    def braver() -> Asks[bool]:
        more = yield from astragal.ask(astragal.choose("once more?", {"yes": 1, "no": 0}))
        return more > 0

    paused = braver().start()
    assert isinstance(paused, Pause)
    again = astragal.read_token(paused.to_json(), rules=braver)
    assert_type(again, Pause[bool])
    ended = astragal.resume(paused.to_json(), again.options[0], rules=braver)
    assert_type(ended, Pause[bool] | Roll[bool])
    rolled = scores.test(2).roll(faces=[3]).to_json()
    assert_type(astragal.verify(rolled, rules=scores.test), Roll[Score])
    assert_type(astragal.verify(rolled), Roll[Any])
    dice = astragal.roll("2d6").to_json()
    for stored in (dice, tiers.check(43).roll().to_json()):
        with pytest.raises(astragal.RecordError) as caught:
            astragal.verify(stored, rules=scores.test)
        assert caught.value.code == "unknown-rule"


def test_what_a_rule_asks_for_has_a_type() -> None:
    @rule
    def turn() -> Asks[int]:
        face = yield from astragal.ask(astragal.d(6))
        assert_type(face, int)
        score = yield from astragal.ask(scores.test(face))
        assert_type(score, Score)
        stays = yield from astragal.ask(astragal.choose("stay?", {"yes": True, "no": False}))
        assert_type(stays, bool)
        more = yield from astragal.ask("1d4")
        assert_type(more, Any)
        return score.score if stays else more

    assert turn().roll(faces=[3, 4, 2], decisions=["no"]).outcome == 2


def test_rolls_and_odds_that_are_awaited_are_typed_alike() -> None:
    async def asked() -> Fraction:
        assert_type(await aio.roll(scores.test(2)), Roll[Score])
        odds = await aio.odds(scores.test(2))
        assert_type(odds, Distribution[Score])
        return odds.probability(lambda score: score.passes)

    assert asyncio.run(asked()) == scores.test(2).odds().of("passes").probability(True)


def test_without_an_argument_any_outcome_is_meant() -> None:
    def told(roll: Roll) -> str:
        assert_type(roll, Roll[Any])
        return str(roll)

    assert told(astragal.roll("d6", faces=[3])) == "1d6 → (3) = 3"


@pytest.mark.parametrize("generic", [Distribution, Experiment, Pause, Roll])
def test_they_can_be_given_an_outcome_at_run_time(generic: Any) -> None:
    assert get_origin(generic[int]) is generic


def test_a_roll_has_no_room_for_more() -> None:
    assert not hasattr(astragal.roll("d6"), "__dict__")


# Parameters that may be given as text


def takes_text(kind: ParameterType) -> bool:
    """Whether a parameter takes a text that is not its value."""
    match kind:
        case OptionalType():
            return takes_text(kind.inner)
        case ListType():
            return takes_text(kind.item)
        case IntegerType():
            return bool(kind.names or kind.read)
        case ChoiceType():
            return isinstance(kind.choices[0], Enum)
    return isinstance(kind, WrittenType | NotationType | AmountType)


def says_any(hint: Any) -> bool:
    return hint is Any or any(map(says_any, get_args(hint)))


@pytest.mark.parametrize("game", astragal.game_names())
def test_the_rules_of_the_games_say_what_may_be_given_as_text(game: str) -> None:
    """A parameter is declared with ``OrText`` if it takes text, and only then."""
    for made in astragal.find_game(game).rules.values():
        hints = get_type_hints(made.function, include_extras=True)
        for each in made.parameters:
            assert says_any(hints[each.name]) is takes_text(each.type), (made.name, each.name)


def test_a_parameter_that_may_be_text_is_declared_as_it_is() -> None:
    @rule
    def climb(
        height: Annotated[astragal.OrText[int] | None, astragal.Names({"tree": 3})] = None,
        clocks: list[astragal.OrText[Clock]] = [],  # noqa: B006
    ) -> Asks[int]:
        yield note
        return 0 if height is None else height + len(clocks)

    note = astragal.note("up")
    assert str(climb("Tree", ["1/4"])) == "climb(height=3, clocks=['1/4'])"
    assert climb(None).odds().probability(0) == 1
    assert [each.required for each in climb.parameters] == [False, False]


# Examples of the documentation


def module_of(text: str) -> str:
    """The examples of a text as a module, each on its own line of the text."""
    lines: list[str] = []
    for example in doctest.DocTestParser().get_examples(text):
        lines += [""] * (example.lineno - len(lines))
        lines += example.source.splitlines()
    return "\n".join(lines) + "\n"


def documented() -> dict[str, str]:
    """The texts of the API reference, by what they document: each is a module of its own."""
    pages = (page.read_text(encoding="utf-8") for page in sorted(ROOT.glob("docs/api/*.md")))
    names = dict.fromkeys(name for page in pages for name in REFERENCE.findall(page))
    finder = doctest.DocTestFinder(exclude_empty=True)
    found = (test for name in names for test in finder.find(pkgutil.resolve_name(name), name))
    return {f"api_{test.name.replace('.', '_')}": str(test.docstring) for test in found}


def imports_for(module: str) -> str:
    """The import of the public names that an example takes for granted, where it documents them."""
    names = [node for node in ast.walk(ast.parse(module)) if isinstance(node, ast.Name)]
    given = {node.id for node in names if isinstance(node.ctx, ast.Store)}
    read = {node.id for node in names} - given
    public = sorted(read & set(astragal.__all__))
    return f"from astragal import {', '.join(public)}" if public else ""


@pytest.fixture(scope="module")
def examples(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the examples of each page, and of each name in the reference, as a module."""
    folder = tmp_path_factory.mktemp("examples")
    texts = documented()
    assert len(texts) > 50, "the reference has examples"
    for page in PAGES:
        name = "_".join(page.relative_to(ROOT).with_suffix("").parts).replace("-", "_")
        text = page.read_text(encoding="utf-8")
        (folder / f"{name}.py").write_text(module_of(text), encoding="utf-8")
    for name, text in texts.items():
        module = module_of(f"\n{text}")
        (folder / f"{name}.py").write_text(imports_for(module) + module, encoding="utf-8")
    return folder


@pytest.mark.slow
def test_the_examples_of_the_documentation_have_the_right_types(examples: Path) -> None:
    """In one run of mypy, with this file: its cache holds the library."""
    from mypy import api

    said, wrong, _ = api.run(["--cache-dir", str(ROOT / ".mypy_cache"), str(examples), __file__])
    assert (said.splitlines()[-1][:7], wrong) == ("Success", ""), said


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("pyright") is None, reason="pyright is not installed")
def test_pyright_says_so_too(examples: Path) -> None:
    (examples / "pyrightconfig.json").write_text(json.dumps({"extraPaths": [f"{ROOT}/examples"]}))
    done = subprocess.run(
        ["pyright", "--pythonpath", sys.executable, "--level", "error"],
        cwd=examples,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
