"""Chat habits: commands and marks of other programs round the dice."""

from __future__ import annotations

from astragal.talk.phrase import Level, Phrase

_COMMANDS = "/r|/roll|/gmroll|/gr|/rr|!r|!roll|.r|.roll|\\\\roll|\\\\r"

PHRASES = (
    Phrase(
        "Chat commands",
        Level.COMMAND,
        (f"{_COMMANDS} {{dice}}",),
        lambda said: said.dice,
        (
            ("/r 2d6", "2d6"),
            ("!roll 4d6 drop lowest", "4d6dl1"),
            ("[[2d6+3]] damage", "(2d6 + 3)[damage]"),
        ),
    ),
)
