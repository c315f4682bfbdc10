"""The state that the prompt keeps between runs: values, macros, sheets, game, dialect."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from astragal._generic import T
from astragal.cli.prompt.state_file import alone_in, replace_text
from astragal.cli.session import SheetFile
from astragal.errors import AstragalError, ParameterError
from astragal.outcome import Number, read_number, show
from astragal.table.calls import plain_name
from astragal.table.party import Party
from astragal.table.sheets import NO_SHEET, Sheet

if TYPE_CHECKING:
    from astragal.cli.session import Session

_VERSION = 1
_FILE = "table.json"
_HISTORY = "history"


class Kept(NamedTuple):
    """The part of a session that is kept between runs."""

    values: Mapping[str, Number] = {}
    macros: Mapping[str, str] = {}
    sheets: tuple[str, ...] = ()
    """as TOML, including the circumstances on each sheet"""
    game: str | None = None
    files: Mapping[str, SheetFile] = {}
    """the files of the sheets, by the sheets' names"""
    dialect: str = ""
    """the program whose notation is typed; "" for our own"""

    def lines(self) -> Iterator[str]:
        """A description of the state, line by line."""
        from astragal.dialects.dialect import title_of
        from astragal.dialects.gone import GONE

        if self.game is not None:
            yield f"the game is {self.game}"
        if self.dialect:
            if self.dialect in GONE:
                title = GONE[self.dialect].title
                yield f"dice of {title} are no longer read; dialect off goes back to our notation"
            else:
                yield f"dice are read as in {title_of(self.dialect)}"
        for text in self.sheets:
            sheet = Sheet.read(text)
            standing = ", ".join(each.name for each in sheet.circumstances.each)
            whose = f"{sheet.name}'s sheet is open" if sheet.name else "no sheet is open"
            yield f"{whose}; circumstances: {standing}" if standing else whose
            file = self.files.get(sheet.name)
            if file is not None and file.changed:
                yield f"its file has changed since; to read it again: sheet {file.path}"
        yield from (f"@{name} is {show(value)}" for name, value in self.values.items())
        yield from (f"{name} is {line}" for name, line in self.macros.items())

    def restore(self, session: Session) -> str | None:
        """Replace the state of a session by this one.

        Returns a message if the game cannot be opened: its file is not open, or its package is not
        installed.
        """
        from astragal.catalogue import find_game

        game = trouble = None
        try:
            game = None if self.game is None else find_game(self.game)
        except AstragalError as error:
            trouble = f"The game cannot be opened: {error.message}."
        party = Party([Sheet.read(text) for text in self.sheets] or [NO_SHEET])
        session.values, session.macros = dict(self.values), dict(self.macros)
        session.dialect = self.dialect
        session.party, session.game = party, game
        session.sheet_files = dict(self.files)
        session.log.settle()  # earlier changes cannot be undone
        return trouble


def kept(session: Session) -> Kept:
    """The part of a session to keep."""
    texts = tuple(text for sheet in session.party.sheets if (text := sheet.to_toml()))
    game = None if session.game is None else session.game.name
    names = {sheet.name for sheet in session.sheets}
    files = {name: file for name, file in session.sheet_files.items() if name in names}
    values, macros = dict(session.values), dict(session.macros)
    return Kept(values, macros, texts, game, files, session.dialect)


def to_text(found: Kept) -> str:
    """The state as JSON."""
    data = {
        "version": _VERSION,
        "game": found.game,
        "dialect": found.dialect,
        "values": {name: str(Fraction(value)) for name, value in found.values.items()},
        "macros": dict(found.macros),
        "sheets": list(found.sheets),
        "files": {name: list(file) for name, file in found.files.items()},
    }
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


def from_text(text: str) -> Kept:
    """The state that ``to_text`` wrote; raises ParameterError for anything else."""
    try:
        data = json.loads(text)
        return _read(data)
    except (ValueError, RecursionError, TypeError, KeyError, AttributeError):
        raise ParameterError(
            "bad-table-file", "this is not a table that was exported from the prompt"
        ) from None


def _read(data: Any) -> Kept:
    from astragal.dialects.dialect import dialect_names
    from astragal.dialects.gone import GONE

    if data["version"] != _VERSION:
        raise ValueError
    values = {str(name): read_number(value) for name, value in data["values"].items()}
    macros = {str(name): line for name, line in data["macros"].items()}
    game = data["game"]
    texts = [*macros.values(), *data["sheets"], *([game] if game is not None else [])]
    if None in values.values() or not all(isinstance(each, str) for each in texts):
        raise ValueError
    files = {str(name): SheetFile(*map(str, file)) for name, file in data.get("files", {}).items()}
    dialect = data.get("dialect", "")
    if dialect not in ("", *dialect_names(), *GONE):
        raise ValueError
    return Kept(values, macros, tuple(data["sheets"]), game, files, dialect)  # type: ignore[arg-type]


def merged(before: Kept, mine: Kept, others: Kept) -> Kept:
    """The others' state, updated by my changes since ``before``."""
    sheets = _one_party(
        _merged(_by_name(before.sheets), _by_name(mine.sheets), _by_name(others.sheets))
    )
    names = {plain_name(Sheet.read(text).name) for text in sheets}
    files = _merged(before.files, mine.files, others.files)
    return Kept(
        _merged(before.values, mine.values, others.values),
        _merged(before.macros, mine.macros, others.macros),
        sheets,
        others.game if mine.game == before.game else mine.game,
        {name: file for name, file in files.items() if plain_name(name) in names},
        others.dialect if mine.dialect == before.dialect else mine.dialect,
    )


def _merged(
    before: Mapping[str, T], mine: Mapping[str, T], others: Mapping[str, T]
) -> dict[str, T]:
    """The others' entries, without those that I dropped and with those that I changed."""
    left = {name: each for name, each in others.items() if name in mine or name not in before}
    return left | {name: each for name, each in mine.items() if before.get(name) != each}


def _by_name(sheets: Iterable[str]) -> dict[str, str]:
    return {plain_name(Sheet.read(text).name): text for text in sheets}


def _one_party(sheets: dict[str, str]) -> tuple[str, ...]:
    """The sheets, checked to form one party.

    Circumstances begun without a sheet move to the first one, as they do when it is opened.
    """
    if len(sheets) > 1 and "" in sheets:
        nameless = Sheet.read(sheets.pop(""))
        first = next(iter(sheets))
        sheet = Sheet.read(sheets[first])
        for each in nameless.circumstances.each:
            sheet = sheet.begin(each)
        sheets[first] = sheet.to_toml()
    Party([Sheet.read(text) for text in sheets.values()])
    return tuple(sheets.values())


class Memory:
    """The folder of the state. Several prompts may share a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._before = Kept()
        """this prompt's session when it was last loaded or saved"""
        self._troubled = False
        """True once the user has been told that saving fails"""

    @property
    def history(self) -> Path:
        """The file that stores the typed lines."""
        return self.folder / _HISTORY

    @property
    def _file(self) -> Path:
        return self.folder / _FILE

    def recall(self, session: Session) -> str | None:
        """Restore the stored state; an unreadable file is set aside, and a message says where."""
        try:
            trouble = from_text(self._file.read_text(encoding="utf-8")).restore(session)
        except FileNotFoundError:
            return None
        except (OSError, UnicodeDecodeError, AstragalError) as error:
            return self._put_aside(error)
        self._before = kept(session)
        return trouble

    def _put_aside(self, error: Exception) -> str:
        aside = self._file.with_suffix(".broken")
        with suppress(OSError):
            os.replace(self._file, aside)
        return f"what was kept cannot be read ({error}); it is now in {aside}"

    def keep(self, session: Session) -> str | None:
        """Save this session's changes, merged with those of other prompts.

        An unreadable file is set aside, and the result is a message that says where. Raises
        AstragalError if saving fails, but only once until it succeeds again.
        """
        now = kept(session)
        if now == self._before:
            return None
        try:
            with alone_in(self.folder):
                trouble = self._write(now)
        except (OSError, UnicodeError, AstragalError) as error:
            if self._troubled:
                return None
            self._troubled = True
            why = (isinstance(error, OSError) and error.strerror) or str(error)
            message = f"this table cannot be saved: {self.folder}: {why}"
            raise AstragalError("cannot-write", message) from None
        self._before, self._troubled = now, False
        return trouble

    def _write(self, now: Kept) -> str | None:
        """Merge my changes into the file; write the whole state if there is no file."""
        before, others, trouble = Kept(), Kept(), None
        try:
            others = from_text(self._file.read_text(encoding="utf-8"))
            before = self._before
        except FileNotFoundError:
            pass
        except (UnicodeDecodeError, AstragalError) as error:
            trouble = self._put_aside(error)
        replace_text(self._file, to_text(merged(before, now, others)))
        return trouble


def usual_memory() -> Memory | None:
    """The user's memory; None for piped input, so that scripts behave the same anywhere."""
    return Memory(usual_folder(os.environ)) if sys.stdin.isatty() else None


def usual_folder(environment: Mapping[str, str]) -> Path:
    """The folder for application data on this system."""
    if folder := environment.get("XDG_DATA_HOME"):
        return Path(folder) / "astragal"
    if os.name == "nt" and (folder := environment.get("LOCALAPPDATA")):
        return Path(folder) / "astragal"
    return Path.home() / ".local" / "share" / "astragal"
