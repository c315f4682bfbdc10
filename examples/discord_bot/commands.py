"""What can be typed. Discord is told once: ``python -m discord_bot.commands``, in examples/."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from typing import Any
from urllib.request import Request, urlopen

import astragal
from astragal import STRANGERS, Experiment, Expression, talk
from homebrew import delve

LIMITS = STRANGERS.replaced(seconds=2)
"""Discord waits for three seconds."""

TEXT, NUMBER, TRUTH = 3, 4, 5


def heard(dice: str) -> Expression:
    """Notation, or what people say: ``d20 with advantage``. A question is no roll."""
    read = talk.read(dice, lambda text: astragal.parse(text, limits=LIMITS))
    if read.asks:
        raise astragal.NotationError("asks-for-odds", "that is a question", hint="try /odds")
    return read.expression


ROLLED: dict[str, Callable[..., Experiment[Any]]] = {
    "roll": heard,
    "check": astragal.find_game("triumph").rules["check"],
    "delve": delve,
}
"""What each command rolls; its options are what the function takes."""


def option(name: str, kind: int, about: str, *, required: bool = False) -> dict[str, Any]:
    return {"name": name, "type": kind, "description": about, "required": required}


DICE = option("dice", TEXT, "such as 4d6kh3, or 1d20r=1? + 5", required=True)
COMMANDS: dict[str, tuple[str, list[dict[str, Any]]]] = {
    "roll": ("Roll dice", [DICE]),
    "odds": (
        "Exact odds",
        [
            DICE,
            option("at_least", NUMBER, "the chance of this or more"),
            option("picture", TRUTH, "draw them"),
        ],
    ),
    "check": (
        "A check of the game triumph",
        [
            option("ability", NUMBER, "added to the dice"),
            option("dc", NUMBER, "what must be beaten"),
            option("dice", TEXT, "such as 2d20▲, or 1d20♻ to re-roll a 1"),
        ],
    ),
    "delve": ("Delve for gold", [option("nerve", NUMBER, "so many wounds are too many")]),
}


def register(application: str, token: str) -> None:
    """Replace the commands that Discord knows."""
    listed = [
        {"name": name, "description": about, "options": options}
        for name, (about, options) in COMMANDS.items()
    ]
    headers = {
        "Authorization": f"Bot {token}",
        "Content-Type": "application/json",
        "User-Agent": "DiscordBot (https://example.org, 1)",
    }
    url = f"https://discord.com/api/v10/applications/{application}/commands"
    urlopen(Request(url, json.dumps(listed).encode(), headers, method="PUT")).close()


if __name__ == "__main__":
    register(os.environ["DISCORD_APPLICATION_ID"], os.environ["DISCORD_TOKEN"])
