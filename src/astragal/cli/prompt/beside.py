"""The server next to the prompt: they share a terminal and end together."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import mkstemp

from astragal.catalogue import opened_files
from astragal.cli.commands.serve import check_extra, open_in_browser
from astragal.cli.prompt.memory import usual_memory
from astragal.cli.prompt.prompt import Prompt
from astragal.cli.screen.terminal import Terminal
from astragal.errors import AstragalError

_PATIENCE = 5
"""Seconds that the server has to stop."""


def serve_beside_the_prompt(
    terminal: Terminal,
    host: str,
    port: int,
    workers: int | None,
    log_file: str | None,
    *,
    open_page: bool,
    games: Sequence[str] = (),
) -> None:
    """Start the server in a process of its own, then run the prompt; both end together.

    If the server cannot start, the error is shown, and the prompt runs without it.
    """
    log = _log_file(log_file)
    with _server(terminal, host, port, workers, log) as url:
        if url:
            seen = open_page and open_in_browser(url)
            look = f"The page is open in your browser: {url}" if seen else f"Look at {url}"
            terminal.write(f"{look} (the log is in {log})")
        terminal.write()
        prompt = Prompt(terminal, memory=usual_memory())
        prompt.greet(games)
        prompt.run()


def _log_file(named: str | None) -> Path:
    if named is not None:
        return Path(named)
    handle, name = mkstemp(prefix="astragal-", suffix=".log")
    with open(handle, "w", encoding="utf-8"):
        return Path(name)


def _arguments(host: str, port: int, workers: int | None, log: Path) -> list[str]:
    given = ["--host", host, "--port", str(port), "--log", str(log)]
    given += [f"--file={file.path}" for file in opened_files()]
    return given if workers is None else [*given, "--workers", str(workers)]


@contextmanager
def _server(
    terminal: Terminal, host: str, port: int, workers: int | None, log: Path
) -> Iterator[str | None]:
    """Run a server for the duration of the block and yield its URL; None if it cannot start."""
    try:
        check_extra()
        free = _free_port(terminal, host, port)
        process = _started(_arguments(host, free, workers, log))
    except AstragalError as error:
        terminal.error(error)
        yield None
        return
    try:
        yield _address(terminal, process)
    finally:
        _end(process)


def _free_port(terminal: Terminal, host: str, port: int) -> int:
    """The port, or another one if it is taken."""
    from astragal.server.run import PortError, free_port, listen

    try:
        listen(host, port).close()
    except PortError as error:
        other = free_port(host, port) if error.code == "port-taken" else None
        if other is None:
            raise
        terminal.write(f"Port {port} is taken; {other} is used instead.")
        return other
    return port


def _started(arguments: list[str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "astragal", "serve", "--with-parent", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        # Keep ctrl-C for the prompt.
        start_new_session=True,
    )


def _address(terminal: Terminal, process: subprocess.Popen[str]) -> str | None:
    """The URL that the server announces; any other output is shown, and gives None."""
    assert process.stdout is not None
    said = process.stdout.readline().strip()
    if said.startswith("Astragal is at "):
        return said.rpartition(" ")[2]
    terminal.write(said or "error: the server did not start")
    for line in process.stdout:
        terminal.write(line.rstrip())
    return None


def _end(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    assert process.stdout is not None
    with suppress(OSError):
        process.stdin.close()
    try:
        process.wait(_PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    process.stdout.close()
