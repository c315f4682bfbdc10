"""Names at the prompt: rules of the open game, saved rolls, and values on the sheets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from astragal.cli.line import in_words, parted
from astragal.errors import AstragalError, NotationError, ParameterError

if TYPE_CHECKING:
    from astragal.cli.session import Session
    from astragal.rules.rule import Rule

_EDGE = re.compile(
    r"\s+(?:with\s+|at\s+|\(|w/\s*)?(?P<dis>dis|)(?:adv|advantage)\)?$|\s+(?P<short>dis)$",
    re.IGNORECASE,
)
"""``Stealth with advantage``: after a name, it is about the rule of the game."""
_OWNED = re.compile(r"(?P<who>.+?)(?:'s| rolls(?: for)?| makes an?)? (?P<what>\S.*)", re.IGNORECASE)
"""A name with its owner: ``Alice's Stealth``, ``Bob rolls Stealth``."""


class Names:
    """The names that can be called in a session."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def __iter__(self) -> Iterator[str]:
        game = self.session.game
        yield from () if game is None else game.rules
        for sheet in self.session.sheets:
            yield from sheet.known_names

    def called(self, line: str) -> list[str] | None:
        """The command that a line calls by a name, as words; None if it calls none."""
        rule = self._rule_in(line)
        if rule is not None:
            return self._rule_words(*rule)
        text, options = parted(line)
        edge = _EDGE.search(text)
        name = text[: edge.start()] if edge else text
        found = self._named(name, options)
        return found if found is None or edge is None else self._with_edge(found, edge)

    def _named(self, name: str, options: list[str]) -> list[str] | None:
        for each in (name, self._spoken(name), self._owned(name)):
            found = None if each is None else self._saved(each, options)
            found = found or (None if each is None else self._value(each, options))
            if found is not None:
                return found
        return None

    # Rules

    def _rule_in(self, line: str) -> tuple[str, str] | None:
        """The rule at the start of a line, perhaps in two words, and the rest of the line."""
        game = self.session.game
        for rule in () if game is None else sorted(game.rules, key=len, reverse=True):
            if rule == "roll":
                continue  # also a command: see ``own_roll``
            spelt = re.compile(rule.replace("_", "[ _-]") + r"(?=\s|$)", re.IGNORECASE)
            if found := spelt.match(line):
                return rule, line[found.end() :].strip()
        return None

    def _rule_words(self, rule: str, rest: str) -> list[str]:
        game = self.session.game
        assert game is not None
        return ["play", game.name, rule, *in_words(rest)]

    def own_roll(self, text: str, options: list[str]) -> list[str] | None:
        """The words that call the open game's rule ``roll``, if it has one."""
        game = self.session.game
        if game is None or "roll" not in game.rules:
            return None
        try:
            expression = self.session.parse(text)
        except AstragalError:
            return None
        dice = str(expression) if self.session.dialect else text
        return ["play", game.name, "roll", dice, *options]

    # Names on sheets

    def _spoken(self, text: str) -> str | None:
        """The name in "roll for Stealth" or "make a Stealth check"."""
        from astragal.talk.listening import understand

        names = list(self)
        if not names or not text:
            return None
        try:
            found = understand(text, names=names)
        except NotationError:  # ambiguous, as dice
            return None
        return found.name if found is not None and found.name else None

    def _owned(self, text: str) -> str | None:
        """``Alice: Stealth`` for Alice's Stealth."""
        found = _OWNED.fullmatch(text)
        owners = {sheet.name.casefold(): sheet.name for sheet in self.session.sheets if sheet.name}
        owner = owners.get(found["who"].casefold()) if found else None
        if found is None or owner is None:
            return None
        what = self._spoken(found["what"]) or found["what"]
        return f"{owner}: {what}" if len(owners) > 1 else what

    def _saved(self, name: str, options: list[str]) -> list[str] | None:
        """The words that call a roll saved on a sheet."""
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
        """The words for a value on a sheet: the roll made with it, or dice for a text."""
        found = self._found(name)
        if found is None:
            return None
        if isinstance(found, str):
            return ["roll", f"@{{{name}}}", *options]
        game = self.session.game
        if game is None or not game.named:
            raise ParameterError(
                "no-game",
                f"{name} is on a sheet, but how to roll for it depends on the game",
                hint=f"open one, e.g. game scores; or in dice: d20 + @{{{name}}}",
            )
        rule, parameter = game.named
        return ["play", game.name, rule, f"--{parameter}", name, *options]

    def _found(self, name: str) -> object | None:
        """The number or text with this name on a sheet."""
        party = self.session.party
        if not name:
            return None
        if name in party:
            return party[name]
        owner, colon, own = name.partition(":")
        sheets = [each for each in party.sheets if not colon or each.name == owner.strip()]
        having = [each.found(own.strip() if colon else name) for each in sheets]
        return next((each[1] for each in having if each is not None), None)

    # Suffixes

    def _with_edge(self, words: list[str], edge: re.Match[str]) -> list[str]:
        """The words with an Advantage or a Disadvantage; refused if the rule has none."""
        wanted = "disadvantages" if edge["dis"] or edge["short"] else "advantages"
        rule = self._rule_of(words)
        if rule is None or not any(each.name == wanted for each in rule.parameters):
            where = rule.name if rule is not None else " ".join(words)
            raise ParameterError("no-edge", f"{where} knows no {wanted}")
        return [*words, f"--{wanted}", "1"]

    def _rule_of(self, words: list[str]) -> Rule[..., object] | None:
        from astragal.catalogue import find_game, is_game

        if words[0] != "play" or not is_game(words[1]):
            return None
        rules = find_game(words[1]).rules
        saved = self.session.party.saved(words[2])
        name = saved[1].rule.rpartition(".")[2] if saved is not None else words[2]
        return rules.get(name)
