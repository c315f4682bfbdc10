"""The prompt's own commands, which make no sense in a shell; one module for each topic.

To add a command, write a function with ``@own`` above it in a module of this folder.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module

from astragal._modules import module_names
from astragal.cli.prompt.commands.own import Own


@cache
def own_commands() -> Mapping[str, Own]:
    """Every command of the prompt, by each of its names, in the order of the help."""
    found = [
        each
        for module in module_names(__path__)
        for each in vars(import_module(f"{__name__}.{module}")).values()
        if isinstance(each, Own)
    ]
    return {
        name: each
        for each in sorted(found, key=lambda each: (each.place, each.usage))
        for name in each.names
    }
