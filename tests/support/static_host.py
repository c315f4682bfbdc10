"""A web host for static files that reads a ``_headers`` file, as real ones do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from fnmatch import fnmatch
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

Headers = list[tuple[str, str, str]]
"""pattern, name and value"""

Answer = Callable[[str, bytes], tuple[int, bytes]]
"""from the path and the content of a POST to a status and a body"""


class _Handler(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    extensions_map = {  # noqa: RUF012  (the library's own way to say it)
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
    }

    def __init__(
        self, *args: object, headers: Headers, answer: Answer | None, **given: str
    ) -> None:
        self._own = headers
        self._answer = answer
        super().__init__(*args, **given)  # type: ignore[arg-type]

    def handle(self) -> None:
        with suppress(ConnectionError):  # the page is closed already
            super().handle()

    def do_POST(self) -> None:
        asked = self.rfile.read(int(self.headers["Content-Length"]))
        if self._answer is None:
            return self.send_error(501)
        status, body = self._answer(self.path, asked)
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
        return None

    def end_headers(self) -> None:
        path = self.path.partition("?")[0]
        for pattern, name, value in self._own:
            if fnmatch(path, pattern):
                self.send_header(name, value)
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  (inherited)
        """Say nothing: tests have their own output."""


@contextmanager
def hosted(folder: Path, answer: Answer | None = None) -> Iterator[str]:
    """The address at which a folder is served, with its ``_headers`` if it has any."""
    headers = _read_headers(folder / "_headers")
    handler = partial(_Handler, directory=str(folder), headers=headers, answer=answer)
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, args=[0.02], daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()


def _read_headers(path: Path) -> Headers:
    found: Headers = []
    pattern = ""
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        if not line.startswith(" "):
            pattern = line
        else:
            name, _, value = line.strip().partition(": ")
            found.append((pattern, name, value))
    return found
