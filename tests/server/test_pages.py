"""The page as it is served: its headers, its compressed forms, and what is not part of it."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import httpx
import pytest

from tests.support.serving import GENEROUS, served

ENGINE = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'"
FOR_EVER = "public, max-age=31536000, immutable"


@pytest.fixture
def page(tmp_path: Path) -> Path:
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "engine").mkdir()
    (folder / "index.html").write_text("<!doctype html>page")
    (folder / "assets" / "main-1a2b.js").write_text("script" * 100)
    (folder / "assets" / "main-1a2b.js.br").write_bytes(b"brotli")
    (folder / "assets" / "main-1a2b.js.gz").write_bytes(b"gzip")
    (folder / "engine" / "worker-3c.js").write_text("worker")
    (folder / "engine" / "x.wasm").write_bytes(b"\0asm")
    (folder / ".hidden").write_text("hidden")
    (folder / "made-from").write_text("digest")
    headers = [
        ["/*", {"X-Content-Type-Options": "nosniff"}],
        ["/assets/*", {"Cache-Control": FOR_EVER}],
        ["/engine/*", {"Content-Security-Policy": ENGINE, "Cache-Control": FOR_EVER}],
    ]
    (folder / "headers.json").write_text(json.dumps(headers))
    (tmp_path / "secret.txt").write_text("secret")
    (folder / "link.txt").symlink_to(tmp_path / "secret.txt")
    return folder


def got(page: Path, path: str, **headers: str) -> httpx.Response:
    async def ask() -> httpx.Response:
        async with served(GENEROUS._replace(page=page, workers=1)) as server:
            return await server.client.get(path, headers=headers)

    return asyncio.run(ask())


def test_the_page_is_where_people_look(page: Path) -> None:
    for path in ("/", "/index.html", "/errors"):
        answer = got(page, path)
        assert answer.text == "<!doctype html>page"
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert answer.headers["cache-control"] == "no-cache"
        policy = answer.headers["content-security-policy"]
        assert "script-src 'self';" in policy
        assert "unsafe" not in policy


def test_only_the_engine_may_compile(page: Path) -> None:
    answer = got(page, "/engine/worker-3c.js")
    assert answer.headers["content-security-policy"] == ENGINE
    assert answer.headers["cache-control"] == FOR_EVER
    assert got(page, "/engine/x.wasm").headers["content-type"] == "application/wasm"


@pytest.mark.parametrize(
    ("accepted", "encoding"), [("gzip, br", "br"), ("gzip", "gzip"), ("identity", None)]
)
def test_the_smallest_form_that_the_browser_takes(
    page: Path, accepted: str, encoding: str | None
) -> None:
    async def ask() -> httpx.Response:
        async with served(GENEROUS._replace(page=page, workers=1)) as server:
            headers = {"Accept-Encoding": accepted}
            path = "/assets/main-1a2b.js"
            async with server.client.stream("GET", path, headers=headers) as answer:
                return answer

    answer = asyncio.run(ask())
    assert answer.headers.get("content-encoding") == encoding
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["vary"] == "Accept-Encoding"


def test_what_the_browser_has_is_not_sent_again(page: Path) -> None:
    tag = got(page, "/").headers["etag"]
    again = got(page, "/", **{"If-None-Match": tag})
    assert (again.status_code, again.content) == (304, b"")
    assert "content-security-policy" in again.headers


@pytest.mark.parametrize(
    "path",
    [
        "/headers.json",
        "/made-from",
        "/.hidden",
        "/link.txt",
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "/assets",
        "/nothing.js",
        "/a%00b",
        f"/{'a' * 5000}",
    ],
)
def test_nothing_else_is_served(page: Path, path: str) -> None:
    answer = got(page, path)
    assert answer.status_code == 404
    assert answer.json()["code"] == "no-such-place"


def test_where_the_page_is_not_built_it_says_how(tmp_path: Path) -> None:
    answer = got(tmp_path, "/")
    assert answer.status_code == 200
    assert "make page" in answer.text
    assert "script-src 'self'" in answer.headers["content-security-policy"]
