"""The line editor: colours, completion, history, and a preview of what the line means.

It is built on prompt_toolkit, from the extra ``terminal``.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING

from prompt_toolkit import PromptSession
from prompt_toolkit.auto_suggest import AutoSuggestFromHistory
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.lexers import Lexer
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.shortcuts import CompleteStyle
from prompt_toolkit.styles import Style

from astragal.cli.prompt.colouring import coloured
from astragal.cli.prompt.completion import completions
from astragal.cli.prompt.preview import preview

if TYPE_CHECKING:
    from collections.abc import Callable

    from astragal.cli.prompt.memory import Memory
    from astragal.cli.prompt.prompt import Prompt

_STYLE = Style.from_dict(
    {
        "command": "bold",
        "option": "ansiblue",
        "dice": "ansicyan bold",
        "modifier": "ansimagenta",
        "joining": "bold",
        "name": "ansiyellow",
        "label": "italic",
        "remark": "ansibrightblack",
        "bottom-toolbar": "noreverse ansibrightblack",
        "auto-suggestion": "ansibrightblack",
    }
)


class LineEditor:
    """Reads lines at a terminal."""

    def __init__(self, prompt: Prompt) -> None:
        self._prompt = prompt
        self._session: PromptSession[str] = PromptSession(
            history=_history(prompt.memory),
            completer=_Completer(prompt),
            complete_while_typing=False,
            complete_style=CompleteStyle.COLUMN,
            auto_suggest=AutoSuggestFromHistory(),
            lexer=_Lexer(prompt),
            style=_STYLE,
            color_depth=None if prompt.terminal.colour else ColorDepth.DEPTH_1_BIT,
            reserve_space_for_menu=6,
        )
        if prompt.terminal.colour:
            self._session.default_buffer.on_text_changed += self._preview

    def read(self) -> str:
        """The next line; EOFError after ctrl-D, KeyboardInterrupt after ctrl-C."""
        self._session.bottom_toolbar = None
        return self._session.prompt(self._prompt.sign)

    def _preview(self, buffer: Buffer) -> None:
        """Show below the line what it would do; an empty line leaves the row to the answers."""
        said = preview(self._prompt, buffer.text)
        self._session.bottom_toolbar = said or None


def _history(memory: Memory | None) -> History:
    """The history of lines, including earlier runs if they can be stored."""
    if memory is None:
        return InMemoryHistory()
    try:
        memory.folder.mkdir(parents=True, exist_ok=True)
        # Readable by the owner only: what is played here is private.
        os.close(os.open(memory.history, os.O_CREAT | os.O_APPEND, 0o600))
    except OSError:
        return InMemoryHistory()
    return FileHistory(str(memory.history))


class _Completer(Completer):
    def __init__(self, prompt: Prompt) -> None:
        self._prompt = prompt

    def get_completions(self, document: Document, event: CompleteEvent) -> Iterable[Completion]:
        for each in completions(self._prompt, document.text_before_cursor):
            yield Completion(each.text, -each.typed, display_meta=each.about)


class _Lexer(Lexer):
    def __init__(self, prompt: Prompt) -> None:
        self._prompt = prompt

    def lex_document(self, document: Document) -> Callable[[int], StyleAndTextTuples]:
        def line(number: int) -> StyleAndTextTuples:
            pieces = coloured(self._prompt, document.lines[number])
            return [(f"class:{kind}" if kind else "", text) for kind, text in pieces]

        return line
