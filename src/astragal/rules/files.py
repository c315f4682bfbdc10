"""Files of rules: Python that somebody wrote, run for its rules and known by its source."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.util import decode_source
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from astragal._visible import in_short
from astragal.errors import AstragalError, RuleError
from astragal.rules.rule import Rule

_KNOWN_BY = "__rule_file__"
"""The name under which a module that was run keeps its RuleFile."""


class RuleFile(NamedTuple):
    """A Python file that has been run, with the rules in it."""

    path: str
    source: str
    digest: str
    """the SHA-256 of the source"""
    rules: Mapping[str, Rule[..., Any]]

    @classmethod
    def load(cls, path: str | Path) -> RuleFile:
        """Read a file and run it."""
        if not isinstance(path, str | Path):
            raise RuleError("no-such-file", f"a file is found by its path, not by {in_short(path)}")
        file = Path(path)
        if not _is_file(file):
            raise RuleError("no-such-file", f"there is no file {path}")
        if file.suffix != ".py":
            raise RuleError(
                "not-python", f"{path} is not a Python file", hint="rules are written in Python"
            )
        try:
            source = decode_source(file.read_bytes())
        except (OSError, SyntaxError, ValueError) as error:
            raise _broken(path, error) from error
        # It may import others beside it.
        sys.path.insert(0, str(file.resolve().parent))
        return _run(_module_name(file), str(path), source)

    def beside_it(self) -> list[str]:
        """The modules that it imports from files beside it."""
        folder = Path(self.path).parent
        return sorted(
            {
                name
                for name in _imported(self.source)
                if (folder / f"{name}.py").is_file() or (folder / name / "__init__.py").is_file()
            }
        )


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # a path too long, or with a NUL in it
        return False


def load_rules(path: str | Path) -> dict[str, Rule[..., Any]]:
    """Run a Python file; the rules it makes, by name. Load only files you trust.

    >>> import astragal
    >>> rules = astragal.load_rules("examples/duel.py")
    >>> rules["blow"](bonus=3).odds().of("hit").probability(True)
    Fraction(3, 5)
    """
    return dict(RuleFile.load(path).rules)


def file_of(rule: Rule[..., Any]) -> RuleFile | None:
    """The file that a rule was loaded from, if it can be found there by its name."""
    file = rule.function.__globals__.get(_KNOWN_BY)
    known = isinstance(file, RuleFile) and file.rules.get(rule.name) is rule
    return file if known else None


@lru_cache(maxsize=8)
def run_again(path: str, source: str, digest: str) -> RuleFile:
    """A file whose source came from elsewhere; refused if it is not what its digest says."""
    if _digest(source) != digest:
        raise RuleError("altered-source", f"the source of {path} was altered on its way")
    return _run(f"{Path(path).stem} of {digest[:16]}", path, source)


def _run(name: str, path: str, source: str) -> RuleFile:
    module = ModuleType(name)
    module.__file__ = path
    # Dataclasses and pickles look their module up.
    sys.modules[name] = module
    try:
        exec(compile(source, path, "exec", dont_inherit=True), vars(module))
    except AstragalError as error:
        raise RuleError("broken-file", f"{path}: {error.message}", hint=error.hints) from None
    except Exception as error:
        raise _broken(path, error) from error
    rules = {each.name: each for each in vars(module).values() if isinstance(each, Rule)}
    if not rules:
        raise RuleError("no-rules", f"{path} has no rules", hint="a rule is a function under @rule")
    file = RuleFile(path, source, _digest(source), rules)
    setattr(module, _KNOWN_BY, file)
    return file


def _broken(path: object, error: Exception) -> RuleError:
    return RuleError("broken-file", f"{path}: {type(error).__name__}: {error}")


def _digest(source: str) -> str:
    import hashlib

    return hashlib.sha256(source.encode("utf-8", "surrogatepass")).hexdigest()


def _module_name(file: Path) -> str:
    """The file's own name, unless that would replace some other module."""
    taken = sys.modules.get(file.stem)
    ours = taken is None or getattr(taken, "__file__", None) == str(file)
    return file.stem if ours else f"{file.stem} of {file.resolve().parent}".replace(".", "_")


def _imported(source: str) -> Iterator[str]:
    """The first name of every module that a source imports."""
    import ast

    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom):
            yield (node.module or "").partition(".")[0]
        elif isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
