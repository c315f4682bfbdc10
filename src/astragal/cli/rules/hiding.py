"""Hidden difficulties on the command line: ``--hidden dc=15 --secret FILE``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from astragal.cli.asking import as_typed
from astragal.errors import AstragalError, ParameterError
from astragal.hidden import Secret
from astragal.rules.rule import Rule


def hidden_values(rule: Rule[..., Any], pairs: Iterable[str]) -> dict[str, Any]:
    """What was typed behind ``--hidden``, by the names of parameters."""
    values: dict[str, Any] = {}
    for typed in map(as_typed, pairs):
        name, equals, value = typed.partition("=")
        name = name.strip().replace("-", "_")
        parameter = next((each for each in rule.parameters if each.name == name), None)
        if equals and parameter is None:
            can = ", ".join(each.name for each in rule.parameters if each.hideable)
            raise ParameterError(
                "bad-hidden",
                f"{rule.name} has no {name}",
                hint=f"it can hide {can}" if can else "it has nothing that can be hidden",
            )
        if not equals or parameter is None or name in values:
            raise ParameterError(
                "bad-hidden",
                f"{rule.name}: --hidden takes a difficulty once, such as {_example(rule)}",
            )
        values[name] = parameter.parse(value.strip(), rule.name)
    return values


def _example(rule: Rule[..., Any]) -> str:
    return next((f"{each.name}=15" for each in rule.parameters if each.hideable), "dc=15")


def save_secret(secret: Secret, path: str) -> None:
    """Write a secret to a new file; a file that is there already may hold another one."""
    try:
        with open(path, "x", encoding="utf-8") as file:
            file.write(secret.to_json() + "\n")
    except FileExistsError:
        raise AstragalError(
            "cannot-write", f"{path}: this file exists already, and may hold another secret"
        ) from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "not the path of a file"
        raise AstragalError("cannot-write", f"{path}: {why}") from None
