"""Astragal in a notebook: command lines, and sliders for rules and expressions.

After ``%load_ext astragal.notebook``, ``%astragal 4d6kh3`` rolls and ``%astragal odds 4d6kh3``
shows the odds. Each line below ``%%astragal`` works as at the prompt; the lines below ``%%anydice``
are an AnyDice program. A cell that runs for long shows a progress line. Rolls, odds, sweeps, advice
and expressions display themselves even without the extension.
"""

from __future__ import annotations

from typing import Any

from astragal.notebook.widgets import widget

__all__ = ["load_ipython_extension", "widget"]


def load_ipython_extension(shell: Any) -> None:
    """Add the magics ``astragal`` and ``anydice`` to a notebook."""
    from astragal.notebook.magic import Magic
    from astragal.notebook.progress import show_progress

    magic = Magic()
    shell.register_magic_function(magic.run, "line_cell", "astragal")
    shell.register_magic_function(magic.program, "line_cell", "anydice")
    show_progress(shell)
