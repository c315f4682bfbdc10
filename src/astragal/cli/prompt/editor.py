"""Lines as they are typed at the prompt."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from astragal.cli.prompt.prompt import Prompt


def typed_lines(prompt: Prompt) -> Iterator[str]:
    """Lines until ctrl-D; ctrl-C forgets one."""
    with suppress(ImportError):
        import_module("readline")
    while True:
        try:
            yield input(prompt.sign)
        except EOFError:
            prompt.terminal.write()
            return
        except KeyboardInterrupt:
            prompt.terminal.write()
        except UnicodeDecodeError:
            prompt.terminal.write("that line is not valid text")
