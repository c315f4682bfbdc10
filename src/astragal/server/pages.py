"""The web page: its built files, each with the headers it needs."""

from __future__ import annotations

import json
import mimetypes
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from hashlib import sha256
from pathlib import Path, PurePosixPath

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response, StreamingResponse
from starlette.types import Message, Receive, Scope, Send

from astragal.server.problems import HttpProblemError, bad_range, no_such_range, not_found
from astragal.server.sending import SAFE, Headless, send_problem

_HEADERS = "headers.json"
_OWN = (_HEADERS, "made-from")
"""Files next to the page that must not be served."""
_START = "index.html"
_START_PATHS = ("/", "/errors")
"""The paths of the page. Problem documents link to the second."""
_PACKED = ".br"
_CHUNK = 1 << 16
_MOST_UNPACKED = 1 << 26
"""The most bytes of one unpacked file. Larger files are an error."""
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
    """Serves a folder of built files, but nothing outside it and no hidden files."""

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
        return self._find(f"/{_START}") is not None

    def _find(self, path: str) -> Path | None:
        """The file for a path, either plain or compressed; None if there is none."""
        parts = PurePosixPath(path).parts[1:]
        if not parts or any(part.startswith(".") or "\\" in part or "\0" in part for part in parts):
            return None
        file = self._folder.joinpath(*parts)
        if file.name in _OWN or file.suffix == _PACKED:
            return None
        try:
            for found in (file, file.with_name(file.name + _PACKED)):
                if found.resolve().is_relative_to(self._folder.resolve()) and found.is_file():
                    return found
        except OSError:  # a name that is too long for any file
            pass
        return None

    def _headers_of(self, path: str) -> Mapping[str, str]:
        """The headers of a path, as the built page lists them; there is always a content policy."""
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
    packed = file.suffix == _PACKED
    as_packed = packed and _takes_brotli(request.headers.get("accept-encoding", ""))
    kind = _type_of(file.with_suffix("") if packed else file)
    tag = _tag(file, "" if as_packed or not packed else "unpacked")
    more = {**headers, "ETag": tag}
    if packed:
        more["Vary"] = "Accept-Encoding"
    if _knows(request.headers.get("if-none-match", ""), tag):
        return Response(status_code=304, headers=more)
    if packed and not as_packed:
        body = iter(()) if request.method == "HEAD" else _unpacked(file)
        return StreamingResponse(body, headers=more, media_type=kind)
    if packed:
        more["Content-Encoding"] = "br"
    return _File(file, headers=more, media_type=kind)


class _File(FileResponse):
    """A file or a range of it; a range that does not exist gives a problem document."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refused: HttpProblemError | None = None

        async def checked(message: Message) -> None:
            nonlocal refused
            if message["type"] == "http.response.start" and message["status"] >= 400:
                size = dict(message["headers"]).get(b"content-range", b"").decode()
                missing = message["status"] == 416
                refused = no_such_range({"Content-Range": size}) if missing else bad_range()
            if refused is None:
                await send(message)

        await super().__call__(scope, receive, checked)
        if refused is not None:
            await send_problem(Headless(send) if scope["method"] == "HEAD" else send, refused)


def _takes_brotli(accepted: str) -> bool:
    """True if an Accept-Encoding header allows brotli."""
    weights: dict[str, bool] = {}
    for part in accepted.lower().split(","):
        name, _, weight = part.partition(";")
        weights[name.strip()] = weight.strip().removeprefix("q=").strip("0.") != "" or not weight
    return weights.get("br", weights.get("*", False))


def _unpacked(file: Path) -> Iterator[bytes]:
    """The contents of a compressed file in chunks, for a client without brotli."""
    import brotli  # imported late: nearly all clients support brotli

    decoder, size = brotli.Decompressor(), 0
    with file.open("rb") as packed:
        while piece := packed.read(_CHUNK):
            unpacked = decoder.process(piece)
            size += len(unpacked)
            if size > _MOST_UNPACKED:
                raise ValueError(f"{file} is longer than {_MOST_UNPACKED:,} bytes")
            yield unpacked


def _knows(known: str, tag: str) -> bool:
    """True if an If-None-Match header has the tag: the client already has this version."""
    return known.strip() == "*" or tag in known


def _tag(file: Path, form: str) -> str:
    found = file.stat()
    mark = f"{file.name} {form} {found.st_size} {found.st_mtime_ns}"
    return f'"{sha256(mark.encode()).hexdigest()[:20]}"'


def _type_of(file: Path) -> str:
    kind = _TYPES.get(file.suffix) or mimetypes.guess_type(file.name)[0]
    return kind or "application/octet-stream"
