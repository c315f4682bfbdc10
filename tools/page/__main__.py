"""Build the page and its engine, or the static site: ``python -m tools.page [site | check]``.

The page comes to lie in src/astragal/page/, where ``astragal serve`` and the package find it, the
site in dist/site/. Nothing is done if nothing has changed since. ``check`` runs the page's own
checks: its types, and the tests of its parts.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tools.page.engine import build_engine
from tools.page.inputs import MARK, digest_of, inputs
from tools.page.node import BuildError, node, npm
from tools.page.packing import pack_files
from tools.page.site import lay_out_site
from tools.page.steps import step

ROOT = Path(__file__).parent.parent.parent
WEB = ROOT / "web"
PAGE = ROOT / "src" / "astragal" / "page"
SITE = ROOT / "dist" / "site"
_PACKAGES = ("package.json", "package-lock.json", ".npmrc")


def build_page() -> None:
    """Bring the page up to date."""
    made_from = digest_of(inputs(ROOT), ROOT)
    if _mark(PAGE) == made_from:
        print("the page is up to date")
        return
    _install_packages()
    build_engine(WEB, ROOT / "build" / "downloads", WEB / "engine")
    with step("building the page"):
        node(["node_modules/vite/bin/vite.js", "build"], WEB)
    with step("packing the page"):
        pack_files(PAGE, ROOT / "build" / "packed")
    (PAGE / MARK).write_text(made_from, encoding="utf-8")


def build_site() -> None:
    """Bring the page up to date, and lay it out as a static site."""
    build_page()
    lay_out_site(PAGE, SITE)
    print(f"the site is in {SITE.relative_to(ROOT)}/")


def check_page() -> None:
    """Check the page's types, and run the tests of its parts."""
    _install_packages()
    with step("checking the types of the page"):
        node(["node_modules/typescript/bin/tsc", "--noEmit"], WEB)
    with step("testing the parts of the page"):
        node(["node_modules/vitest/vitest.mjs", "run"], WEB)


def _install_packages() -> None:
    modules = WEB / "node_modules"
    made_from = digest_of((WEB / name for name in _PACKAGES), WEB)
    if _mark(modules) == made_from:
        return
    with step("fetching what the page is made with"):
        npm(["ci", "--no-audit", "--no-fund", "--ignore-scripts"], WEB)
    (modules / MARK).write_text(made_from, encoding="utf-8")


def _mark(folder: Path) -> str:
    path = folder / MARK
    return path.read_text(encoding="utf-8") if path.exists() else ""


def main(arguments: list[str]) -> int:
    builders = {(): build_page, ("site",): build_site, ("check",): check_page}
    build = builders.get(tuple(arguments))
    if build is None:
        print(__doc__)
        return 2
    try:
        build()
    except BuildError as error:
        print(f"this failed: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
