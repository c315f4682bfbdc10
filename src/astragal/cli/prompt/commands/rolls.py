"""Commands about past rolls: repeat, explain, show the record, list all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from astragal.cli.prompt.commands.own import LeaveError, own

if TYPE_CHECKING:
    from astragal.cli.prompt.prompt import Prompt

_SHOWN = 20


@own(
    "again",
    "reroll",
    "re-roll",
    "repeat",
    "",
    "roll again",
    "roll it again",
    "reroll that",
    "once more",
    "one more time",
    "same again",
    usage="again",
    about="rolls the last dice again, as Enter alone does",
    place=10,
    alone=True,
    often=True,
)
def again(prompt: Prompt, _: str) -> None:
    if not prompt.again():
        prompt.say("nothing has been rolled yet; type dice, e.g. 2d6")


@own(
    "explain",
    "why",
    "how",
    usage="explain",
    about="explains the last roll",
    place=11,
    alone=True,
    often=True,
)
def explain(prompt: Prompt, _: str) -> None:
    last = prompt.session.last
    if last is None:
        prompt.say("nothing has been rolled yet")
        return
    for step in last.explain():
        prompt.terminal.paragraph(step, "  ")


@own("json", "record", usage="json", about="shows the last roll's record", place=12, alone=True)
def json(prompt: Prompt, _: str) -> None:
    last = prompt.session.last
    if last is None:
        prompt.say("nothing has been rolled yet")
        return
    from astragal.service.answers import roll_answer

    prompt.terminal.record(roll_answer(last))


@own("history", "rolls", usage="history", about="lists the last rolls", place=13, alone=True)
def history(prompt: Prompt, _: str) -> None:
    rolls = prompt.session.log.rolls[-_SHOWN:]
    for roll in rolls:
        prompt.terminal.roll(roll)
    if not rolls:
        prompt.say("nothing has been rolled yet")


@own(
    "quit",
    "exit",
    "q",
    "bye",
    usage="quit",
    about="leaves, as ctrl-D does",
    place=99,
    alone=True,
    often=True,
)
def leave(prompt: Prompt, _: str) -> None:
    raise LeaveError
