"""Hooks of the documentation site: pages from outside docs/, and links that work in both places.

A page links to files of the repository, relative to where it lies there. On the site docs/ is the
root, README.md is the home page and the other pages of the repository's root lie beside it.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parent.parent
OUTSIDE = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "LICENSE": "LICENSE",
} | {
    path.relative_to(ROOT).as_posix(): path.relative_to(ROOT).as_posix()
    for path in sorted((ROOT / "examples").rglob("*"))
    if path.suffix in (".anydice", ".ipynb", ".md", ".py", ".toml", ".txt")
}
"""Files outside docs/ that are part of the site, and where they lie there."""

LINK = re.compile(r"(?<=\]\()(?![a-z]+:|#)([^)#\s]+)")


def on_files(files: Files, config: MkDocsConfig) -> Files:
    for source, target in OUTSIDE.items():
        files.append(File.generated(config, target, abs_src_path=str(ROOT / source)))
    return files


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    return with_site_links(markdown, page.file.src_uri)


def with_site_links(markdown: str, page: str) -> str:
    """The text of a page, given by its place on the site, with its links as the site needs them.

    >>> with_site_links("[odds](docs/odds.md#means)", "index.md")
    '[odds](odds.md#means)'
    >>> with_site_links("[a small one](../../examples/homebrew.py)", "games/README.md")
    '[a small one](../examples/homebrew.py)'
    """
    back = {target: source for source, target in OUTSIDE.items()}
    folder = posixpath.dirname(back.get(page, f"docs/{page}"))

    def on_site(link: re.Match[str]) -> str:
        path = posixpath.normpath(posixpath.join(folder, link[1]))
        place = OUTSIDE.get(path, path.removeprefix("docs/"))
        return posixpath.relpath(place, posixpath.dirname(page) or ".")

    return LINK.sub(on_site, markdown)
