"""``astragal serve``: where it is, what it says when it cannot be, and the prompt beside it."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
from importlib import util
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner, Result

from astragal._extras import how_to_install
from astragal.cli.commands import serve
from astragal.cli.main import main
from astragal.server.run import PortError, free_port, listen
from tests.support.processes import unmeasured
from tests.support.serving import program


def run(*args: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(main, args, input=stdin)


@pytest.fixture
def taken() -> object:
    with listen("127.0.0.1", 0) as place:
        yield place.getsockname()[1]


@pytest.mark.slow
def test_it_serves_this_machine_and_logs_to_a_file(tmp_path: Path) -> None:
    log = tmp_path / "serve.log"
    with program("--workers", "1", log=log) as (address, process):
        assert address.startswith("http://127.0.0.1:")
        rolled = httpx.post(f"{address}api/v1/roll", json={"expression": "2d6", "faces": [3, 4]})
        assert rolled.json()["outcome"] == "7"
    assert process.returncode == -signal.SIGTERM
    events = [json.loads(line)["event"] for line in log.read_text().splitlines()]
    assert events == ["started", "request", "stopped"]


def test_a_taken_port_is_said_and_another_offered(taken: int) -> None:
    result = run("serve", "--port", str(taken))
    assert result.exit_code == 1
    assert f"port {taken} is taken by another program" in result.stderr
    other = free_port("127.0.0.1", taken)
    assert f"try --port {other}" in result.stderr


@pytest.mark.parametrize("host", ["no.such.host.invalid", "192.0.2.1"])
def test_an_address_that_is_not_of_this_machine_is_refused(host: str) -> None:
    with pytest.raises(PortError, match=f"this machine does not have the address {host}"):
        listen(host, 0)


def test_the_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    found = util.find_spec
    monkeypatch.setattr(serve, "find_spec", lambda name: None if name == "pebble" else found(name))
    result = run("serve")
    assert result.exit_code == 1
    assert "the server needs pebble, which is not installed" in result.stderr
    assert how_to_install("server") in result.stderr
    beside = run("serve", "--prompt", stdin="2d6\n")
    assert "the server needs pebble" in beside.stdout
    assert "2d6 → " in beside.stdout


def test_a_log_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    result = run("serve", "--port", "0", "--log", str(tmp_path / "nowhere" / "log"))
    assert result.exit_code == 1
    assert "the log cannot be written" in result.stderr


@pytest.mark.slow
def test_the_prompt_beside_the_server(taken: int, tmp_path: Path) -> None:
    """The server answers while the prompt is there, and ends with it."""
    log = tmp_path / "log"
    options = ["--prompt", "--port", str(taken), "--workers", "1", "--log", str(log)]
    with subprocess.Popen(
        [sys.executable, "-m", "astragal", "serve", *options],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=unmeasured() | {"DISPLAY": "", "WAYLAND_DISPLAY": ""},
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert f"Port {taken} is taken" in process.stdout.readline()
        said = process.stdout.readline()
        assert said.startswith("Look at http://127.0.0.1:")
        address = said.split()[2]
        assert httpx.get(f"{address}healthz").status_code == 200
        process.stdin.write("2d6\nquit\n")
        process.stdin.close()
        rest = process.stdout.read()
        assert "2d6 → " in rest
        assert "request" not in rest
        assert process.wait(20) == 0
    with pytest.raises(httpx.ConnectError):
        httpx.get(f"{address}healthz")
    assert '"event": "stopped"' in log.read_text()


def test_where_to_look() -> None:
    with socket.socket() as place:
        place.bind(("127.0.0.1", 0))
        port = place.getsockname()[1]
        assert serve.url_of("0.0.0.0", place) == f"http://127.0.0.1:{port}/"
        assert serve.url_of("::1", place) == f"http://[::1]:{port}/"


@pytest.mark.parametrize(
    ("host", "any_address"),
    [("127.0.0.1", False), ("::1", False), ("localhost", False), ("0.0.0.0", True)],
)
def test_only_a_server_for_others_is_reached_by_any_address(host: str, any_address: bool) -> None:
    settings = serve._settings(host, None, ("dice.example",))
    assert settings.any_address is any_address
    assert "dice.example" in settings.hosts
    assert settings.workers >= 2


def test_a_page_is_opened_only_where_it_can_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []

    def opens(url: str) -> bool:
        opened.append(url)
        return True

    monkeypatch.setattr("webbrowser.open", opens)
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert not serve.open_in_browser("http://127.0.0.1/")
    monkeypatch.setenv("DISPLAY", ":0")
    assert serve.open_in_browser("http://127.0.0.1/")
    assert opened == ["http://127.0.0.1/"]
