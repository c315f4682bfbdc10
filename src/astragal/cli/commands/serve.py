"""``astragal serve``: the page and the API, on this machine or for others."""

from __future__ import annotations

import os
import socket
import sys
from contextlib import suppress
from importlib.util import find_spec
from ipaddress import ip_address
from typing import TYPE_CHECKING, TextIO

import click

from astragal.cli.rules.sets import FILE
from astragal.cli.screen.terminal import Terminal
from astragal.cli.wrong_use import PlainCommand, WholeNumber
from astragal.errors import AstragalError

if TYPE_CHECKING:
    from astragal.server.settings import Settings

_PORT = 8216
"""How many ways three dice can fall, behind an 8."""
_HERE = "127.0.0.1"
_NEEDED = ("fastapi", "httptools", "pebble", "uvicorn")


@click.command("serve", cls=PlainCommand)
@click.option("--host", default=_HERE, show_default=True, help="The address to be reached at.")
@click.option(
    "--port",
    type=WholeNumber(0, 65535),
    default=_PORT,
    show_default=True,
    help="0: any free one.",
)
@click.option(
    "--workers",
    type=WholeNumber(1, 64),
    metavar="N",
    help="Processes for slow questions; one for each processor, and two at least.",
)
@click.option("--log", "log_file", metavar="FILE", help="Add the log to a file, not to the screen.")
@click.option("--open", "open_page", is_flag=True, help="Open the page in a browser.")
@click.option("--prompt", "with_prompt", is_flag=True, help="Have the prompt here meanwhile.")
@click.option(
    "--allow-host", "hosts", multiple=True, metavar="NAME", help="A name for this server."
)
@click.option(
    "--proxy", "proxies", multiple=True, metavar="ADDRESS", help="A proxy to be believed."
)
@click.option("--file", "opened", **FILE)
@click.option("--with-parent", is_flag=True, hidden=True)
def command(
    host: str,
    port: int,
    workers: int | None,
    log_file: str | None,
    open_page: bool,
    with_prompt: bool,
    hosts: tuple[str, ...],
    proxies: tuple[str, ...],
    opened: list[str],
    with_parent: bool,
) -> None:
    """Serve the page and the API over HTTP, to this machine alone unless told otherwise.

    \b
    astragal serve                 at http://127.0.0.1:8216/
    astragal serve --open          and look at it
    astragal serve --prompt        with the prompt in the same terminal
    astragal serve --host 0.0.0.0  for everybody who can reach this machine
    astragal serve --file night.py with the game of a file

    Behind a name, or a proxy: --allow-host dice.example --proxy 127.0.0.1
    """
    terminal = Terminal()
    if with_prompt:
        from astragal.cli.prompt.beside import serve_beside_the_prompt

        serve_beside_the_prompt(
            terminal, host, port, workers, log_file, open_page=open_page, games=opened
        )
        return
    try:
        check_extra()
        _serve(host, port, workers, log_file, hosts, proxies, open_page, with_parent)
    except AstragalError as error:
        Terminal(sys.stderr).error(error)
        sys.exit(1)


def check_extra() -> None:
    """Refuse to go on without what the extra installs."""
    missing = [name for name in _NEEDED if find_spec(name) is None]
    if missing:
        from astragal._extras import how_to_install

        raise AstragalError(
            "no-server",
            f"the server needs {', '.join(missing)}, which is not installed",
            hint=how_to_install("server"),
        )


def _serve(
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
    """The address to look at."""
    shown = _HERE if host in ("0.0.0.0", "::", "") else host
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
    """Standard input ends when the process that started this one does, however that happens."""
    while sys.stdin.buffer.read(1):
        pass


def open_in_browser(url: str) -> bool:
    """Open a page where there is a screen for it; a browser in the terminal would be in the way."""
    shown = sys.platform in ("darwin", "win32") or any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY")
    )
    if not shown:
        return False
    import webbrowser

    return webbrowser.open(url)
