"""The package as a whole: its public names, its layers, its values."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import random
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest
from tools import check_layers, fuzz

import astragal
from astragal import aio
from astragal._value import Value, field
from astragal.rules import api
from tests.support.files import ROOT
from tests.support.processes import unmeasured


def test_the_public_names() -> None:
    """Adding a name is a decision; losing one breaks somebody."""
    known = (
        "Added Advice Asks AstragalError Audience Bounds Call Choice ChoiceError Circumstance "
        "Clock Comparison Contested Convention Conventions Die Distribution Done Duration "
        "Experiment Expression FacesError Format Found Frontier Game Grid Guide HandSource "
        "Hidden Hideable Layout LimitError Limits Loss Matters Meaning Modifier NEVER Names "
        "NotationError OddsError OrText Parameter ParameterError Party Pause Piece Plan "
        "ProgramError RandomTable RangeTable RankedOutcome Reach RecordError Role Roll "
        "RollError Rolled Rule RuleError STRANGERS SavedRoll Secret SeededSource Shares Sheet "
        "Side Source Span Stakes Step Stop StoppedError Strategy Sum Symbols SystemSource "
        "Verdict Wish Words Written against ask best capped chain choose coin compare d deal "
        "dialect_names dice find find_game frontier game_names hide limited load_rules matters "
        "meanings moment note odds open_games parse pool reach read_record read_token rerolled "
        "resume reveal roll rule sweep total translate turning_point verify walk weighted worst"
    )
    assert sorted(astragal.__all__) == known.split()


def test_no_name_hides_a_module() -> None:
    """A package whose function has the name of one of its modules makes that module unreachable."""
    packages = [
        Path(found.module_finder.path, found.name.rpartition(".")[2])  # type: ignore[union-attr]
        for found in pkgutil.walk_packages(astragal.__path__, "astragal.")
        if found.ispkg
    ]
    for package in [ROOT / "src" / "astragal", *packages]:
        name = ".".join(package.relative_to(ROOT / "src").parts)
        loaded = importlib.import_module(name)
        modules = {each.name for each in pkgutil.iter_modules([str(package)])}
        hidden = {
            each for each in modules & {*dir(loaded)} if not inspect.ismodule(getattr(loaded, each))
        }
        assert not hidden, f"{name} hides its modules {hidden}"


@pytest.mark.parametrize("name", sorted({*astragal.__all__} - {"Asks", "OrText"}))
def test_every_public_name_has_a_docstring_with_an_example(name: str) -> None:
    documented = getattr(astragal, name).__doc__
    assert documented
    assert name in ("Span", "NEVER", "STRANGERS") or ">>>" in documented


def public_signatures() -> Iterator[tuple[str, inspect.Signature]]:
    """The signature of everything public that can be called, methods and coroutines included."""
    for owner in (astragal, aio, *(getattr(astragal, name) for name in astragal.__all__)):
        for name, each in vars(owner).items() if hasattr(owner, "__dict__") else ():
            if inspect.isfunction(each) and (not name.startswith("_") or name == "__init__"):
                yield f"{owner.__name__}.{name}", inspect.signature(each)


def test_whoever_takes_faces_to_roll_takes_a_seed() -> None:
    """The same names in the same order everywhere. No default of None: faces rolled before."""
    rolls = {
        name: list(signature.parameters)
        for name, signature in public_signatures()
        if "faces" in signature.parameters and signature.parameters["faces"].default is None
    }
    assert {"astragal.roll", "astragal.resume", "Experiment.start", "Pause.resume"} <= rolls.keys()
    assert {"astragal.aio.roll", "astragal.aio.play", "astragal.aio.resume"} <= rolls.keys()
    for name, parameters in rolls.items():
        at = parameters.index("source")
        assert parameters[at : at + 3] == ["source", "faces", "seed"], name


def test_the_overloads_of_roll_and_odds_take_what_these_take() -> None:
    for function, options in (
        (astragal.roll, api.RollOptions),
        (astragal.odds, api.OddsOptions),
    ):
        parameters = inspect.signature(function).parameters.values()
        assert [each.name for each in parameters if each.kind is each.KEYWORD_ONLY] == list(
            options.__annotations__
        )


def test_the_tests_mirror_the_package() -> None:
    def folders(root: Path) -> set[str]:
        return {each.parent.name for each in root.glob("*/__init__.py")}

    assert folders(ROOT / "tests") - {"support", "web"} == folders(ROOT / "src" / "astragal")


@pytest.mark.slow
def test_imports_point_down_only() -> None:
    assert list(check_layers.violations(check_layers.ROOT)) == []


def test_the_layer_check_finds_an_import_that_points_up(tmp_path: Path) -> None:
    (tmp_path / "rolling").mkdir()
    (tmp_path / "rolling" / "roll.py").write_text(
        textwrap.dedent(
            """
            import astragal.die
            def late():
                from astragal.notation.syntax.parser import parse
            """
        )
    )
    found = list(check_layers.violations(tmp_path))
    assert len(found) == 1
    assert "rolling imports notation" in found[0]


@pytest.mark.slow
def test_two_thousand_generated_texts_raise_nothing_but_our_errors() -> None:
    """The short form of ``make fuzz``."""
    outcomes, _, _ = fuzz.run((7, 2_000))
    assert outcomes["rolled"] > 200
    assert len(outcomes) > 30


@pytest.mark.slow
@pytest.mark.parametrize("kind", [kind for kind, _ in fuzz.KINDS])
def test_every_kind_of_generated_text_is_tried(kind: object) -> None:
    rng = random.Random(3)
    assert callable(kind)
    for _ in range(40):
        fuzz.try_text(kind(rng))


class Point(Value):
    x: int
    y: int = 0
    note: str = field(default="", compare=False, kw_only=True)
    norm: int = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "norm", abs(self.x) + abs(self.y))


class Point3(Point):
    z: int = 0


def test_values_are_equal_by_their_fields_and_cannot_be_changed() -> None:
    assert Point(1, 2) == Point(x=1, y=2, note="elsewhere")
    assert hash(Point(1, 2)) == hash(Point(1, 2, note="elsewhere"))
    assert Point(1) != Point(2)
    assert Point(1) != Point3(1)
    assert Point3(1, 2, 3).norm == 3
    assert repr(Point3(1, 2, 3)) == "Point3(x=1, y=2, z=3)"
    with pytest.raises(AttributeError):
        Point(1).x = 2  # type: ignore[misc]
    with pytest.raises(AttributeError):
        del Point(1).x


def test_a_value_refuses_the_wrong_fields() -> None:
    with pytest.raises(TypeError, match="missing or unknown: x"):
        Point()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="missing or unknown: q"):
        Point(1, q=2)  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="each once"):
        Point(1, x=1)  # type: ignore[misc]
    with pytest.raises(TypeError, match="each once"):
        Point(*range(3))


@pytest.mark.slow
def test_the_first_odds_load_what_those_of_other_dice_need() -> None:
    code = (
        "import sys, astragal\n"
        "astragal.odds('3d3')\n"
        "loaded = set(sys.modules)\n"
        "for text in ('30d10c>=8c=10', 'lowest(12d6, 3)', '4d6kh3', 'd20+5 >= 15'):\n"
        "    len(astragal.parse(text).odds())\n"
        "print(sorted(set(sys.modules) - loaded))"
    )
    finished = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=unmeasured()
    )
    assert finished.stdout.strip() == "[]"
