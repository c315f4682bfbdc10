"""The example of a Discord bot; the tests play Discord, which signs what it sends."""

from __future__ import annotations

import inspect
import json
import re
from email.parser import BytesParser
from email.policy import HTTP
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.request import Request

import pytest
from httpx import Response
from nacl.signing import SigningKey

from astragal import AstragalError
from discord_bot import commands
from discord_bot.answers import MESSAGE, ONLY_FOR_YOU, answer, message
from discord_bot.answers import buttons as rows_of
from discord_bot.app import create_app
from discord_bot.commands import COMMANDS, ROLLED
from discord_bot.throttle import Throttle
from discord_bot.waiting import Waiting
from tests.support.asking import ask

ALICE, BOB = {"user": {"id": "1"}}, {"user": {"id": "2"}}


class Discord:
    """Sends what players do to a bot, and keeps the message that it shows for it."""

    def __init__(self, folder: Path) -> None:
        self.key = SigningKey.generate()
        self.waiting = Waiting(folder / "waiting.sqlite")
        public = self.key.verify_key.encode().hex()
        self.app = create_app(public, self.waiting)

    def post(self, interaction: dict[str, Any], *, key: SigningKey | None = None) -> Response:
        body = json.dumps(interaction).encode()
        signature = (key or self.key).sign(b"1700000000" + body).signature.hex()
        headers = {"X-Signature-Ed25519": signature, "X-Signature-Timestamp": "1700000000"}
        return ask(self.app, "POST", "/interactions", content=body, headers=headers)

    def types(self, name: str, **options: Any) -> dict[str, Any]:
        """What Alice's command is answered."""
        given = [{"name": key, "value": value} for key, value in options.items()]
        data = {"name": name, "options": given} if given else {"name": name}
        return self.shown({"type": 2, "member": ALICE, "data": data})

    def presses(self, custom_id: str, who: dict[str, Any] = ALICE) -> dict[str, Any]:
        return self.shown({"type": 3, "member": who, "data": {"custom_id": custom_id}})

    def shown(self, interaction: dict[str, Any]) -> dict[str, Any]:
        response = self.post(interaction)
        assert response.status_code == 200
        return self.checked(response.json())

    @staticmethod
    def checked(answered: dict[str, Any]) -> dict[str, Any]:
        assert len(answered["data"]["content"]) <= 2000
        assert answered["data"]["allowed_mentions"] == {"parse": []}
        return answered


@pytest.fixture
def discord(tmp_path: Path) -> Discord:
    return Discord(tmp_path)


def buttons(answered: dict[str, Any]) -> dict[str, str]:
    """The labels of the buttons below a message, and what pressing them sends."""
    rows = answered["data"]["components"]
    assert len(rows) <= 5
    assert all(len(row["components"]) <= 5 for row in rows)
    return {each["label"]: each["custom_id"] for row in rows for each in row["components"]}


def is_whispered(answered: dict[str, Any]) -> bool:
    return (answered["type"], answered["data"].get("flags")) == (MESSAGE, ONLY_FOR_YOU)


def test_only_what_discord_signed_is_answered(discord: Discord) -> None:
    ping = {"type": 1}
    assert discord.post(ping).json() == {"type": 1}
    assert discord.post(ping, key=SigningKey.generate()).status_code == 401
    assert ask(discord.app, "POST", "/interactions", json=ping).status_code == 401
    for signature in ("zz", "00", "00" * 64):
        headers = {"X-Signature-Ed25519": signature, "X-Signature-Timestamp": "1"}
        sent = ask(discord.app, "POST", "/interactions", json=ping, headers=headers)
        assert sent.status_code == 401


def test_dice_are_rolled(discord: Discord) -> None:
    rolled = discord.types("roll", dice="4d6kh3")
    assert rolled["type"] == 4
    assert rolled["data"]["content"].startswith("`4d6kh3` → (")
    assert "~~" in rolled["data"]["content"], "what is dropped is struck out"
    assert not buttons(rolled)
    directly = {"name": "roll", "options": [{"name": "dice", "value": "2d6"}]}
    assert discord.shown({"type": 2, **ALICE, "data": directly})["type"] == 4


def test_odds_are_exact(discord: Discord) -> None:
    chance = discord.types("odds", dice="4d6kh3", at_least=15)["data"]["content"]
    assert chance == "```\n4d6kh3, at least 15: 23.15% = 25/108\n```"
    assert "mean 12.24" in discord.types("odds", dice="4d6kh3")["data"]["content"]
    assert discord.types("odds", dice="1d200")["data"]["content"].endswith("\n```\n")


def test_what_people_say_is_rolled_and_a_question_is_none(discord: Discord) -> None:
    said = discord.types("roll", dice="d20 with advantage")["data"]["content"]
    assert said.startswith("`2d20kh1")
    asked = discord.types("roll", dice="chance of 7 on 2d6")
    assert is_whispered(asked)
    assert "/odds" in asked["data"]["content"]


@pytest.mark.slow
def test_odds_are_drawn_and_sent_as_a_form(discord: Discord) -> None:
    options = [{"name": "dice", "value": "4d6kh3"}, {"name": "picture", "value": True}]
    data = {"name": "odds", "options": options}
    response = discord.post({"type": 2, "member": ALICE, "data": data})
    kind = response.headers["content-type"]
    form = BytesParser(policy=HTTP).parsebytes(
        f"Content-Type: {kind}\r\n\r\n".encode() + response.content
    )
    told, drawn = form.iter_parts()
    answered = discord.checked(json.loads(told.get_content()))
    assert "mean 12.24" in answered["data"]["content"]
    (attached,) = answered["data"]["attachments"]
    assert (drawn.get_filename(), drawn.get_content_type()) == (attached["filename"], "image/png")
    assert drawn.get_content().startswith(b"\x89PNG")


def test_each_player_may_ask_so_often() -> None:
    now = [0.0]
    throttle = Throttle(burst=2, rate=0.5, clock=lambda: now[0])
    assert [throttle.admits("1") for _ in range(3)] == [True, True, False]
    assert throttle.admits("2"), "others may ask meanwhile"
    now[0] = 2.0
    assert [throttle.admits("1") for _ in range(2)] == [True, False]
    now[0] = 1000.0
    assert [throttle.admits("1") for _ in range(3)] == [True, True, False]


def test_who_asks_too_often_is_told_so_and_rolls_nothing(tmp_path: Path) -> None:
    typed = {"type": 2, **ALICE, "data": {"name": "roll", "options": []}}
    told = answer(typed, Waiting(tmp_path / "w"), Throttle(burst=0))
    assert is_whispered(told)
    assert "Wait a little" in told["data"]["content"]


def test_a_mistake_is_shown_to_whoever_made_it_with_a_caret(discord: Discord) -> None:
    mistake = discord.types("roll", dice="((1d6)")
    assert is_whispered(mistake)
    assert mistake["data"]["content"] == "```\nthis `(` is never closed\n((1d6)\n^\n```"
    assert is_whispered(discord.types("check", ability=3, dice="5d8"))
    assert is_whispered(discord.types("odds", dice="3x(1d6)", at_least=2))


def test_no_text_breaks_out_of_its_block(discord: Discord) -> None:
    shown = discord.types("roll", dice="1d6 ```@everyone")
    assert shown["data"]["content"].count("```") == 2


def test_a_rule_of_a_game_is_rolled(discord: Discord) -> None:
    content = discord.types("check", ability=3, dc=15, dice="1d20")["data"]["content"]
    assert "against DC 15 (Hard)" in content


def test_a_choice_is_made_with_a_button_once_and_by_whoever_rolled(discord: Discord) -> None:
    asked = discord.types("roll", dice="1d6r<=6?")
    offered = buttons(asked)
    assert list(offered) == ["keep", "re-roll"]
    assert all(len(sent) <= 100 for sent in offered.values())
    theirs = discord.presses(offered["keep"], BOB)
    assert is_whispered(theirs)
    assert theirs["data"]["content"] == "Whoever rolled decides."
    kept = discord.presses(offered["keep"])
    assert kept["type"] == 7, "the message with the buttons is replaced"
    assert not buttons(kept)
    again = discord.presses(offered["re-roll"])
    assert is_whispered(again)
    assert again["data"]["content"] == "That has been decided."


def test_a_game_of_our_own_goes_on_until_somebody_goes_home(discord: Discord) -> None:
    shown = discord.types("delve", nerve=5)
    shown = discord.presses(buttons(shown)["deeper"])
    shown = discord.presses(buttons(shown)["home"])
    assert not buttons(shown)
    assert "→ **gold " in shown["data"]["content"]


def test_of_two_presses_at_the_same_time_one_counts(tmp_path: Path) -> None:
    class Slow(Waiting):
        """Somebody else presses between the look and the decision."""

        def remove(self, name: str) -> bool:
            return super().remove(name) and super().remove(name)

    waiting = Slow(tmp_path / "waiting.sqlite")
    typed = {"name": "roll", "options": [{"name": "dice", "value": "1d6r<=6?"}]}
    offered = buttons(answer({"type": 2, **ALICE, "data": typed}, waiting, Throttle()))
    pressed = {"type": 3, **ALICE, "data": {"custom_id": offered["re-roll"]}}
    late = answer(pressed, waiting, Throttle())
    assert is_whispered(late)
    assert "→" not in late["data"]["content"]


def test_what_is_too_long_keeps_its_ends() -> None:
    told = message(MESSAGE, "`dice` → " + "1, " * 1000 + "= **1000**")["data"]["content"]
    assert len(told) <= 2000
    assert told.startswith("`dice` → 1, ")
    assert told.endswith("= **1000**")
    assert " … " in told


def test_the_dice_that_options_are_explained_with_can_be_rolled() -> None:
    for name in ("roll", "check"):
        (about,) = (each["description"] for each in COMMANDS[name][1] if each["name"] == "dice")
        samples = re.findall(r"\d+d[^\s,]+", about)
        assert len(samples) == 2
        assert len({ROLLED[name](dice=text) for text in samples}) == 2


def test_buttons_come_in_rows_of_five_and_no_more_than_there_is_room_for() -> None:
    labels = tuple(map(str, range(7)))
    assert [len(row["components"]) for row in rows_of("name", labels)] == [5, 2]
    with pytest.raises(AstragalError, match="26 options are too many for buttons"):
        rows_of("name", ("x",) * 26)


def test_what_waits_is_found_after_a_restart_and_forgotten_after_a_week(tmp_path: Path) -> None:
    name = Waiting(tmp_path / "w").keep("a token", "1")
    kept = Waiting(tmp_path / "w").find(name)
    assert kept == ("a token", "1")
    Waiting(tmp_path / "w")._do("UPDATE waiting SET since = datetime('now', '-8 days')")
    Waiting(tmp_path / "w").keep("another", "1")
    assert Waiting(tmp_path / "w").find(name) is None


def test_the_commands_are_as_discord_wants_them() -> None:
    for name, (about, options) in COMMANDS.items():
        assert all(re.fullmatch(r"[a-z_]{1,32}", each["name"]) for each in options)
        assert all(1 <= len(text) <= 100 for text in (about, *(o["description"] for o in options)))
        required = [each["required"] for each in options]
        assert required == sorted(required, reverse=True), "what is required comes first"
        assert name == "odds" or name in ROLLED


def test_discord_is_told_the_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[Request] = []

    def opened(request: Request) -> BytesIO:
        sent.append(request)
        return BytesIO()

    monkeypatch.setattr(commands, "urlopen", opened)
    commands.register("42", "secret")
    (request,) = sent
    assert (request.method, request.full_url[-25:]) == ("PUT", "/applications/42/commands")
    assert request.headers["Authorization"] == "Bot secret"
    assert isinstance(request.data, bytes)
    assert {each["name"] for each in json.loads(request.data)} == set(COMMANDS)


def test_the_options_of_a_command_are_taken_by_what_it_rolls() -> None:
    for name, rolled in ROLLED.items():
        given = {each["name"] for each in COMMANDS[name][1]}
        assert given <= set(inspect.signature(rolled).parameters), name
