"""The log of a table: rolls, and changes to the sheets, which can be undone."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from astragal.rolling.roll import Roll
    from astragal.table.party import Party

_MOST = 1_000
"""The most entries kept; the oldest are dropped."""


class Entry(NamedTuple):
    """One line of the log."""

    text: str
    roll: Roll | None = None
    before: Party | None = None
    """the sheets before this entry, if it changed them"""

    def to_data(self) -> dict[str, Any]:
        """The entry as JSON-ready data."""
        if self.roll is None:
            return {"changed": self.text}
        return {"text": self.text, "roll": self.roll.to_data()}


class TableLog:
    """The entries, oldest first."""

    def __init__(self) -> None:
        self._entries: deque[Entry] = deque(maxlen=_MOST)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def rolls(self) -> list[Roll]:
        """The rolls, oldest first."""
        return [entry.roll for entry in self._entries if entry.roll is not None]

    def rolled(self, roll: Roll) -> None:
        self._entries.append(Entry(str(roll), roll))

    def changed(self, what: str, before: Party) -> None:
        """Log a change to the sheets, which were ``before`` until now."""
        self._entries.append(Entry(what, None, before))

    def settle(self) -> None:
        """Make all changes so far permanent: they can no longer be undone."""
        settled = [entry._replace(before=None) for entry in self._entries]
        self._entries = deque(settled, maxlen=_MOST)

    def undo(self) -> Entry | None:
        """Remove and return the entry of the last change, which holds the sheets before it."""
        for place in reversed(range(len(self._entries))):
            entry = self._entries[place]
            if entry.before is not None:
                del self._entries[place]
                return entry
        return None


def as_text(entries: Iterable[Entry]) -> str:
    """A line for each entry."""
    return "".join(f"{entry.text}\n" for entry in entries)


def as_markdown(entries: Iterable[Entry]) -> str:
    """A Markdown list, for a chat or a journal."""
    lines = (
        f"*{entry.text}*" if entry.roll is None else entry.roll.render("markdown")
        for entry in entries
    )
    return "".join(f"- {line.strip()}\n" for line in lines)


def as_json(entries: Iterable[Entry]) -> str:
    """A line of JSON for each entry; the rolls are records that can be verified."""
    from astragal._visible import visible_json

    return "".join(f"{visible_json(entry.to_data())}\n" for entry in entries)


FORMATS = {".md": as_markdown, ".json": as_json, ".jsonl": as_json, ".txt": as_text}
"""The writer of a log for each file extension."""
