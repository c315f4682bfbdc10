"""Brotli: every file of the page in one form, packed where that makes it smaller."""

from __future__ import annotations

from pathlib import Path

import brotli

from tools.page.archives import digest

SUFFIX = ".br"
_QUALITY, _WINDOW = 11, 24
_WORTH_IT = 0.95
"""A file is packed if it has at most this share of its size then: tiny ones stay as they are."""
_AS_THEY_ARE = ("headers.json", "made-from")
"""Files that nobody is sent."""
_PACKED_BEFORE = (SUFFIX, ".zst", ".zip", ".png", ".woff2")
"""To try these takes minutes, for nothing."""


_LARGE = 1_000_000
"""Bytes of what takes seconds to pack, and seldom changes."""


def pack_files(folder: Path, kept: Path) -> None:
    """Replace the files of a folder by their packed forms, where these are smaller.

    The forms of large files are kept in another folder, for the next time.
    """
    for path in sorted(each for each in folder.rglob("*") if each.is_file()):
        if path.name in _AS_THEY_ARE or path.suffix in _PACKED_BEFORE:
            continue
        content = path.read_bytes()
        packed = _packed(content) if len(content) < _LARGE else _kept(content, kept)
        if len(packed) <= _WORTH_IT * len(content):
            path.with_name(path.name + SUFFIX).write_bytes(packed)
            path.unlink()


def _packed(content: bytes) -> bytes:
    packed: bytes = brotli.compress(content, quality=_QUALITY, lgwin=_WINDOW)
    return packed


def _kept(content: bytes, folder: Path) -> bytes:
    path = folder / f"{digest(content)}{SUFFIX}"
    if not path.exists():
        packed = _packed(content)
        folder.mkdir(parents=True, exist_ok=True)
        path.write_bytes(packed)
    return path.read_bytes()


def unpack_files(folder: Path) -> None:
    """Replace packed files by what is in them."""
    for path in sorted(folder.rglob(f"*{SUFFIX}")):
        path.with_suffix("").write_bytes(brotli.decompress(path.read_bytes()))
        path.unlink()
