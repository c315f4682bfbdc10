"""The pages in the repository and on the site: links lead somewhere, public names are listed."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config

import astragal
from tests.support.files import ROOT

PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("examples/*.md")])
DIRECTIVE = re.compile(r"^::: astragal\.([\w.]+)$", re.M)


def text_of(page: Path) -> str:
    """A page without its blocks of code."""
    return re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)


def anchors(page: Path) -> set[str]:
    """What a link can point to: the headings, as GitHub and the site spell them."""
    headings = re.findall(r"^#+ (.*)$", text_of(page), re.M)
    return {re.sub(r"[^\w\- ]", "", each).strip().lower().replace(" ", "-") for each in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", text_of(page)):
        path, _, anchor = link.partition("#")
        if "://" in path:
            continue
        target = page.parent / path if path else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


def listed() -> list[str]:
    return [
        name
        for page in sorted((ROOT / "docs" / "api").glob("*.md"))
        for name in DIRECTIVE.findall(page.read_text(encoding="utf-8"))
    ]


MODULES = ("aio", "anydice", "notebook", "service", "talk")
"""Modules beside the package whose names are public too."""


def test_every_public_name_is_in_the_reference_once() -> None:
    elsewhere = tuple(f"{module}." for module in ("games", *MODULES))
    names = [name.rpartition(".")[2] for name in listed() if not name.startswith(elsewhere)]
    assert sorted(names) == sorted(astragal.__all__)


@pytest.mark.parametrize("module", MODULES)
def test_every_name_of_a_public_module_is_in_the_reference_once(module: str) -> None:
    names = [name.removeprefix(f"{module}.") for name in listed() if name.startswith(f"{module}.")]
    assert sorted(names) == sorted(import_module(f"astragal.{module}").__all__)


def test_names_that_are_listed_with_their_module_are_the_public_ones() -> None:
    for path in listed():
        module, _, name = path.rpartition(".")
        if module and module not in ("games", *MODULES):
            found = getattr(import_module(f"astragal.{module}"), name)
            assert found is getattr(astragal, name), path


def test_every_game_is_in_the_reference() -> None:
    games = [name for name in listed() if name.startswith("games.")]
    assert sorted(games) == [f"games.{name}" for name in astragal.game_names()]


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_the_site_is_built_without_a_warning_and_loads_nothing_from_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    build(load_config("mkdocs.yml", site_dir=str(tmp_path), strict=True))
    odds = (tmp_path / "api" / "odds.html").read_text(encoding="utf-8")
    assert "Exact odds" in odds
    assert 'id="astragal.Distribution.mean"' in odds
    loaded = re.compile(r"""<(?:script|link|img|iframe)\b[^>]*\b(?:src|href)=["']?(?:https?:)?//""")
    for page in tmp_path.rglob("*.html"):
        assert not loaded.search(page.read_text(encoding="utf-8")), page
