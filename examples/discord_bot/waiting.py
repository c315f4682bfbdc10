"""Rolls that wait for a button to be pressed."""

from __future__ import annotations

import secrets
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any, NamedTuple


class Kept(NamedTuple):
    token: str
    player: str


class Waiting:
    """Tokens in a file, by short names: a button holds 100 characters, and a token has more.

    They never leave this machine, so they need no signature.
    """

    def __init__(self, path: str | Path) -> None:
        self._path = path
        self._do("CREATE TABLE IF NOT EXISTS waiting (name PRIMARY KEY, token, player, since)")

    def keep(self, token: str, player: str) -> str:
        """The name to find it by. What has waited for a week is forgotten."""
        name = secrets.token_urlsafe(12)
        self._do("DELETE FROM waiting WHERE since < datetime('now', '-7 days')")
        self._do("INSERT INTO waiting VALUES (?, ?, ?, datetime('now'))", name, token, player)
        return name

    def find(self, name: str) -> Kept | None:
        found = self._do("SELECT token, player FROM waiting WHERE name = ?", name)
        return Kept(*found[0]) if found else None

    def remove(self, name: str) -> bool:
        """Whether it was there still: of two presses at the same time, one finds it gone."""
        return bool(self._do("DELETE FROM waiting WHERE name = ? RETURNING name", name))

    def _do(self, statement: str, *values: str) -> list[Any]:
        with closing(sqlite3.connect(self._path)) as database, database:
            return database.execute(statement, values).fetchall()
