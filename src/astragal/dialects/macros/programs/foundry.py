"""Foundry's chat commands and inline rolls: ``/r``, ``[[1d6]]``, ``[[/r 1d6]]{label}``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar

from astragal.dialects.macros.macro import Part
from astragal.dialects.macros.needs import Given
from astragal.dialects.macros.syntax import GAME_MASTER, Command, MacroSyntax, rolling
from astragal.dialects.programs.foundry import DIALECT

_COMMAND = re.compile(r"\s*(/\w*)\s*(.*)", re.DOTALL)
_LABEL = re.compile(r"\{([^{}]*)\}")
_LINK = re.compile(r"@\w+\[[^\[\]]*\]\{([^{}]*)\}")
"""A link to an item of the game's world; the chat shows its label."""
_OF_SYSTEMS = (
    *("/act", "/attack", "/award", "/check", "/concentration", "/damage", "/gmcheck", "/gmsave"),
    *("/heal", "/healing", "/item", "/rule", "/save", "/skill", "/tool"),
)
_SYSTEM = "needs the rules of a game system, which are not here"


class FoundryMacros(MacroSyntax):
    dialect: ClassVar[str] = "foundry"
    commands: ClassVar[Mapping[str, Command]] = MappingProxyType(
        {
            **rolling(DIALECT),
            **dict.fromkeys(("/ic", "/ooc", "/em", "/emote", "/me"), Command()),
            "/gm": Command(to=GAME_MASTER),
            "/players": Command(to="the players"),
            **dict.fromkeys(("/w", "/whisper"), Command(names="to")),
        }
    )
    refused: ClassVar[Mapping[str, str]] = MappingProxyType(
        {
            "/draw": "a table of Foundry's is a document of its world, which is not here",
            **dict.fromkeys(
                ("/m", "/macro"), "a macro of Foundry's is a document of its world, or a program"
            ),
            **{word: f"`{word}` {_SYSTEM}" for word in _OF_SYSTEMS},
        }
    )

    def inline(self, inside: str, after: str, name: str, given: Given) -> tuple[Part, int]:
        label = _LABEL.match(after)
        called = " ".join(label[1].split()) if label else ""
        command = _COMMAND.fullmatch(inside)
        formula = inside if command is None else self._clicked(command, inside)
        roll = self.roll(formula, name, given, later=command is not None)
        return roll.replaced(name=called or roll.name), label.end() if label else 0

    def _clicked(self, command: re.Match[str], inside: str) -> str:
        """The formula of a command inside a text, which is rolled on a click."""
        known = self.commands.get(command[1].lower())
        if known is None:
            self.refuse_command(command[1], inside)
        if known is None or not known.rolls:
            raise self.error(
                "unknown-command",
                f"`{command[1]}` rolls nothing",
                inside,
                command[1],
                hint="to roll when it is clicked: `[[/r 1d6]]`",
            )
        return command[2]

    def text(self, text: str, given: Given) -> str:
        return _LINK.sub(r"\1", text)


SYNTAX = FoundryMacros()
