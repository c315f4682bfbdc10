"""What Discord is answered: data in, data out."""

from __future__ import annotations

from io import BytesIO
from typing import Any

import astragal
from astragal import AstragalError, Audience, Pause, Roll
from discord_bot.commands import LIMITS, ROLLED, heard
from discord_bot.throttle import Throttle
from discord_bot.waiting import Waiting
from homebrew import delve

MOST = 2000
"""Discord takes messages of so many characters."""

PING, COMMAND, BUTTON = 1, 2, 3
PONG, MESSAGE, CHANGED_MESSAGE = 1, 4, 7
ONLY_FOR_YOU = 64
PICTURE = "odds.png"

Data = dict[str, Any]


def answer(interaction: Data, waiting: Waiting, throttle: Throttle) -> Data:
    """The answer to whatever Discord sends; mistakes are shown to whoever made them alone.

    A picture that goes with it stands beside it, as bytes, by its name.
    """
    if interaction["type"] == PING:
        return {"type": PONG}
    player = interaction.get("member", interaction)["user"]["id"]  # in a channel, or directly
    if not throttle.admits(player):
        return whisper("That was much at once. Wait a little.")
    try:
        if interaction["type"] == BUTTON:
            return press(interaction["data"]["custom_id"], player, waiting)
        return command(interaction["data"], player, waiting)
    except AstragalError as error:
        return whisper(block(error.render(60, audience=Audience.PLAYER)))


def command(data: Data, player: str, waiting: Waiting) -> Data:
    given = {each["name"]: each["value"] for each in data.get("options", [])}
    if data["name"] == "odds":
        return odds(**given)
    reached = ROLLED[data["name"]](**given).start(moments=False, limits=LIMITS)
    return shown(MESSAGE, reached, player, waiting)


def odds(dice: str, at_least: int | None = None, picture: bool = False) -> Data:
    found = heard(dice).odds(limits=LIMITS)
    text = found.render("chat", limits=LIMITS)
    if at_least is not None:
        chance = found.at_least(at_least)
        text = block(f"{found.heading}, at least {at_least}: {float(chance):.2%} = {chance}")
    return with_picture(message(MESSAGE, text), found) if picture else message(MESSAGE, text)


def with_picture(answer: Data, odds: astragal.Distribution) -> Data:
    """A message that shows a picture of odds, which is drawn into memory."""
    drawn = BytesIO()
    odds.plot(drawn, form="png", width=600, dark=True)
    answer["data"]["attachments"] = [{"id": 0, "filename": PICTURE}]
    return {**answer, PICTURE: drawn.getvalue()}


def press(button: str, player: str, waiting: Waiting) -> Data:
    """Go on with a roll that waits. New dice count, and are seen, only if it still waited then."""
    name, _, place = button.partition("/")
    kept = waiting.find(name)
    if kept is None:
        return whisper("That has been decided.")
    if kept.player != player:
        return whisper("Whoever rolled decides.")
    pause = astragal.read_token(kept.token, rules=[delve], limits=LIMITS)
    reached = pause.resume(pause.options[int(place)], moments=False, limits=LIMITS)
    if not waiting.remove(name):
        return whisper("That has been decided.")
    return shown(CHANGED_MESSAGE, reached, player, waiting)


def shown(kind: int, reached: Roll | Pause, player: str, waiting: Waiting) -> Data:
    """A roll; or what happened so far, with a button for each option."""
    if isinstance(reached, Roll):
        return message(kind, reached.render("chat"))
    told = "\n".join([*reached.explain(), str(reached.choice)])
    name = waiting.keep(reached.to_json(), player)
    return message(kind, block(told), buttons(name, reached.options))


def buttons(name: str, labels: tuple[str, ...]) -> list[Data]:
    """Rows of five; Discord takes five of them."""
    if len(labels) > 25:
        raise AstragalError("too-many-buttons", f"{len(labels)} options are too many for buttons")
    each = [
        {"type": 2, "style": 1, "label": label[:80], "custom_id": f"{name}/{place}"}
        for place, label in enumerate(labels)
    ]
    return [{"type": 1, "components": each[start : start + 5]} for start in range(0, len(each), 5)]


def message(kind: int, content: str, rows: list[Data] | None = None, **more: Any) -> Data:
    # Nobody is rung up by what somebody typed: no @everyone.
    mentions: Data = {"parse": []}
    text = content if len(content) <= MOST else f"{content[:1500]} … {content[-400:]}"
    data = {"content": text, "components": rows or [], "allowed_mentions": mentions, **more}
    return {"type": kind, "data": data}


def whisper(content: str) -> Data:
    return message(MESSAGE, content, flags=ONLY_FOR_YOU)


def block(text: str) -> str:
    """A block of code, in which a caret stands where it should."""
    return "```\n" + text.replace("```", "'''") + "\n```"
