"""The magic ``%astragal``: lines as they are typed at the prompt, answered in the notebook."""

from __future__ import annotations

from astragal.cli.prompt.prompt import Prompt
from astragal.notebook.paper import Paper


class Magic:
    """Answers lines; values, macros and sheets stay until the notebook's kernel ends."""

    def __init__(self) -> None:
        self._paper = Paper()
        self._prompt = Prompt(self._paper)

    def run(self, line: str, cell: str | None = None) -> None:
        """Dice, what people say at a table, or commands: ``odds …``, ``play …``, ``set …``."""
        from IPython.display import display

        for each in [line, *(cell or "").splitlines()]:
            text = each.strip()
            if text and not text.startswith("#") and not self._prompt.handle(text):
                break
        if shown := self._paper.taken():
            display(shown, raw=True)  # type: ignore[no-untyped-call]
