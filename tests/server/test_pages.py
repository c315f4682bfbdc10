"""The page as it is served: its headers, its compressed forms, and what is not part of it."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import brotli
import httpx
import pytest

from astragal.server import pages
from tests.support.serving import GENEROUS, served

ENGINE = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'"
SCRIPT = b"script of the page\n" * 20_000
PACKED = brotli.compress(SCRIPT)
MAIN = "/assets/main-1a2b.js"
FOR_EVER = "public, max-age=31536000, immutable"


@pytest.fixture
def page(tmp_path: Path) -> Path:
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "engine").mkdir()
    (folder / "index.html").write_text("<!doctype html>page")
    (folder / "assets" / "main-1a2b.js.br").write_bytes(PACKED)
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


def sent(page: Path, method: str = "GET", path: str = MAIN, **headers: str) -> httpx.Response:
    """A response whose body is as it came over the wire."""

    async def ask() -> httpx.Response:
        async with served(GENEROUS._replace(page=page, workers=1)) as server:
            asked = {"Accept-Encoding": "identity", **headers}
            async with server.client.stream(method, path, headers=asked) as answer:
                body = b"".join([part async for part in answer.aiter_raw()])
            return httpx.Response(answer.status_code, headers=_plain(answer.headers), content=body)

    return asyncio.run(ask())


def _plain(headers: httpx.Headers) -> dict[str, str]:
    """The headers, with the encoding under a name that keeps the body as it came."""
    return {name.replace("content-encoding", "encoded"): value for name, value in headers.items()}


@pytest.mark.parametrize(
    "accepted", ["br", "gzip, deflate, br", "gzip;q=1.0, br;q=0.5", "*", "GZIP, BR", "br;q=0.001"]
)
def test_a_file_is_sent_packed_to_those_who_take_it(page: Path, accepted: str) -> None:
    answer = sent(page, **{"Accept-Encoding": accepted})
    assert answer.content == PACKED
    assert answer.headers["encoded"] == "br"
    assert answer.headers["content-length"] == str(len(PACKED))


@pytest.mark.parametrize(
    "accepted",
    ["", "identity", "gzip", "br;q=0", "br; q=0.000", "*, br;q=0", "gzip, *;q=0", "brotli", "abr"],
)
def test_a_file_is_unpacked_for_all_others(page: Path, accepted: str) -> None:
    answer = sent(page, **{"Accept-Encoding": accepted})
    assert answer.content == SCRIPT
    assert "encoded" not in answer.headers


def test_both_forms_are_told_apart(page: Path) -> None:
    packed, unpacked = sent(page, **{"Accept-Encoding": "br"}), sent(page)
    for answer in (packed, unpacked):
        assert answer.headers["content-type"].startswith("text/javascript")
        assert answer.headers["vary"] == "Accept-Encoding"
        assert answer.headers["cache-control"] == FOR_EVER
    assert packed.headers["etag"] != unpacked.headers["etag"]
    known = {"If-None-Match": unpacked.headers["etag"]}
    assert sent(page, **known).status_code == 304
    assert sent(page, **known, **{"Accept-Encoding": "br"}).status_code == 200
    assert "vary" not in sent(page, path="/engine/x.wasm").headers


def test_a_packed_file_has_no_address_of_its_own(page: Path) -> None:
    assert sent(page, path=f"{MAIN}.br").status_code == 404


@pytest.mark.parametrize("accepted", ["br", "gzip"])
def test_head_has_no_body(page: Path, accepted: str) -> None:
    asked, answer = (
        sent(page, method, **{"Accept-Encoding": accepted}) for method in ("GET", "HEAD")
    )
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer.headers["etag"] == asked.headers["etag"]
    assert answer.headers.get("encoded") == asked.headers.get("encoded")


def test_parts_are_those_of_the_form_that_is_sent(page: Path) -> None:
    answer = sent(page, Range="bytes=2-5", **{"Accept-Encoding": "br"})
    assert (answer.status_code, answer.content) == (206, PACKED[2:6])
    assert answer.headers["content-range"] == f"bytes 2-5/{len(PACKED)}"
    whole = sent(page, Range="bytes=2-5")
    assert (whole.status_code, whole.content) == (200, SCRIPT)


@pytest.mark.parametrize(
    ("asked", "status", "code"),
    [
        ("bytes=900-", 416, "no-such-range"),
        ("bytes=x", 400, "unreadable-range"),
        ("d6=1-2", 400, "unreadable-range"),
    ],
)
def test_a_part_that_is_not_there_is_a_problem(
    page: Path, asked: str, status: int, code: str
) -> None:
    answer = sent(page, path="/engine/x.wasm", Range=asked)
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"
    assert json.loads(answer.content)["code"] == code
    assert answer.headers.get("content-range") == ("bytes */4" if status == 416 else None)
    assert sent(page, "HEAD", "/engine/x.wasm", Range=asked).content == b""


def test_a_file_that_grows_beyond_all_bounds_is_not_unpacked(
    page: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "_MOST_UNPACKED", len(SCRIPT) - 1)
    with pytest.raises(ValueError, match="longer"):
        list(pages._unpacked(page / "assets" / "main-1a2b.js.br"))


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
