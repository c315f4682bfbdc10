"""Astragal in a notebook: lines as on the command line, and sliders for rules and expressions.

``%load_ext astragal.notebook`` makes ``%astragal 4d6kh3`` roll, ``%astragal odds 4d6kh3`` show the
odds, and each line below ``%%astragal`` do as at the prompt; the lines below ``%%anydice`` are a
program written for AnyDice. Below a cell that works for long, a line says so. Rolls, odds, sweeps,
advice and expressions show themselves without it.
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
