"""The page: the files it was built into, each with the headers it needs."""

from __future__ import annotations

import json
import mimetypes
from collections.abc import Mapping
from fnmatch import fnmatchcase
from hashlib import sha256
from pathlib import Path, PurePosixPath

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response

from astragal.server.problems import not_found
from astragal.server.sending import SAFE

_HEADERS = "headers.json"
_OWN = (_HEADERS, "made-from")
"""What lies beside the page, and is nobody's business."""
_START = "index.html"
_START_PATHS = ("/", "/errors")
"""Where the page is; problems refer to the second."""
_ENCODINGS = (("br", ".br"), ("gzip", ".gz"))
_TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
    ".zip": "application/zip",
}
_PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_NOT_BUILT = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Astragal: the page is not built</title>
<h1>The page is not built</h1>
<p>The server runs, and answers questions at <a href="/openapi.json">/api/v1/</a>.</p>
<p>To build the page, in the folder of the source: <code>make page</code>. Then load this again.</p>
</html>
"""


class Pages:
    """Serves a folder of built files; nothing outside it, and nothing hidden in it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    async def respond(self, request: Request) -> Response:
        path = request.scope["path"]
        if path in _START_PATHS:
            path = f"/{_START}"
            if not self.built:
                return HTMLResponse(_NOT_BUILT, headers=self._headers_of(path))
        file = self._find(path)
        if file is None:
            raise not_found()
        return _response(request, file, self._headers_of(path))

    @property
    def built(self) -> bool:
        return (self._folder / _START).is_file()

    def _find(self, path: str) -> Path | None:
        parts = PurePosixPath(path).parts[1:]
        if not parts or any(part.startswith(".") or "\\" in part or "\0" in part for part in parts):
            return None
        file = self._folder.joinpath(*parts)
        try:
            inside = file.resolve().is_relative_to(self._folder.resolve())
            return file if inside and file.name not in _OWN and file.is_file() else None
        except OSError:  # no file can have so long a name
            return None

    def _headers_of(self, path: str) -> Mapping[str, str]:
        """The page says itself which headers it needs; a policy is never left out."""
        usual = {**SAFE, "Content-Security-Policy": _PAGE_POLICY, "Cache-Control": "no-cache"}
        return usual | {
            name: value
            for pattern, headers in self._listed()
            if fnmatchcase(path, pattern)
            for name, value in headers.items()
        }

    def _listed(self) -> list[tuple[str, dict[str, str]]]:
        try:
            text = (self._folder / _HEADERS).read_text(encoding="utf-8")
        except FileNotFoundError:
            return []
        return [(pattern, headers) for pattern, headers in json.loads(text)]


def _response(request: Request, file: Path, headers: Mapping[str, str]) -> Response:
    found, encoding = _variant(file, request.headers.get("accept-encoding", ""))
    tag = _tag(found)
    more = {**headers, "ETag": tag, "Vary": "Accept-Encoding"}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=more)
    if encoding:
        more["Content-Encoding"] = encoding
    return FileResponse(found, headers=more, media_type=_type_of(file))


def _variant(file: Path, accepted: str) -> tuple[Path, str]:
    """The smallest form of a file that the browser takes, if it was built."""
    for encoding, suffix in _ENCODINGS:
        packed = file.with_name(file.name + suffix)
        if encoding in accepted and packed.is_file():
            return packed, encoding
    return file, ""


def _tag(file: Path) -> str:
    found = file.stat()
    mark = f"{file.name} {found.st_size} {found.st_mtime_ns}"
    return f'"{sha256(mark.encode()).hexdigest()[:20]}"'


def _type_of(file: Path) -> str:
    kind = _TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0]
    return kind or "application/octet-stream"
