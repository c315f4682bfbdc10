"""Output formats: each is one module, and everything else follows from it."""

from __future__ import annotations

import inspect
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from astragal import AstragalError, OddsError, Roll, matters, odds, reach, roll, sweep
from astragal.render import formats
from astragal.render.formats import PLAIN, Format, Layout, all_formats, find_format

TSV = '''
from astragal.outcome import show
from astragal.render.formats import PLAIN, Format


class Tsv(Format):
    """Tabs between the columns."""

    name = "tsv"
    option = "--tsv"
    help = "Write tab-separated values."

    def rolls(self, several, layout=PLAIN):
        return "".join(f"{roll.expression}\\t{roll.line.outcome}\\n" for roll in several)

    def distributions(self, several, layout=PLAIN):
        lines = [(odds.label, show(x), str(p)) for odds in several for x, p in odds.items()]
        return "".join("\\t".join(line) + "\\n" for line in lines)

    def grid(self, shown, layout=PLAIN):
        lines = [(*map(show, key), str(value)) for key, value in shown.grid().cells.items()]
        return "".join("\\t".join(line) + "\\n" for line in lines)

    def report(self, shown, layout=PLAIN):
        report = shown.report(layout)
        lines = ([cell.text for cell in row] for row in report.tables[report.main].rows)
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
    assert list(all_formats()) == ["json", "ansi", "chat", "csv", "html", "markdown", "svg", "text"]
    with pytest.raises(OddsError, match="there is no format 'tsv'") as caught:
        find_format("tsv")
    assert caught.value.hint == "the formats are json, ansi, chat, csv, html, markdown, svg, text"


def test_a_new_format_is_one_file(tsv: Path) -> None:
    written = find_format("tsv").distributions([odds("1d2"), odds("1d1")])
    assert written == "1d2\t1\t1/2\n1d2\t2\t1/2\n1d1\t1\t1\n"
    grid = sweep("1d20+@b >= 15", {"b": [0, 5]})
    assert find_format("tsv").grid(grid) == "0\t3/10\n5\t11/20\n"
    found = reach("1d20+@b >= 15", {"b": range(9)}, at_least="40 %")
    assert "2\t2/5\n" in found.written(find_format("tsv"), Layout())
    steps = matters("1d20+@b >= 15", fixed={"b": 2})
    assert steps.render(find_format("tsv")) == "b +1\t5\nb -1\t-5\n"


@pytest.mark.parametrize(
    ("words", "written"),
    [
        (["odds", "1d2", "--tsv"], "1d2\t1\t1/2\n1d2\t2\t1/2\n"),
        (["odds", "1d2+@b", "--sweep", "b=0..1", "--tsv"], "0\t3/2\n1\t5/2\n"),
        (["play", "scores", "test", "--odds", "--of", "passes", "--tsv"], "7/20\n"),
        (["play", "scores", "test", "--faces", "7", "--tsv"], "scores.test()\t7, Mixed\n"),
        (["roll", "1d6", "1d4", "--faces", "6,4", "--format", "tsv"], "1d6\t6\n1d4\t4\n"),
        (["compare", "1d2", "1d1", "--tsv"], "1\t50.00 %\t100 %\t+50.00 %\n"),
        (["odds", "1d2", "--tsv", "--csv"], "give --tsv or --csv, not both"),
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
    assert written in shown


def test_a_format_needs_a_name() -> None:
    with pytest.raises(TypeError, match="Nameless lacks a name"):
        type("Nameless", (Format,), {})


class Loud(Format):
    """A format of somebody's own, which writes rolls and nothing else."""

    name = "loud"

    def rolls(self, several: Sequence[Roll], layout: Layout = PLAIN) -> str:
        wide = "" if layout.width is None else f" in {layout.width} columns"
        return "".join(f"{each.line.outcome}!{wide}" for each in several)


def test_anybody_may_write_a_format() -> None:
    assert roll("2d6", faces=[6, 5]).render(Loud()) == "11!"
    assert roll("2d6", faces=[6, 5]).render(Loud(), width=30) == "11! in 30 columns"
    for refused, what in [(odds("1d2"), "odds"), (sweep("1d20+@b", {"b": [1]}), "tables")]:
        with pytest.raises(AstragalError, match=f"the format loud does not write {what}") as caught:
            refused.render(Loud())
        assert caught.value.code == "not-written"


def test_what_is_no_format_and_no_width_is_refused() -> None:
    with pytest.raises(OddsError, match="there is no format 7"):
        odds("1d2").render(7)  # type: ignore[arg-type]
    for width in (0, -3, "80", True):
        with pytest.raises(AstragalError, match="a width is a number of columns"):
            odds("1d2").render(width=width)  # type: ignore[arg-type]


def test_rendering_takes_the_options_of_a_layout() -> None:
    parameters = list(inspect.signature(odds("1d2").render).parameters)
    assert parameters == ["form", *Layout._fields]


def test_an_incomplete_format_is_refused_when_formats_are_listed(tsv: Path) -> None:
    text = TSV.replace("def grid(", "def grids(")
    (tsv / "tsv.py").write_text(text, encoding="utf-8")
    with pytest.raises(TypeError, match="the format tsv lacks grid"):
        all_formats()


def test_rolling_loads_no_more_than_it_needs_to_be_shown() -> None:
    code = (
        "import sys; from astragal.cli.main import main\n"
        "try: main(['roll', '2d6'])\n"
        "except SystemExit: pass\n"
        "print(*sorted(each for each in sys.modules if each.startswith('astragal.render.')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1].replace("astragal.render.", "").split() == [
        "formats",
        "formats.ansi",
        "formats.text",
        "lines",
        "rendered",
    ]
