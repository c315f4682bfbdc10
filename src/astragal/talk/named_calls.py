"""Calls of the open game's rules by their names, or by names on a sheet.

``check 45 2/+/``, ``a Climb Check, hard``, ``Climb 2/+/``, ``your Sneaking Score``.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Collection
from functools import lru_cache
from typing import Any, NamedTuple

from astragal.errors import AstragalError
from astragal.notation.syntax.parser import parse
from astragal.rules.game import Game
from astragal.rules.rule import Rule
from astragal.table.calls import plain_name
from astragal.table.party import Party
from astragal.table.saved_rolls import SavedRoll
from astragal.talk.call_words import read_call
from astragal.talk.words import without_fillers

_NOUN = re.compile(r"(?:check|test|save|score|roll)(?=,|\s|$),?\s*", re.IGNORECASE)
"""Words that may follow a name on a sheet in any game."""
_OWNED = re.compile(r"(?P<who>.+?)(?:'s|:| rolls(?: for)?| makes an?) (?P<rest>\S.*)")
_WHOSE = re.compile(r"\A(?:your|his|her|their|its) ", re.IGNORECASE)
_OPTION = re.compile(r"(?:^|\s)--[a-zA-Z]")
_ENDS = " .!"
_BLANK = re.compile(r"[ _]")
_LONGEST_NAME = 8
_COMMANDS = ("roll",)
"""Names of rules that are also commands in front of dice."""


class NamedCall(NamedTuple):
    """A rule, and its parameters as typed."""

    rule: Rule[..., Any]
    parameters: dict[str, str]
    plain: bool
    """true if the text begins with the rule or is only a name: the call needs no explanation"""
    saved: str = ""
    """the name of the saved roll, if the text named one"""


def named_call(
    game: Game, text: str, party: Party, given: Collection[str] = ()
) -> NamedCall | None:
    """The rule that a text calls by name; None if the text does not begin with a name.

    ``given`` lists parameters that already have a value.
    """
    if _OPTION.search(text):
        return None
    said = _WHOSE.sub("", without_fillers(text.strip(_ENDS)), count=1)
    names = _Names(party)
    for each in (text.strip(), said):
        if (found := _rule_first(game, each)) is not None:
            rule, rest = found
            return NamedCall(rule, read_call(rule, in_words(rest), given, names.has), True)
    found_name = _name_first(game, said, names, given)
    return found_name or (None if given else _value_first(game, said, party))


def _value_first(game: Game, text: str, party: Party) -> NamedCall | None:
    """A call that begins with a value's name: ``a Hard Climb Check``, ``dodge defense +3``."""
    words = text.split()
    for length in range(min(3, len(words) - 1), 0, -1):
        value, rest = " ".join(words[:length]), " ".join(words[length:])
        meant = [name for rule in game.rules.values() for name in _named_by(rule, value)]
        found = named_call(game, rest, party, meant) if meant else None
        if found is not None and (names := _named_by(found.rule, value)):
            return found._replace(parameters={**found.parameters, names[0]: value}, plain=False)
    return None


def _named_by(rule: Rule[..., Any], value: str) -> list[str]:
    """The parameters of a rule that accept this named value."""
    return [
        each.name
        for each in rule.parameters
        if value.casefold() in map(str.casefold, each.names_of_values)
    ]


def _rule_first(game: Game, text: str) -> tuple[Rule[..., Any], str] | None:
    """The rule named at the start of a text, and the rest of the text."""
    called = {name: rule for rule in game.rules.values() for name in (rule.title, rule.own_name)}
    for name in sorted(called, key=len, reverse=True):
        spelt = re.compile(_spelt(name) + r"(?=[\s,]|$),?\s*(?:of )?", re.IGNORECASE)
        found = spelt.match(text)
        if found is not None and name.lower() not in _COMMANDS and not _is_dice(found[0]):
            return called[name], text[found.end() :]
    return None


def _name_first(
    game: Game, text: str, names: _Names, given: Collection[str] = ()
) -> NamedCall | None:
    """The call for a name on a sheet, with the rule that follows or the game's rule for names."""
    found = names.first(text)
    if found is None:
        return None
    name, rest = found
    saved = names.party.saved(name)
    if saved is not None:
        return _saved_call(game, name, rest, saved[1], names)
    called = _rule_first(game, rest)
    if called is not None:
        rule, rest = called
    elif game.named is None:
        return None
    else:
        rule = game.rules[game.named[0]]
        rest = _NOUN.sub("", rest, count=1) if _NOUN.match(rest) else rest
        if names.is_text(name):
            return None  # the name stands for dice, which need no rule
    if not rule.parameters:
        return None
    first = rule.parameters[0].name
    try:
        others = read_call(rule, in_words(rest), (first, *given), names.has)
    except AstragalError:
        if called is None and re.search(r"\d|[+*/(]", rest):
            return None  # possibly dice, as in Stealth + 1d4
        raise
    return NamedCall(rule, {first: name, **others}, not rest and called is None)


def _saved_call(
    game: Game, name: str, rest: str, saved: SavedRoll, names: _Names
) -> NamedCall | None:
    """The call of a saved roll with additional parameters; None if it is for another game."""
    if "." in saved.rule and saved.rule.partition(".")[0] != game.name:
        return None
    rule = saved.found(game.rules.values())
    more = read_call(rule, in_words(rest), saved.values(rule), names.has)
    return NamedCall(rule, more, not rest, name)


def _spelt(name: str) -> str:
    """A pattern for all spellings of a rule's name."""
    return _BLANK.sub("[ _-]", name).replace("armor", "armou?r")


@lru_cache(maxsize=256)
def _is_dice(text: str) -> bool:
    try:
        return bool(parse(text).body.draws)
    except AstragalError:
        return False


def in_words(text: str) -> list[str]:
    """Split a text into words; quotes keep several together."""
    try:
        return shlex.split(text)
    except ValueError:  # an apostrophe
        return text.split()


class _Names:
    """The names on the party's sheets."""

    def __init__(self, party: Party) -> None:
        self.party = party
        self.known = {plain_name(each) for each in party.known_names}
        self.saved = {plain_name(each) for each in party.saved_names}
        self.owners = {plain_name(each.name): each.name for each in party.sheets if each.name}

    def has(self, text: str) -> bool:
        """True if a sheet has a value of this name."""
        owner, colon, name = text.partition(":")
        if colon and plain_name(owner) in self.owners:
            text = name
        return plain_name(text) in self.known

    def first(self, text: str) -> tuple[str, str] | None:
        """The name at the start of a text, and the rest; ``Ann's Climb`` becomes ``Ann: Climb``."""
        owned = _OWNED.fullmatch(text)
        owner = None if owned is None else self.owners.get(plain_name(owned["who"]))
        if owned is not None and owner is not None:
            found = self.first(owned["rest"])
            return None if found is None else (self._whose(owner, found[0]), found[1])
        words = text.split()
        for length in range(min(len(words), _LONGEST_NAME), 0, -1):
            name = " ".join(words[:length]).rstrip(",")
            if self.has(name) or plain_name(name) in self.saved:
                return name, " ".join(words[length:])
        return None

    def _whose(self, owner: str, name: str) -> str:
        return f"{owner}: {name}" if len(self.party.sheets) > 1 else name

    def is_text(self, name: str) -> bool:
        """True if the value of this name is a text, such as dice."""
        _, _, own = name.rpartition(": ")
        found = [sheet.found(own) for sheet in self.party.sheets]
        return any(each is not None and isinstance(each[1], str) for each in found)
