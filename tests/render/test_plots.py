"""Odds, grids and shares as pictures: what is in them, where it is, and what files they make."""

from __future__ import annotations

import io
import re
import sys
import warnings
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any, NamedTuple, cast
from xml.etree import ElementTree

import pytest

from astragal import AstragalError, Distribution, Grid, OddsError, compare, odds, reach, sweep
from astragal._extras import how_to_install
from astragal.render.plots import plot
from astragal.render.plots.files import Look, all_files
from astragal.render.plots.kinds import all_kinds
from astragal.render.plots.layout import laid_out
from astragal.render.plots.lettering import cut, in_rows, width_of
from astragal.render.plots.picture import Axis, Panel, Picture, Series
from astragal.render.plots.scales import labelled, plain, scale_of, short_figure
from astragal.render.plots.scene import SERIES, Box, Line, Paint, Scene, Text, series_paint
from astragal.render.plots.showing import picture_of_odds, picture_of_shares
from astragal.render.plots.themes import DARK, LIGHT, ON_ANY_PAGE, VIEWER, Theme
from tests.support.small_rules import long_test, pig

F = Fraction
SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "</script></title><script>alert(\"&')</script>"

WORDS = ["Critical failure", "Failure", "Partial success", "Success", "Critical success"]
LONG = "2d6 [..6] a failure with consequences for everybody near [7..] a success, at last"


def shares(bonus: int) -> dict[str, Fraction]:
    total = odds(f"3d6 + {bonus}")
    ends = [F(0), *(total.at_most(end) for end in (6, 9, 12, 16)), F(1)]
    return {word: ends[n + 1] - ends[n] for n, word in enumerate(WORDS)}


def stacked() -> Picture:
    return picture_of_shares(
        "by modifier", {"modifier": range(6)}, WORDS, {(n,): shares(n) for n in range(6)}
    )


def multiples() -> Picture:
    chances = {(m, a): shares(m + a) for m in range(6) for a in range(3)}
    return picture_of_shares(
        "by both", {"modifier": range(6), "advantages": range(3)}, WORDS, chances
    )


def named_shares() -> Picture:
    names = ["trivial", "rather easy, all things considered", "beyond hope"]
    chances = {(name,): shares(n) for n, name in enumerate(names)}
    return picture_of_shares("by difficulty", {"difficulty": names}, WORDS, chances)


def swept(text: str, **axes: Any) -> Picture:
    return sweep(text, axes).picture()


PICTURES: Mapping[str, Callable[[], Picture]] = {
    "one": lambda: odds("4d6kh3").picture(),
    "endless": lambda: odds("3d6! + 2").picture(),
    "many totals": lambda: odds("300d20").picture(),
    "sure": lambda: odds("5").picture(),
    "true or false": lambda: odds("1d20 + 5 >= 15").picture(),
    "long names": lambda: odds(LONG).picture(),
    "other scripts": lambda: odds("1d20 [..5] $low$ [6..] 火").picture(),
    "very many names": lambda: odds("3x(1d6)").picture(),
    "far apart": lambda: Distribution({1: 1, 10**400: 1}).picture(),
    "large numbers": lambda: odds("1d6 * 1000000000000").picture(),
    "fractions": lambda: odds("1d6 / 4").picture(),
    "two": lambda: picture_of_odds([odds("1d6"), odds("2d6kh1")]),
    "three": lambda: picture_of_odds([odds("3d6"), odds("2d8 + 1"), odds("1d20")]),
    "ten": lambda: picture_of_odds([odds(f"{n}d4") for n in range(1, 11)]),
    "mixed": lambda: picture_of_odds([odds("1d4 >= 2"), odds("1d4")]),
    "names of two": lambda: picture_of_odds([odds(LONG), odds(LONG.replace("2d6", "3d6kh2"))]),
    "cumulative": lambda: picture_of_odds([odds("3d6"), odds("1d20!")], cumulative=True),
    "one parameter": lambda: swept("1d20 + @bonus >= 15", bonus=range(11)),
    "two parameters": lambda: swept("1d20 + @b >= @dc", dc=range(5, 26), b=range(6)),
    "heat": lambda: swept("1d20 + @b >= @dc", dc=range(5, 26), b=range(12)),
    "heat of means": lambda: swept("(@n)d6 + @m", n=[-1, 1, 2, 3], m=range(9)),
    "refused": lambda: swept("(@n)d6", n=[-1, 1, 2]),
    "words swept": lambda: sweep(lambda kind: f"{kind}d6", {"kind": ["one", "2", "3"]}).picture(),
    "below zero": lambda: sweep(lambda way: way, {"way": ["1d6 - 9", "1d6"]}).picture(),
    "reach": lambda: reach("1d20 + @b >= 15", {"b": range(20)}, at_least="65 %").picture(),
    "duration": lambda: long_test().duration().picture(),
    "advice": lambda: pig(3).advise(int).picture(),
    "stacked": stacked,
    "named shares": named_shares,
    "multiples": multiples,
}  # fmt: skip


@pytest.fixture(params=PICTURES, scope="module")
def picture(request: pytest.FixtureRequest) -> Picture:
    return PICTURES[request.param]()


def texts(scene: Scene) -> list[str]:
    return [mark.text for mark in scene.marks if isinstance(mark, Text)]


# What is in a picture


def test_every_kind_of_plot_is_shown_here() -> None:
    some = ("one", "three", "long names", "cumulative", "heat", "stacked")
    assert {PICTURES[name]().panels[0].kind for name in some} == set(all_kinds())


def test_every_plot_has_a_title_and_axes_with_their_units(picture: Picture) -> None:
    scene = laid_out(picture)
    said = texts(scene)
    first = in_rows(picture.title, 768, 15, 2, bold=True)[0]
    assert said[0] == first
    assert picture.title, "every plot has a title"
    assert picture.measured in said
    assert picture.measured.endswith("in %") or picture.measured == "mean"
    assert all(panel.axis.name in said for panel in picture.panels)


class _Room(NamedTuple):
    left: float
    top: float
    right: float
    bottom: float
    text: str

    def meets(self, other: _Room) -> bool:
        apart = self.right <= other.left or other.right <= self.left
        return not (apart or self.bottom <= other.top or other.bottom <= self.top)


def rooms(scene: Scene) -> list[_Room]:
    """Where the texts are, as far as their widths are known without a font."""
    found = []
    for mark in scene.marks:
        if isinstance(mark, Text):
            width = width_of(mark.text, mark.size, bold=mark.bold)
            before = {"start": 0.0, "middle": width / 2, "end": width}[mark.anchor]
            left, top = mark.x - before, mark.y - 0.75 * mark.size
            found.append(_Room(left, top, left + width, mark.y + 0.2 * mark.size, mark.text))
    return found


@pytest.mark.parametrize("width", [240, 400, 800, 1600])
def test_no_text_touches_another_or_leaves_the_picture(picture: Picture, width: int) -> None:
    scene = laid_out(picture, width)
    placed = rooms(scene)
    for one in placed:
        assert one.left >= -0.5, one
        assert one.right <= width + 0.5, one
        assert 0 <= one.top < one.bottom <= scene.height, one
    assert [(a.text, b.text) for a, b in combinations(placed, 2) if a.meets(b)] == []


@pytest.mark.parametrize("width", [240, 800])
def test_nothing_is_drawn_outside(picture: Picture, width: int) -> None:
    scene = laid_out(picture, width)
    for mark in scene.marks:
        if isinstance(mark, Box):
            assert -0.5 <= mark.x <= mark.x + mark.width <= width + 0.5
            assert -0.5 <= mark.y <= mark.y + mark.height <= scene.height
        elif isinstance(mark, Line):
            assert all(-0.5 <= x <= width and 0 <= y <= scene.height for x, y in mark.points)


def test_every_value_can_be_pointed_at(picture: Picture) -> None:
    scene = laid_out(picture)
    listed = {str(spot.said) for spot in scene.spots}
    assert len(scene.spots) == len(laid_out(picture, 380).spots), "a page has them once"
    for panel in picture.panels:
        for series in panel.series:
            for value in filter(None, series.values):
                end = f"= {value}" if value.denominator.bit_length() < 600 else "digits"
                assert any(said.endswith(end) for said in listed), value


def test_a_column_is_as_high_as_its_chance() -> None:
    scene = laid_out(odds("1d6 + 1d2").picture())
    heights = [mark.height for mark in scene.marks if isinstance(mark, Box)]
    assert heights[0] * 2 == pytest.approx(heights[1])
    assert len(heights) == 7
    assert [str(spot.said) for spot in scene.spots][:2] == ["2: 8.33 % = 1/12", "3: 16.67 % = 1/6"]


def test_shares_stand_on_each_other_and_make_a_whole() -> None:
    scene = laid_out(stacked())
    columns: dict[float, list[Box]] = {}
    for mark in scene.marks:
        if isinstance(mark, Box) and mark.paint.name != "paper":
            columns.setdefault(mark.x, []).append(mark)
    tall = [boxes for boxes in columns.values() if sum(box.height for box in boxes) > 100]
    assert len(tall) == 6
    for boxes in tall:
        assert sum(box.height for box in boxes) == pytest.approx(sum(b.height for b in tall[0]))
        for lower, upper in pairwise(boxes):
            assert upper.y + upper.height == pytest.approx(lower.y)


def test_a_second_parameter_of_shares_makes_panels_that_share_a_legend() -> None:
    picture = multiples()
    assert [panel.title for panel in picture.panels] == [f"advantages {n}" for n in range(3)]
    assert texts(laid_out(picture)).count("Partial success") == 1


def test_shares_that_were_refused_leave_a_gap() -> None:
    chances: dict[tuple[Any, ...], dict[str, Fraction] | None] = {(1,): shares(1), (2,): None}
    picture = picture_of_shares("some", {"n": [1, 2]}, WORDS, chances)
    assert not [spot for spot in laid_out(picture).spots if "n 2" in spot.said.where]


def test_what_is_not_drawn_is_told() -> None:
    assert odds("10d10").picture().note == "not drawn: 0.01 % below 23 and 0.01 % above 87"
    assert odds("3x(1d6)").picture().note == "not drawn: 192 others together: 88.89 %"
    assert "each place stands for several" in odds("300d20").picture().note
    assert swept("(@n)d6", n=[-1, 1]).note.startswith("refused at n=-1")
    assert not odds("4d6kh3").picture().note


def test_series_differ_in_more_than_their_hue() -> None:
    paints = [series_paint(number) for number in range(42)]
    assert len(set(paints)) == 42
    assert all(a.pattern != b.pattern for a, b in pairwise(paints))
    lines = [mark for mark in laid_out(PICTURES["ten"]()).marks if isinstance(mark, Line)]
    assert len({(line.paint, line.dash) for line in lines if line.width == 2}) == 10


@pytest.mark.parametrize("theme", [LIGHT, DARK, VIEWER, ON_ANY_PAGE])
def test_every_theme_has_a_colour_for_every_paint(theme: Theme) -> None:
    names = {
        mark.paint for make in ("ten", "reach", "heat") for mark in laid_out(PICTURES[make]()).marks
    }
    colours = [theme.colour(series_paint(number)) for number in range(SERIES)]
    assert len(set(colours)) == SERIES
    assert all(map(theme.colour, names))


def test_a_goal_is_marked() -> None:
    lines = [mark for mark in laid_out(PICTURES["reach"]()).marks if isinstance(mark, Line)]
    assert [line.paint.name for line in lines].count("goal") == 1


def test_steps_are_counted_in_plots_of_durations() -> None:
    assert "steps at most" in texts(laid_out(PICTURES["duration"]()))


# Letters and scales


def test_texts_are_made_to_fit() -> None:
    for text in ("short", "a rather long name of an outcome", "Donaudampfschifffahrtsgesellschaft"):
        for room in (30, 80, 200):
            assert width_of(cut(text, room, 12), 12) <= room
            rows = in_rows(text, room, 12)
            assert all(width_of(row, 12) <= room for row in rows)
            assert len(rows) <= 3
    assert in_rows("", 100, 12) == ()
    assert width_of("火", 100) > width_of("e\u0301", 100) == width_of("e", 100)


def bars(values: list[Fraction], measure: str = "chance") -> Picture:
    axis = Axis("n", tuple(map(str, range(len(values)))))
    return Picture("bars", (Panel("rows", axis, (Series("", tuple(values)),)),), "", measure)


@pytest.mark.parametrize(
    ("values", "ticks"),
    [
        ([F(1, 6)], ["0", "5", "10", "15"]),
        ([F(1, 100000)], ["0", "0.00025", "0.0005", "0.00075", "0.001"]),
        ([F(1)], ["0", "25", "50", "75", "100"]),
    ],
)
def test_ticks_are_round(values: list[Fraction], ticks: list[str]) -> None:
    scale = scale_of(bars(values), 4)
    assert [scale.label(tick) for tick in scale.ticks] == ticks


def test_scales_hold_every_value() -> None:
    scale = scale_of(bars([F(-7), F(12)], "mean"), 4)
    assert scale.low <= -7 < 12 <= scale.high
    assert 0 in scale.ticks
    assert scale_of(bars([F(0)]), 4).high == 1
    assert plain(F(10**16)) == "1e+16"
    assert short_figure(F(1, 10**6), bars([F(1)])) == "<0.1"
    assert short_figure(F(10**6 - 1, 10**6), bars([F(1)])) == ">99.9"


def test_labels_that_would_touch_are_left_out_at_round_distances() -> None:
    axis = Axis("total", tuple(map(str, range(3, 19))), tuple(range(3, 19)))
    assert len(labelled(axis, [30.0 * n for n in range(16)], 12)) == 16
    few = labelled(axis, [8.0 * n for n in range(16)], 12)
    assert [axis.places[n] for n in few] == ["5", "10", "15"]


# Files


def test_pictures_come_as_files_by_their_ending() -> None:
    assert list(all_files()) == ["html", "pdf", "png", "svg"]


@pytest.mark.parametrize("ending", ["svg", "html"])
def test_the_same_picture_gives_the_same_file(picture: Picture, ending: str) -> None:
    written = all_files()[ending].written(picture, Look())
    assert written == all_files()[ending].written(picture, Look())
    assert b"NaN" not in written
    assert b"inf," not in written


def test_an_svg_is_well_formed(picture: Picture) -> None:
    root = ElementTree.fromstring(all_files()["svg"].written(picture, Look(500)))
    assert root.findtext(f"{SVG}title") == picture.title
    assert root.get("width") == "500"
    assert len(root.findall(f"{SVG}rect/{SVG}title")) == len(laid_out(picture, 500).spots)
    used = set(re.findall(r"url\(#([\w-]+)\)", ElementTree.tostring(root, "unicode")))
    assert used == {each.get("id") for each in root.iter(f"{SVG}pattern")}


def page(picture: Picture) -> str:
    return all_files()["html"].written(picture, Look()).decode()


def test_a_page_needs_nothing_else() -> None:
    text = page(stacked())
    assert "default-src 'none'" in text
    assert not re.findall(r"(?:src|href)=", text)
    assert set(re.findall(r"https?://[^\"]*", text)) == {"http://www.w3.org/2000/svg"}
    assert "prefers-color-scheme:dark" in text
    assert len(page(odds("4d6kh3").picture())) < 40_000


def test_patterns_of_a_page_have_names_of_their_own() -> None:
    """A drawing that is hidden lends its patterns to no other one."""
    names = re.findall(r'<pattern id="([\w-]+)"', page(stacked()))
    assert len(names) == len(set(names)) == 8


def test_a_page_has_the_exact_numbers_as_a_table_too() -> None:
    text = page(odds("4d6kh3").picture())
    assert '<th scope="row">18</th><td>1.62 %<br><small>7/432</small></td>' in text
    assert '["18", "1.62 %", "7/432"]' in text


def test_very_long_fractions_are_told_by_their_length() -> None:
    assert "a fraction over a number of" in page(odds("600d20").picture())


@pytest.mark.parametrize("ending", ["svg", "html"])
def test_hostile_names_make_no_markup(ending: str) -> None:
    several = [
        Distribution({HOSTILE: 1, "\ufffe\x1b": 1}, label=HOSTILE),
        Distribution({HOSTILE: 1, "b": 1}, label="other"),
    ]
    grid = Grid(HOSTILE, {HOSTILE: (HOSTILE,)}, {(HOSTILE,): F(1)}, "chance", HOSTILE)
    cells = picture_of_shares(
        HOSTILE, {HOSTILE: [HOSTILE]}, [HOSTILE], {(HOSTILE,): {HOSTILE: F(1)}}
    )
    for picture in (picture_of_odds(several), grid.picture(), cells):
        text = all_files()[ending].written(picture, Look()).decode()
        assert "<script>alert" not in text
        assert "</title><script>" not in text
        assert text.count("<script") == (1 if ending == "html" else 0)
        drawing = text[text.index("<svg") : text.index("</svg>") + 6]
        ElementTree.fromstring(drawing)


def test_files_that_cannot_be_drawn_into(tmp_path: Path) -> None:
    with pytest.raises(OddsError, match=r"ends in \.html, \.pdf, \.png or \.svg, not odds\.gif"):
        odds("1d6").plot(tmp_path / "odds.gif")
    with pytest.raises(OddsError, match="is a directory"):
        odds("1d6").plot(tmp_path)
    with pytest.raises(OddsError, match="No such file"):
        odds("1d6").plot(tmp_path / "none" / "odds.svg")
    with pytest.raises(OddsError, match="need numbers"):
        odds("1d6>=3").plot(tmp_path / "odds.svg", cumulative=True)
    wrong: Any = "wide"
    for width in (0, 239, 4001, True, wrong):
        with pytest.raises(AstragalError, match="240 to 4,000 pixels wide"):
            odds("1d6").plot(tmp_path / "odds.svg", width=width)


def test_a_plot_goes_into_a_file_object_or_a_text(tmp_path: Path) -> None:
    both = compare("2d6", "1d12")
    file = io.BytesIO()
    both.plot(file, form="svg", width=500)
    both.plot(tmp_path / "both.txt", form="svg", width=500)
    assert file.getvalue() == (tmp_path / "both.txt").read_bytes()
    assert file.getvalue().decode() == both.render("svg", width=500)
    assert both._repr_svg_() == both.render("svg")
    cumulative = odds("3d6").render("svg", cumulative=True)
    assert cumulative != odds("3d6").render("svg")


def test_file_objects_that_cannot_be_drawn_into() -> None:
    closed, number = io.BytesIO(), cast("Any", 3)
    closed.close()
    with pytest.raises(OddsError, match="a plot in a file object needs its form") as caught:
        odds("1d6").plot(io.BytesIO())
    assert caught.value.hint == "the forms are html, pdf, png and svg"
    for file, form, said in [
        (io.BytesIO(), "gif", "there is no plot of the form 'gif'"),
        (io.StringIO(), "svg", "open the file in binary mode"),
        (closed, "svg", "closed file"),
        (number, "svg", "a path or a file object, not 3"),
    ]:
        with pytest.raises(OddsError, match=said):
            odds("1d6").plot(file, form=form)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_figures_can_be_read_on_every_heat(theme: Theme) -> None:
    ink = luminance(theme.colours["ink"])
    for percent in range(101):
        cell = luminance(theme.colour(Paint("heat", percent / 100)))
        assert (max(ink, cell) + 0.05) / (min(ink, cell) + 0.05) >= 4.5


def luminance(colour: str) -> float:
    """The relative luminance of WCAG."""
    parts = (int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5))
    red, green, blue = (x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_of_equal_outcomes_all_are_drawn_or_none() -> None:
    likely = {f"likely {n}": 2 for n in range(10)}
    panel = picture_of_odds([Distribution(likely | {f"rare {n}": 1 for n in range(30)})]).panels[0]
    assert panel.axis.places == tuple(likely)
    equal = picture_of_odds([Distribution({f"place {n}": 1 for n in range(40)})])
    assert len(equal.panels[0].axis.places) == 24
    assert equal.note.startswith("not drawn: 16 others together: 40.00 %")


def test_only_pixels_and_print_need_an_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(OddsError, match=r"\.png files need matplotlib.*\.html or \.svg") as caught:
        odds("1d6").plot(tmp_path / "odds.png")
    assert caught.value.hint == how_to_install("plot")
    plot([odds("1d6"), odds("1d8")], tmp_path / "odds.html", cumulative=True)
    found = sweep("1d20 + @n [..9] miss [10..] hit", {"n": range(3)})
    found.plot(tmp_path / "shares.svg", dark=True)
    assert (tmp_path / "shares.svg").read_text(encoding="utf-8").count("#14181d") > 1
    assert sorted(each.name for each in tmp_path.iterdir()) == ["odds.html", "shares.svg"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ending", "begins"), [("png", b"\x89PNG"), ("pdf", b"%PDF")], ids=["png", "pdf"]
)
@pytest.mark.parametrize("name", ["other scripts", "heat of means"])
def test_pixels_and_print(name: str, ending: str, begins: bytes) -> None:
    picture = PICTURES[name]()
    written = all_files()[ending].written(picture, Look(500, dark=True))
    assert written.startswith(begins)
    assert written == all_files()[ending].written(picture, Look(500, dark=True))
    if ending == ".png":
        assert int.from_bytes(written[16:20], "big") == 1000, "two dots for each pixel"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["long names", "two parameters", "multiples"])
def test_letters_take_no_more_room_than_was_kept_for_them(name: str) -> None:
    """As matplotlib measures them, in its own font."""
    width = 400
    from astragal.render.plots.painting import figure_of
    from astragal.render.plots.themes import LIGHT

    figure = figure_of(laid_out(PICTURES[name](), width), LIGHT)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph")
        extents = [text.get_window_extent() for text in figure.axes[0].texts]
    for one in extents:
        assert one.x0 >= 0
        assert one.x1 <= 2 * width
    # A line of text keeps some room above and below its letters.
    boxes = [(b.x0, b.y0 + 4, b.x1, b.y1 - 4) for b in extents]
    for (a0, a1, a2, a3), (b0, b1, b2, b3) in combinations(boxes, 2):
        assert a2 <= b0 or b2 <= a0 or a3 <= b1 or b3 <= a1
