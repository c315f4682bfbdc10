"""``astragal play``: rules in a file, used from the command line."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from astragal.cli import decisions
from astragal.cli.main import main

DUEL = '''
from dataclasses import dataclass
from typing import Annotated, Literal

from astragal import Asks, Bounds, Die, Expression, choose, note, rule


@dataclass(frozen=True)
class Blow:
    total: int
    hit: bool

    def __str__(self):
        return f"{self.total}, a {'hit' if self.hit else 'miss'}"


@dataclass(frozen=True)
class Boon:
    amount: int
    kind: Literal["luck", "skill"] = "luck"


@rule
def attack(
    bonus: Annotated[int, Bounds(-5, 20), "added to the die"] = 0,
    armour: int = 12,
    lucky: bool = False,
) -> Asks[Blow]:
    """d20 + bonus hits if it reaches the armour.

    Who is lucky may roll again.
    """
    face = yield "d20"
    if lucky and (yield choose("roll again?", {"yes": True, "no": False}, by="you", face=face)):
        face = yield "d20"
    yield note("rolls {}, {:+} is {}", face, bonus, face + bonus)
    return Blow(face + bonus, face + bonus >= armour)


@rule
def fight(hp: int = 3, bonus: int = 0) -> Asks[str]:
    """Blow by blow, until one misses or the other falls."""
    blow = yield attack(bonus)
    if not blow.hit:
        return "lost"
    return "won" if hp == 1 else fight(hp - 1, bonus)


@rule
def everything(
    stance: Literal["wild", "calm"],
    die: Die = 6,
    dice: Expression = "2d6",
    stats: list[int] = (),
    boons: list[Boon] = (),
    most: int | None = None,
    odds: int = 3,
) -> Asks[int]:
    """One of each kind."""
    return (yield die) + (yield dice) + sum(stats) + sum(boon.amount for boon in boons) + odds
'''


@pytest.fixture
def duel(tmp_path: Path) -> str:
    path = tmp_path / "duel.py"
    path.write_text(DUEL, encoding="utf-8")
    return str(path)


def play(*words: str, typed: str | None = None) -> Result:
    return CliRunner().invoke(main, ["play", *words], input=typed)


def test_a_rule_is_rolled(duel: str) -> None:
    result = play(duel, "attack", "--bonus", "3", "--faces", "11", "--explain")
    assert result.exit_code == 0
    assert result.output == (
        "Attack, bonus 3: rolls 11, +3 is 14 → 14, a hit\n"
        "  Attack, bonus 3:\n"
        "    rolls 11, +3 is 14\n"
        "  → 14, a hit\n"
    )
    assert play(duel, "attack", "--seed", "1", "--times", "3").output.count("Attack: ") == 3


def test_the_file_and_its_rules_explain_themselves(duel: str) -> None:
    listed = play(duel, "--help").output
    assert "attack " in listed
    assert "Blow by blow, until one misses or the other falls." in listed
    described = play(duel, "attack", "--help").output
    assert "--bonus INTEGER" in described
    assert "added to the die  [default: 0]" in described
    assert "Who is lucky may roll again." in described
    assert "--lucky / --no-lucky" in described
    assert "--rule-odds INTEGER" in play(duel, "everything", "--help").output


def test_every_kind_of_parameter_is_read(duel: str) -> None:
    result = play(
        *(
            duel,
            "everything",
            "--stance",
            "wild",
            "--die",
            "d4",
            "--dice",
            "1d6+1",
            "--stats",
            "1,2",
        ),
        *("--boons", "amount=3;amount=4,kind=skill", "--most", "none", "--rule-odds", "10"),
        *("--faces", "2,5", "--json"),
    )
    assert result.exit_code == 0, result.output
    data = json.loads(result.output)["roll"]
    assert data["outcome"] == 2 + 6 + 3 + 7 + 10
    assert data["parameters"]["boons"] == [
        {"amount": 3, "kind": "luck"},
        {"amount": 4, "kind": "skill"},
    ]


def test_odds_of_a_rule(duel: str) -> None:
    assert (
        "true 60.00 % = 3/5" in play(duel, "attack", "--bonus", "3", "--odds", "--of", "hit").output
    )
    data = json.loads(play(duel, "attack", "--odds", "--of", "total>=15", "--json").output)
    assert data["mean"]["exact"] == "3/10"
    won = play(duel, "fight", "--odds", "--of", "outcome=won", "--markdown").output
    assert "| true | 9.11 % |" in won
    assert (
        play(duel, "fight", "--odds", "--csv")
        .output.splitlines()[1]
        .startswith("Fight,lost,7271,8000")
    )


def test_steps_of_a_rule(duel: str) -> None:
    assert "mean 2.19 steps" in play(duel, "fight", "--bonus", "5", "--steps").output


def test_a_sweep_of_words(duel: str) -> None:
    """An outcome that is a word has a column, in the order of the odds; many are grouped."""
    ends = play(duel, "fight", "--sweep", "bonus=0..4/4").output
    assert ends.splitlines()[2:] == [
        "         outcome",
        "  bonus     lost      won",
        "      0  90.89 %   9.11 %",
        "      4  72.54 %  27.46 %",
    ]
    many = ("attack", "--sweep", "bonus=0..1", "--csv")
    assert play(duel, *many).output.count("\n") == 1 + 2 * 21
    grouped = play(duel, *many[:-1]).output
    assert "10 others" in grouped
    assert grouped.endswith("--of looks at one of: total, hit\n")
    everything = play(duel, *many[:-1], "--all").output
    assert "others" not in everything
    assert "21, a hit" in everything


def test_a_sweep_shows_what_players_ask_first() -> None:
    """A rule's outcomes may be a hundred: the first headline stands for them."""
    swept = ("tiers", "check", "--sweep", "stat=10..30/20")
    first = play(*swept).output
    assert first == (
        "Check: passes\n\n"
        f"  stat   chance\n    10  11.00 %  {'█' * 14}▎\n    30  31.00 %  {'█' * 40}\n"
        "--of asks for another: grade, tiers, full, effect, location, succeeds, partial; "
        "--all shows every outcome\n"
    )
    assert "Success, 1 $" in play(*swept, "--all").output
    assert '"Success, 1 $"' in play(*swept, "--csv").output
    # Where the field means nothing, every outcome is shown.
    open_check = play("triumph", "check", "--sweep", "ability=0..1").output
    assert "outcome\n" in open_check


def test_what_matters_in_a_rule(duel: str) -> None:
    found = play(duel, "attack", "--matters", "--of", "hit", "--aim", "hit", "--by", "armour=3")
    assert found.output.splitlines() == [
        "attack(): hit",
        "  chance 45.00 % as it is",
        "",
        "   one step  points  chance then",
        "   lucky on  +24.75      69.75 %",
        "  armour +3  -15.00      30.00 %",
        "  armour -3  +15.00      60.00 %",
        "   bonus +1   +5.00      50.00 %",
        "   bonus -1   -5.00      40.00 %",
    ]


def test_sweeps_of_a_rule(duel: str) -> None:
    grid = play(
        duel, "attack", "--sweep", "bonus=0..4/2", "--sweep", "armour=10,15", "--of", "hit"
    ).output
    assert grid.splitlines()[2:] == [
        "         armour",
        "  bonus       10       15",
        "      0  55.00 %  30.00 %",
        "      2  65.00 %  40.00 %",
        "      4  75.00 %  50.00 %",
    ]
    found = play(duel, "attack", "--sweep", "bonus=0..20", "--of", "hit", "--reach", "65%").output
    assert "the least bonus for a chance of at least 65.00 % is 4 (65.00 %)" in found
    falls = ("--sweep", "armour=5..25", "--of", "hit", "--reach", "65%")
    found = play(duel, "attack", *falls).output
    assert "the greatest armour for a chance of at least 65.00 % is 8" in found
    assert play(duel, "attack", *falls, "--greatest").output == found
    frontier = play(duel, "attack", "--sweep", "bonus=0..4/2", *falls).output
    assert frontier.splitlines()[1:] == [
        "  the greatest armour for a chance of at least 65.00 %",
        "",
        "  bonus  armour   chance",
        "      0       8  65.00 %",
        "      2      10  65.00 %",
        "      4      12  65.00 %",
    ]
    steps = play(duel, "fight", "--sweep", "hp=1..3", "--steps").output
    assert "Fight: steps" in steps
    within = play(duel, "fight", "--sweep", "hp=1..3", "--within", "1").output
    assert "Fight: ended within 1 step\n" in within
    best = play(
        duel, "attack", "--lucky", "--sweep", "bonus=0..2", "--of", "hit", "--aim", "hit"
    ).output
    assert "69.75 %" in best


def test_advice_and_decisions(duel: str) -> None:
    advice = play(duel, "attack", "--lucky", "--faces", "5", "--advise", "--aim", "hit").output
    assert "best: yes" in advice
    decided = play(duel, "attack", "--lucky", "--faces", "5,16", "--decide", "yes").output
    assert decided == (
        "Attack, lucky: 1d20: 5; you: roll again? yes; rolls 16, +0 is 16 → 16, a hit\n"
    )
    best = play(duel, "attack", "--lucky", "--faces", "5,16", "--aim", "hit").output
    assert best == decided
    after = ["--faces", "5,16", "--decide", "yes", "--advise", "--aim", "hit"]
    assert "ends with these faces and decisions" in play(duel, "attack", "--lucky", *after).output
    strategy = ["--plan", "--aim", "hit", "--strategy", "no"]
    assert "it loses" in play(duel, "attack", "--lucky", *strategy).output


def test_somebody_at_the_keyboard_is_asked(duel: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(decisions, "at_keyboard", lambda: True)
    for typed in ("yes\n", "1\n", "y\n", "maybe\n3\n1\n"):
        result = play(duel, "attack", "--lucky", "--faces", "5,16", typed=typed)
        assert result.exit_code == 0
        assert "you: roll again? (face 5)" in result.output
        assert "  1  yes" in result.output
        assert result.output.endswith("→ 16, a hit\n")
        assert ("please choose one of: yes, no" in result.output) == typed.startswith("maybe")


def test_a_record_of_a_rule_is_verified_with_its_file(duel: str, tmp_path: Path) -> None:
    record = tmp_path / "roll.json"
    record.write_text(play(duel, "attack", "--seed", "7", "--json").output, encoding="utf-8")
    held = CliRunner().invoke(main, ["verify", str(record), "--rules", duel])
    assert held.exit_code == 0
    assert held.output.startswith("holds: Attack: rolls")
    unknown = CliRunner().invoke(main, ["verify", str(record)])
    assert unknown.exit_code == 1
    assert "this is a roll of a rule: name its file with --rules" in unknown.output
    record.write_text(record.read_text().replace('"bonus": 0', '"bonus": 1'), encoding="utf-8")
    assert CliRunner().invoke(main, ["verify", str(record), "--rules", duel]).exit_code == 1


def test_rules_are_drawn(duel: str, tmp_path: Path) -> None:
    path = tmp_path / "sweep.svg"
    result = play(duel, "attack", "--sweep", "bonus=0..9", "--of", "hit", "--plot", str(path))
    assert result.output == f"plot saved to {path}\n"
    assert path.stat().st_size > 1000


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["atack"], 2, "has no rule 'atack'\n  did you mean attack?"),
        (["attack", "--bonus", "x"], 1,
         "attack: bonus must be a whole number from -5 to 20, not 'x'"),
        (["attack", "--bonus", "99"], 1,
         "attack: bonus must be a whole number from -5 to 20, not 99"),
        (["everything"], 1, "everything: stance is missing: one of wild, calm"),
        (["everything", "--stance", "odd"], 1, "stance must be one of wild, calm, not 'odd'"),
        (["everything", "--stance", "wild", "--boons", "size=3"], 1,
         "boons[0] must be written like amount=…,kind=…"),
        (["everything", "--stance", "wild", "--dice", "2d"], 1, "how many sides"),
        (["attack", "--lucky"], 1,
         "leaves a choice: you: roll again? (yes, no); and nobody is at the keyboard"),
        (["attack", "--lucky", "--odds"], 1, "--aim says what choices are for"),
        (["attack", "--lucky", "--advise"], 2, "advice for what?"),
        (["attack", "--lucky", "--advise", "--aim", "hit"], 1,
         "these faces do not lead to one yet"),
        (["attack", "--odds", "--of", "hits"], 1, "has no hits"),
        (["attack", "--odds", "--of", "total>=many"], 1, "cannot be compared with many"),
        (["attack", "--odds", "--of", "hit>=3"], 1, "is not a number"),
        (["attack", "--odds", "--steps"], 2, "give one of --odds and --steps"),
        (["attack", "--odds", "--faces", "3"], 2, "--faces goes with a roll or --advise"),
        (["attack", "--of", "hit"], 2, "--of goes with --odds, --steps, --sweep or --matters"),
        (["attack", "--odds", "--csv", "--json"], 2, "give --csv or --json, not both"),
        (["attack", "--sweep", "bonus"], 2, "write it like bonus=0..10"),
        (["attack", "--sweep", "bonus="], 2, "is not a name and its values"),
        (["attack", "--sweep", "bonus=5..1"], 2, "runs backwards"),
        (["attack", "--sweep", "bonus=1..5/0"], 2, "has a step of 0"),
        (["attack", "--sweep", "bonus=1", "--sweep", "bonus=2"], 2, "--sweep bonus is given twice"),
        (["attack", "--sweep", "speed=1..2", "--of", "hit"], 2, "attack has no speed to sweep"),
        (["attack", "--sweep", "bonus=1..2", "--greatest"], 2, "--greatest goes with --reach"),
        (["attack", "--least"], 2, "--least goes with --reach"),
        (["attack", "--sweep", "bonus=1..2", "--sweep", "armour=1..2", "--sweep", "lucky=no"], 2,
         "a sweep is over one or two parameters"),
        (["attack", "--sweep", "bonus=1..2", "--shares", "--reach", "9%"], 2, "leave out --shares"),
        (["attack", "--sweep", "bonus=1..2", "--reach", "9%"], 1,
         "this needs outcomes that are true, false or numbers, not such as 2, a miss"),
        (["attack", "--matters"], 1, "this needs outcomes that are true, false or numbers"),
        (["attack", "--matters", "--odds"], 2, "give one of --odds and --matters"),
        (["attack", "--by", "bonus=2"], 2, "--by goes with --matters"),
        (["attack", "--matters", "--of", "hit", "--by", "bonus"], 2, "write it like str=3"),
        (["attack", "--matters", "--of", "hit", "--by", "speed=2"], 1, "attack has no speed"),
        (["attack", "--odds", "--all"], 2, "--all goes with --sweep"),
        (["attack", "--faces", "1,2"], 1, "2 was not used"),
        (["attack", "--sweep", "bonus=1-5", "--of", "hit"], 1, "write a range like bonus=10..14"),
        (["fight", "--odds", "--of", "won"], 1, "outcome=won"),
        (["attack", "--lucky", "--decide", "yes", "--aim", "hit"], 2,
         "give --decide or --aim, not both"),
        (["everything", "--stance", "wild", "--stats", "3,x"], 1,
         "stats[1] must be a whole number, not 'x'"),
    ],
)  # fmt: skip
def test_wrong_use_is_said_plainly(duel: str, words: list[str], status: int, said: str) -> None:
    result = play(duel, *words)
    assert said in result.output
    assert result.exit_code == status


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("rules.txt", "", "is not a Python file"),
        ("none.py", "x = 1", "has no rules"),
        ("broken.py", "x = (", "SyntaxError"),
        ("wrong.py", "from astragal import rule\n@rule\ndef f(n): yield 1", "needs a type"),
    ],
)
def test_files_that_hold_no_rules(tmp_path: Path, name: str, text: str, said: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    assert said in play(str(path), "f").output
    assert "there is no file" in play(str(tmp_path / "missing.py"), "f").output


def test_a_mistake_in_a_rule_is_said_without_a_traceback(tmp_path: Path) -> None:
    path = tmp_path / "wrong.py"
    path.write_text(
        "from astragal import rule, Asks, d\n@rule\n"
        "def f() -> Asks[int]:\n    return 1 // ((yield d(6)) - 3)\n",
        encoding="utf-8",
    )
    for words in (["--odds"], ["--faces", "3"]):
        result = play(str(path), "f", *words)
        assert result.exit_code == 1
        assert re.match("error: ZeroDivisionError: .*by zero\n", result.output)  # Python's words
        assert "in the rule f() (wrong.py, line 4), after the answer 3" in result.output
        assert "Traceback" not in result.output


def odds(*words: str) -> Any:
    return CliRunner().invoke(main, ["odds", *words])


def test_a_sweep_of_notation() -> None:
    output = odds("1d20+@b >= @dc", "--sweep", "b=0..1", "--sweep", "dc=10,15").output
    assert output.splitlines()[2:] == [
        "     dc",
        "  b       10       15",
        "  0  55.00 %  30.00 %",
        "  1  60.00 %  35.00 %",
    ]
    reached = odds(
        "1d20+@b >= @dc", "--sweep", "b=0..20", "--set", "dc=15", "--reach", "0.65"
    ).output
    assert "the least b for a chance of at least 65.00 % is 7 (65.00 %)" in reached
    words = odds("1d20+@b [..9] miss [10..] hit", "--sweep", "b=0..1", "--markdown").output
    assert words.splitlines()[2:] == ["| 0 | 45.00 % | 55.00 % |", "| 1 | 40.00 % | 60.00 % |"]
    hits = ("1d20+@b [..9] miss [10..] hit", "--of", "outcome=hit")
    found = odds(*hits, "--sweep", "b=0..9", "--reach", "65%").output
    assert "the least b for a chance of at least 65.00 % is 2" in found
    assert "b +1   +5.00      65.00 %" in odds(*hits, "--set", "b=1", "--matters").output
    means = odds("1d2+@b", "--sweep", "b=0..1", "--shares").output
    assert means.splitlines()[3:] == [
        "  b        1        2        3",
        "  0  50.00 %  50.00 %      0 %",
        "  1      0 %  50.00 %  50.00 %",
    ]
    steps = odds("1d20+@b >= @dc", "--set", "b=3", "--set", "dc=15", "--matters", "--csv").output
    assert steps.splitlines()[1].startswith("b,+1,1,20,0.05,1,2,")
    assert json.loads(odds("@n d6", "--sweep", "n=1..3", "--json").output)["kind"] == "mean"


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["1d20+@b", "2d6", "--sweep", "b=1..2"], 2, "a sweep takes one expression"),
        (["1d20+@b", "--reach", "65%"], 2, "--sweep is missing, e.g. --sweep bonus=0..10"),
        (["1d20+@b", "--sweep", "c=1..2"], 1, "`1d20 + @b` has no variable @c"),
        (["1d20+@b", "--sweep", "b=1..2", "--at-least", "15"], 2,
         "give one of --at-least and --sweep"),
        (["1d20+@b>3", "--sweep", "b=1..2", "--greatest"], 2, "--greatest goes with --reach"),
        (["1d20+@b>3", "--sweep", "b=1..2", "--matters"], 2, "give one of --sweep and --matters"),
        (["1d20+@b>3", "--by", "b=2"], 2, "--by goes with --matters"),
        (["1d20+@b [..9] a [10..] b", "--sweep", "b=1..2", "--reach", "9%"], 1,
         "--of says what to look at, such as outcome=hit"),
        (["1d20+@b>3", "--matters", "--at-least", "3"], 2, "give one of --at-least and --matters"),
        (["1d20+@b>3", "--matters"], 1, "@b"),
        (["(2d6)=@b", "--sweep", "b=2..12", "--reach", "9%"], 1,
         "the chance rises up to b=7, and falls after it: which b is enough has no one end\n"
         "  --least or --greatest says which is meant"),
        (["1d20+@b>3", "--sweep", "b=x"], 2, "@b takes numbers, not 'x'"),
    ],
)  # fmt: skip
def test_wrong_sweeps_of_notation(words: list[str], status: int, said: str) -> None:
    result = odds(*words)
    assert said in result.output
    assert result.exit_code == status
