"""The page as a static site: its files unpacked, and headers in the form that static hosts read."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from tools.page.inputs import MARK
from tools.page.node import BuildError
from tools.page.packing import unpack_files

_WITH_SERVER, _STATIC = 'data-carrier="server"', 'data-carrier="static"'


def lay_out_site(page: Path, site: Path) -> None:
    """Write the site into a folder, which is made anew."""
    shutil.rmtree(site, ignore_errors=True)
    shutil.copytree(page, site)
    # Most hosts cannot send a file that is packed beforehand; they pack what they send themselves.
    unpack_files(site)
    for name in ("headers.json", MARK):
        (site / name).unlink()
    start = site / "index.html"
    text = start.read_text(encoding="utf-8")
    if _WITH_SERVER not in text:
        raise BuildError("index.html does not say where its answers come from")
    start.write_text(text.replace(_WITH_SERVER, _STATIC), encoding="utf-8")
    headers = json.loads((page / "headers.json").read_text(encoding="utf-8"))
    (site / "_headers").write_text(headers_file(headers), encoding="utf-8")


def headers_file(headers: list[tuple[str, dict[str, str]]]) -> str:
    """The headers of each path, as static hosts want them written.

    >>> print(headers_file([("/*", {"Referrer-Policy": "no-referrer"})]), end="")
    /*
      Referrer-Policy: no-referrer
    """
    lines = []
    for path, values in headers:
        lines += [path, *(f"  {name}: {value}" for name, value in values.items())]
    return "\n".join([*lines, ""])
