"""A game reads the dice that are typed while it is open, alike in every way in."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import ceil
from typing import Any

import pytest

import astragal
from astragal import (
    AstragalError,
    Conventions,
    Game,
    NotationError,
    OddsError,
    find_game,
    read_record,
    verify,
)
from astragal.games import percentile, scores, target, tiers, triumph
from astragal.mechanics.conventions import D100_FROM_ZERO, NEVER_BELOW_ZERO, rounding
from astragal.rolling.phrases import outcome_phrase
from astragal.service import Service
from tests.games.typed import WAYS, by_command, by_the_service
from tests.support.prompt import talk

SERVICE = Service()
RANGES = "[..6] Low [7..9] Mixed [10..] High"
AS_SCORES = "1d10ish + {} " + RANGES + " [0!] Low [10!] High"

DICE = [
    # tiers: a d100 reads 00 to 99
    ("tiers", "d100", [0], "1d{0..99}", 0),
    ("tiers", "d% + 5", [99], "1d{0..99} + 5", 104),
    ("tiers", "{d100 & d6}kh1", [0, 3], "{1d{0..99} & 1d6}kh1", 3),
    ("tiers", "2d6k>=(1d100)", [5, 4, 0], "2d6k>=(1d{0..99})", 9),
    ("tiers", "p = d100; p + p", [0], "p = 1d{0..99}; p + p", 0),
    ("tiers", "d100 <= 45", [45], "1d{0..99} <= 45", True),
    ("tiers", "d100 with advantage", [0, 31], "2d{0..99}kl1", 0),
    ("tiers", "2d100▲", [0, 31], "2d{0..99}kh1", 31),
    # percentile: up, and never under 0, once, at the end
    ("percentile", "3d10/2", [7, 2, 4], "ceil(3d10 / 2)", 7),
    ("percentile", "d10/3", [10], "ceil(1d10 / 3)", 4),
    ("percentile", "7/2/2 * d10", [2], "ceil(ceil(7 / 2) / 2) * 1d10", 4),
    ("percentile", "floor(d10/2)", [7], "floor(1d10 / 2)", 3),
    ("percentile", "1.5 * d10", [3], "ceil(1.5 * 1d10)", 5),
    ("percentile", "1d5–3", [1], "max(0, 1d5 - 3)", 0),
    ("percentile", "(d10 - 8) + 5", [1], "max(0, (1d10 - 8) + 5)", 0),
    ("percentile", "d10 - 8 + d10", [1, 10], "max(0, 1d10 - 8 + 1d10)", 3),
    ("percentile", "2x(d10-5)", [1, 9], "2x(max(0, 1d10 - 5))", [0, 4]),
    ("percentile", "d10-5, d5-5", [1, 5], "max(0, 1d10 - 5), max(0, 1d5 - 5)", [0, 0]),
    ("percentile", "d10rr=1", [1, 1], "1d10r=1", 1),
    # target: down, toward minus infinity
    ("target", "3d6/2", [6, 4, 5], "3d6 // 2", 7),
    ("target", "(d6-4)/2", [1], "(1d6 - 4) // 2", -2),
    ("target", "d6 * 1.5", [3], "floor(1d6 * 1.5)", 4),
    ("target", "ceil(d6/2)", [3], "ceil(1d6 / 2)", 2),
    # triumph: ♻, then !, then ▲ ▼, whatever the order
    ("triumph", "2d20!▲", [20, 4, 7], "2d20!!kh1", 27),
    ("triumph", "2d20▲!", [20, 4, 7], "2d20!!kh1", 27),
    ("triumph", "1d10!▼", [10, 3], "1d10!!kl1", 13),
    ("triumph", "2d6▲♻", [4, 5], "2d6r?kh1", 5),
    ("triumph", "{2d20! & 1d20!}kh1", [3, 20, 9, 5], "{2d20!! & 1d20!!}kh1", 29),
    ("triumph", "4d6!▲▲▲ / 2", [6, 5, 4, 1, 2], "4d6!!kh3 // 2", 8),
    ("triumph", "1d20+5 >= 15", [10], "1d20 + 5 >= 15", True),
    ("triumph", "2d6 vs 2d6", [1, 2, 1, 2], "2d6 vs 2d6", "tie"),
    # scores: a Test's die
    ("scores", f"d10ish+8 {RANGES}", [0], AS_SCORES.format(8), "Low"),
    ("scores", f"d10-3 {RANGES}", [10], AS_SCORES.format(3).replace("+", "-"), "High"),
    ("scores", f"d10+8 {RANGES}", [2], AS_SCORES.format(8), "High"),
    (
        *("scores", "d10 + 9 [7..9] graze [10..] hit", [0]),
        *("1d10ish + 9 [7..9] graze [10..] hit [0!] no range [10!] hit", "no range"),
    ),
    (
        *("scores", "9 + d10 [0!] ouch [..6] Fail [7..] Pass", [0]),
        *("9 + 1d10ish [0!] ouch [..6] Fail [7..] Pass [10!] Pass", "ouch"),
    ),
    ("scores", f"2d10 {RANGES}", [1, 1], f"2d10 {RANGES}", "Low"),
    ("scores", f"2d10kh1 {RANGES}", [1, 10], f"2d10kh1 {RANGES}", "High"),
    ("scores", f"d10+d4 {RANGES}", [3, 4], f"1d10 + 1d4 {RANGES}", "Mixed"),
    ("scores", "d10+8", [10], "1d10 + 8", 18),
]
"""A game, what is typed, faces in hand, the plain notation, and the outcome."""

RULES = [
    ("tiers", "d100 under 45", [45], "check", {"stat": 45}, "Success, 4 $"),
    ("tiers", "percentile vs 45", [44], "check", {"stat": 45}, "Critical, 4 $"),
    ("tiers", "d% against 45", [46], "check", {"stat": 45}, "Failure"),
    ("tiers", "d100 at or under 45", [0], "check", {"stat": 45}, "Critical, 0 $"),
    ("tiers", "d100 45 or under", [99], "check", {"stat": 45}, "Fumble"),
    ("tiers", "45 or less on a d100", [45], "check", {"stat": 45}, "Success, 4 $"),
    ("tiers", "roll 45 or less", [46], "check", {"stat": 45}, "Failure"),
    ("triumph", "d20+5 hits AC 15", [10], "check", {"dc": 15}, "failure: a tie goes to the DC"),
    ("triumph", "d20+5 to hit 15", [11], "check", {"dc": 15}, "success by 1"),
    ("tiers", "d100 vs 50 with advantage", [77, 12], "check", {"advantages": 1}, "Success, 1 $"),
    ("tiers", "d100 against my Climb of 45", [12], "check", {"stat": 45}, "Success, 1 $"),
    ("tiers", "percentile roll under 45%", [12], "check", {"stat": 45}, "Success, 1 $"),
    ("tiers", "under 99 on d100", [96], "check", {"stat": 99}, "Failure"),
    ("tiers", "roll under 45 please", [12], "check", {"stat": 45}, "Success, 1 $"),
    *[
        (
            *("tiers", f"d100 with {word} vs 50", [77, 94], "check"),
            *({"stat": 50, f"{word}s": 1}, grade),
        )
        for word, grade in [("advantage", "Failure"), ("disadvantage", "Fumble")]
    ],
    ("percentile", "d100 under 45", [23], "test", {"target": 45}, "3 degrees of success"),
    ("percentile", "percentile vs 45", [71], "test", {"target": 45}, "4 degrees of failure"),
    (
        "triumph",
        "1d20+5 vs 15",
        [10],
        "check",
        {"ability": 5, "dc": 15},
        "failure: a tie goes to the DC",
    ),
    ("triumph", "d20 + 5 against DC 15", [11], "check", {"dc": 15}, "success by 1"),
    (
        "triumph",
        "d20+5 vs DC15 with advantage",
        [3, 11],
        "check",
        {"dice": "2d20▲"},
        "success by 1",
    ),
    ("triumph", "2d20▲ beats 15", [15, 3], "check", {"dc": 15}, "failure: a tie goes to the DC"),
    ("triumph", "d20+5 to hit AC 15", [1], "check", {"dc": 15}, "disaster, failure by 9"),
    ("triumph", "d20-2 DC 15", [20], "check", {"ability": -2}, "triumph, success by 3"),
    ("triumph", "5 + d20 vs Hard", [1], "check", {"dc": 15}, "disaster, failure by 9"),
    (
        "triumph",
        "2d20!▲ vs 25",
        [20, 4, 7],
        "check",
        {"dice": "2d20▲!"},
        "triumph, success by 2",
    ),
    ("triumph", "2d20 vs 25", [20, 6], "check", {"dice": "2d20"}, "triumph, success by 1"),
    ("triumph", "2d20 vs 19", [10, 10], "check", {"dice": "2d20"}, "success by 1"),
    ("triumph", "2d20 vs 25", [1, 20], "check", {"dice": "2d20"}, "failure by 4"),
    ("triumph", "1d20+1d4-1d6+2 vs 9", [8, 4, 4], "check", {"ability": 2}, "success by 1"),
    (
        *("triumph", "1d20+5 vs 1d20+3, they react", [11, 13], "contest"),
        *({"ability": 5, "opponent": 3, "reactive": "them"}, "lose, 16 against 16"),
    ),
    (
        *("triumph", "reactive 1d20+5 against d20+3", [11, 13], "contest"),
        *({"reactive": "us"}, "win, 16 against 16"),
    ),
    (
        "triumph",
        "1d20+5 vs 1d20+3",
        [11, 13, 2],
        "contest",
        {"reactive": "nobody"},
        "lose, 16 against 16",
    ),
    (
        "triumph",
        "2d20▼ vs 2d20▲ + 9",
        [20, 20, 3, 1],
        "contest",
        {"opponent": 9},
        "win, 20 (triumph) against 12",
    ),
]
"""A game, what is typed, faces, the rule it calls, some of its parameters, and the outcome."""


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("game", "line", "faces", "plain", "outcome"), DICE)
def test_dice_are_read_as_the_game_reads_them(
    way: str, game: str, line: str, faces: list[int], plain: str, outcome: object
) -> None:
    rolled = WAYS[way](game, line, faces)
    assert rolled.record["expression"] == plain
    assert rolled.record["outcome"] == outcome
    assert (f"in {game} " in rolled.said) == (plain not in (line, _spelt(line)))
    assert read_record(rolled.record).outcome == verify(rolled.record).outcome


def _spelt(line: str) -> str:
    """What is typed, as it is spelt where no game is open."""
    try:
        return str(astragal.parse(line))
    except NotationError:
        return ""


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("game", "line", "faces", "rule", "parameters", "outcome"), RULES)
def test_dice_against_something_are_the_rule_of_the_game(
    way: str,
    game: str,
    line: str,
    faces: list[int],
    rule: str,
    parameters: dict[str, Any],
    outcome: str,
) -> None:
    rolled = WAYS[way](game, line, faces)
    assert rolled.record["rule"] == f"{game}.{rule}"
    assert {name: rolled.record["parameters"][name] for name in parameters} == parameters
    assert rolled.text.endswith(f"→ {outcome_phrase(verify(rolled.record).outcome)}")
    assert f"in {game} this is a {rule}: " in rolled.said
    assert str(verify(rolled.record).outcome) == outcome


# What the games' chapters say, by hand


def odds(game: Any, line: str, **how: Any) -> dict[Any, Fraction]:
    return dict(game.game.read(astragal.parse(line)).odds(**how).items())


def counted(outcomes: list[Any]) -> dict[Any, Fraction]:
    counts = Counter(outcomes)
    return {each: Fraction(ways, len(outcomes)) for each, ways in counts.items()}


def test_odds_against_every_face() -> None:
    tens = range(1, 11)
    pairs = [*product(tens, tens)]
    assert odds(tiers, "d100") == counted([*range(100)])
    assert odds(percentile, "2d10/3 - 2") == counted([max(0, ceil(sum(x) / 3) - 2) for x in pairs])
    assert odds(target, "(2d10-7)/2") == counted([(sum(each) - 7) // 2 for each in pairs])
    read = odds(scores, f"d10+1 {RANGES}")
    # Half of the 10s are the lowest Score there is, half of them the best: S3, S4.
    halves = [word for face in tens for word in (low_to_high(face + 1),) * 2 if face < 10]
    assert read == counted([*halves, "Low", "High"])


def low_to_high(score: int) -> str:
    return "Low" if score <= 6 else "Mixed" if score <= 9 else "High"


@pytest.mark.parametrize("modifier", range(-9, 10, 3))
def test_a_die_read_against_ranges_has_the_odds_of_a_test(modifier: int) -> None:
    table = "[..3] a [4..8] b [9..] c [0!] d"
    known = scores.test(modifier, ranges=table).odds().of("range")
    assert odds(scores, f"d10{modifier:+} {table}") == dict(known.items())


@pytest.mark.parametrize(
    ("game", "line", "passes"),
    [
        ("tiers", "d100 under 45", Fraction(46, 100)),
        ("tiers", "percentile vs 45", Fraction(46, 100)),
        ("tiers", "what are the odds of d100 under 99?", Fraction(96, 100)),
        ("tiers", "how likely is it to roll under 45 on d100", Fraction(46, 100)),
        ("percentile", "d100 under 45", Fraction(45, 100)),
        ("percentile", "percentile vs 0", Fraction(1, 100)),
        ("triumph", "1d20+5 vs 15", Fraction(10, 20)),
        ("triumph", "1d20+30 vs 15", Fraction(19, 20)),
        ("triumph", "chance of 2d20▲ vs DC 30", 1 - Fraction(19, 20) ** 2),
    ],
)
def test_the_chance_to_pass(game: str, line: str, passes: Fraction) -> None:
    answer = SERVICE.ask("odds", {"expression": line, "game": game, "of": "passes"})
    chances = {
        each["text"]: Fraction(int(each["weight"]), int(answer["denominator"]))
        for each in answer["outcomes"]
    }
    assert chances["true"] == passes
    assert f"{float(100 * passes):.2f} %" in talk(f"game {game}", f"odds {line}")


def test_a_contest_with_nobody_reacting_is_a_coin() -> None:
    """Two d20s: one side is ahead, or a tie and half of it; triumph and disaster come first."""
    wins = 0
    for ours, theirs in product(range(1, 21), repeat=2):
        fortunes = [(each == 20) - (each == 1) for each in (ours, theirs)]
        ahead, behind = fortunes if fortunes[0] != fortunes[1] else (ours + 2, theirs)
        wins += 2 * (ahead > behind) + (ahead == behind)
    question = {"expression": "1d20+2 vs 1d20", "game": "triumph", "of": "wins"}
    answer = SERVICE.ask("odds", question)
    true = next(each for each in answer["outcomes"] if each["text"] == "true")
    assert Fraction(int(true["weight"]), int(answer["denominator"])) == Fraction(wins, 800)


def exploded(sides: int, level: int) -> dict[int, Fraction]:
    """One die, with explosions up to a level."""
    law = {face: Fraction(1, sides) for face in range(1, sides)}
    more = exploded(sides, level - 1) if level else {0: Fraction(1)}
    return law | {sides + each: chance / sides for each, chance in more.items()}


@pytest.mark.parametrize(
    ("line", "sides", "dice", "kept"),
    [("2d6!▲", 6, 2, -1), ("2d6▼!", 6, 2, 0), ("3d4!▲▲", 4, 3, slice(1, 3))],
)
def test_totals_of_exploding_dice_are_kept(line: str, sides: int, dice: int, kept: Any) -> None:
    law: dict[Any, Fraction] = Counter()  # type: ignore[assignment]
    for rolled in product(exploded(sides, 2).items(), repeat=dice):
        chance, totals = Fraction(1), sorted(total for total, _ in rolled)
        for _, each in rolled:
            chance *= each
        law[sum(totals[kept]) if isinstance(kept, slice) else totals[kept]] += chance
    known = triumph.game.read(astragal.parse(line)).odds()
    for total in range(1, 3 * sides):
        assert known.probability(total) == law.get(total, 0)


def test_damage_and_other_dice_of_rules_are_read_alike() -> None:
    hit: dict[str, Any] = {"ability": 9, "dc": 12, "proficiency": "aptitude"}
    struck = triumph.attack(**hit, damage="2d6!▲").roll(faces=[15, 6, 4, 3])
    assert struck.outcome.damage == 9
    assert struck.to_data()["parameters"]["damage"] == "2d6!!kh1 # 2d6!▲"
    assert "for 2d6!▲ with" in str(struck)
    assert str(verify(struck.to_json()).line) == str(struck.line)
    burning = triumph.attack(**hit, damage="2d6!▲ # fire").roll(faces=[15, 6, 4, 3])
    assert str(verify(burning.to_json()).line) == str(burning.line)
    again = triumph.attack(**hit, damage="1d6▲♻").roll(faces=[15, 1, 4], decisions=["re-roll"])
    assert again.outcome.damage == 4
    assert triumph.check(0, 15, dice="1d20", bonus="1d4/2").roll(faces=[12, 3]).outcome.margin == -2
    blow = target.attack(5, 10, damage="1d8/2", multipliers=[2]).roll(faces=[20, 15, 7])
    assert blow.outcome.damage == 6, "7 / 2 is 3, and twice that is 6"


def test_a_roll_is_told_as_it_was_typed() -> None:
    """Where it is shown; the answer tells it as its record does, which anybody can check."""
    answer = SERVICE.ask("roll", {"expression": "2d20!▲", "game": "triumph", "faces": [20, 4, 7]})
    assert answer["text"] == "2d20!!kh1 → (20+7, ~4~) = 27" == str(verify(answer).line)
    assert "2d20!▲ → (20+7, ~4~) = 27" in talk("game triumph", "2d20!▲ --faces 20,4,7")


def test_a_paused_roll_goes_on_where_no_game_is_open() -> None:
    begun = SERVICE.ask("start", {"expression": "2d6▲♻!", "game": "triumph", "faces": [1, 4]})
    assert begun["token"]["expression"] == "2d6r?!!kh1"
    ended = SERVICE.ask("resume", {"token": begun["token"], "decision": "re-roll", "faces": [6, 2]})
    assert ended["roll"]["outcome"] == 8


def test_old_records_of_several_kept_d20s_are_refused_by_name() -> None:
    data = triumph.check(0, 19, dice="2d20").roll(faces=[10, 10]).to_data()
    with pytest.raises(astragal.RecordError, match="the meaning of `2d20`"):
        verify({**data, "version": 3})
    one = triumph.check(0, 19, dice="2d20▲").roll(faces=[10, 10]).to_data()
    assert verify({**one, "version": 3}).outcome.passes is False


def test_old_records_hold_dice_as_they_were_read_then() -> None:
    hit: dict[str, Any] = {"ability": 9, "dc": 12, "proficiency": "aptitude"}
    plain = astragal.parse("2d6!kh1")
    old = triumph.attack(**hit, damage=plain).roll(faces=[15, 6, 4, 3])
    assert old.outcome.damage == 6
    assert old.to_data()["parameters"]["damage"] == "2d6!kh1"
    assert verify(old.to_json()).outcome == old.outcome
    assert read_record(astragal.roll("1d100", faces=[100]).to_json()).outcome == 100


# What is read by no convention


@pytest.mark.parametrize(
    ("game", "line", "says"),
    [
        ("tiers", "d100+5 under 45", "one d100 is rolled under a number"),
        ("tiers", "d100 vs d100", "for two sides write both numbers"),
        ("tiers", "d100 under 45, 2d6", "stands alone"),
        ("triumph", "chance to hit AC 15 with +5", "write `1d20 + 5 vs 15` alone"),
        ("percentile", "d100 with advantage vs 45", "one d100 is rolled under a number"),
        ("triumph", "2d6+3 vs 15", "a check rolls d20s"),
        ("triumph", "1d20 vs 2d6", "both sides of a contest roll d20s"),
        ("triumph", "1d20+1d20 vs 15", "rolls its d20s together"),
        ("triumph", "1d20min5 vs 15", "cannot be the dice of a check"),
        ("triumph", "3x(1d20+5 vs 1d20+2)", "stands alone"),
        ("triumph", "1d20+5 vs 15, they react", "a number does not react"),
        ("tiers", "reactive d100 under 45", "a number does not react"),
        ("triumph", "1d20+5 vs nobody", "must be a whole number"),
    ],
)
def test_what_the_game_cannot_mean_is_refused(game: str, line: str, says: str) -> None:
    with pytest.raises(AstragalError) as refused:
        SERVICE.ask("odds", {"expression": line, "game": game})
    assert says in f"{refused.value.message} {refused.value.hint}"


def test_a_limit_from_above_is_no_check_where_high_is_good() -> None:
    rolled = by_the_service("triumph", "15 or less on d20", [15])
    assert (rolled.record["expression"], rolled.record["outcome"]) == ("1d20 <= 15", True)


@pytest.mark.parametrize(("game", "line", "faces", "plain", "outcome"), DICE)
def test_what_is_read_once_is_plain(
    game: str, line: str, faces: list[int], plain: str, outcome: object
) -> None:
    """What a game has written it leaves alone, and it parses to what it is."""
    read = find_game(game).read(astragal.parse(plain))
    assert read == astragal.parse(plain) == astragal.parse(str(read))
    assert not read.convention


def test_nothing_changes_where_no_game_is_open() -> None:
    assert astragal.roll("d100", faces=[100]).outcome == 100
    assert str(astragal.parse("2d20!▲")) == "2d20!kh1"
    assert SERVICE.ask("roll", {"expression": "7/2"})["text"] == "7 / 2 = 7/2"
    said = talk("game tiers", "game", "d100 --faces 100")
    assert "1d100 → (100) = 100" in said


def test_again_means_what_it_meant() -> None:
    said = talk("game tiers", "d100 --faces 0", "game", "again")
    assert said.count("1d100 → (0) = 0") == 2
    said = talk("d100 --faces 100", "game tiers", "again")
    assert said.count("1d100 → (100) = 100") == 2


def test_low_is_good_for_choices_too() -> None:
    dice = tiers.game.read(astragal.parse("1d100r>50?"))
    kept, again = sum(range(51)), 49 * Fraction(99, 2)
    assert dice.odds().mean == (kept + again) / 100
    assert astragal.odds("1d{0..99}r>50?").mean == Fraction(99, 2), "elsewhere high is good"


def test_values_and_names_on_sheets() -> None:
    sheet = 'name = "Ann"\n[values]\nClimb = 45\n"Big Bonus" = "1d4!"'
    climbed = SERVICE.ask(
        "roll",
        {"expression": "d100 under Climb", "game": "tiers", "sheets": [sheet], "faces": [45]},
    )
    assert climbed["text"] == "Ann, Climb against 45: 45 → Success, 4 $"
    given = {
        "expression": "d100 under @stat",
        "game": "tiers",
        "variables": {"stat": 45},
        "faces": [45],
    }
    assert "against 45" in SERVICE.ask("roll", given)["text"]
    read = {
        "expression": "1d6 + @{Big Bonus}",
        "game": "triumph",
        "sheets": [sheet],
        "faces": [2, 4, 1],
    }
    assert SERVICE.ask("roll", read)["roll"]["expression"] == "1d6 + 1d4!!"
    named = {
        "expression": "1d20 + @Climb vs 50",
        "game": "triumph",
        "sheets": [sheet],
        "faces": [6],
    }
    assert "Climb +45" in SERVICE.ask("roll", named)["text"]


def test_questions_on_the_way_to_a_roll() -> None:
    read = SERVICE.ask("read", {"text": "d100 + 5", "game": "tiers"})["reading"]
    assert read["expression"] == "1d{0..99} + 5"
    assert read["remarks"] == ["in tiers a d100 reads 00 to 99, and low is good"]
    called = SERVICE.ask("read", {"text": "d100 under 45", "game": "tiers"})["reading"]
    assert (called["expression"], called["choices"]) == ("Check against 45", False)
    assert "in tiers this is a check: stat 45" in talk("game tiers", "? d100 under 45")
    with pytest.raises(NotationError, match="asks for the odds"):
        SERVICE.ask("roll", {"expression": "odds of d100 under 45", "game": "tiers"})
    with pytest.raises(AstragalError, match="game goes with an expression"):
        SERVICE.ask("odds", {"rule": "tiers.check", "parameters": {"stat": 45}, "game": "tiers"})
    both = {"these": [{"expression": f"d100 under {stat}", "game": "tiers"} for stat in (45, 55)]}
    assert len(SERVICE.ask("compare", both)["odds"]) == 2


def test_what_a_check_is_for_is_told() -> None:
    assert "Stealth: in triumph this is a check" in talk("game triumph", "Stealth: d20+5 vs 15")
    assert "the wall: in tiers this is a check" in talk("game tiers", "d100 under 45 # the wall")


def test_the_prompt_says_how_a_game_reads_dice() -> None:
    assert "dice typed here: fractions round down" in talk("game target")
    assert (
        talk("game triumph", "compare 1d20+5 vs 15 | 1d20+6 vs 15 --of passes").count("55.00 %")
        == 1
    )


def test_a_game_of_somebody_else_has_them_too() -> None:
    mine = Game(
        *("mine", "a game"),
        short=("Roll.",),
        examples=("roll",),
        conventions=Conventions(D100_FROM_ZERO, rounding("down"), NEVER_BELOW_ZERO),
    )

    @mine.rule
    def wound(dice: astragal.OrText[astragal.Expression]) -> astragal.Asks[int]:
        """Dice of damage."""
        rolled: int = yield dice
        return rolled

    assert str(mine.read(astragal.parse("(d100 - 3) / 2"))) == "max(0, (1d{0..99} - 3) // 2)"
    rolled = wound("d100/2 - 9").roll(faces=[5])
    assert rolled.outcome == 0
    assert rolled.to_data()["parameters"] == {"dice": "max(0, 1d{0..99} // 2 - 9) # 1d100 / 2 - 9"}


def test_a_name_for_no_game() -> None:
    assert "there is no game" in talk("roll 2d6 --game chess")
    assert "(100) = 100" in talk("game tiers", "roll d100 --game none --faces 100")


def test_exploding_damage_that_may_be_rerolled_has_exact_odds() -> None:
    """The same dice with a choice that never comes up, and without it."""
    for text in ("2d6{}!!kh1", "3d6{}!!kl2", "3d4{}!!kh2", "2d6{}!!pkh1", "4d6{}!!dl1 + 1d4"):
        never, none = astragal.odds(text.format("r=9?")), astragal.odds(text.format(""))
        assert [never.probability(n) for n in range(30)] == [none.probability(n) for n in range(30)]
        assert (never.mean, never.variance) == (none.mean, none.variance)
    with pytest.raises(OddsError):
        astragal.odds("2d6r?!>=5kh1")


def test_the_command_line_and_the_service_hold_the_same_record() -> None:
    for game, line, faces, *_ in RULES:
        assert by_command(game, line, faces).record == by_the_service(game, line, faces).record
