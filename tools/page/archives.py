"""Archives that are the same bytes for the same contents, wherever and whenever they are made."""

from __future__ import annotations

import hashlib
import zipfile
from collections.abc import Mapping
from pathlib import Path

_ANY_DAY = (2000, 1, 1, 0, 0, 0)


def write_archive(path: Path, files: Mapping[str, bytes], *, packed: bool = True) -> None:
    """A ZIP file of ``files``, by their names in it; not ``packed`` if something else packs it."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in sorted(files.items()):
            entry = zipfile.ZipInfo(name, _ANY_DAY)
            entry.compress_type = zipfile.ZIP_DEFLATED if packed else zipfile.ZIP_STORED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content, compresslevel=9)


def read_archive(path: Path) -> dict[str, bytes]:
    """The files in a ZIP file, by their names in it."""
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist() if name[-1] != "/"}


def digest(*contents: bytes) -> str:
    """A short name for contents: what differs has another one."""
    found = hashlib.sha256()
    for content in contents:
        found.update(len(content).to_bytes(8, "big") + content)
    return found.hexdigest()[:12]
