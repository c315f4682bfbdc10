"""Rules from a file that somebody wrote."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

import click

from astragal.errors import AstragalError
from astragal.rules.rule import Rule


def load_rules(path: str) -> dict[str, Rule[..., Any]]:
    """The rules a Python file makes, by name; the file is run for that."""
    file = Path(path)
    if not file.is_file():
        raise click.UsageError(f"there is no file {path}")
    spec = importlib.util.spec_from_file_location(file.stem, file)
    if file.suffix != ".py" or spec is None or spec.loader is None:
        raise click.UsageError(f"{path} is no Python file: rules are written in Python")
    module = importlib.util.module_from_spec(spec)
    # Dataclasses look their module up, and a file may import others beside it.
    sys.modules.setdefault(file.stem, module)
    sys.path.insert(0, str(file.resolve().parent))
    try:
        spec.loader.exec_module(module)
    except AstragalError as error:
        raise click.ClickException(f"{path}: {error.message}") from None
    except Exception as error:
        raise click.ClickException(f"{path}: {type(error).__name__}: {error}") from error
    rules = {each.name: each for each in vars(module).values() if isinstance(each, Rule)}
    if not rules:
        raise click.UsageError(f"{path} has no rules: functions with @rule before them")
    return rules
