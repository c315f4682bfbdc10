"""A real pseudo-terminal with somebody in front of it: keys go in, a screen comes out."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pyte

_PATIENCE = 30
_START = """
import sys
sys.modules.update(dict.fromkeys({without!r}.split()))  # as if they were not installed
from astragal.cli.main import run
run()
"""


class _Screen(pyte.Screen):
    """A screen that answers when it is asked where its cursor is."""

    master: int = -1

    def write_process_input(self, data: str) -> None:
        os.write(self.master, data.encode())


def _heeding_interrupts() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class PseudoTerminal:
    """A program in a terminal of some size."""

    def __init__(
        self, arguments: list[str], home: Path, columns: int, rows: int, without: str
    ) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        environment = {**os.environ, "TERM": "xterm-256color", "PYTHONUTF8": "1"}
        environment |= {"XDG_DATA_HOME": str(home), "HOME": str(home)}
        for name in ("NO_COLOR", "COLUMNS", "LINES"):
            environment.pop(name, None)
        self.process = subprocess.Popen(
            [sys.executable, "-c", _START.format(without=without), *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment,
            start_new_session=True,
            # Tests that run in the background would hand on that interrupts are ignored.
            preexec_fn=_heeding_interrupts,
        )
        os.close(slave)
        self.screen = _Screen(columns, rows)
        self.screen.master = self.master
        self._stream = pyte.ByteStream(self.screen)

    @property
    def text(self) -> str:
        """The screen as it is now."""
        return "\n".join(line.rstrip() for line in self.screen.display).rstrip()

    def type(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def interrupt(self) -> None:
        """What ctrl-C does while the program works."""
        self.process.send_signal(signal.SIGINT)

    def until(self, text: str) -> str:
        """Wait until the screen shows a text."""
        return self._until(lambda: text in self.text, text)

    def _until(self, there: Callable[[], bool], wanted: str) -> str:
        deadline = time.monotonic() + _PATIENCE
        while not there():
            ready, _, _ = select.select([self.master], [], [], max(0, deadline - time.monotonic()))
            assert ready, f"no {wanted!r} on the screen:\n{self.text}"
            self._stream.feed(os.read(self.master, 65536))
        return self.text

    def ready(self) -> str:
        """Wait for the prompt."""
        return self._until(lambda: is_sign(self.text.splitlines()[-1:]), "prompt")

    def clear(self) -> None:
        """A screen with nothing but the prompt."""
        self.type("\x15\x0c")
        self._until(lambda: "\n" not in self.text and self.text.endswith(">"), "a clear screen")

    def enter(self, line: str) -> str:
        """Type a line, and wait for the answer, up to the next prompt."""
        self.clear()
        self.type(f"{line}\r")
        return self._until(lambda: is_sign(self.text.splitlines()[1:][-1:]), "prompt again")

    def leave(self) -> int:
        self.type("\x04")
        deadline = time.monotonic() + _PATIENCE
        while self.process.poll() is None and time.monotonic() < deadline:
            ready, _, _ = select.select([self.master], [], [], 0.05)
            if ready:
                try:
                    self._stream.feed(os.read(self.master, 65536))
                except OSError:  # the other end is closed
                    break
        return self.process.wait(_PATIENCE)


def is_sign(lines: list[str]) -> bool:
    """Whether there is a line, and it is nothing but the sign of the prompt."""
    return any(line.endswith(">") and line[:-1].isalpha() for line in lines)


@contextmanager
def terminal(
    *arguments: str, home: Path, columns: int = 80, rows: int = 24, without: str = ""
) -> Iterator[PseudoTerminal]:
    """A terminal, closed in the end whatever happens."""
    opened = PseudoTerminal(list(arguments), home, columns, rows, without)
    try:
        yield opened
    finally:
        if opened.process.poll() is None:
            opened.process.kill()
            opened.process.wait()
        os.close(opened.master)
