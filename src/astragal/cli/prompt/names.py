"""Names at the prompt: rules of the open game, saved rolls, and values on the sheets."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import TYPE_CHECKING

from astragal.cli.line import in_words, parted
from astragal.errors import AstragalError, ParameterError

if TYPE_CHECKING:
    from astragal.cli.session import Session


class Names:
    """What may be called by name in a session."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def __iter__(self) -> Iterator[str]:
        game = self.session.game
        yield from () if game is None else game.rules
        for sheet in self.session.sheets:
            yield from sheet.known_names

    def called(self, line: str) -> list[str] | None:
        """The words of the command that a line calls by a name; None if it begins with none."""
        word = line.partition(" ")[0]
        if self._is_rule(word):
            assert self.session.game is not None
            return ["play", self.session.game.name, *in_words(line)]
        name, options = parted(line)
        found = self._saved(name, options) or self._value(name, options)
        if found is None and (spoken := self._spoken(name)):
            return self.called(" ".join([shlex.quote(spoken), *map(shlex.quote, options)]))
        return found

    def _spoken(self, text: str) -> str | None:
        """The name in "roll for Stealth" or "make a Stealth check"."""
        from astragal.errors import NotationError
        from astragal.talk.listening import understand

        names = list(self)
        if not names or not text:
            return None
        try:
            found = understand(text, names=names)
        except NotationError:  # it reads two ways, as dice
            return None
        return found.name if found is not None and found.name != text else None

    def _is_rule(self, word: str) -> bool:
        game = self.session.game
        return game is not None and word.replace("-", "_").lower() in game.rules

    def _saved(self, name: str, options: list[str]) -> list[str] | None:
        """A roll that is saved on a sheet."""
        try:
            found = self.session.party.saved(name) if name else None
        except AstragalError:
            return None
        if found is None:
            return None
        where, dot, _ = found[1].rule.partition(".")
        game = self.session.game
        if not dot and game is None:
            raise ParameterError(
                "no-game", f"{name} is a roll of a game", hint="open the game first: game tiers"
            )
        return ["play", where if dot or game is None else game.name, name, *options]

    def _value(self, name: str, options: list[str]) -> list[str] | None:
        """The name of a value calls for the roll that it is for: "a Focus Save"."""
        party, game = self.session.party, self.session.game
        if not name or (name not in party and not any(name in each for each in party.sheets)):
            return None
        if game is None or not game.named:
            raise ParameterError(
                "no-game",
                f"{name} is on a sheet; what is rolled for it, a game says",
                hint=f"open one, e.g. game scores; or in dice: d20 + @{{{name}}}",
            )
        rule, parameter = game.named
        return ["play", game.name, rule, f"--{parameter}", name, *options]
