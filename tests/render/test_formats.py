"""Output formats: each is one module, and everything else follows from it."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from astragal import OddsError, odds, reach, sweep
from astragal.render import formats
from astragal.render.formats import Format, Layout, all_formats, find_format

TSV = '''
from astragal.outcome import show
from astragal.render.formats import PLAIN, Format


class Tsv(Format):
    """Tabs between the columns."""

    name = "tsv"
    option = "--tsv"
    help = "Write tab-separated values."

    def distributions(self, several, layout=PLAIN):
        lines = [(odds.label, show(x), str(p)) for odds in several for x, p in odds.items()]
        return "".join("\\t".join(line) + "\\n" for line in lines)

    def grid(self, shown, layout=PLAIN):
        lines = [(*map(show, key), str(value)) for key, value in shown.grid().cells.items()]
        return "".join("\\t".join(line) + "\\n" for line in lines)
'''


@pytest.fixture
def tsv(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with one more format, among those that are looked into."""
    (tmp_path / "tsv.py").write_text(TSV, encoding="utf-8")
    monkeypatch.setattr(formats, "__path__", [*formats.__path__, str(tmp_path)])
    all_formats.cache_clear()
    yield tmp_path
    sys.modules.pop("astragal.render.formats.tsv", None)
    all_formats.cache_clear()


def test_the_formats() -> None:
    assert list(all_formats()) == ["json", "csv", "html", "markdown", "text"]
    with pytest.raises(OddsError, match="there is no format 'tsv'") as caught:
        find_format("tsv")
    assert caught.value.hint == "the formats are json, csv, html, markdown, text"


def test_a_new_format_is_one_file(tsv: Path) -> None:
    written = find_format("tsv").distributions([odds("1d2"), odds("1d1")])
    assert written == "1d2\t1\t1/2\n1d2\t2\t1/2\n1d1\t1\t1\n"
    grid = sweep("1d20+@b >= 15", {"b": [0, 5]})
    assert find_format("tsv").grid(grid) == "0\t3/10\n5\t11/20\n"
    found = reach("1d20+@b >= 15", {"b": range(9)}, at_least="40 %")
    assert found.written(find_format("tsv"), Layout()).endswith("2\t2/5\n")


@pytest.mark.parametrize(
    ("words", "written"),
    [
        (["odds", "1d2", "--tsv"], "1d2\t1\t1/2\n1d2\t2\t1/2\n"),
        (["odds", "1d2+@b", "--sweep", "b=0..1", "--tsv"], "0\t3/2\n1\t5/2\n"),
        (["play", "scores", "test", "--odds", "--of", "passes", "--tsv"], "7/20\n"),
        (["play", "scores", "test", "--tsv"], "a roll cannot be written with --tsv: add --odds\n"),
        (["odds", "1d2", "--tsv", "--csv"], "give one of --csv and --tsv\n"),
        (["odds", "--help"], "Write tab-separated values."),
    ],
)
def test_the_command_line_knows_it_at_once(tsv: Path, words: list[str], written: str) -> None:
    """In a new process: the options of a command are made when it is loaded."""
    code = (
        "import sys\n"
        "from astragal.render import formats\n"
        f"formats.__path__.append({str(tsv)!r})\n"
        "from astragal.cli.main import main\n"
        f"main({words!r})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    shown = done.stdout + done.stderr
    assert written in shown if "--help" in words else shown.endswith(written)


COMPLETE: dict[str, Any] = {
    "name": "own",
    "option": None,
    "help": "Write nothing.",
    "distributions": lambda self, several, layout=None: "",
    "grid": lambda self, shown, layout=None: "",
}


@pytest.mark.parametrize("missing", COMPLETE)
def test_an_incomplete_format_is_refused_when_it_is_defined(missing: str) -> None:
    type("Complete", (Format,), dict(COMPLETE))
    left = {name: each for name, each in COMPLETE.items() if name != missing}
    with pytest.raises(TypeError, match=f"Incomplete lacks {missing}"):
        type("Incomplete", (Format,), left)


def test_a_format_for_records_must_write_them() -> None:
    with pytest.raises(TypeError, match="Half lacks record"):
        type("Half", (Format,), {**COMPLETE, "writes_records": True})


def test_an_incomplete_module_is_refused_when_it_is_imported(tsv: Path) -> None:
    text = TSV.replace("def grid(", "def grids(")
    (tsv / "tsv.py").write_text(text, encoding="utf-8")
    with pytest.raises(TypeError, match="Tsv lacks grid"):
        all_formats()


def test_rolling_loads_no_format() -> None:
    code = (
        "import sys; from astragal.cli.main import main\n"
        "try: main(['roll', '2d6'])\n"
        "except SystemExit: pass\n"
        "print([name for name in sys.modules if name.startswith('astragal.render')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
