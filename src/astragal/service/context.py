"""The context in which a text is read: values, sheets, macros, a dialect, the open game."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from astragal.dialects.reading import parse
from astragal.errors import NotationError
from astragal.limits import Limits
from astragal.notation.expression import Expression
from astragal.outcome import Number
from astragal.talk.understood import Read

if TYPE_CHECKING:
    from astragal.rules.game import Game
    from astragal.table.party import Party
    from astragal.talk.in_games import GameTalk, SpokenCall

_NOTHING: Mapping[str, Any] = {}


class Context:
    """How to read a text, and the values of its names: the given values take precedence."""

    def __init__(
        self,
        given: Mapping[str, Number] = _NOTHING,
        party: Party | None = None,
        dialect: str | None = None,
        game: Game | None = None,
        *,
        kept: Mapping[str, Number] = _NOTHING,
        macro: Callable[[str], str | None] | None = None,
        limits: Limits | None = None,
    ) -> None:
        self.given = given
        self.party = party
        self.dialect = _known(dialect) if dialect else ""
        """the program whose notation is typed; "" for our own"""
        self.game = game
        self.macro = macro
        """returns the dice that a name stands for, or None"""
        self.limits = limits
        self._numbers = ChainMap(dict(given), kept) if kept else given  # type: ignore[arg-type]

    @property
    def variables(self) -> Mapping[str, Number]:
        """The values of names; given values come before kept ones, and those before the sheets."""
        if self.party is None:
            return self._numbers
        return ChainMap(self._numbers, self.party)  # type: ignore[arg-type]

    @property
    def people(self) -> Party:
        """The party; empty if there are no sheets."""
        from astragal.table.party import Party

        # Do not write `self.party or Party()`: a party without numbers is falsy, as an empty
        # mapping is.
        return Party() if self.party is None else self.party

    def values_for(self, expression: Expression) -> dict[str, Number]:
        """The known values of the names in an expression."""
        known = self.variables
        return {name: known[name] for name in expression.variables if name in known}

    def parse(self, text: str) -> Expression:
        """Parse notation, replacing names by dice from the sheets and from macros.

        The conventions of the open game apply.
        """
        expression = parse(text, dialect=self.dialect, limits=self.limits)
        if self.party is not None and self.party.sheets:
            expression = self.party.parse(expression, given=self._numbers)
        if self.macro is not None and expression.variables:
            from astragal.notation.putting_in import put_in

            expression = put_in(expression, self._dice_named)
        return expression if self.game is None else self.game.read(expression)

    def _dice_named(self, name: str) -> tuple[str, str] | None:
        assert self.macro is not None
        text = None if name in self.given else self.macro(name)
        return None if text is None else (name, text)

    def read(self, text: str, *, explained: bool = True) -> Read:
        """Read notation or table talk; in a dialect, only that dialect's notation.

        Pass ``explained=False`` to skip the explanation of an error that nobody will read.
        """
        if (talk := self._talk) is not None:
            return talk.read(text, explained=explained)
        try:
            return Read(self.parse(text))
        except NotationError:
            if self.dialect:
                raise
            from astragal.talk.listening import read

            return read(text, self.parse, labels=self._labels, explained=explained)

    @property
    def _labels(self) -> Sequence[str]:
        return () if self.party is None else self.party.known_names

    def called(self, text: str) -> SpokenCall | None:
        """The rule of the open game that the text calls without its name; or None."""
        talk = self._talk
        return None if talk is None else talk.called(text)

    @property
    def _talk(self) -> GameTalk | None:
        if self.game is None or self.dialect:
            return None
        from astragal.talk.in_games import GameTalk

        return GameTalk(self.game, self.parse, self._numbers, self.people)


def _known(dialect: str) -> str:
    from astragal.dialects.dialect import HERE

    return "" if dialect == HERE else dialect
