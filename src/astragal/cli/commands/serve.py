"""``astragal serve``: the web page and the API, for this machine or for others."""

from __future__ import annotations

import os
import socket
import sys
from contextlib import suppress
from importlib.util import find_spec
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any, TextIO

import click

from astragal.cli.asking import option_of, value_of
from astragal.cli.own_options import HERE, PORT, PORT_OPTION, PROCESSES, SERVED
from astragal.cli.rules.sets import file_option
from astragal.cli.screen.terminal import Terminal
from astragal.cli.wrong_use import PlainCommand
from astragal.errors import AstragalError

if TYPE_CHECKING:
    from astragal.server.settings import Settings

_NEEDED = ("fastapi", "httptools", "pebble", "uvicorn")


def _serve(with_parent: bool, file: list[str], **typed: Any) -> None:
    """Serve the page and the API over HTTP, to this machine alone unless told otherwise.

    \b
    astragal serve                 at http://127.0.0.1:8216/
    astragal serve --open          and look at it
    astragal serve --prompt        with the prompt in the same terminal
    astragal serve --host 0.0.0.0  for everybody who can reach this machine
    astragal serve --file night.py with the game of a file

    Behind a name, or a proxy: --allow-host dice.example --proxy 127.0.0.1
    """
    workers = value_of(PROCESSES, typed["workers"])
    port = value_of(PORT_OPTION, typed["port"])
    host, port = typed["host"] or HERE, PORT if port is None else port
    if typed["prompt"]:
        from astragal.cli.prompt.beside import serve_beside_the_prompt

        serve_beside_the_prompt(
            Terminal(), host, port, workers, typed["log"], open_page=typed["open"], games=file
        )
        return
    hosts, proxies = typed["allow_host"], typed["proxy"]
    try:
        check_extra()
        _run(host, port, workers, typed["log"], hosts, proxies, typed["open"], with_parent)
    except AstragalError as error:
        Terminal(sys.stderr).error(error)
        sys.exit(1)


command = PlainCommand(
    "serve",
    params=[
        *map(option_of, SERVED),
        file_option(),
        click.Option(["--with-parent"], is_flag=True, hidden=True),
    ],
    callback=_serve,
    help=_serve.__doc__,
)


def check_extra() -> None:
    """Refuse to start if a package of the ``server`` extra is missing."""
    missing = [name for name in _NEEDED if find_spec(name) is None]
    if missing:
        from astragal._extras import how_to_install

        raise AstragalError(
            "no-server",
            f"the server needs {', '.join(missing)}, which is not installed",
            hint=how_to_install("server"),
        )


def _run(
    host: str,
    port: int,
    workers: int | None,
    log_file: str | None,
    hosts: tuple[str, ...],
    proxies: tuple[str, ...],
    open_page: bool,
    with_parent: bool,
) -> None:
    from astragal.server import create_app
    from astragal.server.logs import Log
    from astragal.server.run import listen, run, settle

    place = listen(host, port)
    url = url_of(host, place)
    settings = _settings(host, workers, hosts)
    with place, _opened(log_file) as stream:
        log = Log(stream)

        def started() -> None:
            click.echo(f"Astragal is at {url}")
            sys.stdout.flush()
            if open_page:
                open_in_browser(url)

        app = create_app(settings, log=log)
        settle()
        over = _until_the_parent_ends if with_parent else None
        with suppress(KeyboardInterrupt):
            run(app, place, log=log, started=started, over=over, proxies=proxies)


def _settings(host: str, workers: int | None, hosts: tuple[str, ...]) -> Settings:
    from astragal.server.settings import Settings, usual_workers

    usual = Settings()
    named = host if ":" not in host else f"[{host}]"
    return usual._replace(
        workers=workers or usual_workers(),
        hosts=(*usual.hosts, named, *hosts),
        any_address=not _is_loopback(host),
    )


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def url_of(host: str, place: socket.socket) -> str:
    """The URL of the page."""
    shown = HERE if host in ("0.0.0.0", "::", "") else host
    return f"http://{f'[{shown}]' if ':' in shown else shown}:{place.getsockname()[1]}/"


def _opened(log_file: str | None) -> TextIO:
    try:
        name = log_file if log_file is not None else os.dup(sys.stderr.fileno())
        return open(name, "a", encoding="utf-8")
    except OSError as error:
        reason = error.strerror or "it cannot be opened"
        raise AstragalError(
            "no-log", f"the log cannot be written to {log_file}: {reason}"
        ) from None


def _until_the_parent_ends() -> None:
    """Wait until standard input ends, which happens whenever the parent process ends."""
    while sys.stdin.buffer.read(1):
        pass


def open_in_browser(url: str) -> bool:
    """Open a page if there is a display; a browser inside the terminal would be in the way."""
    shown = sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    if not shown:
        return False
    import webbrowser

    return webbrowser.open(url)
