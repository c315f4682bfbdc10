"""Games that are not built in: of installed packages, broken ones among them, and of files."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner, Result

from astragal import (
    AstragalError,
    Game,
    RuleError,
    catalogue,
    find_game,
    game_names,
    load_rules,
    open_games,
    verify,
)
from astragal.cli.main import main
from astragal.cli.prompt.memory import Kept
from astragal.cli.screen.terminal import Terminal
from astragal.cli.session import Session
from astragal.service import Service
from astragal.service.question import find_question
from astragal.sweeps.parcels import FileRule, Packing
from tests.support.files import ROOT
from tests.support.fresh import offer_game
from tests.support.serving import served

NIGHT = ROOT / "examples" / "night_watch" / "src" / "night_watch" / "__init__.py"
DUEL = ROOT / "examples" / "duel.py"
BUILT_IN = ("percentile", "scores", "target", "tiers", "triumph")
Install = Callable[..., None]


@pytest.fixture(autouse=True)
def known() -> Iterator[None]:
    """The games of a test are known in it alone."""

    def forget() -> None:
        catalogue._opened.clear()
        catalogue._installed.cache_clear()
        catalogue._loaded.cache_clear()

    forget()
    yield
    forget()


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Puts a package with one module there, as an installer would."""
    monkeypatch.syspath_prepend(str(tmp_path))

    def installed(package: str, source: str, entry: str) -> None:
        (tmp_path / f"{package}.py").write_text(source, encoding="utf-8")
        offer_game(tmp_path, package, entry)

    return installed


def run(*args: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(main, args, input=stdin)


def game(name: str, more: str = "") -> str:
    return f'''
from astragal import Asks, Game
game = Game("{name}", "high or low"{more})

@game.rule
def high(least: int = 4) -> Asks[bool]:
    """d6, at least the number."""
    return (yield "1d6") >= least
'''


BROKEN = {
    "raising": ("1 / 0", "raising:game", "from the package raising: ZeroDivisionError"),
    "leaving": ("raise SystemExit(3)", "leaving:game", "from the package leaving: SystemExit"),
    "unruly": (
        "from astragal import rule\n@rule\ndef f(n): yield 1",
        "unruly:game",
        "it cannot be loaded from the package unruly: f: ",
    ),
    "absent": ("", "absent_module:game", "No module named 'absent_module'"),
    "nameless": ("", "nameless:game", "AttributeError"),
    "module": (game("module"), "module", "is not a Game, but <module 'module'"),
    "renamed": (game("otherwise"), "renamed:game", "its game is otherwise"),
    "empty": (
        'from astragal import Game\ngame = Game("empty", "nothing")',
        "empty:game",
        "empty has no rules",
    ),
    "unnamed": (
        game("unnamed", ', named=("low", "most")'),
        "unnamed:game",
        "named says low and most, which unnamed does not have",
    ),
}


def test_broken_packages_are_listed_with_their_errors_and_break_nothing(install: Install) -> None:
    for name, (source, value, _) in BROKEN.items():
        install(name, source, f"{name} = {value}")
    install("coin_games", game("coins"), "coins = coin_games:game")
    install("false_tiers", game("tiers"), "tiers = false_tiers:game")
    install("dusk_one", game("dusk"), "dusk = dusk_one:game")
    install("dusk_two", game("dusk"), "dusk = dusk_two:game")
    found = {each.name: each for each in catalogue.broken_games()}
    assert sorted(found) == sorted([*BROKEN, "dusk", "tiers of false_tiers"])
    for name, (_, _, says) in BROKEN.items():
        assert says in found[name].message
        with pytest.raises(RuleError, match=name) as caught:
            find_game(name)
        assert caught.value.code == "broken-game"
    assert "a built-in game" in found["tiers of false_tiers"].message
    assert "several packages" in found["dusk"].message
    assert find_game("tiers") in catalogue.all_games()

    assert [each.name for each in catalogue.all_games()] == [*BUILT_IN, "coins"]
    assert "coins.high" in {rule.name for rule in catalogue.all_rules()}
    listed = run("games")
    assert (listed.exit_code, "coins\n  high or low" in listed.stdout) == (0, True)
    assert "error: raising: it cannot be loaded from the package raising: Zero" in listed.stderr
    assert run("play", "coins", "high", "5", "--faces", "5").stdout.endswith("→ true\n")
    assert "ZeroDivisionError" in run("play", "raising", "high").stderr
    answer = Service().ask("games", {})
    assert "coins" in [each["name"] for each in answer["games"]]
    assert [each["name"] for each in answer["broken"]] == sorted(found)
    roll = find_game("coins").rules["high"](5).roll(faces=[5])
    assert verify(roll.to_json()) == roll


def test_what_is_built_in_reads_no_entry_points(monkeypatch: pytest.MonkeyPatch) -> None:
    def reading() -> Any:
        raise AssertionError("entry points were read")

    monkeypatch.setattr(catalogue, "_installed", reading)
    roll = find_game("tiers").rules["check"](43).roll()
    assert verify(roll.to_json()) == roll
    spot = load_rules(NIGHT)["spot"]
    record = spot(3).roll(faces=[4, 5]).to_json()
    assert str(verify(record, rules=[spot]).outcome) == "noticed by 3"
    Service().ask("odds", {"rule": "tiers.check", "parameters": {"stat": 43}})
    for words in (
        ["play", "tiers", "check", "43"],
        ["compare", "2d6+3", "d20", "1d12+3"],
        ["roll", "d100 under 45", "--game", "tiers"],
        ["games", "tiers"],
    ):
        assert run(*words).exit_code == 0, words
    monkeypatch.undo()


def test_a_file_makes_its_game_known_as_if_it_were_built_in() -> None:
    (night,) = open_games(NIGHT)
    assert game_names() == (*BUILT_IN, "night_watch")
    assert find_game("night_watch") is night
    service = Service()
    asked = {"rule": "night_watch.spot", "parameters": {"skill": 3, "hour": "deep"}}
    assert service.ask("roll", {**asked, "faces": [4, 4]})["outcome"] == "noticed by 0"
    dice = service.ask("odds", {"expression": "2d12", "game": "night_watch"})
    assert dice["mean"]["exact"] == "11"
    record = night.rules["spot"](3, "deep").roll(faces=[6, 1]).to_json()
    assert str(verify(record).outcome) == "missed by 1"
    sheet = (NIGHT.parents[2] / "hanna.toml").read_text(encoding="utf-8")
    named = service.ask(
        "roll", {**asked, "parameters": {"skill": "Listening"}, "sheets": [sheet], "faces": [1, 2]}
    )
    assert named["outcome"] == "missed by 3"
    assert open_games(NIGHT)[0] is find_game("night_watch"), "read again, as it may have changed"


def test_rules_without_a_game_are_one_that_is_named_after_their_file(tmp_path: Path) -> None:
    (duel,) = open_games(DUEL)
    assert (duel.name, list(duel.rules)) == ("duel", ["blow", "duel"])
    blow = duel.rules["blow"]
    record = json.loads(blow(3).roll(faces=[9]).to_json())
    assert (blow.name, record["rule"]) == ("duel.blow", "duel.blow")
    plain = run("play", str(DUEL), "blow", "3", "--seed", "1", "--json").stdout
    assert json.loads(plain)["roll"]["rule"] == "blow", "by itself, it keeps its name"
    (tmp_path / "roll.json").write_text(blow(3).roll(faces=[9]).to_json(), encoding="utf-8")
    catalogue._opened.clear()
    assert "name its file" in run("verify", str(tmp_path / "roll.json")).stderr
    held = run("verify", str(tmp_path / "roll.json"), "--rules", str(DUEL))
    assert held.stdout.startswith("holds: ")
    odd = tmp_path / "2 By-night.py"
    odd.write_text("from astragal import Asks, rule\n@rule\ndef f() -> Asks[int]:\n    return 1\n")
    assert open_games(odd)[0].name == "_2_by_night"


@pytest.mark.parametrize(
    ("name", "source", "code"),
    [
        ("a.py", game("tiers"), "name-taken"),
        ("scores.py", "from astragal import rule\n@rule\ndef f(): return 1", "name-taken"),
        ("b.py", game("night_watch"), "name-taken"),
        ("c.py", "from astragal.games.tiers import check", "broken-game"),
        ("d.py", 'from astragal import Game\ngame = Game("Night Watch", "…")', "broken-file"),
        ("e.py", 'from astragal import Game\ngame = Game("d", "…", short="one")', "broken-file"),
        ("f.py", game("f", ', named=("high", "most")'), "broken-game"),
        ("g.py", game("g", ", conventions=3"), "broken-file"),
        ("h.txt", "", "not-python"),
    ],
)
def test_a_file_whose_game_cannot_be_used_is_refused(
    tmp_path: Path, name: str, source: str, code: str
) -> None:
    open_games(NIGHT)
    (tmp_path / name).write_text(source, encoding="utf-8")
    with pytest.raises(RuleError) as caught:
        open_games(tmp_path / name)
    assert caught.value.code == code
    assert game_names() == (*BUILT_IN, "night_watch")
    refused = run("games", "--file", str(tmp_path / name))
    assert refused.exit_code != 0
    assert refused.stderr.startswith("error: ")


def test_rules_of_others_are_never_small() -> None:
    """A server answers small questions in its own process, which no rule of others may hold up."""
    open_games(NIGHT)
    roll = find_question("roll")
    assert roll.is_small(roll.read({"rule": "tiers.check", "parameters": {"stat": 43}}))
    assert not roll.is_small(roll.read({"rule": "night_watch.spot", "parameters": {"skill": 3}}))
    for name, fields in (("roll", {"expression": "2d6"}), ("read", {"text": "2d6"})):
        question = find_question(name)
        assert question.is_small(question.read({**fields, "game": "tiers"}))
        assert not question.is_small(question.read({**fields, "game": "night_watch"}))


def test_rules_of_opened_files_travel_with_their_source() -> None:
    spot: Any = open_games(NIGHT)[0].rules["spot"](3)
    open_games(DUEL)
    for made in (spot, find_game("duel").rules["blow"](3)):
        parcel: Any = Packing().packed(made)
        assert isinstance(parcel.rule, FileRule)
        assert str(parcel.unpacked().odds()) == str(made.odds())


@pytest.mark.slow
def test_a_server_and_its_workers_answer_about_a_file() -> None:
    async def asks() -> tuple[Any, httpx.Response]:
        async with served() as server:
            known = await server.client.get("/openapi.json")
            return known.json(), await server.client.post(path, json=asked)

    open_games(NIGHT)
    path, asked = "/api/v1/games/night_watch/spot/odds", {"parameters": {"skill": 3}}
    described, odds = asyncio.run(asks())
    assert path in described["paths"]
    assert odds.status_code == 200, odds.text
    assert odds.json()["expression"] == "Sighting with +3"


def test_a_game_of_a_file_is_opened_at_the_prompt_and_forgotten_with_a_word() -> None:
    lines = "game night_watch\nspot 3 --faces 4,5\nodds 2d12\ngame\n"
    said = run("prompt", "--fresh", "--file", str(NIGHT), stdin=lines).output
    assert "night_watch is here: game night_watch opens it." in said
    assert "→ noticed by 3" in said
    assert "mean 11.00" in said
    assert "night_watch" in said.rpartition("the games are")[2]
    session = Session(Terminal(), None)
    assert Kept(values={"str": 3}, game="night_watch").restore(session) is None
    catalogue._opened.clear()
    trouble = Kept(values={"str": 3}, game="night_watch").restore(session) or ""
    assert "there is no game 'night_watch'" in trouble
    assert (session.game, session.values) == (None, {"str": 3})


@pytest.mark.parametrize("name", ["Tiers", "two words", "a.b", "", "none", None, "d-20"])
def test_a_games_name_is_a_word(name: Any) -> None:
    with pytest.raises(AstragalError) as caught:
        Game(name, "…")
    assert caught.value.code == "bad-name"


NASTY = """
from astragal import Asks, Convention, Conventions, Game, d

def lost(typed):
    return typed.nothing

broken = Conventions(Convention("lost", lost), against=lost)
game = Game("nasty", "all goes wrong", conventions=broken)

@game.rule
def divides(n: int = 0) -> Asks[int]:
    yield d(6)
    return 1 // n

@game.rule
def exits() -> Asks[int]:
    yield d(6)
    raise SystemExit(5)
"""


def test_whatever_the_code_of_others_raises_the_service_answers(tmp_path: Path) -> None:
    (tmp_path / "nasty.py").write_text(NASTY, encoding="utf-8")
    open_games(tmp_path / "nasty.py")
    service = Service()
    for question, says in (
        ({"ask": "roll", "rule": "nasty.divides"}, "ZeroDivisionError"),
        ({"ask": "odds", "rule": "nasty.divides"}, "ZeroDivisionError"),
        ({"ask": "roll", "rule": "nasty.exits"}, "SystemExit: 5"),
        ({"ask": "roll", "expression": "2d6", "game": "nasty"}, "nasty: `lost` cannot be worked"),
        ({"ask": "roll", "expression": "d20 vs 15", "game": "nasty"}, "AttributeError"),
    ):
        reply = service.reply(json.dumps(question))
        assert (reply.status, json.loads(reply.body)["code"]) == (422, "raised")
        assert says in reply.body
    said = run("prompt", "--fresh", stdin="game nasty\n2d6\ndivides\n").output
    assert "error: nasty: `lost` cannot be worked out: AttributeError" in said
    assert "error: ZeroDivisionError" in said
