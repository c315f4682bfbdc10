"""Input lines of the prompt, from the line editor or, if it is missing, plain ``input``."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from astragal.cli.prompt.prompt import Prompt


def typed_lines(prompt: Prompt) -> Iterator[str]:
    """Lines until ctrl-D; ctrl-C discards the current one."""
    read = _reader(prompt)
    while True:
        try:
            yield read()
        except EOFError:
            prompt.terminal.write()
            return
        except KeyboardInterrupt:
            prompt.terminal.write()
        except UnicodeDecodeError:
            prompt.terminal.write("that line is not valid text")


def _reader(prompt: Prompt) -> Callable[[], str]:
    if find_spec("prompt_toolkit") is not None:
        from astragal.cli.prompt.line_editor import LineEditor

        return LineEditor(prompt).read
    with suppress(ImportError):
        import_module("readline")  # arrow keys, on platforms that have it
    return lambda: input(prompt.sign)
